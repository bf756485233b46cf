//! Sentences about one class, one field or one file, which others of their kind do not support.

use super::sources::{check, repository, whole};
use crate::domain::facts::ClaimKind::{self, Definitions, Reducers, TypedClasses};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::TreeEntry;

#[test]
fn what_one_class_is_shows_nothing_of_another() {
    let facts = whole();
    let typed = |sentence: &str, expected| check(&facts, TypedClasses, sentence, expected);
    typed("A `Finding` is a Pydantic model of what was seen.", Supported);
    typed("Each finding is a strict Pydantic model in this court.", Supported);
    typed("The models are Pydantic classes in this whole project.", Supported);
    typed("`Evidence` is a Pydantic model that detectives make.", Undecided);
    typed("The opinion is a Pydantic model that judges make.", Undecided);
    typed("Opinions are Pydantic models that the judges make.", Undecided);
    typed("`Finding` is a Pydantic model with three fields.", Supported);
    typed("`Finding` is a Pydantic model with six fields.", Undecided);
    typed("All replies are validated by Pydantic models in code.", Undecided);
}

#[test]
fn what_merges_one_field_shows_nothing_of_another() {
    let state = "
import operator
from typing import Annotated, TypedDict
class CourtState(TypedDict):
    ledger: Annotated[dict, operator.ior]
    events: list
";
    let facts = repository(&[("state.py", state)]);
    let merged = |sentence: &str, expected| check(&facts, Reducers, sentence, expected);
    merged("The field `ledger` is merged with operator.ior in the state.", Supported);
    merged("`CourtState.ledger` is merged by the operator.ior reducer.", Supported);
    merged("The field `events` is merged with operator.ior in the state.", Undecided);
    merged("`CourtState.events` is merged by the operator.ior reducer.", Undecided);
    merged("The field `step_history` carries an operator.ior reducer.", Undecided);
}

#[test]
fn a_definition_lives_in_the_file_that_has_it() {
    let mut facts = repository(&[("src/a.py", "class CourtClerk:\n    pass\n"), ("src/b.py", "")]);
    let entry = |path: &str| TreeEntry { path: path.into(), ..TreeEntry::default() };
    facts.tree.entries = ["src/a.py", "src/b.py"].map(entry).into();
    let said = |sentence: &str, expected| check(&facts, Definitions, sentence, expected);
    said("The `CourtClerk` class lives in `src/a.py` of this project.", Supported);
    said("The `CourtClerk` class lives in `src/b.py` of this project.", Undecided);
}

#[test]
fn a_plain_dictionary_is_no_model() {
    let graph = "
from langgraph.graph import StateGraph, START, END
def look(state): return {}
g = StateGraph(dict)
g.add_node('look', look)
g.add_edge(START, 'look')
g.add_edge('look', END)
app = g.compile()
app.invoke({})
";
    let facts = repository(&[("graph.py", graph)]);
    let says = "The state is a Pydantic model that every node updates.";
    check(&facts, ClaimKind::TypedClasses, says, Contradicted);
}

#[test]
fn what_a_library_has_is_not_what_the_project_defines() {
    let text = "
import pdfplumber
def _extract_table(page):
    return page
ROWS = [_extract_table(pdfplumber.open('a.pdf'))]
";
    let facts = repository(&[("layout.py", text)]);
    let said = |sentence: &str, expected| check(&facts, Definitions, sentence, expected);
    said("Here pdfplumber's `extract_table()` is reliable for every page.", Undecided);
    said("The `_extract_table()` call and its rows do.", Supported);
}
