//! The ways into a program: routes of its servers, options and subcommands of its command line.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a way into a program is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum WayInKind {
    /// A server answers under a path.
    Route,
    /// A command line takes an option with a dash before its name.
    Option,
    /// A command line has a subcommand.
    Subcommand,
}

/// One way into a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WayIn {
    /// What it is.
    pub kind: WayInKind,
    /// Its path, or its name as written; empty where none is spelled out.
    pub name: String,
    /// How many methods a route answers to, from 1: each of them may be counted as an endpoint.
    pub methods: u32,
    /// Where it is told.
    #[serde(flatten)]
    pub place: Lines,
}

/// The ways into a program, as far as its Python sources tell them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WaysIn {
    /// Those that were found, in source order.
    pub all: Vec<WayIn>,
    /// Of which kinds there may be others, each with the first place that may add them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<OpenWays>,
}

impl WaysIn {
    /// Whether none was found, and nothing that may add any.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty() && self.open.is_empty()
    }
}

/// That there may be other ways of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenWays {
    /// Their kind.
    pub kind: WayInKind,
    /// What may add them.
    #[serde(flatten)]
    pub place: Lines,
}
