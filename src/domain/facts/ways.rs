//! The ways that a graph has from node to node.

use super::GraphFact;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

impl GraphFact {
    /// The nodes that the edges of one can lead to, those of plain edges first; twice where two edges do.
    pub fn onward<'g>(&'g self, node: &'g str) -> impl Iterator<Item = &'g str> {
        let plain = self.edges.iter().filter(move |edge| edge.from == node).map(|edge| &edge.to);
        let routed = self.conditional.iter().filter(move |edge| edge.from == node);
        plain.chain(routed.flat_map(|edge| &edge.targets)).map(String::as_str)
    }

    /// The nodes that ways from one lead to, over others too.
    #[must_use]
    pub fn behind<'g>(&'g self, node: &'g str) -> BTreeSet<&'g str> {
        self.behind_past(node, |_| false)
    }

    /// The same, where no way comes to a node for which `stops` holds.
    pub fn behind_past<'g>(
        &'g self,
        node: &'g str,
        stops: impl Fn(&str) -> bool,
    ) -> BTreeSet<&'g str> {
        let (mut found, mut open) = (BTreeSet::new(), vec![node]);
        while let Some(node) = open.pop() {
            let onward = self.onward(node).filter(|next| !stops(next));
            open.extend(onward.filter(|next| found.insert(*next)));
        }
        found
    }

    /// Whether there is a way from one node to another, or they are the same.
    #[must_use]
    pub fn leads(&self, from: &str, to: &str) -> bool {
        self.leads_past(from, to, &[])
    }

    /// The same, for a way that goes through none of these.
    #[must_use]
    pub fn leads_past(&self, from: &str, to: &str, barred: &[&str]) -> bool {
        from == to || self.behind_past(from, |node| barred.contains(&node)).contains(to)
    }

    /// How many steps each node is away from one at least; a way ends at a node that is `shut`.
    #[must_use]
    pub fn steps_from<'g>(&'g self, node: &'g str, shut: &[&str]) -> BTreeMap<&'g str, usize> {
        let mut steps = BTreeMap::from([(node, 0)]);
        let mut open = VecDeque::from([node]);
        while let Some(node) = open.pop_front() {
            let far = steps[node] + 1;
            for next in self.onward(node).filter(|_| !shut.contains(&node)) {
                if !steps.contains_key(next) {
                    steps.insert(next, far);
                    open.push_back(next);
                }
            }
        }
        steps
    }
}
