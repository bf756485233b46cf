//! Facts about the texts that instruct personas.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A text that instructs a persona.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PromptFact {
    /// `Prosecutor`, `Defense` or `TechLead`.
    pub persona: String,
    /// The text, with interpolations as `{}`.
    pub text: String,
    /// The template that the text is put into before it is sent, where one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<Lines>,
    /// The template with the text in it, with what else is filled in as `{}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<String>,
    /// Whether it stands beside other texts in a dictionary, which may instruct the persona as well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub part: bool,
    /// Whether the program imports the file, step by step, and mentions what holds the text; `None`
    /// when undecided.
    #[serde(default)]
    pub live: Option<bool>,
    /// The string, or the file that holds it.
    #[serde(flatten)]
    pub place: Lines,
    /// Whether the file is a test.
    pub in_tests: bool,
}

/// How many words all personas are sent, and how many each of them has to itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommonWords {
    /// Words that are common to all personas' prompts, before evidence is filled in.
    pub all: u32,
    /// Words that the persona with the fewest has to itself.
    pub own: u32,
    /// That persona, the first of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fewest: Option<String>,
    /// The text of that persona in which most of these words stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Lines>,
}

/// The personas that hardly anything instructs, with their words: what each is told, all of its texts together, has next
/// to none, and nothing is around any of them, or beside it, that may have more.
#[must_use]
pub fn briefs<'p>(prompts: impl IntoIterator<Item = &'p PromptFact>) -> Vec<(&'p str, usize)> {
    /// Words below which nothing of a text can be compared with another.
    const FEW: usize = 10;
    let mut all: BTreeMap<&str, (usize, bool)> = BTreeMap::new();
    for prompt in prompts {
        let (words, within) = all.entry(prompt.persona.as_str()).or_default();
        *words += prompt.text.split_whitespace().count();
        *within |= prompt.template.is_some() || prompt.part;
    }
    let brief = all.into_iter().filter(|(_, (words, within))| *words < FEW && !within);
    brief.map(|(persona, (words, _))| (persona, words)).collect()
}

/// A text that addresses whichever persona is filled in, beside whose name it may be told something of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenTemplate {
    /// The personas that are filled in, sorted.
    pub personas: Vec<String>,
    /// The words that are the same for all of them.
    pub words: u32,
    /// Whether something that runs uses it, where that is known.
    pub live: Option<bool>,
    /// The text.
    #[serde(flatten)]
    pub place: Lines,
}

/// How alike two personas' texts are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PromptSimilarity {
    /// One persona.
    pub left: String,
    /// The other.
    pub right: String,
    /// Share of the shorter text's five-word shingles that the other has too, as sent, 0–1.
    pub shared: f64,
    /// The same of their own texts, without the template around them and without what is common to all.
    pub own: f64,
}
