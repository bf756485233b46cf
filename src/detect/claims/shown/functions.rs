//! Functions that a report shows as an excerpt of its code.

use crate::detect::claims::{LONGEST, one_line};
use crate::detect::parts::Parts;
use crate::detect::phrase::{Form, Phrase};
use std::sync::LazyLock;

/// How far before a function its caption stands, in bytes.
const BEFORE: usize = 200;

/// The head of a function on a line of its own, which may have a number.
static HEAD: LazyLock<Form> = LazyLock::new(|| {
    Form::new(r"^(?:[0-9]{1,3} +)?(?:async )?def ([a-z_][a-z0-9_]*[a-z0-9]) ?\(.*$")
});

/// The caption of an excerpt.
static CAPTION: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?m)^\s*(?:Listing|Snippet|Excerpt|Code(?: (?:listing|excerpt|snippet))?) ?[0-9]{1,2}(?:\.[0-9]{1,2})? ?[:.] .*$",
    )
});

/// Words by which a caption is of another time, of others' code, or of what is only sketched.
static SKETCHED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:before|old|earlier|previous\w*|initial\w*|original\w*|propos\w+|plan\w*|future|would|should|could|will|",
        r"e\.g|example|peers?|targets?|suggest\w*|recommend\w*|remed\w+|simplified|pseudo\w*|sketch\w*|illustrat\w+|",
        r"concept\w*|schematic\w*|rubric|students?|submissions?|todo|usage|tutorials?|documentation|lectures?|course|textbook|papers?)\b",
    ))
});

/// Whether words tell that what they stand before is of another time, of others' code, or only sketched.
pub(super) fn is_sketched(before: &str) -> bool {
    SKETCHED.is_match(before)
}

/// A function as a report shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Excerpt {
    /// The function's name.
    pub name: String,
    /// The caption and the head, on one line.
    pub shown: String,
}

/// The functions whose heads stand in a part of a page's text, shortly after the caption of an excerpt.
pub(in super::super) fn excerpts(text: &str, part: std::ops::Range<usize>) -> Vec<Excerpt> {
    let mut found = Vec::new();
    let mut start = part.start;
    for line in text[part].split_inclusive('\n') {
        let before = &text[text.ceil_char_boundary(start.saturating_sub(BEFORE))..start];
        start += line.len();
        let line = line.trim_matches([' ', '\t', '\n', '\r', '>']);
        let Some(name) = line.contains("def ").then(|| HEAD.group(line)).flatten() else {
            continue;
        };
        let Some(caption) = CAPTION.find_iter(before).last() else { continue };
        if !SKETCHED.is_match(&before[caption.start()..]) {
            let shown = one_line(&format!("{} {line}", caption.as_str()));
            let shown = shown.chars().take(LONGEST).collect();
            found.push(Excerpt { name: name.to_owned(), shown });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_under_a_caption_are_excerpts() {
        let names = |text: &str| -> Vec<String> {
            excerpts(text, 0..text.len()).into_iter().map(|one| one.name).collect()
        };
        let rules =
            "Listing 1: The rules (excerpt)\n\n1 def decide_case (fact , votes):\n\n2  return 3\n";
        assert_eq!(names(rules), ["decide_case"]);
        assert_eq!(
            excerpts(rules, 0..rules.len())[0].shown,
            "Listing 1: The rules (excerpt) 1 def decide_case (fact , votes):"
        );
        assert_eq!(names("Snippet 2. How it ends\nasync def close_case(fact):\n"), ["close_case"]);
        for other in [
            "Listing 1: A simplified sketch\n\ndef decide_case(fact):\n",
            "Listing 1: The proposed rule\n\ndef decide_case(fact):\n",
            "Listing 1: A rule as in the tutorial\n\ndef decide_case(fact):\n",
            "The rules are these:\n\ndef decide_case(fact):\n",
            "Listing 1: The rules\n\nWe def decide (fact).\n",
        ] {
            assert_eq!(names(other), [""; 0], "{other}");
        }
    }
}
