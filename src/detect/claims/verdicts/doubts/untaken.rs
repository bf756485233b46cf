//! What is said to be merged, or to come together, where no field of the state takes it.

use super::super::graph::wiring::graphs;
use super::super::{Asked, Verdict, is_read_whole};
use crate::detect::phrase::Phrase;
use crate::detect::repo::python::joins::meetings;
use crate::domain::facts::ClaimStatus::{Contradicted, Undecided};
use crate::domain::facts::{ClaimKind, GraphFact, ReducerFact, UntakenKey};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// That what detectives find is merged by an operator.
static MERGED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:detectives?|evidences?|findings)\b[^.;]{0,80}?\b(?:merged|combined|accumulated|appended|collected|concatenated) (?:\w+ ){0,3}?(?:via|by|through|using|with) `?operator\.(?:ior|add)\b",
    )
});

/// That what is found is what comes together.
static FOUND: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\b(?:findings|evidences?|outputs|results)\b"));

/// What stands against evidence that is said to be merged, where no node returns the field that is, or to come together,
/// where nothing of what the nodes before it return is taken.
pub(in super::super) fn untaken(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    match asked.kind {
        ClaimKind::Reducers => unmerged(asked),
        ClaimKind::FanIn => unmet(asked, shown),
        _ => None,
    }
}

fn unmerged(asked: Asked<'_>) -> Option<Verdict> {
    let python = &asked.repository.python;
    let part = MERGED.find(asked.text)?;
    let said = &asked.text[part];
    let all = graphs(python);
    let [graph] = all.as_slice() else { return None };
    let merging = |field: &str| -> Option<&ReducerFact> {
        let merges = |reducer: &&ReducerFact| {
            !reducer.in_tests && reducer.field == field && said.contains(&reducer.resolved)
        };
        python.reducers.iter().find(merges)
    };
    let under = |one: &UntakenKey| {
        let field = one.under.as_ref().filter(|under| !under.returned)?;
        merging(&field.field)
    };
    let reducer = graph.untaken.iter().find_map(under)?;
    if !graph.unfollowed.is_empty()
        || !graph.unresolved.is_empty()
        || !is_read_whole(asked.repository)
    {
        return None;
    }
    let lost: Vec<&UntakenKey> = graph.untaken.iter().filter(|one| under(one).is_some()).collect();
    let names: BTreeSet<String> = lost.iter().map(|one| format!("`{}`", one.node)).collect();
    let names = names.into_iter().collect::<Vec<_>>().join(", ");
    let fact = format!(
        "no node returns `{}`, which `{}` merges: what {names} return stands under keys for which the state has no field",
        reducer.field, reducer.resolved
    );
    Some(Verdict::of(Contradicted, fact, lost.iter().map(|one| &one.place)))
}

fn unmet(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    if !FOUND.is_match(asked.text) {
        return None;
    }
    let all = graphs(&asked.repository.python);
    let lost = |graph: &GraphFact, point: &str| -> Option<BTreeSet<String>> {
        let arriving = graph.edges.iter().filter(|edge| edge.to == point);
        let arriving: BTreeSet<&str> = arriving.map(|edge| edge.from.as_str()).collect();
        let untaken = |node: &&str| graph.untaken_objects.iter().any(|one| one.node == **node);
        let lost = arriving.len() > 1 && arriving.iter().all(untaken);
        lost.then(|| arriving.iter().map(|node| format!("`{node}`")).collect())
    };
    let told = shown.fact.as_str();
    let mut points = all.iter().flat_map(|graph| {
        let is_shown = move |point: &String| told.contains(&format!("`{point}`"));
        meetings(graph).into_iter().filter(is_shown).map(move |point| (*graph, point))
    });
    let (graph, names) = points.find_map(|(graph, point)| Some((graph, lost(graph, &point)?)))?;
    let fact = format!(
        "{}, and the state takes nothing of the objects that {} return",
        shown.fact,
        names.into_iter().collect::<Vec<_>>().join(", ")
    );
    let places = graph.untaken_objects.iter().map(|one| &one.place);
    Some(Verdict { at_odds: true, ..Verdict::of(Undecided, fact, places) })
}
