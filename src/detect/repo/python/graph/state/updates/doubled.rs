//! Nodes that hand a field back with what it held: what a reducer adds up is then added to itself.

use super::super::reads::fields::is_field;
use super::super::reads::reading::CHANGING;
use super::untaken::returned_under;
use crate::detect::repo::python::graph::shape::runner::Runner;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{
    Body, Call, Clause, Expr, ExprKind, Function, Span, Stmt, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// Methods of a list that take nothing out of it.
const KEEPING: &[&str] =
    &["append", "extend", "insert", "sort", "reverse", "copy", "index", "count"];
/// Methods of a list that take something out of it.
const TAKING: &[&str] = &["clear", "pop", "remove"];
/// What gives back all that a list holds.
const COPYING: &[&str] = &["list", "tuple", "sorted", "copy", "deepcopy"];
/// Functions and methods that take nothing out of what they are given.
const HARMLESS: &[&str] = &[
    "len",
    "bool",
    "str",
    "repr",
    "any",
    "all",
    "sum",
    "min",
    "max",
    "set",
    "enumerate",
    "zip",
    "print",
    "isinstance",
    "join",
    "debug",
    "info",
    "warning",
    "error",
    "exception",
    "critical",
    "log",
    "append",
    "extend",
    "dumps",
    "dict",
];
/// A field that a function returns with what it held.
pub(in super::super) struct HandedBack {
    /// The key in what is returned.
    pub span: Span,
    /// Whether something more is in it by then.
    pub grows: bool,
}

/// Where a function returns, under a field's own key, all that the field holds; `None` where it may return less, or
/// where what it holds decides on the way.
pub(in super::super) fn handed_back<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    param: &str,
    field: &str,
) -> Option<HandedBack> {
    let body = &runner.function.body;
    let returned = returned_under(repository, runner, field);
    let field = Field { param, field };
    let held = held(runner.function, &field);
    let told = told(body);
    let is_held = |span: &Span| {
        told.get(span).is_some_and(|value| value.is_some_and(|value| field.carries(value, &held)))
    };
    let all = !returned.is_empty() && returned.iter().all(is_held);
    if !all || is_disturbed(body, &field, &held) || decides(body, &field, &held) {
        return None;
    }
    let span = *returned.iter().max()?;
    Some(HandedBack { span, grows: grows(body, &field, &held) })
}

/// A field of what a function is given.
pub(in crate::detect::repo::python::graph) struct Field<'f> {
    pub param: &'f str,
    pub field: &'f str,
}

impl Field<'_> {
    fn is_state(&self, value: &Expr<'_>) -> bool {
        value.is_name(self.param)
    }

    fn is_read(&self, value: &Expr<'_>) -> bool {
        is_field(value, &|value| self.is_state(value), self.field)
    }

    pub(in crate::detect::repo::python::graph) fn is_held(
        &self,
        value: &Expr<'_>,
        held: &BTreeSet<&str>,
    ) -> bool {
        self.is_read(value) || matches!(value.kind, ExprKind::Name(name) if held.contains(name))
    }

    /// Whether all that the field holds is in a value.
    fn carries(&self, value: &Expr<'_>, held: &BTreeSet<&str>) -> bool {
        match &value.kind {
            ExprKind::Binary("+", sides) => {
                self.carries(&sides.0, held) || self.carries(&sides.1, held)
            }
            ExprKind::Logic("or", sides) => self.carries(&sides.0, held),
            ExprKind::List(items) => items.iter().any(|item| match &item.kind {
                ExprKind::Starred(inner) => self.carries(inner, held),
                _ => false,
            }),
            ExprKind::Call(call) if COPYING.contains(&call.callee_name()) => {
                let given = match &call.callee.kind {
                    ExprKind::Attribute(object, "copy") if call.args.is_empty() => Some(&**object),
                    _ => call.position(0),
                };
                given.is_some_and(|given| self.carries(given, held))
            }
            ExprKind::Subscript(object, indices) => {
                let all = matches!(indices.as_slice(), [Expr { kind: ExprKind::Slice(":"), .. }]);
                self.is_read(value) || (all && self.carries(object, held))
            }
            _ => self.is_held(value, held),
        }
    }
}

