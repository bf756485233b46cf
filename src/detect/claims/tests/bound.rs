//! Sentences that name what they are about, where the facts are about something else.

use super::sources::{check, repository};
use super::*;
use ClaimStatus::{Supported, Undecided};

/// A state of which one field alone is merged.
const HALF: &str = "
import operator
from typing import Annotated, TypedDict
class AgentState(TypedDict):
    evidences: dict
    opinions: list
    errors: Annotated[list, operator.add]
";

/// The same with functions of the project's own.
const OWN: &str = "
from typing import Annotated, TypedDict
def merge_evidences(one, other):
    return {**one, **other}
class AgentState(TypedDict):
    evidences: Annotated[dict, merge_evidences]
    opinions: list
";

#[test]
fn the_reducer_of_one_field_supports_nothing_that_is_said_of_another() {
    let half = repository(&[("state.py", HALF)]);
    let held = |said: &str, status| check(&half, Reducers, said, status);
    for said in [
        "opinions is merged with operator.add.",
        "The reducer operator.add concatenates the judges' opinion lists.",
        "Opinions are already merged via the reducer.",
        "Our AgentState uses two reducers: one for evidence and one for opinions.",
        "The graph state uses Annotated[List[Dict], operator.add] for opinions.",
        "The detective writes `Evidence` objects into state[\"evidences\"] using reducers.",
        "Each judge appends to a shared Annotated[List[JudicialOpinion], operator.add] state.",
    ] {
        held(said, Undecided);
    }
    for said in [
        "errors is merged with operator.add.",
        "The state uses reducers (operator.add) for parallel writes.",
        "The errors are collected by operator.add; judges read all evidence and write opinions.",
        "AgentState is a state with Annotated reducers, made of Evidence and the like.",
    ] {
        held(said, Supported);
    }
    let whole = HALF.replace("dict\n", "Annotated[dict, operator.ior]\n");
    let whole = repository(&[(
        "state.py",
        &whole.replace("opinions: list", "opinions: Annotated[list, operator.add]"),
    )]);
    let said = "Our AgentState uses two reducers: one for evidence and one for opinions.";
    check(&whole, Reducers, said, Supported);
    let said = "Evidence is merged by operator.ior, and errors and opinions use operator.add.";
    check(&whole, Reducers, said, Supported);
    let added =
        repository(&[("state.py", &HALF.replace("dict\n", "Annotated[dict, operator.ior]\n"))]);
    check(&added, Reducers, "The findings are evidence that operator.add joins.", Undecided);
}

#[test]
fn a_function_that_merges_no_field_supports_nothing() {
    let own = repository(&[("state.py", OWN)]);
    let held = |said: &str, status| check(&own, Reducers, said, status);
    held("The merge_opinions reducer concatenates lists.", Undecided);
    let both = "Parallel writes use explicit reducers (merge_evidences for evidences, merge_opinions for opinions).";
    held(both, Undecided);
    held("The merge_evidences reducer joins dictionaries.", Supported);
    let all = OWN
        .replace("opinions: list", "opinions: Annotated[list, merge_opinions]")
        .replace("class", "def merge_opinions(one, other):\n    return one + other\nclass");
    check(&repository(&[("state.py", &all)]), Reducers, both, Supported);
}

#[test]
fn an_operator_that_fails_on_what_a_field_holds_merges_nothing() {
    let said = "Parallel evidence is merged by the reducer.";
    for (annotation, status) in [
        ("Annotated[dict, operator.ior]", Supported),
        ("Annotated[dict, operator.add]", Undecided),
        ("Annotated[List[str], operator.ior]", Undecided),
        ("Annotated[List[str], operator.add]", Supported),
    ] {
        let state = HALF.replace("evidences: dict", &format!("evidences: {annotation}"));
        check(&repository(&[("state.py", &state)]), Reducers, said, status);
    }
}
