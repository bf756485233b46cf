//! How firmly replies are bound, what becomes of those that do not fit, and what becomes of clones.

use super::{Lines, StructuredOutputFact};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How firmly a model's reply is bound to a schema.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Binding {
    /// The schema is given with the question.
    #[default]
    Schema,
    /// The reply is asked for as JSON, or by instructions, and held against the schema after it came.
    Validated,
    /// The model is only told of tools that it may call.
    Tools,
}

/// What becomes of a reply that does not fit its schema.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Misfit {
    /// Nothing stands around the call that would notice.
    Unhandled,
    /// The graph retries the node, but only for transient failures, which malformed replies are not.
    TransientOnly,
    /// It is caught, `None` is returned, and nobody looks at that.
    Swallowed,
    /// It is caught, and an opinion with a score that is written there takes its place, like any other.
    StoodIn,
    /// It is caught and something else takes its place.
    Handled,
    /// The model is asked again, and what it replies then is bound to nothing.
    AskedUnbound,
    /// The next of several models is asked, and each of them once.
    AskedNext,
    /// The model is asked again.
    AskedAgain,
}

impl Misfit {
    /// Whether a retry or a handler sees to such replies.
    #[must_use]
    pub fn is_seen_to(self) -> bool {
        matches!(self, Self::Handled | Self::AskedUnbound | Self::AskedNext | Self::AskedAgain)
    }

    /// Whether a model is asked again, be it another one or without the schema.
    #[must_use]
    pub fn is_asked_again(self) -> bool {
        matches!(self, Self::AskedUnbound | Self::AskedNext | Self::AskedAgain)
    }

    /// Whether a retry stands around the call, be it for other failures.
    #[must_use]
    pub fn is_retried(self) -> bool {
        matches!(self, Self::TransientOnly | Self::AskedAgain)
    }
}

impl StructuredOutputFact {
    /// Whether something that runs may ask what is bound, and not a test alone.
    #[must_use]
    pub fn may_be_asked(&self) -> bool {
        !self.in_tests && self.live != Some(false) && self.unasked.is_none()
    }

    /// Whether a retry or a handler sees to replies that do not fit; `None` when undecided.
    #[must_use]
    pub fn is_seen_to(&self) -> Option<bool> {
        self.misfit.map(Misfit::is_seen_to).or(self.retry)
    }

    /// What binds a model to a schema, or holds its reply against one, as a clause.
    #[must_use]
    pub fn in_words(&self) -> String {
        match &self.held {
            Some(held) => format!("`{}` holds a reply against a schema", held.by),
            // It parses what a model that is bound to nothing replied.
            None if self.method.ends_with("PydanticOutputParser") => {
                format!("`{}` holds a reply against a schema", self.method)
            }
            None => format!("`{}` binds a model to a schema", self.method),
        }
    }
}

/// A call that holds a reply against a schema after it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HeldAgainst {
    /// What is called, as written: `Opinion.model_validate`.
    pub by: String,
    /// Whether it holds one after another of several things in one reply against the schema.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each: bool,
    /// The call.
    #[serde(flatten)]
    pub place: Lines,
}

/// What is built in place of a reply that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StandIn {
    /// The score that it is given there; `None` where the program works one out itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// Where it is built.
    #[serde(flatten)]
    pub place: Lines,
}

/// What stands beside a call that binds a model, and beside the questions to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Surroundings {
    /// Whether a handler stands around the binding, though none around the questions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guarded: bool,
    /// What that handler builds in place of all replies, where no model is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unasked: Vec<StandIn>,
    /// Where code on the way to the questions has the name of a retry, though none was seen around them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Lines>,
    /// The calls in the same function that ask the same model without the schema.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unbound: Vec<Lines>,
    /// Where the model without the schema takes the place of the bound one, on another branch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub raw: Vec<Lines>,
    /// What is built in place of a reply where the model fails in another way than by one that does not fit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub otherwise: Vec<StandIn>,
    /// The scores that a reply is given which has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defaults: Vec<StandIn>,
    /// Where code puts another score in the place of a reply's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rescored: Vec<Lines>,
    /// Where code fills in what a reply cites.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recited: Vec<Lines>,
    /// Where a field is read of what holds nothing once all attempts have failed, so that the line fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads_nothing: Option<Lines>,
    /// Where the description of the function that asks says that a schema is bound, and nothing in the sources binds one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<Lines>,
}

impl Surroundings {
    /// Whether there is nothing to tell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.guarded
            && self.hint.is_none()
            && self.unbound.is_empty()
            && self.raw.is_empty()
            && self.otherwise.is_empty()
            && self.defaults.is_empty()
            && self.rescored.is_empty()
            && self.recited.is_empty()
            && self.reads_nothing.is_none()
            && self.said.is_none()
    }
}

/// What becomes of the temporary directory that a clone went to.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Remains {
    /// Nothing in the sources removes it once the clone has succeeded.
    Left,
    /// It is removed when the function returns, which returns its path.
    Gone,
}
