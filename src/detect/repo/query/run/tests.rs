use super::*;
use crate::domain::facts::{Collection, TreeEntry};

fn source(path: &str, text: impl Into<Vec<u8>>) -> Source {
    Source { path: path.into(), blob: "b".repeat(40), bytes: text.into() }
}

fn ask_about(sources: &[Source], tree: &TreeFacts, lookup: &Lookup) -> LookupAnswer {
    let ordered: Vec<&Source> = sources.iter().collect();
    let mut answers = answer(std::slice::from_ref(lookup), &ordered, tree, &[]);
    assert_eq!(answers.len(), 1);
    answers.remove(0).1
}

fn query(language: Language, query: &str, tests: Tests) -> Lookup {
    Lookup::Query {
        language,
        query: query.into(),
        capture: "place".into(),
        files: Vec::new(),
        tests,
    }
}

/// The places found by a query that looks for the calls of `name`.
#[track_caller]
fn check(sources: &[Source], lookup: &Lookup, places: &[&str], unreadable: &[&str]) {
    let answer = ask_about(sources, &TreeFacts::default(), lookup);
    assert_eq!(answer.problem, None);
    let hits: Vec<String> = answer.hits.iter().map(|hit| hit.place.to_string()).collect();
    let lost: Vec<String> =
        answer.unreadable.iter().map(|u| format!("{} {}", u.place, u.reason)).collect();
    assert_eq!(hits, places);
    assert_eq!(lost, unreadable);
}

const EVAL: &str = r#"(call function: (identifier) @_name (#eq? @_name "eval")) @place"#;

#[test]
fn predicates_over_text_decide() {
    let sources =
        [source("a.py", "eval(x)\nprint(x)\n# eval(x)\n'eval(x)'\nexec(x)\ncompile(x)\n")];
    check(&sources, &query(Language::Python, EVAL, Tests::Included), &["a.py:1"], &[]);
    let any = r#"((call function: (identifier) @_n) @place (#any-of? @_n "eval" "exec"))"#;
    check(&sources, &query(Language::Python, any, Tests::Included), &["a.py:1", "a.py:5"], &[]);
    let like = r#"((call function: (identifier) @place) (#match? @place "^[ec]"))"#;
    let places = ["a.py:1", "a.py:5", "a.py:6"];
    check(&sources, &query(Language::Python, like, Tests::Included), &places, &[]);
}

#[test]
fn every_language_is_asked_in_its_own_files_alone() {
    use Language::{Go, Java, Javascript, Rust, Tsx, Typescript};
    let call = "(call_expression) @place";
    let sources = [
        source("a.go", "package a\nfunc f() { g() }\n"),
        source("a.js", "f();\n"),
        source("a.rs", "fn f() { g() }\n"),
        source("a.ts", "const x = <number>f();\n"),
        source("a.tsx", "const x = <b>{f()}</b>;\n"),
        source("A.java", "class A { void f() { g(); } }\n"),
        source("a.txt", "f()\n"),
    ];
    let check = |language, query_text, places: &[&str]| {
        check(&sources, &query(language, query_text, Tests::Included), places, &[]);
    };
    check(Go, call, &["a.go:2"]);
    check(Javascript, call, &["a.js:1"]);
    check(Rust, call, &["a.rs:1"]);
    check(Typescript, call, &["a.ts:1", "a.tsx:1"]);
    check(Tsx, call, &["a.tsx:1"]);
    check(Java, "(method_invocation) @place", &["A.java:1"]);
}

#[test]
fn tests_are_left_out_or_asked_alone() {
    let rust = "fn a() { x.unwrap(); }\n\
        #[cfg(test)]\n/// Text.\nmod tests {\n  fn b() { x.unwrap(); }\n}\n\
        #[tokio::test]\nasync fn c() { x.unwrap(); }\n\
        fn d() { x.unwrap(); }\n";
    let sources = [source("src/a.rs", rust), source("tests/b.rs", "fn e() { x.unwrap(); }\n")];
    let unwrap = r#"(call_expression function: (field_expression field: (field_identifier) @place) (#eq? @place "unwrap"))"#;
    let ask = |tests| query(Language::Rust, unwrap, tests);
    check(&sources, &ask(Tests::Excluded), &["src/a.rs:1", "src/a.rs:9"], &[]);
    check(&sources, &ask(Tests::Only), &["src/a.rs:5", "src/a.rs:8", "tests/b.rs:1"], &[]);
    let python = [source("test_a.py", "eval(x)\n"), source("a.py", "eval(x)\n")];
    check(&python, &query(Language::Python, EVAL, Tests::Excluded), &["a.py:1"], &[]);
    check(&python, &query(Language::Python, EVAL, Tests::Only), &["test_a.py:1"], &[]);
}

