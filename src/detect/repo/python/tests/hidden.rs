//! Files that no import finds.

use super::facts;

const GRAPH: &str = "from langgraph.graph import StateGraph\ng = StateGraph(dict)\n";
/// A file that nothing can run, with a name that nothing binds.
const STALE: (&str, &str) = ("src/graph/builder.py", "def f():\n    return missing\n");

/// Checks which files are hidden in a tree of `src/graph.py` and these.
#[track_caller]
fn check(others: &[(&str, &str)], expected: &[&str]) {
    let files: Vec<_> = [("src/graph.py", GRAPH)].into_iter().chain(others.to_vec()).collect();
    let found = facts(&files);
    let hidden: Vec<_> = found.hidden_files.iter().map(|one| one.place.file.as_str()).collect();
    assert_eq!(hidden, expected, "{others:?}");
}

#[test]
fn a_module_comes_before_a_plain_folder_and_a_package_before_a_module() {
    let nodes = ("src/graph/nodes.py", "from .builder import f\nfrom src.graph.builder import f\n");
    check(&[STALE, nodes], &["src/graph/builder.py", "src/graph/nodes.py"]);
    check(&[STALE, ("src/graph/__init__.py", "")], &["src/graph.py"]);
    let path =
        ("tests/test_it.py", "import sys\nsys.path.insert(0, '.')\nfrom src.graph import g\n");
    check(&[STALE, path], &["src/graph/builder.py"]);
    let package = ("src/config/__init__.py", "");
    let settings = "import logging\nfrom dotenv import load_dotenv\nload_dotenv()\nlogger = logging.getLogger(__name__)\n";
    check(&[("src/config.py", settings), package], &["src/config.py"]);
    let prints = format!("{settings}print(__name__)\n");
    check(&[("src/config.py", &prints), package], &[]);
    check(&[("src/graphs/builder.py", "")], &[]);
    check(&[("lib/graph/builder.py", "")], &[]);
}

#[test]
fn what_may_be_found_or_started_by_other_means_is_not_hidden() {
    for text in [
        "from builder import f\n",
        "import builder\n",
        "def f():\n    from src.graph.builder import f\n",
        "from graph import builder\n",
        "import importlib\nimportlib.import_module(name)\n",
        "spec = importlib.util.spec_from_file_location('b', path)\n",
        "__path__ = ['graph']\n",
    ] {
        check(&[STALE, ("src/main.py", text)], &[]);
    }
    // The folder is a program of its own, or a part of it is.
    for text in [
        "if __name__ == '__main__':\n    run()\n",
        "from fastapi import FastAPI\napp = FastAPI()\n",
        "def main():\n    pass\n",
        "import helpers\n",
        "print(run())\n",
        "for name in names:\n    run(name)\n",
    ] {
        let helpers = ("src/graph/helpers.py", "x = 1\n");
        check(&[("src/graph/app.py", text), helpers], &[]);
    }
    for path in ["langgraph.json", "Dockerfile", "run.sh", "demo.ipynb", "pyproject.toml"] {
        check(&[STALE, (path, "\"./src/graph/builder.py:app\"")], &[]);
    }
    check(&[STALE, ("run.sh", "cd src/graph && python builder.py")], &[]);
    check(&[STALE, ("README.md", "src/graph/builder.py")], &["src/graph/builder.py"]);
}

#[test]
fn a_module_beside_a_package_that_lacks_what_is_asked_for_is_not_called_hidden() {
    let package = ("src/graph/__init__.py", "from .builder import f\n");
    check(
        &[STALE, package, ("src/main.py", "from src.graph import f, builder\n")],
        &["src/graph.py"],
    );
    check(&[STALE, package, ("src/main.py", "from src.graph import g\n")], &[]);
    check(&[STALE, package, ("src/main.py", "from .graph import g\n")], &[]);
}

#[test]
fn nothing_in_a_hidden_file_is_a_fault_of_the_program() {
    let main = ("src/main.py", "from src.graph import g\n");
    let found = facts(&[("src/graph.py", GRAPH), STALE, main]);
    assert_eq!(found.unbound_names, []);
    let package = ("src/graph/__init__.py", "from .builder import f\n");
    assert_eq!(facts(&[main, STALE, package]).unbound_names.len(), 1);
}

#[test]
fn a_graph_of_a_hidden_file_is_live_where_there_is_no_other() {
    let build = ("src/graph/builder.py", GRAPH);
    let live = |files: &[(&str, &str)]| {
        facts(files).graphs.iter().map(|graph| graph.live).collect::<Vec<_>>()
    };
    assert_eq!(live(&[("src/graph.py", "x = 1\n"), build]), [true]);
    assert_eq!(live(&[("src/graph.py", GRAPH), build]), [true, false]);
}
