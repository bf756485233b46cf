//! What lets nodes fail.

use super::*;
use crate::detect::repo::python::examine;
use crate::domain::exhibit::repository::Source;
use crate::domain::limits::Limits;

/// What is told of the nodes `prosecutor` and `report`, which leave `START` side by side.
#[track_caller]
fn check(nodes: &str, expected: &str) {
    let text = format!(
        "from typing import TypedDict, Annotated\nimport operator\n\
         from langgraph.graph import StateGraph, START\n\
         class S(TypedDict):\n    url: str\n    text: str\n    notes: Annotated[list, operator.add]\n\
         {nodes}\n\
         g = StateGraph(S)\ng.add_node('prosecutor', prosecutor)\ng.add_node('report', report)\n\
         g.add_edge(START, 'prosecutor')\ng.add_edge(START, 'report')\n"
    );
    let source = Source { path: "g.py".into(), blob: "b".into(), bytes: text.as_bytes().to_vec() };
    let python = examine(&[source], &Limits::default());
    let causes = causes(&python.graphs[0], &python);
    let told: Vec<String> = causes.iter().map(Cause::told).collect();
    assert_eq!(told.join("; "), expected, "{nodes}");
}

#[test]
fn a_judge_whose_file_cannot_be_imported_is_told_of_as_one_that_does_not_run() {
    let sources = [
        ("judges.py", "from tools import gone\ndef prosecutor(state):\n    return {}\n"),
        ("tools.py", "there = 1\n"),
        (
            "g.py",
            "from typing import TypedDict\nfrom langgraph.graph import StateGraph, START\nfrom judges import prosecutor\nclass S(TypedDict):\n    url: str\ng = StateGraph(S)\ng.add_node('prosecutor', prosecutor)\ng.add_edge(START, 'prosecutor')\n",
        ),
    ];
    let sources = sources.map(|(path, text)| Source {
        path: path.into(),
        blob: "b".into(),
        bytes: text.as_bytes().to_vec(),
    });
    let python = examine(&sources, &Limits::default());

    let (file, import) = unreached(&python.graphs[0], &python).unwrap();

    assert_eq!(
        stops("judge", import, file),
        "no judge runs: `judges.py:1` imports `gone`, which `tools.py` does not have, so that importing `judges.py` fails"
    );
}

#[test]
fn a_graph_that_cannot_be_imported_says_nothing_of_the_others() {
    let graph = |nodes: &[&str]| {
        let added = nodes.iter().map(|node| format!("g.add_node('{node}', run)\n"));
        format!(
            "from typing import TypedDict\nfrom langgraph.graph import StateGraph, START\n\
             class S(TypedDict):\n    url: str\ndef run(state):\n    return {{}}\n\
             g = StateGraph(S)\n{}g.add_edge(START, '{}')\n",
            added.collect::<String>(),
            nodes[0]
        )
    };
    let broken = |nodes: &[&str]| format!("from tools import gone\n{}", graph(nodes));
    let told = |first: String, second: String| {
        let files = [("a.py", first), ("b.py", second), ("tools.py", "there = 1\n".to_owned())];
        let sources = files.map(|(path, text)| Source {
            path: path.into(),
            blob: "b".into(),
            bytes: text.into_bytes(),
        });
        let mut python = examine(&sources, &Limits::default());
        python.graphs.iter_mut().for_each(|graph| graph.live = true);
        let all = run_by_code(&python);
        let measured = crate::detect::probes::graphs::graph::measured(all.clone(), &python);
        beside(&all, &measured, &python).map(|answer| answer.statement)
    };
    assert_eq!(
        told(broken(&["a"]), graph(&["a", "b"])).as_deref(),
        Some(
            "No node of the graph at `a.py:8` runs: `a.py:1` imports `gone`, which `tools.py` does not have, so that importing `a.py` fails; no node of the others was seen that fails whenever it runs."
        )
    );
    // The larger one is the one that counts.
    assert_eq!(told(broken(&["a", "b", "c"]), graph(&["a", "b"])), None);
    assert_eq!(told(graph(&["a"]), graph(&["a", "b"])), None);
}

