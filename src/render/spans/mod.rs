//! The events of an audit and its model calls as OpenTelemetry spans.
//!
//! A span begins when its work is due and ends with the event that ends the work. What is due when
//! follows from the events alone, so the trail asks the plan as the coordinator does.
//!
//! Names follow the semantic conventions for generative AI where these have a name; all others begin
//! with `auditor.`. Words of a submission, a model or a judge appear only where they are asked for.

mod call;
mod provider;
mod ruling;
#[cfg(test)]
mod tests;
mod work;

use crate::domain::call::ModelCall;
use crate::domain::conduct::{Conduct, Due, Next};
use crate::domain::event::AuditEvent;
use crate::domain::evidence::Detective;
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::ids::AuditId;
use crate::domain::models::BenchModels;
use crate::domain::report::AuditReport;
use crate::domain::request::{AuditRequest, BenchKind, Scope};
use crate::domain::rubric::Rubric;
use crate::domain::span::{Attributes, Span, SpanId, SpanKind, TraceId};
use crate::domain::state::AgentState;
use crate::domain::task::Task;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Turns what happens in one audit into spans.
pub struct Trail {
    trace: TraceId,
    /// Whether words of prompts, replies and arguments are told.
    tells_words: bool,
    /// The audit as the coordinator has it, once it is opened.
    conduct: Option<Conduct>,
    models: Option<BenchModels>,
    began: Option<Duration>,
    attributes: Attributes,
    failure: Option<Failure>,
    /// When the last attempt at each piece of work began, and which it is.
    attempts: BTreeMap<Task, Attempt>,
    detectives: BTreeMap<Detective, work::Inquiry>,
    /// When calls began whose work is not known yet to have begun.
    early: BTreeMap<Task, Duration>,
    calls: u32,
}

/// An attempt at a piece of work.
#[derive(Clone, Copy)]
struct Attempt {
    number: u32,
    start: Duration,
    /// Whether it still goes on.
    is_open: bool,
}

impl Trail {
    /// Follows one audit. With `tells_words`, spans hold prompts, replies and arguments as well.
    #[must_use]
    pub fn new(trace: TraceId, audit: &AuditId, tells_words: bool) -> Self {
        Self {
            trace,
            tells_words,
            conduct: None,
            models: None,
            began: None,
            attributes: Attributes::new().with("auditor.audit", audit.as_str()),
            failure: None,
            attempts: BTreeMap::new(),
            detectives: BTreeMap::new(),
            early: BTreeMap::new(),
            calls: 0,
        }
    }

    /// Takes an event in that happened at `now`, since 1970 began. Returns the spans that it ends.
    pub fn event(&mut self, now: Duration, event: &AuditEvent) -> Vec<Span> {
        self.began.get_or_insert(now);
        let spans = match event {
            AuditEvent::Opened { request, rubric } => {
                self.open(request, rubric);
                Vec::new()
            }
            AuditEvent::Fetched { .. }
            | AuditEvent::Located { .. }
            | AuditEvent::Mislaid { .. }
            | AuditEvent::Examined { .. }
            | AuditEvent::Looked { .. }
            | AuditEvent::Testified { .. }
            | AuditEvent::Heard { .. }
            | AuditEvent::Adopted { .. }
            | AuditEvent::Published { .. }
            | AuditEvent::Lost { .. } => self.worked(now, event),
            AuditEvent::Decided { report } => {
                self.decide(report);
                let mut spans = self.worked(now, event);
                spans.extend(self.rulings(now, report));
                spans
            }
            AuditEvent::Abandoned { failure, .. } => {
                self.failure = Some(failure.clone());
                Vec::new()
            }
        };
        self.follow(now, event);
        spans
    }

    /// Takes a model call in. Returns its span.
    pub fn call(&mut self, call: &ModelCall) -> Span {
        self.began.get_or_insert(call.start);
        self.calls = self.calls.saturating_add(1);
        let own = ["call", &self.calls.to_string()];
        let parent = match &call.errand {
            Some(errand) => self.called(&errand.task, call.start),
            None => self.root(),
        };
        Span {
            trace: self.trace.clone(),
            id: SpanId::of(&self.trace, &own),
            parent: Some(parent),
            ..call::span(call, self.tells_words)
        }
    }

