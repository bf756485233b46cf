//! A place for reports in memory.

use async_trait::async_trait;
use automaton_auditor::domain::report::AuditReport;
use automaton_auditor::ports::reports::{ReportError, Reports};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Keeps reports in memory, or refuses all of them.
#[derive(Default)]
pub struct Shelf {
    reports: Mutex<Vec<AuditReport>>,
    is_full: bool,
}

impl Shelf {
    /// Refuses every report.
    pub fn full() -> Self {
        Self { is_full: true, ..Self::default() }
    }

    /// The reports that were written.
    pub fn reports(&self) -> Vec<AuditReport> {
        self.reports.lock().unwrap().clone()
    }
}

#[async_trait]
impl Reports for Shelf {
    async fn publish(&self, report: &Arc<AuditReport>) -> Result<Vec<PathBuf>, ReportError> {
        if self.is_full {
            let source = std::io::Error::other("the shelf is full");
            return Err(ReportError::Io { path: "report.md".into(), source });
        }
        self.reports.lock().unwrap().push(report.as_ref().clone());
        Ok(vec!["report.md".into(), "report.json".into()])
    }
}