/// What stands under each key that a function spells out, by the place of the key; nothing where something spread
/// over it may replace it.
pub(in super::super) fn told<'a, 'r>(body: &'a Body<'r>) -> BTreeMap<Span, Option<&'a Expr<'r>>> {
    let mut told = BTreeMap::new();
    Stmt::each_own(body, &mut |stmt| {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind {
            for target in targets {
                if let ExprKind::Subscript(_, indices) = &target.kind
                    && let [index] = indices.as_slice()
                {
                    told.insert(index.span, Some(value));
                }
            }
        }
        stmt.walk(&mut |part| match &part.kind {
            ExprKind::Dict(pairs) => {
                let last = pairs.iter().rposition(|(key, _)| key.is_none());
                for (at, (key, value)) in pairs.iter().enumerate() {
                    let stays = last.is_none_or(|last| last < at);
                    told.extend(key.as_ref().map(|key| (key.span, stays.then_some(value))));
                }
            }
            ExprKind::Call(call) => {
                told.extend(call.args.iter().map(|arg| (arg.value.span, Some(&arg.value))));
            }
            _ => {}
        });
    });
    told
}

/// The variables that hold all that the field holds, whichever of their assignments ran.
pub(in crate::detect::repo::python::graph) fn held<'r>(
    function: &Function<'r>,
    field: &Field<'_>,
) -> BTreeSet<&'r str> {
    let mut bound = Bound::new();
    for param in &function.params {
        bound.entry(param.name).or_default().push(None);
    }
    Stmt::each(&function.body, &mut |stmt| bindings(stmt, &mut bound));
    let mut held = BTreeSet::new();
    loop {
        let found = bound.iter().find(|(name, values)| {
            let mut own = held.clone();
            own.insert(**name);
            let keeps = |value: Option<&Expr<'r>>| value.is_some_and(|it| field.carries(it, &own));
            let begins = |value: &&Expr<'r>| field.carries(value, &held);
            !held.contains(**name)
                && values.iter().all(|value| keeps(*value))
                && values.iter().flatten().any(begins)
        });
        let Some((name, _)) = found else { return held };
        held.insert(*name);
    }
}

/// What each name is bound to; nothing where that is no plain value.
type Bound<'a, 'r> = BTreeMap<&'r str, Vec<Option<&'a Expr<'r>>>>;

/// Notes what a statement binds names to.
fn bindings<'a, 'r>(stmt: &'a Stmt<'r>, bound: &mut Bound<'a, 'r>) {
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            for target in targets {
                match &target.kind {
                    // What is put into something binds no name.
                    ExprKind::Subscript(..) | ExprKind::Attribute(..) => {}
                    ExprKind::Name(name) => bound.entry(name).or_default().push(Some(value)),
                    _ => change(target, bound),
                }
            }
        }
        StmtKind::For { target, .. } => change(target, bound),
        StmtKind::With { items, .. } => {
            items.iter().filter_map(|(_, name)| name.as_ref()).for_each(|it| change(it, bound));
        }
        StmtKind::Try { handlers, .. } => {
            for name in handlers.iter().filter_map(|handler| handler.name) {
                bound.entry(name).or_default().push(None);
            }
        }
        _ => {}
    }
    stmt.walk(&mut |part| match &part.kind {
        ExprKind::Comprehension(comprehension) => {
            for clause in &comprehension.clauses {
                if let Clause::For { target, .. } = clause {
                    change(target, bound);
                }
            }
        }
        ExprKind::Named(name, _) => bound.entry(name).or_default().push(None),
        _ => {}
    });
}

/// Notes that every name in a target is bound to what is not known.
fn change<'r>(target: &Expr<'r>, bound: &mut Bound<'_, 'r>) {
    target.each(&mut |part| {
        if let ExprKind::Name(name) = part.kind {
            bound.entry(name).or_default().push(None);
        }
    });
}

/// Whether something may be taken out of the field or of what holds it, or the state may be another's.
pub(in crate::detect::repo::python::graph) fn is_disturbed(
    body: &Body<'_>,
    field: &Field<'_>,
    held: &BTreeSet<&str>,
) -> bool {
    let (mut disturbed, mut seen, mut known) = (false, 0_usize, 0_usize);
    let is_held = |value: &Expr<'_>| field.is_held(value, held);
    Stmt::each(body, &mut |stmt| {
        disturbed |= replaces(stmt, field, &is_held);
        stmt.walk(&mut |part| {
            seen += usize::from(field.is_state(part));
            match &part.kind {
                ExprKind::Subscript(object, _) => known += usize::from(field.is_state(object)),
                ExprKind::Attribute(object, name) if field.is_state(object) => {
                    known += 1;
                    disturbed |= CHANGING.contains(name);
                }
                ExprKind::Compare(sides, operators) => {
                    let asks = operators.iter().all(|operator| operator.contains("in"));
                    known += sides.iter().filter(|side| asks && field.is_state(side)).count();
                }
                ExprKind::Call(call) => disturbed |= takes(call, &is_held),
                ExprKind::Lambda(_) => disturbed |= part.any(&is_held),
                _ => {}
            }
        });
    });
    disturbed || seen != known
}

