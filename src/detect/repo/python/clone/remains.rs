//! What becomes of a clone: directories that stay for ever, and such as are gone when they are used.

use super::super::names::scope::Binding;
use super::super::repository::{At, Repository};
use super::super::running::sites::{Site, Sites, is_unused};
use super::super::syntax::{
    Arg, Body, Expr, ExprKind, Function, Passing, Piece, Span, Stmt, StmtKind,
};
use crate::domain::facts::Remains;

/// What removes a directory, as it is written.
const REMOVERS: &[&str] = &[
    ".cleanup(",
    ".cleanup,",
    ".cleanup)",
    "rmdir(",
    "removedirs(",
    "remove_tree",
    "rm -r",
    "\"rm\"",
    "'rm'",
    "onerror",
];

/// What becomes of the temporary directory of the clone at `site`; nothing unless that is certain.
pub(super) fn remains<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    site: &Site<'r>,
) -> Option<Remains> {
    let function = site.function()?;
    let made: Vec<(&Site<'r>, String)> = sites
        .inside(site.at.module, function)
        .into_iter()
        .filter_map(|made| {
            let name = repository.external(&made.call.callee, made.at)?;
            name.starts_with("tempfile.").then_some((made, name))
        })
        .collect();
    let ours: Vec<_> = made.iter().filter(|(made, _)| goes_into(repository, site, made)).collect();
    // Of several it is the one whose name the clone is given.
    let made = match (made.as_slice(), ours.as_slice()) {
        ([_], _) | (_, []) => made,
        (_, ours) => ours.iter().map(|one| (*one).clone()).collect(),
    };
    match made.as_slice() {
        [(_, name)] if name == "tempfile.mkdtemp" => {
            stays(repository, sites, function).then_some(Remains::Left)
        }
        [(made, name)] if name == "tempfile.TemporaryDirectory" => {
            let dies = dies(repository, made, function) || closed(repository, made);
            (dies && !may_stay(made)).then_some(Remains::Gone)
        }
        _ => None,
    }
}

/// Whether the object that `made` makes may be told to leave its directory: `delete=False`.
fn may_stay(made: &Site<'_>) -> bool {
    let spread = |arg: &Arg<'_>| matches!(arg.passing, Passing::Rest | Passing::Named);
    made.call.keyword("delete").is_some() || made.call.args.iter().any(spread)
}

/// What the directory that `made` makes is called.
fn called<'r>(made: &Site<'r>) -> Option<&'r str> {
    let name = match &made.stmt.kind {
        StmtKind::Assign { targets, .. } => targets.first(),
        StmtKind::With { items, .. } => {
            let mut ours = items.iter().filter(|(value, _)| std::ptr::eq(value, made.expr));
            ours.next()?.1.as_ref()
        }
        _ => None,
    };
    match &name?.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

/// Whether the clone at `site` is given what `made` makes, by its name or by what is made of that.
fn goes_into<'r>(repository: &Repository<'r>, site: &Site<'r>, made: &Site<'r>) -> bool {
    let Some(name) = called(made) else { return false };
    let is_it = |value: &Expr<'r>| value.is_name(name);
    let bindings = &repository.scope(site.at).bindings;
    let holds_it = |value: &Expr<'r>| match &value.kind {
        ExprKind::Name(found) => bindings
            .get(found)
            .into_iter()
            .flatten()
            .any(|binding| matches!(binding, Binding::Value(value) if value.any(&is_it))),
        _ => false,
    };
    site.expr.any(&|part| is_it(part) || holds_it(part))
}

