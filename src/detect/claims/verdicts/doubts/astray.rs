//! Facts about a name that a sentence does not tell of, or tells of as of something broken.

use super::super::{Asked, Verdict};
use crate::detect::claims::words;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimKind;
use crate::domain::facts::ClaimStatus::Undecided;
use std::sync::LazyLock;

/// That something named is gone or does not work.
static BROKEN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:problem|bug|root cause|symptom|broken): |\b(?:deleted|missing|undefined|non-?existent|dangling) `?[a-z]+_\w+`?(?:\(\))?`? ?(?:function|class|method|module|import|attribute|name)\b",
        r"|\b(?:import|call|lookup) (?:fails|failed|breaks|crashes|raises)\b|\bimports? (?:an? |the )?(?:deleted|removed|missing|renamed)\b",
    ))
});

/// What is left open where the name that is there is that of another block, or is said to be gone or broken.
pub(in super::super) fn astray(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    let Asked { kind, sentence, .. } = asked;
    let named = matches!(kind, ClaimKind::Definitions | ClaimKind::Libraries);
    if named && BROKEN.is_match(sentence) {
        let fact = format!("{}, and what is said to be wrong with it was not examined", shown.fact);
        return Some(Verdict::of(Undecided, fact, &shown.places));
    }
    if kind != ClaimKind::Definitions {
        return None;
    }
    let name = shown.fact.strip_prefix('`')?.split_once("` is defined")?.0;
    let letters = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
    };
    let (said, plain) = (letters(sentence), letters(&words::plain(name)));
    // The first words of a long name stand for it.
    let begun = |word: &str| words::is_snake(word) && letters(name).starts_with(&letters(word));
    let is_there = said.contains(&plain) || words::identifiers(sentence).any(begun);
    (!is_there).then(|| {
        let fact = format!("{}, and the sentence does not name it", shown.fact);
        Verdict::of(Undecided, fact, &shown.places)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_or_broken_is_told_so() {
        for said in [
            "Problem: Imports deleted fast_score function from main_agent.",
            "The get_client import fails in the daemon.",
            "It needs the missing `load_rows()` function.",
        ] {
            assert!(BROKEN.is_match(said), "{said}");
        }
        for said in [
            "If a node fails, `error_handler` logs it.",
            "The tool lists missing files by list_missing().",
            "The call of fast_score() never fails.",
        ] {
            assert!(!BROKEN.is_match(said), "{said}");
        }
    }
}
