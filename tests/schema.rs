//! What the program writes fits the schemas that it prints.

#[allow(dead_code, reason = "other tests use the rest")]
mod program;

use automaton_auditor::domain::request::{AuditRequest, RepoSource, ReportSource};
use automaton_auditor::domain::state::AgentState;
use automaton_auditor::engine::load_rubric;
use jsonschema::Validator;
use program::{Desk, items, report};
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};

/// The validator of a schema that the program prints.
fn schema(name: &str) -> Validator {
    let run = Desk::new().run(&["schema", name]);
    run.ended(0, "");
    let schema: Value = serde_json::from_str(&run.stdout).expect("a schema is JSON");
    assert!(jsonschema::meta::is_valid(&schema), "`{name}` is no schema");
    jsonschema::validator_for(&schema).expect("the schema can be used")
}

#[track_caller]
fn check(validator: &Validator, value: &Value) {
    let problems: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path))
        .collect();
    assert!(problems.is_empty(), "{}\n{value}", problems.join("\n"));
}

/// The report on the good sample, which is audited once.
fn sample_report() -> &'static Value {
    static REPORT: OnceLock<Value> = OnceLock::new();
    REPORT.get_or_init(|| {
        let desk = Desk::new();
        desk.audit("courtroom-agent", &["--output", "out"]).ended(0, "");
        report(&desk.path("out"))
    })
}

#[test]
fn report_and_everything_in_it_fits_its_schema() {
    let report = sample_report();
    check(&schema("report"), report);
    let (evidence, opinion, criterion) =
        (schema("evidence"), schema("opinion"), schema("criterion"));
    let mut seen = (0, 0, 0);
    for list in report["evidences"].as_object().expect("evidence is listed by dimension").values() {
        for one in items(list) {
            check(&evidence, one);
            seen.0 += 1;
        }
    }
    for one in items(&report["criteria"]) {
        check(&criterion, one);
        seen.1 += 1;
        for hearing in ["judge_opinions", "second_hearing"] {
            for given in items(&one[hearing]) {
                check(&opinion, given);
                seen.2 += 1;
            }
        }
    }
    assert!(seen.0 >= 30 && seen.1 == 10 && seen.2 >= 30, "{seen:?} were checked");
}

#[test]
fn degraded_report_fits_its_schema_too() {
    let desk = Desk::new();
    let repository = program::sample("linear-agent.git");
    desk.run(&["audit", &repository, "--output", "out"]).ended(6, "");
    check(&schema("report"), &report(&desk.path("out")));
}

#[test]
fn a_regrade_with_a_waiver_fits_its_schema_too() {
    let desk = Desk::new();
    desk.audit("courtroom-agent", &["--output", "out"]).ended(0, "");
    let first = report(&desk.path("out"));
    let evidence = program::text(&first["evidences"]["safe_tool_engineering"][0]["id"]);
    let name = desk.run(&["log"]).stdout;
    let name = name.split_whitespace().next().expect("the audit is listed");
    let waiver = ["--waive", evidence, "--reason", "x", "--until", "2999-01-01"];
    let run = desk.run(&[&["regrade", name, "--json", "--output", "again"], &waiver[..]].concat());
    run.ended(0, "");
    let again = report(&desk.path("again"));
    assert_eq!(again["moved"]["after"], name);
    assert_eq!(again["waivers"][0]["until"], 32_472_144_000_u64);
    check(&schema("report"), &again);
}

#[test]
fn investigation_and_its_facts_fit_their_schemas() {
    for name in ["courtroom-agent", "linear-agent"] {
        let (repository, pdf) = (
            program::sample(&format!("{name}.git")),
            program::sample(&format!("{name}-report.pdf")),
        );
        let run = Desk::new().run(&["investigate", &repository, "--pdf", &pdf, "--json"]);
        run.ended(0, "");
        let found: Value = serde_json::from_str(&run.stdout).expect("the output is JSON");
        check(&schema("investigation"), &found);
        check(&schema("facts"), &found["facts"]);
        check(&schema("facts.document"), &found["facts"]["document"]);
        check(&schema("facts.figures"), &found["facts"]["figures"]);
    }
}

#[test]
fn values_out_of_range_are_refused() {
    let report = sample_report();
    let refuses = |validator: &Validator, good: &Value, key: &str, values: &[Value]| {
        check(validator, good);
        for value in values {
            let mut bad = good.clone();
            bad[key] = value.clone();
            assert!(!validator.is_valid(&bad), "{key} = {value} is accepted");
        }
    };
    let criterion = &report["criteria"][0];
    let scores = [json!(6), json!(0), json!(-1), json!(3.5), json!("3"), Value::Null];
    refuses(&schema("opinion"), &criterion["judge_opinions"][0], "score", &scores);
    refuses(&schema("opinion"), &criterion["judge_opinions"][0], "judge", &[json!("Jester")]);
    refuses(&schema("criterion"), criterion, "final_score", &scores);
    let evidence = &report["evidences"]["safe_tool_engineering"][0];
    let confidences = [json!(1.5), json!(-0.1), json!("sure"), Value::Null];
    refuses(&schema("evidence"), evidence, "confidence", &confidences);
    refuses(&schema("evidence"), evidence, "found", &[json!("yes"), Value::Null]);
}

#[test]
fn required_fields_of_the_contract_are_required() {
    let report = sample_report();
    let requires = |validator: &Validator, good: &Value, keys: &[&str]| {
        for key in keys {
            let mut bad = good.clone();
            bad.as_object_mut().expect("it is an object").remove(*key);
            assert!(!validator.is_valid(&bad), "it is accepted without {key}");
        }
    };
    let evidence = &report["evidences"]["safe_tool_engineering"][0];
    requires(
        &schema("evidence"),
        evidence,
        &["goal", "found", "location", "rationale", "confidence"],
    );
    let criterion = &report["criteria"][0];
    let opinion = &criterion["judge_opinions"][0];
    requires(
        &schema("opinion"),
        opinion,
        &["judge", "criterion_id", "score", "argument", "cited_evidence"],
    );
    let ruling = ["dimension_id", "dimension_name", "final_score", "judge_opinions", "remediation"];
    requires(&schema("criterion"), criterion, &ruling);
    let whole = ["repo_url", "executive_summary", "overall_score", "criteria", "remediation_plan"];
    requires(&schema("report"), report, &whole);
}

#[test]
fn every_listed_schema_can_be_printed() {
    let run = Desk::new().run(&["schema"]);
    let names: Vec<&str> = run.ended(0, "").stdout.lines().collect();
    assert!(["state", "report", "facts"].iter().all(|name| names.contains(name)), "{names:?}");
    for name in names {
        schema(name);
    }
}

#[test]
fn the_state_that_programs_read_has_the_fields_of_the_contract() {
    let repo = RepoSource::Local { path: "a.git".into(), shown: "a.git".to_owned() };
    let report = ReportSource::File { path: "a.pdf".into(), shown: "a.pdf".to_owned() };
    let rubric = load_rubric(include_bytes!("../rubric.json")).unwrap();
    let request = Arc::new(AuditRequest::new(repo, report));
    let state = json!(AgentState::new(request, Arc::new(rubric)).contract());
    check(&schema("state"), &state);
    assert_eq!((&state["repo_url"], &state["pdf_path"]), (&json!("a.git"), &json!("a.pdf")));
    assert_eq!(items(&state["rubric_dimensions"]).len(), 10);
}
