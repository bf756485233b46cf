//! Derives again what an audit's journal says was derived: evidence from facts, opinions of the offline
//! bench from evidence, the verdict from opinions, the report's files from the verdict.

use crate::domain::event::AuditEvent;
use crate::domain::invariants;
use crate::domain::request::BenchKind;
use crate::domain::state::AgentState;
use crate::domain::verdict::CriterionResult;
use crate::judge::rules;
use crate::ports::reports::written;
use crate::{detect, justice};
use std::path::PathBuf;
use std::sync::Arc;

/// What a verification found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// What was derived again and is the same, in words.
    pub same: Vec<String>,
    /// What differs, in words.
    pub differs: Vec<String>,
    /// What could not be derived again, and why.
    pub unchecked: Vec<String>,
    /// The report's files with what should be in them; empty where there is no report.
    pub files: Vec<(PathBuf, String)>,
}

/// Verifies an audit by its events, in their order.
#[must_use]
pub fn verify(events: &[Arc<AuditEvent>]) -> Verification {
    let mut found = Verification::default();
    let Some(AuditEvent::Opened { request, rubric }) = events.first().map(AsRef::as_ref) else {
        found.differs.push("the journal does not begin with the opening of the audit".to_owned());
        return found;
    };
    let mut state = AgentState::new(Arc::clone(request), Arc::clone(rubric));
    let (mut testimonies, mut opinions, mut adopted, mut replies) = (0_u32, 0_u32, 0_u32, 0_u32);
    for event in &events[1..] {
        if let Some(breach) = invariants::breach(&state, event) {
            found.differs.push(format!("{}: {}", breach.invariant.name(), breach.what));
        }
        match event.as_ref() {
            AuditEvent::Testified { detective, evidences, readings } => {
                testimonies += 1;
                let (again, answers) = detect::testify(*detective, &state);
                if again != *evidences || answers != *readings {
                    let what =
                        format!("the evidence of {detective} does not follow from its facts");
                    found.differs.push(what);
                }
            }
            AuditEvent::Heard { opinion, .. } if request.bench == BenchKind::Rules => {
                opinions += 1;
                let again = state.case(&opinion.seat()).map(|case| rules::opine(&case));
                if again.as_ref() != Some(opinion) {
                    let seat = opinion.seat();
                    found
                        .differs
                        .push(format!("the opinion of {seat} does not follow from its case"));
                }
            }
            AuditEvent::Heard { .. } => replies += 1,
            AuditEvent::Adopted { opinion, from } => {
                adopted += 1;
                let seat = opinion.seat();
                let of = request.after.as_ref().map(|after| &after.audit);
                if of != Some(from) || state.precedent(&seat) != Some(opinion) {
                    let what =
                        format!("the opinion of {seat} is not that of {from} on the same case");
                    found.differs.push(what);
                }
            }
            AuditEvent::Decided { report } => {
                let again = justice::decide(&state, &report.provenance.program_version);
                if again == **report {
                    found.same.push("the verdict follows from the opinions".to_owned());
                } else {
                    let criteria = differing(&again.criteria, &report.criteria);
                    found
                        .differs
                        .push(format!("the verdict does not follow from the opinions{criteria}"));
                }
            }
            AuditEvent::Published { files } => {
                if let Some(report) = &state.final_report {
                    let texts = files
                        .iter()
                        .filter_map(|file| Some((file.clone(), written(report, file)?)));
                    found.files = texts.collect();
                }
            }
            AuditEvent::Opened { .. }
            | AuditEvent::Fetched { .. }
            | AuditEvent::Located { .. }
            | AuditEvent::Mislaid { .. }
            | AuditEvent::Examined { .. }
            | AuditEvent::Looked { .. }
            | AuditEvent::Lost { .. }
            | AuditEvent::Abandoned { .. } => {}
        }
        state.apply(event);
    }
    found.tally([testimonies, opinions, adopted], replies);
    found
}

/// Names the criteria that are ruled otherwise.
fn differing(ours: &[CriterionResult], theirs: &[CriterionResult]) -> String {
    let other = |ruling: &&CriterionResult| !theirs.contains(ruling);
    let names: Vec<&str> =
        ours.iter().filter(other).map(|ruling| ruling.dimension_id.as_str()).collect();
    if names.is_empty() { String::new() } else { format!(" on {}", names.join(", ")) }
}

impl Verification {
    fn tally(&mut self, [testimonies, opinions, adopted]: [u32; 3], replies: u32) {
        let follow = |n: u32, one: &str, many: &str, from: &str| match n {
            1 => format!("1 {one} follows from {from}"),
            n => format!("{n} {many} follow from {from}"),
        };
        let clean = |word: &str| !self.differs.iter().any(|what| what.contains(word));
        let mut same = Vec::new();
        if testimonies > 0 && clean("the evidence of") {
            same.push(follow(testimonies, "testimony", "testimonies", "the detectives' facts"));
        }
        if opinions > 0 && clean("the opinion of") {
            same.push(follow(opinions, "opinion", "opinions", "the evidence"));
        }
        if adopted > 0 && clean("on the same case") {
            same.push(match adopted {
                1 => "1 opinion is taken over, on the same case".to_owned(),
                n => format!("{n} opinions are taken over, each on the same case"),
            });
        }
        if replies > 0 {
            self.unchecked.push(format!(
                "{replies} opinions come from language models, whose replies are kept and cannot be derived"
            ));
        }
        same.append(&mut self.same);
        self.same = same;
    }
}
