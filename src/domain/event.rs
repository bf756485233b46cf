//! What happened: the only way in which the state changes, and all that a journal has to keep.

use super::chat::Account;
use super::evidence::Detective;
use super::facts::{Facts, Sights};
use super::failure::Failure;
use super::ids::AuditId;
use super::opinion::JudicialOpinion;
use super::reading::Reading;
use super::reducers::Evidences;
use super::report::AuditReport;
use super::request::AuditRequest;
use super::rubric::Rubric;
use super::task::Task;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;

/// One thing that happened in an audit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum AuditEvent {
    /// The audit was accepted.
    Opened {
        /// What was asked for.
        request: Arc<AuditRequest>,
        /// By which rubric.
        rubric: Arc<Rubric>,
    },
    /// The repository is in the audit's folder.
    Fetched {
        /// Where it is.
        path: PathBuf,
    },
    /// The report is on disk.
    Located {
        /// The file.
        path: PathBuf,
        /// What the report calls it.
        shown: String,
        /// How it was chosen, one sentence, where the operator did not name it.
        choice: Option<String>,
    },
    /// What was fetched or located is no longer there, as after the loss of a temporary folder.
    Mislaid {
        /// The work to be done again.
        tasks: Vec<Task>,
    },
    /// A detective read its artifact.
    Examined {
        /// Who.
        detective: Detective,
        /// What was seen.
        facts: Arc<Facts>,
    },
    /// A vision model looked at the report's figures.
    Looked {
        /// What it says.
        sights: Arc<Sights>,
        /// What its calls used.
        #[serde(default)]
        account: Account,
    },
    /// A detective gave evidence.
    Testified {
        /// Who.
        detective: Detective,
        /// The evidence by dimension.
        evidences: Evidences,
        /// How the facts answer the probes.
        readings: Vec<Reading>,
    },
    /// A judge gave an opinion.
    Heard {
        /// The attempt that brought it, from 1.
        attempt: u32,
        /// The opinion.
        opinion: JudicialOpinion,
        /// What its model calls used; empty for the offline bench.
        #[serde(default)]
        account: Account,
    },
    /// An opinion of the audit that this one follows stands for the one that a judge would give: the case is
    /// the same. No judge is asked, and no model is paid.
    Adopted {
        /// The opinion as it was given.
        opinion: JudicialOpinion,
        /// The audit in which it was.
        from: AuditId,
    },
    /// An attempt at a piece of work came to nothing.
    Lost {
        /// The work.
        task: Task,
        /// The attempt, from 1.
        attempt: u32,
        /// Why.
        failure: Failure,
        /// What model calls used that finished all the same.
        #[serde(default)]
        account: Account,
    },
    /// The Chief Justice ruled.
    Decided {
        /// The report; in JSON without its evidence and readings, which [`whole`](super::kept::whole) gives back.
        #[serde(with = "super::kept")]
        report: Arc<AuditReport>,
    },
    /// The report is written.
    Published {
        /// The files, Markdown first.
        files: Vec<PathBuf>,
    },
    /// The audit ended without a report.
    Abandoned {
        /// The work that could not be done.
        task: Task,
        /// Why.
        failure: Failure,
    },
}

impl AuditEvent {
    /// An attempt that came to nothing and used no model.
    #[must_use]
    pub fn lost(task: Task, attempt: u32, failure: Failure) -> Self {
        Self::Lost { task, attempt, failure, account: Account::new() }
    }

    /// The report that it decides on, if it does.
    #[must_use]
    pub fn verdict(&self) -> Option<&Arc<AuditReport>> {
        match self {
            Self::Decided { report } => Some(report),
            Self::Opened { .. }
            | Self::Fetched { .. }
            | Self::Located { .. }
            | Self::Mislaid { .. }
            | Self::Examined { .. }
            | Self::Looked { .. }
            | Self::Testified { .. }
            | Self::Heard { .. }
            | Self::Adopted { .. }
            | Self::Lost { .. }
            | Self::Published { .. }
            | Self::Abandoned { .. } => None,
        }
    }

    /// What the model calls used that belong to it, where such calls may belong to it.
    #[must_use]
    pub fn account(&self) -> Option<&Account> {
        match self {
            Self::Looked { account, .. }
            | Self::Heard { account, .. }
            | Self::Lost { account, .. } => Some(account),
            Self::Opened { .. }
            | Self::Fetched { .. }
            | Self::Located { .. }
            | Self::Mislaid { .. }
            | Self::Examined { .. }
            | Self::Testified { .. }
            | Self::Adopted { .. }
            | Self::Decided { .. }
            | Self::Published { .. }
            | Self::Abandoned { .. } => None,
        }
    }

    /// Whether it could be had again for nothing: what was asked for, which whoever asked knows and a class keeps by
    /// itself; what was read, and what follows from that; opinions, whose model calls are kept by themselves; and the
    /// report's files, which are written alike from what was decided. What was decided or lost could not.
    #[must_use]
    pub fn can_be_had_again(&self) -> bool {
        match self {
            Self::Opened { .. }
            | Self::Fetched { .. }
            | Self::Located { .. }
            | Self::Examined { .. }
            | Self::Looked { .. }
            | Self::Testified { .. }
            | Self::Heard { .. }
            | Self::Adopted { .. }
            | Self::Published { .. } => true,
            Self::Mislaid { .. }
            | Self::Lost { .. }
            | Self::Decided { .. }
            | Self::Abandoned { .. } => false,
        }
    }

    /// The attempt at which piece of work this event ends, if it ends one.
    #[must_use]
    pub fn ends(&self) -> Option<Task> {
        match self {
            Self::Opened { .. } | Self::Mislaid { .. } | Self::Abandoned { .. } => None,
            Self::Fetched { .. } => Some(Task::Fetch),
            Self::Located { .. } => Some(Task::Locate),
            Self::Examined { detective, .. } => Some(Task::Examine { detective: *detective }),
            Self::Looked { .. } => Some(Task::Look),
            Self::Testified { detective, .. } => Some(Task::Testify { detective: *detective }),
            Self::Heard { opinion, .. } | Self::Adopted { opinion, .. } => {
                Some(Task::Hear { seat: opinion.seat() })
            }
            Self::Lost { task, .. } => Some(task.clone()),
            Self::Decided { .. } => Some(Task::Decide),
            Self::Published { .. } => Some(Task::Publish),
        }
    }
}
