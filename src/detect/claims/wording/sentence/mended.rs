//! Faults that are told as over: what was so before it was mended says nothing of the code as it is.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Most letters behind a sentence within which its mending is looked for.
const REACH: usize = 700;

/// That something was so.
static WAS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:was|were|had|did|meant|broke|ran|made|lost|fell|came|went|got|kept|took|sent|gave|left|saw|hid|led|overwrote|threw|wrote|began|became|found|[a-z]{2,}(?:[^e\W]ed|[^e\W]ied))\b",
    )
});

/// That something is so.
static IS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:is|are|has|have|does|do|now|currently|today|still|uses|runs|calls|binds|returns|enforces|loads|reads|merges|applies|produces|implements|routes|clones|handles|contains|includes|requires|needs|supports|works|never)\b",
    )
});

/// That something was done about it, which the code still shows.
static MENDS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^\W*(?:the )?(?:solution|fix|resolution|remedy|mitigation)\b",
        r"|\b(?:we|i|team) (?:\w+ly |then |also |have |later )?(?:fixed|solved|resolved|replaced|added|implemented|introduced|used|adopted|switched|moved|rewrote|refactored|wrapped|built|changed|made|chose|created)\b",
        r"|\b(?:was|were|been) (?:\w+ly |then )?(?:fixed|solved|resolved|replaced|added|implemented|introduced|switched|rewritten|refactored)\b",
    ))
});

/// How a later sentence of the paragraph tells that the fault is gone.
static MENDED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?:^|[.!;:]\s+|\n\s*)\W{0,3}(?:(?:The|Our|My) (?:fix|remedy|cure|solution) (?:was|is|required|came|meant)\b|(?:Fix|Fixed|Solution|Resolution)(?: was)? ?:|(?:We|I) (?:then |later |\w+ly )?(?:fixed|solved|resolved) (?:it|this|that|the)\b",
        r"|(?:This|It|That|The (?:bug|issue|problem|fault|error|defect)) (?:was|has been|is now) (?:then |later |\w+ly )?(?:fixed|solved|resolved|mended|corrected)\b)",
    ))
});

/// Whether the sentence tells only what was so.
pub(in super::super) fn is_past(sentence: &str) -> bool {
    WAS.is_match(sentence) && !IS.is_match(sentence) && !MENDS.is_match(sentence)
}

/// Whether what follows in the paragraph tells that what was so is mended.
pub(in crate::detect::claims) fn is_mended(sentence: &str, rest: &str) -> bool {
    let end = rest.floor_char_boundary(REACH.min(rest.len()));
    let paragraph = rest[..end].split("\n\n").next().unwrap_or_default();
    is_past(sentence) && MENDED.is_match(paragraph)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_so_is_told_from_what_is_and_from_what_was_done_about_it() {
        for past in [
            "The --depth=1 clone truncated git history.",
            "The tool cloned with --depth=1, which fetched only one commit.",
            "The judges ran in turn.",
        ] {
            assert!(is_past(past), "{past}");
        }
        for other in [
            "The clone is shallow and truncated.",
            "We replaced the shallow clone by a whole one.",
            "The clone uses depth=1.",
            "The need for speed: a shallow clone.",
        ] {
            assert!(!is_past(other), "{other}");
        }
    }

    #[test]
    fn the_same_paragraph_tells_of_the_mending() {
        let fault = "The --depth=1 clone truncated git history.";
        assert!(is_mended(fault, " All looked small. The fix was removing the flag."));
        assert!(is_mended(fault, "\nFix: the flag is gone.\n"));
        assert!(!is_mended(fault, " All looked small.\n\nThe fix was removing the flag."));
        assert!(!is_mended("The clone has depth=1.", " The fix was removing the flag."));
    }
}
