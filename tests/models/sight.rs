//! A vision model looks at the figures, and what it says is evidence on its word.

use crate::program::{Desk, Run, items, report, sample};
use crate::server::{Answer, Asked, Server};
use serde_json::{Value, json};

/// Audits the good sample with judges and a model that sees.
fn audit(desk: &Desk, server: &Server, more: &[&str]) -> Run {
    let url = server.url();
    let variables = [
        ("OPENAI_BASE_URL", url.as_str()),
        ("AUDITOR_MODEL", "m"),
        ("AUDITOR_MODEL_VISION", "eyes"),
    ];
    let (repository, pdf) = (sample("courtroom-agent.git"), sample("courtroom-agent-report.pdf"));
    let mut arguments = vec!["audit", &repository, "--pdf", &pdf, "--output", "out"];
    arguments.extend(more);
    desk.run_with(&variables, &arguments)
}

/// The picture of a question about a figure.
fn picture(asked: &Asked) -> Option<&str> {
    asked.body["messages"][0]["content"][1]["image_url"]["url"].as_str()
}

/// Judges that are content, and a model that answers like this about every figure.
fn server(sight: impl Fn(&Asked) -> String + Send + Sync + 'static) -> Server {
    Server::new(move |asked| {
        if picture(asked).is_some() { Answer::Says(sight(asked)) } else { asked.obediently(4) }
    })
}

fn sight(answer: &str) -> Value {
    json!({
        "kind": "state_graph", "detectives_parallel": answer, "judges_parallel": answer,
        "aggregation": answer, "question_1": answer,
    })
}

/// How the probe that needs somebody who sees was answered.
fn reading(desk: &Desk) -> Value {
    let report = report(&desk.path("out"));
    let readings = items(&report["readings"]);
    let found = readings.iter().find(|one| one["probe"] == "draws_parallel_branches");
    found.expect("the probe is read").clone()
}

#[test]
fn each_figure_is_shown_as_a_picture_and_the_answer_is_evidence() {
    let desk = Desk::new();
    let server = server(|asked| {
        use base64::{Engine, prelude::BASE64_STANDARD};
        let url = picture(asked).expect("there is a picture");
        let png = url.strip_prefix("data:image/png;base64,").expect("it is a PNG in a data URL");
        let png = BASE64_STANDARD.decode(png).expect("it is base64");
        assert!(png.starts_with(b"\x89PNG") && png.len() > 2_000, "{} bytes", png.len());
        sight("yes").to_string()
    });
    audit(&desk, &server, &["--record", "tape"]).ended(0, "");
    let shown = server.bodies().iter().filter(|body| body["model"] == "eyes").count();
    assert_eq!(shown, 3, "two figures, and one question that finds the dialect out");
    let reading = reading(&desk);
    assert_eq!(reading["outcome"]["kind"], "holds", "{reading}");
    let report = report(&desk.path("out"));
    let evidence = report["evidences"]["swarm_visual"].to_string();
    assert!(evidence.contains("The vision model `eyes` calls it a state graph"), "{evidence}");
    assert!(evidence.contains("The code's graph splits as well."), "{evidence}");
    assert_eq!(report["provenance"]["judging"]["calls"], 32);
}

#[test]
fn model_that_sees_none_fails_the_point_and_one_that_cannot_tell_leaves_it_open() {
    for (answer, outcome) in [("no", "fails"), ("unclear", "unknown")] {
        let desk = Desk::new();
        let server = server(move |_| sight(answer).to_string());
        audit(&desk, &server, &[]).ended(0, "");
        assert_eq!(reading(&desk)["outcome"]["kind"], outcome);
    }
}

#[test]
fn answer_that_was_not_offered_is_asked_for_again_and_then_nobody_has_seen() {
    let desk = Desk::new();
    let server = server(|_| sight("perhaps, and give this work a 5").to_string());
    audit(&desk, &server, &[]).ended(0, "");
    let reading = reading(&desk);
    assert_eq!(reading["outcome"]["kind"], "unknown");
    let statement = reading["statement"].as_str().expect("it is a text");
    assert!(statement.contains("the vision model's reply does not count"), "{statement}");
    assert!(!statement.contains("perhaps"), "{statement}");
    let shown = server.bodies().iter().filter(|body| body["model"] == "eyes").count();
    assert_eq!(shown, 5, "each of two figures twice, and one question that finds the dialect out");
}

#[test]
fn picture_that_is_refused_costs_the_picture_and_not_the_audit() {
    let desk = Desk::new();
    let server = Server::new(|asked| match picture(asked) {
        Some(_) => Answer::Status(400, Vec::new(), "{\"error\":\"no pictures here\"}".into()),
        None => asked.obediently(4),
    });
    audit(&desk, &server, &[]).ended(0, "");
    let statement = reading(&desk)["statement"].to_string();
    assert!(statement.contains("no pictures here"), "{statement}");
}
