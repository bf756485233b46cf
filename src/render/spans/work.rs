//! Spans of detectives and of pieces of work.

use super::{Trail, kind, provider};
use crate::domain::event::AuditEvent;
use crate::domain::evidence::Detective;
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::models::BenchModels;
use crate::domain::opinion::{JudicialOpinion, Round, Seat};
use crate::domain::span::{Attributes, Span, SpanId, SpanKind};
use crate::domain::task::Task;
use std::time::Duration;

/// What a detective does from the first piece of work to the testimony.
pub(super) struct Inquiry {
    start: Duration,
    last: Option<Failure>,
    is_open: bool,
}

impl Inquiry {
    pub fn new(start: Duration) -> Self {
        Self { start, last: None, is_open: true }
    }
}

/// Which detective does a piece of work.
pub(super) fn whose(task: &Task) -> Option<Detective> {
    match task {
        Task::Fetch => Some(Detective::RepoInvestigator),
        Task::Locate => Some(Detective::DocAnalyst),
        Task::Examine { detective } | Task::Testify { detective } => Some(*detective),
        Task::Look => Some(Detective::VisionInspector),
        Task::Hear { .. } | Task::Decide | Task::Publish => None,
    }
}

impl Trail {
    /// The spans that end with an event that ends a piece of work.
    pub(super) fn worked(&mut self, now: Duration, event: &AuditEvent) -> Vec<Span> {
        if let AuditEvent::Adopted { .. } = event {
            // Nobody was heard, which took no time.
            return Vec::new();
        }
        let Some(task) = event.ends() else { return Vec::new() };
        let (number, failure, said) = match event {
            AuditEvent::Lost { attempt, failure, .. } => {
                (Some(*attempt), Some(failure), Attributes::new())
            }
            AuditEvent::Heard { attempt, opinion, .. } => {
                (Some(*attempt), None, self.opinion(opinion))
            }
            AuditEvent::Testified { evidences, readings, .. } => {
                let pieces: usize = evidences.values().map(Vec::len).sum();
                let said = Attributes::new()
                    .with("auditor.evidence", pieces as u64)
                    .with("auditor.probes", readings.len() as u64);
                (None, None, said)
            }
            AuditEvent::Looked { sights, .. } => {
                let said = Attributes::new().with("auditor.figures", sights.seen.len() as u64);
                (None, None, said)
            }
            AuditEvent::Fetched { .. }
            | AuditEvent::Located { .. }
            | AuditEvent::Examined { .. }
            | AuditEvent::Adopted { .. }
            | AuditEvent::Decided { .. }
            | AuditEvent::Published { .. }
            | AuditEvent::Opened { .. }
            | AuditEvent::Mislaid { .. }
            | AuditEvent::Abandoned { .. } => (None, None, Attributes::new()),
        };
        let mut spans = vec![self.attempt(now, &task, number, failure, said)];
        let Some(detective) = whose(&task) else { return spans };
        let inquiry = self.detectives.entry(detective).or_insert_with(|| Inquiry::new(now));
        if failure.is_some() {
            inquiry.last = failure.cloned();
        }
        if let AuditEvent::Testified { .. } = event {
            spans.extend(self.inquiry(now, detective));
        }
        spans
    }

    /// The spans of what still goes on when the audit is over: it was given up or interrupted.
    pub(super) fn interrupted(&mut self, now: Duration) -> Vec<Span> {
        let open = self.attempts.iter().filter(|(_, attempt)| attempt.is_open);
        let open: Vec<Task> = open.map(|(task, _)| task.clone()).collect();
        let cancelled = Failure::lasting(FailureKind::Cancelled, "the audit was over before");
        let mut spans: Vec<Span> = open
            .iter()
            .map(|task| self.attempt(now, task, None, Some(&cancelled), Attributes::new()))
            .collect();
        for detective in Detective::ALL {
            spans.extend(self.inquiry(now, detective));
        }
        spans
    }

