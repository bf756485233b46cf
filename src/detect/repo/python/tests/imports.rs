//! Names that are imported in vain.

use super::facts;

/// Checks which names are found to be imported in vain by `src/graph.py` from `src/nodes/work.py`.
#[track_caller]
fn check(graph: &str, work: &str, expected: &[&str]) {
    let wired = format!("{graph}\nfrom langgraph.graph import StateGraph\ng = StateGraph(S)\n");
    let found = facts(&[("src/graph.py", &wired), ("src/nodes/work.py", work)]).broken_imports;
    let names: Vec<String> = found
        .iter()
        .map(|one| format!("{} of {} at {}", one.name, one.module, one.place))
        .collect();
    assert_eq!(names, expected);
}

#[test]
fn a_name_that_the_module_has_nowhere_is_imported_in_vain() {
    let import = "from src.nodes.work import doc_analyst, vision_inspector";
    let vain = "vision_inspector of src/nodes/work.py at src/graph.py:1";
    check(import, "def doc_analyst(s): ...\ndef vision_cheinspector(s): ...\n", &[vain]);
    check(import, "def doc_analyst(s): ...\ndef vision_inspector(s): ...\n", &[]);
    check(import, "def doc_analyst(s): return s.get('vision_inspector')\n", &[vain]);
    check("from .nodes.work import vision_inspector", "x = 1\n", &[vain]);
    check("from nodes.work import vision_inspector", "x = 1\n", &[vain]);
}

#[test]
fn a_name_that_is_nearly_the_one_is_told() {
    let like = |work: &str| {
        let text = "from src.nodes.work import vision_inspector\nfrom langgraph.graph import StateGraph\ng = StateGraph(S)\n";
        let files = [("src/graph.py", text), ("src/nodes/work.py", work)];
        facts(&files).broken_imports[0].like.clone()
    };
    let near = "def repo_inspector(s): ...\ndef vision_cheinspector(s): ...\n";
    assert_eq!(like(near).as_deref(), Some("vision_cheinspector"));
    assert_eq!(like("class Vision_Inspecter: ...\n").as_deref(), Some("Vision_Inspecter"));
    assert_eq!(like("def repo_inspector(s): ...\nx = 1\n"), None);
}

#[test]
fn a_module_whose_file_has_other_capitals_is_not_found() {
    let text =
        "from src.nodes.work import a\nfrom langgraph.graph import StateGraph\ng = StateGraph(S)\n";
    let broken = |path: &str| facts(&[("src/graph.py", text), (path, "a = 1\n")]).broken_imports;
    let found = broken("src/nodes/Work.py");
    assert_eq!(found.len(), 1);
    assert!(found[0].other_case);
    assert_eq!(found[0].why(), "whose file is called `src/nodes/Work.py`");
    assert!(broken("src/nodes/work.py").is_empty());
    assert!(broken("src/nodes/works.py").is_empty());
}

#[test]
fn what_may_come_by_other_means_is_not_missing() {
    let import = "from src.nodes.work import a";
    for work in [
        "from elsewhere import *\n",
        "globals()['b'] = 1\n",
        "def __getattr__(name): return 1\n",
        "if flag:\n    a = 1\nelse:\n    from elsewhere import a\n",
        "a: int\n",
        "with open(x) as (b, a):\n    pass\n",
        "def f():\n    global a\n    a = 1\n",
        "import a\n",
        "import b as a\n",
        "for a in x:\n    pass\n",
        "(b, [a, c]) = x\n",
        "print(a := 1)\n",
        "match x:\n    case [a]:\n        pass\n",
        "try:\n    pass\nexcept E as a:\n    pass\n",
        "type a = int\n",
        "class a:\n    pass\n",
        "vars()['a'] = 1\n",
        "def broken(:\n",
    ] {
        check(import, work, &[]);
    }
    check("def f():\n    from src.nodes.work import a", "x = 1\n", &[]);
    check(
        "import src.nodes.work\nsrc.nodes.work.a = 1\nfrom src.nodes.work import a",
        "x = 1\n",
        &[],
    );
    check("from src.nodes.work import __version__", "x = 1\n", &[]);
    check("from other.work import a", "x = 1\n", &[]);
    check("from src.nodes.work import *", "x = 1\n", &[]);
}

