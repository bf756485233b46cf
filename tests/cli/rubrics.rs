//! Rubrics of users, good and bad.

use crate::program::{Desk, dimensions, items, report, text};
use serde_json::{Value, json};

fn own() -> Value {
    serde_json::from_slice(include_bytes!("../../rubric.json")).expect("our rubric is JSON")
}

/// An audit and a check with this rubric are both refused, and say all of these.
#[track_caller]
fn check(rubric: &[u8], says: &[&str]) {
    let desk = Desk::new();
    let path = desk.write("rubric.json", rubric);
    let audit = desk.audit("courtroom-agent", &["--rubric", &path]);
    let checked = desk.run(&["rubric", "check", &path]);
    for words in says {
        audit.ended(2, words);
        checked.ended(2, words);
    }
    assert_eq!(desk.files(), ["rubric.json"]);
}

#[test]
fn rubric_that_is_missing_or_no_json_is_refused() {
    let desk = Desk::new();
    desk.audit("courtroom-agent", &["--rubric", "none.json"])
        .ended(2, "`none.json` cannot be read");
    assert_eq!(desk.files(), [""; 0]);
    check(b"", &["it is not JSON"]);
    check(b"{\"dimensions\": [", &["it is not JSON"]);
    check(b"\xff\xfe", &["it is not JSON"]);
    check(b"[]", &["$"]);
}

#[test]
fn every_problem_of_a_rubric_is_listed_with_its_path() {
    let mut rubric = own();
    rubric["dimensions"][0]["id"] = json!("not an id");
    rubric["dimensions"][1]["target_artifact"] = json!("tape");
    rubric["dimensions"][2]["probes"][0]["weight"] = json!(-1);
    rubric["dimensions"][4]["id"] = rubric["dimensions"][3]["id"].clone();
    rubric["synthesis_rules"]["security_cap"] = json!(9);
    rubric["synthesis_rules"].as_object_mut().unwrap().remove("fact_supremacy");
    let says = [
        "6 problems",
        "$.dimensions[0].id",
        "$.dimensions[1].target_artifact",
        "$.dimensions[2].probes[0].weight",
        "$.dimensions[4].id",
        "$.synthesis_rules.security_cap",
        "$.synthesis_rules.fact_supremacy",
    ];
    check(rubric.to_string().as_bytes(), &says);
}

#[test]
fn probes_that_are_not_in_the_catalogue_are_problems() {
    let mut rubric = own();
    rubric["dimensions"][0]["probes"][0]["probe"] = json!("history.magic");
    rubric["dimensions"][1]["probes"][0]["with"] = json!({"no_such_parameter": 1});
    let says = [
        "2 problems",
        "$.dimensions[0].probes[0].probe",
        "`history.magic` is not in the catalogue",
        "$.dimensions[1].probes[0].with",
    ];
    check(rubric.to_string().as_bytes(), &says);
}

#[test]
fn rubric_in_words_alone_is_bound_to_facts_by_its_words() {
    let desk = Desk::new();
    let rubric = json!({
        "rubric_metadata": {"rubric_name": "Words", "grading_target": "an agent", "version": "1"},
        "dimensions": [{
            "id": "graph", "name": "Graph", "target_artifact": "github_repo",
            "forensic_instruction": "Look for `StateGraph` in `src/graph.py`.",
            "success_pattern": "It is there.", "failure_pattern": "It is not.",
        }],
        "synthesis_rules": {
            "security_override": "x", "fact_supremacy": "x", "functionality_weight": "x",
            "dissent_requirement": "x", "variance_re_evaluation": "x",
        },
    });
    let path = desk.write("rubric.json", rubric.to_string());
    desk.run(&["rubric", "check", &path]).ended(0, "");
    desk.audit("courtroom-agent", &["--rubric", &path, "--output", "out"]).ended(0, "");
    let report = report(&desk.path("out"));
    assert_eq!(dimensions(&report["criteria"]), ["graph"]);
    assert!(report["criteria"][0]["final_score"].as_u64().unwrap() >= 4, "{report}");
}

