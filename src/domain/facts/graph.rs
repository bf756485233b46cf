//! Facts about the state graphs that the sources wire.

use super::Lines;
use super::edges::{Choice, ConditionalEdge, Edge, SameChoice};
use super::updates::{
    Clash, Discarded, EarlyRead, KeyedField, OwnLook, Replaced, UnmatchedKeys, UnshownJudge,
    UntakenKey, UntakenObject, WholeReturn,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A node of a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GraphNode {
    /// The node's name; `START` and `END` are not listed.
    pub name: String,
    /// What runs there, as written.
    pub action: Option<String>,
    /// The function that runs there, where it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<Lines>,
    /// Whether it waits until all other nodes of the step are done: `defer=True`.
    #[serde(default)]
    pub deferred: bool,
    /// The branches of the wiring code in which alone it is added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only_in: Vec<Choice>,
    /// The line that adds it.
    #[serde(flatten)]
    pub place: Lines,
}

/// What a gap in what is known of a graph hides.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum GapAbout {
    /// It is not known what.
    #[default]
    Anything,
    /// A node.
    Node,
    /// A plain edge.
    Edge,
    /// A conditional edge, or one of its targets.
    Conditional,
}

/// Something about a graph that could not be decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unresolved {
    /// Why, a lowercase fragment.
    pub reason: String,
    /// What stays hidden by it.
    #[serde(default)]
    pub about: GapAbout,
    /// The line in question.
    #[serde(flatten)]
    pub place: Lines,
}

/// Why `LangGraph` refuses to compile a graph: its `ValueError` ends the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// What is wrong, a lowercase fragment.
    pub reason: String,
    /// The line that it is refused for.
    #[serde(flatten)]
    pub place: Lines,
}

/// A node at which branches of one split meet after paths of different length, without anything
/// that lets it wait: it runs once per arrival, and so does what comes after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnevenJoin {
    /// The node.
    pub node: String,
    /// The shorter way from the split, the split first and the node last.
    pub shorter: Vec<String>,
    /// The longer way, likewise.
    pub longer: Vec<String>,
    /// Whether it is so in every run; otherwise it depends on a router.
    pub always: bool,
    /// The lines that add the last edge of both ways.
    pub places: Vec<Lines>,
}

/// A part of a graph that was not followed to its end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "name", rename_all = "snake_case")]
pub enum Unfollowed {
    /// The class of its state, or another of its schemas.
    State,
    /// What runs at the node.
    Node(String),
    /// The router.
    Router(String),
    /// The class by which what runs at the node, or the router, says what it is given.
    Given(String),
}

impl fmt::Display for Unfollowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::State => f.write_str("the class of its state"),
            Self::Node(name) => write!(f, "what runs at `{name}`"),
            Self::Router(name) => write!(f, "the router `{name}`"),
            Self::Given(name) => write!(f, "the class of what `{name}` is given"),
        }
    }
}