#[test]
fn files_that_cannot_be_understood_are_named() {
    let sources = [
        source("a.py", &b"eval(x)\nx = '\xff'\n"[..]),
        source("b.py", "eval(x)\ndef (:\n"),
        source("tests/c.py", "def (:\n"),
    ];
    let lost = ["a.py:1 is not UTF-8", "b.py:2 holds what the parser does not know as syntax"];
    check(&sources, &query(Language::Python, EVAL, Tests::Excluded), &["b.py:1"], &lost);
    let entry =
        |path: &str| TreeEntry { path: path.into(), mode: "file".into(), ..TreeEntry::default() };
    let tree = TreeFacts {
        entries: ["large.py", "large.txt", "tests/large.py"].map(entry).into(),
        ..TreeFacts::default()
    };
    let answer = ask_about(&[], &tree, &query(Language::Python, EVAL, Tests::Excluded));
    let lost: Vec<String> = answer.unreadable.iter().map(|u| u.place.to_string()).collect();
    assert_eq!(lost, ["large.py:1"]);
    // What is collected of others is left out, and nobody misses it.
    let collection = Collection { folder: "data/repos/".into(), ..Collection::default() };
    let tree = TreeFacts {
        entries: ["data/repos/a/b.py", "data/repos/c.py"].map(entry).into(),
        collections: vec![collection],
        ..TreeFacts::default()
    };
    let answer = ask_about(&[], &tree, &query(Language::Python, EVAL, Tests::Excluded));
    let lost: Vec<String> = answer.unreadable.iter().map(|u| u.place.to_string()).collect();
    assert_eq!((answer.vendored, lost), (1, vec!["data/repos/c.py:1".to_owned()]));
}

#[test]
fn hostile_sources_end_in_time_and_are_named() {
    let sources = [
        source("a.go", "{".repeat(50_000)),
        source("deep.py", format!("x = {}{}\n", "[".repeat(50_000), "]".repeat(50_000))),
        source("flat.py", "[".repeat(100_000)),
        source("many.py", "eval(x)\n".repeat(30_000)),
    ];
    let answer =
        ask_about(&sources, &TreeFacts::default(), &query(Language::Python, EVAL, Tests::Included));
    let lost: Vec<(String, &str)> =
        answer.unreadable.iter().map(|u| (u.place.to_string(), u.reason.as_str())).collect();
    let syntax = "holds what the parser does not know as syntax";
    let expected = [("flat.py:1", syntax), ("many.py:1", "has more matches than are followed")];
    assert_eq!(lost, expected.map(|(place, reason)| (place.to_owned(), reason)));
    assert_eq!((answer.hits.len(), answer.total), (20, 20_000));
    let go = query(Language::Go, "(identifier) @place", Tests::Included);
    assert_eq!(ask_about(&sources, &TreeFacts::default(), &go).unreadable.len(), 1);
    let rust = source("deep.rs", "#[test] mod a {".repeat(20_000));
    let names = query(Language::Rust, "(identifier) @place", Tests::Excluded);
    let answer = ask_about(&[rust], &TreeFacts::default(), &names);
    assert!(!answer.unreadable.is_empty());
    assert_eq!(answer.total, 0);
}

#[test]
fn a_node_that_several_patterns_capture_counts_once() {
    let twice = "[(call) @place (call function: (identifier)) @place]";
    let answer = ask_about(
        &[source("a.py", "f(x)\n")],
        &TreeFacts::default(),
        &query(Language::Python, twice, Tests::Included),
    );
    assert_eq!((answer.total, answer.hits[0].excerpt.as_str()), (1, "f(x)"));
}

#[test]
fn what_stands_around_a_node_decides_by_how_it_begins() {
    let sleeps = |more: &str| {
        query(
            Language::Rust,
            &format!(
                "((call_expression function: (scoped_identifier) @_f) @place (#eq? @_f \"thread::sleep\") {more})"
            ),
            Tests::Included,
        )
    };
    let text = "fn a() {\n    std::thread::spawn(move || {\n        thread::sleep(D);\n    });\n}\nasync fn b() {\n    thread::sleep(D);\n}\n";
    let sources = [source("a.rs", text)];
    check(&sources, &sleeps(""), &["a.rs:3", "a.rs:7"], &[]);
    check(
        &sources,
        &sleeps(r#"(#not-inside? @place "^(std::)?thread::spawn\\(")"#),
        &["a.rs:7"],
        &[],
    );
    check(&sources, &sleeps(r#"(#inside? @place "^async fn")"#), &["a.rs:7"], &[]);
}

#[test]
fn a_name_that_a_loop_takes_from_a_list_of_constants_is_told_from_others() {
    let asked = r#"((call function: (identifier) @_f arguments: (argument_list (string (interpolation)) @_s)) @place (#eq? @_f "run") (#not-listed? @_s))"#;
    let lookup = query(Language::Python, asked, Tests::Included);
    let listed = |head: &str, of: &str| {
        format!("{head}for column, label in {of}:\n    run(f'SELECT {{column}}')\n")
    };
    let table = "NAMES = [('a', 'A'), ('b', 'B')]\n";
    for text in [
        listed("", "[('a', 'A'), ('b', 'B')]"),
        listed("", "{'a': 'A'}.items()"),
        listed(table, "NAMES"),
        listed(table, "sorted(NAMES)"),
        "all = [run(f'SELECT {c}') for c in ('a', 'b')]\n".to_owned(),
    ] {
        check(&[source("a.py", text)], &lookup, &[], &[]);
    }
    let renewed =
        "for column in ('a', 'b'):\n    column = column + given\n    run(f'SELECT {column}')\n";
    for (text, place) in [
        (listed("", "[('a', given)]"), "a.py:2"),
        (listed("", "read()"), "a.py:2"),
        (listed(&format!("{table}NAMES.append(given)\n"), "NAMES"), "a.py:4"),
        (listed("NAMES = read()\n", "NAMES"), "a.py:3"),
        (renewed.to_owned(), "a.py:3"),
        ("def f(column):\n    run(f'SELECT {column}')\n".to_owned(), "a.py:2"),
        ("for c in ('a', 'b'):\n    run(f'SELECT {c} {given}')\n".to_owned(), "a.py:2"),
    ] {
        check(&[source("a.py", text)], &lookup, &[place], &[]);
    }
}
