//! Code that runs and may decide on opinions, where nothing leads to what was recognised as synthesis.

use super::super::effects::changes_score;
use super::super::variables::terms::any_expr;
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function};
use crate::domain::facts::{GraphFact, JusticeFact, Lines};

/// What a synthesis reads from the state or is given.
const HEARD: &[&str] = &["opinions", "judgments", "judgements", "verdicts"];

/// The first place of that kind; nothing where a function that was recognised can run.
///
/// A node of which nobody knows what runs there may do anything.
pub(in crate::detect::repo::python::justice) fn perhaps(
    hearing: &Hearing<'_, '_>,
    functions: &[JusticeFact],
    graphs: &[GraphFact],
) -> Option<Lines> {
    let mut ours = functions.iter().filter(|one| !one.in_tests).peekable();
    ours.peek()?;
    if !ours.all(|one| one.unused) {
        return None;
    }
    let live = graphs.iter().filter(|graph| graph.is_in_use());
    let unknown = live.flat_map(|graph| &graph.nodes).find(|node| node.runs.is_none());
    let decides =
        |(key, part): (&crate::detect::repo::python::justice::Key, &super::court::Part<'_>)| {
            let module = hearing.court.module(*key);
            let is_open = !module.in_tests && !hearing.unused.contains(key);
            let decides = is_open && hears(part.function) && changes_score(&part.function.body);
            decides.then(|| module.place(part.function.span))
        };
    let known = unknown.map(|node| node.place.clone());
    known.or_else(|| hearing.court.parts.iter().find_map(decides))
}

/// Whether a function is given opinions, or reads them by their name.
fn hears(function: &Function<'_>) -> bool {
    let is_named = |name: &str| HEARD.iter().any(|word| name.contains(word));
    let reads = |key: &Expr<'_>| key.text().is_some_and(|text| is_named(&text));
    function.params.iter().any(|param| is_named(param.name))
        || any_expr(&function.body, &|part| match &part.kind {
            ExprKind::Attribute(_, name) => is_named(name),
            ExprKind::Subscript(_, keys) => keys.iter().any(reads),
            ExprKind::Call(call) => {
                call.callee_name() == "get" && call.position(0).is_some_and(reads)
            }
            _ => false,
        })
}
