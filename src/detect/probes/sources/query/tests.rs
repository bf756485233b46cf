use super::*;
use crate::detect::repo::lookup;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{TreeEntry, TreeFacts};
use serde_json::{Value, json};

/// Asks for calls of `f` in these files; a file without text could not be read.
fn ask(files: &[(&str, Option<&str>)], more: &Value) -> Result<Answer, String> {
    let mut with = json!({
        "language": "python",
        "query": "(call function: (identifier) @_n (#eq? @_n \"f\")) @call",
    });
    with.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let probe: Query = serde_json::from_value(with).map_err(|error| error.to_string())?;
    let entry =
        |path: &str| TreeEntry { path: path.into(), mode: "file".into(), ..TreeEntry::default() };
    let tree = TreeFacts {
        entries: files.iter().map(|(path, _)| entry(path)).collect(),
        ..TreeFacts::default()
    };
    let source = |(path, text): &(&str, Option<&str>)| {
        let bytes = text.as_ref()?.as_bytes().to_vec();
        Some(Source { path: (*path).into(), blob: "b".into(), bytes })
    };
    let sources: Vec<Source> = files.iter().filter_map(source).collect();
    let lookups = lookup::answer(&probe.lookups(), &sources, &tree, &[]);
    let facts = RepositoryFacts { tree, lookups, ..RepositoryFacts::default() };
    let answer = probe.count(&facts).unwrap_or_else(Undecided::into_answer);
    assert!(!answer.findings.is_empty());
    Ok(answer)
}

#[track_caller]
fn check(files: &[(&str, Option<&str>)], more: &Value, expected: &str) {
    let outcome = match ask(files, more).map(|answer| answer.outcome) {
        Ok(Outcome::Holds) => "holds".to_owned(),
        Ok(Outcome::Partly { share }) => share.to_string(),
        Ok(Outcome::Fails) => "fails".to_owned(),
        Ok(Outcome::Unknown { reason, neutral }) => {
            format!("{}: {reason}", if neutral { "counts neither way" } else { "open" })
        }
        Err(problem) => problem,
    };
    assert!(outcome.contains(expected), "{outcome}");
}

#[test]
fn matches_are_held_against_the_bounds() {
    let one = &[("a.py", Some("f(1)\n"))][..];
    check(one, &json!({}), "holds");
    check(one, &json!({"at_least": 2}), "0.5");
    check(one, &json!({"at_most": 1}), "holds");
    check(one, &json!({"absent": true}), "fails");
    check(
        one,
        &json!({"absent": true, "files": ["src/**"]}),
        "counts neither way: The tree has no Python file that the rubric's globs select",
    );
    check(one, &json!({"files": ["src/**"]}), "fails");
    check(&[("a.py", Some("g(1)\n"))], &json!({"absent": true}), "holds");
}

#[test]
fn queries_for_several_languages_are_added_up() {
    let call = "(call_expression function: (identifier) @_n (#eq? @_n \"f\")) @call";
    let both = json!({
        "language": null, "query": null, "absent": true,
        "queries": {"javascript": call, "rust": call},
    });
    check(&[("a.js", Some("g()\n"))], &both, "holds");
    check(&[("a.js", Some("g()\n")), ("a.rs", Some("fn a() { f() }\n"))], &both, "fails");
    check(&[("a.py", Some("f()\n"))], &both, "no JavaScript or Rust file");
    let shared = json!({
        "language": null, "query": null, "at_least": 2,
        "queries": {"javascript, rust": call, "rust": "(identifier) @call"},
    });
    check(&[("a.js", Some("f()\n"))], &shared, "0.5");
    check(&[("a.rs", Some("fn a() { f() }\n"))], &shared, "holds");
    let unknown = json!({"language": null, "query": null, "queries": {"javascript, cobol": call}});
    check(&[], &unknown, "unknown variant `cobol`");
}

#[test]
fn code_in_other_languages_counts_neither_way() {
    let other = &[("a.go", Some("package a\n"))][..];
    for bound in [json!({"absent": true}), json!({"at_most": 2}), json!({}), json!({"at_least": 5})]
    {
        check(other, &bound, "counts neither way: The tree has no Python file");
    }
    let ours = &[("a.py", Some("g(1)\n"))][..];
    check(ours, &json!({"tests": "only"}), "fails");
    check(ours, &json!({"tests": "only", "absent": true}), "counts neither way");
    check(&[("tests/a.py", Some("f(1)\n"))], &json!({"tests": "only"}), "holds");
    check(&[("a.py", None)], &json!({"absent": true}), "open: no match found so far");
    let said = ask(other, &json!({"absent": true, "tests": "excluded"})).unwrap().statement;
    assert_eq!(said, "The tree has no Python file.");
}

#[test]
fn statements_name_the_languages_that_are_there_and_each_place_once() {
    let call = "(call_expression function: (identifier) @_n (#eq? @_n \"f\")) @call";
    let both = json!({
        "language": null, "query": null, "what": "call of f",
        "queries": {"javascript": call, "rust": call},
    });
    let said = |files: &[(&str, Option<&str>)], more: &Value| ask(files, more).unwrap().statement;
    let none = said(&[("a.js", Some("g()\n"))], &both);
    assert_eq!(none, "Not found in 1 JavaScript file: call of f.");
    let twice = said(&[("a.js", Some("f(); f()\n"))], &both);
    assert_eq!(twice, "2 matches, searched for in 1 JavaScript file: call of f (`a.js:1`).");
    let tests = said(&[("a.py", Some("g()\n"))], &json!({"tests": "only", "what": "test"}));
    assert_eq!(tests, "Not found, the tree has no Python file of tests: test.");
}

