//! The scores that the audits of itself in a tree give the program.

use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{AuditScore, Lines, SelfAudits, TreeFacts};
use regex::Regex;
use std::sync::LazyLock;

/// Most audits whose scores are stated; a tree with more holds an archive, in which any number can be found.
const AUDITS: usize = 100;
/// Longest line in which a score is looked for, in bytes.
const LONGEST_LINE: usize = 4_000;

static SCORE: LazyLock<Regex> = LazyLock::new(|| {
    let words = r"(?:overall|aggregated?|total)[ _-](?:(?:average|audit|self-audit|final)[ _-])?(?:score|rating|grade)";
    let sign = r#"[\s"'*`:=|]*"#;
    Regex::new(&format!(
        r"(?i)\b{words}\b{sign}(?:\([A-Za-z ]{{1,20}}\))?{sign}(?P<value>[0-9]{{1,3}}(?:\.[0-9]+)?)(?: ?/ ?(?P<most>[0-9]{{1,3}})(?:\.0+)?)?(?:[^0-9.]|\.?$|\. )"
    ))
    .expect("the pattern is a constant and valid")
});

/// Reads the audits of the program itself, which are known by their path; nothing where there are too many.
#[must_use]
pub fn self_audits(sources: &[Source], tree: &TreeFacts) -> SelfAudits {
    let mut audits = SelfAudits::default();
    for entry in tree.entries.iter().filter(|entry| is_self_audit(&entry.path)) {
        let source = sources.iter().find(|source| source.path == entry.path);
        let text = source.map(Source::text);
        match text.as_deref().map(score) {
            Some(Some((line, value, most))) => {
                let place = Lines::new(&entry.path, &entry.blob, line, line);
                audits.scores.push(AuditScore { place, value, most });
            }
            // What speaks of no score is no audit, but a note beside one.
            Some(None) if !text.is_some_and(|text| text.to_lowercase().contains("score")) => {}
            Some(None) | None => audits.unread.push(entry.path.clone()),
        }
    }
    if audits.scores.len() + audits.unread.len() > AUDITS { SelfAudits::default() } else { audits }
}

/// Whether a path says that it leads to what an audit of the program itself brought forth.
fn is_self_audit(path: &str) -> bool {
    let path = path.to_lowercase();
    let Some((_, ending)) = path.rsplit_once('.') else { return false };
    let of_itself = ["onself", "on_self", "on-self", "self_audit", "self-audit", "selfaudit"];
    of_itself.iter().any(|words| path.contains(words))
        && ["md", "txt", "json", "pdf", "html"].contains(&ending)
        && !path.contains("peer")
}

/// The first score of the whole, with its line.
fn score(text: &str) -> Option<(u32, String, Option<u32>)> {
    (1..).zip(text.lines()).find_map(|(number, line)| {
        let line = line.get(..LONGEST_LINE).unwrap_or(line);
        let found = SCORE.captures(line)?;
        let most = found.name("most").and_then(|most| most.as_str().parse().ok());
        Some((number, found["value"].to_owned(), most))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::TreeEntry;

    /// Files → `line value` of each score, then what was not read.
    #[track_caller]
    fn check(files: &[(&str, Option<&str>)], expected: &[&str]) {
        let entry = |(path, _): &(&str, Option<&str>)| TreeEntry {
            path: (*path).into(),
            ..TreeEntry::default()
        };
        let tree = TreeFacts { entries: files.iter().map(entry).collect(), ..TreeFacts::default() };
        let source = |(path, text): &(&str, Option<&str>)| {
            let bytes = text.as_ref()?.as_bytes().to_vec();
            Some(Source { path: (*path).into(), blob: String::new(), bytes })
        };
        let sources: Vec<Source> = files.iter().filter_map(source).collect();
        let audits = self_audits(&sources, &tree);
        let told = audits.scores.iter().map(|score| format!("{} {score}", score.place.line));
        let told: Vec<String> = told.chain(audits.unread.iter().cloned()).collect();
        assert_eq!(told, expected, "{files:?}");
    }

    #[test]
    fn the_score_of_the_whole_is_read_however_it_is_written() {
        for (text, expected) in [
            ("# Audit\n\n**Overall Score:** 4.43 / 5.0\n", "3 4.43/5"),
            ("**overall_score:** `4.3`  \n", "1 4.3"),
            ("{\n  \"overall_score\": 3,\n", "2 3"),
            ("| **Overall score** | **4.75 / 5.0** |", "1 4.75/5"),
            ("**Overall Score (Verdict):** 2.57/5 (51.4/100)", "1 2.57/5"),
            ("Overall Average Score: 3.83", "1 3.83"),
            ("Final audit complete. Aggregate score: 4.3. See below.", "1 4.3"),
            ("Overall score=2/5. Criteria evaluated=6.", "1 2/5"),
            ("Overall Score: 3.3333333333333335/5.0. Criteria: 3.", "1 3.33…/5"),
        ] {
            check(&[("audit/report_onself_generated/audit.md", Some(text))], &[expected]);
        }
    }

    #[test]
    fn what_is_no_audit_of_itself_is_not_read_and_what_cannot_be_is_told() {
        let score = Some("Overall Score: 2/5");
        check(&[("audit/report_onpeer_generated/a.md", score)], &[]);
        check(&[("audit/report_onself_generated/a.py", score), ("README.md", score)], &[]);
        check(&[("audit/report_onself_generated/README.md", Some("What lies here."))], &[]);
        let unread = "audit/report_onself_generated/a.md";
        check(&[(unread, Some("The final score of each criterion."))], &[unread]);
        check(&[("audit/self_audit.pdf", None)], &["audit/self_audit.pdf"]);
    }
}
