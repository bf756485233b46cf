//! Reducers that are written and merge nothing support no sentence that names them.

use super::super::*;
use super::asked::status;
use super::sources::{GRAPH, repository};
use crate::domain::facts::ClaimKind::Reducers;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};

const HEAD: &str = "
import operator
from typing import Annotated, TypedDict
def merge_ledgers(old, new): return {**old, **new}
";

fn state(fields: &str) -> RepositoryFacts {
    repository(&[("state.py", &format!("{HEAD}{fields}")), ("graph.py", GRAPH)])
}

#[test]
fn what_langgraph_passes_over_merges_nothing() {
    let some = state(
        "class CourtState(TypedDict):\n    ledger: Annotated[dict, merge_ledgers, 'by id']\n    votes: Annotated[list, operator.add]\n",
    );
    let of = |facts: &RepositoryFacts, sentence: &str| status(facts, Reducers, sentence);
    for sentence in [
        "The ledger field is merged by the merge_ledgers reducer.",
        "Evidence is merged by merge_ledgers(), a custom reducer.",
        "The reducers merge_ledgers and operator.add keep what parallel branches write.",
    ] {
        assert_eq!(of(&some, sentence), Some(Undecided), "{sentence}");
    }
    assert_eq!(of(&some, "The votes list uses the operator.add reducer."), Some(Supported));
    assert_eq!(of(&some, "The state is protected by reducers in all steps."), Some(Supported));
    let none =
        state("class CourtState(TypedDict):\n    ledger: Annotated[dict, operator.ior, 'by id']\n");
    let says = "The ledger dictionary uses the operator.ior reducer.";
    assert_eq!(of(&none, says), Some(Contradicted));
    let twice =
        "class CourtState(TypedDict):\n    ledger: Annotated[dict, 'by id', operator.ior]\n";
    assert_eq!(of(&state(twice), says), Some(Supported));
}

#[test]
fn what_a_class_has_that_is_no_state_shows_nothing_of_the_state() {
    let old = "class OldState(TypedDict):\n    ledger: Annotated[dict, operator.ior]\n";
    let of = |fields: &str, sentence: &str| status(&state(fields), Reducers, sentence);
    let says = "The ledger dictionary uses the operator.ior reducer.";
    let plain = "class CourtState(TypedDict):\n    ledger: dict\n    votes: Annotated[list, operator.add]\n";
    assert_eq!(of(&format!("{old}{plain}"), says), Some(Undecided));
    assert_eq!(
        of(&format!("{old}class CourtState(TypedDict):\n    ledger: dict\n"), says),
        Some(Undecided)
    );
    // What inherits it, or what another name is given to, is the state.
    assert_eq!(
        of(&format!("{old}class CourtState(OldState):\n    votes: list\n"), says),
        Some(Supported)
    );
    assert_eq!(of(&format!("{old}CourtState = OldState\n"), says), Some(Supported));
    // Without a graph nobody knows which class it would be given.
    let facts = repository(&[("state.py", &format!("{HEAD}{old}"))]);
    assert_eq!(status(&facts, Reducers, says), Some(Supported));
}
