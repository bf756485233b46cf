//! Facts about what nodes return to the state and read in it.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A key that a node returns or reads, for which the graph's state has no field: `LangGraph` passes the value on to
/// nobody, and nobody is given one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UntakenKey {
    /// The node, or the router.
    pub node: String,
    /// The key.
    pub key: String,
    /// Whether it is read by `getattr` of a state that is a dictionary, which has no such attribute, be there a field
    /// or not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_attribute: bool,
    /// The field of the state inside which what is returned in vain is looked up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<LookedUp>,
    /// The line that asks what running the graph gives for what is returned in vain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wanted: Option<Lines>,
    /// The line that returns or reads it.
    #[serde(flatten)]
    pub place: Lines,
}

/// A field that a node reads in a step in which no node can have given it anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EarlyRead {
    /// The node.
    pub node: String,
    /// The field.
    pub key: String,
    /// The nodes that give it something, all of them in the same step or later, sorted; what they give is seen from the next
    /// step on.
    pub later: Vec<String>,
    /// What never runs for that, the first of it.
    pub dead: Lines,
    /// The line that reads it.
    #[serde(flatten)]
    pub place: Lines,
}

/// A node that looks first at what is in a field to which it gives something itself, and returns without that where nothing
/// is left to do: what it gives may not be there twice where it runs twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnLook {
    /// The node.
    pub node: String,
    /// The field.
    pub field: String,
    /// The condition.
    #[serde(flatten)]
    pub place: Lines,
}

/// A run of a graph whose last node makes an object for a field, where whoever has it run asks for other fields alone and
/// makes another object of that class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Discarded {
    /// The node.
    pub node: String,
    /// The field.
    pub field: String,
    /// The class.
    pub class: String,
    /// What is asked for instead, sorted.
    pub asked: Vec<String>,
    /// The line that makes the other object.
    pub made: Lines,
    /// The line that has the graph run.
    #[serde(flatten)]
    pub place: Lines,
}

/// An object that a node returns, of which no field is one of the graph's state: `LangGraph` takes nothing of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UntakenObject {
    /// The node.
    pub node: String,
    /// The object's class.
    pub class: String,
    /// The line that returns it.
    #[serde(flatten)]
    pub place: Lines,
}

/// What a node puts into fields in each turn of a loop, or wherever inputs are given: a router that asks only whether
/// anything is there leads elsewhere only where the loop had nothing to go through, or for want of the inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Placeholders {
    /// The node.
    pub node: String,
    /// The fields, sorted.
    pub fields: Vec<String>,
    /// The inputs, which no node writes, for want of which alone nothing is put there, sorted; empty where it is the loop
    /// that tells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
    /// Whether it is enough that one of them is given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub any_is_enough: bool,
}

/// A key of the state that one node sets, under a condition that never holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NeverSet {
    /// The key.
    pub key: String,
    /// The only node that would set it.
    pub node: String,
    /// The fields that it would have to find empty, sorted.
    pub fields: Vec<String>,
    /// The nodes that put something there at each of their ends, sorted.
    pub filled_by: Vec<String>,
    /// The condition.
    #[serde(flatten)]
    pub place: Lines,
}

/// A field of the state inside which keys are looked up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LookedUp {
    /// The field.
    pub field: String,
    /// Whether the key is spelled out there; otherwise it may be any, and no node was seen to return the field.
    pub spelled: bool,
    /// Whether a node was seen to return the field.
    pub returned: bool,
    /// The line that looks it up.
    #[serde(flatten)]
    pub place: Lines,
}

