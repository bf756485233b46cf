//! Where branches of a graph split and meet.

use super::super::follow::worlds;
use super::lost::starved;
pub(in crate::detect) use super::met::times;
use super::met::{after_sends, is_for_failures};
use super::rounds::{self, apart};
use super::supposed::supposed;
use crate::domain::facts::{Choice, ConditionalEdge, Edge, GraphFact, UnevenJoin, exclude};
use std::collections::{BTreeMap, BTreeSet};

/// Ways from one node to another that are looked at.
const WAYS: usize = 24;

/// Nodes that are visited for one graph.
const STEPS: usize = 60_000;

/// The meetings at which branches may arrive in different rounds.
pub(in super::super) fn uneven(graph: &GraphFact) -> Vec<UnevenJoin> {
    Ways::taken(graph).uneven()
}

/// Fills the points at which branches split and meet of a graph of which all edges may be wired together.
pub(in super::super) fn points(graph: &mut GraphFact) {
    let is_family = |name: &str| graph.families.iter().any(|family| family == name);
    let lost = starved(graph);
    let mut leaving: BTreeMap<&str, Vec<&Edge>> = BTreeMap::new();
    let mut arriving: BTreeMap<&str, Vec<&Edge>> = BTreeMap::new();
    for edge in graph.edges.iter().filter(|edge| !lost.contains(edge.from.as_str())) {
        // What leads to the end begins nothing.
        if edge.to != "END" {
            leaving.entry(&edge.from).or_default().push(edge);
        }
        arriving.entry(&edge.to).or_default().push(edge);
    }
    // A family beside another one is wired to its counterpart, name by name.
    let several = |node: &str, edges: &[&Edge]| {
        let family =
            |edge: &&Edge| is_family(if edge.from == node { &edge.to } else { &edge.from });
        let pairs = edges.iter().enumerate();
        let mut pairs =
            pairs.flat_map(|(at, one)| edges[at + 1..].iter().map(move |other| (one, other)));
        pairs.any(|(one, other)| !exclude(&one.only_in, &other.only_in))
            || (!is_family(node) && edges.iter().any(family))
    };
    let several_leave = leaving.iter().filter(|(node, edges)| several(node, edges));
    let mut fan_out: BTreeSet<String> = several_leave.map(|(node, _)| (*node).to_owned()).collect();
    let parallel = graph.conditional.iter().filter(|edge| edge.parallel);
    let parallel = parallel.filter(|edge| !lost.contains(edge.from.as_str()));
    fan_out.extend(parallel.map(|edge| edge.from.clone()));
    let (supposed, open) = supposed(graph);
    let ways = Ways::new(supposed.as_ref().unwrap_or(graph));
    let known = ways.reachable("START");
    let meets = arriving.iter().filter(|(node, edges)| {
        let all_known = edges.iter().all(|edge| known.contains(edge.from.as_str()));
        **node != "END" && several(node, edges) && (open || !all_known || ways.meets(node))
    });
    let fan_in: Vec<String> = meets.map(|(node, _)| (*node).to_owned()).collect();
    graph.fan_out = fan_out.into_iter().collect();
    graph.fan_out = all_splits(graph);
    graph.fan_in = fan_in;
    graph.fan_in = all_meetings(graph);
}

/// Where the edges of one call lead, and the branches in which alone it wires them.
type Leaving<'g> = (BTreeSet<&'g str>, &'g [Choice]);

/// Nodes from which at least two branches leave at once: plain edges, a router that returns several
/// targets, and each further conditional edge, of which one branch is always taken.
///
/// A plain edge beside a router that has its target as well makes no second branch: both are meant
/// to lead to the same node.
pub(in crate::detect) fn splits(graph: &GraphFact) -> Vec<String> {
    let world = worlds::told(worlds::worlds(graph));
    world.map_or_else(|| all_splits(graph), |world| world.fan_out)
}