#[test]
fn what_could_not_be_read_is_never_called_absent() {
    let broken = &[("a.py", Some("g(1)\n")), ("b.py", Some("def (:\n"))][..];
    check(broken, &json!({"absent": true}), "`b.py:1` holds what the parser does not know");
    check(broken, &json!({}), "no match found so far, but `b.py:1`");
    let unread = &[("a.py", Some("f(1)\n")), ("b.py", None)][..];
    check(unread, &json!({"at_most": 1}), "1 match found so far, but `b.py:1` could not be read");
    check(unread, &json!({"absent": true}), "fails");
    check(unread, &json!({}), "holds");
    let test = &[("a.py", Some("g(1)\n")), ("tests/b.py", None)][..];
    check(test, &json!({"absent": true, "tests": "excluded"}), "holds");
}

#[test]
fn forms_are_not_called_absent_where_most_of_the_code_is_in_other_languages() {
    let files = &[("a.py", Some("g(1)\n")), ("b.go", Some("")), ("c.java", Some(""))][..];
    let forms = json!({"what": "call of f", "forms": true, "absent": true});
    check(files, &forms, "open: none was found in 1 Python file, but 2 of 3 source files are in");
    check(&files[..2], &forms, "holds");
    let alone = json!({"what": "call of f", "forms": true, "absent": true, "alone": true});
    check(files, &alone, "holds");
    check(files, &json!({"absent": true}), "holds");
}

#[test]
fn a_list_of_forms_never_says_that_there_is_none() {
    let (none, one) = (&[("a.py", Some("g(1)\n"))][..], &[("a.py", Some("f(1)\n"))][..]);
    let forms = json!({"what": "call of f", "forms": true});
    let answer = ask(none, &forms).unwrap();
    assert_eq!(
        answer.statement,
        "None of the forms that are known was found in 1 Python file: call of f."
    );
    assert_eq!(answer.outcome, Outcome::Fails);
    assert!(answer.findings[0].confidence.get() < 1.0);
    assert_eq!(answer.missing, ["call of f, in a form that is known"]);
    let found = ask(one, &forms).unwrap();
    assert_eq!((found.outcome, found.findings[0].confidence.get()), (Outcome::Holds, 1.0));
    let unproven = |with: Value| {
        let probe: Query = serde_json::from_value(with).unwrap();
        probe.unproven().to_vec()
    };
    let query = "(call) @c";
    let with = |more: Value| {
        let mut with = json!({"language": "python", "query": query});
        with.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        unproven(with)
    };
    assert_eq!(with(json!({})), []);
    assert_eq!(with(json!({"forms": true})), Stake::OF_FAILURE);
    assert_eq!(with(json!({"forms": true, "absent": true})), [Stake::Floor]);
}

#[test]
fn bounds_that_decided_are_told() {
    let one = &[("a.py", Some("f(1)\n"))][..];
    let answer = ask(one, &json!({"what": "test", "at_least": 5})).unwrap();
    assert_eq!(
        answer.statement,
        "1 match, searched for in 1 Python file: test (`a.py:1`); at least 5 are wanted."
    );
    assert_eq!(answer.missing, ["4 more of: test"]);
    let two = &[("a.py", Some("f(1)\nf(2)\n"))][..];
    let said = ask(two, &json!({"what": "test", "at_most": 1})).unwrap().statement;
    assert!(said.ends_with("; at most 1 is wanted."), "{said}");
    let said = ask(two, &json!({"what": "test", "absent": true})).unwrap().statement;
    assert!(said.ends_with("(`a.py:1`, `a.py:2`)."), "{said}");
}

#[test]
fn what_others_wrote_is_left_out_and_told() {
    let both = &[("a.py", Some("g(1)\n")), ("lib/site-packages/b.py", Some("f(1)\n"))][..];
    let said = ask(both, &json!({"what": "call", "absent": true})).unwrap();
    assert_eq!(said.outcome, Outcome::Holds);
    let none = "Not found in 1 Python file (vendored or minified: 1, left out): call.";
    assert_eq!(said.statement, none);
}

#[test]
fn parameters_that_make_no_sense_are_refused() {
    check(&[], &json!({"query": "(call"}), "line 1, column");
    check(&[], &json!({"query": "(call)"}), "captures nothing");
    check(&[], &json!({"query": "(call function: (_) @a) @b"}), "name one of `a`, `b`");
    check(&[], &json!({"capture": "x"}), "no capture `@x`");
    check(&[], &json!({"queries": {"rust": "(x) @y"}}), "needs either");
    check(&[], &json!({"language": "cobol"}), "unknown variant `cobol`");
    check(&[], &json!({"at_least": 3, "at_most": 2}), "below");
    check(&[], &json!({"absent": true, "at_least": 2}), "alone");
    check(&[], &json!({"at_least": 0}), "holds for every tree");
    check(&[], &json!({"files": ["[a"]}), "not a valid glob");
    check(&[], &json!({"query": ["(call) @a", "(integer) @a"]}), "counts neither way");
}
