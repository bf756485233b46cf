//! Probe of nodes that fail whenever they run.

use super::graph::{idle, live, no_graph, spoken_of};
use super::{About, Answer, Ask, Record, Undecided, capitalised, count, listed};
use crate::detect::seats;
use crate::domain::evidence::Finding;
use crate::domain::facts::{BrokenImport, Clash, GraphFact, Lines, Place, PythonFacts};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Most causes that are told.
const TOLD: usize = 4;

/// Whether nodes come to their end.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Failing {
    #[serde(default)]
    judges: bool,
}

impl Ask for Failing {
    const ABOUT: About = About {
        kind: "python.failing_nodes",
        artifact: Artifact::GithubRepo,
        summary: "No node of a state graph was seen to fail whenever it runs, no two of one step to return a field without a reducer, which fails as well, and the graph's file to import nothing in vain. Where none was, this counts neither way.",
        parameters: &[(
            "judges",
            "whether only the judges are looked at, by the names of their nodes, and what fails before they return; false",
        )],
        example: r#"{"judges": true}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let (graphs, python) = (live(record)?, record.python()?);
        if graphs.is_empty() {
            return no_graph(record, vec!["a graph whose nodes come to their end".to_owned()]);
        }
        let mut causes: Vec<Cause> =
            graphs.iter().flat_map(|graph| causes(graph, python)).collect();
        for cause in &mut causes {
            // What clashes afterwards has been asked for all the same.
            cause
                .nodes
                .retain(|node| !self.judges || (seats::judge(node).is_some() && !cause.is_late));
        }
        causes.retain(|cause| !cause.nodes.is_empty());
        // A judge whose file cannot be imported is told of with the graph.
        let imports: Vec<&BrokenImport> = if self.judges {
            Vec::new()
        } else {
            graphs.iter().flat_map(|graph| in_vain(graph, python)).take(TOLD).collect()
        };
        if causes.is_empty() && imports.is_empty() {
            let who = if self.judges { "judge" } else { "node" };
            let statement = format!("No {who} was seen that fails whenever it runs");
            let place = spoken_of(&graphs, self.judges).map(|graph| Place::from(&graph.place));
            return Err(Undecided::moot(place.unwrap_or(record.python_scope()), statement));
        }
        let nodes: BTreeSet<&str> =
            causes.iter().flat_map(|cause| cause.nodes.iter().map(String::as_str)).collect();
        let names = imports.iter().map(|import| format!("the import of `{}`", import.name));
        let missing = nodes.into_iter().map(|node| format!("`{node}`")).chain(names).collect();
        let more = match causes.len().saturating_sub(TOLD) {
            0 => String::new(),
            more => format!("; and {}", count(more, "more cause")),
        };
        causes.truncate(TOLD);
        let told: Vec<String> =
            imports.iter().map(|one| stops(one)).chain(causes.iter().map(Cause::told)).collect();
        let findings = imports.iter().map(|import| {
            let why = "The import stands in no `try`, and the module binds the name nowhere.";
            Finding::found(Place::from(&import.place), why).with_confidence(Confidence::STRONG)
        });
        Ok(Answer {
            outcome: Outcome::Fails,
            statement: format!("{}{more}.", capitalised(&told.join("; "))),
            missing,
            findings: findings.chain(causes.into_iter().map(Cause::finding)).collect(),
        })
    }
}

/// What the graph's own file imports in vain: the graph is never built. Python tells capitals apart on every system.
fn in_vain<'f>(
    graph: &GraphFact,
    python: &'f PythonFacts,
) -> impl Iterator<Item = &'f BrokenImport> {
    let file = graph.place.file.clone();
    let own = python.broken_imports.iter().filter(move |import| import.place.file == file);
    own.filter(|import| !import.caught)
}

/// That no node runs, because of an import.
fn stops(import: &BrokenImport) -> String {
    let BrokenImport { name, place, .. } = import;
    format!(
        "no node runs: `{place}` imports `{name}`, {}, so that importing `{}` fails",
        import.why(),
        place.file
    )
}

/// Why nodes fail.
struct Cause {
    nodes: Vec<String>,
    /// What happens, with its places, as the end of a sentence.
    how: String,
    why: &'static str,
    shown: String,
    places: Vec<Lines>,
    /// Whether it fails only when all of what runs there is done.
    is_late: bool,
}