    /// The span of one attempt; of the last one where the event does not say which.
    fn attempt(
        &mut self,
        now: Duration,
        task: &Task,
        number: Option<u32>,
        failure: Option<&Failure>,
        said: Attributes,
    ) -> Span {
        let known = self.attempts.get_mut(task);
        let number = number.or(known.as_ref().map(|known| known.number)).unwrap_or(1);
        let known = known.filter(|known| known.number == number);
        let start = known.map_or(now, |known| {
            known.is_open = false;
            known.start.min(now)
        });
        let parent = whose(task).map_or_else(|| self.root(), |who| self.inquiry_id(who));
        let about = match task {
            Task::Hear { seat } => self.seat(seat, said),
            Task::Fetch
            | Task::Locate
            | Task::Examine { .. }
            | Task::Look
            | Task::Testify { .. }
            | Task::Decide
            | Task::Publish => said.maybe("auditor.detective", whose(task).map(Detective::name)),
        };
        Span {
            trace: self.trace.clone(),
            id: self.task_id(task, number),
            parent: Some(parent),
            name: name(task, self.models.is_some()),
            kind: SpanKind::Internal,
            start,
            end: now,
            attributes: about
                .with("auditor.attempt", number)
                .maybe("error.type", failure.map(|failure| kind(failure.kind))),
            events: Vec::new(),
            failed: failure.map(|failure| self.words(&failure.message)),
        }
    }

    /// The span of a detective's work, once.
    fn inquiry(&mut self, now: Duration, detective: Detective) -> Option<Span> {
        let inquiry = self.detectives.get_mut(&detective).filter(|inquiry| inquiry.is_open)?;
        inquiry.is_open = false;
        let (start, failure) = (inquiry.start, inquiry.last.take());
        Some(Span {
            trace: self.trace.clone(),
            id: self.inquiry_id(detective),
            parent: Some(self.root()),
            name: format!("detective {detective}"),
            kind: SpanKind::Internal,
            start,
            end: now.max(start),
            attributes: Attributes::new()
                .with("auditor.detective", detective.name())
                .maybe("error.type", failure.as_ref().map(|failure| kind(failure.kind))),
            events: Vec::new(),
            failed: failure.map(|failure| self.words(&failure.message)),
        })
    }

    fn inquiry_id(&self, detective: Detective) -> SpanId {
        SpanId::of(&self.trace, &["detective", detective.name()])
    }

    /// What is said of a place on the bench; with a model on it, as of an agent.
    fn seat(&self, seat: &Seat, said: Attributes) -> Attributes {
        let round: u32 = match seat.round {
            Round::First => 1,
            Round::Second => 2,
        };
        let said = said
            .with("auditor.judge", seat.persona.name())
            .with("auditor.criterion", seat.criterion.as_str())
            .with("auditor.round", round);
        let Some(models) = &self.models else { return said };
        let BenchModels { endpoint, .. } = models;
        said.with("gen_ai.operation.name", "invoke_agent")
            .with("gen_ai.agent.name", seat.persona.name())
            .with("gen_ai.provider.name", provider::of(endpoint))
            .with("gen_ai.request.model", models.of(seat.persona))
    }

    fn opinion(&self, opinion: &JudicialOpinion) -> Attributes {
        let said = Attributes::new()
            .with("auditor.score", u32::from(opinion.score.get()))
            .with("auditor.citations", opinion.cited_evidence.len() as u64)
            .with("auditor.struck_quotes", opinion.struck_quotes);
        said.maybe("auditor.argument", self.tells_words.then_some(opinion.argument.as_str()))
    }
}

fn name(task: &Task, is_asked: bool) -> String {
    match task {
        Task::Fetch => "fetch".to_owned(),
        Task::Locate => "locate".to_owned(),
        Task::Examine { .. } => "examine".to_owned(),
        Task::Look => "look".to_owned(),
        Task::Testify { .. } => "testify".to_owned(),
        Task::Hear { seat } if is_asked => format!("invoke_agent {}", seat.persona.name()),
        Task::Hear { seat } => format!("judge {}", seat.persona.name()),
        Task::Decide => "decide".to_owned(),
        Task::Publish => "publish".to_owned(),
    }
}
