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
            let Some(path) = path(&text[start..], history) else { continue };
            let start = start + text[start..].find(path).unwrap_or_default();
            if !matches!(catalog.fit(path), Fit::Exact(_)) {
                continue;
            }
            let cited = CitedPath {
                path: path.to_owned(),
                written: path.to_owned(),
                status: PathStatus::Unchecked,
                matched: None,
                reason: String::new(),
                page: *number,
                sentence: sentence(text, &(start..start + path.len())),
                heading: None,
            };
            if found.len() < MOST && !found.contains(&cited) {
                found.push(cited);
            }
        }
    }
    found
}

/// The path behind a commit of the history.
fn path<'t>(rest: &'t str, history: &HistoryFacts) -> Option<&'t str> {
    let (commit, rest) = rest.split_once('/')?;
    let is_id = commit.len() >= DIGITS && commit.bytes().all(|digit| digit.is_ascii_hexdigit());
    let commit = commit.to_ascii_lowercase();
    let own = is_id && history.commits.iter().any(|one| one.id.starts_with(&commit));
    let ends = |letter: char| {
        letter.is_whitespace()
            || matches!(letter, '#' | '?' | ')' | ']' | '>' | '"' | '”' | '`' | ',' | ';')
    };
    let path = rest.split(ends).next()?.trim_end_matches('.');
    (own && !path.is_empty()).then_some(path)
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
        // It is at a commit of others, or no file of the tree.
        check("9876543210/src/game/Board.java", &[]);
        check("main/src/game/Board.java", &[]);
        check("0123456789/src/game/Piece.java", &[]);
        check("0123456789/Board.java", &[]);
    }
}
