//! What the records come to.

use super::order::{Order, Waiver};
use super::record::{DocketEvent, Grade, Record};
use super::submission::{Revision, Submission};
use crate::domain::graded::HumanScore;
use crate::domain::ids::{AuditId, CriterionId, EvidenceId, SubmissionId};
use crate::domain::waived::Waived;
use serde::Serialize;
use std::collections::BTreeMap;

/// A class, as its records tell it. Taking a record in twice changes nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Docket {
    /// The submissions by name.
    pub items: BTreeMap<SubmissionId, Item>,
    /// Whether nothing new is begun.
    pub paused: bool,
    /// How many submissions are audited before the others wait for a person's word.
    pub pilot: Option<u32>,
    /// Whether the word for which a pilot waits was given; it holds for the class from then on.
    pub is_released: bool,
    /// What people declared to be false positives, in the order in which they did.
    pub waivers: Vec<(Waiver, String)>,
    /// What was forgotten as ordered, and in which state: it stays away until its entry is another.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub removed: BTreeMap<SubmissionId, Revision>,
    /// The number of the next record.
    pub next: u64,
    /// Submissions that ever entered: the next one's place in the order.
    entered: u64,
}

/// One submission and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Item {
    /// The submission, as it was listed last.
    pub submission: Submission,
    /// Its present state.
    pub revision: Revision,
    /// Its place in the order of entering, from 0.
    pub place: u64,
    /// How far it is.
    pub standing: Standing,
    /// Attempts at this revision that failed one after another.
    pub failures: u32,
    /// Whether it waits because somebody said so.
    pub paused: bool,
    /// Results, the newest last; those of former revisions are among them.
    pub results: Vec<Past>,
    /// The scores that people gave, by criterion, the newest last; `None` took one back.
    pub scores: BTreeMap<CriterionId, Vec<Option<HumanScore>>>,
}

/// A result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Past {
    /// The audit that brought it.
    pub audit: AuditId,
    /// Of which state of the submission.
    pub revision: Revision,
    /// When, in seconds since the beginning of 1970 in UTC.
    pub at: u64,
    /// What it was.
    pub grade: Grade,
}

/// How far a submission is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "standing", rename_all = "snake_case")]
pub enum Standing {
    /// Its turn has not come.
    Waiting {
        /// When it was entered or failed last, in seconds since the beginning of 1970 in UTC.
        since: u64,
        /// Why it failed last, where it did.
        failure: Option<String>,
        /// The audit whose unchanged opinions the next one takes over, where it is regraded.
        after: Option<AuditId>,
    },
    /// It is being audited.
    Running {
        /// The audit.
        audit: AuditId,
        /// Since when, in seconds since the beginning of 1970 in UTC.
        since: u64,
        /// Of which state.
        revision: Revision,
        /// The audit whose unchanged opinions it takes over, where it is a regrade.
        after: Option<AuditId>,
        /// Whether it is to be stopped.
        stopping: bool,
    },
    /// Its newest result is of its present state.
    Graded,
    /// It was given up until a person does something.
    Parked {
        /// Why, a fragment.
        reason: String,
    },
    /// A person called it off.
    Cancelled,
}

impl Standing {
    /// The standing in a word.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Waiting { .. } => "waiting",
            Self::Running { .. } => "running",
            Self::Graded => "graded",
            Self::Parked { .. } => "parked",
            Self::Cancelled => "cancelled",
        }
    }
}

impl Standing {
    /// The audit that the next or the present one follows.
    #[must_use]
    pub const fn after(&self) -> Option<&AuditId> {
        match self {
            Self::Waiting { after, .. } | Self::Running { after, .. } => after.as_ref(),
            Self::Graded | Self::Parked { .. } | Self::Cancelled => None,
        }
    }
}

/// Failures of one revision after which it is parked.
pub(super) const ATTEMPTS: u32 = 4;

