//! Where a judge's opinion comes from.

mod language_models;
mod offline;

pub use language_models::LanguageModels;
pub use offline::OfflineRules;

use crate::domain::case::Case;
use crate::domain::chat::Account;
use crate::domain::failure::Failure;
use crate::domain::opinion::JudicialOpinion;
use async_trait::async_trait;

/// Gives an opinion on a case. Tries once, and says whether trying again can help.
#[async_trait]
pub trait Counsel: Send + Sync {
    /// Hears one case.
    async fn opine(&self, case: &Case) -> Counselled;
}

/// What came of hearing one case.
#[derive(Clone, Debug, PartialEq)]
pub struct Counselled {
    /// The opinion, or why there is none.
    pub outcome: Result<JudicialOpinion, Failure>,
    /// What the model calls used that finished, whatever came of them.
    pub account: Account,
}

impl From<Result<JudicialOpinion, Failure>> for Counselled {
    /// Counsel that used no model.
    fn from(outcome: Result<JudicialOpinion, Failure>) -> Self {
        Self { outcome, account: Account::new() }
    }
}