/// Whether a `with` removes the directory that it makes, and a `return` in it gives the path away.
fn closed<'r>(repository: &Repository<'r>, made: &Site<'r>) -> bool {
    let (StmtKind::With { body, .. }, Some(name)) = (&made.stmt.kind, called(made)) else {
        return false;
    };
    if made.around.functions.len() != 1 || repository.modules[made.at.module].text.contains("yield")
    {
        return false;
    }
    let is_path = |value: &Expr<'r>| match &value.kind {
        ExprKind::Name(found) => *found == name,
        ExprKind::Call(call) => {
            matches!(call.callee_name(), "str" | "Path")
                && matches!(call.position(0).map(|it| &it.kind), Some(ExprKind::Name(found)) if *found == name)
        }
        _ => false,
    };
    let gives = |value: &Expr<'r>| match &value.kind {
        ExprKind::Dict(pairs) => pairs.iter().any(|(_, value)| is_path(value)),
        ExprKind::Tuple(items) => items.iter().any(is_path),
        _ => is_path(value),
    };
    let mut returned = false;
    Stmt::each_own(body, &mut |stmt| {
        returned |= matches!(&stmt.kind, StmtKind::Return(Some(value)) if gives(value));
    });
    // What is read by then may be all that is wanted of it, and the path a mere name.
    let mut reads = false;
    Stmt::each_own(body, &mut |stmt| {
        stmt.walk(&mut |part| {
            let ExprKind::Call(call) = &part.kind else { return };
            let is_given = call.args.iter().any(|arg| is_path(&arg.value));
            reads |=
                is_given && !matches!(call.callee_name(), "str" | "Path" | "print" | "clone_from");
        });
    });
    returned && !reads
}

/// Whether the directory that `made` makes is removed nowhere, or only where something has failed.
fn stays<'r>(repository: &Repository<'r>, sites: &Sites<'r>, made: &Function<'r>) -> bool {
    let ours = || repository.program();
    let otherwise = |text: &str| REMOVERS.iter().any(|word| text.contains(word));
    let written: usize = ours().map(|module| module.text.matches("rmtree").count()).sum();
    let by_name = sites.names_at_run_time();
    let calls = sites.named("rmtree").into_iter().filter(|site| !site.module(repository).in_tests);
    let harmless = calls.filter(|site| {
        let functions = &site.around.functions;
        let in_handler =
            functions.last().is_some_and(|last| in_handler(&last.body, site.expr.span, 0));
        let never = !by_name && functions.iter().any(|one| is_unused(repository, one));
        in_handler || never || is_of_another(repository, site, made)
    });
    !ours().any(|module| otherwise(module.text)) && harmless.count() == written
}

/// Whether what is removed is surely not the directory that `made` makes: a path that is written there, or a
/// directory that another function makes for itself.
fn is_of_another<'r>(repository: &Repository<'r>, site: &Site<'r>, made: &Function<'r>) -> bool {
    let Some(removed) = site.call.position(0) else { return false };
    let ExprKind::Name(name) = &removed.kind else { return false };
    let own = |value: &'r Expr<'r>| match &value.kind {
        ExprKind::Call(call) => {
            site.function().is_some_and(|function| function.id != made.id)
                && repository
                    .external(&call.callee, site.at)
                    .is_some_and(|name| name == "tempfile.mkdtemp")
        }
        _ => false,
    };
    let written = |value: &'r Expr<'r>| match &value.kind {
        ExprKind::Str(_) => value.text().is_some(),
        _ => false,
    };
    let bound = |at: At, test: &dyn Fn(&'r Expr<'r>) -> bool| {
        repository.scope(at).bindings.get(name).is_some_and(|bindings| {
            bindings.iter().all(|one| matches!(one, Binding::Value(value) if test(value)))
        })
    };
    let local = repository.scope(site.at).bindings.contains_key(name);
    if local { bound(site.at, &own) } else { bound(At { scope: 0, ..site.at }, &written) }
}

