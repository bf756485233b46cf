//! The scores that the audits of itself in a tree give the program.

use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{AuditFile, AuditScore, Lines, SelfAudits, TreeEntry, TreeFacts};
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// Most audits whose scores are stated; a tree with more holds an archive, in which any number can be found.
const AUDITS: usize = 100;
/// Most criteria of one audit.
const CRITERIA: usize = 40;
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

/// What a criterion's score is called, and how it may be written there.
static FINAL: LazyLock<Regex> = LazyLock::new(|| {
    let number = r"(?P<value>[0-9]{1,3}(?:\.[0-9]+)?)(?: ?/ ?(?P<most>[0-9]{1,3})(?:\.0+)?)?";
    Regex::new(&format!(
        r"(?i)^[^A-Za-z0-9]*(?:verdict \()?final[ _]score\)?[^A-Za-z0-9.-]*{number}(?:[^0-9.]|\.?$)"
    ))
    .expect("the pattern is a constant and valid")
});

/// A heading that holds the score itself: `Safe Tools (Score: 3 / 5.0)`.
static HEADED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?P<name>.{3,80}?)[ (—–:-]+(?:final )?score:? ?(?P<value>[0-9]{1,3}(?:\.[0-9]+)?)(?: ?/ ?(?P<most>[0-9]{1,3})(?:\.0+)?)?\W*$",
    )
    .expect("the pattern is a constant and valid")
});

/// Words of headings below a criterion's own.
const PARTS: &[&str] = &[
    "score",
    "judge",
    "opinion",
    "remediation",
    "dissent",
    "defense",
    "defence",
    "prosecutor",
    "tech lead",
    "techlead",
    "argument",
    "evidence",
    "summary",
    "detailed",
];

/// Reads the audits of the program itself, which are known by their path; nothing where there are too many.
#[must_use]
pub fn self_audits(sources: &[Source], tree: &TreeFacts) -> SelfAudits {
    let mut audits = SelfAudits::default();
    for entry in tree.entries.iter().filter(|entry| is_self_audit(&entry.path)) {
        let source = sources.iter().find(|source| source.path == entry.path);
        let text = source.map(Source::text);
        match text.as_deref().map(|text| (whole(text, entry), text)) {
            Some((Some(whole), text)) => {
                audits.files.push(AuditFile { whole, criteria: criteria(text, entry) });
            }
            // What speaks of no score is no audit, but a note beside one.
            Some((None, text)) if !text.to_lowercase().contains("score") => {}
            Some((None, _)) | None => audits.unread.push(entry.path.clone()),
        }
    }
    let audits = once(audits);
    if audits.files.len() + audits.unread.len() > AUDITS { SelfAudits::default() } else { audits }
}

/// Leaves one file of those that differ in their ending alone and give the same: one audit, written twice. That with
/// the scores of criteria stays; a text that could not be read is told by the one beside it that could.
fn once(audits: SelfAudits) -> SelfAudits {
    let mut files: Vec<AuditFile> = Vec::new();
    for file in audits.files {
        let same = |known: &&mut AuditFile| {
            stem(&known.whole.place.file) == stem(&file.whole.place.file)
                && agree(&known.whole, &file.whole)
        };
        match files.iter_mut().find(same) {
            Some(known) if known.criteria.len() < file.criteria.len() => *known = file,
            Some(_) => {}
            None => files.push(file),
        }
    }
    let told = |path: &String| {
        let is_text = !path.to_lowercase().ends_with(".pdf");
        is_text && files.iter().any(|file| stem(&file.whole.place.file) == stem(path))
    };
    let unread = audits.unread.iter().filter(|path| !told(path)).cloned().collect();
    SelfAudits { files, unread }
}

/// A path without its ending.
fn stem(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(stem, _)| stem)
}

/// Whether two scores are one, where the one may be rounded.
fn agree(one: &AuditScore, other: &AuditScore) -> bool {
    let value = |score: &AuditScore| score.value.parse::<f64>().ok();
    let digits =
        |score: &AuditScore| score.value.split_once('.').map_or(0, |(_, digits)| digits.len());
    let half = [0.501, 0.051, 0.0051, 0.00051][digits(one).min(digits(other)).min(3)];
    let near = value(one).zip(value(other)).is_some_and(|(one, other)| (one - other).abs() <= half);
    near && (one.most.is_none() || other.most.is_none() || one.most == other.most)
}

