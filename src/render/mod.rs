//! stub
use crate::domain::report::AuditReport;
/// stub
pub fn file_stem(_: &AuditReport) -> String {
    "report".into()
}
/// stub
pub fn json(r: &AuditReport) -> String {
    serde_json::to_string_pretty(r).unwrap()
}
/// stub
pub fn markdown(_: &AuditReport) -> String {
    String::new()
}
/// stub
pub fn progress_line(_: &crate::domain::event::AuditEvent) -> Option<String> {
    None
}
/// stub
pub mod escape {
    /// stub
    pub fn terminal(s: &str) -> String {
        s.into()
    }
}
