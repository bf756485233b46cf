use super::*;
use crate::domain::rubric::Rubric;

pub(super) fn dimension(target: &str, instruction: &str) -> Dimension {
    let rubric = json!({
        "rubric_metadata": { "rubric_name": "r" },
        "dimensions": [{
            "id": "d", "name": "D", "target_artifact": target,
            "forensic_instruction": instruction,
            "success_pattern": "There", "failure_pattern": "Absent"
        }],
        "synthesis_rules": {
            "security_override": "a", "fact_supremacy": "a", "functionality_weight": "a",
            "dissent_requirement": "a", "variance_re_evaluation": "a"
        }
    });
    let rubric = Rubric::parse(rubric.to_string().as_bytes()).unwrap();
    (*rubric.dimensions[0]).clone()
}

/// The probes of an instruction, each with what it asks.
#[track_caller]
fn check(target: &str, instruction: &str, expected: &[&str]) {
    let specs = probes(&dimension(target, instruction));
    let told: Vec<String> =
        specs.iter().map(|spec| format!("{}: {}", spec.probe, spec.asks)).collect();
    assert_eq!(told, expected, "{instruction:?}");
    for spec in &specs {
        let problems = crate::detect::probes::problems(&spec.probe, None, &spec.with, &[]);
        assert_eq!(problems, []);
    }
}

#[test]
fn words_of_a_repository_call_for_looks_into_its_tree_and_sources() {
    let tree = "github_repo";
    check(tree, "Find the \"retry policy\".", &["term: the code has `retry policy`"]);
    check(tree, "Is UserService used?", &["term: the code has `UserService`"]);
    check(tree, "Is there a Dockerfile? See `Dockerfile`.", &["files: `Dockerfile` exists"]);
    check(tree, "See Dockerfile.", &["files: `Dockerfile` is as the rubric wants it"]);
    check(tree, "Judge the style of the code.", &[]);
    let either = "term: the code has `FastAPI` or `Flask`";
    check(tree, "Is there a `FastAPI` or `Flask` application?", &[either]);
    let spec = &probes(&dimension(tree, "Find `retry policy` or an equivalent."))[0];
    assert_eq!(spec.with["or_like"], true);
    let spec = &probes(&dimension(tree, "Is there a README?"))[0];
    assert_eq!(spec.with["paths"], json!(["{README*,**/README*}"]));
    assert_eq!(spec.with["what"], "`README`");
}

#[test]
fn where_the_meaning_is_known_its_names_and_places_are_no_points_of_their_own() {
    let asked = "Scan the 'StateGraph' in 'src/graph.py' and its 'builder.add_edge()' calls: is there a fan-out, and a node ('Joiner' or equivalent)? See `README.md` and `build_graph`.";
    let expected = [
        "python.fan_out: the graph splits into parallel branches at a point",
        "term: the code has `build_graph`",
        "files: `README.md` is as the rubric wants it",
    ];
    check("github_repo", asked, &expected);
    let specs = probes(&dimension("github_repo", asked));
    assert_eq!(specs[0].belongs_in.as_deref(), Some("src/graph.py"));
    let place = "Scan 'src/graph.py'.";
    check("github_repo", place, &["files: `src/graph.py` is as the rubric wants it"]);
}

#[test]
fn a_report_is_judged_by_the_files_that_it_cites_where_that_is_asked() {
    let (paths, report) = ("document.paths: the files that the report cites exist", "pdf_report");
    check(report, "The essay discusses photosynthesis.", &[]);
    check(report, "Extract all file paths that the report cites.", &[paths]);
    let concept = "document.concepts: the report explains `circuit breaker`";
    check(report, "Find “circuit breaker”.", &[concept]);
    check(report, "Find “circuit breaker”, and the files that are cited.", &[concept, paths]);
}

#[test]
fn claims_are_held_against_the_code_where_that_is_asked() {
    let claims = "document.claims: the code contradicts nothing that the report claims of it";
    let paths = "document.paths: the files that the report cites exist";
    let asked = "Collect cited files. Flag claims that the code contradicts.";
    check("pdf_report", asked, &[paths, claims]);
}

#[test]
fn quoted_terms_and_parallel_parts_are_looked_for_in_figures() {
    let present = "figures.present: the report has a diagram";
    let seen = "figures.seen: a figure shows what the rubric calls success";
    check("pdf_images", "Classify each diagram.", &[present, seen]);
    let label = "figures.labels: a figure shows `message queue`";
    check("pdf_images", "Is there a \"message queue\"?", &[present, label, seen]);
    let parts = "figures.labels: a figure shows `Reader`, `Writer`";
    check("pdf_images", "START -> [Reader || Writer in parallel]", &[present, parts, seen]);
}

#[test]
fn what_is_beyond_the_limit_is_told() {
    let many: Vec<String> = (10..36).map(|n| format!("Find `term_{n}`.")).collect();
    let many = dimension("github_repo", &many.join(" "));
    let probes = probes(&many);
    assert_eq!(probes.len(), 25);
    let texts = &probes[24].with["texts"];
    assert_eq!(*texts, json!(["Find `term_34`", "Find `term_35`"]));
    assert_eq!(left_out(&many), ["term_34", "term_35"]);
    assert!(left_out(&dimension("github_repo", "Find `a_b`.")).is_empty());
}

#[test]
fn what_words_forbid_must_not_be_there_and_what_they_leave_in_doubt_decides_nothing() {
    let tree = "github_repo";
    let never = "term: the code has no `a_b`";
    check(tree, "Don't use `a_b`.", &[never]);
    check(tree, "Never use `a_b`. Use `c_d`.", &["term: the code has `c_d`", never]);
    check(
        tree,
        "Do not use `a_b` on user input.",
        &["term: the code has no `a_b` where the rubric forbids it"],
    );
    check(tree, "`.env` must not be committed.", &["files: `.env` is not in the tree"]);
    let doubted = "No plain `a_b` column may exist.";
    let rest = "words: what else its words ask is so";
    check(tree, doubted, &["term: `a_b` is as the rubric wants it", rest]);
    let specs = probes(&dimension(tree, doubted));
    assert_eq!(specs[0].with["unsettled"], true);
}

#[test]
fn what_is_asked_beyond_names_outweighs_them() {
    let asked = "It serves `GET /users` by `a_b`, `c_d` and `e_f`.";
    let specs = probes(&dimension("github_repo", asked));
    assert_eq!(specs.len(), 4);
    assert_eq!(specs[3].weight.to_bits(), 4.0_f64.to_bits());
    assert_eq!(specs[3].probe, "words");
}