/// A node that returns the state that it is given, or a copy of it, or what a field of it holds: `LangGraph` takes all
/// of it for an update, and a reducer that adds up adds what a field holds to what it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a thing of its own about what is returned"
)]
pub struct WholeReturn {
    /// The node.
    pub node: String,
    /// The fields that are added up, that it puts nothing else into and that something was put into by then, sorted.
    pub fields: Vec<String>,
    /// The fields that it changes in what it returns, sorted; what is new stands in these alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
    /// Whether it hands fields to what may change them as well, for all that was seen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsure: bool,
    /// Whether it returns not the state but these fields alone, with what they held, be it with something more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partly: bool,
    /// Whether what it returns of them is made of each item that they held, and not these items themselves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anew: bool,
    /// Whether nodes before it give what was not seen, so that it may be any field's, where nothing was seen to be put
    /// into these.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub veiled: bool,
    /// The line that returns it.
    #[serde(flatten)]
    pub place: Lines,
}

/// A judge's node that asks a model and sends it nothing of what other nodes found: all that it reads of the state, or
/// all of it that reaches the model, is what no node writes, or what nodes put there out of such fields alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnshownJudge {
    /// The node.
    pub node: String,
    /// The fields of the state that it reads, with all that it calls, sorted; where `unsent` has some, those that reach
    /// the model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reads: Vec<String>,
    /// The fields that nodes write and that it reads, and of which nothing reaches the model, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsent: Vec<String>,
    /// The nodes that put into the fields it reads what comes out of these and of `sources` alone, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<String>,
    /// The fields that those nodes hand on besides, where no node puts anything, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
    /// The call that asks the model.
    #[serde(flatten)]
    pub place: Lines,
}

/// A field of the state in which a judge looks for nothing but what stands under the id of a criterion, and into which
/// nodes put nothing but what stands under keys that they spell out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnmatchedKeys {
    /// The judge's node.
    pub node: String,
    /// The field.
    pub field: String,
    /// The keys that nodes put there, sorted.
    pub written: Vec<String>,
    /// The criteria of the one rubric that lies in the tree under whose ids no node puts anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unwritten: Vec<String>,
    /// How many criteria that rubric has; 0 where no rubric is known.
    #[serde(default)]
    pub criteria: usize,
    /// That rubric's file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rubric: Option<String>,
    /// Where a model is asked whatever is found there, if the judge learns of evidence in no other way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Lines>,
    /// The line that looks it up.
    #[serde(flatten)]
    pub place: Lines,
}

/// A field of the state into which nodes put what stands under keys that they spell out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeyedField {
    /// The field.
    pub field: String,
    /// The nodes that put something there, and nothing under other keys, in the order they are added.
    pub nodes: Vec<NodeKeys>,
    /// The nodes of which it is not known what they put there, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
    /// The file of the one rubric that lies in the tree; nothing where a key may be short for the id of a criterion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rubric: Option<String>,
    /// The keys that are ids of its criteria, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<String>,
}

/// The keys under which a node puts something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NodeKeys {
    /// The node.
    pub node: String,
    /// The keys, sorted.
    pub keys: Vec<String>,
    /// The function that runs there.
    #[serde(flatten)]
    pub place: Lines,
}

impl KeyedField {
    /// All keys that are put into it, sorted.
    #[must_use]
    pub fn keys(&self) -> BTreeSet<&str> {
        self.nodes.iter().flat_map(|one| &one.keys).map(String::as_str).collect()
    }
}

/// Nodes of one step of which each returns one field that has no reducer: `LangGraph` stops with an
/// `InvalidUpdateError`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Clash {
    /// The field, or one of them.
    pub field: String,
    /// The nodes, sorted.
    pub nodes: Vec<String>,
    /// Whether all of them return the whole state.
    pub whole: bool,
    /// Where each of them returns it.
    pub places: Vec<Lines>,
}

/// A key that nodes of one step return for a field that `operator.ior` merges: what one gives takes the place of what the
/// other gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Replaced {
    /// The field.
    pub field: String,
    /// The key, or one of them.
    pub key: String,
    /// The nodes, sorted.
    pub nodes: Vec<String>,
    /// Where each of them gives it.
    pub places: Vec<Lines>,
}