#[test]
fn a_node_that_comes_to_an_unbound_name_fails() {
    let report = "def report(s):\n    return {'text': 'x'}\n";
    check(
        &format!(
            "{report}def prosecutor(s):\n    for one in s['notes']:\n        text = f'{{GUIDE}}'\n    return {{'notes': [text]}}"
        ),
        "`prosecutor` fails whenever it comes so far: `g.py:12` uses `GUIDE`, which is neither defined nor imported there, so that the line fails when it runs",
    );
    let helper = "def ask(s):\n    return GUIDE + s\n";
    check(
        &format!("{report}{helper}def prosecutor(s):\n    return {{'notes': [ask('x')]}}"),
        "`prosecutor` fails whenever it comes so far: `g.py:11` uses `GUIDE`, which is neither defined nor imported there, so that the line fails when it runs",
    );
    for body in [
        "    try:\n        x = 1\n        GUIDE\n    except Exception:\n        pass\n    return {}",
        "    if s.get('deep'):\n        GUIDE\n    return {}",
        "    text = s.get('text') or GUIDE\n    return {}",
        "    later = lambda: GUIDE\n    return {}",
        "    if not ENABLED:\n        return {}\n    return {'notes': [GUIDE]}\nENABLED = False",
        "    try:\n        ask('x')\n    except Exception:\n        return {}",
    ] {
        check(&format!("{report}{helper}def prosecutor(s):\n{body}"), "");
    }
}

#[test]
fn a_node_that_uses_a_model_as_none_can_be_used_fails() {
    let head = "from pydantic import BaseModel; from lib import llm, prompt\nclass Opinion(BaseModel):\n    judge: str\n    score: int\n    notes: list = []\n\
                def chain(llm):\n    made = prompt | llm.with_structured_output(Opinion)\n    return made\n\
                def report(s):\n    return {'text': 'x'}\n";
    let judged = |body: &str| format!("{head}def prosecutor(s):\n{body}");
    check(
        &judged(
            "    asked = chain(llm)\n    one = asked.invoke('x')\n    one['judge'] = 'x'\n    return {'notes': [one]}",
        ),
        "`prosecutor` fails whenever it comes so far: `g.py:21` uses an item of `one`, an object of the Pydantic class `Opinion`, which has none, so that the line fails when it runs",
    );
    check(
        &judged("    return {'notes': [Opinion(score=1)]}"),
        "`prosecutor` fails whenever it comes so far: `g.py:19` makes a `Opinion` without `judge`, which has to be given, so that the line fails when it runs",
    );
    check(
        &judged("    one = chain(llm).invoke('x')\n    return {'notes': [one.get('score', 3)]}"),
        "`prosecutor` fails whenever it comes so far: `g.py:20` asks `one`, an object of the Pydantic class `Opinion`, for `get`, which it does not have, so that the line fails when it runs",
    );
    let panel = "class Panel(BaseModel):\n    first: Opinion\n";
    let asked = "def prosecutor(s):\n    panel = llm.with_structured_output(Panel).invoke('x')\n";
    check(
        &format!("{head}{panel}{asked}    return {{'notes': [panel.first['score']]}}"),
        "`prosecutor` fails whenever it comes so far: `g.py:22` uses an item of `panel.first`, an object of the Pydantic class `Opinion`, which has none, so that the line fails when it runs",
    );
    for other in [
        "    return {'notes': [panel.first['score'] if isinstance(panel.first, dict) else 1]}",
        "    panel.first = {}\n    return {'notes': [panel.first['score']]}",
        "    return {'notes': [panel.model_dump()['first']]}",
    ] {
        check(&format!("{head}{panel}{asked}{other}"), "");
    }
    for body in [
        "    one = chain(llm).invoke('x')\n    return {'notes': [one.get('x') if isinstance(one, dict) else one]}",
        "    one = chain(llm).invoke('x')\n    return {'notes': [one.get(s)]}",
        "    one = chain(llm).invoke('x').model_dump()\n    return {'notes': [one.get('score')]}",
        "    one = chain(llm).invoke('x')\n    one.judge = 'x'\n    return {'notes': [one]}",
        "    one = chain(llm).invoke('x')\n    if not one.judge:\n        one['judge'] = 'x'\n    return {'notes': [one]}",
        "    one = chain(llm).invoke('x')\n    one = one.model_dump()\n    one['judge'] = 'x'\n    return {'notes': [one]}",
        "    one = llm.with_structured_output(Opinion, include_raw=True).invoke('x')\n    one['raw']\n    return {}",
        "    return {'notes': [Opinion(judge='x', score=1)]}",
        "    return {'notes': [Opinion(**s)]}",
        "    return {'notes': [Opinion(s)]}",
        "    try:\n        one = Opinion(score=1)\n    except ValueError:\n        one = None\n    return {'notes': [one]}",
    ] {
        check(&judged(body), "");
    }
    let lacks = judged("    return {'notes': [Opinion(score=1)]}");
    for (from, to) in [
        ("judge: str", "judge: Optional[str]"),
        ("judge: str", "judge: str = 'x'"),
        ("judge: str", "judge: str = Field(default_factory=str)"),
        ("(BaseModel)", "(Base)"),
        (
            "    notes: list = []",
            "    notes: list = []\n    def __init__(self, **given):\n        super().__init__(judge='x', **given)",
        ),
    ] {
        check(&lacks.replace(from, to), "");
    }
}