/// Whether a statement may put something else in the place of what is held.
fn replaces(stmt: &Stmt<'_>, field: &Field<'_>, is_held: &impl Fn(&Expr<'_>) -> bool) -> bool {
    match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().any(|target| match &target.kind {
            ExprKind::Subscript(object, indices) => {
                let key = indices.first().and_then(Expr::text);
                let other = key.is_some_and(|key| key != field.field);
                is_held(object) || (field.is_state(object) && !other)
            }
            ExprKind::Attribute(object, name) => {
                is_held(object) || (field.is_state(object) && *name == field.field)
            }
            _ => target.any(&|part| field.is_state(part)),
        }),
        StmtKind::Other(inner) => {
            inner.iter().any(|value| value.any(&|part| is_held(part) || field.is_state(part)))
        }
        // What another function does with it, or a pattern binds, is not followed.
        StmtKind::Function(_) | StmtKind::Class(_) | StmtKind::Match { .. } => true,
        _ => false,
    }
}

/// Whether a call may take something out of what is held.
fn takes(call: &Call<'_>, is_held: &impl Fn(&Expr<'_>) -> bool) -> bool {
    if let ExprKind::Attribute(object, method) = &call.callee.kind {
        if is_held(object) {
            return !KEEPING.contains(method);
        }
        // What is returned may be emptied again under its key.
        if matches!(object.kind, ExprKind::Subscript(..)) && TAKING.contains(method) {
            return true;
        }
    }
    let name = call.callee_name();
    let makes = name.starts_with(|first: char| first.is_ascii_uppercase());
    let harmless = makes || HARMLESS.contains(&name) || COPYING.contains(&name);
    !harmless && call.args.iter().any(|arg| is_held(&arg.value))
}

/// The variables that hold what the field holds, and those that are computed from it.
pub(in crate::detect::repo::python::graph) fn about<'r>(
    body: &Body<'r>,
    field: &Field<'_>,
    held: &BTreeSet<&'r str>,
) -> BTreeSet<&'r str> {
    let mut about: BTreeSet<&str> = held.clone();
    loop {
        let before = about.len();
        Stmt::each(body, &mut |stmt| {
            if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
                && value.any(&|part| field.is_held(part, &about))
            {
                about.extend(targets.iter().filter_map(Expr::name));
            }
        });
        if about.len() == before {
            return about;
        }
    }
}

/// Whether what the field holds, or what is computed from it, decides where the function ends.
fn decides<'r>(body: &Body<'r>, field: &Field<'_>, held: &BTreeSet<&'r str>) -> bool {
    let about = about(body, field, held);
    let mut decides = false;
    Stmt::each(body, &mut |stmt| {
        let asks = match &stmt.kind {
            StmtKind::If { .. } | StmtKind::For { .. } | StmtKind::While { .. } => {
                stmt.any(&|part| field.is_held(part, &about))
            }
            _ => false,
        };
        decides |= asks && stmt.blocks().into_iter().any(ends);
    });
    decides
}

/// Whether a block may leave the function or the loop around it.
fn ends(block: &Body<'_>) -> bool {
    let mut ends = false;
    Stmt::each(block, &mut |stmt| {
        ends |= stmt.leaves();
    });
    ends
}

/// Whether something is put to what the field holds.
fn grows(body: &Body<'_>, field: &Field<'_>, held: &BTreeSet<&str>) -> bool {
    let mut grows = false;
    Stmt::each(body, &mut |stmt| {
        grows |= matches!(&stmt.kind, StmtKind::Augment { target, .. }
            if field.is_held(target, held));
        stmt.walk(&mut |part| {
            grows |= match &part.kind {
                ExprKind::Binary("+", _) | ExprKind::List(_) => field.carries(part, held),
                ExprKind::Call(call) => matches!(&call.callee.kind,
                        ExprKind::Attribute(object, "append" | "extend" | "insert")
                            if field.is_held(object, held)),
                _ => false,
            };
        });
    });
    grows
}
