use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a vision model says of the report's figures. It may be wrong, and evidence from it says whose
/// word it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sights {
    /// The model that looked.
    pub model: String,
    /// What it saw, in page order.
    pub seen: Vec<Sight>,
    /// Figures that it gave no usable answer about, with the reason, each a full sentence.
    pub unseen: Vec<String>,
}

/// What a vision model says of one figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sight {
    /// Page number, from 1.
    pub page: u32,
    /// What kind of picture it is.
    pub kind: PictureKind,
    /// Whether the detectives are drawn as parallel branches.
    pub detectives_parallel: Glance,
    /// Whether the judges are drawn as parallel branches.
    pub judges_parallel: Glance,
    /// Whether branches meet in a node that collects them.
    pub aggregation: Glance,
    /// Answers to the rubric's own questions.
    pub answers: BTreeMap<String, Glance>,
}

/// What kind of picture a figure is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum PictureKind {
    /// Nodes and edges of a state graph.
    StateGraph,
    /// Messages between parties over time.
    Sequence,
    /// Steps and decisions.
    Flowchart,
    /// Another diagram of the system.
    Architecture,
    /// No diagram: a photograph, a screenshot, a logo, a chart of numbers.
    NoDiagram,
}

impl PictureKind {
    /// All kinds with the names that a model is told.
    pub const NAMES: [(Self, &'static str); 5] = [
        (Self::StateGraph, "state_graph"),
        (Self::Sequence, "sequence"),
        (Self::Flowchart, "flowchart"),
        (Self::Architecture, "architecture"),
        (Self::NoDiagram, "no_diagram"),
    ];

    /// The kind in words, with its article.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::StateGraph => "a state graph",
            Self::Sequence => "a sequence diagram",
            Self::Flowchart => "a flowchart",
            Self::Architecture => "an architecture diagram",
            Self::NoDiagram => "no diagram",
        }
    }
}

/// An answer to a question about a picture.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Glance {
    /// It is so.
    Yes,
    /// It is not so.
    No,
    /// The picture does not tell, or is not about it.
    Unclear,
}

impl Glance {
    /// All answers with the names that a model is told.
    pub const NAMES: [(Self, &'static str); 3] =
        [(Self::Yes, "yes"), (Self::No, "no"), (Self::Unclear, "unclear")];

    /// The answer as a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Unclear => "unclear",
        }
    }
}
