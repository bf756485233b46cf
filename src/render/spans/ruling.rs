//! Spans of rulings and of the rules within them, with the result of each evaluation.

use super::Trail;
use crate::domain::ids::CriterionId;
use crate::domain::report::AuditReport;
use crate::domain::span::{Attributes, Span, SpanEvent, SpanId, SpanKind};
use crate::domain::task::Task;
use crate::domain::verdict::{CriterionResult, NotScored, RuleStep};
use std::time::Duration;

/// What the conventions call the result of an evaluation.
const RESULT: &str = "gen_ai.evaluation.result";

impl Trail {
    /// The rulings, each with its rules, parts of the decision. How long one took by itself is not
    /// measured: all stand at the moment when they were made known.
    pub(super) fn rulings(&self, now: Duration, report: &AuditReport) -> Vec<Span> {
        let scored = report.criteria.iter().flat_map(|result| self.ruling(now, result));
        let unscored = report.not_scored.iter().map(|not| self.no_ruling(now, not));
        scored.chain(unscored).collect()
    }

    fn ruling(&self, now: Duration, result: &CriterionResult) -> Vec<Span> {
        let score = u32::from(result.final_score.get());
        let level = result.level.as_ref().map(|level| level.name.clone());
        let outcome = Attributes::new()
            .with("gen_ai.evaluation.name", result.dimension_id.as_str())
            .with("gen_ai.evaluation.score.value", f64::from(score))
            .with("gen_ai.evaluation.score.label", level.unwrap_or_else(|| format!("{score} of 5")))
            .maybe("gen_ai.evaluation.explanation", self.tells_words.then(|| explanation(result)));
        let said = Attributes::new()
            .with("auditor.score", score)
            .with("auditor.spread", u32::from(result.spread))
            .with("auditor.weight", result.weight)
            .with("auditor.missing_seats", result.missing_seats.len() as u64);
        let ruling = self.of_criterion(now, &result.dimension_id, said, outcome);
        let steps = result.trace.iter().enumerate();
        let rules: Vec<Span> =
            steps.map(|(place, step)| self.rule(now, &result.dimension_id, place, step)).collect();
        [ruling].into_iter().chain(rules).collect()
    }

    fn no_ruling(&self, now: Duration, not: &NotScored) -> Span {
        let outcome = Attributes::new()
            .with("gen_ai.evaluation.name", not.dimension_id.as_str())
            .with("error.type", "not_scored")
            .maybe(
                "gen_ai.evaluation.explanation",
                self.tells_words.then_some(not.reason.as_str()),
            );
        let said = Attributes::new().with("error.type", "not_scored");
        let span = self.of_criterion(now, &not.dimension_id, said, outcome);
        Span { failed: Some(self.words(&not.reason)), ..span }
    }

    fn of_criterion(
        &self,
        now: Duration,
        criterion: &CriterionId,
        said: Attributes,
        outcome: Attributes,
    ) -> Span {
        Span {
            trace: self.trace.clone(),
            id: self.ruling_id(criterion),
            parent: Some(self.attempt_id(&Task::Decide)),
            name: format!("ruling {}", criterion.as_str()),
            kind: SpanKind::Internal,
            start: now,
            end: now,
            attributes: said.with("auditor.criterion", criterion.as_str()),
            events: vec![SpanEvent { name: RESULT, at: now, attributes: outcome }],
            failed: None,
        }
    }

    fn rule(&self, now: Duration, criterion: &CriterionId, place: usize, step: &RuleStep) -> Span {
        let facts: Vec<String> = step.because.iter().map(ToString::to_string).collect();
        Span {
            trace: self.trace.clone(),
            id: SpanId::of(&self.trace, &["rule", criterion.as_str(), &place.to_string()]),
            parent: Some(self.ruling_id(criterion)),
            name: format!("rule {}", step.rule.name()),
            kind: SpanKind::Internal,
            start: now,
            end: now,
            attributes: Attributes::new()
                .with("auditor.criterion", criterion.as_str())
                .with("auditor.rule", step.rule.name())
                .with("auditor.rule.applied", step.applied)
                .with("auditor.rule.because", facts)
                .maybe("auditor.rule.effect", self.tells_words.then_some(step.effect.as_str())),
            events: Vec::new(),
            failed: None,
        }
    }

    fn ruling_id(&self, criterion: &CriterionId) -> SpanId {
        SpanId::of(&self.trace, &["ruling", criterion.as_str()])
    }
}

/// Why the score is what it is: what the rules did that changed or decided something.
fn explanation(result: &CriterionResult) -> String {
    let did = result.trace.iter().filter(|step| step.applied);
    let told: Vec<&str> = did.map(|step| step.effect.as_str()).collect();
    told.join(" ")
}
