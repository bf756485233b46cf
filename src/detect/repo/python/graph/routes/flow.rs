//! What variables of a function are known to hold at a point of it.

use super::super::state::updates::entries::Held;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// Methods that take something out.
pub(in super::super) const TAKING: &[&str] =
    &["clear", "pop", "popitem", "remove", "discard", "difference_update", "intersection_update"];

/// Where it is told under a variable what is in each of its entries.
const EACH: &str = "*";

/// How a field of an object is set off from it.
const FIELD: &str = "->";

/// What is sure to be in variables, and in what they hold under a key that is spelled out or in a field.
#[derive(Clone, Default)]
pub(in super::super) struct Known(BTreeMap<String, Held>);

impl Known {
    /// What is sure to be in `notes` or `notes["key"]`.
    pub(in super::super) fn of(&self, value: &Expr<'_>) -> Option<Held> {
        self.0.get(&path(value)?).copied()
    }

    /// What is sure to be under a key of it, or in a field.
    pub(in super::super) fn part(&self, value: &Expr<'_>, key: &str) -> Option<Held> {
        self.part_of(&path(value)?, key)
    }

    /// The same of a variable.
    pub(in super::super) fn part_of(&self, name: &str, key: &str) -> Option<Held> {
        self.0.get(&under(name, key)).or_else(|| self.0.get(&field(name, key))).copied()
    }

    /// What is sure to be in each entry of it.
    pub(in super::super) fn each(&self, value: &Expr<'_>) -> Option<Held> {
        self.0.get(&under(&path(value)?, EACH)).copied()
    }

    /// Notes what is in each entry of a variable.
    pub(in super::super) fn hold_each(&mut self, target: &Expr<'_>, held: Held) {
        self.0.extend(path(target).map(|path| (under(&path, EACH), held)));
    }

    /// Notes what is in a field of a variable's object, or under a key of it.
    pub(in super::super) fn hold_part(&mut self, name: &str, key: &str, held: Held) {
        self.0.insert(field(name, key), held);
        self.0.insert(under(name, key), held);
    }

    /// Forgets what is in fields: whoever runs may know the objects by another name.
    pub(in super::super) fn forget_fields(&mut self) {
        self.0.retain(|known, _| !known.contains(FIELD));
    }

    /// Notes that something was put into a variable.
    pub(in super::super) fn add(&mut self, value: &Expr<'_>, held: Held) {
        let Some(path) = path(value) else { return };
        self.0.remove(&under(&path, EACH));
        let known = self.0.entry(path).or_insert(held);
        *known = held.max(*known);
        if let ExprKind::Subscript(outer, _) = &value.kind {
            self.add(outer, Held::Full);
        }
    }

    /// Notes what is bound to a target.
    pub(in super::super) fn assign(&mut self, target: &Expr<'_>, held: Option<Held>) {
        match &target.kind {
            ExprKind::Name(_) => {
                let Some(path) = path(target) else { return };
                self.forget(&path);
                self.0.extend(held.map(|held| (path, held)));
            }
            ExprKind::Subscript(outer, indices) => match indices.as_slice() {
                [key] => self.put(outer, Some(key), held),
                _ => self.assign(outer, None),
            },
            ExprKind::Tuple(parts) | ExprKind::List(parts) => {
                for part in parts {
                    self.assign(part, None);
                }
            }
            ExprKind::Starred(inner) => self.assign(inner, None),
            ExprKind::Attribute(_, name) => {
                // Another name may stand for the same object.
                let own = format!("{FIELD}{name}");
                let inside = format!("{own}[");
                self.0.retain(|known, _| !known.ends_with(&own) && !known.contains(&inside));
                self.0.extend(path(target).zip(held));
            }
            _ => {}
        }
    }

    /// Notes what is put under a key of a variable.
    pub(in super::super) fn put(
        &mut self,
        outer: &Expr<'_>,
        key: Option<&Expr<'_>>,
        held: Option<Held>,
    ) {
        let Some(path) = path(outer) else { return };
        self.0.remove(&under(&path, EACH));
        if let Some(key) = key.and_then(Expr::text) {
            let path = under(&path, &key);
            self.forget(&path);
            self.0.extend(held.map(|held| (path, held)));
        } else {
            // Any key may be meant.
            let inside = format!("{path}[");
            self.0.retain(|known, _| !known.starts_with(&inside));
        }
        // What held something may have had its place taken.
        self.0.insert(path, held.map_or(Held::Something, |_| Held::Full));
    }

