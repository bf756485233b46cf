//! The report as JSON.

use super::escape;
use crate::domain::report::AuditReport;

/// The report with the field names of contract §3.4, indented, with a line break at its end. The
/// same report gives the same bytes. Characters that hide or reorder others are written as JSON
/// escapes, so that the text is safe to print; its value is unchanged.
///
/// # Panics
/// Never: a report holds only what JSON can hold.
#[must_use]
pub fn json(report: &AuditReport) -> String {
    let text = serde_json::to_string_pretty(report)
        .expect("a report holds only strings, numbers and lists, and maps keyed by strings");
    escape::json(&text) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::fixture;

    #[test]
    fn json_reads_back_as_the_same_report() {
        let mut report = fixture::report();
        report.repo_url = "evil\u{202e}\u{1b}".into();
        let text = json(&report);
        assert!(text.ends_with("}\n") && !text.contains('\u{202e}'));
        assert_eq!(serde_json::from_str::<AuditReport>(&text).unwrap(), report);
        assert_eq!(text, json(&report));
    }
}
