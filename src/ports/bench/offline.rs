//! The offline bench: no model, no network.

use super::{Counsel, Counselled};
use crate::domain::case::Case;
use crate::judge::rules;
use async_trait::async_trait;

/// Judges by the written scoring policies.
#[derive(Clone, Copy, Debug, Default)]
pub struct OfflineRules;

#[async_trait]
impl Counsel for OfflineRules {
    async fn opine(&self, case: &Case) -> Counselled {
        Ok(rules::opine(case)).into()
    }
}