#[test]
fn a_node_that_no_way_leads_to_stops_nothing() {
    let nodes = "def report(s):\n    return {'text': 'x'}\ndef prosecutor(s):\n    return {}\ndef look(s):\n    return {'notes': [GUIDE]}";
    check(&format!("{nodes}\ng0 = None"), "");
    let graph = |edge: &str| {
        let text = format!(
            "from langgraph.graph import StateGraph, START\n{nodes}\n\
             g = StateGraph(dict)\ng.add_node('report', report)\ng.add_node('look', look)\n\
             g.add_edge(START, 'report')\n{edge}\n"
        );
        let source = Source { path: "g.py".into(), blob: "b".into(), bytes: text.into_bytes() };
        let python = examine(&[source], &Limits::default());
        causes(&python.graphs[0], &python).len()
    };
    assert_eq!(graph("g.add_edge('report', 'look')"), 1);
    assert_eq!(graph("g.add_edge('look', 'report')"), 0);
}

#[test]
fn no_node_runs_where_the_graphs_file_imports_in_vain() {
    let check = |import: &str, expected: &[&str]| {
        let text = format!(
            "from langgraph.graph import StateGraph, START\n{import}\n\
             g = StateGraph(dict)\ng.add_node('judge', judge)\ng.add_edge(START, 'judge')\n"
        );
        let files = [("src/graph.py", text.as_str()), ("src/nodes.py", "def judge(s): pass\n")];
        let source = |(path, text): (&str, &str)| Source {
            path: path.into(),
            blob: "b".into(),
            bytes: text.as_bytes().to_vec(),
        };
        let python = examine(&files.map(source), &Limits::default());
        let told: Vec<String> = in_vain(&python.graphs[0], &python)
            .map(|one| stops("node", one, "src/graph.py"))
            .collect();
        assert_eq!(told, expected, "{import}");
    };
    check(
        "from src.nodes import judge, look",
        &[
            "no node runs: `src/graph.py:2` imports `look`, which `src/nodes.py` does not have, so that importing `src/graph.py` fails",
        ],
    );
    check(
        "from src.nodes import judge\nfrom src.Nodes import judge as other",
        &[
            "no node runs: `src/graph.py:3` imports `src.Nodes`, whose file is called `src/nodes.py`, so that importing `src/graph.py` fails",
        ],
    );
    check("from src.nodes import judge", &[]);
    check(
        "from src.nodes import judge\ntry:\n    from src.nodes import look\nexcept ImportError:\n    look = None",
        &[],
    );
    check("from src.nodes import judge\ndef later():\n    from src.nodes import look", &[]);
}

#[test]
fn no_node_runs_where_the_function_that_builds_the_graph_imports_in_vain() {
    let text = "from langgraph.graph import StateGraph, START\ndef build():\n    from src.nodes import look\n    g = StateGraph(dict)\n    g.add_node('judge', look)\n    g.add_edge(START, 'judge')\n    return g\napp = build().compile()\n";
    let source = |(path, text): (&str, &str)| Source {
        path: path.into(),
        blob: "b".into(),
        bytes: text.as_bytes().to_vec(),
    };
    let files = [("src/graph.py", text), ("src/nodes.py", "def judge(s): pass\n")];
    let python = examine(&files.map(source), &Limits::default());
    let told = |graph: &GraphFact| {
        let all = in_vain(graph, &python).map(|one| stops("node", one, "src/graph.py"));
        all.collect::<Vec<_>>()
    };
    let expected = "no node runs: `src/graph.py:3` imports `look`, which `src/nodes.py` does not have, so that `build` fails whenever it runs";
    assert_eq!(told(&python.graphs[0]), [expected]);
    // What another function builds comes through.
    let other = GraphFact { function: Some("other".into()), ..python.graphs[0].clone() };
    assert_eq!(told(&other), [""; 0]);
}

