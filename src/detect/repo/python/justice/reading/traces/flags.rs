//! Variables that say no more than that the scores lie far apart.

use super::super::variables::terms::each_target;
use super::is_of_verdicts;
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::justice::weighing::everywhere::only_words;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Stmt, StmtKind};

/// Whether a name is a flag that some condition puts up, on which nothing hangs but words and what is known to be done where
/// the scores lie far apart, and which nothing else reads.
pub(super) fn is_idle_flag(hearing: &Hearing<'_, '_>, name: &str) -> bool {
    let (mut put_up, mut idle) = (false, true);
    for module in hearing.repository.program() {
        if !module.text.contains(name) {
            continue;
        }
        if !is_of_verdicts(module) {
            // Elsewhere the state has a field for it, and nobody asks for that.
            let mut lines = module.text.lines().filter(|line| line.contains(name));
            idle &= lines.all(|line| line.trim_start().starts_with(&format!("{name}:")));
            continue;
        }
        let reads = [format!(".{name}"), format!("(\"{name}\""), format!("('{name}'")];
        let keys = [format!("[\"{name}\"]"), format!("['{name}']")];
        idle &= !reads.iter().chain(&keys).any(|read| module.text.contains(read));
        Stmt::each(&module.syntax.body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                if targets.iter().any(|target| target.is_name(name)) {
                    put_up = true;
                    idle &= is_condition(value);
                } else if each_target(targets).iter().any(|target| target.is_name(name)) {
                    // What a function gives beside others.
                    put_up = true;
                    idle &= matches!(value.kind, ExprKind::Call(_) | ExprKind::Tuple(_));
                }
            }
            StmtKind::If { branches, otherwise } => {
                let hangs = branches.iter().any(|(test, _)| test.any(&|part| part.is_name(name)));
                let blocks = branches.iter().map(|(_, body)| body).chain([otherwise]);
                let mut blocks = blocks.filter(|body| !body.is_empty());
                let is_known =
                    |body: &Body<'_>| only_words(body) || is_taken(hearing, module.path, body);
                idle &= !hangs || blocks.next().is_none_or(is_known);
            }
            _ => {}
        });
    }
    put_up && idle
}

/// Whether a value is a condition, or holds one.
fn is_condition(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Compare(..) | ExprKind::Bool(_) | ExprKind::Name(_) => true,
        ExprKind::Not(inner) => is_condition(inner),
        ExprKind::Logic(_, sides) => is_condition(&sides.0) && is_condition(&sides.1),
        _ => false,
    }
}

/// Whether a block is one of those that only take a score that is there where the scores lie far apart.
fn is_taken(hearing: &Hearing<'_, '_>, path: &str, body: &Body<'_>) -> bool {
    let Some(first) = body.first() else { return true };
    hearing.found.iter().any(|(key, found)| {
        hearing.court.module(*key).path == path
            && found.picked.iter().any(|(_, block)| block.holds(first.span))
    })
}