#[test]
fn what_only_functions_bind_or_texts_speak_of_is_not_the_modules() {
    let import = "from src.nodes.work import graph";
    let vain = "graph of src/nodes/work.py at src/graph.py:1";
    for work in [
        "from langgraph.graph import END\ndef build():\n    graph = 1\n    return graph\napp = build()\n",
        "# graph\napp = 1\n",
        "class A:\n    graph = 1\n    def f(self):\n        self.graph = 2\n",
        "app = build(graph=1)\n",
    ] {
        check(import, work, &[vain]);
    }
}

#[test]
fn a_package_beside_the_file_is_what_is_imported() {
    let main = "from langgraph.graph import StateGraph\nfrom .work import a\ng = StateGraph(S)\n";
    let file = ("src/work.py", "b = 1\n");
    assert_eq!(facts(&[("src/main.py", main), file]).broken_imports.len(), 1);
    let package = ("src/work/__init__.py", "a = 1\n");
    assert_eq!(facts(&[("src/main.py", main), file, package]).broken_imports, []);
}

/// Checks what is told of an import in a `try` with this handler, and whether it is told as caught.
#[track_caller]
fn check_caught(handler: &str, expected: &[bool]) {
    let main = format!(
        "from langgraph.graph import StateGraph\ng = StateGraph(S)\ntry:\n    from src.work import a\n{handler}\n"
    );
    let found = facts(&[("src/main.py", &main), ("src/work.py", "b = 1\n")]).broken_imports;
    let caught: Vec<bool> = found.iter().map(|one| one.caught).collect();
    assert_eq!(caught, expected, "{handler}");
}

#[test]
fn an_import_whose_failure_only_sets_a_constant_never_brings_the_name() {
    check_caught("except Exception:\n    a = None", &[true]);
    check_caught("except (ImportError, OSError) as e:\n    print(e)\n    a = {}", &[true]);
    check_caught("except:\n    pass", &[true]);
    // Something else is brought in its place, or it is not caught, or the program ends.
    for handler in [
        "except ImportError:\n    from elsewhere import a",
        "except ImportError:\n    def a(): return 1",
        "except ImportError:\n    a = make()",
        "except ImportError:\n    raise",
        "except ImportError:\n    sys.exit(1)",
        "except KeyError:\n    a = None",
        "except ImportError:\n    a = None\nexcept Exception:\n    a = make()",
        "finally:\n    a = None",
    ] {
        check_caught(handler, &[]);
    }
}

#[test]
fn a_file_that_is_meant_in_other_capitals_is_read_for_all_else() {
    let graph = "from langgraph.graph import StateGraph\nfrom src.state import State\nfrom src.judges.tech_lead import tech_lead\ng = StateGraph(State)\ng.add_node('tech_lead', tech_lead)\ng.set_entry_point('tech_lead')\n";
    let judge =
        "from src.state import State\ndef tech_lead(state: State):\n    return {'log': 1}\n";
    let state = "from typing import TypedDict\nclass State(TypedDict):\n    x: int\n";
    let read = |path: &str| {
        let found = facts(&[("src/graph.py", graph), ("src/state.py", state), (path, judge)]);
        let untaken = found.graphs[0].untaken.iter().map(|one| one.key.clone()).collect::<Vec<_>>();
        (untaken, found.graphs[0].unfollowed.len(), found.broken_imports.len())
    };
    assert_eq!(read("src/judges/Tech_lead.py"), (vec!["log".to_owned()], 0, 1));
    assert_eq!(read("src/judges/tech_lead.py"), (vec!["log".to_owned()], 0, 0));
    // Another name is another file.
    assert_eq!(read("src/judges/tech_leads.py"), (vec![], 1, 0));
}

