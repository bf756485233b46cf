//! Bounds of fields, and what keeps the state of a graph.

use super::facts;
use crate::domain::facts::Practice;

/// Checks the bounds of the fields of a model with this body, each as `field least most`, with `?` where something
/// else may bound it.
#[track_caller]
fn check(body: &str, expected: &[&str]) {
    let text =
        format!("from pydantic import BaseModel, Field\nclass Opinion(BaseModel):\n{body}\n");
    let found: Vec<String> = facts(&[("src/state.py", &text)])
        .field_bounds
        .iter()
        .map(|one| {
            let bound = |bound: &Option<String>| bound.clone().unwrap_or_else(|| "-".to_owned());
            let open = if one.otherwise { " ?" } else { "" };
            format!("{} {} {}{open}", one.field, bound(&one.least), bound(&one.most))
        })
        .collect();
    assert_eq!(found, expected, "{body}");
}

#[test]
fn the_bounds_of_a_field_are_read_where_they_are_written() {
    check("    score: int = Field(..., ge=1, le=5)\n    why: str", &["score 1 5"]);
    check("    score: Annotated[int, Field(ge=1, le=5)]", &["score 1 5"]);
    check("    score: conint(ge=0, le=10)", &["score 0 10"]);
    check("    score: Literal[1, 2, 3, 4, 5]", &["score 1 5"]);
    check("    score: Literal[1, 3, 5]", &["score - - ?"]);
    check("    judge: Literal['Prosecutor', 'Defense']\n    score: int", &[]);
    check("    score: int = Field(gt=0, le=5)", &["score - 5 ?"]);
    check("    score: int = Field(ge=LEAST, le=5)", &["score - 5 ?"]);
    check("    change: float = Field(ge=-1.0, le=1.0)", &["change -1.0 1.0"]);
    check("    score: Literal[-1, 0, 1]", &["score -1 1"]);
    check("    score: int = Field(ge=~1, le=5)", &["score - 5 ?"]);
    let validator =
        "    score: int\n    name: str\n    @field_validator('score')\n    def v(cls, x): return x";
    check(validator, &["score - - ?"]);
    let other = "    score: int = Field(ge=1, le=5)\n    @field_validator('name')\n    def v(cls, x): return x";
    check(other, &["score 1 5"]);
}

#[test]
fn a_checkpointer_is_told_by_its_class() {
    let told = |body: &str| {
        let text = format!("from langgraph.checkpoint.memory import MemorySaver\n{body}\n");
        let found = facts(&[("src/graph.py", &text)]).practices;
        let of = found.into_iter().filter(|fact| fact.practice == Practice::Checkpointer);
        of.map(|fact| fact.by).collect::<Vec<_>>()
    };
    assert_eq!(told("app = g.compile(checkpointer=MemorySaver())"), ["MemorySaver"]);
    assert_eq!(told("saver = MemorySaver()\napp = g.compile(checkpointer=saver)"), ["MemorySaver"]);
    assert_eq!(
        told("app = g.compile(checkpointer=SqliteSaver.from_conn_string('x'))"),
        ["SqliteSaver"]
    );
    assert_eq!(told("def f(saver):\n    return g.compile(checkpointer=saver)"), ["?"]);
    assert_eq!(told("app = g.compile(checkpointer=None)"), [""; 0]);
    assert_eq!(told("app = g.compile()"), [""; 0]);
}
