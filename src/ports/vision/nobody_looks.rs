//! Where no vision model is configured.

use super::{Vision, VisionError};
use async_trait::async_trait;

/// Looks at nothing and says so: [`VisionError::NotConfigured`] to every question.
#[derive(Clone, Copy, Debug, Default)]
pub struct NobodyLooks;

#[async_trait]
impl Vision for NobodyLooks {
    async fn answer(&self, _png: &[u8], _question: &str) -> Result<String, VisionError> {
        Err(VisionError::NotConfigured)
    }
}
