//! Judges that read fields into which nodes put nothing but what comes out of fields that nothing is put into.

use super::facts;

const HEAD: &str = "from langchain_core.prompts import ChatPromptTemplate\nfrom langchain_openai import ChatOpenAI\n\
    from langgraph.graph import StateGraph, START, END\nfrom pydantic import BaseModel\n\
    class Found(BaseModel):\n    goal: str\n    content: str = ''\n\
    class S(BaseModel):\n    url: str\n    rubric: list = []\n    evidences: dict = {}\n    opinions: list = []\n    Detective: Found | None = None\n\
    llm = ChatOpenAI(model='m')\n";
const LOST: &str = "def detective(state: S):\n    return Found(goal=state.url)\n";
const GATHERS: &str = "def aggregator(state: S):\n    evidences = getattr(state, 'evidences', {})\n    \
    if hasattr(state, 'Detective') and state.Detective:\n        evidences.setdefault('a', []).append(state.Detective)\n    \
    state.evidences = evidences\n    return state\n";
const JUDGE: &str = "def prosecutor(state: S):\n    prompt = ChatPromptTemplate.from_messages([('system', 'You judge.'), ('user', '{e} {r}')])\n    \
    chain = prompt | llm\n    return {'opinions': [chain.invoke({'e': state.evidences, 'r': state.rubric})]}\n";
const RUN: &str = "def main(url, rubric):\n    state = S(url=url, rubric=rubric, evidences={}, opinions=[])\n    app = g.compile()\n    return app.invoke(state.model_dump())\n";

/// What the judge is told of, as `reads < through < sources`.
#[track_caller]
fn check(parts: [&str; 4], expected: Option<&str>) {
    let [detective, aggregator, judge, run] = parts;
    let text = format!(
        "{HEAD}def chief(state):\n    return {{'evidences': look(state)}}\n{detective}{aggregator}{judge}g = StateGraph(S)\ng.add_node('detective', detective)\ng.add_node('aggregator', aggregator)\n\
         g.add_node('prosecutor', prosecutor)\ng.add_node('chief', chief)\ng.add_edge(START, 'detective')\ng.add_edge('detective', 'aggregator')\n\
         g.add_edge('aggregator', 'prosecutor')\ng.add_edge('prosecutor', 'chief')\ng.add_edge('chief', END)\n{run}"
    );
    let graphs = facts(&[("src/graph.py", &text)]).graphs;
    let found = graphs[0].unshown.first().map(|one| {
        let parts = [&one.reads, &one.through, &one.sources].map(|part| part.join(","));
        parts.join(" < ")
    });
    assert_eq!(found.as_deref(), expected, "{text}");
}

#[test]
fn what_an_aggregator_makes_of_nothing_is_no_evidence() {
    let told = Some("evidences,rubric < aggregator < Detective");
    check([LOST, GATHERS, JUDGE, RUN], told);
    let named = "def aggregator(state):\n    merged = {k: list(v) for k, v in state.evidences.items()}\n    \
        if state.Detective is not None:\n        merged['a'] = [state.Detective.model_dump()]\n    return {'evidences': merged}\n";
    check([LOST, named, JUDGE, RUN], told);
    let spelled = RUN.replace("state.model_dump()", "{'url': url, 'evidences': dict()}");
    check([LOST, GATHERS, JUDGE, &spelled], told);
}

#[test]
fn where_something_may_come_in_nothing_is_told() {
    let taken = LOST.replace("Found(goal=state.url)", "{'Detective': Found(goal=state.url)}");
    let kept = LOST.replace("    return", "    state.evidences['a'] = [1]\n    return");
    let lent = LOST.replace("    return", "    look(state)\n    return");
    let other = LOST.replace("return Found(", "return S(");
    for detective in [&taken, &kept, &lent, &other] {
        check([detective, GATHERS, JUDGE, RUN], None);
    }
    let looks = GATHERS.replace("append(state.Detective)", "append(look(state.url))");
    let held = GATHERS.replace("append(state.Detective)", "append(CACHE)");
    for aggregator in [&looks, &held] {
        check([LOST, aggregator, JUDGE, RUN], None);
    }
    let begun = RUN.replace("evidences={}", "evidences=look(url)");
    let later = RUN.replace("    app =", "    state.evidences['a'] = [1]\n    app =");
    let any = RUN.replace("state.model_dump()", "given()");
    for run in [begun.as_str(), &later, &any, ""] {
        check([LOST, GATHERS, JUDGE, run], None);
    }
}
