//! Nodes that leave the evidence of the state as it is.

use crate::detect::repo::python::graph::shape::runner::Runner;
use crate::detect::repo::python::names::built_in::{is_giving, is_within};
use crate::detect::repo::python::names::words::speaks_of;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Stmt, StmtKind};

/// Methods of times that give something.
const GIVES: [&str; 2] = ["isoformat", "strftime"];

/// Methods by which a list or a dictionary grows.
const GROWS: [&str; 5] = ["add", "append", "extend", "insert", "update"];

/// Objects that write logs or tell the time.
const LOGS: [&str; 7] = ["console", "datetime", "log", "logger", "logging", "time", "uuid"];

/// Parts of the names of fields that may hold evidence, or what is made of it.
const OF_EVIDENCE: [&str; 13] = [
    "evidence",
    "finding",
    "forensic",
    "fact",
    "aggregat",
    "dossier",
    "record",
    "brief",
    "context",
    "summar",
    "conflict",
    "contradict",
    "discrepan",
];

impl Runner<'_> {
    /// Whether it surely returns nothing of the evidence, and changes nothing of it in its place.
    pub(in crate::detect::repo::python::graph) fn leaves_evidence(&self) -> bool {
        let Some(param) = self.param() else { return false };
        let body = &self.function.body;
        let mut own: Vec<(&str, bool)> = Vec::new();
        Stmt::each_own(body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                own.extend(
                    targets.iter().filter_map(Expr::name).map(|one| (one, is_fresh(value, param))),
                );
            }
            StmtKind::For { target, .. } => own.extend(target.name().map(|one| (one, false))),
            StmtKind::With { items, .. } => {
                let names = items.iter().filter_map(|(_, target)| target.as_ref()?.name());
                own.extend(names.map(|one| (one, false)));
            }
            _ => {}
        });
        let is_own = |value: &Expr<'_>| {
            let Some(one) = value.name() else { return false };
            let mut all = own.iter().filter(|(name, _)| *name == one).peekable();
            all.peek().is_some() && all.all(|(_, fresh)| *fresh)
        };
        let mut leaves = self.function.decorators.is_empty();
        Stmt::each_own(body, &mut |stmt| {
            leaves &= keeps(stmt, &is_own);
            stmt.walk(&mut |part| {
                leaves &= match &part.kind {
                    ExprKind::Call(call) => is_harmless(call, &is_own),
                    ExprKind::Await(_) | ExprKind::Lambda(_) | ExprKind::Named(..) => false,
                    _ => true,
                };
            });
        });
        leaves
    }
}

fn speaks_of_evidence(key: &str) -> bool {
    speaks_of(key, &OF_EVIDENCE)
}

/// Whether a statement by itself changes nothing but names and containers of the function's own, and returns nothing
/// of the evidence.
fn keeps(stmt: &Stmt<'_>, is_own: &impl Fn(&Expr<'_>) -> bool) -> bool {
    let is_kept = |target: &Expr<'_>| match &target.kind {
        ExprKind::Name(_) => true,
        ExprKind::Tuple(parts) => parts.iter().all(|part| part.name().is_some()),
        ExprKind::Subscript(object, _) => is_own(object),
        _ => false,
    };
    match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().all(is_kept),
        StmtKind::Augment { target, .. } => match &target.kind {
            ExprKind::Subscript(object, _) => is_own(object),
            _ => is_own(target),
        },
        StmtKind::Return(Some(value)) => match &value.kind {
            ExprKind::None => true,
            ExprKind::Dict(pairs) => pairs.iter().all(|(key, _)| {
                let key = key.as_ref().and_then(Expr::text);
                key.is_some_and(|key| !speaks_of_evidence(&key))
            }),
            _ => false,
        },
        StmtKind::Function(_) | StmtKind::Class(_) | StmtKind::Match { .. } => false,
        // `del` may take something out.
        StmtKind::Other(parts) => parts.is_empty(),
        StmtKind::Return(None)
        | StmtKind::Expr(_)
        | StmtKind::Raise(_)
        | StmtKind::If { .. }
        | StmtKind::For { .. }
        | StmtKind::While { .. }
        | StmtKind::With { .. }
        | StmtKind::Try { .. }
        | StmtKind::Import(_)
        | StmtKind::Break
        | StmtKind::Continue => true,
    }
}

/// Whether a call looks at things, or lets a container of the function's own grow.
fn is_harmless(call: &Call<'_>, is_own: &impl Fn(&Expr<'_>) -> bool) -> bool {
    match &call.callee.kind {
        ExprKind::Name(name) => is_within(name),
        ExprKind::Attribute(object, method) => {
            is_giving(method)
                || GIVES.contains(method)
                || (GROWS.contains(method) && is_own(object))
                || root(object).is_some_and(|name| LOGS.contains(&name))
        }
        _ => false,
    }
}

/// The name that a chain of attributes and calls begins with.
fn root<'r>(value: &Expr<'r>) -> Option<&'r str> {
    match &value.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Attribute(object, _) => root(object),
        ExprKind::Call(call) => root(&call.callee),
        _ => None,
    }
}

/// Whether a value is made on the spot, or is a field of the state that holds no evidence.
fn is_fresh(value: &Expr<'_>, param: &str) -> bool {
    match &value.kind {
        ExprKind::Literal(_)
        | ExprKind::Str(_)
        | ExprKind::Bool(_)
        | ExprKind::None
        | ExprKind::List(_)
        | ExprKind::Set(_)
        | ExprKind::Dict(_)
        | ExprKind::Comprehension(_) => true,
        ExprKind::Subscript(object, keys) => {
            let [key] = keys.as_slice() else { return false };
            object.is_name(param) && key.text().is_some_and(|key| !speaks_of_evidence(&key))
        }
        ExprKind::Call(call) => {
            let ExprKind::Attribute(object, "get") = &call.callee.kind else {
                return matches!(
                    call.callee.kind,
                    ExprKind::Name("len" | "sum" | "set" | "list" | "dict")
                );
            };
            let key = call.args.first().and_then(|arg| arg.value.text());
            object.is_name(param) && key.is_some_and(|key| !speaks_of_evidence(&key))
        }
        _ => false,
    }
}