#[test]
fn no_node_runs_where_what_the_graphs_file_imports_imports_in_vain() {
    let check = |import: &str, bench: &str, expected: &str| {
        let text = format!(
            "from langgraph.graph import StateGraph, START\n{import}\n\
             g = StateGraph(dict)\ng.add_node('judge', judge)\ng.add_edge(START, 'judge')\n"
        );
        let files = [
            ("src/bench.py", bench),
            ("src/graph.py", text.as_str()),
            ("src/nodes.py", "def judge(s): pass\n"),
            ("src/seats.py", "from src.bench import judge\n"),
        ];
        let source = |(path, text): (&str, &str)| Source {
            path: path.into(),
            blob: "b".into(),
            bytes: text.as_bytes().to_vec(),
        };
        let python = examine(&files.map(source), &Limits::default());
        let told: Vec<String> = stopping(&[&python.graphs[0]], &python)
            .into_iter()
            .map(|(graph, one)| stops("node", one, &graph.place.file))
            .collect();
        assert_eq!(told.join("; "), expected, "{import}");
    };
    let broken = "from src.nodes import judge, look\n";
    let starts = "no node runs: `src/bench.py:1` imports `look`, which `src/nodes.py` does not have, so that importing `src/bench.py` fails, which ";
    check("from src.bench import judge", broken, &format!("{starts}`src/graph.py:2` imports"));
    check(
        "from src.seats import judge",
        broken,
        &format!("{starts}`src/graph.py:2` imports by way of `src/seats.py:1`"),
    );
    check("from src.seats import judge", "from src.nodes import judge\n", "");
    check("def build():\n    from src.bench import judge", broken, "");
    check("try:\n    from src.bench import judge\nexcept ImportError:\n    pass", broken, "");
    check(
        "from src.bench import judge",
        "from src.nodes import judge\ntry:\n    from src.nodes import look\nexcept ImportError:\n    look = None\n",
        "",
    );
}

#[test]
fn nodes_of_one_step_that_return_one_field_fail() {
    let whole = "def prosecutor(s):\n    s['notes'] = [s['url']]\n    return s\n";
    check(
        &format!("{whole}def report(s):\n    return s\n"),
        "`prosecutor`, `report` fail whenever they run in one step, as the graph is wired: each returns the whole state, of which `url` has no reducer, and LangGraph takes one value of a step alone (`InvalidUpdateError`)",
    );
    check(
        "def prosecutor(s):\n    return {'text': 1, 'notes': []}\ndef report(s):\n    if s:\n        return {'text': 2}\n    return {'text': 3}\n",
        "`prosecutor`, `report` fail whenever they run in one step, as the graph is wired: each returns `text`, which has no reducer, and LangGraph takes one value of a step alone (`InvalidUpdateError`)",
    );
    for report in [
        // What is added up may come from both.
        "def report(s):\n    return {'notes': [1]}",
        "def report(s):\n    if s.get('text'):\n        return {}\n    return s",
        "def report(s):\n    s = dict(notes=[])\n    return s",
        "def report(s):\n    s.pop('url')\n    return s",
        "def report(s):\n    if s.get('text'):\n        return s",
    ] {
        check(&format!("{whole}{report}"), "");
    }
    // Nobody knows what is in the state where neither takes anything from it.
    check("def prosecutor(s):\n    return s\nreport = prosecutor", "");
}

#[test]
fn a_coroutine_that_no_event_loop_runs_is_told_with_what_runs_the_graph() {
    check(
        "async def prosecutor(state):\n    return {}\ndef report(state):\n    return {}\ndef go():\n    return g.compile().invoke({})",
        "`prosecutor` fails whenever it comes to run: it is a coroutine (`async def`), and `g.py:13` runs the graph by `invoke`, by which LangGraph runs none (`TypeError: No synchronous function provided`)",
    );
}
