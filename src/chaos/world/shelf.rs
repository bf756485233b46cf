//! Where simulated reports go: nowhere. The journal has them.

use crate::domain::report::AuditReport;
use crate::ports::reports::{ReportError, Reports};
use async_trait::async_trait;
use std::path::PathBuf;
use std::sync::Arc;

/// Takes every report.
pub struct Shelf;

#[async_trait]
impl Reports for Shelf {
    async fn publish(&self, _: &Arc<AuditReport>) -> Result<Vec<PathBuf>, ReportError> {
        Ok(vec![PathBuf::from("report.md"), PathBuf::from("report.json")])
    }
}
