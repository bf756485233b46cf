//! What happened to a class: all that its journal keeps.

use super::order::Order;
use super::submission::{Revision, Submission};
use crate::domain::ids::{AuditId, SubmissionId};
use serde::{Deserialize, Serialize};

/// One thing that happened, and when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its number within the class, from 0.
    pub seq: u64,
    /// When, in seconds since the beginning of 1970 in UTC.
    pub at: u64,
    /// What.
    pub event: DocketEvent,
}

/// One thing that happened to a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum DocketEvent {
    /// A submission is new, or not what it was.
    Entered {
        /// The submission.
        submission: Submission,
        /// Its state.
        revision: Revision,
    },
    /// An audit of it was begun.
    Begun {
        /// Which submission.
        id: SubmissionId,
        /// Of which state.
        revision: Revision,
        /// The audit.
        audit: AuditId,
        /// The audit whose unchanged opinions it takes over, where it is a regrade.
        #[serde(default)]
        after: Option<AuditId>,
    },
    /// An audit brought a report.
    Graded {
        /// Which submission.
        id: SubmissionId,
        /// The audit.
        audit: AuditId,
        /// What it came to.
        grade: Grade,
    },
    /// An audit brought no report.
    Failed {
        /// Which submission.
        id: SubmissionId,
        /// The audit.
        audit: AuditId,
        /// Why, a fragment.
        reason: String,
        /// Whether trying again can help.
        passing: bool,
    },
    /// A running audit was stopped, as ordered.
    Stopped {
        /// Which submission.
        id: SubmissionId,
        /// The audit.
        audit: AuditId,
    },
    /// Somebody ordered something.
    Ordered {
        /// What.
        order: Order,
        /// Who.
        by: String,
    },
    /// So many submissions are audited before the others wait for a person's word.
    Piloted {
        /// How many.
        first: u32,
    },
}

/// What an audit of a submission came to, in brief; the report has the rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grade {
    /// The overall score, 1–5; `None` where nothing could be scored.
    pub overall: Option<f64>,
    /// What the report leaves out, a fragment; `None` where it is complete.
    pub partial: Option<String>,
    /// The audited commit, where it is known.
    pub commit: Option<String>,
    /// What its model calls cost, where that is known.
    pub cost: Option<f64>,
    /// Tokens of its model calls.
    pub tokens: u64,
    /// Seconds from its beginning to its report.
    pub seconds: u64,
    /// Its files, as paths from the folder of results with `/` between their parts; JSON first.
    pub files: Vec<String>,
}
