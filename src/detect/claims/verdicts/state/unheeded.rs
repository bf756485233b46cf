//! Reducers that are written and merge nothing: `LangGraph` passes them over, or the class that has them is the state of
//! no graph.

use super::super::graph::wiring;
use super::super::{Verdict, is_read_whole};
use super::reducers::{named_kinds, told};
use crate::detect::claims::words;
use crate::domain::facts::ClaimStatus::{Contradicted, Undecided};
use crate::domain::facts::{GraphFact, PythonFacts, ReducerFact, RepositoryFacts, Unfollowed};

/// What leaves open a field, a function or an operator that the text names as what merges, where only a reducer has it
/// that merges nothing. `ours` are those that work.
pub(super) fn unheeded(
    repository: &RepositoryFacts,
    ours: &[&ReducerFact],
    text: &str,
) -> Option<Verdict> {
    let python = &repository.python;
    let mut idle = python.idle_reducers.iter().filter(|one| !one.in_tests);
    let passed_over = idle.find(|one| is_named(one, ours, text));
    if let Some(one) = passed_over {
        let ReducerFact { class, field, written, .. } = one;
        let fact = format!(
            "`{class}.{field}` has `{written}` in its annotation, and `LangGraph` passes it over, as it looks at the last entry alone"
        );
        // Where nothing else merges anything, whatever is meant is not so.
        let certain = ours.is_empty()
            && python.unread_reducers.is_empty()
            && is_read_whole(repository)
            && !wiring::graphs(python).is_empty();
        let status = if certain { Contradicted } else { Undecided };
        return Some(Verdict { at_odds: !certain, ..Verdict::of(status, fact, [&one.place]) });
    }
    let (strays, heeded): (Vec<&ReducerFact>, Vec<&ReducerFact>) =
        ours.iter().copied().partition(|one| is_of_no_graph(python, one));
    let named = strays.iter().find(|one| is_named(one, &heeded, text));
    let one = named.or_else(|| strays.first().filter(|_| heeded.is_empty()))?;
    let fact = format!("{}, and no graph was seen whose state is `{}`", told(&[one]), one.class);
    Some(Verdict::of(Undecided, fact, [&one.place]))
}

/// Whether a text names a reducer by its field, its function or its operator, where no other one has that.
fn is_named(one: &ReducerFact, others: &[&ReducerFact], text: &str) -> bool {
    fn last(name: &str) -> &str {
        name.rsplit(['.', ':']).next().unwrap_or(name)
    }
    let has = |name: &str| words::find(text, name).is_some();
    let by_field = has(&one.field) && !others.iter().any(|other| other.field == one.field);
    let by_function = words::is_snake(last(&one.written))
        && has(last(&one.written))
        && !others.iter().any(|other| last(&other.written) == last(&one.written));
    let by_operator =
        named_kinds(text).contains(&one.kind) && !others.iter().any(|other| other.kind == one.kind);
    by_field || by_function || by_operator
}

/// Whether none of the graphs that run has the class of a field as its state, as far as their states are known.
fn is_of_no_graph(python: &PythonFacts, one: &ReducerFact) -> bool {
    let graphs = wiring::graphs(python);
    let apart = |graph: &&GraphFact| {
        let Some(state) = graph.state_class.as_deref() else { return false };
        let state = state.rsplit('.').next().unwrap_or(state);
        let mut classes = python.classes.iter().filter(|class| class.is_called(state));
        let (Some(class), None) = (classes.next(), classes.next()) else { return false };
        let is_it = one.class == class.name || one.inherited_by.contains(&class.name);
        // What the state does not have itself, another schema may have.
        let known = class.fields.contains(&one.field)
            || (!graph.state_fields.is_empty() && !graph.state_fields.contains(&one.field));
        !is_it && known && !graph.unfollowed.contains(&Unfollowed::State) && graph.inner.is_empty()
    };
    !graphs.is_empty() && graphs.iter().all(apart)
}
