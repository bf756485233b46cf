//! Verdicts that are the Tech Lead's score, whatever the other judges give.

use super::super::Hearing;
use super::super::caps::alone::assigned;
use super::super::reading::found::Found;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::notes::Notes;
use super::super::reading::variables::terms::{any_expr, has, speaks, statements};
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Function, Span, StmtKind};
use crate::domain::facts::LeadAlone;
use std::collections::BTreeSet;

/// What the other judges are called.
pub(in super::super) const OTHERS: &[&str] = &["prosecut", "defense", "defence"];
/// How far variables are followed.
const STEPS: usize = 6;

impl Hearing<'_, '_> {
    /// Whoever takes the Tech Lead's score first gives it weight, if no other code does.
    pub(in super::super) fn prefer(&mut self) {
        let weighs = |key: &Key, found: &Found<'_>| {
            !self.dead.contains(key) && found.rules.contains("functionality_weight")
        };
        if !self.found.iter().any(|(key, found)| weighs(key, found)) {
            for found in self.found.values_mut() {
                let Some(preferred) = found.preferred else { continue };
                found.rules.insert("functionality_weight");
                if preferred.always {
                    found.places.entry("functionality_weight").or_insert(preferred.place);
                }
            }
        }
    }

    /// That a function of the synthesis gives the Tech Lead's score in every case.
    pub(in super::super) fn lead_alone(&self, key: Key) -> Option<LeadAlone> {
        lead_alone(self.function(key), self.notes.get(&key)?, self.court.module(key))
    }
}

/// Whether a function that hears of the other judges gives the Tech Lead's score in every case, or that held to a bound.
fn lead_alone<'r>(
    function: &'r Function<'r>,
    notes: &Notes<'r>,
    module: &Module<'_>,
) -> Option<LeadAlone> {
    let mut given = Vec::new();
    let mut renewed = BTreeSet::new();
    statements(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Return(value) => given.push((stmt.span, value.as_ref())),
        StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
            target.each(&mut |part| renewed.extend(part.name()));
        }
        StmtKind::Assign { targets, .. } => {
            for target in targets.iter().filter(|target| target.name().is_none()) {
                target.each(&mut |part| renewed.extend(part.name()));
            }
        }
        _ => {}
    });
    let mut reading = Reading { function, notes, renewed, bounds: BTreeSet::new() };
    let is_lead = |(_, value): &(Span, Option<&'r Expr<'r>>)| {
        let score = value.map(|value| match &value.kind {
            ExprKind::Tuple(items) => items.first().unwrap_or(value),
            _ => value,
        });
        score.is_some_and(|score| reading.is_lead(score, STEPS))
    };
    let hears = any_expr(&function.body, &|part| speaks(part, OTHERS));
    let (last, _) = *given.last()?;
    let alone = hears && given.iter().all(is_lead);
    alone.then(|| LeadAlone {
        bounded: reading.bounds.iter().map(|span| module.place(*span)).collect(),
        place: module.place(last),
    })
}

struct Reading<'r, 'n> {
    function: &'r Function<'r>,
    notes: &'n Notes<'r>,
    /// Variables that are given more than single assignments tell.
    renewed: BTreeSet<&'r str>,
    /// Where the score is held to a bound.
    bounds: BTreeSet<Span>,
}

impl<'r> Reading<'r, '_> {
    /// Whether a value is the Tech Lead's score, or that held to a bound.
    fn is_lead(&mut self, value: &'r Expr<'r>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        match &value.kind {
            ExprKind::Name(name) => {
                let given = assigned(self.function, name);
                !self.renewed.contains(name)
                    && !given.is_empty()
                    && given.into_iter().all(|value| self.is_lead(value, steps))
            }
            ExprKind::Attribute(_, "score") => self.notes.is_lead_alone(value),
            ExprKind::Subscript(table, _) => {
                speaks(table, &["score"]) && self.notes.is_lead_alone(value)
            }
            ExprKind::Call(call) => self.is_made_of_lead(call, value, steps),
            _ => false,
        }
    }

    fn is_made_of_lead(&mut self, call: &'r Call<'r>, value: &'r Expr<'r>, steps: usize) -> bool {
        let is_number = |value: &Expr<'_>| matches!(value.kind, ExprKind::Literal(_));
        let (one, other) = (call.position(0), call.position(1));
        match (call.callee_name(), one, other) {
            ("round" | "int" | "float", Some(one), None) => self.is_lead(one, steps),
            ("min" | "max", Some(one), Some(other)) if call.args.len() == 2 => {
                let score = match (is_number(one), is_number(other)) {
                    (true, false) => other,
                    (false, true) => one,
                    _ => return false,
                };
                let is_scale = |value: &Expr<'_>| {
                    matches!(value.kind, ExprKind::Literal("1" | "5" | "1.0" | "5.0"))
                };
                if !is_scale(one) && !is_scale(other) {
                    self.bounds.insert(value.span);
                }
                self.is_lead(score, steps)
            }
            // `scores.get("TechLead", 3)`, `score_of(tech_lead)`
            ("get", Some(_), _) => {
                speaks(&call.callee, &["score"]) && self.notes.is_lead_alone(value)
            }
            (made, Some(opinion), None) if call.args.len() == 1 => {
                has(made, &["score"])
                    && opinion.name().is_some()
                    && self.notes.is_lead_alone(opinion)
            }
            _ => false,
        }
    }
}
