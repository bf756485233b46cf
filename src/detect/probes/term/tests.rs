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
    match probe.answer(&facts) {
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
