//! Lines that only head what follows.

use crate::detect::claims::words;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Longest heading in words.
const LONGEST: usize = 12;

/// A number of a section, or a figure's: what follows is a heading.
const NUMBERED: &str = r"^(?:(?:(?u:[•●○■▪◦–*-])\s*)?[0-9]+\.[0-9.]*\s+(?u:\p{Lu})|(?i)(?:figure|table|listing|option|phase|step) [0-9])";

/// A section with its number and its title, in which each word but the small ones has a capital, also where the mark
/// of a footnote and a full stop end it.
const SECTION: &str = r"^[0-9]+(?:\.[0-9]+)+\.? (?u:\p{Lu})[\w-]*(?:[ :]+(?:(?u:\p{Lu})[\w-]*|a|an|and|as|at|by|for|in|of|on|or|the|to|vs|via|with|&))*[0-9]*\.?$";
static IS_NUMBERED: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(NUMBERED));
static IS_SECTION: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(SECTION));

/// Whether this names something without saying anything of it.
pub(in super::super) fn is_heading(sentence: &str) -> bool {
    if sentence.split(' ').count() > LONGEST {
        return false;
    }
    if IS_SECTION.is_match(sentence) {
        return true;
    }
    if sentence.trim_end().ends_with(['.', '!', ';']) {
        return false;
    }
    if asks(sentence) || names_its_key(sentence) {
        return true;
    }
    // Small words such as `of` stand in headings too; a name in code makes a statement of a line.
    let mut names = words::identifiers(sentence).filter(|word| word.len() > 3);
    // What everybody builds on, or writes with, stands in titles as well.
    let own = |word: &&str| !["LangGraph", "StateGraph", "GenAI", "ChatGPT"].contains(word);
    let mut own = words::identifiers(sentence).filter(own);
    let code = own.any(|w| words::is_camel(w) || words::is_snake(w));
    IS_NUMBERED.is_match(sentence)
        || (!code && names.all(|word| word.starts_with(|l: char| l.is_ascii_uppercase())))
}

/// Whether this is a title with the key that stands for it in the rubric: `Judicial Nuance (judicial_nuance)`.
fn names_its_key(sentence: &str) -> bool {
    let Some((title, key)) =
        sentence.trim_end().strip_suffix(')').and_then(|all| all.split_once(" ("))
    else {
        return false;
    };
    let title = title.trim_start_matches(|letter: char| !letter.is_alphabetic());
    title.to_ascii_lowercase().replace([' ', '-'], "_") == key
}

/// Whether this is what a section answers, also behind its name: `Typed state: why Pydantic`.
fn asks(sentence: &str) -> bool {
    let (label, said) = sentence.trim_end_matches(':').rsplit_once(": ").unwrap_or(("", sentence));
    let first = said.split(' ').map(|word| word.trim_matches(|l: char| !l.is_alphanumeric()));
    let first = first.clone().find(|word| !word.is_empty()).unwrap_or_default();
    let is_label = label.split(' ').count() <= LONGEST / 2;
    is_label && ["why", "how", "what"].contains(&first.to_ascii_lowercase().as_str())
}
