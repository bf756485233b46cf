//! Names that lost a sign: the hyphen, the underscore or the space that the file has in its place.

use super::Clerk;
use super::catalog::Fit;
use super::spelling::joined;
use crate::detect::document::path_names::{names_directory, names_file};
use crate::domain::facts::CitedPath;

impl Clerk<'_> {
    /// What is cited behind a line break that a label of a drawing writes out as `\n`.
    pub(super) fn behind_line_break(&self, cited: &CitedPath) -> Option<CitedPath> {
        let (_, rest) = cited.path.rsplit_once("\\n")?;
        // It may be a path of Windows.
        let fits = self.catalog.fit(&cited.path.replace('\\', "/")) != Fit::Nothing;
        let named = names_file(rest) || names_directory(rest);
        (named && !fits && self.catalog.fit(rest) != Fit::Nothing).then(|| CitedPath {
            written: rest.to_owned(),
            path: rest.to_owned(),
            ..cited.clone()
        })
    }

    /// The one file that a path means if one of its hyphens only says where a line may break.
    pub(super) fn without_hyphen(&self, path: &str) -> Option<String> {
        let mut fitting = path.match_indices('-').filter_map(|(at, _)| {
            let whole = format!("{}{}", &path[..at], &path[at + 1..]);
            self.catalog.has_file(&whole).then_some(whole)
        });
        fitting.next()
    }

    /// Tries a bare name with the words before it: `repo tools.py` for `repo_tools.py`.
    pub(super) fn with_words_before(&self, cited: &CitedPath) -> Option<(String, String)> {
        if cited.path.contains('/') {
            return None;
        }
        // The end of a longer name is not where this one stands.
        let at =
            cited.sentence.match_indices(cited.written.as_str()).map(|(at, _)| at).find(|at| {
                let before = cited.sentence[..*at].chars().next_back();
                before.is_none_or(|letter| !letter.is_alphanumeric() && !"_-./\\".contains(letter))
            })?;
        let before = &cited.sentence[..at];
        let before: Vec<&str> = before.split(' ').filter(|word| !word.is_empty()).collect();
        (1..=before.len().min(2)).find_map(|taken| {
            let mut pieces = before[before.len() - taken..].to_vec();
            pieces[0] = pieces[0].trim_start_matches(['(', '`', '"', '“', '‘', '\'', '[', '•']);
            pieces.push(&cited.path);
            joined(&pieces).into_iter().find_map(|path| {
                let matched = self.catalog.fit(&path).sole()?.to_string();
                Some((path, matched))
            })
        })
    }

    /// The file whose name has spaces, of which the path is one word: the first, or the last of its name.
    pub(super) fn with_spaces(&self, cited: &CitedPath) -> Option<(String, String)> {
        let (before, after) = cited.sentence.split_once(cited.written.as_str())?;
        let fits =
            |path: &str| self.catalog.has_file(path).then(|| (path.to_owned(), path.to_owned()));
        let ends = |text: &str| text.trim_end_matches(['.', ',', ';', ')', '`', '"']).to_owned();
        let behind: Vec<&str> = after.split(' ').filter(|word| !word.is_empty()).take(3).collect();
        let mut longer = (1..=behind.len()).map(|taken| behind[..taken].join(" "));
        let first = longer.find_map(|rest| fits(&ends(&format!("{} {rest}", cited.path))));
        first.or_else(|| {
            let ahead: Vec<&str> = before.split(' ').filter(|word| !word.is_empty()).collect();
            (1..=ahead.len().min(3)).find_map(|taken| {
                let start = ahead[ahead.len() - taken..].join(" ");
                fits(&format!(
                    "{} {}",
                    start.trim_start_matches(['(', '`', '"', '“', '[', '•']),
                    cited.path
                ))
            })
        })
    }
}
