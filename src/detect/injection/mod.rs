//! Instructions that a submission addresses to whoever grades it.
//!
//! A finding is a flag with its place and its technique. It is no conviction: what bounds a verdict are the
//! facts, and a person decides what a flag means. Texts that discuss such instructions, filter them, or give
//! instructions to a project's own judges are told from them by what is combined: somebody is spoken to, and
//! a grade is demanded or the rubric set aside, without a condition, a quotation or a discussion around it.

mod cues;
mod demands;
mod disguise;
mod fold;
mod lexicon;
mod markup;
mod passage;
mod spread;
mod survey;
mod weigh;

pub use crate::domain::facts::{Certainty, Channel, Technique};
pub use survey::{channel_of, in_document, in_figures, in_repository};

use crate::domain::invisible::is_unseen;
use fold::{Folded, fold};
use std::ops::Range;
use weigh::Setting;

/// Longest excerpt in characters.
const EXCERPT: usize = 200;
/// How often a disguise may lie under another.
const DEPTH: usize = 2;
/// Most findings of one text.
const MOST: usize = 50;

/// One instruction to the grader in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Where it stands, in bytes of the text.
    pub range: Range<usize>,
    /// How it is brought.
    pub technique: Technique,
    /// How sure it is.
    pub certainty: Certainty,
    /// What it says once a disguise is off, on one line, at most 200 characters.
    pub excerpt: String,
    /// Two letters for the language of its words, where they tell it.
    pub language: Option<&'static str>,
}

/// Finds the instructions to the grader in a text, in the order in which they stand.
///
/// Pure, and linear in the length of the text. At most fifty are told.
#[must_use]
pub fn scan(text: &str, channel: Channel) -> Vec<Finding> {
    let mut found = plain(text, channel, None);
    covered(text, channel, DEPTH, &mut found);
    settled(found, channel)
}

/// The same without a look under disguises, for what a tool writes: a list of checksums looks like nothing else.
#[must_use]
fn scan_undisguised(text: &str, channel: Channel) -> Vec<Finding> {
    settled(plain(text, channel, None), channel)
}

/// Findings in the order in which they stand, each place once.
fn settled(mut found: Vec<Finding>, channel: Channel) -> Vec<Finding> {
    found.sort_by_key(|finding| (finding.range.start, std::cmp::Reverse(finding.certainty)));
    let mut kept: Vec<Finding> = Vec::new();
    for finding in found {
        if kept.last().is_none_or(|last| finding.range.start >= last.range.end) {
            kept.push(finding);
        }
    }
    kept.truncate(MOST);
    if channel == Channel::Test {
        // Files of tests hold texts on purpose that others would hide.
        for finding in &mut kept {
            finding.certainty = Certainty::Suspected;
        }
    }
    kept
}

/// Looks under the disguises that cover whole words.
fn covered(text: &str, channel: Channel, depth: usize, found: &mut Vec<Finding>) {
    for one in disguise::unmasked(text) {
        let mut inner = plain(&one.text, channel, Some(one.technique));
        if depth > 1 && one.technique == Technique::Base64 {
            covered(&one.text, channel, depth - 1, &mut inner);
        }
        found.extend(inner.into_iter().take(1).map(|finding| Finding {
            range: one.range.clone(),
            technique: one.technique,
            ..finding
        }));
    }
}

/// Finds instructions in a text whose words stand as they are.
fn plain(text: &str, channel: Channel, cover: Option<Technique>) -> Vec<Finding> {
    let length = text.len();
    let written = text;
    let named = is_name(channel).then(|| spaced(text));
    let text = named.as_deref().unwrap_or(text);
    let folded = fold(text);
    let mut found = Vec::new();
    let (ranges, glued) = passage::hot(&folded.text);
    for range in ranges {
        found.extend(read(text, &folded, range, channel, cover));
    }
    for range in glued {
        found.extend(word(text, &folded, range, channel, cover));
    }
    for (at, said) in &folded.smuggled {
        let hidden = Some(Technique::InvisibleCharacters);
        if cover.is_none() {
            let inner = plain(said, channel, hidden).into_iter().take(1);
            found.extend(inner.map(|finding| Finding { range: *at..*at + 1, ..finding }));
        }
    }
    found.extend(markup::verdicts(text, channel, cover));
    if named.is_some() {
        // Spaces moved the words; a name is short enough to be its own place.
        for finding in &mut found {
            finding.range = 0..length;
            if finding.technique == Technique::Name {
                finding.excerpt = cleaned(written);
            }
        }
    }
    found
}

fn is_name(channel: Channel) -> bool {
    matches!(channel, Channel::Branch | Channel::Tag | Channel::FileName | Channel::AuthorName)
}