#[test]
fn own_rubric_can_be_shown_checked_and_used() {
    let desk = Desk::new();
    let shown = desk.run(&["rubric", "show"]);
    shown.ended(0, "");
    let path = desk.write("shown.json", &shown.stdout);
    assert_eq!(serde_json::from_str::<Value>(&shown.stdout).expect("it is JSON"), own());
    let checked = desk.run(&["rubric", "check", &path]);
    checked.ended(0, "");
    for dimension in own()["dimensions"].as_array().unwrap() {
        let id = dimension["id"].as_str().unwrap();
        assert!(checked.stdout.contains(id), "{id} is not explained");
    }
    desk.run(&["rubric", "check"]).ended(0, "");
}

#[test]
fn rubric_in_words_alone_rests_on_real_excerpts_and_names_its_levels() {
    let mut rubric = own();
    rubric["dimensions"] = json!([
        {
            "id": "graph", "name": "Graph", "target_artifact": "github_repo",
            "forensic_instruction": "Look for 'StateGraph' in 'src/graph.py', for 'NoSuchThing', and in 'src/nowhere.py'.",
            "levels": [
                { "name": "Missing", "points": 0, "description": "nothing" },
                { "name": "Partial", "points": 5, "description": "some of it" },
                { "name": "Full", "points": 10, "description": "all of it" }
            ]
        }
    ]);
    let desk = Desk::new();
    let path = desk.write("rubric.json", rubric.to_string());
    desk.audit("courtroom-agent", &["--rubric", &path, "--output", "out"]).ended(0, "");
    let report = report(&desk.path("out"));
    let outcomes: Vec<(&str, &str)> = items(&report["readings"])
        .iter()
        .map(|reading| (text(&reading["statement"]), text(&reading["outcome"]["kind"])))
        .collect();
    let found = |words: &str| {
        outcomes.iter().find(|(statement, _)| statement.contains(words)).map(|(_, kind)| *kind)
    };
    assert_eq!(found("StateGraph"), Some("holds"), "{outcomes:?}");
    assert_eq!(found("NoSuchThing"), Some("fails"), "{outcomes:?}");
    // A path that only says where to look accuses nobody.
    assert_eq!(found("src/nowhere.py"), Some("unknown"), "{outcomes:?}");
    let evidence = items(&report["evidences"]["graph"]);
    let quotes =
        |piece: &Value| piece["content"].as_str().is_some_and(|c| c.contains("StateGraph"));
    assert!(evidence.iter().any(quotes), "{evidence:?}");
    assert_eq!(report["criteria"][0]["level"]["of"], 10.0);
}

#[test]
fn shipped_rubrics_are_sound_and_need_no_report() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rubrics");
    let names = crate::program::names(std::path::Path::new(folder));
    assert_eq!(names, ["rust_actors.json", "secure_coding.json", "web_service.json"]);
    let desk = Desk::new();
    for name in names {
        let path = format!("{folder}/{name}");
        desk.run(&["rubric", "check", &path]).ended(0, "");
        let repository = crate::program::sample("courtroom-agent.git");
        let output = name.trim_end_matches(".json");
        let arguments = ["audit", &repository, "--rubric", &path, "--output", output];
        desk.run(&arguments).ended(0, "");
        let report = report(&desk.path(output));
        assert!(!items(&report["readings"]).is_empty(), "{name}");
        assert!(!items(&report["criteria"]).is_empty(), "{name}");
    }
}

#[test]
fn queries_that_do_not_compile_are_problems_with_their_position() {
    let mut rubric = own();
    let query = json!({"language": "python", "query": "(call\n  (no_such)) @place"});
    rubric["dimensions"][0]["probes"][0]["probe"] = json!("ast.query");
    rubric["dimensions"][0]["probes"][0]["with"] = query;
    rubric["dimensions"][1]["probes"][0]["probe"] = json!("history.magic");
    let says = [
        "2 problems",
        "$.dimensions[0].probes[0].with",
        "line 2, column 4: Python has no node `no_such`",
        "$.dimensions[1].probes[0].probe",
    ];
    check(rubric.to_string().as_bytes(), &says);
}
