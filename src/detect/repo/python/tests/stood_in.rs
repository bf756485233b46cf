//! Opinions that the program makes up in the place of replies, away from where these are asked for.

use super::misfits::check;
use crate::domain::facts::Misfit::{AskedAgain, Handled, StoodIn};

#[test]
fn an_opinion_that_a_function_works_out_takes_the_place_of_a_reply() {
    let ask = |helper: &str, handler: &str| {
        format!(
            "{helper}def ask(llm, case):\n    try:\n        reply = llm.with_structured_output(S).invoke(case)\n        return reply\n    \
             except Exception as error:\n        {handler}\n"
        )
    };
    let heuristic = "def rated(found):\n    return min(5, len(found))\ndef heuristic(case):\n    score = rated(case)\n    return S(score=score, argument='by rule')\n";
    check(&ask(heuristic, "return heuristic(case)"), StoodIn, &[0]);
    // What is made of the reply, or of another model's, is not made up.
    let parsed = "def heuristic(text):\n    return S(score=int(text), argument='x')\n";
    check(&ask(parsed, "return heuristic(error)"), Handled, &[]);
    let other = "def rated(case):\n    return other.invoke(case).score\ndef heuristic(case):\n    return S(score=rated(case), argument='x')\n";
    check(&ask(other, "return heuristic(case)"), Handled, &[]);
    let none = "def heuristic(case):\n    return S(score=None, argument='x')\n";
    check(&ask(none, "return heuristic(case)"), Handled, &[]);
}

#[test]
fn an_opinion_that_is_built_on_the_way_for_failures_takes_the_place_of_a_reply() {
    let graph = |repair: &str, edge: &str| {
        format!(
            "from typing import TypedDict\nfrom langgraph.graph import StateGraph, START, END\nclass State(TypedDict):\n    opinions: list\n    judge_errors: list\n\
             def prosecutor(state):\n    for attempt in range(3):\n        try:\n            return {{'opinions': [llm.with_structured_output(S).invoke(1)]}}\n        \
             except Exception:\n            continue\n    return {{'judge_errors': ['prosecutor']}}\n\
             def repair(state):\n    {repair}\ndef chief(state):\n    return {{}}\n\
             def way(state):\n    if state['judge_errors']:\n        return 'repair'\n    return 'chief'\n\
             g = StateGraph(State)\ng.add_node('prosecutor', prosecutor)\ng.add_node('repair', repair)\ng.add_node('chief', chief)\n\
             g.add_edge(START, 'prosecutor')\n{edge}\ng.add_edge('repair', 'chief')\ng.add_edge('chief', END)\n"
        )
    };
    let routed =
        "g.add_conditional_edges('prosecutor', way, {'repair': 'repair', 'chief': 'chief'})";
    let builds = "return {'opinions': [S(score=3, argument='none came')]}";
    check(&graph(builds, routed), AskedAgain, &[3]);
    check(&graph("return {'opinions': []}", routed), AskedAgain, &[]);
    check(&graph(builds, "g.add_edge('prosecutor', 'repair')"), AskedAgain, &[]);
}
