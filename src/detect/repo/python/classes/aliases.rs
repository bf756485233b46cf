//! Other names that the sources give to classes: `AgentState = CourtState`.

use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{Class, Expr, ExprKind, StmtKind};

/// Every other name that a module of the program gives to a class of the sources and to nothing else, with the class.
pub(in crate::detect::repo::python) fn aliases<'r>(
    repository: &Repository<'r>,
) -> Vec<(&'r str, At, &'r Class<'r>)> {
    let mut found = Vec::new();
    for (index, module) in repository.program_numbered() {
        let at = At::top(index);
        for stmt in &module.syntax.body {
            let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { continue };
            let [Expr { kind: ExprKind::Name(name), .. }] = targets.as_slice() else { continue };
            let is_named = matches!(value.kind, ExprKind::Name(_) | ExprKind::Attribute(..));
            let bindings = &repository.scope(at).bindings;
            if !is_named || bindings.get(name).is_none_or(|all| all.len() != 1) {
                continue;
            }
            if let [Origin::Class(home, class)] = repository.origins(value, at).as_slice()
                && class.name != *name
            {
                found.push((*name, *home, *class));
            }
        }
    }
    found
}
