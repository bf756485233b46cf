//! Derives again what an audit's journal says was derived: evidence from facts, opinions of the offline
//! bench from evidence and those of models from their replies, the verdict from opinions, the report's files
//! from the verdict.

use crate::domain::case::Case;
use crate::domain::chat::{Account, CallId, ChatReply, Usage};
use crate::domain::event::AuditEvent;
use crate::domain::invariants;
use crate::domain::opinion::JudicialOpinion;
use crate::domain::request::BenchKind;
use crate::domain::state::AgentState;
use crate::domain::task::Task;
use crate::domain::verdict::CriterionResult;
use crate::judge::{model, rules};
use crate::ports::journal::{Call, Outcome};
use crate::ports::reports::written;
use crate::{detect, justice};
use std::collections::BTreeMap;
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

/// Verifies an audit by its events, in their order, and by the model calls that were kept for it.
#[must_use]
pub fn verify(events: &[Arc<AuditEvent>], calls: &[Call]) -> Verification {
    let mut found = Verification::default();
    let replies = Replies::of(calls);
    let Some(AuditEvent::Opened { request, rubric }) = events.first().map(AsRef::as_ref) else {
        found.differs.push("the journal does not begin with the opening of the audit".to_owned());
        return found;
    };
    let mut state = AgentState::new(Arc::clone(request), Arc::clone(rubric));
    let (mut testimonies, mut opinions, mut adopted) = (0_u32, 0_u32, 0_u32);
    let (mut spoken, mut unkept) = (0_u32, 0_u32);
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
            AuditEvent::Heard { opinion, account, .. } => {
                let case = state.case(&opinion.seat());
                match case.map_or(Origin::Other, |case| replies.origin(&case, opinion, account)) {
                    Origin::Reply => spoken += 1,
                    Origin::Unkept => unkept += 1,
                    Origin::Other => found.differs.push(format!(
                        "the opinion of {} is not what its model's reply says",
                        opinion.seat()
                    )),
                }
            }
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
    found.differs.extend(replies.untold(events));
    found.tally([testimonies, opinions, adopted, spoken], unkept);
    if !calls.is_empty() {
        let are = if calls.len() == 1 { "model call is" } else { "model calls are each" };
        found.same.push(format!("{} {are} as written", calls.len()));
    }
    found
}

/// Where a model's opinion comes from.
enum Origin {
    /// From a reply that is kept.
    Reply,
    /// None of its replies is kept.
    Unkept,
    /// From none of the replies that are kept.
    Other,
}

/// The replies that are kept, by the work they were asked for and the question.
struct Replies<'a>(BTreeMap<&'a str, BTreeMap<&'a str, Vec<&'a ChatReply>>>);

impl<'a> Replies<'a> {
    fn of(calls: &'a [Call]) -> Self {
        let mut replies: BTreeMap<_, BTreeMap<_, Vec<_>>> = BTreeMap::new();
        for call in calls {
            if let Some(Outcome::Reply(reply)) = &call.outcome {
                let asked = replies.entry(call.task.as_str()).or_default();
                asked.entry(call.call.as_str()).or_default().push(reply);
            }
        }
        Self(replies)
    }

    /// Weighs what the model of an opinion said once more.
    fn origin(&self, case: &Case, opinion: &JudicialOpinion, account: &Account) -> Origin {
        let asked = self.0.get(&*Task::Hear { seat: opinion.seat() }.to_string());
        let of = |call: &CallId| asked?.get(&*call.to_string());
        let mut kept = account.keys().filter_map(of).flatten().peekable();
        if kept.peek().is_none() {
            return Origin::Unkept;
        }
        let is_by = |reply: &ChatReply| match (&reply.stand_in, &opinion.given_by) {
            // One of an older version says nothing of who gave it.
            (None, _) | (_, None) => true,
            (Some(stand_in), Some(given_by)) => stand_in == given_by,
        };
        let said = JudicialOpinion { given_by: None, ..opinion.clone() };
        let says_so =
            kept.any(|reply| model::weigh(case, reply).as_ref() == Ok(&said) && is_by(reply));
        if says_so { Origin::Reply } else { Origin::Other }
    }

    /// What the events say of model calls that were not kept as they say.
    fn untold(&self, events: &[Arc<AuditEvent>]) -> Option<String> {
        let told = events.iter().filter_map(|event| event.account());
        let is_kept = |call: &CallId, used: Usage| {
            let call = call.to_string();
            let kept = self.0.values().filter_map(|asked| asked.get(&*call)).flatten();
            kept.into_iter().any(|reply| reply.usage == used)
        };
        let other = told.flatten().filter(|(call, spent)| !is_kept(call, spent.usage)).count();
        match other {
            0 => None,
            1 => Some("1 model call that was paid for is not kept as it was told".to_owned()),
            some => Some(format!(
                "{some} model calls that were paid for are not kept as they were told"
            )),
        }
    }
}

/// Names the criteria that are ruled otherwise.
fn differing(ours: &[CriterionResult], theirs: &[CriterionResult]) -> String {
    let other = |ruling: &&CriterionResult| !theirs.contains(ruling);
    let names: Vec<&str> =
        ours.iter().filter(other).map(|ruling| ruling.dimension_id.as_str()).collect();
    if names.is_empty() { String::new() } else { format!(" on {}", names.join(", ")) }
}

impl Verification {
    fn tally(&mut self, [testimonies, opinions, adopted, spoken]: [u32; 4], unkept: u32) {
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
        if spoken > 0 && clean("reply says") {
            same.push(match spoken {
                1 => "1 opinion is what its model's reply says".to_owned(),
                n => format!("{n} opinions are what their models' replies say"),
            });
        }
        match unkept {
            0 => {}
            1 => self.unchecked.push("the model's reply behind 1 opinion is not kept".to_owned()),
            n => {
                self.unchecked
                    .push(format!("the models' replies behind {n} opinions are not kept"));
            }
        }
        same.append(&mut self.same);
        self.same = same;
    }
}
