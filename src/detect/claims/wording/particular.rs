//! Claims of a form of their own, which is looked for in the whole sentence.

use super::{elsewhere, is_quoted, prompts, values};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimKind;
use std::sync::LazyLock;

/// That a tool tells of classes what they inherit from.
static BASES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:scanners?|ast|visitors?|parsers?|detectives?|repo ?investigator|engine|tree-sitter)\b[^.;]{0,80}?",
        r"\b(?:verif(?:y|ies)|checks?|detects?|confirms?|identif(?:y|ies)|finds?)\b[^.;]{0,40}?",
        r"(?:\b(?:inherits?|inherit from|extends?|subclass(?:es)?)\b[^.;]{0,24}?\b(?:basemodel|typeddict|pydantic)\b",
        r"|\b(?:basemodel|typeddict|pydantic)\b[^.;]{0,24}?\b(?:inheritance|subclass(?:es|ing)?)\b)",
    ))
});

/// Words by which the sentence speaks of another time, of others or of what is not so.
static ELSEWHERE: LazyLock<Phrase> =
    LazyLock::new(|| elsewhere::of_a_claim(r"can|if|never|not|cannot"));

/// What a sentence claims by such a form, with the part that does. `before` is what stands before it on its page.
pub(in super::super) fn particular(before: &str, sentence: &str) -> Vec<(ClaimKind, String)> {
    if is_quoted(sentence) {
        return Vec::new();
    }
    // A word that all of a form's sentences have is looked for sooner than the form.
    let instructs = ["rompt", "nstructed"].iter().any(|part| sentence.contains(part));
    let prompt = instructs.then(|| prompts::said(before, sentence)).flatten();
    let prompt = prompt.map(|text| (ClaimKind::Prompts, text));
    let given = sentence.contains('=') || sentence.contains(" by ");
    let value = given.then(|| values::said(sentence)).flatten();
    let value = value.map(|text| (ClaimKind::Values, text));
    let speaks = ["nherit", "xtend", "ubclass"].iter().any(|part| sentence.contains(part));
    let bases = speaks && BASES.is_match(sentence) && !ELSEWHERE.is_match(sentence);
    let bases = bases.then(|| (ClaimKind::BaseCheck, sentence.to_owned()));
    prompt.into_iter().chain(value).chain(bases).collect()
}