/// One state graph as the sources wire it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GraphFact {
    /// The function that builds it; `None` at module level.
    pub function: Option<String>,
    /// The variable that holds the builder.
    pub variable: Option<String>,
    /// The state class, as written.
    pub state_class: Option<String>,
    /// Its nodes, in the order they are added.
    pub nodes: Vec<GraphNode>,
    /// Its plain edges, in the order they are added, without duplicates.
    pub edges: Vec<Edge>,
    /// Its conditional edges.
    pub conditional: Vec<ConditionalEdge>,
    /// Names in braces, such as `judge_{dim["id"]}`, that stand for one node per value that is
    /// known only when the program runs, sorted.
    #[serde(default)]
    pub families: Vec<String>,
    /// Nodes of which it is not known whether they wait until all others of the step are done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub perhaps_deferred: Vec<String>,
    /// Sources of two or more plain edges, of one to a family, of a parallel router, or of two edges
    /// of any kind of which neither has all targets of the other, sorted.
    pub fan_out: Vec<String>,
    /// Targets of two or more plain edges, of one from a family or from a node that is sent to several
    /// times at once, or of two branches of one split, be it through routers, sorted; `END` is not
    /// one, and neither is a node that exclusive branches of one router lead to, nor one for failures
    /// to which routers alone lead.
    pub fan_in: Vec<String>,
    /// Nodes that run once per arrival.
    #[serde(default)]
    pub uneven_joins: Vec<UnevenJoin>,
    /// The fields of the state, with those of the graph's other schemas, sorted; empty where one of them, or
    /// what runs at a node, could not be followed.
    #[serde(default)]
    pub state_fields: Vec<String>,
    /// What was not followed to its end, so that the fields are not known, or what nodes return; sorted.
    #[serde(default)]
    pub unfollowed: Vec<Unfollowed>,
    /// What nodes return in vain, by node and key.
    #[serde(default)]
    pub untaken: Vec<UntakenKey>,
    /// The objects that nodes return in vain, by node.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untaken_objects: Vec<UntakenObject>,
    /// What nodes and routers read in vain, by node or router and key.
    #[serde(default)]
    pub unfed: Vec<UntakenKey>,
    /// Nodes that return the whole state, or a field with what it held, with the fields that are added to themselves
    /// by it.
    #[serde(default)]
    pub whole_returns: Vec<WholeReturn>,
    /// Nodes that return the whole state, or a field with what it held, where nothing was seen to be put into any of
    /// these fields by then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle_returns: Vec<WholeReturn>,
    /// Nodes that return the whole state, or a field with what it held, with the fields of which it is not known whether anything stands in them by
    /// then, since routers decide on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open_returns: Vec<WholeReturn>,
    /// Nodes that may return the whole state behind others, for all that is seen: what is done with it there was not followed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<String>,
    /// Empty values that nodes of a loop return for a field whose reducer keeps what is there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vain_resets: Vec<UntakenKey>,
    /// What a node returns for a field that no reducer merges, the first of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unmerged: Option<UntakenKey>,
    /// Nodes of one step that return the same field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clashes: Vec<Clash>,
    /// How many other graphs of the program are built in files that this one's file imports, in a few steps, and that do
    /// not import it as soon; none that has more than twice as many nodes.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub leads: u32,
    /// Graphs that nodes of it run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inner: Vec<InnerGraph>,
    /// The keys that nodes of one step return for a field which is merged by key, so that one takes the other's place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<Replaced>,
    /// What nodes read before any node has given it anything, where branches hang on it that never run for that, by node
    /// and field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub early: Vec<EarlyRead>,
    /// Nodes that look first at what they gave a field before, by node.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_looks: Vec<OwnLook>,
    /// Who has the graph run and makes a verdict of its own of what comes of it, without a look at the one that is there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discarded: Vec<Discarded>,
    /// The branches of the wiring code that all calls in the sources outside the tests take, and that are taken where
    /// nobody says otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub usual: Vec<Choice>,
    /// The choices of the wiring code that ask for the same as an earlier one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same: Vec<SameChoice>,
    /// Judges that ask a model and send it nothing of what other nodes found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unshown: Vec<UnshownJudge>,
    /// What judges look up under the ids of criteria, where nodes put all of it under names of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmatched: Vec<UnmatchedKeys>,
    /// The fields for evidence into which nodes put what stands under keys that they spell out, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keyed: Vec<KeyedField>,
    /// Nodes that look at nothing of the state and return nothing, in the order they are added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passive: Vec<String>,
    /// Nodes that look at the state, return nothing of the evidence and change nothing of it, in the order they are
    /// added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inert: Vec<String>,
    /// Nodes that are coroutines and never wait for anything, so that in their event loop nothing else runs beside them,
    /// sorted; none where nothing starts a graph in one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unyielding: Vec<String>,
    /// Nodes that are coroutines, where the program runs the graph by a method alone that runs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unawaited: Option<Unawaited>,
    /// Nodes that the graph starts with.
    pub entry: Vec<String>,
    /// Nodes after which it ends.
    pub finish: Vec<String>,
    /// What lets `LangGraph` refuse to compile it, where all that wires it was followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
    /// What could not be decided.
    pub unresolved: Vec<Unresolved>,
    /// The builder's construction.
    #[serde(flatten)]
    pub place: Lines,
    /// Whether the file is a test.
    pub in_tests: bool,
    /// Whether the code that builds it can run: `false` under `if False`, in a function that
    /// nothing in the repository calls or exports, and in one that only tests name where the
    /// program builds another graph.
    pub live: bool,
}

