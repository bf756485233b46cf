//! Addresses of files in the repository itself, at one of its commits.
//!
//! Whose commit an address names is told by the history; what is found here is in the tree, so that nothing becomes
//! absent by it.

use super::super::sentences::sentence;
use super::catalog::{Catalog, Fit};
use crate::domain::facts::{CitedPath, HistoryFacts, PathStatus, ReportPage};

/// Most such addresses that are kept of one report.
const MOST: usize = 500;
/// Fewest digits by which a commit is told.
const DIGITS: usize = 7;
/// What parts the name of a repository from a commit and a path.
const MARK: &str = "/blob/";

/// The paths of the tree that the pages cite by addresses at a commit of the history, in reading order.
pub(super) fn permalinks(
    pages: &[ReportPage],
    catalog: &Catalog<'_>,
    history: &HistoryFacts,
) -> Vec<CitedPath> {
    let mut found: Vec<CitedPath> = Vec::new();
    for ReportPage { number, text, .. } in pages {
        for (at, _) in text.match_indices(MARK) {
            let start = at + MARK.len();
            let is_there = |path: &String| matches!(catalog.fit(path), Fit::Exact(_));
            let Some(path) = paths(&text[start..], history).into_iter().find(is_there) else {
                continue;
            };
            let cited = CitedPath {
                written: path.clone(),
                path,
                status: PathStatus::Unchecked,
                matched: None,
                reason: String::new(),
                page: *number,
                sentence: sentence(text, &(at..start)),
                heading: None,
            };
            if found.len() < MOST && !found.contains(&cited) {
                found.push(cited);
            }
        }
    }
    found
}

/// What may be the path behind a commit of the history: the rest of an address may stand on the next line.
fn paths(rest: &str, history: &HistoryFacts) -> Vec<String> {
    let Some((commit, rest)) = rest.split_once('/') else { return Vec::new() };
    let is_id = commit.len() >= DIGITS && commit.bytes().all(|digit| digit.is_ascii_hexdigit());
    let commit = commit.to_ascii_lowercase();
    if !is_id || !history.commits.iter().any(|one| one.id.starts_with(&commit)) {
        return Vec::new();
    }
    let ends = |letter: char| {
        letter.is_whitespace()
            || matches!(letter, '#' | '?' | ')' | ']' | '>' | '"' | '”' | '`' | ',' | ';')
    };
    let mut lines = rest.strip_prefix('\n').unwrap_or(rest).splitn(2, '\n');
    let token = |line: &str| line.split(ends).next().unwrap_or_default().to_owned();
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let path = token(first);
    let whole = format!("{path}{}", token(second));
    let goes_on = path.len() == first.trim_end().len();
    let plain = path.trim_end_matches('.').to_owned();
    if goes_on { vec![plain, whole] } else { vec![plain] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{CommitFact, TreeEntry, TreeFacts};

    #[test]
    fn an_address_at_a_commit_of_the_history_cites_what_the_tree_has() {
        let entry = TreeEntry { path: "src/game/Board.java".into(), ..TreeEntry::default() };
        let tree = TreeFacts { entries: vec![entry], ..TreeFacts::default() };
        let commit = CommitFact { id: "0123456789abcdef".into(), ..CommitFact::default() };
        let history = HistoryFacts { commits: vec![commit], ..HistoryFacts::default() };
        let check = |address: &str, expected: &[&str]| {
            let text = format!("It is done in https://github.com/one/game/blob/{address}");
            let page = ReportPage { number: 1, text, ..ReportPage::default() };
            let found = permalinks(&[page], &Catalog::new(&tree), &history);
            let found: Vec<&str> = found.iter().map(|one| one.path.as_str()).collect();
            assert_eq!(found, expected, "{address}");
        };
        check("0123456789abcdef/src/game/Board.java#L42-L50 there.", &["src/game/Board.java"]);
        check("0123456789/src/game/Board.java.", &["src/game/Board.java"]);
        check("0123456789/\nsrc/game/Board.java#L42\n", &["src/game/Board.java"]);
        check("0123456789/src/game/Board.\njava#L57 there", &["src/game/Board.java"]);
        // It is at a commit of others, or no file of the tree.
        check("9876543210/src/game/Board.java", &[]);
        check("main/src/game/Board.java", &[]);
        check("0123456789/src/game/Piece.java", &[]);
        check("0123456789/Board.java", &[]);
    }
}