/// All instructions of one stretch.
fn read(
    text: &str,
    folded: &Folded,
    range: Range<usize>,
    channel: Channel,
    cover: Option<Technique>,
) -> Option<Finding> {
    let is_capital = |at: usize| {
        let letter = text.get(folded.original(at)..).and_then(|rest| rest.chars().next());
        letter.is_some_and(|letter| letter.is_uppercase() || letter.is_numeric())
    };
    let passage = passage::read(&folded.text, range, channel, &is_capital);
    let start = passage.folded(0);
    let end = passage.folded(passage.text.len());
    let words: Vec<Range<usize>> = passage
        .cues
        .iter()
        .map(|cue| passage.folded(cue.start)..passage.folded(cue.end - 1) + 1)
        .collect();
    let own = folded.disguise(start..end, &words).or_else(|| markup::hides(text, folded, &passage));
    let disguise =
        cover.or(own).or((channel == Channel::HiddenText).then_some(Technique::HiddenText));
    let setting = Setting { channel, disguise };
    let instruction = weigh::instruction(&passage, setting)?;
    let words = instruction.range;
    let original = folded.original(passage.folded(words.start))
        ..folded.original(passage.folded(words.end)).min(text.len());
    let technique = match disguise {
        Some(technique) => technique,
        None if instruction.forged => Technique::ChatTokens,
        None if is_name(channel) => Technique::Name,
        None => Technique::Plain,
    };
    let first = excerpt_start(&passage.text, &words);
    // What stands in its own letters is quoted as it stands.
    let altered = [Technique::InvisibleCharacters, Technique::Lookalikes].contains(&technique);
    let quoted =
        text.get(folded.original(passage.folded(first))..folded.original(end).min(text.len()));
    let shown = quoted.filter(|_| !altered).unwrap_or(&passage.text[first..]);
    let certain = !matches!(technique, Technique::Plain | Technique::Name);
    Some(Finding {
        range: original,
        technique,
        certainty: if certain { Certainty::Certain } else { Certainty::Suspected },
        excerpt: cleaned(shown),
        language: (!instruction.language.is_empty()).then_some(instruction.language),
    })
}

/// An instruction that is written as one word, such as the name of a function.
fn word(
    text: &str,
    folded: &Folded,
    range: Range<usize>,
    channel: Channel,
    cover: Option<Technique>,
) -> Option<Finding> {
    let in_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let start = folded.text[..range.start].rfind(|c| !in_word(c)).map_or(0, |at| at + 1);
    let end = folded.text[range.end..]
        .find(|c| !in_word(c))
        .map_or(folded.text.len(), |at| range.end + at);
    if !folded.text.is_char_boundary(start) || end - start > 400 {
        return None;
    }
    let original = folded.original(start)..folded.original(end).min(text.len());
    let written = text.get(original.clone())?;
    let parted = spaced(written);
    let apart = if parted == written { passage::unglued(&folded.text[start..end]) } else { parted };
    if apart == written {
        return None;
    }
    let named = if cover.is_none() { Channel::FileName } else { channel };
    let channel = if channel == Channel::Test { Channel::Test } else { named };
    let inner = fold(&apart);
    let range = 0..inner.text.len();
    let finding = read(&apart, &inner, range, channel, cover)?;
    let technique =
        if finding.technique == Technique::Plain { Technique::Name } else { finding.technique };
    let excerpt = if technique == Technique::Name { cleaned(written) } else { finding.excerpt };
    Some(Finding { range: original, technique, excerpt, ..finding })
}

/// A name with spaces where its words meet.
fn spaced(name: &str) -> String {
    let mut apart = String::with_capacity(name.len() + 8);
    let mut last = ' ';
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && last.is_ascii_lowercase() {
            apart.push(' ');
        }
        apart.push(if letter == '_' { ' ' } else { letter });
        last = letter;
    }
    apart
}

/// A little before the words of an instruction, at the beginning of a word.
fn excerpt_start(text: &str, words: &Range<usize>) -> usize {
    let from = words.start.saturating_sub(60);
    let begins =
        |at: &usize| text.is_char_boundary(*at) && (*at == 0 || text.as_bytes()[at - 1] == b' ');
    (from..=words.start).find(begins).unwrap_or(words.start)
}

/// A text on one line, without what has no shape, at most as long as an excerpt.
fn cleaned(text: &str) -> String {
    let mut line = String::new();
    for letter in text.chars().filter(|c| !is_unseen(*c)) {
        let letter = if letter.is_control() || letter.is_whitespace() { ' ' } else { letter };
        if letter != ' ' || !(line.is_empty() || line.ends_with(' ')) {
            line.push(letter);
        }
    }
    line.chars().take(EXCERPT).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests;
