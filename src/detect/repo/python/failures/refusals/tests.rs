use crate::detect::repo::python::examine;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::RefusedFile;
use crate::domain::limits::Limits;

const GRAPH: &str = "from langgraph.graph import StateGraph, START\n";
const WIRED: &str =
    "g = StateGraph(dict)\ng.add_node('judge', judge)\ng.add_edge(START, 'judge')\n";
const BROKEN: &str = "def judge(s):\n    x = 1\n        y = 2\n    return {}\n";

/// How the files stop the graph at `src/graph.py`.
#[track_caller]
fn check(imports: &str, files: &[(&str, &str)], expected: &str) {
    let graph = format!("{GRAPH}{imports}\n{WIRED}");
    let all = files.iter().copied().chain([("src/graph.py", graph.as_str())]);
    let mut sources: Vec<Source> = all
        .map(|(path, text)| Source { path: path.into(), blob: "b".into(), bytes: text.into() })
        .collect();
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    let facts = examine(&sources, &Limits::default());
    let told: Vec<String> =
        facts.refused_files.iter().filter_map(|one| one.stops("src/graph.py")).collect();
    assert_eq!(told.join("; "), expected, "{imports}");
}

#[test]
fn a_file_that_cannot_be_compiled_stops_what_imports_it() {
    let judges = ("src/nodes/judges.py", BROKEN);
    let refused = |way: &str| {
        format!(
            "{way} `src/nodes/judges.py`, which Python refuses to compile at line 3 (unexpected indent), so that importing `src/graph.py` fails"
        )
    };
    let direct = refused("`src/graph.py:2` imports");
    for import in [
        "from src.nodes.judges import judge",
        "from .nodes.judges import judge",
        "from .nodes import judges",
        "import src.nodes.judges as judges",
        "from nodes.judges import judge",
    ] {
        check(import, &[judges], &direct);
    }
    let bench = ("src/bench.py", "from src.nodes.judges import judge\n");
    let step = refused("`src/graph.py:2` imports, by way of `src/bench.py:1`,");
    check("from src.bench import judge", &[judges, bench], &step);
    let package = ("src/nodes/__init__.py", "from .judges import judge\n");
    let step = refused("`src/graph.py:2` imports, by way of `src/nodes/__init__.py:1`,");
    check(
        "from src.nodes.other import x",
        &[judges, package, ("src/nodes/other.py", "x = 1\n")],
        &step,
    );
    check(
        "def f():\nx = 1",
        &[],
        "Python refuses to compile `src/graph.py:3` (expected an indented block)",
    );
}

#[test]
fn a_program_that_cannot_be_compiled_starts_no_graph() {
    let unstarted = |main: &str| {
        let graph = format!("{GRAPH}{WIRED}app = g.compile()\n");
        let files = [("main.py", main), ("src/graph.py", graph.as_str())];
        let source = |(path, text): (&str, &str)| Source {
            path: path.into(),
            blob: "b".into(),
            bytes: text.into(),
        };
        let facts = examine(&files.map(source), &Limits::default());
        facts.refused_files.iter().find_map(RefusedFile::unstarted).unwrap_or_default()
    };
    let main =
        format!("from src.graph import app\n{BROKEN}if __name__ == '__main__':\n    judge({{}})\n");
    assert_eq!(
        unstarted(&main),
        "Python refuses to compile `main.py:4` (unexpected indent), so that `python main.py` never starts the graph of `src/graph.py`"
    );
    assert_eq!(unstarted(&main.replace("'__main__'", "'other'")), "");
    assert_eq!(unstarted(&main.replace("from src.graph import app", "import os")), "");
    assert_eq!(unstarted(&main.replace("        y = 2", "    y = 2")), "");
}

#[test]
fn what_may_not_be_imported_stops_nothing() {
    let judges = ("src/nodes/judges.py", BROKEN);
    for import in [
        "try:\n    from src.nodes.judges import judge\nexcept Exception:\n    judge = None",
        "def ask():\n    from src.nodes.judges import judge",
        "if TYPE_CHECKING:\n    from src.nodes.judges import judge",
        "from nodes import judge",
    ] {
        check(import, &[judges], "");
    }
    check(
        "from src.nodes.judges import judge",
        &[judges, ("old/src/nodes/judges.py", "def judge(s): pass\n")],
        "",
    );
    check(
        "from src.nodes.judges import judge",
        &[("src/nodes/judges.py", "print 'a'\ndef judge(s):\n    pass\n")],
        "",
    );
}
