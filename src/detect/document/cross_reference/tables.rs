//! The rows of one table of files, of which all say the same: that the file is there.

use super::{drawn, position};
use crate::domain::facts::{CitedPath, PathStatus};
use std::collections::BTreeSet;

/// Why a bare name of a source claims nothing.
pub(super) const UNSAID: &str = "a bare name, and the sentence does not say that it exists";

/// Fewest files of a table that have to be there for it to be one of this repository.
const ENOUGH: usize = 3;
/// Most words of what a row calls its file, and of a row that ends with the file.
const MOST_WORDS: usize = 4;
const MOST_OF_WHOLE: usize = 8;

/// Where a row of a table has its file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    /// First, before what is said of it.
    First,
    /// Behind what it is called.
    Second,
}

/// Calls absent what a table of files lists and the tree does not have, where nearly all that it lists is there: the
/// same table is believed for those.
pub(super) fn judge_rows(found: &mut [CitedPath]) {
    let rows: Vec<Option<Column>> = found.iter().map(column).collect();
    let lost: Vec<usize> = (0..found.len())
        .filter(|at| {
            rows[*at].is_some() && is_doubted(&found[*at]) && is_believed(found, &rows, *at)
        })
        .collect();
    for at in lost {
        let one = &mut found[at];
        let kind = if one.path.contains('/') { "path" } else { "name" };
        one.status = PathStatus::Absent;
        one.reason = format!(
            "the table lists it with others that are there, and no file of this {kind} is in the tree"
        );
    }
}

/// Whether a path is left open for nothing but that its row does not say that it is there.
fn is_doubted(one: &CitedPath) -> bool {
    match one.status {
        PathStatus::Mention => one.reason == drawn::ANYWHERE || one.reason == UNSAID,
        PathStatus::Ambiguous => one.reason.starts_with(position::NOT_PLAIN),
        _ => false,
    }
}

/// Whether the rows around it, in the same part of the same page, are of files that are there, all but a few.
fn is_believed(found: &[CitedPath], rows: &[Option<Column>], at: usize) -> bool {
    let (one, rows_at) = (&found[at], rows[at]);
    let is_beside = |other: &CitedPath| other.page == one.page && other.heading == one.heading;
    let beside = || {
        let rows = found.iter().zip(rows).enumerate();
        let rows = rows.filter(|(other, (cited, row))| {
            *other != at && **row == rows_at && is_beside(cited) && cited.path != one.path
        });
        rows.map(|(_, (cited, _))| cited)
    };
    let there: BTreeSet<&str> = beside()
        .filter(|cited| cited.status == PathStatus::Verified)
        .filter_map(|cited| cited.matched.as_deref())
        .collect();
    let open = beside().filter(|cited| cited.status != PathStatus::Verified).count();
    there.len() >= ENOUGH && there.len() >= 3 * open
}

/// The column of a path in the row of a table, if its sentence is one: it has no stop, and nothing or a few words
/// before the path.
fn column(cited: &CitedPath) -> Option<Column> {
    let (before, after) = cited.sentence.split_once(cited.written.as_str())?;
    if after.trim_end().ends_with(['.', '!', '?', ',', ';', ':']) || after.starts_with([',', ';']) {
        return None;
    }
    let before = before.trim_matches(|sign: char| {
        sign.is_whitespace()
            || sign.is_ascii_digit()
            || matches!(sign, '-' | '•' | '●' | '*' | '`' | '|')
    });
    if before.is_empty() {
        return Some(Column::First);
    }
    let is_name = |letter: char| letter.is_alphanumeric() || " &/-_".contains(letter);
    // A row that goes on may be a sentence, and so may one whose last word is what was done with the file.
    let is_whole = after.trim().is_empty() && !before.ends_with("ed");
    let most = if is_whole { MOST_OF_WHOLE } else { MOST_WORDS };
    let short = before.split_whitespace().count() <= most;
    (short && before.chars().all(is_name) && before.starts_with(char::is_uppercase))
        .then_some(Column::Second)
}

#[cfg(test)]
mod tests {
    use super::super::cross_reference;
    use crate::domain::facts::{CitedPath, PathStatus, TreeEntry, TreeFacts};

    /// Checks what becomes of the last of some rows; what is in angles is the path.
    #[track_caller]
    fn check(rows: &[&str], status: PathStatus) {
        let files = ["README.md", "src/graph.py", "src/judges.py", "src/state.py"];
        let entry = |path: &&str| TreeEntry { path: (*path).into(), ..TreeEntry::default() };
        let tree = TreeFacts { entries: files.iter().map(entry).collect(), ..Default::default() };
        let cited = |row: &&str| {
            let path = row.split(['<', '>']).nth(1).expect("the row has a path").to_owned();
            CitedPath {
                written: path.clone(),
                path,
                status: PathStatus::Unchecked,
                matched: None,
                reason: String::new(),
                page: 1,
                sentence: row.replace(['<', '>'], ""),
                heading: None,
            }
        };
        let cited: Vec<CitedPath> = rows.iter().map(cited).collect();
        let found = cross_reference(&cited, &tree, None);
        let last = found.last().expect("there are rows");
        assert_eq!(last.status, status, "{rows:?}: {}", last.reason);
    }

    #[test]
    fn a_table_of_files_that_are_there_claims_each_of_them() {
        use PathStatus::{Absent, Mention};
        let first = ["<src/graph.py> Wires the nodes", "<src/state.py> Its types"];
        let third = "<src/judges.py> Three personas";
        let with = |rows: &[&'static str]| [&first[..], rows].concat();
        check(&with(&[third, "<pyproject.toml> Dependencies"]), Absent);
        check(&with(&[third, "<rubric.json> Ten dimensions"]), Absent);
        check(&with(&["<pyproject.toml> Dependencies"]), Mention);
        check(&with(&[third, "<pyproject.toml> Dependencies will come"]), Mention);
        check(
            &with(&[third, "Whoever builds it reads pyproject.toml <pyproject.toml> first."]),
            Mention,
        );
        check(&with(&[third, "<docs/a.md> Its parts", "<pyproject.toml> Dependencies"]), Absent);
        // Output need not be committed.
        check(&with(&[third, "<audit/report.json> What it said"]), Mention);
    }

    #[test]
    fn a_table_may_call_its_files_by_what_they_are() {
        use PathStatus::{Absent, Ambiguous};
        let rows = [
            "Graph <src/graph.py> wires",
            "Judges & co <src/judges.py>",
            "Typed state <src/state.py>",
        ];
        let with = |row: &'static str| [&rows[..], &[row]].concat();
        check(&with("Detectives <src/detectives.py>"), Absent);
        check(&with("Doc tools <src/doc_tools.py> Reads the PDF"), Absent);
        check(&with("Semantic search with vectors of words <src/search.py>"), Absent);
        let goes_on = "Semantic search with vectors of words <src/search.py> Reads them";
        check(&with(goes_on), Ambiguous);
        check(&with("Before the last week they merged <src/search.py>"), Ambiguous);
        check(
            &rows[..1].iter().copied().chain(["Detectives <src/tools/x1.py>"]).collect::<Vec<_>>(),
            Ambiguous,
        );
    }
}
