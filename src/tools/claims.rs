//! The cross-reference of the contract, §5.3.

use crate::detect::document;
use crate::domain::facts::{CitedPath, PathStatus, RepositoryFacts};

/// What became of claimed paths. Each list keeps the order of the claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrossReference {
    /// Paths that are in the tree.
    pub verified: Vec<String>,
    /// Paths that the tree surely does not have.
    pub hallucinated: Vec<String>,
    /// Words that claim no file of the repository: placeholders, output of a program, prose.
    pub mentions: Vec<String>,
    /// Paths of which neither can be said: they fit several files, or the tree could be read only in part.
    pub ambiguous: Vec<String>,
}

/// Holds claimed paths against the tree at the audited commit. Contract §5.3.
///
/// Every path is taken as a plain claim that the file exists. A path comes back hallucinated only when
/// nothing in the tree resembles it, as it would accuse somebody. Cannot fail.
///
/// ```
/// use automaton_auditor::domain::facts::{RepositoryFacts, TreeEntry, TreeFacts};
/// use automaton_auditor::tools::cross_reference;
///
/// let entries = ["src/graph.py", "src/nodes/judges.py"].map(|path| TreeEntry {
///     path: path.into(),
///     mode: "file".into(),
///     ..TreeEntry::default()
/// });
/// let tree = TreeFacts { entries: entries.into(), ..TreeFacts::default() };
/// let repository = RepositoryFacts { tree, ..RepositoryFacts::default() };
///
/// let claims = ["src/graph.py", "src/tools/ast_parser.py", "path/to/your_file.py"];
/// let looked_up = cross_reference(&claims.map(String::from), &repository);
/// assert_eq!(looked_up.verified, ["src/graph.py"]);
/// assert_eq!(looked_up.hallucinated, ["src/tools/ast_parser.py"]);
/// assert_eq!(looked_up.mentions, ["path/to/your_file.py"]);
/// assert!(looked_up.ambiguous.is_empty());
/// ```
#[must_use]
pub fn cross_reference(claimed_paths: &[String], repo: &RepositoryFacts) -> CrossReference {
    let mut sorted = CrossReference::default();
    for claim in claimed_paths {
        // One claim at a time: a claim with a break inside comes back as its parts.
        let parts = document::cross_reference(&[plain(claim)], &repo.tree, Some(&repo.history));
        let list = match worst(&parts) {
            PathStatus::Verified => &mut sorted.verified,
            PathStatus::Absent => &mut sorted.hallucinated,
            PathStatus::Mention => &mut sorted.mentions,
            PathStatus::Ambiguous | PathStatus::Unchecked => &mut sorted.ambiguous,
        };
        list.push(claim.clone());
    }
    sorted
}

/// The claim in a sentence that says that the file exists, and nothing else.
fn plain(claim: &str) -> CitedPath {
    CitedPath {
        written: claim.into(),
        path: claim.trim_start_matches("./").into(),
        status: PathStatus::Unchecked,
        matched: None,
        reason: String::new(),
        page: 1,
        sentence: format!("{claim} exists."),
        heading: None,
    }
}

/// What can be said of a whole claim: what is true of all its parts, else that it cannot be decided.
fn worst(parts: &[CitedPath]) -> PathStatus {
    let first = parts.first().map_or(PathStatus::Ambiguous, |part| part.status);
    if parts.iter().all(|part| part.status == first) { first } else { PathStatus::Ambiguous }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{TreeEntry, TreeFacts};
    use PathStatus::{Absent, Ambiguous, Mention, Verified};

    #[track_caller]
    fn check(claim: &str, expected: PathStatus) {
        let paths = [".github/ci.yml", "src/a/old_plan.py", "src/b/node.py", "src/graph.py"];
        let entry = |path: &str| TreeEntry {
            path: path.into(),
            mode: "file".into(),
            ..TreeEntry::default()
        };
        let tree = TreeFacts { entries: paths.map(entry).into(), ..TreeFacts::default() };
        let repo = RepositoryFacts { tree, ..RepositoryFacts::default() };
        let CrossReference { verified, hallucinated, mentions, ambiguous } =
            cross_reference(&[claim.into()], &repo);
        let lists = [
            (Verified, verified),
            (Absent, hallucinated),
            (Mention, mentions),
            (Ambiguous, ambiguous),
        ];
        for (status, list) in lists {
            let holds: &[&str] = if status == expected { &[claim] } else { &[] };
            assert_eq!(list, holds, "{claim} as {status:?}");
        }
    }

    #[test]
    fn a_claim_stands_in_one_list_as_it_was_written() {
        check("src/graph.py", Verified);
        check("./src/graph.py", Verified);
        check("src/a/old_plan.py", Verified);
        check("src/judges.py", Absent);
        check("src/planned/removed_example.py", Absent);
        check("~/notes.md", Mention);
        check("", Mention);
    }

    #[test]
    fn a_claim_that_fits_only_in_part_accuses_nobody() {
        check("SRC/Graph.py", Ambiguous);
        check("nodes/graph.py", Ambiguous);
        check("src/graph.py src/judges.py", Ambiguous);
    }
}
