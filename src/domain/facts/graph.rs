//! Facts about the state graphs that the sources wire.

use super::Lines;
use super::updates::{
    Clash, NeverSet, Placeholders, UnmatchedKeys, UnshownJudge, UntakenKey, UntakenObject,
    WholeReturn,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A node of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// A branch of the code that wires a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// The `if`, as path and line.
    pub at: String,
    /// Which branch of it, from 0; what runs where no condition holds is the last.
    pub branch: u32,
}

/// Whether what is added in these branches is never in one graph with what is added in those.
#[must_use]
pub fn exclude(one: &[Choice], other: &[Choice]) -> bool {
    let apart = |left: &Choice, right: &Choice| left.at == right.at && left.branch != right.branch;
    one.iter().any(|left| other.iter().any(|right| apart(left, right)))
}

/// A plain edge. `START` and `END` stand for the graph's entry and end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Edge {
    /// Where it leaves.
    pub from: String,
    /// Where it arrives.
    pub to: String,
    /// Whether the target waits for all the sources that are wired with this one in a list.
    #[serde(default)]
    pub waits: bool,
    /// The branches of the wiring code in which alone it, and the nodes at its ends, are added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only_in: Vec<Choice>,
    /// The line that adds it.
    #[serde(flatten)]
    pub place: Lines,
}

/// A conditional edge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConditionalEdge {
    /// Where it leaves.
    pub from: String,
    /// The router as written.
    pub router: String,
    /// Where it can arrive, sorted; empty when that could not be decided.
    pub targets: Vec<String>,
    /// Whether a branch deals with an error or with missing evidence; `None` when undecided.
    pub handles_errors: Option<bool>,
    /// Whether the router returns several targets at once (a list or `Send`).
    pub parallel: bool,
    /// The targets that such a router is known to return by themselves alone, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alone: Vec<String>,
    /// Whether such a router takes the others all at once or none of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub together: bool,
    /// The one target that is always taken, so that nothing is decided; `None` where the router
    /// chooses or where that is not known.
    #[serde(default)]
    pub always: Option<String>,
    /// The targets that are never taken, because the state has no field for what the router asks for
    /// them, sorted; they are none of `targets`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starved: Vec<String>,
    /// Those of `targets` that are never taken, because the router returns no key of its path map that stands for them,
    /// sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreturned: Vec<String>,
    /// The plain edges that go on whatever the router says, where its branch for errors is meant
    /// to stop that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bypasses: Vec<Lines>,
    /// What alone the router looks at, where no node writes it or has run before: the caller gives it, and no failure of
    /// a node changes where the router leads; sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
    /// The fields of which the router asks only whether anything is there, where something always is, so that it always
    /// goes the same way; sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filled: Vec<String>,
    /// The nodes before it that put something there at each of their ends, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filled_by: Vec<String>,
    /// The fields that it asks for and that nothing that runs sets to anything by which it would lead elsewhere, so that it
    /// always goes the same way; sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<String>,
    /// The nodes through which alone it leads otherwise than to one other, where these only tell of an error and lead on
    /// to that one, so that nothing is done about it; sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rejoins: Vec<String>,
    /// Where the node before it raises under the condition under which it would lead to its branch for errors, so that
    /// this is never taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barred: Option<Lines>,
    /// What fills the field that it asks for, unless there was nothing to go through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placeholders: Option<Placeholders>,
    /// Why the key that it asks for is never set, so that its branch for errors is never taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub never_set: Option<NeverSet>,
    /// The nodes that its branch for errors keeps from running all the same, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stops: Vec<String>,
    /// The branches of the wiring code in which alone it is added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only_in: Vec<Choice>,
    /// The line that adds it.
    #[serde(flatten)]
    pub place: Lines,
}

impl ConditionalEdge {
    /// Where it leads, in words: `a or b`; `any of a, b and c at once, or END alone` where several are taken.
    #[must_use]
    pub fn ways(&self) -> String {
        if !self.parallel {
            return self.targets.join(" or ");
        }
        let (alone, at_once): (Vec<&String>, Vec<&String>) =
            self.targets.iter().partition(|target| self.alone.contains(target));
        let at_once = match at_once.as_slice() {
            [] => None,
            [one] => Some((*one).clone()),
            [some @ .., last] => {
                let some: Vec<&str> = some.iter().map(|one| one.as_str()).collect();
                let which = if self.together { "all of" } else { "any of" };
                Some(format!("{which} {} and {last} at once", some.join(", ")))
            }
        };
        let alone = alone.into_iter().map(|one| format!("{one} alone"));
        at_once.into_iter().chain(alone).collect::<Vec<_>>().join(", or ")
    }
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
    /// Sources of two or more plain edges, of one to a family, of a parallel router, or of two edges
    /// of any kind of which neither has all targets of the other, sorted.
    pub fan_out: Vec<String>,
    /// Targets of two or more plain edges, of one from a family, or of two branches of one split,
    /// be it through routers, sorted; `END` is not one, and neither is a node that exclusive branches
    /// of one router lead to, nor one for failures to which routers alone lead.
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
    /// Empty values that nodes of a loop return for a field whose reducer keeps what is there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vain_resets: Vec<UntakenKey>,
    /// What a node returns for a field that no reducer merges, the first of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unmerged: Option<UntakenKey>,
    /// Nodes of one step that return the same field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clashes: Vec<Clash>,
    /// Judges that ask a model and send it nothing of what other nodes found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unshown: Vec<UnshownJudge>,
    /// What judges look up under the ids of criteria, where nodes put all of it under names of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmatched: Vec<UnmatchedKeys>,
    /// Nodes that look at nothing of the state and return nothing, in the order they are added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passive: Vec<String>,
    /// Nodes that the graph starts with.
    pub entry: Vec<String>,
    /// Nodes after which it ends.
    pub finish: Vec<String>,
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
    /// The nodes that the edges of one can lead to, those of plain edges first; twice where two edges do.
    pub fn onward<'g>(&'g self, node: &'g str) -> impl Iterator<Item = &'g str> {
        let plain = self.edges.iter().filter(move |edge| edge.from == node).map(|edge| &edge.to);
        let routed = self.conditional.iter().filter(move |edge| edge.from == node);
        plain.chain(routed.flat_map(|edge| &edge.targets)).map(String::as_str)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_told_as_a_router_takes_them() {
        let ways = |targets: &[&str], parallel: bool, alone: &[&str]| {
            let listed = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
            ConditionalEdge {
                targets: listed(targets),
                parallel,
                alone: listed(alone),
                ..ConditionalEdge::default()
            }
            .ways()
        };
        assert_eq!(ways(&["END", "a"], false, &[]), "END or a");
        assert_eq!(
            ways(&["END", "a", "b", "c"], true, &["END"]),
            "any of a, b and c at once, or END alone"
        );
        assert_eq!(ways(&["a", "b"], true, &[]), "any of a and b at once");
        let together = ConditionalEdge {
            targets: ["END", "a", "b"].map(str::to_owned).into(),
            parallel: true,
            together: true,
            alone: vec!["END".to_owned()],
            ..ConditionalEdge::default()
        };
        assert_eq!(together.ways(), "all of a and b at once, or END alone");
        assert_eq!(ways(&["END", "a"], true, &["END"]), "a, or END alone");
    }
}