fn all_splits(graph: &GraphFact) -> Vec<String> {
    let mut branches: BTreeMap<&str, Vec<Leaving<'_>>> = BTreeMap::new();
    let lost = starved(graph);
    let is_live = |edge: &&Edge| edge.to != "END" && !lost.contains(edge.from.as_str());
    for edge in graph.edges.iter().filter(is_live) {
        let way = (BTreeSet::from([edge.to.as_str()]), edge.only_in.as_slice());
        branches.entry(&edge.from).or_default().push(way);
    }
    for edge in graph.conditional.iter().filter(|edge| !lost.contains(edge.from.as_str())) {
        let targets = edge.always.as_ref().map_or(edge.targets.as_slice(), std::slice::from_ref);
        let ways = targets.iter().map(String::as_str).filter(|target| *target != "END");
        branches.entry(&edge.from).or_default().push((ways.collect(), edge.only_in.as_slice()));
    }
    let apart = |one: &Leaving<'_>, other: &Leaving<'_>| {
        !one.0.is_subset(&other.0) && !other.0.is_subset(&one.0) && !exclude(one.1, other.1)
    };
    let go_apart = |ways: &[Leaving<'_>]| {
        ways.iter().enumerate().any(|(at, one)| ways[at + 1..].iter().any(|two| apart(one, two)))
    };
    let twice =
        branches.iter().filter(|(_, ways)| go_apart(ways)).map(|(node, _)| (*node).to_owned());
    let mut all: Vec<String> = graph.fan_out.iter().cloned().chain(twice).collect();
    all.sort();
    all.dedup();
    all
}

/// Nodes at which branches meet: targets of several plain edges, and targets that at least two
/// branches of one split lead to, be it through routers. Where only routers lead, a place for
/// failures is no meeting.
pub(in crate::detect) fn meetings(graph: &GraphFact) -> Vec<String> {
    let world = worlds::told(worlds::worlds(graph));
    world.map_or_else(|| all_meetings(graph), |world| world.fan_in)
}

fn all_meetings(graph: &GraphFact) -> Vec<String> {
    let mut all = graph.fan_in.clone();
    all.extend(after_sends(graph));
    let ways = Ways::new(graph);
    for split in all_splits(graph) {
        let branches = onward(graph, &split);
        let mut targets: Vec<String> =
            branches.iter().flat_map(|branch| onward(graph, branch)).collect();
        targets.sort();
        let twice =
            targets.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone());
        let fitting = twice.filter(|target| target != "END" && !is_for_failures(target));
        all.extend(fitting.filter(|target| ways.meets(target)));
    }
    all.sort();
    all.dedup();
    all
}

/// Where the edges of a node can lead, without duplicates.
fn onward(graph: &GraphFact, node: &str) -> Vec<String> {
    let mut all: Vec<String> = graph.onward(node).map(str::to_owned).collect();
    all.sort();
    all.dedup();
    all
}

/// One edge, seen from its source.
#[derive(Clone, Copy)]
pub(super) struct Step<'g> {
    pub(super) to: &'g str,
    /// The conditional edge that it belongs to; `None` for a plain one.
    pub(super) router: Option<usize>,
    waits: bool,
    pub(super) only_in: &'g [Choice],
}

/// All ways through one graph.
struct Ways<'g> {
    graph: &'g GraphFact,
    next: BTreeMap<&'g str, Vec<Step<'g>>>,
    left: std::cell::Cell<usize>,
}

impl<'g> Ways<'g> {
    /// All that the wiring has.
    fn new(graph: &'g GraphFact) -> Self {
        Self::by(graph, |edge| edge.always.as_ref())
    }

    /// Those alone that a run can take: a router that always goes the same way has no other.
    fn taken(graph: &'g GraphFact) -> Self {
        Self::by(graph, |edge| edge.always.as_ref().or(edge.only_way.as_ref()))
    }

