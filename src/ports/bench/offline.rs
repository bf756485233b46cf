//! The offline bench: no model, no network.

use super::Counsel;
use crate::domain::case::Case;
use crate::domain::failure::Failure;
use crate::domain::opinion::JudicialOpinion;
use crate::judge::rules;
use async_trait::async_trait;

/// Judges by the written scoring policies.
#[derive(Clone, Copy, Debug, Default)]
pub struct OfflineRules;

#[async_trait]
impl Counsel for OfflineRules {
    async fn opine(&self, case: &Case) -> Result<JudicialOpinion, Failure> {
        Ok(rules::opine(case))
    }
}
