//! Opinions that tell by a field that they stand in for a reply, so that whoever reads them can leave them out.

use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Body, Clause, Expr, ExprKind, Function, Stmt, StmtKind};

/// Parts of names of fields that tell such an opinion from others: who reads it can leave it out.
const MARKS: &[&str] = &[
    "abstain", "error", "fail", "fallback", "is_", "missing", "skip", "status", "success", "valid",
];

/// Whether a field marks an opinion that is built with `value` in it: something asks for its name, or leaves out all
/// opinions in which it is empty.
pub(in super::super) fn is_marked(
    repository: &Repository<'_>,
    name: &str,
    value: &Expr<'_>,
) -> bool {
    let small = name.to_ascii_lowercase();
    let is_mark = MARKS.iter().any(|mark| small.contains(mark)) && is_read(repository, name);
    is_mark || (is_empty(value) && is_left_out(repository, name))
}

/// Whether a value is an empty list, an empty text or nothing.
fn is_empty(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::List(items) | ExprKind::Tuple(items) => items.is_empty(),
        ExprKind::None => true,
        ExprKind::Str(_) => value.text().is_some_and(|text| text.is_empty()),
        _ => false,
    }
}

/// Whether a function outside the tests goes through opinions once and goes on with those alone that have the field.
fn is_left_out(repository: &Repository<'_>, field: &str) -> bool {
    in_program(
        repository,
        field,
        |stmt| matches!(&stmt.kind, StmtKind::Function(function) if leaves_out(function, field)),
    )
}

/// Whether a statement of the modules that speak of a field holds.
fn in_program(repository: &Repository<'_>, field: &str, holds: impl Fn(&Stmt<'_>) -> bool) -> bool {
    let ours = repository.program();
    ours.filter(|module| module.text.contains(field)).any(|module| {
        let mut found = false;
        Stmt::each(&module.syntax.body, &mut |stmt| found = found || holds(stmt));
        found
    })
}

fn leaves_out(function: &Function<'_>, field: &str) -> bool {
    let (mut gone_through, mut filtered) = (Vec::new(), None);
    Stmt::each_own(&function.body, &mut |stmt| {
        if let StmtKind::For { target, iterable, body, .. } = &stmt.kind
            && let Some(name) = opinions(iterable)
        {
            filtered = filtered.take().or(skips(target, body, field).then(|| name.clone()));
            gone_through.push(name);
        }
        stmt.walk(&mut |part| {
            let ExprKind::Comprehension(made) = &part.kind else { return };
            let mut drawn = None;
            for clause in &made.clauses {
                match clause {
                    Clause::For { target, iterable } => {
                        drawn = opinions(iterable).map(|name| (target, name));
                        gone_through.extend(drawn.iter().map(|(_, name)| name.clone()));
                    }
                    Clause::If(test) => {
                        let own = drawn.iter().find(|(one, _)| is_field(test, one, field));
                        filtered = filtered.take().or(own.map(|(_, name)| name.clone()));
                    }
                }
            }
        });
    });
    filtered.is_some_and(|name| gone_through.iter().filter(|one| **one == name).count() == 1)
}

/// By what name the opinions of judges are gone through: `opinions`, `state["opinions"]`, `state.get("opinions", [])`.
fn opinions(value: &Expr<'_>) -> Option<String> {
    let name = match &value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => (*name).to_owned(),
        ExprKind::Subscript(_, keys) => keys.first().and_then(Expr::text)?,
        ExprKind::Call(call) if call.callee_name() == "get" => {
            call.position(0).and_then(Expr::text)?
        }
        _ => return None,
    };
    name.to_ascii_lowercase().ends_with("opinions").then_some(name)
}

/// Whether a loop goes on with nothing where the field is empty.
fn skips(target: &Expr<'_>, body: &Body<'_>, field: &str) -> bool {
    let Some(Stmt { kind: StmtKind::If { branches, otherwise }, .. }) = body.first() else {
        return false;
    };
    let [(test, then)] = branches.as_slice() else { return false };
    let only_tells = |block: &Body<'_>| {
        block.iter().all(|stmt| matches!(stmt.kind, StmtKind::Expr(_) | StmtKind::Continue))
            && !block.iter().any(adds)
    };
    match &test.kind {
        ExprKind::Not(inner) if is_field(inner, target, field) => {
            let leaves = matches!(then.last().map(|stmt| &stmt.kind), Some(StmtKind::Continue));
            only_tells(then) && (leaves || body.len() == 1)
        }
        _ => is_field(test, target, field) && body.len() == 1 && only_tells(otherwise),
    }
}

/// Whether a statement puts something in a list.
fn adds(stmt: &Stmt<'_>) -> bool {
    match &stmt.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
            matches!(call.callee_name(), "append" | "extend" | "add" | "insert")
        }
        _ => false,
    }
}

/// Whether `value` is the field of what a loop draws.
fn is_field(value: &Expr<'_>, target: &Expr<'_>, field: &str) -> bool {
    let ExprKind::Attribute(object, name) = &value.kind else { return false };
    matches!((&object.kind, &target.kind), (ExprKind::Name(one), ExprKind::Name(other)) if one == other)
        && *name == field
}

/// Whether anything outside the tests reads a field of this name.
fn is_read(repository: &Repository<'_>, field: &str) -> bool {
    let is_it = |value: &Expr<'_>| value.text().as_deref() == Some(field);
    let reads = |part: &Expr<'_>| match &part.kind {
        ExprKind::Attribute(_, name) => *name == field,
        ExprKind::Call(call) => call.args.iter().any(|arg| is_it(&arg.value)),
        ExprKind::Subscript(_, indices) => indices.iter().any(is_it),
        ExprKind::Compare(sides, _) => sides.iter().any(is_it),
        _ => false,
    };
    in_program(repository, field, |stmt| stmt.any(&reads))
}
