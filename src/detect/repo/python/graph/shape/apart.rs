//! Whether two ways from one node to another have nothing else in common, told without following each way.

use super::ways::Step;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A node as it is come to, and as it is left.
type Half<'g> = (&'g str, bool);

/// Whether plain edges that are always wired begin two ways from `split` to `node` which share no node between: where one
/// way was found, a second may take back parts of it.
pub(super) fn arrive<'g>(
    next: &BTreeMap<&'g str, Vec<Step<'g>>>,
    split: &'g str,
    node: &str,
) -> bool {
    let firsts = next.get(split).into_iter().flatten();
    let firsts = firsts.filter(|step| step.router.is_none() && step.to != node && step.to != split);
    let firsts: BTreeSet<&str> =
        firsts.filter(|it| it.only_in.is_empty()).map(|it| it.to).collect();
    // The parts of ways that are taken, each from one half of a node to the next.
    let mut taken: BTreeMap<Half<'g>, BTreeSet<Half<'g>>> = BTreeMap::new();
    firsts.len() > 1 && (0..2).all(|_| lengthen(next, (split, node), &firsts, &mut taken))
}

/// Finds one more way; `false` where there is none.
fn lengthen<'g>(
    next: &BTreeMap<&'g str, Vec<Step<'g>>>,
    (split, node): (&'g str, &str),
    firsts: &BTreeSet<&'g str>,
    taken: &mut BTreeMap<Half<'g>, BTreeSet<Half<'g>>>,
) -> bool {
    let begin: Half<'g> = (split, true);
    let mut from: BTreeMap<Half<'g>, Half<'g>> = BTreeMap::new();
    let mut open = VecDeque::from([begin]);
    while let Some(half) = open.pop_front() {
        let (here, is_left) = half;
        if here == node {
            let mut last = half;
            while let Some(before) = from.get(&last).copied() {
                // What goes back along a way takes that part of it away.
                let is_back = taken.get_mut(&last).is_some_and(|ends| ends.remove(&before));
                if !is_back {
                    taken.entry(before).or_default().insert(last);
                }
                last = before;
            }
            return true;
        }
        let onward: Vec<Half<'g>> = if half == begin {
            firsts.iter().map(|first| (*first, false)).collect()
        } else if is_left {
            let steps = next.get(here).into_iter().flatten().filter(|it| it.only_in.is_empty());
            let steps = steps.filter(|step| step.to != split).map(|step| (step.to, false));
            steps.chain([(here, false)]).collect()
        } else {
            let back = taken.iter().filter(|(_, ends)| ends.contains(&half));
            let back = back.map(|(begins, _)| *begins);
            back.chain([(here, true)]).collect()
        };
        for to in onward {
            let is_taken = taken.get(&half).is_some_and(|ends| ends.contains(&to));
            // Within a node only a way that is taken can be gone back.
            let is_back = is_left && half != begin && to == (here, false);
            let may_go_back = taken.get(&to).is_some_and(|ends| ends.contains(&half));
            if to != begin && !is_taken && (!is_back || may_go_back) && !from.contains_key(&to) {
                from.insert(to, half);
                open.push_back(to);
            }
        }
    }
    false
}
