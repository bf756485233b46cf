//! Opinions that the program makes up in the place of replies, away from where these are asked for.

use super::facts;
use super::misfits::check;
use crate::domain::facts::Misfit::{AskedAgain, Handled, StoodIn};
use crate::domain::facts::StandIn;

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

#[test]
fn what_is_made_up_after_other_failures_and_for_replies_without_a_score_is_told() {
    let found = |text: &str| {
        let head = "from pydantic import BaseModel\nclass S(BaseModel):\n    score: int\n";
        let found = facts(&[("src/a.py", &format!("{head}{text}"))]).structured_output;
        let scores = |all: &[StandIn]| all.iter().filter_map(|one| one.score).collect::<Vec<_>>();
        assert_eq!(found.len(), 1, "{found:#?}");
        let of = &found[0];
        (scores(&of.stand_ins), scores(&of.beside.otherwise), scores(&of.beside.defaults))
    };
    let ask = "def ask(llm):\n    try:\n        judge = llm.with_structured_output(S)\n        for attempt in range(3):\n            try:\n                return judge.invoke(1)\n            \
               except Exception as error:\n                if '429' in str(error):\n                    return S(score=2)\n                text = llm.invoke(2)\n                reply = loads(text)\n                \
               if reply:\n                    return S(score=int(reply.get('score', 4)))\n                if attempt == 2:\n                    return S(score=3)\n    \
               except OSError:\n        return S(score=1)\n";
    assert_eq!(found(ask), (vec![3], vec![2, 1], vec![4]));
    // What is read elsewhere, or has no number, is no score of a reply.
    let other = ask.replace("reply.get('score', 4)", "rubric.get('score', 4)");
    assert_eq!(found(&other).2, [0_u32; 0]);
    let none = ask.replace("reply.get('score', 4)", "reply.get('score')");
    assert_eq!(found(&none).2, [0_u32; 0]);
    // What is bound has a score.
    let bound = ask.replace("llm.invoke(2)", "judge.invoke(2)");
    assert_eq!(found(&bound).2, [0_u32; 0]);
    // A handler that raises makes nothing up.
    let raises = ask.replace("        return S(score=1)\n", "        raise\n");
    assert_eq!(found(&raises).1, [2]);
}