impl GraphFact {
    /// Whether the program runs it, and not its tests alone.
    #[must_use]
    pub fn is_in_use(&self) -> bool {
        self.live && !self.in_tests
    }

    /// Whether what is told as a conditional edge is a node that always leads to the same one by its `Command`, so that no
    /// edge was written which would decide anything.
    #[must_use]
    pub fn is_fixed(&self, edge: &ConditionalEdge) -> bool {
        let adds = |node: &GraphNode| node.name == edge.from && node.place == edge.place;
        edge.always.is_some() && self.nodes.iter().any(adds)
    }

    /// Whether a node waits until all others of the step are done, as far as that can be said.
    #[must_use]
    pub fn may_be_deferred(&self, name: &str) -> bool {
        self.nodes.iter().any(|node| node.deferred && node.name == name)
            || self.perhaps_deferred.iter().any(|node| node == name)
    }
}

/// How a graph is run whose nodes need an event loop, without one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unawaited {
    /// Those of its nodes.
    pub nodes: Vec<String>,
    /// The method that runs the graph.
    pub method: String,
    /// The call, the first of them.
    #[serde(flatten)]
    pub place: Lines,
}

/// A graph that a node of another runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InnerGraph {
    /// The node.
    pub node: String,
    /// Where the graph is constructed.
    #[serde(flatten)]
    pub place: Lines,
}

/// A class of the repository's own that wires nodes and edges and runs them, and that code outside
/// the tests constructs. What it wires is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EngineFact {
    /// The class's name.
    pub class: String,
    /// Its methods that wire, as `add_node` and `add_edge`, in the order of the source.
    pub wires_by: Vec<String>,
    /// Where it is constructed first.
    pub constructed: Lines,
    /// The first line of the class.
    #[serde(flatten)]
    pub place: Lines,
}

/// A call by which a library builds a graph of `LangGraph`'s for the program, such as `create_react_agent`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadyGraph {
    /// The library's function.
    pub by: String,
    /// The call.
    #[serde(flatten)]
    pub place: Lines,
}

/// Something by which a framework other than `LangGraph`'s graphs lets parts of the program run in turn or side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FrameworkFact {
    /// The framework, as people call it.
    pub framework: String,
    /// Its function, decorator or class.
    pub by: String,
    /// Where it is first called, put before a definition or derived from.
    #[serde(flatten)]
    pub place: Lines,
}

impl FrameworkFact {
    /// Why nothing can be said of what runs in turn or side by side, a lowercase fragment.
    #[must_use]
    pub fn why_unread(&self) -> String {
        let Self { framework, by, place } = self;
        format!(
            "no LangGraph `StateGraph` is built by hand, and `{by}` at `{place}` belongs to {framework}, whose wiring is not read"
        )
    }
}

impl EngineFact {
    /// Why nothing can be said of nodes and edges, a lowercase fragment.
    #[must_use]
    pub fn why_unread(&self) -> String {
        let Self { class, wires_by, constructed, place } = self;
        let methods: Vec<String> = wires_by.iter().map(|method| format!("`{method}`")).collect();
        format!(
            "no LangGraph `StateGraph` is built; `{class}` at `{place}`, constructed at \
             `{constructed}`, is a class of its own with {}, and its wiring is not read",
            methods.join(", ")
        )
    }
}
