//! Audits that lie where a peer's are received, and that the program has made of itself.

use super::scores::Scores;
use crate::detect::repo::audits::is_received;
use crate::domain::evidence::Finding;
use crate::domain::facts::{AuditFile, Place, SelfAudits, TreeFacts};
use crate::domain::score::Confidence;

/// Most of them that are told of.
const TOLD: usize = 2;

/// Adds to what is told of scores which audits received have the content of one of the program itself: both cannot be
/// what their folders say.
pub(super) fn tell(scores: &mut Scores, audits: &SelfAudits, tree: &TreeFacts) {
    for (received, own) in copies(audits, tree).into_iter().take(TOLD) {
        let fact = format!(
            "`{received}` and `{own}` have the same content, so that one of them is not what its folder says"
        );
        let place = |path: &str| Place::Tree { scope: path.to_owned() };
        let found = Finding::found(place(received), format!("{fact}."));
        let places = vec![place(received), place(own)];
        scores.told.extend([" ", &fact, "."]);
        scores.findings.push(Finding { places, ..found }.with_confidence(Confidence::CERTAIN));
    }
}

/// The paths of audits received, each with that of the program's own that has the same content.
fn copies<'f>(audits: &'f SelfAudits, tree: &'f TreeFacts) -> Vec<(&'f str, &'f str)> {
    let blob = |file: &'f AuditFile| {
        let first = || file.criteria.first().map(|(_, score)| score);
        let place = &file.whole.as_ref().or_else(first)?.place;
        Some((place.blob.as_str(), place.file.as_str()))
    };
    let own: Vec<(&str, &str)> = audits.files.iter().filter_map(blob).collect();
    let same = |entry: &'f crate::domain::facts::TreeEntry| {
        let of = |(blob, path): &&(&str, &str)| *blob == entry.blob && !is_received(path);
        let (_, path) = own.iter().find(of)?;
        is_received(&entry.path).then_some((entry.path.as_str(), *path))
    };
    tree.entries.iter().filter_map(same).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{AuditScore, Lines, TreeEntry};

    /// An audit of the program itself, and another file with its blob → what is told.
    #[track_caller]
    fn check(own: &str, other: (&str, &str), expected: &str) {
        let whole = AuditScore { place: Lines::new(own, "b1", 3, 3), ..AuditScore::default() };
        let file = AuditFile { whole: Some(whole), ..AuditFile::default() };
        let audits = SelfAudits { files: vec![file], ..SelfAudits::default() };
        let entry = |(path, blob): (&str, &str)| TreeEntry {
            path: path.into(),
            blob: blob.into(),
            ..TreeEntry::default()
        };
        let entries = vec![entry((own, "b1")), entry(other)];
        let mut scores = Scores::default();
        tell(&mut scores, &audits, &TreeFacts { entries, ..TreeFacts::default() });
        assert_eq!(scores.told, expected);
        assert_eq!(scores.findings.len(), usize::from(!expected.is_empty()));
    }

    #[test]
    fn an_audit_received_that_is_one_of_the_programs_own_is_told() {
        let own = "audit/report_onself_generated/report.md";
        let received = "audit/report_bypeer_received/report.md";
        let told = " `audit/report_bypeer_received/report.md` and `audit/report_onself_generated/report.md` have the same content, so that one of them is not what its folder says.";
        check(own, (received, "b1"), told);
        check(own, (received, "b2"), "");
        // A copy of the program's own audit, kept beside it.
        check(own, ("audit/latest_report.md", "b1"), "");
        check(received, ("audit/report_bypeer_received/again.md", "b1"), "");
    }
}
