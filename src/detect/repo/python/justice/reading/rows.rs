//! What the rows of a table of rules implement.

use super::super::Hearing;
use super::super::dissent::looks::Sight;
use super::super::dissent::picks;
use super::effects::{caps, is_cap, is_text};
use super::functions::court::Key;
use super::tables::{Step, rows};
use super::variables::notes::{About, Notes};
use super::variables::terms::{FUNCTION, SECURITY, has, statements};
use crate::detect::repo::python::syntax::{Body, Call, Expr, ExprKind, StmtKind};
use crate::domain::facts::SpreadUse;
use std::collections::BTreeMap;

/// What a condition asks for.
#[expect(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
#[derive(Default)]
struct Condition {
    secure: bool,
    factual: bool,
    architecture: bool,
    wide: bool,
}

/// What is done where a condition holds.
#[expect(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
struct Action {
    /// The function that does it, or the one in which the table stands.
    key: Key,
    /// It bounds the score.
    caps: bool,
    /// It gives back the Tech Lead's score.
    leads: bool,
    /// It gives back more than words.
    settles: bool,
    /// It may look at evidence, or at what judges argue.
    looks: bool,
    /// What it takes for the score, where it does no more than that.
    takes: Option<picks::Taken>,
}

impl Hearing<'_, '_> {
    /// Rules that stand in a table: a row is a condition and what is done where it holds.
    pub(in super::super) fn read_tables(&mut self, results: &BTreeMap<Key, About>) {
        for key in self.reached.clone() {
            for row in rows(&self.court, key) {
                let when = self.condition(key, row.when, results);
                let then = self.action(key, row.then);
                if when.secure && then.caps {
                    self.credit(then.key, "security_override");
                    let condition = match row.when {
                        Step::Function(key) => Some(key),
                        Step::Value(_) => None,
                    };
                    self.found.entry(then.key).or_default().rows.push(condition);
                } else if when.factual && !when.secure && then.caps {
                    self.credit(then.key, "fact_supremacy");
                    self.found.entry(then.key).or_default().supremacy.push(None);
                }
                if when.wide && then.settles && then.looks {
                    self.credit(then.key, "variance_re_evaluation");
                } else if when.wide && then.settles {
                    let span = self.function(then.key).span;
                    let found = self.found.entry(then.key).or_default();
                    found.spread = Some(SpreadUse::Choice);
                    found.combined |= then.takes.is_none();
                    found.picked.extend(then.takes.map(|takes| (takes, span)));
                }
                if when.architecture && then.leads {
                    self.credit(then.key, "functionality_weight");
                }
            }
        }
    }

    fn condition(&self, around: Key, when: Step<'_>, results: &BTreeMap<Key, About>) -> Condition {
        match when {
            Step::Value(test) => {
                self.notes.get(&around).map_or_else(Condition::default, |notes| Condition {
                    secure: notes.is_secure(test),
                    factual: notes.is_factual(test),
                    architecture: notes.is_architecture(test),
                    wide: notes.is_wide(test),
                })
            }
            Step::Function(key) => {
                let (Some(notes), Some(part)) = (self.notes.get(&key), self.court.parts.get(&key))
                else {
                    return Condition::default();
                };
                let (body, name) = (&part.function.body, part.function.name);
                let asks = |holds: &dyn Fn(&Notes<'_>, &Expr<'_>) -> bool| {
                    tests(body).into_iter().any(|test| holds(notes, test))
                };
                Condition {
                    secure: has(name, SECURITY) || asks(&|notes, test| notes.is_secure(test)),
                    factual: asks(&|notes, test| notes.is_factual(test)),
                    architecture: has(name, FUNCTION)
                        || asks(&|notes, test| notes.is_architecture(test)),
                    wide: results.get(&key).is_some_and(|about| about.wide),
                }
            }
        }
    }

    fn action(&self, around: Key, then: Step<'_>) -> Action {
        let key = match then {
            Step::Function(key) if self.reached.contains(&key) => key,
            Step::Function(_) | Step::Value(_) => around,
        };
        let notes = self.notes.get(&key);
        let leads = |value: &Expr<'_>| notes.is_some_and(|notes| notes.is_lead(value.first_part()));
        let settles = |value: &Expr<'_>| {
            let value = value.first_part();
            !is_text(value) && !matches!(value.kind, ExprKind::None | ExprKind::Bool(_))
        };
        match then {
            Step::Value(value) => Action {
                key,
                caps: is_cap(value),
                leads: leads(value),
                settles: settles(value),
                looks: false,
                takes: None,
            },
            Step::Function(_) => {
                let function = self.function(key);
                let returned = returned(&function.body);
                let helper = |call: &Call<'_>| self.looks(key, call);
                let sight = notes.map(|notes| Sight { function, notes, helper: &helper });
                Action {
                    key,
                    caps: caps(&function.body) || returned.iter().any(|value| is_cap(value)),
                    leads: returned.iter().any(|value| leads(value)),
                    settles: returned.iter().any(|value| settles(value)),
                    looks: sight.as_ref().is_none_or(|sight| sight.looks(None, &function.body)),
                    takes: sight.and_then(|sight| picks::taken(&sight, &function.body)),
                }
            }
        }
    }
}

fn returned<'e, 'r>(body: &'e Body<'r>) -> Vec<&'e Expr<'r>> {
    let mut values = Vec::new();
    statements(body, &mut |stmt| {
        if let StmtKind::Return(Some(value)) = &stmt.kind {
            values.push(value);
        }
    });
    values
}

/// What a condition's function asks: its tests and what it gives back.
fn tests<'e, 'r>(body: &'e Body<'r>) -> Vec<&'e Expr<'r>> {
    let mut values = returned(body);
    statements(body, &mut |stmt| {
        if let StmtKind::If { branches, .. } = &stmt.kind {
            values.extend(branches.iter().map(|(test, _)| test));
        }
    });
    values
}
