//! How a verdict is kept: without what the testimonies before it hold already.

use super::event::AuditEvent;
use super::evidence::Evidence;
use super::ids::CriterionId;
use super::moved::Moved;
use super::reading::Reading;
use super::report::{AuditReport, Provenance};
use super::state::AgentState;
use super::verdict::{CriterionResult, NotScored};
use super::waived::Waived;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A report without its evidence and its readings; one that was kept with them is read as it is.
#[derive(Serialize, Deserialize)]
#[serde(remote = "AuditReport")]
struct Verdict {
    repo_url: String,
    executive_summary: String,
    overall_score: f64,
    criteria: Vec<CriterionResult>,
    remediation_plan: String,
    not_scored: Vec<NotScored>,
    mean_score: f64,
    overall_cap: Option<String>,
    notices: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    flags: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    exposed: Vec<String>,
    #[serde(default, skip_serializing)]
    evidences: BTreeMap<CriterionId, Vec<Evidence>>,
    #[serde(default, skip_serializing)]
    readings: Vec<Reading>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    waivers: Vec<Waived>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moved: Option<Moved>,
    provenance: Provenance,
}

/// Writes a report as it is kept.
pub(super) fn serialize<S: Serializer>(report: &AuditReport, to: S) -> Result<S::Ok, S::Error> {
    Verdict::serialize(report, to)
}

/// Reads a report as it was kept. [`whole`] gives back what was left out.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Arc<AuditReport>, D::Error> {
    Verdict::deserialize(from).map(Arc::new)
}

/// The events of an audit as they were before they were kept: a verdict has its evidence and its readings again.
#[must_use]
pub fn whole(kept: Vec<AuditEvent>) -> Vec<Arc<AuditEvent>> {
    let mut events: Vec<Arc<AuditEvent>> = Vec::with_capacity(kept.len());
    for event in kept {
        let event = match event {
            AuditEvent::Decided { report } if report.evidences.is_empty() => {
                AuditEvent::Decided { report: completed(report, &events) }
            }
            other => other,
        };
        events.push(Arc::new(event));
    }
    events
}

/// The report with what was testified in the events before it.
fn completed(report: Arc<AuditReport>, before: &[Arc<AuditEvent>]) -> Arc<AuditReport> {
    let Some((AuditEvent::Opened { request, rubric }, then)) =
        before.split_first().map(|(first, then)| (first.as_ref(), then))
    else {
        return report;
    };
    let mut state = AgentState::new(Arc::clone(request), Arc::clone(rubric));
    for event in then {
        state.apply(event);
    }
    let (evidences, readings) = state.exhibits();
    Arc::new(AuditReport { evidences, readings, ..Arc::unwrap_or_clone(report) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chaos::plan::Plan;
    use crate::chaos::simulate::Simulation;
    use serde_json::{Value, to_value};

    #[test]
    fn a_verdict_is_kept_without_what_was_testified_before_and_is_whole_again() {
        let events = Simulation::new(2).run(&Plan::default()).events;
        let mut kept: Vec<Value> = events.iter().map(|event| to_value(event).unwrap()).collect();
        let read = |kept: &[Value]| {
            let parsed = kept.iter().map(|event| AuditEvent::deserialize(event).unwrap());
            whole(parsed.collect())
        };
        let at = events.iter().position(|event| matches!(**event, AuditEvent::Decided { .. }));
        let at = at.expect("it was decided");
        for left_out in ["evidences", "readings"] {
            assert_eq!(kept[at]["report"].get(left_out), None, "{left_out}");
        }
        assert_eq!(read(&kept), events);
        // One that was kept with them is as it was.
        let AuditEvent::Decided { report } = &*events[at] else { unreachable!("it stands there") };
        assert!(
            report.evidences.values().any(|all| !all.is_empty()) && !report.readings.is_empty()
        );
        kept[at]["report"] = to_value(report.as_ref()).unwrap();
        assert_eq!(read(&kept), events);
    }
}
