//! Where a judge's opinion comes from.

mod offline;

pub use offline::OfflineRules;

use crate::domain::case::Case;
use crate::domain::failure::Failure;
use crate::domain::opinion::JudicialOpinion;
use async_trait::async_trait;

/// Gives an opinion on a case. Tries once, and says whether trying again can help.
#[async_trait]
pub trait Counsel: Send + Sync {
    /// Hears one case.
    async fn opine(&self, case: &Case) -> Result<JudicialOpinion, Failure>;
}
