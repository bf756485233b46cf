//! Classes that a sentence calls by another name that the sources give them.

use super::asked::{claimed, status};
use super::sources::{GRAPH, STATE, check, repository};
use crate::domain::facts::ClaimKind::{Definitions, Reducers, TypedClasses};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};

#[test]
fn another_name_of_a_class_stands_for_the_class() {
    let state = format!("{STATE}AgentState = CourtState\n");
    let graph = GRAPH.replace("CourtState", "AgentState");
    let facts = repository(&[("state.py", &state), ("graph.py", &graph)]);
    let is = |kind, sentence: &str, expected| check(&facts, kind, sentence, expected);
    is(TypedClasses, "AgentState is a TypedDict that every node updates.", Supported);
    is(TypedClasses, "AgentState is a Pydantic BaseModel with strict types.", Contradicted);
    is(Reducers, "AgentState merges its votes list by the operator.add reducer.", Supported);
    is(Reducers, "AgentState merges its votes list by the operator.ior reducer.", Contradicted);
    is(Definitions, "The AgentState class is what every node is given.", Supported);
    let fact = claimed(&facts, "AgentState is a TypedDict that nodes update.").remove(0).fact;
    assert_eq!(fact, "`CourtState` is a `TypedDict`; `AgentState` is another name of `CourtState`");
}

#[test]
fn a_name_that_may_be_of_several_things_stands_for_none() {
    let said = "AgentState is a Pydantic BaseModel with strict types.";
    for other in [
        "if FAST:\n    AgentState = CourtState\nelse:\n    AgentState = dict\n",
        "AgentState = CourtState\nAgentState = dict\n",
        "AgentState = make(CourtState)\n",
        "AgentState = CourtState()\n",
    ] {
        let facts = repository(&[("state.py", &format!("{STATE}{other}"))]);
        assert_ne!(status(&facts, TypedClasses, said), Some(Contradicted), "{other}");
    }
    let both = format!("{STATE}AgentState = CourtState\n");
    let own = "from pydantic import BaseModel\nclass AgentState(BaseModel):\n    x: int\n";
    let facts = repository(&[("state.py", &both), ("other.py", own)]);
    assert_eq!(status(&facts, TypedClasses, said), Some(Supported));
    let unknown = status(&facts, TypedClasses, "OtherState is a TypedDict that nodes update.");
    assert_eq!(unknown, Some(Undecided));
}