    fn by(graph: &'g GraphFact, only: impl Fn(&'g ConditionalEdge) -> Option<&'g String>) -> Self {
        let mut next: BTreeMap<&str, Vec<Step<'_>>> = BTreeMap::new();
        for edge in &graph.edges {
            let only_in = edge.only_in.as_slice();
            let step = Step { to: &edge.to, router: None, waits: edge.waits, only_in };
            next.entry(&edge.from).or_default().push(step);
        }
        for (index, edge) in graph.conditional.iter().enumerate() {
            // A router that decides nothing is a plain edge.
            let (targets, router) = match only(edge) {
                Some(always) => (std::slice::from_ref(always), None),
                None => (edge.targets.as_slice(), Some(index)),
            };
            let only_in = edge.only_in.as_slice();
            let steps = targets.iter().map(|to| Step { to, router, waits: false, only_in });
            next.entry(&edge.from).or_default().extend(steps);
        }
        Self { graph, next, left: std::cell::Cell::new(STEPS) }
    }

    fn steps(&self, node: &str) -> &[Step<'g>] {
        self.next.get(node).map_or(&[], Vec::as_slice)
    }

    fn reachable(&self, from: &'g str) -> BTreeSet<&'g str> {
        let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
        while let Some(node) = open.pop() {
            let fresh = self.steps(node).iter().map(|step| step.to);
            open.extend(fresh.filter(|to| seen.insert(to)));
        }
        seen
    }

    /// Whether both steps from one node can be taken in the same run.
    fn together(&self, one: Step<'_>, other: Step<'_>) -> bool {
        match (one.router, other.router) {
            _ if exclude(one.only_in, other.only_in) => false,
            (Some(router), Some(same)) if router == same => {
                let ConditionalEdge { parallel, alone, .. } = &self.graph.conditional[router];
                *parallel && !alone.iter().any(|target| target == one.to || target == other.to)
            }
            _ => one.to != other.to,
        }
    }

    /// Whether branches that run side by side can both arrive at `node`, and not before.
    ///
    /// A graph that is too large to tell counts as if they could.
    fn meets(&self, node: &str) -> bool {
        let is_family = |name: &str| self.graph.families.iter().any(|family| family == name);
        let from_family = |(from, steps): (&&str, &Vec<Step<'_>>)| {
            is_family(from) && steps.iter().any(|step| step.to == node)
        };
        if !is_family(node) && self.next.iter().any(from_family) {
            return true;
        }
        // One way from the split to it, once with a step between and once without, is no second branch.
        let met = self.pairs(node, &mut |_, one, other| one.1.len() > 1 && other.1.len() > 1);
        met || self.left.get() == 0
    }

    /// Shows pairs of ways from one split to `node` that have nothing else in common, until `see`
    /// is content; gives whether it was. Branches may meet where they split as well.
    fn pairs(
        &self,
        node: &str,
        see: &mut impl FnMut(&str, (Step<'g>, &[Step<'g>]), (Step<'g>, &[Step<'g>])) -> bool,
    ) -> bool {
        for (split, steps) in self.next.iter().filter(|(_, steps)| steps.len() > 1) {
            let ways: Vec<_> =
                steps.iter().map(|step| (*step, self.ways(split, *step, node))).collect();
            for (index, (one, ones)) in ways.iter().enumerate() {
                for (other, others) in ways.iter().skip(index + 1) {
                    if !self.together(*one, *other) {
                        continue;
                    }
                    for left in ones {
                        for right in others.iter().filter(|right| apart(left, right)) {
                            if see(split, (*one, left), (*other, right)) {
                                return true;
                            }
                        }
                    }
                }
            }
        }
        false
    }

    /// The ways from `split` by `first` to `node`, shortest first, without loops.
    fn ways(&self, split: &str, first: Step<'g>, node: &str) -> Vec<Vec<Step<'g>>> {
        let mut found = Vec::new();
        let mut open = std::collections::VecDeque::from([vec![first]]);
        while let Some(way) = open.pop_front() {
            let Some(last) = way.last() else { continue };
            if last.to == node {
                found.push(way);
                if found.len() >= WAYS {
                    break;
                }
                continue;
            }
            for step in self.steps(last.to) {
                let Some(left) = self.left.get().checked_sub(1) else { return found };
                self.left.set(left);
                let fits =
                    |past: &Step<'_>| past.to != step.to && !exclude(past.only_in, step.only_in);
                if (step.to != split || split == node) && way.iter().all(fits) {
                    let mut longer = way.clone();
                    longer.push(*step);
                    open.push_back(longer);
                }
            }
        }
        found
    }

    fn uneven(&self) -> Vec<UnevenJoin> {
        let nodes: BTreeSet<&str> = self.next.values().flatten().map(|step| step.to).collect();
        let joins = nodes.into_iter().filter(|node| *node != "END").filter_map(|node| {
            let mut best: Option<UnevenJoin> = None;
            self.pairs(node, &mut |split, left, right| {
                // What comes back to where it split goes round.
                let found =
                    (split != node).then(|| self.unevenly(split, node, left, right)).flatten();
                if let Some(found) = found
                    && best.as_ref().is_none_or(|best| found.always && !best.always)
                {
                    best = Some(found);
                }
                best.as_ref().is_some_and(|best| best.always)
            });
            best
        });
        let joins = joins.collect();
        // By plain edges alone it is known all the same.
        if self.left.get() == 0 { rounds::straight(self.graph) } else { joins }
    }

    fn unevenly(
        &self,
        split: &str,
        node: &str,
        left: (Step<'g>, &[Step<'g>]),
        right: (Step<'g>, &[Step<'g>]),
    ) -> Option<UnevenJoin> {
        if let Some(router) = left.0.router.filter(|_| left.0.router == right.0.router)
            && !self.graph.conditional[router].may_take_both(left.0.to, right.0.to)
        {
            return None;
        }
        let (short, long) =
            if left.1.len() < right.1.len() { (left.1, right.1) } else { (right.1, left.1) };
        let deferred =
            |name: &str| self.graph.nodes.iter().any(|known| known.name == name && known.deferred);
        let waits = |way: &[Step<'_>]| way.iter().any(|step| step.waits || deferred(step.to));
        let back = |way| rounds::comes_back(&self.next, (split, node), way);
        if waits(short) || waits(long) || back(short) || back(long) {
            return None;
        }
        let goes_round = |way, other| rounds::with_round(&self.next, (split, node), way, other);
        let (short, long, round) = if short.len() < long.len() {
            (short, long, None)
        } else if let Some(round) = goes_round(long, short) {
            (short, long, Some(round))
        } else {
            (long, short, Some(goes_round(short, long)?))
        };
        let nodes = |way: &[Step<'g>]| way.iter().map(|step| step.to).collect::<Vec<_>>();
        let told = |way: Vec<&str>| {
            std::iter::once(split).chain(way).map(str::to_owned).collect::<Vec<String>>()
        };
        let plain = left.0.router.is_none() && right.0.router.is_none();
        // Plain edges are all taken; routers on the way may still always arrive apart.
        let straight = short.iter().chain(long).all(|step| step.router.is_none());
        let apart = straight || (plain && self.surely_apart(split, node, left.0, right.0));
        // What a branch of the wiring code adds may not be there.
        let always = apart && short.iter().chain(long).all(|step| step.only_in.is_empty());
        let place = |way: &[Step<'_>]| {
            let from = way.iter().rev().nth(1).map_or(split, |step| step.to);
            rounds::arrival(self.graph, from, node)
        };
        let places = [place(short), place(long)].into_iter().flatten().collect();
        let always = always && round.is_none();
        let (shorter, longer) = (told(nodes(short)), told(round.unwrap_or_else(|| nodes(long))));
        Some(UnevenJoin { node: node.to_owned(), shorter, longer, always, places })
    }

    /// Whether both branches always arrive, and never in the same step.
    fn surely_apart(&self, split: &str, node: &str, one: Step<'g>, other: Step<'g>) -> bool {
        let lengths = |step| {
            let ways = self.ways(split, step, node);
            let whole = ways.len() < WAYS && self.arrives(step.to, node);
            whole.then(|| ways.iter().map(Vec::len).collect::<BTreeSet<_>>())
        };
        match (lengths(one), lengths(other)) {
            (Some(one), Some(other)) => one.is_disjoint(&other),
            _ => false,
        }
    }

    /// Whether every way from `from` leads to `node`: none ends before, and none goes round.
    fn arrives(&self, from: &'g str, node: &str) -> bool {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(here) = open.pop().filter(|_| seen.len() < WAYS) {
            if here == node || !seen.insert(here) {
                continue;
            }
            let mut routers = self.graph.conditional.iter().filter(|edge| edge.from == here);
            let sure = routers.all(|edge| !edge.parallel && !edge.targets.is_empty());
            if here == "END" || !sure || self.steps(here).is_empty() {
                return false;
            }
            open.extend(self.steps(here).iter().map(|step| step.to));
        }
        // Without loops, nodes can be taken away from the end until none is left.
        let mut rest = seen;
        while let Some(last) = rest
            .iter()
            .copied()
            .find(|here| self.steps(here).iter().all(|step| !rest.contains(step.to)))
        {
            rest.remove(last);
        }
        rest.is_empty()
    }
}