/// The score that a pattern found in a line.
fn found(captures: &Captures<'_>, entry: &TreeEntry, line: u32) -> AuditScore {
    let most = captures.name("most").and_then(|most| most.as_str().parse().ok());
    let place = Lines::new(&entry.path, &entry.blob, line, line);
    AuditScore { place, value: captures["value"].to_owned(), most }
}

/// The lines of a text with their numbers, the longest of them left out.
fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| line.len() <= LONGEST_LINE)
}

/// The first score of the whole.
fn whole(text: &str, entry: &TreeEntry) -> Option<AuditScore> {
    lines(text).find_map(|(number, line)| Some(found(&SCORE.captures(line)?, entry, number)))
}

/// The final scores of the criteria, each by the heading above it.
fn criteria(text: &str, entry: &TreeEntry) -> Vec<(String, AuditScore)> {
    let (mut all, mut heading): (Vec<(String, AuditScore)>, Option<&str>) = (Vec::new(), None);
    for (number, line) in lines(text) {
        if let Some(title) = line.strip_prefix('#') {
            let title = title.trim_start_matches('#').trim();
            if let Some(captures) = HEADED.captures(title) {
                all.push((captures["name"].to_owned(), found(&captures, entry, number)));
                heading = None;
            } else if !PARTS.iter().any(|part| title.to_lowercase().contains(part)) {
                heading = Some(title);
            }
        } else if let Some(captures) = FINAL.captures(line)
            && let Some(title) = heading.take()
        {
            all.push((title.to_owned(), found(&captures, entry, number)));
        }
        if all.len() >= CRITERIA {
            break;
        }
    }
    all
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

#[cfg(test)]
mod tests {
    use super::*;

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
        let told = audits.files.iter().flat_map(|file| {
            let whole = format!("{} {}", file.whole.place.line, file.whole);
            let criterion = |(name, score): &(String, AuditScore)| format!("{name} {score}");
            std::iter::once(whole).chain(file.criteria.iter().map(criterion)).collect::<Vec<_>>()
        });
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
    fn final_scores_of_criteria_are_read_by_the_headings_above_them() {
        let criteria = |text: &str, expected: &[&str]| {
            let text = format!("Overall score: 3/5\n{text}");
            let expected: Vec<&str> =
                std::iter::once("1 3/5").chain(expected.iter().copied()).collect();
            check(&[("audit/report_onself_generated/audit.md", Some(&text))], &expected);
        };
        criteria(
            "### 1. Safe Tools (`safe_tools`)\n\n**Final Score:** 4/5\n\n#### Judge opinions\n- **Defense** (Score: 5)\n### Clear Graph\n**Final score:** ■■■ 5/5\n",
            &["1. Safe Tools (`safe_tools`) 4/5", "Clear Graph 5/5"],
        );
        criteria(
            "### Safe Tools (Score: 3 / 5.0)\n## Clear Graph — Score: 4/5\n",
            &["Safe Tools 3/5", "Clear Graph 4/5"],
        );
        criteria(
            "### Safe Tools\n#### Final Score\n**Verdict (Final Score):** 3/5\n",
            &["Safe Tools 3/5"],
        );
        criteria(
            "### Safe Tools\n- **Prosecutor** (Score: 2/5)\nA final score of 2 was close.\n",
            &[],
        );
    }

    #[test]
    fn files_of_one_audit_are_told_once() {
        let json = Some("{\"overall_score\": 3.3333}");
        let text = Some("Overall Score: 3.33/5\n### Safe Tools\nFinal Score: 4/5\n");
        let both = [("audit/self_audit/a.json", json), ("audit/self_audit/a.md", text)];
        check(&both, &["1 3.33/5", "Safe Tools 4/5"]);
        let unread = [("audit/self_audit/a.json", Some("{\"score\": []}")), both[1]];
        check(&unread, &["1 3.33/5", "Safe Tools 4/5"]);
        // Another run, another score, and what nobody has read.
        check(&[both[0], ("audit/self_audit/b.json", json)], &["1 3.33…", "1 3.33…"]);
        check(
            &[both[0], ("audit/self_audit/a.md", Some("Overall Score: 2/5"))],
            &["1 3.33…", "1 2/5"],
        );
        let pdf = [both[1], ("audit/self_audit/a.pdf", None)];
        check(&pdf, &["1 3.33/5", "Safe Tools 4/5", "audit/self_audit/a.pdf"]);
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
