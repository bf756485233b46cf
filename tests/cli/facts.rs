//! What is planted in the samples is found, and nothing else (`samples/README.md`).

use crate::program::{Desk, items, report, sample, text};
use automaton_auditor::domain::facts::{CallCertainty, CallFact, ReducerKind, RepositoryFacts};
use automaton_auditor::domain::limits::Limits;
use automaton_auditor::ports::sandbox::{Answer, Job};
use automaton_auditor::worker;
use serde_json::Value;
use std::collections::BTreeSet;

fn facts(name: &str) -> RepositoryFacts {
    let path = sample(&format!("{name}.git")).into();
    let job = Job::Repository { path, lookups: Vec::new(), limits: Limits::default() };
    match worker::perform(&job) {
        Ok(Answer::Repository(facts)) => *facts,
        other => panic!("{other:?}"),
    }
}

/// Calls that a submitter's input can reach, outside the tests.
fn dangerous(facts: &RepositoryFacts) -> Vec<&CallFact> {
    let calls = facts.python.calls.iter();
    calls.filter(|call| !call.in_tests && call.live && !call.constant_argument).collect()
}

#[test]
fn the_history_of_the_good_sample_is_read_whole() {
    let facts = facts("courtroom-agent");
    assert_eq!((facts.history.commits.len(), facts.history.authors.len()), (24, 2));
    assert!(facts.history.damage.is_empty() && !facts.history.truncated && !facts.history.shallow);
    let times: Vec<i64> = facts.history.commits.iter().map(|commit| commit.author_time).collect();
    let days = (times.iter().max().unwrap() - times.iter().min().unwrap()) / 86_400;
    assert!((8..=9).contains(&days), "{days} days");
    assert_eq!(facts.branch.as_deref(), Some("main"));
    assert!(facts.python.unreadable.is_empty(), "{:?}", facts.python.unreadable);
}

#[test]
fn exactly_one_dangerous_call_is_in_the_good_sample() {
    let facts = facts("courtroom-agent");
    let calls = dangerous(&facts);
    assert_eq!(calls.len(), 1, "{calls:?}");
    assert_eq!(calls[0].callee, "os.system");
    assert_eq!(calls[0].certainty, CallCertainty::Definite);
    assert_eq!(calls[0].place.to_string(), "src/tools/archive_tools.py:23");
}

#[test]
fn reducers_and_the_graph_of_the_good_sample_are_resolved() {
    let facts = facts("courtroom-agent");
    let reducers = facts.python.reducers.iter().filter(|reducer| !reducer.in_tests);
    let reducers: BTreeSet<(&str, ReducerKind)> =
        reducers.map(|reducer| (reducer.field.as_str(), reducer.kind)).collect();
    let expected = [
        ("errors", ReducerKind::OperatorAdd),
        ("evidences", ReducerKind::OperatorIor),
        ("opinions", ReducerKind::OperatorAdd),
    ];
    assert_eq!(reducers, BTreeSet::from(expected));
    let graphs: Vec<_> =
        facts.python.graphs.iter().filter(|graph| !graph.in_tests && graph.live).collect();
    assert_eq!(graphs.len(), 1);
    assert_eq!((graphs[0].fan_out.len(), graphs[0].fan_in.len()), (2, 2), "{:?}", graphs[0]);
    assert!(graphs[0].unresolved.is_empty(), "{:?}", graphs[0].unresolved);
    assert_eq!(graphs[0].conditional.len(), 1);
}

#[test]
fn the_bad_sample_has_a_chain_and_a_shell_and_no_reducer() {
    let facts = facts("linear-agent");
    assert_eq!((facts.history.commits.len(), facts.history.authors.len()), (2, 1));
    let calls: Vec<String> = dangerous(&facts).iter().map(|call| call.place.to_string()).collect();
    assert_eq!(calls, ["tools.py:7"]);
    assert!(facts.python.reducers.is_empty());
    assert!(facts.python.structured_output.is_empty());
    assert_eq!(facts.python.graphs.len(), 1);
    let graph = &facts.python.graphs[0];
    assert_eq!((graph.fan_out.len(), graph.fan_in.len(), graph.conditional.len()), (0, 0, 0));
}

/// The paths that a report cites and the tree does not have.
fn absent(report: &Value) -> BTreeSet<String> {
    let reading = items(&report["readings"]).iter().find(|one| one["probe"] == "cited_paths_exist");
    let missing = items(&reading.expect("the rubric asks for it")["missing"]);
    let quoted = missing.iter().map(|one| text(one).split('`').nth(1).unwrap_or_default());
    quoted.map(str::to_owned).collect()
}

#[test]
fn reports_of_the_samples_say_what_is_planted() {
    let desk = Desk::new();
    for name in ["courtroom-agent", "linear-agent"] {
        desk.audit(name, &["--output", name]).ended(0, "");
    }
    let good = report(&desk.path("courtroom-agent"));
    let planted = ["src/nodes/aggregator.py", "src/tools/ast_parser.py"];
    assert_eq!(absent(&good), planted.map(String::from).into());
    let flaws: Vec<&str> = good["evidences"]
        .as_object()
        .expect("evidence is listed by dimension")
        .values()
        .flat_map(|list| items(list))
        .filter(|evidence| evidence["tag"] == "security_flaw")
        .map(|evidence| text(&evidence["location"]))
        .collect();
    assert_eq!(flaws, ["src/tools/archive_tools.py:23"]);
    assert_eq!(good["overall_score"], 3.0);
    assert!(good["mean_score"].as_f64().unwrap() > 3.0);
    let cap = text(&good["overall_cap"]);
    assert!(cap.contains("src/tools/archive_tools.py:23"), "{cap}");

    let outcome = |report: &Value, probe: &str| {
        let reading = items(&report["readings"]).iter().find(|one| one["probe"] == probe);
        let reading = reading.expect("the rubric asks for it");
        (text(&reading["outcome"]["kind"]).to_owned(), reading["missing"].to_string())
    };
    let (claims, missing) = outcome(&good, "claims_hold");
    assert!(claims == "partly" && missing.contains("os.system"), "{missing}");

    let bad = report(&desk.path("linear-agent"));
    let (claims, missing) = outcome(&bad, "claims_hold");
    assert!(claims == "fails" && missing.contains("has a reducer"), "{claims}: {missing}");
    assert!(missing.contains("a directory that is not temporary"), "{missing}");
    let planted = ["src/graph.py", "src/nodes/justice.py", "src/state.py", "tests/test_graph.py"];
    assert_eq!(absent(&bad), planted.map(String::from).into());
}
