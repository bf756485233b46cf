//! The graphs that the wiring code may make of one: what branches add that exclude each other, no run has together.

use crate::detect::repo::python::graph::shape::joins;
use crate::domain::facts::{Choice, GraphFact, UnevenJoin};
use std::collections::{BTreeMap, BTreeSet};

/// Sets of branches of one edge that are told apart.
const SETS: usize = 16;

/// Graphs of one that are told apart.
const MOST: usize = 32;

/// Takes in a further set of branches that adds what others add, too.
pub(in crate::detect::repo::python::graph) fn also(
    only_in: &mut Vec<Choice>,
    each_in: &mut Vec<Vec<Choice>>,
    more: &[Choice],
) {
    if each_in.is_empty() {
        each_in.push(only_in.clone());
    }
    let within = |one: &[Choice], other: &[Choice]| one.iter().all(|one| other.contains(one));
    // Whoever adds it under fewer conditions adds it under more as well.
    if !each_in.iter().any(|known| within(known, more)) {
        each_in.retain(|known| !within(more, known));
        each_in.push(more.to_vec());
    }
    only_in.retain(|choice| more.contains(choice));
    if each_in.len() == 1 || each_in.len() > SETS {
        each_in.clear();
    }
}

/// Fills the points at which branches split and meet, and the uneven ones among them.
pub(in crate::detect::repo::python::graph) fn fill(graph: &mut GraphFact) {
    let worlds = worlds(graph);
    if worlds.is_empty() {
        graph.uneven_joins = joins::uneven(graph);
        return joins::points(graph);
    }
    let mut uneven: BTreeMap<String, UnevenJoin> = BTreeMap::new();
    for join in worlds.iter().flat_map(joins::uneven) {
        let known = uneven.entry(join.node.clone()).or_insert_with(|| join.clone());
        if join.always && !known.always {
            *known = join;
        }
    }
    graph.uneven_joins = uneven.into_values().collect();
    if let Some(world) = told(worlds) {
        (graph.fan_out, graph.fan_in) = (world.fan_out, world.fan_in);
    }
}

/// The one of these graphs whose splits and meetings are told: that which has most of them.
pub(in crate::detect::repo::python::graph) fn told(worlds: Vec<GraphFact>) -> Option<GraphFact> {
    let mut worlds = worlds.into_iter().map(|mut world| {
        joins::points(&mut world);
        world
    });
    let number = |world: &GraphFact| (world.fan_in.len() + world.fan_out.len(), world.edges.len());
    let first = worlds.next()?;
    Some(worlds.fold(first, |best, next| if number(&next) > number(&best) { next } else { best }))
}

/// Each graph that is wired when one branch is taken of every choice: the one that the program's own calls take, where they
/// say which; none where there is but one graph, or too many.
pub(in crate::detect::repo::python::graph) fn worlds(graph: &GraphFact) -> Vec<GraphFact> {
    let plain = graph.edges.iter().flat_map(|edge| edge.added_in());
    let routed = graph.conditional.iter().flat_map(|edge| edge.added_in());
    let first = |at: &str| {
        let same = graph.same.iter().find(|same| same.at == at);
        same.map_or_else(|| at.to_owned(), |same| same.first.clone())
    };
    let mut branches: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for choice in plain.chain(routed).flatten() {
        branches.entry(first(&choice.at)).or_default().insert(choice.branch);
    }
    let usual: BTreeMap<String, u32> =
        graph.usual.iter().map(|choice| (first(&choice.at), choice.branch)).collect();
    for (at, branch) in &usual {
        branches.insert(at.clone(), BTreeSet::from([*branch]));
    }
    branches.retain(|at, each| each.len() > 1 || usual.contains_key(at));
    let number = branches.values().try_fold(1_usize, |all, each| all.checked_mul(each.len()));
    if branches.is_empty() || number.is_none_or(|number| number > MOST) {
        return Vec::new();
    }
    let mut worlds: Vec<Vec<Choice>> = vec![Vec::new()];
    for (at, each) in branches {
        // Whatever asks for the same takes the same branch.
        let alike = graph.same.iter().filter(|same| same.first == at).map(|same| &same.at);
        let alike: Vec<&String> = std::iter::once(&at).chain(alike).collect();
        let taken = |branch: &u32| -> Vec<Choice> {
            let choice = |at: &&String| Choice { at: (*at).clone(), branch: *branch };
            alike.iter().map(choice).collect()
        };
        let longer = |world: &Vec<Choice>| {
            let ways = each.iter().map(|branch| [world.as_slice(), &taken(branch)].concat());
            ways.collect::<Vec<_>>()
        };
        worlds = worlds.iter().flat_map(longer).collect();
    }
    worlds.iter().map(|taken| world(graph, taken)).collect()
}

/// The graph that is wired where these branches are taken, without what is then never come to.
fn world(graph: &GraphFact, taken: &[Choice]) -> GraphFact {
    let edges = graph.edges.iter().filter(|edge| edge.may_be_in(taken)).cloned();
    let routed = graph.conditional.iter().filter(|edge| edge.may_be_in(taken)).cloned();
    let mut world = GraphFact {
        edges: edges.collect(),
        conditional: routed.collect(),
        nodes: graph.nodes.clone(),
        families: graph.families.clone(),
        unresolved: graph.unresolved.clone(),
        ..GraphFact::default()
    };
    let (all, left) = (graph.behind("START"), world.behind("START"));
    let is_lost = |from: &String| {
        from != "START" && all.contains(from.as_str()) && !left.contains(from.as_str())
    };
    let lost: BTreeSet<String> = world
        .edges
        .iter()
        .map(|edge| &edge.from)
        .chain(world.conditional.iter().map(|edge| &edge.from))
        .filter(|from| is_lost(from))
        .cloned()
        .collect();
    world.edges.retain(|edge| !lost.contains(&edge.from));
    world.conditional.retain(|edge| !lost.contains(&edge.from));
    world
}
