//! Numbers of lines and tests, held against small trees.

use super::super::*;
use super::asked::status;
use super::sources::repository;
use super::written;
use crate::detect::repo::lengths::lengths;
use crate::domain::facts::ClaimKind::Sizes;
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
