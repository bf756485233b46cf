//! Which functions synthesise verdicts, by their names, by what they speak of, and by the node that runs them.

use super::super::effects::changes_score;
use super::super::variables::terms;
use super::court::{Court, Key};
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{ExprKind, Function};
use crate::domain::facts::GraphFact;
use std::collections::BTreeSet;

/// Parts of names that deciding functions have.
const DECIDES: &[&str] = &[
    "chief_justice",
    "chiefjustice",
    "synthes",
    "adjudicat",
    "verdict",
    "deliberat_final",
    "resolve_score",
    "resolve_final",
    "final_score",
    "resolve_conflict",
    "weighted_score",
    "security_override",
    "fact_supremacy",
    "variance",
    "arbitrat",
    "dissent",
    "functionality_weight",
];

/// The functions that a graph which is built runs as its chief justice, if a score is put down in them or in what they
/// call. What those that decide there are called makes no difference.
pub(in crate::detect::repo::python::justice) fn led(
    court: &Court<'_, '_>,
    graphs: &[GraphFact],
) -> BTreeSet<Key> {
    let ours = graphs.iter().filter(|graph| graph.is_in_use());
    let chiefs = ours.flat_map(|graph| &graph.nodes).filter(|node| {
        let name = node.name.to_ascii_lowercase();
        name.contains("justice") || name.contains("chief")
    });
    let places: BTreeSet<_> = chiefs.filter_map(|node| node.runs.as_ref()).collect();
    let runs = |key: &Key| {
        let module = court.module(*key);
        !module.in_tests && places.contains(&module.place(court.parts[key].function.span))
    };
    court.parts.keys().copied().filter(|key| runs(key) && reaches_score(court, *key)).collect()
}

/// Whether a function, or one that it calls, puts down a score.
pub(in crate::detect::repo::python::justice) fn reaches_score(
    court: &Court<'_, '_>,
    key: Key,
) -> bool {
    let mut reached = BTreeSet::new();
    court.reach(key, &mut reached);
    reached.iter().any(|one| changes_score(&court.parts[one].function.body))
}

/// Whether `function` takes part in deciding a score from opinions; `scores` tells whether one is put down in it or in
/// what it calls.
pub(in crate::detect::repo::python::justice) fn decides(
    module: &Module<'_>,
    function: &Function<'_>,
    owner: Option<&str>,
    scores: &dyn Fn() -> bool,
) -> bool {
    let name = function.name.to_ascii_lowercase();
    let owner = owner.unwrap_or_default().to_ascii_lowercase();
    let path = module.path.to_ascii_lowercase();
    let court = ["justice", "synthes", "verdict", "chief"]
        .iter()
        .any(|word| path.contains(word) || owner.contains(word));
    let named = DECIDES.iter().any(|word| name.contains(word));
    let runs = owner.contains("chiefjustice")
        && matches!(
            name.as_str(),
            "__call__" | "run" | "invoke" | "execute" | "process" | "resolve"
        );
    if name.starts_with("route") || name.starts_with("_route") || name.starts_with("test_") {
        return false;
    }
    let text = module.text_of(function.span).unwrap_or_default();
    let about = text.contains("opinion") || text.contains("score") || text.contains("Opinion");
    let checks = [
        "check", "_check", "detect", "load", "_load", "analy", "_analy", "verify", "extract",
        "parse",
    ];
    if checks.iter().any(|prefix| name.starts_with(prefix)) {
        return false;
    }
    if matches!(name.as_str(), "chief_justice" | "chief_justice_node") {
        return true;
    }
    // The Chief Justice's own method may leave all of it to others.
    let is_chief = owner.contains("justice") && name.contains("synthes");
    (about || ((runs || is_chief) && scores()))
        && !only_opines(&name, function)
        && (runs
            || (named
                && (court || name.contains("chief") || name.contains("synthes"))
                && (name.contains("verdict") || speaks_of_a_court(module))))
}

/// Whether a file speaks of a court at all: other programs put together what they found, score it, and give a verdict on it.
fn speaks_of_a_court(module: &Module<'_>) -> bool {
    // A budget is no judge.
    let words = [
        "pinion", "issent", "judge", "Judge", "JUDGE", "ustice", "rosecut", "efense", "ech_lead",
        "echLead",
    ];
    words.iter().any(|word| module.text.contains(word))
}

/// Whether a function makes opinions and no verdict.
fn only_opines(name: &str, function: &Function<'_>) -> bool {
    let makes = |words: &[&str]| {
        terms::any_expr(&function.body, &|part| match &part.kind {
            ExprKind::Call(call) => {
                let made = call.callee_name();
                made.starts_with(char::is_uppercase) && terms::has(made, words)
            }
            _ => false,
        })
    };
    !name.contains("chief")
        && makes(&["opinion"])
        && !makes(&["result", "report", "verdict", "breakdown", "ruling", "judgment", "score"])
}