    /// Ends what still goes on, and the audit itself. Nothing is to be told afterwards.
    pub fn close(&mut self, now: Duration) -> Vec<Span> {
        let Some(began) = self.began else { return Vec::new() };
        let mut spans = self.interrupted(now);
        let failure = self.failure.as_ref();
        let root = Span {
            trace: self.trace.clone(),
            id: self.root(),
            parent: None,
            name: "audit".to_owned(),
            kind: SpanKind::Internal,
            start: began,
            end: now.max(began),
            attributes: self
                .attributes
                .clone()
                .with("auditor.calls", self.calls)
                .maybe("error.type", failure.map(|failure| kind(failure.kind))),
            events: Vec::new(),
            failed: failure.map(|failure| self.words(&failure.message)),
        };
        spans.push(root);
        spans
    }

    fn open(&mut self, request: &Arc<AuditRequest>, rubric: &Arc<Rubric>) {
        let state = AgentState::new(Arc::clone(request), Arc::clone(rubric));
        self.conduct = Some(Conduct::resume(state));
        self.models.clone_from(&request.models);
        let bench = match request.bench {
            BenchKind::Rules => "rules",
            BenchKind::Llm => "llm",
        };
        let scope = match request.scope {
            Scope::Audit => "audit",
            Scope::Investigation => "investigation",
        };
        self.attributes = std::mem::take(&mut self.attributes)
            .with("auditor.repository", request.repo.shown())
            .with("auditor.scope", scope)
            .with("auditor.bench", bench)
            .with("auditor.rubric.name", rubric.rubric_metadata.rubric_name.as_str())
            .with("auditor.rubric.version", rubric.rubric_metadata.version.as_str());
    }

    fn decide(&mut self, report: &AuditReport) {
        let is_scored = !report.criteria.is_empty();
        self.attributes = std::mem::take(&mut self.attributes)
            .maybe("auditor.score", is_scored.then_some(report.overall_score))
            .with("auditor.criteria", report.criteria.len() as u64)
            .with("auditor.not_scored", report.not_scored.len() as u64)
            .maybe("auditor.commit", report.provenance.commit.as_deref())
            .with("auditor.fingerprint", report.provenance.fingerprint.as_str());
    }

    /// Does with an event what the coordinator does, to learn which work begins.
    fn follow(&mut self, now: Duration, event: &AuditEvent) {
        let Some(conduct) = &mut self.conduct else { return };
        conduct.take(event);
        let due = match conduct.next() {
            Next::Start(due) => due,
            Next::Record(_) | Next::Close => return,
        };
        for Due { step, after } in due {
            let noticed = now + after;
            let start = self.early.remove(&step.task).map_or(noticed, |early| early.min(noticed));
            let attempt = Attempt { number: step.attempt, start, is_open: true };
            if let Some(detective) = work::whose(&step.task) {
                self.detectives.entry(detective).or_insert_with(|| work::Inquiry::new(now));
            }
            self.attempts.insert(step.task, attempt);
        }
    }

    /// The span of the work that a call was made for, which began before the call whenever its
    /// beginning was noticed.
    fn called(&mut self, task: &Task, start: Duration) -> SpanId {
        let earliest = match self.attempts.get_mut(task) {
            Some(attempt) => &mut attempt.start,
            None => self.early.entry(task.clone()).or_insert(start),
        };
        *earliest = start.min(*earliest);
        self.attempt_id(task)
    }

    fn root(&self) -> SpanId {
        SpanId::of(&self.trace, &["audit"])
    }

    /// The span of the last attempt at a piece of work. A call may be told before the event that its
    /// work followed from; then it is the first attempt.
    fn attempt_id(&self, task: &Task) -> SpanId {
        let number = self.attempts.get(task).map_or(1, |attempt| attempt.number);
        self.task_id(task, number)
    }

    fn task_id(&self, task: &Task, attempt: u32) -> SpanId {
        SpanId::of(&self.trace, &["task", &task.to_string(), &attempt.to_string()])
    }

    /// Words where they are asked for, else none.
    fn words(&self, text: &str) -> String {
        if self.tells_words { text.to_owned() } else { String::new() }
    }
}

/// A kind of failure as `error.type` names it.
const fn kind(kind: FailureKind) -> &'static str {
    match kind {
        // The conventions of telemetry have a word of their own for it.
        FailureKind::Deadline => "timeout",
        FailureKind::Crash
        | FailureKind::Limit
        | FailureKind::Unreadable
        | FailureKind::Unreachable
        | FailureKind::RateLimited
        | FailureKind::Unauthorised
        | FailureKind::Refused
        | FailureKind::Budget
        | FailureKind::Malformed
        | FailureKind::Cancelled => kind.name(),
    }
}