/// Checks which modules `src/app/main.py` is found to import in vain from the package `app` beside it.
#[track_caller]
fn check_absent(imports: &str, package: &str, expected: &[&str]) {
    let main = format!(
        "{imports}\nfrom langgraph.graph import StateGraph\ng = StateGraph(S)\ng.compile().invoke({{}})\n"
    );
    let files = [
        ("src/app/__init__.py", package),
        ("src/app/main.py", main.as_str()),
        ("src/app/work.py", "def run(s): ...\n"),
        ("src/other.py", "from app.work import run\n"),
    ];
    let found = facts(&files).broken_imports;
    assert!(found.iter().all(|one| one.absent && one.module == "src/app/__init__.py"), "{found:?}");
    let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, expected, "{imports}");
}

#[test]
fn a_module_that_its_package_does_not_have_is_imported_in_vain() {
    check_absent("from app.common import invoke", "", &["app.common"]);
    check_absent("from app.common import invoke, parse", "", &["app.common"]);
    check_absent("import app.common", "", &["app.common"]);
    check_absent("from .common import invoke", "", &["src.app.common"]);
    check_absent("from . import common", "", &["src.app.common"]);
    check_absent("from app import common", "", &["app.common"]);
    check_absent("from app import work", "", &[]);
    check_absent("from app.work import run", "", &[]);
    check_absent("from app import common", "common = 1\n", &[]);
    check_absent("from app.common import invoke", "__path__ = []\n", &[]);
    check_absent("from app._version import version", "", &[]);
    check_absent("from app.api_pb2 import Request", "", &[]);
    check_absent(
        "try:\n    from app.common import invoke\nexcept ImportError:\n    from x import invoke",
        "",
        &[],
    );
    check_absent("if TYPE_CHECKING:\n    from app.common import invoke", "", &[]);
    check_absent("from langchain.common import invoke", "", &[]);
}

#[test]
fn a_package_that_asks_itself_in_vain_is_told_of() {
    let files = [
        ("src/app/__init__.py", "from app.common import invoke\nfrom app.work import run\n"),
        ("src/app/work.py", "def run(s): ...\n"),
        (
            "src/main.py",
            "from app.work import run\nfrom langgraph.graph import StateGraph\ng = StateGraph(S)\n",
        ),
    ];
    let told: Vec<String> = facts(&files)
        .broken_imports
        .iter()
        .map(|one| format!("{} at {}", one.name, one.place))
        .collect();
    assert_eq!(told, ["app.common at src/app/__init__.py:1"]);
}

#[test]
fn a_package_from_elsewhere_may_be_called_the_same() {
    let main = "from agents.mcp import Server\nfrom langgraph.graph import StateGraph\ng = StateGraph(S)\n";
    let files = [
        ("src/agents/__init__.py", ""),
        ("src/agents/work.py", "def run(s): ...\n"),
        ("src/main.py", main),
        ("src/other.py", "from src.agents.work import run\n"),
    ];
    assert_eq!(facts(&files).broken_imports, []);
}

#[test]
fn what_the_function_that_builds_a_graph_imports_in_vain_stops_that_graph() {
    let graph = |import: &str, more: &str| {
        format!(
            "from langgraph.graph import StateGraph, START\ndef build():\n    {import}\n    g = StateGraph(dict)\n    g.add_node('a', one)\n    g.add_edge(START, 'a')\n    return g.compile()\n{more}app = build()\n"
        )
    };
    let found = |import: &str, more: &str| {
        let text = graph(import, more);
        let files =
            [("src/graph.py", text.as_str()), ("src/work.py", "def one(s):\n    return s\n")];
        let broken = facts(&files).broken_imports;
        broken.into_iter().map(|one| (one.inside.clone(), one.outcome())).collect::<Vec<_>>()
    };
    let late = vec![(Some("build".to_owned()), "`build` fails whenever it runs".to_owned())];
    assert_eq!(found("from src.work import two as one", ""), late);
    assert_eq!(found("from src.work import one", ""), []);
    // Elsewhere it may be caught, or never be run.
    let other = "def other():\n    from src.work import two\n";
    assert_eq!(found("from src.work import one", other), []);
    let caught = "try:\n        from src.work import two as one\n    except ImportError:\n        one = None";
    assert_eq!(found(caught, ""), []);
}