/// Whether `span` lies in an `except` block.
fn in_handler(body: &[Stmt<'_>], span: Span, depth: usize) -> bool {
    let holds = |stmt: &&Stmt<'_>| stmt.span.holds(span);
    let Some(stmt) = body.iter().find(holds).filter(|_| depth < 64) else { return false };
    let here = matches!(&stmt.kind, StmtKind::Try { handlers, .. }
        if handlers.iter().any(|handler| handler.body.iter().any(|stmt| holds(&stmt))));
    here || stmt.blocks().into_iter().any(|block| in_handler(block, span, depth + 1))
}

/// Whether the object that `made` makes is kept by nothing but a variable of `function`, which returns
/// the path of its directory.
fn dies<'r>(repository: &Repository<'r>, made: &Site<'r>, function: &'r Function<'r>) -> bool {
    let StmtKind::Assign { targets, value: Some(value), .. } = &made.stmt.kind else {
        return false;
    };
    let [Expr { kind: ExprKind::Name(name), .. }] = targets.as_slice() else { return false };
    if !std::ptr::eq(value, made.expr) || made.around.functions.len() != 1 {
        return false;
    }
    let mut uses = Uses { repository, made, name, others: 0, returned: false };
    uses.body(&function.body, 0);
    uses.others == 0 && uses.returned
}

/// How a function uses a variable that holds a `TemporaryDirectory`.
struct Uses<'r, 'p> {
    repository: &'p Repository<'r>,
    made: &'p Site<'r>,
    name: &'r str,
    /// Uses other than of its path.
    others: usize,
    returned: bool,
}

impl<'r> Uses<'r, '_> {
    fn body(&mut self, body: &'r Body<'r>, depth: usize) {
        for stmt in body.iter().filter(|_| depth < 64) {
            self.statement(stmt);
            for block in stmt.blocks() {
                self.body(block, depth + 1);
            }
        }
    }

    fn statement(&mut self, stmt: &'r Stmt<'r>) {
        if std::ptr::eq(stmt, self.made.stmt) {
            return;
        }
        for value in stmt.expressions() {
            self.count(value, 0);
        }
        // Whoever may change it from elsewhere may keep it.
        if matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_)) {
            self.others += 1;
        }
        if let StmtKind::Return(Some(value)) = &stmt.kind {
            self.returned |= self.gives_away(value);
        }
    }

    fn count(&mut self, value: &'r Expr<'r>, depth: usize) {
        match &value.kind {
            ExprKind::Attribute(object, "name" | "cleanup") if object.is_name(self.name) => {}
            ExprKind::Name(n) if *n == self.name => self.others += 1,
            _ if depth > 32 => self.others += 1,
            _ => value.parts().into_iter().for_each(|part| self.count(part, depth + 1)),
        }
    }

    /// Whether `value` is a path in the directory, or has one with nothing beside it that was read there.
    fn gives_away(&self, value: &'r Expr<'r>) -> bool {
        let parts: Vec<&'r Expr<'r>> = match &value.kind {
            ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().collect(),
            ExprKind::Dict(pairs) => pairs.iter().map(|(_, value)| value).collect(),
            _ => vec![value],
        };
        let (paths, others): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|part| self.is_path(part, 8));
        let is_fixed = |part: &&Expr<'_>| {
            matches!(part.kind, ExprKind::Bool(_) | ExprKind::None | ExprKind::Literal(_))
                || part.text().is_some()
        };
        !paths.is_empty() && others.iter().all(is_fixed)
    }

    /// Whether `value` is a path in the directory.
    fn is_path(&self, value: &'r Expr<'r>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        match &value.kind {
            ExprKind::Attribute(object, "name") => object.is_name(self.name),
            ExprKind::Name(name) => {
                let scope = self.repository.scope(self.made.at);
                scope.bindings.get(name).is_some_and(|bindings| {
                    bindings.iter().all(|binding| {
                        matches!(binding, Binding::Value(value) if self.is_path(value, steps))
                    })
                })
            }
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(path, "resolve" | "absolute" | "as_posix" | "joinpath") => {
                    self.is_path(path, steps)
                }
                _ => {
                    matches!(call.callee_name(), "str" | "Path" | "join" | "abspath" | "realpath")
                        && call.position(0).is_some_and(|first| self.is_path(first, steps))
                }
            },
            ExprKind::Binary("/" | "+", sides) => self.is_path(&sides.0, steps),
            ExprKind::Str(pieces) => {
                matches!(pieces.first(), Some(Piece::Hole(hole)) if self.is_path(hole, steps))
            }
            _ => false,
        }
    }
}
