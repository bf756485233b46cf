//! Facts about instructions that a submission addresses to whoever grades it.

use super::Place;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// In what part of a submission a text stands.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// A file of prose, such as a README.
    #[default]
    Text,
    /// A file of code or settings: its comments, strings and names.
    Source,
    /// A test, a fixture or an example, in which attacks are written down to be tried.
    Test,
    /// The message of a commit.
    CommitMessage,
    /// The name of a branch.
    Branch,
    /// The name of a tag.
    Tag,
    /// The path of a file.
    FileName,
    /// The name or the address of an author.
    AuthorName,
    /// Text that a reader of the report sees.
    ReportText,
    /// Text of the report that its reader does not see.
    HiddenText,
    /// Title, keywords and the like of the report's file.
    Metadata,
    /// Text inside a figure of the report.
    FigureLabel,
}

/// How an instruction is brought to the grader.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Technique {
    /// In words that anybody can read.
    Plain,
    /// As a name of code, a branch or a file.
    Name,
    /// In a comment or an element that the rendered page does not show.
    HiddenMarkup,
    /// In text of the report that its reader does not see.
    HiddenText,
    /// With characters that have no shape, between the letters or instead of them.
    InvisibleCharacters,
    /// With letters of other alphabets that look alike, or styled ones.
    Lookalikes,
    /// As Base64.
    Base64,
    /// As numbers of characters: hexadecimal, binary, or escapes of a language or an address.
    CharacterCodes,
    /// With every letter moved by thirteen.
    Rot13,
    /// With digits and signs for letters.
    Leetspeak,
    /// Backwards.
    Reversed,
    /// With spaces, signs or line ends between the letters.
    SpacedLetters,
    /// Behind marks that separate the turns of a conversation with a model or the evidence from the prompt.
    ChatTokens,
    /// As a verdict in the form in which judges give theirs.
    ForgedVerdict,
}

/// How sure it is that a text wants to steer its grader.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// It says so openly; a person should look, because discussions of such texts can look alike.
    Suspected,
    /// It says so and hides or forges that it does.
    Certain,
}

/// An instruction to the grader that was found. It is a flag and proves no intent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct InjectionFact {
    /// How sure it is.
    pub certainty: Certainty,
    /// Where in the submission it stands.
    pub channel: Channel,
    /// The file's lines, the commit, the page, or the name itself.
    pub place: Place,
    /// How it is brought.
    pub technique: Technique,
    /// The passage as a person reads it once the disguise is off, at most 200 characters.
    pub excerpt: String,
    /// Two letters for the language of its words, where they tell it.
    pub language: Option<String>,
}

/// The instructions to the grader in one artifact.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InjectionFacts {
    /// What was found, surest first, then by channel and place; a limited number.
    pub found: Vec<InjectionFact>,
    /// How many were found in all.
    pub total: u32,
}