impl Docket {
    /// What records come to.
    #[must_use]
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut docket = Self::default();
        for record in records {
            docket.apply(record);
        }
        docket
    }

    /// Takes one record in, in the order of their numbers; one that was taken in before is passed over.
    pub fn apply(&mut self, record: &Record) {
        if record.seq < self.next {
            return;
        }
        self.next = record.seq + 1;
        let at = record.at;
        match &record.event {
            DocketEvent::Entered { submission, revision } => self.enter(submission, revision, at),
            DocketEvent::Begun { id, revision, audit, after } => {
                if let Some(item) = self.items.get_mut(id) {
                    item.standing = Standing::Running {
                        audit: audit.clone(),
                        since: at,
                        revision: revision.clone(),
                        after: after.clone(),
                        stopping: false,
                    };
                }
            }
            DocketEvent::Graded { id, audit, grade } => {
                if let Some(item) = self.items.get_mut(id) {
                    item.grade(audit, grade, at);
                }
            }
            DocketEvent::Failed { id, audit, reason, passing } => {
                if let Some(item) = self.items.get_mut(id) {
                    item.fail(audit, reason, *passing, at);
                }
            }
            DocketEvent::Stopped { id, audit } => {
                if let Some(item) = self.items.get_mut(id)
                    && item.is_running(audit)
                {
                    item.standing = Standing::Cancelled;
                }
            }
            DocketEvent::Ordered { order, by } => self.obey(order, by, at),
            DocketEvent::Piloted { first } => self.pilot = Some(*first),
        }
    }

    fn enter(&mut self, submission: &Submission, revision: &Revision, at: u64) {
        let place = self.entered;
        if let Some(item) = self.items.get_mut(&submission.id) {
            item.submission = submission.clone();
            if item.revision != *revision {
                item.revision = revision.clone();
                item.failures = 0;
                // What runs is let run: its result is of the former state, and another audit follows.
                if !matches!(item.standing, Standing::Running { .. }) {
                    item.wait(None, at);
                }
            }
            return;
        }
        self.entered += 1;
        self.removed.remove(&submission.id);
        let item = Item {
            submission: submission.clone(),
            revision: revision.clone(),
            place,
            standing: Standing::Waiting { since: at, failure: None, after: None },
            failures: 0,
            paused: false,
            results: Vec::new(),
            scores: BTreeMap::new(),
        };
        self.items.insert(submission.id.clone(), item);
    }

    fn obey(&mut self, order: &Order, by: &str, at: u64) {
        match order {
            Order::Pause { id: None } => self.paused = true,
            Order::Resume { id: None } => {
                self.paused = false;
                self.is_released |= self.pilot.take().is_some();
            }
            Order::Override { id, criterion, score, reason } => {
                let Some(item) = self.items.get_mut(id) else { return };
                let human = score.map(|score| HumanScore {
                    score,
                    who: by.to_owned(),
                    reason: reason.clone(),
                    at,
                });
                item.scores.entry(criterion.clone()).or_default().push(human);
            }
            Order::Waive(waiver) => self.waivers.push((waiver.clone(), by.to_owned())),
            Order::Remove { id } => {
                if let Some(item) = self.items.remove(id) {
                    self.removed.insert(id.clone(), item.revision);
                }
            }
            Order::Pause { .. }
            | Order::Resume { .. }
            | Order::Cancel { .. }
            | Order::Retry { .. }
            | Order::Regrade { .. } => {
                let about = order.about();
                let meant = |id: &SubmissionId| about.is_none_or(|about| about == id);
                for (_, item) in self.items.iter_mut().filter(|(id, _)| meant(id)) {
                    item.obey(order, at);
                }
            }
        }
    }

    /// Whether what is listed is news: it is not known, or its entry is another than the one known or removed.
    #[must_use]
    pub fn is_news(&self, id: &SubmissionId, revision: &Revision) -> bool {
        let known = self.items.get(id).map(|item| &item.revision).or_else(|| self.removed.get(id));
        known.is_none_or(|known| known.entry != revision.entry)
    }

    /// Submissions that are being audited.
    pub fn running(&self) -> impl Iterator<Item = (&SubmissionId, &AuditId)> {
        self.items.iter().filter_map(|(id, item)| match &item.standing {
            Standing::Running { audit, .. } => Some((id, audit)),
            Standing::Waiting { .. }
            | Standing::Graded
            | Standing::Parked { .. }
            | Standing::Cancelled => None,
        })
    }

    /// What people declared to be false positives in a submission, as it holds at `now`, in seconds since the
    /// beginning of 1970 in UTC. Of several words on one piece of evidence the last counts.
    #[must_use]
    pub fn waived(&self, id: &SubmissionId, now: u64) -> Vec<Waived> {
        let holding = self.waivers.iter().filter(|(waiver, _)| waiver.holds(id, now));
        let by_evidence: BTreeMap<&EvidenceId, Waived> = holding
            .map(|(waiver, who)| {
                let Waiver { evidence, reason, until, .. } = waiver.clone();
                (&waiver.evidence, Waived { evidence, who: who.clone(), reason, until })
            })
            .collect();
        by_evidence.into_values().collect()
    }

    /// What all results cost, where that is known.
    #[must_use]
    pub fn cost(&self) -> f64 {
        let results = self.items.values().flat_map(|item| &item.results);
        results.filter_map(|past| past.grade.cost).sum()
    }
}

