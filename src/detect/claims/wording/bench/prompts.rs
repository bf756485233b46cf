//! Sentences that say what a persona's prompt asks for, or quote it.

use super::super::sentence::elsewhere;
use super::personas::persona;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
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

/// That the prompts share less of their text than a number tells.
static SHARED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"(?i)\bprompts?\b[^.;]{0,48}?\bshar(?:e|es|ed|ing)\b[^.;%0-9]{0,24}?(?:<|less than|under|below|at most|no more than) ?(?P<most>[0-9]{1,2}) ?(?:%|percent\b)",
        r"(?:\)| (?:of )?(?:their |its |the )?(?:text|words|content|wording|language)\b)",
    ))
});

/// Words by which that is asked for, or is looked for elsewhere.
static ASKED: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"if|when|whether|must|not|never|ensur\w+|verif\w+|checks?|detects?|flags?|requires?|rubric|criteri\w+|own|unique|excluding|except|apart|beyond|besides|without|templates?|vision|detectives?",
    )
});

/// Of how many hundredths of their text the sentence says that the prompts share less.
pub(in crate::detect::claims) fn shared_at_most(sentence: &str) -> Option<u32> {
    let found = sentence.contains("shar").then(|| SHARED.captures(sentence))??;
    let most = found.name("most")?.as_str().parse().ok()?;
    (!ASKED.is_match(sentence)).then_some(most)
}

/// That the judges have one prompt, and no more than that is said of it.
static ONE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bjudges (?:all )?(?:shar(?:e|ed)|use|run on|work (?:with|from)|are given|receive) (?:one|a single|one and the same|(?:exactly )?the same|an identical) (?:system )?prompt\s*(?:[.;]|$)",
    )
});

/// Whether the sentence says that all judges have one prompt.
pub(in crate::detect::claims) fn is_one(sentence: &str) -> bool {
    sentence.contains("judges ")
        && ONE.is_match(sentence)
        && !ASKED.is_match(sentence)
        && !ELSEWHERE.is_match(sentence)
}

/// Words by which the sentence speaks of another time, of others' prompts, or of what is only looked for.
static ELSEWHERE: LazyLock<Phrase> =
    LazyLock::new(|| elsewhere::of_a_claim(r"if|needs? to|vision|not|never|no longer|add"));

/// Whose prompt is spoken of by a pronoun.
static PRONOUN: LazyLock<Parts> =
    LazyLock::new(|| Parts::new(r"(?i)^\W*(?:its|his|her|the|this) (?:\w+ )?prompt\b"));

/// Longest quotation that goes on behind its first sentence, in bytes.
const QUOTATION: usize = 400;

/// The sentence with the rest of a quotation that it opens and does not close.
fn closed(sentence: &str, rest: &str) -> String {
    let curly = sentence.matches('“').count() > sentence.matches('”').count();
    let straight = !curly && sentence.matches('"').count() % 2 == 1;
    let mark = if straight { '"' } else { '”' };
    let end = (curly || straight).then(|| rest.find(mark)).flatten();
    let Some(end) = end.filter(|end| *end <= QUOTATION) else { return sentence.to_owned() };
    let rest = &rest[..end + mark.len_utf8()];
    format!("{sentence} {}", rest.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// An item that gives a persona a text in quotation marks.
static ITEM: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^[^A-Za-z]*(?:the )?(?:prosecutor|defen[sc]e(?: attorney)?|tech ?lead)(?: \([^()]{1,24}\))? ?: ?(?u:[“\x22])",
    )
});

/// What introduces a list of the personas' prompts.
static INTRODUCED: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\b(?:system |persona )?prompts?(?: are| is)? ?:$"));

/// Most paragraphs between what introduces the prompts and one of them.
const ITEMS: usize = 8;

/// What a list of prompts has for a persona: the list is introduced so, and holds nothing else.
pub(in super::super) fn listed(before: &str, sentence: &str, rest: &str) -> Option<String> {
    if !ITEM.is_match(sentence) {
        return None;
    }
    let is_item = |text: &str| !text.contains(char::is_alphanumeric) || ITEM.is_match(text);
    let paragraphs = before.rsplit("\n\n").map(str::trim);
    let lead = paragraphs.take(ITEMS).find(|text| !is_item(text))?;
    // Without space between them, the items are lines of one paragraph.
    let mut lines = lead.lines().map(str::trim).rev().skip_while(|line| !line.ends_with(':'));
    let (last, above) = (lines.next()?, lines.next().unwrap_or_default());
    let lead = format!("{above} {last}");
    let plain = INTRODUCED.is_match(&lead) && !ASKED.is_match(&lead) && !ELSEWHERE.is_match(&lead);
    plain.then(|| closed(sentence, rest))
}

/// What the sentence says of a persona's prompt, with the rest of what it quotes.
pub(in super::super) fn whole(before: &str, sentence: &str, rest: &str) -> Option<String> {
    said(before, sentence).map(|text| closed(&text, rest))
}

/// What the sentence says of a persona's prompt, with the persona before it where only the paragraph names it.
fn said(before: &str, sentence: &str) -> Option<String> {
    if shared_at_most(sentence).is_some() || is_one(sentence) {
        return Some(sentence.to_owned());
    }
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
