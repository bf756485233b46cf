//! Numbers of lines and tests, held against small trees.

use super::super::*;
use super::asked::{claimed, status};
use super::sources::repository;
use super::written;
use crate::detect::repo::lengths::lengths;
use crate::domain::facts::ClaimKind::{Definitions, Sizes};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};

fn tree(files: &[(&str, &str)]) -> RepositoryFacts {
    let sources = written(files);
    let marks = crate::detect::repo::marks::marks(&sources);
    RepositoryFacts { lengths: lengths(&sources), marks, ..repository(files) }
}

#[test]
fn a_file_has_as_many_lines_as_is_said_or_far_more_or_fewer() {
    let facts = tree(&[("src/graph.py", &"x = 1\n".repeat(340))]);
    let of = |sentence: &str| status(&facts, Sizes, sentence);
    assert_eq!(of("The graph is wired in src/graph.py (340 lines) by hand."), Some(Supported));
    assert_eq!(of("The graph is wired in src/graph.py (~320 lines) by hand."), Some(Supported));
    assert_eq!(of("The graph is wired in src/graph.py (over 300 lines) by hand."), Some(Supported));
    assert_eq!(of("The graph is wired in src/graph.py (360 lines) by hand."), Some(Undecided));
    assert_eq!(of("The graph is wired in src/graph.py (900 lines) by hand."), Some(Contradicted));
    assert_eq!(of("The graph is wired in src/graph.py (40 lines) by hand."), Some(Contradicted));
    assert_eq!(of("The graph is wired in src/other.py (40 lines) by hand."), None);
}

#[test]
fn all_tests_are_counted_where_each_function_is_one() {
    let code = "def test_a(): pass\ndef test_b(): pass\ndef helper(): pass\n";
    let facts = tree(&[("a.py", "x = 1\n"), ("tests/test_a.py", code)]);
    let of = |facts: &RepositoryFacts, sentence: &str| status(facts, Sizes, sentence);
    assert_eq!(of(&facts, "The test suite has 2 tests."), Some(Supported));
    assert_eq!(of(&facts, "The test suite has 27 tests."), Some(Contradicted));
    assert_eq!(of(&facts, "The test suite has 1 tests."), Some(Undecided));
    let table = format!("import pytest\n@pytest.mark.parametrize('x', [1])\n{code}");
    let facts = tree(&[("a.py", "x = 1\n"), ("tests/test_a.py", &table)]);
    assert_eq!(of(&facts, "The test suite has 27 tests."), Some(Undecided));
}

#[test]
fn a_line_that_is_cited_behind_the_end_of_its_file_is_not_there() {
    let graph = "def build_graph():\n    return 1\n\n\n".to_owned() + &"x = 1\n".repeat(116);
    let facts =
        tree(&[("src/graph.py", &graph), ("a/util.py", "x = 1\n"), ("b/util.py", "x = 1\n")]);
    let of = |sentence: &str| status(&facts, Sizes, sentence);
    for sentence in [
        "The judges are wired in parallel at `src/graph.py:412`.",
        "The graph wires its judges in parallel (graph.py, lines 380-412).",
        "Lines 400–412 of src/graph.py wire the judges in parallel.",
        "The judges are wired in parallel, as graph.py line 412 shows.",
    ] {
        assert_eq!(of(sentence), Some(Contradicted), "{sentence}");
    }
    for sentence in [
        "The judges are wired in parallel at `src/graph.py:112`.",
        "The judges are wired in parallel at `src/graph.py:121`.",
        "The judges are wired in parallel at `a/graph.py:412`.",
        "The values are checked by util.py:412 in turn.",
        "At commit 0123abc the judges were wired at src/graph.py:412.",
        "The judges will be wired in parallel at src/graph.py:412.",
        "The detective cites src/graph.py:412, which nobody has seen.",
        "For example, src/graph.py:412 is a place that a judge may name.",
        "See https://github.com/a/b/blob/0123abc/src/graph.py#L400-L412 for the judges.",
        "AutoGen wires its judges in parallel at src/graph.py:412.",
        "CrewAI has its judges in graph.py, lines 400-412.",
    ] {
        assert_eq!(of(sentence), None, "{sentence}");
    }
    let fact = claimed(&facts, "The judges are wired in parallel at src/graph.py:412.");
    assert!(fact.iter().any(|one| one.fact == "`src/graph.py` has 120 lines, and no line 412"));
    // What is no sentence may be a part of something else.
    let row = claimed(&facts, "Judges | in parallel | see src/graph.py:412");
    assert!(row.iter().all(|one| one.status != Contradicted));
}

#[test]
fn a_definition_is_at_the_line_that_is_cited_or_it_is_left_open() {
    let graph = "x = 1\n".repeat(40)
        + "def build_graph():\n"
        + &"    x = 1\n".repeat(20)
        + "    return x\nbuild_graph()\n";
    let facts = tree(&[("src/graph.py", &graph)]);
    let check = |sentence: &str, expected| {
        assert_eq!(status(&facts, Definitions, sentence), Some(expected), "{sentence}");
    };
    check("The wiring is done by `build_graph` at graph.py:41.", Supported);
    check("The wiring is done by build_graph() (src/graph.py, line 38).", Supported);
    check("The wiring is done in src/graph.py:50 (`build_graph`).", Supported);
    check("The wiring is done by build_graph (graph.py, L41–L60).", Supported);
    check("The wiring is done by `build_graph` at graph.py:12.", Undecided);
    check("The wiring is done by build_graph() (src/graph.py, line 12).", Undecided);
}
