//! The ways through a graph, one by one, as far as there are not too many.

use super::apart;
use super::rounds;
use crate::domain::facts::{Choice, ConditionalEdge, GraphFact, UnevenJoin, exclude};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// Ways from one node to another that are looked at.
const WAYS: usize = 24;

/// Nodes that are visited for one graph.
const STEPS: usize = 60_000;

/// Pairs of branches that are compared for one graph.
const PAIRS: usize = 1_000_000;

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
pub(super) struct Ways<'g> {
    graph: &'g GraphFact,
    next: BTreeMap<&'g str, Vec<Step<'g>>>,
    /// Steps that may still be taken, and pairs of branches that may still be compared.
    left: Cell<usize>,
    pairs: Cell<usize>,
}

impl<'g> Ways<'g> {
    /// All that the wiring has.
    pub(super) fn new(graph: &'g GraphFact) -> Self {
        Self::by(graph, |edge| edge.always.as_ref())
    }

    /// Those alone that a run can take: a router that always goes the same way has no other.
    pub(super) fn taken(graph: &'g GraphFact) -> Self {
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
        Self { graph, next, left: Cell::new(STEPS), pairs: Cell::new(PAIRS) }
    }

    /// Whether there are more ways than are followed.
    pub(super) fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    fn steps(&self, node: &str) -> &[Step<'g>] {
        self.next.get(node).map_or(&[], Vec::as_slice)
    }

    pub(super) fn reachable(&self, from: &'g str) -> BTreeSet<&'g str> {
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
    /// In a graph that is too large to follow all ways, only what plain edges tell is known.
    pub(super) fn meets(&self, node: &str) -> bool {
        let is_family = |name: &str| self.graph.families.iter().any(|family| family == name);
        let from_family = |(from, steps): (&&str, &Vec<Step<'_>>)| {
            is_family(from)
                && steps.iter().any(|step| step.to == node)
                && self.runs_at_once(from, &mut BTreeSet::new())
        };
        if !is_family(node) && self.next.iter().any(from_family) {
            return true;
        }
        // One way from the split to it, once with a step between and once without, is no second branch.
        let met = self.pairs(node, &mut |_, one, other| one.1.len() > 1 && other.1.len() > 1);
        met || (self.is_spent()
            && self.next.keys().any(|split| apart::arrive(&self.next, split, node)))
    }

    /// Whether nodes of a family may run side by side: not where routers alone lead to it that take one way at a time.
    fn runs_at_once<'f>(&'f self, family: &'f str, seen: &mut BTreeSet<&'f str>) -> bool {
        let is_family = |name: &str| self.graph.families.iter().any(|family| family == name);
        if !seen.insert(family) {
            return false;
        }
        let all =
            self.next.iter().flat_map(|(from, steps)| steps.iter().map(move |it| (*from, it)));
        let mut into = all.filter(|(_, step)| step.to == family).peekable();
        into.peek().is_none()
            || into.any(|(from, step)| match step.router.map(|at| &self.graph.conditional[at]) {
                Some(edge) => edge.parallel && !edge.alone.iter().any(|one| one == family),
                // Each is led to by its own of another family.
                None => !is_family(from) || self.runs_at_once(from, seen),
            })
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
                    let Some(left) = self.pairs.get().checked_sub(1) else {
                        self.left.set(0);
                        return false;
                    };
                    self.pairs.set(left);
                    if self.is_spent() {
                        return false;
                    }
                    if !self.together(*one, *other) {
                        continue;
                    }
                    for left in ones {
                        for right in others.iter().filter(|right| rounds::apart(left, right)) {
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

    pub(super) fn uneven(&self) -> Vec<UnevenJoin> {
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
        if self.is_spent() { rounds::straight(self.graph) } else { joins }
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
        let waits = |way: &[Step<'_>]| {
            way.iter().any(|step| step.waits || self.graph.may_be_deferred(step.to))
        };
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
