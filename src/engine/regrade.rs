//! An audit that follows another: what did not change is taken over, and nothing is paid for it.

use super::{AuditHandle, Engine, EngineError};
use crate::detect;
use crate::domain::event::AuditEvent;
use crate::domain::evidence::Detective;
use crate::domain::facts::Lookup;
use crate::domain::ids::AuditId;
use crate::domain::precedent::{Kept, NoPrecedent, Precedent};
use crate::domain::request::{AuditRequest, ReportSource};
use crate::domain::rubric::Rubric;
use crate::domain::state::AgentState;
use crate::ports::reports::Reports;
use std::sync::Arc;

/// Which audit another one follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Following {
    /// The former audit, which came to a verdict and is in the engine's journal.
    pub audit: AuditId,
    /// Whether its facts are taken over where the same repository and report are asked for, in place of
    /// reading them again. Then the audited commit is the same for certain.
    pub reuse_facts: bool,
}

impl Engine {
    /// Submits an audit that follows another. Testimony is always given anew, under the new rubric and the new
    /// waivers. A seat whose case did not change takes over its former opinion; the others are heard. The
    /// Chief Justice rules again on everything.
    ///
    /// The former audit stays as it is. All that is taken over stands in the opening of the new one, which is
    /// resumed by [`Engine::resume`] like any other.
    ///
    /// # Errors
    /// When the journal of the former audit cannot be read, or the audit never came to a verdict; and as
    /// [`Engine::submit`].
    pub async fn regrade(
        &self,
        audit: AuditId,
        following: Following,
        request: AuditRequest,
        rubric: Arc<Rubric>,
        reports: Arc<dyn Reports>,
    ) -> Result<AuditHandle, EngineError> {
        let events = self
            .journal
            .events(&following.audit)
            .await
            .map_err(|source| EngineError::NotRead { audit: following.audit.clone(), source })?;
        let former = last(&events);
        let not = |source| EngineError::NotFollowed { audit: following.audit.clone(), source };
        let former = former.ok_or(NoPrecedent::Unknown).map_err(not)?;
        let mut after = Precedent::of(following.audit.clone(), &former).map_err(not)?;
        after.binding = after.program_version == self.program_version;
        if following.reuse_facts {
            after.kept = kept(&former, &request, &rubric);
        }
        let request = AuditRequest { after: Some(Arc::new(after)), ..request };
        self.submit(audit, request, rubric, reports)
    }
}

/// The last state of an audit; `None` where its journal has no beginning.
fn last(events: &[Arc<AuditEvent>]) -> Option<AgentState> {
    let AuditEvent::Opened { request, rubric } = events.first()?.as_ref() else { return None };
    let mut state = AgentState::new(Arc::clone(request), Arc::clone(rubric));
    for event in events {
        state.apply(event);
    }
    Some(state)
}

/// What a new audit need not read again: everything or nothing, so that all facts are of one submission as it
/// stood at one moment. The same repository and report have to be asked for, and the facts have to answer
/// everything that the new rubric asks of them.
fn kept(former: &AgentState, request: &AuditRequest, rubric: &Rubric) -> Kept {
    let is_same = former.request.repo == request.repo && former.request.report == request.report;
    let is_answered = former.repository().is_none_or(|facts| {
        let has = |lookup: &Lookup| facts.lookups.iter().any(|answer| answer.lookup == *lookup);
        detect::lookups(rubric).iter().all(has)
    });
    if !is_same || !is_answered {
        return Kept::default();
    }
    let facts = former.facts.clone();
    let has_report = facts.keys().any(|detective| *detective != Detective::RepoInvestigator);
    let is_found = !matches!(request.report, ReportSource::File { .. });
    let located = (has_report && is_found && !former.pdf_path.is_empty())
        .then(|| (former.pdf_path.clone(), former.report_choice.clone()));
    let eyes =
        |request: &AuditRequest| request.models.as_ref().and_then(|models| models.vision.clone());
    let same_eyes = eyes(&former.request) == eyes(request)
        && detect::questions(&former.rubric) == detect::questions(rubric);
    let has_figures = facts.contains_key(&Detective::VisionInspector);
    let sights = former.sights.clone().filter(|_| same_eyes && has_figures);
    Kept { facts, sights, located }
}
