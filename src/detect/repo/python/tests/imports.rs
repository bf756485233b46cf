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
        "# a\n",
        "def broken(:\n",
    ] {
        check(import, work, &[]);
    }
    check(
        "try:\n    from src.nodes.work import a\nexcept ImportError:\n    a = None",
        "x = 1\n",
        &[],
    );
    check("def f():\n    from src.nodes.work import a", "x = 1\n", &[]);
    check("from other.work import a", "x = 1\n", &[]);
    check("from src.nodes.work import *", "x = 1\n", &[]);
}
