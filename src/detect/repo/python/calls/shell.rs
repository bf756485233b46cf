//! Whether a call asks for a shell: through what it unpacks, and what the callers of a wrapper give it.

use super::super::classes::each;
use super::super::repository::{At, Origin, Repository};
use super::super::running::sites::{Site, Sites};
use super::super::syntax::{Call, Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind, Taking};
use crate::domain::facts::SHELLS;

/// How many variables, dictionaries and wrappers are followed inside each other.
const STEPS: usize = 8;

/// Whether a call asks for a shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shell {
    No,
    /// What decides it, as written, could not be followed.
    Open(String),
    Yes,
}

impl Shell {
    fn or(self, other: Self) -> Self {
        match (&self, &other) {
            (Self::No, _) | (Self::Open(_), Self::Yes) => other,
            (Self::Yes | Self::Open(_), _) => self,
        }
    }
}

/// What a value is asked for.
#[derive(Clone, Copy)]
enum Holds {
    /// Being true.
    Truth,
    /// An entry `shell`.
    Entry,
}

/// Whether a call of `subprocess` asks for a shell.
pub(super) fn asked<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    call: &'r Call<'r>,
    at: At,
) -> Shell {
    Follow { repository, sites }.call(call, at, STEPS)
}

/// The shell that a command starts by naming it, such as `bash -c`.
pub(super) fn named<'r>(
    repository: &Repository<'r>,
    command: &'r Expr<'r>,
    at: At,
) -> Option<String> {
    let of_list = |value: &'r Expr<'r>| {
        let (ExprKind::List(items) | ExprKind::Tuple(items)) = &value.kind else { return None };
        let shell = known(&items.first()?.text()?)?;
        let flag = items.get(1)?.text()?;
        let is_order = flag.eq_ignore_ascii_case("/c")
            || flag.eq_ignore_ascii_case("-command")
            || (flag.starts_with('-') && !flag.starts_with("--") && flag.ends_with('c'));
        is_order.then(|| format!("{shell} {flag}"))
    };
    repository.origins(command, at).into_iter().find_map(|origin| match origin {
        Origin::Value(_, value) => of_list(value),
        _ => None,
    })
}

/// The shell that is the program of this name.
pub(super) fn known(program: &str) -> Option<&'static str> {
    let base = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let base = base.strip_suffix(".exe").unwrap_or(base);
    SHELLS.into_iter().find(|shell| *shell == base)
}

pub(super) fn is_false(value: &Expr<'_>) -> bool {
    matches!(value.kind, ExprKind::Bool(false) | ExprKind::Literal("0") | ExprKind::None)
}

struct Follow<'r, 'p> {
    repository: &'p Repository<'r>,
    sites: &'p Sites<'r>,
}

