//! Methods of a class that wires a graph and that nothing calls.

use super::facts;

/// Checks where the graph splits; `more` stands behind the class.
#[track_caller]
fn check(more: &str, expected: &[&str]) {
    let text = format!(
        "from typing import TypedDict\nfrom langgraph.graph import StateGraph, START, END\nclass S(TypedDict):\n    q: str\ndef n(s):\n    return {{}}\n\
         class Work:\n    def __init__(self):\n        self.graph = StateGraph(S)\n        for one in ['a', 'b']:\n            self.graph.add_node(one, n)\n\
         \x20       self.graph.set_entry_point('a')\n        self.graph.add_edge('a', END)\n\
         \x20   def debugged(self):\n        self.graph.set_entry_point('b')\n        return self.graph.compile()\n\
         \x20   def run(self):\n        return self.graph.compile().invoke({{'q': ''}})\n{more}"
    );
    let graphs = facts(&[("src/graph.py", &text)]).graphs;
    assert_eq!(graphs[0].fan_out, expected, "{more}");
}

#[test]
fn what_a_method_wires_that_nothing_calls_is_not_wired() {
    check("Work().run()\n", &[]);
    check("Work().run()\nWork().debugged()\n", &["START"]);
    // Where nothing makes an object of the class, others may call any of its methods.
    check("", &["START"]);
}