impl Cause {
    fn told(&self) -> String {
        let fails = if self.nodes.len() == 1 { "fails" } else { "fail" };
        format!("{} {fails} whenever {}", listed(self.nodes.iter().map(String::as_str)), self.how)
    }

    fn finding(self) -> Finding {
        let places: Vec<Place> = self.places.iter().take(8).map(Place::from).collect();
        let finding = Finding::found(places[0].clone(), self.why)
            .with_confidence(Confidence::STRONG)
            .quoting(self.shown);
        Finding { places, ..finding }
    }
}

/// What lets nodes of a graph fail that ways from its entry lead to.
fn causes(graph: &GraphFact, python: &PythonFacts) -> Vec<Cause> {
    let idle = idle(graph);
    let stopped = |stops: &[Lines]| -> Vec<String> {
        let runs = |place: &Option<Lines>| place.as_ref().is_some_and(|it| stops.contains(it));
        let nodes = graph.nodes.iter().filter(|node| !idle.contains(node.name.as_str()));
        nodes.filter(|node| runs(&node.runs)).map(|node| node.name.clone()).collect()
    };
    let names = python.unbound_names.iter().map(|one| {
        let it = if stopped(&one.stops).len() == 1 { "it comes" } else { "they come" };
        Cause {
            nodes: stopped(&one.stops),
            how: format!("{it} so far: {}", one.told()),
            why: "No condition and no `try` of what runs at the node stands around the use of the name.",
            shown: one.name.clone(),
            places: std::iter::once(&one.place).chain(&one.also).cloned().collect(),
            is_late: false,
        }
    });
    let texts = python.misformatted_texts.iter().filter_map(|one| {
        let nodes = stopped(std::slice::from_ref(one.stops.as_ref()?));
        let it = if nodes.len() == 1 { "it comes" } else { "they come" };
        Some(Cause {
            nodes,
            how: format!("{it} to `{}`, where an f-string formats the text `{}` by what is no rule of format", one.place, one.text),
            why: "The braces around the text make it a field of the f-string, and no condition and no `try` stands around it.",
            shown: one.text.clone(),
            places: vec![one.place.clone()],
            is_late: false,
        })
    });
    let models = python.misused_models.iter().map(|one| {
        let nodes = stopped(&one.stops);
        let it = if nodes.len() == 1 { "it comes" } else { "they come" };
        Cause {
            nodes,
            how: format!("{it} so far: {}", one.told()),
            why: "No condition and no `try` of what runs at the node stands around the line, and all that makes the object was followed.",
            shown: one.class.clone(),
            places: vec![one.place.clone()],
            is_late: false,
        }
    });
    let clashes = graph.clashes.iter().map(|one| {
        let Clash { field, nodes, whole, places } = one;
        let what = if *whole {
            format!("each returns the whole state, of which `{field}` has no reducer")
        } else {
            format!("each returns `{field}`, which has no reducer")
        };
        Cause {
            nodes: nodes.clone(),
            how: format!("they run in one step, as the graph is wired: {what}, and LangGraph takes one value of a step alone (`InvalidUpdateError`)"),
            why: "The nodes start in one step, and every way through what runs there returns the field.",
            shown: field.clone(),
            places: places.clone(),
            is_late: true,
        }
    });
    names
        .chain(texts)
        .chain(models)
        .chain(clashes)
        .filter(|cause| !cause.nodes.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
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
        let source =
            Source { path: "g.py".into(), blob: "b".into(), bytes: text.as_bytes().to_vec() };
        let python = examine(&[source], &Limits::default());
        let causes = causes(&python.graphs[0], &python);
        let told: Vec<String> = causes.iter().map(Cause::told).collect();
        assert_eq!(told.join("; "), expected, "{nodes}");
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
                "    one = chain(llm).invoke('x')\n    one['judge'] = 'x'\n    return {'notes': [one]}",
            ),
            "`prosecutor` fails whenever it comes so far: `g.py:20` uses an item of `one`, an object of the Pydantic class `Opinion`, which has none, so that the line fails when it runs",
        );
        check(
            &judged("    return {'notes': [Opinion(score=1)]}"),
            "`prosecutor` fails whenever it comes so far: `g.py:19` makes a `Opinion` without `judge`, which has to be given, so that the line fails when it runs",
        );
        for body in [
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
            let told: Vec<String> = in_vain(&python.graphs[0], &python).map(stops).collect();
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
}
