use super::*;
use crate::detect::repo::lookup;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{Lines, TreeFacts};

/// What is said of terms in a tree of these files.
fn said(with: &str, files: &[(&str, &str)], unread: &[&str]) -> String {
    let probe: Term = serde_json::from_str(with).unwrap();
    let source = |(path, text): &(&str, &str)| Source {
        path: (*path).into(),
        blob: "b".into(),
        bytes: text.as_bytes().to_vec(),
    };
    let sources: Vec<Source> = files.iter().map(source).collect();
    let lost = |path: &&str| Unreadable {
        place: Lines::new(path, "b", 1, 1),
        reason: "was not read for its size".into(),
    };
    let unread: Vec<Unreadable> = unread.iter().map(lost).collect();
    let tree = TreeFacts::default();
    let lookups = lookup::answer(&probe.lookups(), &sources, &tree, &unread);
    let facts = RepositoryFacts { lookups, ..RepositoryFacts::default() };
    let answer = match (probe.absent, probe.unsettled) {
        (true, _) => probe.forbidden(&facts),
        (false, true) => Err(probe.told_alone(&facts)),
        (false, false) => probe.answer(&facts),
    };
    match answer {
        Ok(answer) => answer.statement,
        Err(undecided) => format!("Undecided: {}", undecided.reason),
    }
}

#[track_caller]
fn check(name: &str, path: &str, text: &str, begins: &str) {
    let told = said(&format!(r#"{{"names": ["{name}"]}}"#), &[(path, text)], &[]);
    assert!(told.starts_with(begins), "{name} in {text:?}: {told}");
}

#[test]
fn a_name_of_the_code_is_told_from_a_mention() {
    let named = "The code ";
    check("UserService", "a.py", "class UserService:\n    pass\n", named);
    check("UserService", "a.py", "x: UserService = make()\n", named);
    check("UserService", "a.ts", "const a = new UserService();\n", named);
    check("score", "a.py", "class A:\n    score: int\n", named);
    check("score", "a.py", "x = {'score': 1}\n", named);
    check("retry policy", "a.py", "class RetryPolicy:\n    pass\n", named);
    check("builder.add_edge()", "a.py", "graph.add_edge(1, 2)\n", "The code calls ");
    check("os.system()", "a.py", "import os\nos.system('x')\n", named);
    let mention = "Mentioned, not proven: 1 line mentions ";
    check("Annotated", "a.py", "from typing import Annotated\n", mention);
    check("UserService", "README.md", "The UserService serves.\n", mention);
    check("UserService", "a.py", "# UserService\n", mention);
    check("add_edge()", "a.py", "add_edge = 1\n", mention);
    check("os.system()", "a.py", "platform.system()\nx = 'os.system'\n", mention);
    let none = "does not occur";
    for (name, text) in [("os.system()", "font: -apple-system"), ("run()", "running late")] {
        let told = said(&format!(r#"{{"names": ["{name}"]}}"#), &[("a.css", text)], &[]);
        assert!(told.contains(none), "{told}");
    }
}

#[test]
fn one_of_several_terms_is_enough() {
    let file = [("a.py", "llm.bind_tools([a])\n")];
    let told = said(r#"{"names": [".with_structured_output()", ".bind_tools()"]}"#, &file, &[]);
    assert!(told.starts_with("The code calls `.bind_tools()`"), "{told}");
    let none = said(r#"{"names": ["aaa()", "bbb()"]}"#, &file, &[]);
    assert_eq!(none, "`aaa()` or `bbb()` does not occur in 1 file.");
    let like = said(r#"{"names": ["aaa()"], "or_like": true}"#, &file, &[]);
    assert!(like.starts_with("Undecided: `aaa()` does not occur, and the rubric lets"), "{like}");
}

#[test]
fn what_no_one_wrote_hides_no_term() {
    let with = r#"{"names": ["UserService"]}"#;
    let file = [("a.py", "x = 1\n")];
    let data = said(with, &file, &["docs/_build/environment.pickle", "data/train.csv"]);
    assert_eq!(data, "`UserService` does not occur in 1 file.");
    let code = said(with, &file, &["src/big.py"]);
    assert!(code.starts_with("Undecided: `UserService` was not found so far, but `src/big.py:1`"));
}

#[test]
fn what_is_forbidden_is_found_in_code_alone() {
    let said = |parameters: &str, path: &str, text: &str| {
        said(&format!(r#"{{"names": ["a_b"], {parameters}}}"#), &[(path, text)], &[])
    };
    let never = r#""absent": true"#;
    let found = said(never, "app/x.py", "a_b()\n");
    assert_eq!(found, "The code names `a_b`, which the rubric forbids: `app/x.py:1`.");
    assert_eq!(said(never, "app/x.py", "c_d()\n"), "No code names `a_b`.");
    let comment = said(never, "app/x.py", "# no a_b here\n");
    assert_eq!(comment, "No code names `a_b`, which is merely mentioned (`app/x.py:1`).");
    let tested = said(never, "tests/test_x.py", "def test_x():\n    a_b()\n");
    assert!(tested.starts_with("Undecided: tests alone name `a_b`"), "{tested}");
    let within = said(r#""absent": true, "unsettled": true"#, "app/x.py", "a_b()\n");
    assert!(within.starts_with("Undecided: the code names `a_b` (`app/x.py:1`)"), "{within}");
}

#[test]
fn of_what_is_not_understood_it_is_told_where_it_stands() {
    let with = r#"{"names": ["a_b"], "unsettled": true}"#;
    let told = said(with, &[("app/x.py", "a_b()\n")], &[]);
    assert_eq!(
        told,
        "Undecided: `a_b` is mentioned here: `app/x.py:1`; what the rubric wants of it was not understood"
    );
    let told = said(with, &[("app/x.py", "c_d()\n")], &[]);
    assert!(told.starts_with("Undecided: `a_b` was not found, and what"), "{told}");
}

#[test]
fn an_expression_that_is_forbidden_is_no_name_that_could_be_found_absent() {
    let with = r#"{"names": ["debug=True"], "absent": true}"#;
    let told = |text: &str| said(with, &[("app/x.py", text)], &[]);
    assert!(told("run(debug = True)\n").starts_with("Undecided: `debug=True` does not stand"));
    let mentioned = told("run(debug=True)\n");
    assert!(
        mentioned.starts_with("Undecided: `debug=True` is mentioned here: `app/x.py:1`"),
        "{mentioned}"
    );
}
