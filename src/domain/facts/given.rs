//! Numbers that the sources give, as far as reports tell them.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The numbers that the sources outside the tests give a field themselves, where all else that it is given is
/// passed on to it under its own name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FieldNumbers {
    /// The field of a class.
    pub field: String,
    /// The numbers as written, sorted.
    pub numbers: Vec<String>,
    /// Where it is given the first of them.
    #[serde(flatten)]
    pub place: Lines,
}

/// The numbers that the sources outside the tests set a name to that limits or tunes something: `timeout=120`,
/// `MAX_ROUNDS = 3`, `def cut(chunk_size=500)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetNumbers {
    /// The name.
    pub name: String,
    /// The numbers, each with what is called with it, in the order of the sources.
    pub numbers: Vec<SetNumber>,
    /// Whether it is, or may be, something else as well: what is computed, read from outside or handed over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

impl SetNumbers {
    /// Parts of names that limit or tune something, in small letters.
    const PARTS: [&str; 27] = [
        "attempt",
        "backoff",
        "batch",
        "budget",
        "chunk",
        "concurren",
        "cutoff",
        "delay",
        "depth",
        "dpi",
        "interval",
        "length",
        "limit",
        "max",
        "overlap",
        "retr",
        "rounds",
        "seed",
        "size",
        "temperature",
        "threads",
        "threshold",
        "timeout",
        "top_",
        "ttl",
        "window",
        "worker",
    ];

    /// Whether a name limits or tunes something, so that its numbers are listed.
    #[must_use]
    pub fn tunes(name: &str) -> bool {
        let small = name.to_ascii_lowercase();
        Self::PARTS.iter().any(|part| small.contains(part))
    }
}

/// One number that a name is set to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetNumber {
    /// The number as written.
    pub number: String,
    /// What is called with it, by the last part of its name; `None` where it is assigned, or given in a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The function in which that is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// Where.
    #[serde(flatten)]
    pub place: Lines,
}

/// A function that comes to make objects of a class: it makes one, has a model reply with one, or calls what does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Maker {
    /// The class.
    pub class: String,
    /// The function.
    pub function: Lines,
    /// Where it does so, or the call that does.
    #[serde(flatten)]
    pub place: Lines,
}

/// What a class itself bounds the number of a field by: `Field(ge=1, le=5)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FieldBounds {
    /// The class.
    pub class: String,
    /// The field.
    pub field: String,
    /// The least number that it takes, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<String>,
    /// The greatest number that it takes, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<String>,
    /// Whether something else bounds it besides, or may: an exclusive bound, a bound that is no number, a validator.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub otherwise: bool,
    /// The field's line.
    #[serde(flatten)]
    pub place: Lines,
}

impl FieldBounds {
    /// Most that are listed; beyond that nobody knows what the others are.
    pub const MOST: usize = 200;
}

/// How long a rubric is that lies in the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RubricLength {
    /// Its file.
    pub file: String,
    /// How many dimensions it lists.
    pub dimensions: u32,
}

/// Ids that opinions are asked for, none of which the rubric in the tree has, where the synthesis takes for a criterion
/// only opinions with its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ForeignIds {
    /// The ids, sorted.
    pub ids: Vec<String>,
    /// The texts that ask for them.
    pub asked: Vec<Lines>,
    /// The rubric's file.
    pub rubric: String,
    /// Where the opinions are taken.
    #[serde(flatten)]
    pub place: Lines,
}
