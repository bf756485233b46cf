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
            "$.synthesis_rules.fact_supremacy must be a string, is null",
            "$.dimensions[0].target_artifact must be `github_repo`, `pdf_report` or `pdf_images`",
            "$.dimensions[0].weight must be a number from 0.001 to 1000, is -1",
        ],
    );
}

#[test]
fn keys_that_can_only_be_misspelled_are_problems_and_others_are_told() {
    let misspelled = "$.dimensions[0].wieght is not known; `weight` must be meant";
    check(|v| v["dimensions"][0]["wieght"] = json!(5), &[misspelled]);
    let mut value = minimal();
    value["dimensions"][0]["points"] = json!(20);
    value["rubric_metadata"]["name"] = json!("x");
    let (_, warnings) =
        Rubric::read(value.to_string().as_bytes(), &|_, _, _, _| Vec::new()).unwrap();
    let told: Vec<String> = warnings.iter().map(Problem::to_string).collect();
    assert_eq!(
        told,
        [
            "$.rubric_metadata.name is not known and changes nothing",
            "$.dimensions[0].points is not known and changes nothing",
        ]
    );
}

#[test]
fn what_a_missing_object_would_hold_is_not_missed_too() {
    let error = Rubric::parse(b"{}").unwrap_err().to_string();
    assert!(error.starts_with("3 problems"), "{error}");
}

#[test]
fn a_rubric_may_lack_a_name_and_number_its_version() {
    let mut value = minimal();
    value["rubric_metadata"] = json!({ "version": 1.2 });
    let metadata = Rubric::parse(value.to_string().as_bytes()).unwrap().rubric_metadata;
    assert_eq!(
        (metadata.rubric_name.as_str(), metadata.version.as_str()),
        ("Unnamed rubric", "1.2")
    );
    let long = "$.dimensions[0].name must have at most 200 characters, has 201";
    check(|v| v["dimensions"][0]["name"] = json!("é".repeat(201)), &[long]);
}

#[test]
fn what_the_probes_ask_is_judged_together_with_their_form() {
    let mut value = minimal();
    value["dimensions"][0]["weight"] = json!(0);
    value["dimensions"][0]["probes"] =
        json!([{ "id": "p", "probe": "x", "asks": "a", "advice": "b", "cap": 3, "flaw": true }]);
    let refuse =
        |probe: &str, artifact: Option<Artifact>, _: &Map<String, Value>, rests: &[Stake]| {
            assert_eq!((probe, artifact), ("x", Some(Artifact::GithubRepo)));
            assert_eq!(rests, [Stake::Cap, Stake::Flaw]);
            vec![("with.y".to_owned(), "is wrong".to_owned())]
        };
    let error = Rubric::read(value.to_string().as_bytes(), &refuse).unwrap_err().to_string();
    assert!(error.starts_with("2 problems"), "{error}");
    assert!(error.contains("$.dimensions[0].probes[0].with.y is wrong"), "{error}");
}

#[test]
fn levels_of_equal_points_are_refused_and_each_problem_of_one_is_told_once() {
    let level = |points: Value| json!({ "name": "A", "points": points, "description": "x" });
    let same = "$.dimensions[0].levels has two levels of 4 points; which of them is awarded would be by chance";
    check(|v| v["dimensions"][0]["levels"] = json!([level(json!(4)), level(json!(4))]), &[same]);
    let below = "$.dimensions[0].levels[0].points must be a number from 0 to 1000000, is -5";
    check(|v| v["dimensions"][0]["levels"] = json!([level(json!(-5)), level(json!(4))]), &[below]);
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
fn levels_stand_in_for_patterns_and_the_nearest_is_awarded() {
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
    assert_eq!(points, [0.0, 0.0, 10.0, 10.0, 20.0]);
    let two = Dimension {
        levels: vec![dimension.levels[0].clone(), dimension.levels[2].clone()],
        ..(**dimension).clone()
    };
    let points: Vec<f64> =
        (1..=5).map(|n| two.level(Score::new(n).unwrap()).unwrap().points).collect();
    assert_eq!(points, [0.0, 0.0, 0.0, 20.0, 20.0]);
}
