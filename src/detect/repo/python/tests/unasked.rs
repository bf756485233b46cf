//! Models that are bound to a schema and never asked.

use super::facts;

const GRAPH: &str = "from langgraph.graph import StateGraph, START, END\nfrom src.judges import prosecutor_node\n\
    g = StateGraph(dict)\ng.add_node('prosecutor', prosecutor_node)\ng.add_edge(START, 'prosecutor')\ng.add_edge('prosecutor', END)\napp = g.compile()\n";

/// Checks what is told to hold a model that nothing asks: `bound` stands in the constructor of a judge, `methods` behind
/// it, and `rest` in the module.
#[track_caller]
fn check(bound: &str, methods: &str, rest: &str, expected: Option<&str>) {
    let judges = format!(
        "from pydantic import BaseModel\nfrom langchain_openai import ChatOpenAI\nclass Opinion(BaseModel):\n    score: int\n\
         class Judge:\n    def __init__(self):\n        {bound}\n{methods}\
         \x20   def evaluate(self, state):\n        return Opinion(score=len(state['evidences']))\n\
         prosecutor = Judge()\n{rest}\
         def prosecutor_node(state):\n    return {{'opinions': [prosecutor.evaluate(state)]}}\n"
    );
    let found = facts(&[("src/judges.py", &judges), ("src/graph.py", GRAPH)]);
    let [one] = found.structured_output.as_slice() else {
        panic!("one model is bound: {:#?}", found.structured_output);
    };
    assert_eq!(one.unasked.as_deref(), expected, "{judges}");
}

const BOUND: &str = "self.judge_llm = ChatOpenAI().with_structured_output(Opinion)";
const ASK: &str = "    def ask(self, prompt):\n        return self.judge_llm.invoke(prompt)\n";

#[test]
fn a_model_that_nothing_reads_where_it_is_held_is_never_asked() {
    check(BOUND, "", "", Some("self.judge_llm"));
    // What is made of it is followed to where that is held.
    let chain = format!("{BOUND}\n        self.chain = PROMPT | self.judge_llm.with_retry()");
    check(&chain, "", "PROMPT = 'x'\n", Some("self.chain"));
    let local = "llm = ChatOpenAI().with_structured_output(Opinion)\n        self.kept = llm";
    check(local, "", "", Some("self.kept"));
    // Only what nothing that runs calls would ask it.
    check(BOUND, ASK, "", Some("self.judge_llm"));
    let deliberate = "def deliberate(prompt):\n    return prosecutor.ask(prompt)\n";
    check(BOUND, ASK, deliberate, Some("self.judge_llm"));
}

#[test]
fn a_model_that_something_may_ask_is_not_called_unasked() {
    let used = ASK.replace("    def ask", "    def evaluate_by_model");
    check(BOUND, &used, "prosecutor.evaluate_by_model('x')\n", None);
    check(BOUND, "", "prosecutor.judge_llm.invoke('x')\n", None);
    check(BOUND, ASK, "if __name__ == '__main__':\n    print(prosecutor.ask('x'))\n", None);
    check(BOUND, ASK, "def run(prompt):\n    return prosecutor.ask(prompt)\n", None);
    check(BOUND, ASK, "WAYS = {'ask': 1}\n", None);
    check(BOUND, "", "def read(name):\n    return getattr(prosecutor, name)\n", None);
    check(BOUND, "", "KEPT = vars(prosecutor)\n", None);
    check(
        BOUND,
        "    def __call__(self, prompt):\n        return self.judge_llm.invoke(prompt)\n",
        "",
        None,
    );
    // A class of others may read what its objects hold, and what a function is handed may be asked there.
    let derived = "class Other(Judge, Base):\n    pass\n";
    check(BOUND, "", &format!("from somewhere import Base\n{derived}"), None);
    check(&format!("{BOUND}\n        register(self.judge_llm)"), "", "", None);
    check("self.answer = ChatOpenAI().with_structured_output(Opinion).invoke('x')", "", "", None);
}

#[test]
fn what_nothing_reads_is_not_asked_whatever_else_runs() {
    let check = |text: &str, expected: Option<&str>| {
        let head = "from pydantic import BaseModel\nfrom langchain_openai import ChatOpenAI\nclass S(BaseModel):\n    score: int\nllm = ChatOpenAI()\n";
        let end = "if __name__ == '__main__':\n    print(judge('x'))\n";
        let found = facts(&[("main.py", &format!("{head}{text}{end}"))]).structured_output;
        assert_eq!(found[0].unasked.as_deref(), expected, "{text}");
    };
    let bound = "bound = llm.with_structured_output(S)\n";
    check(&format!("{bound}def judge(x):\n    return llm.invoke(x)\n"), Some("bound"));
    check(&format!("{bound}def judge(x):\n    return bound.invoke(x)\n"), None);
    check(
        &format!(
            "{bound}def judge(x):\n    return llm.invoke(x)\ndef other(x):\n    return bound.invoke(x)\n"
        ),
        None,
    );
    check(&format!("{bound}def judge(x):\n    return globals()['bound'].invoke(x)\n"), None);
}

#[test]
fn a_graph_that_nothing_here_runs_may_ask_its_models_elsewhere() {
    let judges = "from pydantic import BaseModel\nfrom langchain_openai import ChatOpenAI\nclass S(BaseModel):\n    score: int\n\
        def form(state):\n    model = ChatOpenAI().with_structured_output(S)\n    return model.invoke(state)\n\
        def judge(state):\n    return {'opinions': [form(state)]}\n";
    let graph = "from langgraph.graph import StateGraph, START, END\nfrom src.judges import judge\n\
        def build():\n    g = StateGraph(dict)\n    g.add_node('judge', judge)\n    g.add_edge(START, 'judge')\n    g.add_edge('judge', END)\n    return g.compile()\n\
        def run(url):\n    return build().invoke({'url': url})\n";
    let found = facts(&[("src/judges.py", judges), ("src/graph.py", graph)]).structured_output;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].unasked, None);
}
