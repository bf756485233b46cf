//! What an excerpt shows of a finding: so much that a reader can check it, and no more.

use crate::domain::evidence::Evidence;

/// Most lines of an excerpt.
pub(super) const LINES: usize = 12;
/// Longest line of an excerpt, in characters.
pub(super) const COLUMNS: usize = 200;
/// Most places of one finding.
pub(super) const PLACES: usize = 12;

/// The excerpt of a finding, and how it was shortened, where there is one.
pub(super) fn of(evidence: &Evidence) -> Option<(String, Option<String>)> {
    evidence.content.as_deref().filter(|text| !text.trim().is_empty()).map(excerpt)
}

/// At most so many lines, none of them too long, and how that was reached where it was needed.
fn excerpt(content: &str) -> (String, Option<String>) {
    let content = content.trim_matches(['\n', '\r']);
    let lines = content.lines().count();
    let mut is_cut = false;
    let mut kept = Vec::new();
    for line in content.lines().take(LINES) {
        let short: String = line.chars().take(COLUMNS).collect();
        let is_short = short.len() < line.len();
        is_cut |= is_short;
        kept.push(if is_short { short + "…" } else { short });
    }
    let how = match (lines > LINES, is_cut) {
        (true, _) => Some(format!("excerpt shortened: {LINES} of {lines} lines")),
        (false, true) => Some("excerpt shortened: long lines are cut".to_owned()),
        (false, false) => None,
    };
    (kept.join("\n"), how)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_excerpt_is_cut_and_says_so() {
        let long = "x\n".repeat(40);
        let (text, how) = excerpt(&long);
        assert_eq!(text.lines().count(), LINES);
        assert_eq!(how.as_deref(), Some("excerpt shortened: 12 of 40 lines"));
        let (text, how) = excerpt(&"é".repeat(300));
        assert_eq!(text.chars().count(), COLUMNS + 1);
        assert!(how.unwrap().contains("long lines"));
        assert_eq!(excerpt("short"), ("short".to_owned(), None));
    }
}
