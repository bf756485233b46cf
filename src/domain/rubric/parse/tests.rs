use super::*;
use serde_json::json;

fn minimal() -> Value {
    json!({
        "rubric_metadata": {"rubric_name": "R", "grading_target": "T", "version": "1"},
        "dimensions": [{
            "id": "a", "name": "A", "target_artifact": "github_repo",
            "forensic_instruction": "look", "success_pattern": "good", "failure_pattern": "bad"
        }],
        "synthesis_rules": {
            "security_override": "x", "fact_supremacy": "x", "functionality_weight": "x",
            "dissent_requirement": "x", "variance_re_evaluation": "x"
        }
    })
}

#[track_caller]
fn check(change: impl FnOnce(&mut Value), expected: &[&str]) {
    let mut value = minimal();
    change(&mut value);
    let problems = match Rubric::parse(value.to_string().as_bytes()) {
        Ok(_) => Vec::new(),
        Err(RubricError::Problems(problems)) => problems.iter().map(Problem::to_string).collect(),
        Err(RubricError::NotJson(error)) => vec![error],
    };
    assert_eq!(problems, expected);
}

#[test]
fn contract_minimum_is_a_rubric() {
    check(|_| {}, &[]);
}

#[test]
fn unknown_keys_are_left_alone() {
    check(|v| v["dimensions"][0]["colour"] = json!("red"), &[]);
}

#[test]
fn every_problem_is_listed_with_its_path() {
    check(
        |v| {
            v["rubric_metadata"]["rubric_name"] = json!(3);
            v["dimensions"][0]["target_artifact"] = json!("video");
            v["dimensions"][0]["weight"] = json!(-1);
            v["synthesis_rules"]["fact_supremacy"] = Value::Null;
        },
        &[
            "$.rubric_metadata.rubric_name must be a string, is a number",
            "$.synthesis_rules.fact_supremacy is required",
            "$.dimensions[0].target_artifact must be `github_repo`, `pdf_report` or `pdf_images`",
            "$.dimensions[0].weight must be a number from 0.001 to 1000",
        ],
    );
}

#[test]
fn ids_must_be_unique() {
    check(
        |v| {
            let copy = v["dimensions"][0].clone();
            v["dimensions"].as_array_mut().unwrap().push(copy);
        },
        &["$.dimensions[1].id `a` is used twice"],
    );
}

#[test]
fn a_list_is_no_rubric() {
    let error = Rubric::parse(b"[]").unwrap_err().to_string();
    assert!(error.contains("$ must be an object, is a list"), "{error}");
}

#[test]
fn broken_json_is_named_as_such() {
    assert!(matches!(Rubric::parse(b"{"), Err(RubricError::NotJson(_))));
}

#[test]
fn levels_stand_in_for_patterns_and_are_awarded_in_proportion() {
    let mut value = minimal();
    let dimension = value["dimensions"][0].as_object_mut().unwrap();
    dimension.remove("success_pattern");
    dimension.remove("failure_pattern");
    dimension.insert(
        "levels".into(),
        json!([
            {"name": "Missing", "points": 0, "description": "nothing"},
            {"name": "Good", "points": 10, "description": "fine"},
            {"name": "Best", "points": 20, "description": "all of it"}
        ]),
    );
    let rubric = Rubric::parse(value.to_string().as_bytes()).unwrap();
    let dimension = &rubric.dimensions[0];
    assert_eq!(dimension.success_pattern, "all of it");
    let points: Vec<f64> =
        (1..=5).map(|n| dimension.level(Score::new(n).unwrap()).unwrap().points).collect();
    assert_eq!(points, [0.0, 10.0, 10.0, 20.0, 20.0]);
}
