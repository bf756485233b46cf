//! Sentences that say what a persona's prompt asks for, or quote it.

use super::super::verdicts::persona;
use super::super::words;
use super::elsewhere;
use crate::detect::phrase::Phrase;
use regex::Regex;
use std::sync::LazyLock;

/// That a prompt asks to look for what is listed, that it says what is quoted, or that it has what stands in brackets.
static SAID: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\bprompts?\b[^.;:]{0,60}?\b(?:instructs?|tells?|asks?|directs?|orders?)\b[^.;:]{0,40}\bto (?:\w+ly )?(?:look|search|hunt|watch|scan) for\b",
        r"|\b(?:instructed|prompted) to (?:look|search|hunt|watch|scan) for\b",
        r"|\bprompts?\b[^.;:(]{0,60}?\b(?:says?|states?|reads?|instructs?|contains?|includes?|begins?|opens?)\b[^.;]{0,40}(?u:[“\x22])",
        r"|\b(?:rewrote|rewritten|reworded|changed)\b[^.;]{0,24}\bprompts?\b[^.;]{0,60}(?u:[“\x22])",
        r"|\([^()]+\) in (?:the )?(?:(?:code|sources?)(?:/| and ))?(?:the )?(?:system )?prompts\b",
    ))
});

/// Words by which the sentence speaks of another time, of others' prompts, or of what is only looked for.
static ELSEWHERE: LazyLock<Phrase> =
    LazyLock::new(|| elsewhere::of_a_claim(r"if|needs? to|vision|not|never|no longer|add"));

/// Whose prompt is spoken of by a pronoun.
static PRONOUN: LazyLock<Regex> =
    LazyLock::new(|| words::parts(r"(?i)^\W*(?:its|his|her|the|this) (?:\w+ )?prompt\b"));

/// What the sentence says of a persona's prompt, with the persona before it where only the paragraph names it.
pub(in super::super) fn said(before: &str, sentence: &str) -> Option<String> {
    let spoken = SAID.find(sentence)?;
    if ELSEWHERE.is_match(&sentence[..spoken.end]) {
        return None;
    }
    if !PRONOUN.is_match(sentence) || persona(sentence).is_some() {
        return Some(sentence.to_owned());
    }
    // The nearest sentences before it are of the same paragraph.
    let paragraph = before.rsplit("\n\n").next()?;
    let judge = persona(paragraph)?;
    Some(format!("{judge}: {sentence}"))
}
