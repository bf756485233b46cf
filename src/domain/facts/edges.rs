//! Facts about the edges of state graphs.

use super::Lines;
use super::updates::{NeverSet, Placeholders};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A branch of the code that wires a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// The `if`, as path and line.
    pub at: String,
    /// Which branch of it, from 0; what runs where no condition holds is the last.
    pub branch: u32,
}

/// An `if` that asks for the same as an earlier one, so that the same branches of both are taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct SameChoice {
    /// The `if`, as path and line.
    pub at: String,
    /// The first that asks for it.
    pub first: String,
}

/// Whether what is added in these branches is never in one graph with what is added in those.
#[must_use]
pub fn exclude(one: &[Choice], other: &[Choice]) -> bool {
    let apart = |left: &Choice, right: &Choice| left.at == right.at && left.branch != right.branch;
    one.iter().any(|left| other.iter().any(|right| apart(left, right)))
}

/// Whether what any of these sets of branches adds is never in one graph with what any of those adds.
#[must_use]
pub fn never_together(one: &[&[Choice]], other: &[&[Choice]]) -> bool {
    one.iter().all(|one| other.iter().all(|other| exclude(one, other)))
}

/// The sets of branches each of which adds something; an empty one adds it anyway.
#[must_use]
pub fn added_in<'c>(only_in: &'c [Choice], each_in: &'c [Vec<Choice>]) -> Vec<&'c [Choice]> {
    if each_in.is_empty() { vec![only_in] } else { each_in.iter().map(Vec::as_slice).collect() }
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
    /// Where several sets of branches add it, each of these sets; what they have in common is told above.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub each_in: Vec<Vec<Choice>>,
    /// The line that adds it.
    #[serde(flatten)]
    pub place: Lines,
}

/// A node that is started for each name of a list, at the same time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SentNames {
    /// The node.
    pub node: String,
    /// The names, as the list has them; what is sent has one of them.
    pub names: Vec<String>,
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
    /// The targets that such a router puts into what it returns each by a condition of its own, or by none, so that it may
    /// take any of them at once, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<String>,
    /// What such a router sends, where it starts each node that it sends to for every name of a written list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sent: Vec<SentNames>,
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
    /// What the router returns and its path map has no key for, sorted: where it does the run fails (`KeyError`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmapped: Vec<String>,
    /// Whether it returns nothing else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub astray: bool,
    /// The plain edges that go on whatever the router says, where its branch for errors is meant
    /// to stop that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bypasses: Vec<Lines>,
    /// What alone the router looks at, where no node writes it or has run before: the caller gives it, and no failure of
    /// a node changes where the router leads; sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
    /// The node that writes where it leads, where it goes by that alone and `inputs` are what that node goes by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dictated: Option<Dictated>,
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
    /// The lines behind which something would set them to that, and that fail whenever they run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub behind: Vec<Lines>,
    /// The one target that it always takes for that, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_way: Option<String>,
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
    /// The nodes that wait for those and for what goes on beside the router, and so never run then, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<String>,
    /// Who leads on past it where it leads to its branch for errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<Passed>,
    /// The branches of the wiring code in which alone it is added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only_in: Vec<Choice>,
    /// Where several sets of branches add it, each of these sets; what they have in common is told above.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub each_in: Vec<Vec<Choice>>,
    /// The line that adds it.
    #[serde(flatten)]
    pub place: Lines,
}

/// What a router goes by that returns, or asks for, what one node wrote for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Dictated {
    /// The node.
    pub node: String,
    /// The field in which it writes where the router leads.
    pub field: String,
    /// Whether a model's reply may decide what it writes, besides the inputs, where the model is shown no more than
    /// inputs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_reply: bool,
}

/// How a run goes on past a router for errors: its branch for them ends, and what runs beside it leads on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Passed {
    /// Where the branch for errors ends, sorted: nothing comes after these, and they give no field anything.
    pub dead_ends: Vec<String>,
    /// The nodes that are started together with the one before the router and lead where it usually leads, sorted.
    pub nodes: Vec<String>,
    /// Where that is, sorted.
    pub to: Vec<String>,
    /// Whether one of them does so whatever a router says.
    pub certain: bool,
}

impl Edge {
    /// The sets of branches each of which adds it.
    #[must_use]
    pub fn added_in(&self) -> Vec<&[Choice]> {
        added_in(&self.only_in, &self.each_in)
    }

    /// Whether it may be there where these branches are taken.
    #[must_use]
    pub fn may_be_in(&self, taken: &[Choice]) -> bool {
        !never_together(&self.added_in(), &[taken])
    }
}

impl ConditionalEdge {
    /// The sets of branches each of which adds it.
    #[must_use]
    pub fn added_in(&self) -> Vec<&[Choice]> {
        added_in(&self.only_in, &self.each_in)
    }

    /// Whether it may be there where these branches are taken.
    #[must_use]
    pub fn may_be_in(&self, taken: &[Choice]) -> bool {
        !never_together(&self.added_in(), &[taken])
    }

    /// Whether the router surely takes both of these targets in some runs.
    #[must_use]
    pub fn may_take_both(&self, one: &str, other: &str) -> bool {
        let is_free = |target: &str| self.free.iter().any(|free| free == target);
        let is_alone = |target: &str| self.alone.iter().any(|alone| alone == target);
        let all = self.parallel && self.together && !is_alone(one) && !is_alone(other);
        one != other && (all || (is_free(one) && is_free(other)))
    }

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
