//! Words with a slash and a space between them, such as `evidence/ opinions`: no folders, but names to choose from.

use crate::domain::facts::{CitedPath, PathStatus};

/// Words with which a sentence goes on behind a folder.
const GOING_ON: [&str; 62] = [
    "a",
    "also",
    "and",
    "are",
    "as",
    "at",
    "before",
    "but",
    "by",
    "carries",
    "contains",
    "contents",
    "covers",
    "cover",
    "dir",
    "directories",
    "directory",
    "each",
    "files",
    "folder",
    "folders",
    "for",
    "from",
    "has",
    "have",
    "hold",
    "holds",
    "houses",
    "in",
    "includes",
    "into",
    "is",
    "it",
    "itself",
    "keeps",
    "lives",
    "module",
    "modules",
    "on",
    "only",
    "or",
    "package",
    "path",
    "so",
    "stores",
    "subfolder",
    "that",
    "the",
    "then",
    "there",
    "this",
    "to",
    "tree",
    "under",
    "via",
    "was",
    "we",
    "were",
    "when",
    "where",
    "which",
    "with",
];

/// Whether what was taken for a folder is the first of two words that a slash parts, and no such folder is there.
pub(super) fn is_choice(cited: &CitedPath) -> bool {
    let Some(name) = cited.path.strip_suffix('/').filter(|name| !name.contains(['/', '.'])) else {
        return false;
    };
    if cited.status == PathStatus::Verified || name.is_empty() {
        return false;
    }
    let mut after = cited.sentence.match_indices(cited.written.as_str());
    after.any(|(at, written)| {
        // At the head of a line a folder stands before what is said of it.
        let (before, rest) = (&cited.sentence[..at], &cited.sentence[at + written.len()..]);
        let goes_on =
            before.trim_end().ends_with(|last: char| last.is_alphanumeric() || last == ',')
                && before.ends_with([' ', '`']);
        if !goes_on {
            return false;
        }
        let Some(rest) = rest.strip_prefix(' ') else { return false };
        let word = rest.split(' ').next().unwrap_or_default();
        let word = word.trim_end_matches(['.', ',', ';', ':', ')', '`', '"', '/']);
        let is_word = word.starts_with(char::is_lowercase)
            && word.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '.'));
        is_word && !GOING_ON.contains(&word.to_lowercase().as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, sentence: &str, status: PathStatus, expected: bool) {
        let cited = CitedPath {
            written: path.into(),
            path: path.into(),
            status,
            matched: None,
            reason: String::new(),
            page: 1,
            sentence: sentence.into(),
            heading: None,
        };
        assert_eq!(is_choice(&cited), expected, "{sentence}");
    }

    #[test]
    fn words_that_a_slash_parts_are_no_folders() {
        use PathStatus::{Absent, Verified};
        check("evidence/", "The state merges evidence/ opinions by reducers.", Absent, true);
        check("fan-out/", "It is a fan-out/ fan-in graph.", Absent, true);
        check("openai/", "We ask openai/ gpt-4o-mini.", Absent, true);
        check("evidence/", "The evidence/ folder holds the findings.", Absent, false);
        check("evidence/", "All findings go to evidence/ and stay there.", Absent, false);
        check("evidence/", "All findings go to evidence/.", Absent, false);
        check("evidence/", "The state merges evidence/ opinions by reducers.", Verified, false);
        check("src/nodes/", "See src/nodes/ judges.", Absent, false);
    }
}
