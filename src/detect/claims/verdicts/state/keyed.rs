//! Under which keys nodes put what they find.

use super::super::graph::wiring::{graphs, is_detective};
use super::super::{Verdict, is_read_whole};
use crate::detect::claims::{wording, words};
use crate::detect::seats;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{GraphFact, GraphNode, KeyedField, NodeKeys, RepositoryFacts};
use std::collections::BTreeSet;

/// Most keys that are named.
const KEYS: usize = 6;

/// What the keys that nodes spell out say to those that are told; nothing where none are told.
pub(in super::super) fn keyed(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let by_criterion = wording::state::by_criterion(text);
    let written = wording::state::written(text);
    let apart = wording::state::is_apart(text);
    if !by_criterion && !apart && written.is_empty() {
        return None;
    }
    let open = || Verdict::undecided("under which keys evidence is put was not followed");
    let graphs = graphs(&repository.python);
    let [graph] = graphs.as_slice() else { return Some(open()) };
    let [field] = graph.keyed.as_slice() else { return Some(open()) };
    let told = if by_criterion {
        of_criteria(repository, field)
    } else if written.is_empty() {
        of_detectives(graph, field)
    } else {
        of_nodes(repository, (graph, field), &written)
    };
    Some(told.unwrap_or_else(open))
}

/// Keys with quotation marks, as a list.
fn listed<'k>(keys: impl IntoIterator<Item = &'k str>) -> String {
    let keys: Vec<String> = keys.into_iter().take(KEYS).map(|key| format!("`{key}`")).collect();
    keys.join(", ")
}

/// What stands for or against the criteria of the rubric as the keys of all that is found.
fn of_criteria(repository: &RepositoryFacts, field: &KeyedField) -> Option<Verdict> {
    let rubric = field.rubric.as_ref()?;
    // What others may put there is evidence, where they are no judges.
    let judges =
        |node: &String| seats::judge(node).is_some() || node.to_lowercase().contains("justice");
    if !field.open.iter().all(judges) {
        return None;
    }
    let keys = field.keys();
    let places = field.nodes.iter().map(|one| &one.place);
    let fact = format!(
        "nodes put what they find into `{}` under {}",
        field.field,
        listed(keys.iter().copied())
    );
    if field.criteria.is_empty() {
        let status = if is_read_whole(repository) { Contradicted } else { Undecided };
        let fact = format!("{fact}, and none of that is the id of a criterion in `{rubric}`");
        return Some(Verdict::of(status, fact, places));
    }
    (field.criteria.len() == keys.len()).then(|| Verdict::of(Supported, fact, places))
}

/// What stands for keys of its own for each detective: all of them spell out theirs, and no two have one in common.
fn of_detectives(graph: &GraphFact, field: &KeyedField) -> Option<Verdict> {
    let detectives = graph.nodes.iter().filter(|node| is_detective(&node.name));
    let of_node = |node: &GraphNode| field.nodes.iter().find(|one| one.node == node.name);
    let ours: Vec<&NodeKeys> = detectives.map(of_node).collect::<Option<_>>()?;
    let is_open = ours.iter().any(|one| field.open.contains(&one.node));
    let all = || ours.iter().flat_map(|one| &one.keys);
    let apart = all().collect::<BTreeSet<_>>().len() == all().count();
    let told = |one: &&NodeKeys| {
        format!("`{}` under {}", one.node, listed(one.keys.iter().map(String::as_str)))
    };
    let each: Vec<String> = ours.iter().map(told).collect();
    let fact = format!("what is found is put into `{}` by {}", field.field, each.join(", and by "));
    let places = ours.iter().map(|one| &one.place);
    (ours.len() > 1 && apart && !is_open).then(|| Verdict::of(Supported, fact, places))
}

/// What stands for or against the keys that single nodes are said to give.
fn of_nodes(
    repository: &RepositoryFacts,
    (graph, field): (&GraphFact, &KeyedField),
    written: &[(&str, &str)],
) -> Option<Verdict> {
    let is_it = |name: &str, node: &str| words::plain(name) == words::plain(node);
    let mut shown: Vec<&NodeKeys> = Vec::new();
    for (node, key) in written {
        // What is named like a field of the state is that field.
        if graph.state_fields.iter().any(|field| field == key) {
            return None;
        }
        // A node may be added in several branches of the wiring code.
        let own: Vec<&NodeKeys> = field.nodes.iter().filter(|one| is_it(node, &one.node)).collect();
        let [own] = own.as_slice() else { return None };
        if field.open.iter().any(|other| is_it(node, other)) {
            return None;
        }
        if !own.keys.iter().any(|one| one == key) {
            let fact = format!(
                "`{}` puts what it finds into `{}` under {}, and nothing under `{key}`",
                own.node,
                field.field,
                listed(own.keys.iter().map(String::as_str))
            );
            let status = if is_read_whole(repository) { Contradicted } else { Undecided };
            return Some(Verdict::of(status, fact, [&own.place]));
        }
        shown.push(own);
    }
    let told = |one: &NodeKeys| {
        format!("`{}` under {}", one.node, listed(one.keys.iter().map(String::as_str)))
    };
    let all: Vec<String> = shown.iter().map(|one| told(one)).collect();
    let fact = format!("what is found is put into `{}` by {}", field.field, all.join(", and by "));
    Some(Verdict::of(Supported, fact, shown.iter().map(|one| &one.place)))
}