    /// Notes what is in a variable as a whole, whatever was put into parts of it.
    pub(in super::super) fn add_up(&mut self, value: &Expr<'_>, held: Option<Held>) {
        if let Some((path, held)) = path(value).zip(held) {
            self.0.insert(path, held);
        }
    }

    pub(in super::super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(in super::super) fn forget_all(&mut self, names: &BTreeSet<String>) {
        for name in names {
            self.forget(name);
        }
    }

    fn forget(&mut self, path: &str) {
        let (inside, fields) = (format!("{path}["), format!("{path}{FIELD}"));
        self.0.retain(|known, _| {
            known != path && !known.starts_with(&inside) && !known.starts_with(&fields)
        });
    }

    /// What is known where a condition holds, or where it does not.
    pub(in super::super) fn where_it(&self, test: &Expr<'_>, holds: bool) -> Self {
        let mut known = self.clone();
        known.learn(test, holds);
        known
    }

    fn learn(&mut self, test: &Expr<'_>, holds: bool) {
        match &test.kind {
            ExprKind::Not(inner) => self.learn(inner, !holds),
            ExprKind::Logic(operator, sides) if (*operator == "and") == holds => {
                self.learn(&sides.0, holds);
                self.learn(&sides.1, holds);
            }
            ExprKind::Name(_) | ExprKind::Subscript(..) | ExprKind::Attribute(..) if holds => {
                if let Some(path) = path(test) {
                    self.0.entry(path).or_insert(Held::Something);
                } else if let ExprKind::Subscript(outer, _) = &test.kind {
                    self.add(outer, Held::Full);
                }
            }
            ExprKind::Compare(sides, operators) => {
                let ([one, other], [operator]) = (sides.as_slice(), operators.as_slice()) else {
                    return;
                };
                let ExprKind::Call(call) = &one.kind else { return };
                let is_zero = matches!(other.kind, ExprKind::Literal("0"));
                let is_some = matches!((*operator, holds), ("==", false) | (">" | "!=", true));
                if call.callee_name() == "len" && is_zero && is_some {
                    call.position(0).into_iter().for_each(|counted| self.learn(counted, true));
                }
            }
            _ => {}
        }
    }
}

/// What is known where several ways meet; `None` where none of them comes there.
pub(in super::super) fn meet(ways: Vec<Option<Known>>) -> Option<Known> {
    ways.into_iter().flatten().reduce(|one, other| {
        let both = one.0.into_iter().filter_map(|(path, held)| {
            let least = held.min(*other.0.get(&path)?);
            Some((path, least))
        });
        Known(both.collect())
    })
}

/// Whether a loop may be left before its end.
pub(in super::super) fn leaves_early(body: &Body<'_>) -> bool {
    let mut found = false;
    Stmt::each(body, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Break));
    found
}

/// The variables of which a block may take something away.
pub(in super::super) fn shrunk(body: &Body<'_>) -> BTreeSet<String> {
    fn bound(target: &Expr<'_>, names: &mut BTreeSet<String>) {
        match &target.kind {
            ExprKind::Name(name) => {
                names.insert((*name).to_owned());
            }
            ExprKind::Attribute(inner, _) => bound(inner, names),
            _ => target.parts().into_iter().for_each(|part| bound(part, names)),
        }
    }
    let mut names = BTreeSet::new();
    Stmt::each(body, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(_), .. } => {
                for target in targets {
                    bound(target, &mut names);
                }
            }
            StmtKind::For { target, .. } => bound(target, &mut names),
            StmtKind::With { items, .. } => {
                items
                    .iter()
                    .filter_map(|(_, name)| name.as_ref())
                    .for_each(|name| bound(name, &mut names));
            }
            StmtKind::Other(values) => values.iter().for_each(|value| bound(value, &mut names)),
            _ => {}
        }
        stmt.walk(&mut |part| {
            let ExprKind::Call(call) = &part.kind else { return };
            if let ExprKind::Attribute(object, method) = &call.callee.kind
                && TAKING.contains(method)
            {
                bound(object, &mut names);
            }
        });
    });
    names
}

/// A variable, or what it holds under keys that are spelled out, as one text.
fn path(value: &Expr<'_>) -> Option<String> {
    match &value.kind {
        ExprKind::Name(name) => Some((*name).to_owned()),
        ExprKind::Subscript(outer, indices) => match indices.as_slice() {
            [key] => Some(under(&path(outer)?, &key.text()?)),
            _ => None,
        },
        ExprKind::Attribute(outer, name) => Some(field(&path(outer)?, name)),
        _ => None,
    }
}

fn field(path: &str, name: &str) -> String {
    format!("{path}{FIELD}{name}")
}

fn under(path: &str, key: &str) -> String {
    format!("{path}[{key}]")
}
