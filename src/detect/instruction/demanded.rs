//! Whether words ask for a file, or name one as a place where something else is to be looked for.

use super::is_place;
use super::quotes::clauses;
use super::sentence::{Token, groups, tokens};
use super::terms::key;

/// What stands right before a place.
const BEFORE_PLACES: [&str; 26] = [
    "at",
    "by",
    "check",
    "examine",
    "from",
    "in",
    "inside",
    "inspect",
    "into",
    "of",
    "on",
    "open",
    "parse",
    "read",
    "review",
    "scan",
    "search",
    "see",
    "through",
    "to",
    "under",
    "via",
    "verify",
    "with",
    "within",
    "examining",
];

/// What asks for a file that follows.
const ASKS: [&str; 16] = [
    "add", "comes", "contain", "contains", "has", "have", "include", "includes", "need", "needs",
    "provide", "provides", "require", "requires", "ship", "there",
];

/// What says of a file before it that it is there.
const IS_THERE: [&str; 10] = [
    "committed",
    "exist",
    "exists",
    "included",
    "present",
    "provided",
    "required",
    "there",
    "shipped",
    "expected",
];

/// Whether a text asks for the file itself.
pub(super) fn is_demanded(text: &str, path: &str) -> bool {
    clauses(text).into_iter().any(|clause| in_clause(clause, path))
}

fn in_clause(clause: &str, path: &str) -> bool {
    let tokens = tokens(clause);
    let groups = groups(&tokens);
    let name = key(path);
    groups.iter().enumerate().filter(|(_, group)| group.terms.contains(&name)).any(|(at, group)| {
        let start = at.checked_sub(1).map_or(0, |before| groups[before].span.end);
        let end = groups.get(at + 1).map_or(tokens.len(), |next| next.span.start);
        let is_article = |word: &&str| !matches!(*word, "a" | "an" | "the" | "and" | "any");
        let left: Vec<&str> = tokens[start..group.span.start]
            .iter()
            .filter_map(Token::word)
            .filter(is_article)
            .collect();
        let mut right = tokens[group.span.end..end].iter().filter_map(Token::word);
        let last = left.last().copied().unwrap_or_default();
        if right.any(|word| IS_THERE.contains(&word)) {
            return !BEFORE_PLACES.contains(&last);
        }
        // `look for a Dockerfile` asks for it; `look for the routes in src/main.py` does not.
        let sought = last == "find"
            || matches!(left.as_slice(), [.., "look" | "check" | "search" | "scan", "for"]);
        let asked = left.iter().any(|word| ASKS.contains(word));
        !BEFORE_PLACES.contains(&last) && (asked || sought && !is_place(path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_asked_for_is_told_from_a_place_to_look() {
        for text in [
            "There must be a Dockerfile, a README.md and an openapi.yaml.",
            "Is there a README.md?",
            "Look for a README.md.",
            "The repository has a README.md.",
            "README.md must be present.",
            "Check that README.md exists.",
        ] {
            assert!(is_demanded(text, "README.md"), "{text}");
        }
        for text in [
            "See README.md.",
            "Look at README.md for the endpoints.",
            "Is there a section on use in README.md?",
            "Find the routes in README.md.",
            "Scan README.md.",
        ] {
            assert!(!is_demanded(text, "README.md"), "{text}");
        }
        assert!(!is_demanded("Look for src/a.py.", "src/a.py"));
        assert!(is_demanded("There must be a src/a.py.", "src/a.py"));
    }
}
