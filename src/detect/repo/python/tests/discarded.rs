//! Runs of a graph whose verdict nobody takes.

use super::facts;

const GRAPH: &str = "from langgraph.graph import StateGraph, START, END\nfrom src.state import S, Report\n\
                     def chief(s):\n    return {'report': Report(score=3)}\n\
                     def build():\n    g = StateGraph(S)\n    g.add_node('chief', chief)\n    g.add_edge(START, 'chief')\n    g.add_edge('chief', END)\n    return g.compile()\n\
                     def run(url):\n    graph = build()\n    result = graph.invoke({'url': url})\n    return result\n";
const STATE: &str = "from typing import Optional, TypedDict\nfrom pydantic import BaseModel\n\
                     class Report(BaseModel):\n    score: int\nclass S(TypedDict):\n    url: str\n    opinions: list\n    report: Optional[Report]\n";
const PAGE: &str = "from src.graph import run\nfrom src.state import Report\n\
                    def page(url):\n    result = run(url)\n    scores = [one.score for one in result.get('opinions', [])]\n    show(Report(score=sum(scores)))\n";

/// Checks what is thrown away where the graph is run for a page.
#[track_caller]
fn check(state: &str, page: &str, expected: &str) {
    let graphs =
        facts(&[("src/state.py", state), ("src/graph.py", GRAPH), ("page.py", page)]).graphs;
    let told = graphs[0]
        .discarded
        .iter()
        .map(|it| format!("{} of {} for {} at {}", it.class, it.node, it.asked.join(" "), it.made));
    assert_eq!(told.collect::<Vec<_>>().join("; "), expected, "{page}");
}

#[test]
fn a_verdict_that_another_takes_the_place_of_is_thrown_away() {
    let told = "Report of chief for opinions at page.py:6";
    check(STATE, PAGE, told);
    check(&STATE.replace("Optional[Report]", "Report | None"), PAGE, told);
    let direct = PAGE.replace("run(url)", "build().invoke({'url': url})");
    check(STATE, &direct.replace("import run", "import build"), told);
}

#[test]
fn a_verdict_that_may_be_taken_is_left_alone() {
    check(STATE, &PAGE.replace("    show(", "    show(result['report'])\n    show("), "");
    // It is handed on, or no other is made, or the graph is not what is run.
    check(STATE, &PAGE.replace("    show(", "    keep(result)\n    show("), "");
    check(STATE, &PAGE.replace("show(Report(score=sum(scores)))", "show(sum(scores))"), "");
    check(STATE, &PAGE.replace("result = run(url)", "result = load(url)"), "");
    check(&STATE.replace("Optional[Report]", "dict"), PAGE, "");
}
