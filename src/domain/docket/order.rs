//! What people order: the docket obeys, and remembers who said so.

use crate::domain::ids::{CriterionId, EvidenceId, SubmissionId};
use crate::domain::score::Score;
use serde::{Deserialize, Serialize};

/// Longest reason or name, in characters.
const LONGEST_WORDS: usize = 2000;

/// One order. Without a submission it is for all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum Order {
    /// Begin nothing new; what runs goes on to its end.
    Pause {
        /// Of which submission.
        id: Option<SubmissionId>,
    },
    /// Take a pause back. Also the word for which a pilot waits.
    Resume {
        /// Of which submission.
        id: Option<SubmissionId>,
    },
    /// Stop what runs, and begin it no more.
    Cancel {
        /// Of which submission.
        id: Option<SubmissionId>,
    },
    /// Audit again what failed, was parked or was cancelled.
    Retry {
        /// Which submission.
        id: Option<SubmissionId>,
    },
    /// Audit again what has a result, reusing what did not change.
    Regrade {
        /// Which submission.
        id: Option<SubmissionId>,
    },
    /// A person scores a criterion. It wins over the machine's score, which stays as it is.
    Override {
        /// Which submission.
        id: SubmissionId,
        /// Which criterion.
        criterion: CriterionId,
        /// The score; `None` takes the person's score back.
        score: Option<Score>,
        /// Why, a sentence of the person's.
        reason: String,
    },
    /// A person declares evidence to be a false positive.
    Waive(Waiver),
    /// Forget a submission until its entry is another; its files stay.
    Remove {
        /// Which submission.
        id: SubmissionId,
    },
}

impl Order {
    /// The submission that it is about, where it is about one.
    #[must_use]
    pub fn about(&self) -> Option<&SubmissionId> {
        match self {
            Self::Pause { id }
            | Self::Resume { id }
            | Self::Cancel { id }
            | Self::Retry { id }
            | Self::Regrade { id } => id.as_ref(),
            Self::Override { id, .. } | Self::Remove { id } => Some(id),
            Self::Waive(waiver) => waiver.submission.as_ref(),
        }
    }

    /// What is wrong with the words of a person called `by`, whatever the class is like: a clause.
    #[must_use]
    pub fn flaw(&self, by: &str) -> Option<&'static str> {
        let is_long = |text: &str| text.trim().chars().nth(LONGEST_WORDS).is_some();
        let reason = match self {
            Self::Override { reason, .. } => Some(reason),
            Self::Waive(waiver) => Some(&waiver.reason),
            Self::Pause { .. }
            | Self::Resume { .. }
            | Self::Cancel { .. }
            | Self::Retry { .. }
            | Self::Regrade { .. }
            | Self::Remove { .. } => None,
        };
        if is_long(by) {
            Some("a name has at most 2000 characters")
        } else if reason.is_some_and(|reason| reason.trim().is_empty()) {
            Some("it needs a reason, for whoever asks later")
        } else if reason.is_some_and(|reason| is_long(reason)) {
            Some("a reason has at most 2000 characters")
        } else {
            None
        }
    }
}

/// A person's word that a piece of evidence does not show what it seems to show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiver {
    /// The evidence.
    pub evidence: EvidenceId,
    /// In which submission; in all of them where it is `None`.
    #[serde(default)]
    pub submission: Option<SubmissionId>,
    /// Why, a sentence of the person's.
    pub reason: String,
    /// Until when it holds, in seconds since the beginning of 1970 in UTC; for good where it is `None`.
    #[serde(default)]
    pub until: Option<u64>,
}

impl Waiver {
    /// Whether it holds for a submission at a moment.
    #[must_use]
    pub fn holds(&self, submission: &SubmissionId, now: u64) -> bool {
        self.submission.as_ref().is_none_or(|id| id == submission)
            && self.until.is_none_or(|until| now < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_gives_a_reason_and_neither_it_nor_a_name_is_a_book() {
        let waive = |reason: &str| {
            let evidence = EvidenceId::new("E-12345678").unwrap();
            let reason = reason.to_owned();
            Order::Waive(Waiver { evidence, submission: None, reason, until: None })
        };
        let (longest, longer) = ("é".repeat(LONGEST_WORDS), "é".repeat(LONGEST_WORDS + 1));
        for (order, by, flaw) in [
            (waive(&longest), longest.as_str(), None),
            (waive(" x "), longer.as_str(), Some("a name has")),
            (waive(&longer), "", Some("a reason has")),
            (waive(" "), "", Some("it needs a reason")),
            (Order::Pause { id: None }, "", None),
            (Order::Pause { id: None }, longer.as_str(), Some("a name has")),
        ] {
            let told = order.flaw(by);
            assert_eq!(told.is_some(), flaw.is_some(), "{flaw:?}");
            assert!(told.unwrap_or_default().starts_with(flaw.unwrap_or_default()), "{flaw:?}");
        }
    }
}