impl<'r> Follow<'r, '_> {
    fn call(&self, call: &'r Call<'r>, at: At, steps: usize) -> Shell {
        if let Some(shell) = call.keyword("shell") {
            return self.value(Holds::Truth, shell, at, steps);
        }
        let unpacked = call.args.iter().filter(|arg| arg.passing == Passing::Named);
        unpacked
            .fold(Shell::No, |shell, arg| shell.or(self.value(Holds::Entry, &arg.value, at, steps)))
    }

    fn value(&self, holds: Holds, value: &'r Expr<'r>, at: At, steps: usize) -> Shell {
        let open = || self.open(holds, value, at);
        let Some(steps) = steps.checked_sub(1) else { return open() };
        let origins = self.repository.origins(value, at);
        if origins.is_empty() {
            return open();
        }
        let found = origins.into_iter().map(|origin| match origin {
            Origin::Value(at, inner) => match holds {
                Holds::Truth if inner.is_true() => Shell::Yes,
                Holds::Truth if is_false(inner) => Shell::No,
                Holds::Truth => open(),
                Holds::Entry => self.entry(inner, at, steps).unwrap_or_else(open),
            },
            Origin::Param(_, function, index) => {
                self.given(holds, function, index, at, steps).unwrap_or_else(open)
            }
            _ => open(),
        });
        let found: Vec<Shell> = found.collect();
        // `True if it runs on Windows else False`
        let is_open = found.contains(&Shell::Yes) && found.contains(&Shell::No);
        let found = if is_open { open() } else { found.into_iter().fold(Shell::No, Shell::or) };
        match (holds, &value.kind) {
            (Holds::Entry, ExprKind::Name(name)) => {
                let changes = self.changes(name, value.span, at, steps);
                // What was there may be there no more.
                let is_open = found == Shell::Yes && changes.contains(&Shell::No);
                if is_open { open() } else { changes.into_iter().fold(found, Shell::or) }
            }
            _ => found,
        }
    }

    /// What a dictionary holds under `shell`; nothing where its keys are not known.
    fn entry(&self, value: &'r Expr<'r>, at: At, steps: usize) -> Option<Shell> {
        match &value.kind {
            ExprKind::Dict(pairs) => pairs.iter().try_fold(Shell::No, |shell, (key, value)| {
                let Some(key) = key else {
                    return Some(shell.or(self.value(Holds::Entry, value, at, steps)));
                };
                let key = key.text()?;
                let is_it = key == "shell";
                Some(if is_it { self.value(Holds::Truth, value, at, steps) } else { shell })
            }),
            ExprKind::Call(call)
                if self.repository.external(&call.callee, at).as_deref()
                    == Some("builtins.dict") =>
            {
                let shell = self.call(call, at, steps);
                match call.position(0) {
                    Some(first) if call.keyword("shell").is_none() => {
                        Some(self.value(Holds::Entry, first, at, steps))
                    }
                    _ => Some(shell),
                }
            }
            ExprKind::Call(call) => self.returned(call, at, steps),
            ExprKind::Binary("|", sides) if names_shell(&sides.1) => {
                Some(self.value(Holds::Entry, &sides.1, at, steps))
            }
            ExprKind::Binary("|", sides) => {
                let left = self.value(Holds::Entry, &sides.0, at, steps);
                Some(left.or(self.value(Holds::Entry, &sides.1, at, steps)))
            }
            _ => None,
        }
    }

    /// What the dictionary holds that a function of the sources gives; nothing where it may give anything else.
    fn returned(&self, call: &'r Call<'r>, at: At, steps: usize) -> Option<Shell> {
        let steps = steps.checked_sub(1)?;
        let (at, function) = self.repository.function(&call.callee, at)?;
        let inside = self.repository.inside(at, function.id);
        let ends = matches!(function.body.last()?.kind, StmtKind::Return(Some(_)));
        let mut found = Some(Shell::No).filter(|_| ends && function.decorators.is_empty());
        Stmt::each_own(&function.body, &mut |stmt| {
            let StmtKind::Return(given) = &stmt.kind else { return };
            let given = given.as_ref().map(|given| self.value(Holds::Entry, given, inside, steps));
            found = found.take().zip(given).map(|(shell, given)| shell.or(given));
        });
        // What is open in it is told by what is written at the call.
        found.filter(|shell| !matches!(shell, Shell::Open(_)))
    }

    /// What a dictionary is given under `shell`, or loses, after it was made and before it is read, in the same scope.
    fn changes(&self, name: &str, read: Span, at: At, steps: usize) -> Vec<Shell> {
        let mut found = Vec::new();
        let mut round: Option<Span> = None;
        let is_it = |value: &Expr<'_>| value.is_name(name);
        // What stands behind the reading comes before it in the next round.
        let is_before = |span: Span, round: Option<Span>| {
            span.start <= read.end || round.is_some_and(|round| round.holds(span))
        };
        let module = &self.repository.modules[at.module];
        each(self.repository, &module.syntax.body, At::top(at.module), &mut |here, stmt| {
            let goes_round = matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. });
            if goes_round && stmt.span.holds(read) {
                round = round.or(Some(stmt.span));
            }
            if here != at || !is_before(stmt.span, round) {
                return;
            }
            let deletes = module.text_of(stmt.span).is_some_and(|text| text.starts_with("del "));
            if deletes && stmt.any(&is_it) {
                found.push(Shell::No);
            }
            let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
            let puts = |target: &&Expr<'_>| match &target.kind {
                ExprKind::Subscript(object, keys) if is_it(object) => {
                    keys.first().is_some_and(|key| key.text().is_none_or(|key| key == "shell"))
                }
                _ => false,
            };
            let puts = targets.iter().filter(puts);
            found.extend(puts.map(|_| self.value(Holds::Truth, value, at, steps)));
        });
        for method in ["update", "pop", "popitem", "clear"] {
            for site in self.sites.named(method).into_iter().filter(|site| site.at == at) {
                let Some((object, ..)) = site.expr.method_call() else { continue };
                if !is_it(object) || !is_before(site.expr.span, round) {
                    continue;
                }
                match method {
                    "update" => found.extend(self.updates(site.call, at, steps)),
                    _ => found.push(Shell::No),
                }
            }
        }
        found
    }

    /// What `update` puts under `shell`: by its keyword, and by what it is given first; nothing where it names no shell.
    fn updates(&self, call: &'r Call<'r>, at: At, steps: usize) -> impl Iterator<Item = Shell> {
        let by_keyword = self.call(call, at, steps);
        let first = call.position(0);
        let by_first = first.map(|first| self.value(Holds::Entry, first, at, steps));
        let given = [
            (Some(by_keyword), call.keyword("shell").is_some()),
            (by_first, first.is_some_and(names_shell)),
        ];
        let given = given.into_iter().filter_map(|(given, named)| Some((given?, named)));
        given.filter(|(given, named)| *named || *given != Shell::No).map(|(given, _)| given)
    }

    /// What the callers of a function give for a parameter; nothing where not all of them are known.
    fn given(
        &self,
        holds: Holds,
        function: &'r Function<'r>,
        index: usize,
        at: At,
        steps: usize,
    ) -> Option<Shell> {
        let callers = self.sites.named(function.name);
        let mentions = self.repository.mentions_of(function.name) as usize;
        let by_model = function.decorators.iter().any(is_tool);
        if callers.len() != mentions || (by_model && matches!(holds, Holds::Truth)) {
            return None;
        }
        let default = function.params[index].default.as_ref();
        let default = default.map(|default| self.value(holds, default, at, steps));
        let mut found = Shell::No;
        let mut is_called = false;
        for site in callers.into_iter().filter(|site| !site.module(self.repository).in_tests) {
            let origins = self.repository.origins(&site.call.callee, site.at);
            let is_ours = |origin: &Origin<'r>| matches!(origin, Origin::Function(_, other) if std::ptr::eq(*other, function));
            let is_other = |origin: &Origin<'r>| {
                !is_ours(origin)
                    && matches!(
                        origin,
                        Origin::External(_) | Origin::Function(..) | Origin::Class(..)
                    )
            };
            // What only has the same name, as `subprocess.run` has, is no caller.
            if !origins.is_empty() && origins.iter().all(is_other) {
                continue;
            }
            let given = self.by_caller(holds, function, index, site, steps);
            let shell = given.or(default.clone()).unwrap_or(Shell::No);
            is_called = true;
            if shell == Shell::Yes && !origins.iter().any(is_ours) {
                return None;
            }
            found = found.or(shell);
        }
        match default {
            // Whoever calls it from elsewhere may say otherwise.
            Some(Shell::Yes) if !is_called => None,
            Some(default) if !is_called => Some(default),
            _ => Some(found),
        }
    }

    /// What one caller gives for a parameter; nothing where it leaves that to the default.
    fn by_caller(
        &self,
        holds: Holds,
        function: &Function<'_>,
        index: usize,
        site: &Site<'r>,
        steps: usize,
    ) -> Option<Shell> {
        let param = &function.params[index];
        if param.taking == Taking::Named {
            return Some(self.call(site.call, site.at, steps));
        }
        let is_method = function.takes_self();
        let position = index - usize::from(is_method && index > 0);
        if let Some(value) = site.call.argument(position, param.name) {
            return Some(self.value(holds, value, site.at, steps));
        }
        let unpacks = |arg: &&super::super::syntax::Arg<'_>| {
            matches!(arg.passing, Passing::Rest | Passing::Named)
        };
        let unpacked = site.call.args.iter().find(unpacks);
        unpacked.map(|arg| self.open(holds, &arg.value, site.at))
    }

    fn open(&self, holds: Holds, value: &Expr<'_>, at: At) -> Shell {
        let written = self.repository.modules[at.module].written(value.span, 60);
        let sign = if matches!(holds, Holds::Truth) { "shell=" } else { "**" };
        Shell::Open(format!("{sign}{written}"))
    }
}

/// Whether a dictionary is written with an entry `shell`.
fn names_shell(value: &Expr<'_>) -> bool {
    matches!(&value.kind, ExprKind::Dict(pairs) if pairs.iter().any(|(key, _)| {
        key.as_ref().is_some_and(|key| key.text().as_deref() == Some("shell"))
    }))
}

/// Whether a decorator hands a function to a model, which fills its parameters.
fn is_tool(decorator: &Expr<'_>) -> bool {
    match &decorator.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => name.contains("tool"),
        ExprKind::Call(call) => is_tool(&call.callee),
        _ => false,
    }
}
