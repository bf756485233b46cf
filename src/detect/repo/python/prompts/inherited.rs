//! Texts of a base class into which each persona's class fills its name, and nothing else of its own.

use super::super::repository::{At, Origin, Repository};
use super::super::running::reach::Reach;
use super::super::syntax::{Class, Expr, ExprKind, Function, Piece, Stmt, StmtKind};
use super::HOLDERS;
use super::attributes::Attributes;
use super::passed::{of_each, persona_name};
use crate::domain::facts::PromptFact;
use std::collections::{BTreeMap, BTreeSet};

/// Fewest words of a text that instructs.
const WORDS: usize = 8;
/// Most words of what is a name.
const NAME: usize = 3;

/// The text that three personas share, once for each, where nothing but their names is filled in.
pub(super) fn inherited<'r>(
    repository: &Repository<'r>,
    reach: &Reach,
    attributes: &Attributes<'r>,
) -> Vec<PromptFact> {
    let mut facts = Vec::new();
    for (index, module) in repository.program_numbered() {
        let at = At::top(index);
        let classes = || {
            module.syntax.body.iter().filter_map(|stmt| match &stmt.kind {
                StmtKind::Class(class) => Some(&**class),
                _ => None,
            })
        };
        let mut families: BTreeMap<usize, Vec<&Class<'r>>> = BTreeMap::new();
        for class in classes() {
            if let Some(base) = only_base(repository, at, class) {
                families.entry(base.id).or_default().push(class);
            }
        }
        for base in classes() {
            let derived = families.remove(&base.id).unwrap_or_default();
            let plain = derived.len() > 2
                && derived.iter().all(|class| has_names_alone(repository, attributes, class));
            if !plain {
                continue;
            }
            for (value, name) in templates(base) {
                let personas: BTreeSet<&str> = derived
                    .iter()
                    .filter_map(|class| persona_name(attribute(class, name)?))
                    .collect();
                if personas.len() < 3 {
                    continue;
                }
                let (live, place) = (reach.live(index), module.place(value.span));
                let text = value.template().unwrap_or_default();
                facts.extend(of_each(personas, &text, live, &place));
            }
        }
    }
    facts
}

/// The only base of a class, where it is one of the same module.
fn only_base<'r>(
    repository: &Repository<'r>,
    at: At,
    class: &'r Class<'r>,
) -> Option<&'r Class<'r>> {
    let [only] = class.bases.as_slice() else { return None };
    match repository.origins(&only.value, at).as_slice() {
        [Origin::Class(place, base)] if place.module == at.module => Some(*base),
        _ => None,
    }
}

/// Whether a class has no method of its own, and nothing that is read but names.
fn has_names_alone(
    repository: &Repository<'_>,
    attributes: &Attributes<'_>,
    class: &Class<'_>,
) -> bool {
    class.decorators.is_empty()
        && class.body.iter().all(|stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => match targets.as_slice() {
                [Expr { kind: ExprKind::Name(name), .. }] => {
                    let is_name =
                        value.text().is_some_and(|text| text.split_whitespace().count() <= NAME);
                    let names = [class.name.to_owned(), (*name).to_owned()];
                    is_name || attributes.is_idle(repository, &names)
                }
                _ => false,
            },
            StmtKind::Expr(Expr { kind: ExprKind::Str(_), .. }) => true,
            StmtKind::Other(values) => values.is_empty(),
            _ => false,
        })
}

/// The value of a class's attribute.
fn attribute<'r>(class: &'r Class<'r>, wanted: &str) -> Option<&'r Expr<'r>> {
    class.body.iter().find_map(|stmt| stmt.given(wanted))
}

/// The texts that methods for prompts fill something of `self` into, with the first attribute that is filled in: of
/// methods alone that call no other of `self`, which might know the persona.
fn templates<'r>(base: &'r Class<'r>) -> Vec<(&'r Expr<'r>, &'r str)> {
    let mut found = Vec::new();
    for method in Stmt::functions(&base.body) {
        let small = method.name.to_ascii_lowercase();
        if !HOLDERS.iter().any(|holder| small.contains(holder)) || asks_self(method) {
            continue;
        }
        Stmt::each_own(&method.body, &mut |stmt| {
            stmt.walk(&mut |part| {
                let words = part.template().map_or(0, |text| text.split_whitespace().count());
                let ExprKind::Str(pieces) = &part.kind else { return };
                let filled = pieces.iter().find_map(|piece| match piece {
                    Piece::Hole(hole) => of_self(hole),
                    Piece::Literal(_) => None,
                });
                found.extend(filled.filter(|_| words >= WORDS).map(|name| (part, name)));
            });
        });
    }
    found
}

/// The attribute of `self` that a value is.
fn of_self<'r>(value: &Expr<'r>) -> Option<&'r str> {
    match &value.kind {
        ExprKind::Attribute(object, name) if object.is_name("self") => Some(name),
        _ => None,
    }
}

/// Whether a method calls something of `self`, or looks something up or tells cases apart, by which the personas may be
/// told different things.
fn asks_self(method: &Function<'_>) -> bool {
    let mut found = false;
    Stmt::each(&method.body, &mut |stmt| {
        found |= matches!(stmt.kind, StmtKind::If { .. } | StmtKind::Match { .. });
        found |= stmt.any(&|part| match &part.kind {
            ExprKind::Call(call) => {
                of_self(&call.callee).is_some()
                    || call.args.iter().any(|arg| arg.value.any(&|part| of_self(part).is_some()))
            }
            ExprKind::Subscript(..) | ExprKind::Conditional(_) => true,
            _ => false,
        });
    });
    found
}