impl Item {
    fn is_running(&self, named: &AuditId) -> bool {
        matches!(&self.standing, Standing::Running { audit, .. } if audit == named)
    }

    fn wait(&mut self, after: Option<AuditId>, at: u64) {
        self.standing = Standing::Waiting { since: at, failure: None, after };
    }

    fn grade(&mut self, audit: &AuditId, grade: &Grade, at: u64) {
        let Standing::Running { audit: running, revision, .. } = &self.standing else { return };
        if running != audit {
            return;
        }
        let revision = revision.clone();
        let is_current = revision == self.revision;
        self.failures = 0;
        self.results.push(Past { audit: audit.clone(), revision, at, grade: grade.clone() });
        if is_current {
            self.standing = Standing::Graded;
        } else {
            self.wait(None, at);
        }
    }

    fn fail(&mut self, audit: &AuditId, reason: &str, passing: bool, at: u64) {
        let Standing::Running { audit: running, revision, stopping, .. } = &self.standing else {
            return;
        };
        if running != audit {
            return;
        }
        if *stopping {
            self.standing = Standing::Cancelled;
            return;
        }
        if *revision != self.revision {
            self.wait(None, at);
            return;
        }
        self.failures += 1;
        self.standing = if passing && self.failures < ATTEMPTS {
            Standing::Waiting { since: at, failure: Some(reason.to_owned()), after: None }
        } else {
            Standing::Parked { reason: reason.to_owned() }
        };
    }

    fn obey(&mut self, order: &Order, at: u64) {
        let is_for_it = order.about().is_some();
        match order {
            Order::Pause { .. } => self.paused = true,
            Order::Resume { .. } => self.paused = false,
            Order::Cancel { .. } => match &mut self.standing {
                Standing::Running { stopping, .. } => *stopping = true,
                Standing::Waiting { .. } | Standing::Parked { .. } => {
                    self.standing = Standing::Cancelled;
                }
                Standing::Graded | Standing::Cancelled => {}
            },
            Order::Retry { .. } => match &self.standing {
                Standing::Parked { .. } | Standing::Cancelled => {
                    self.failures = 0;
                    self.wait(None, at);
                }
                // Whoever names a submission that has a result wants it to be audited anew.
                Standing::Graded if is_for_it => self.wait(None, at),
                Standing::Waiting { after, .. } => {
                    let after = after.clone();
                    self.failures = 0;
                    self.wait(after, at);
                }
                Standing::Graded | Standing::Running { .. } => {}
            },
            Order::Regrade { .. } => {
                if let (Standing::Graded, Some(last)) = (&self.standing, self.results.last()) {
                    self.wait(Some(last.audit.clone()), at);
                }
            }
            Order::Override { .. } | Order::Waive(_) | Order::Remove { .. } => {}
        }
    }

    /// The newest result.
    #[must_use]
    pub fn latest(&self) -> Option<&Past> {
        self.results.last()
    }

    /// The scores of people that stand.
    #[must_use]
    pub fn human(&self) -> BTreeMap<CriterionId, HumanScore> {
        let standing = self.scores.iter().filter_map(|(criterion, scores)| {
            let last = scores.last()?.clone()?;
            Some((criterion.clone(), last))
        });
        standing.collect()
    }
}

#[cfg(test)]
mod tests;
