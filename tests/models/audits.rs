//! Whole audits with language models, by the command.

use crate::program::{Desk, Run, items, names, only, report, sample};
use crate::server::{Answer, Asked, Books, Server, prompt};
use serde_json::Value;
use std::collections::BTreeSet;

const KEY: &str = "sk-test-0123456789abcdefghijklmnopqrstuv";

/// Audits the good sample with a server's models.
pub fn audit(desk: &Desk, server: &Server, more: &[&str]) -> Run {
    audit_with(desk, server, &[], more)
}

pub fn audit_with(desk: &Desk, server: &Server, settings: &[(&str, &str)], more: &[&str]) -> Run {
    let url = server.url();
    let mut variables =
        vec![("OPENAI_BASE_URL", url.as_str()), ("OPENAI_API_KEY", KEY), ("AUDITOR_MODEL", "m")];
    variables.extend(settings);
    let (repository, pdf) = (sample("courtroom-agent.git"), sample("courtroom-agent-report.pdf"));
    let mut arguments = vec!["audit", &repository, "--pdf", &pdf, "--output", "out"];
    arguments.extend(more);
    desk.run_with(&variables, &arguments)
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("it is no number: {value}"))
}

/// What stderr says was used.
fn used(run: &Run) -> Books {
    let line = run.stderr.lines().find(|line| line.starts_with("Model calls used "));
    let line = line.unwrap_or_else(|| panic!("nothing is said of usage: {}", run.stderr));
    let mut numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let mut next = || numbers.next().expect("there are three numbers").parse().expect("it is one");
    Books { replies: 0, prompt: next(), cached: next(), completion: next() }
}

#[test]
fn every_criterion_is_judged_by_three_models_and_the_books_agree_to_the_token() {
    let desk = Desk::new();
    let server = Server::new(|asked| asked.obediently(4));
    let run = audit(&desk, &server, &[]);
    run.ended(0, "");
    let report = report(&desk.path("out"));
    assert_eq!(items(&report["criteria"]).len(), 10);
    for criterion in items(&report["criteria"]) {
        assert_eq!(items(&criterion["judge_opinions"]).len(), 3, "{criterion}");
        assert_eq!(items(&criterion["missing_seats"]).len(), 0, "{criterion}");
    }
    let books = server.books();
    assert_eq!(used(&run), Books { replies: 0, ..books.clone() });
    let judging = &report["provenance"]["judging"];
    assert_eq!(number(&judging["calls"]), 30);
    // The endpoint's dialect was found out beside the audit.
    assert_eq!(books.replies, 31);
    let probe = prompt(&server.bodies()[0]).len() as u64 / 4;
    assert_eq!(number(&judging["usage"]["prompt_tokens"]) + probe, books.prompt);
    let by_judge = judging["by_judge"].as_object().expect("usage is told by judge");
    let sum: u64 = by_judge.values().map(|usage| number(&usage["prompt_tokens"])).sum();
    assert_eq!((by_judge.len(), sum), (3, number(&judging["usage"]["prompt_tokens"])));
}

#[test]
fn prompts_share_a_prefix_and_are_short() {
    let desk = Desk::new();
    let server = Server::new(|asked| asked.obediently(4));
    audit(&desk, &server, &[]).ended(0, "");
    let books = server.books();
    let share = books.cached * 100 / books.prompt;
    assert!(share >= 85, "{share} % of the prompt tokens come from the cache: {books:?}");
    let distinct = books.prompt - books.cached;
    assert!(distinct <= 20_000, "{distinct} prompt tokens are not from the cache");
}

#[test]
fn questions_differ_by_judge_and_criterion_and_name_what_may_be_cited() {
    let desk = Desk::new();
    let server = Server::new(|asked| asked.obediently(4));
    audit(&desk, &server, &[]).ended(0, "");
    let seats: BTreeSet<(String, String)> = server.bodies()[1..]
        .iter()
        .map(|body| {
            let asked = Asked {
                hearing: 1,
                body: body.clone(),
                authorization: None,
                idempotency_key: None,
            };
            let (judge, criterion, ids) = asked.seat();
            assert!(!ids.is_empty(), "{judge} on {criterion} may cite nothing");
            (judge, criterion)
        })
        .collect();
    assert_eq!(seats.len(), 30);
}

#[test]
fn key_is_sent_and_shows_nowhere() {
    let desk = Desk::new();
    let server = Server::new(|asked| {
        assert_eq!(asked.authorization.as_deref(), Some(format!("Bearer {KEY}").as_str()));
        asked.obediently(4)
    });
    let run = audit(&desk, &server, &["--show-prompts", "--record", "tape", "-vv"]);
    run.ended(0, "");
    assert!(!run.stderr.contains(KEY) && !run.stdout.contains(KEY));
    for folder in ["out", "out/prompts", "tape"] {
        for name in names(&desk.path(folder)) {
            let path = desk.path(folder).join(name);
            let text =
                if path.is_file() { std::fs::read_to_string(&path).unwrap() } else { continue };
            assert!(!text.contains(KEY), "{} holds the key", path.display());
        }
    }
}

#[test]
fn recording_is_played_without_a_network_to_the_same_bytes() {
    let desk = Desk::new();
    {
        let server = Server::new(|asked| match asked.hearing {
            // One reply has to be mended, one judge disagrees widely, and one never speaks.
            3 => Answer::Says("no".into()),
            _ if asked.seat().0 == "Prosecutor" => asked.obediently(1),
            _ => asked.obediently(5),
        });
        audit(&desk, &server, &["--record", "tape"]).ended(0, "");
    }
    let (repository, pdf) = (sample("courtroom-agent.git"), sample("courtroom-agent-report.pdf"));
    let arguments = ["audit", &repository, "--pdf", &pdf, "--output", "again", "--replay", "tape"];
    desk.run(&arguments).ended(0, "");
    for ending in [".md", ".json"] {
        let read = |folder: &str| std::fs::read(only(&desk.path(folder), ending)).unwrap();
        assert!(read("out") == read("again"), "the {ending} reports differ");
    }
}

#[test]
fn tape_of_something_else_leaves_every_seat_empty_and_says_why() {
    let desk = Desk::new();
    let server = Server::new(|asked| asked.obediently(4));
    audit(&desk, &server, &["--record", "tape"]).ended(0, "");
    let (repository, pdf) = (sample("linear-agent.git"), sample("linear-agent-report.pdf"));
    let arguments = ["audit", &repository, "--pdf", &pdf, "--output", "other", "--replay", "tape"];
    desk.run(&arguments).ended(6, "No judge was heard");
    let text = report(&desk.path("other")).to_string();
    assert!(text.contains("the tape has no reply to question"), "{text}");
}

#[test]
fn wide_spread_calls_a_second_hearing_in_which_the_three_see_each_other() {
    let desk = Desk::new();
    let server = Server::new(|asked| match (asked.hearing, asked.seat().0.as_str()) {
        (1.., "Prosecutor") => {
            let again = prompt(&asked.body).contains("This is the second hearing");
            asked.obediently(if again { 4 } else { 1 })
        }
        _ => asked.obediently(5),
    });
    audit(&desk, &server, &[]).ended(0, "");
    let report = report(&desk.path("out"));
    for criterion in items(&report["criteria"]) {
        assert_eq!(items(&criterion["second_hearing"]).len(), 3);
        assert!(criterion["dissent_summary"].is_string());
    }
    let bodies = server.bodies();
    assert_eq!(bodies.len(), 61);
    let second = bodies.iter().map(prompt).filter(|text| text.contains("=== opinions "));
    assert_eq!(
        second.filter(|text| text.contains("\"judge\":\"Prosecutor\",\"score\":1")).count(),
        30
    );
}

#[test]
fn every_prompt_and_reply_can_be_read() {
    let desk = Desk::new();
    let server = Server::new(|asked| asked.obediently(4));
    audit(&desk, &server, &["--show-prompts"]).ended(0, "");
    let files = names(&desk.path("out/prompts"));
    assert_eq!(files.len(), 30);
    let text = std::fs::read_to_string(desk.path("out/prompts").join(&files[0])).unwrap();
    for part in ["You sit on the bench", "=== facts ", "Give your opinion", "The facts speak"] {
        assert!(text.contains(part), "`{part}` is not in {text}");
    }
}

#[test]
fn caps_stop_in_time_and_the_report_is_partial() {
    let desk = Desk::new();
    let server = Server::new(|asked| asked.obediently(4));
    let run = audit_with(
        &desk,
        &server,
        &[("AUDITOR_REPLY_TOKENS", "300"), ("AUDITOR_CALLS_IN_FLIGHT", "3")],
        &["--max-tokens", "60000"],
    );
    run.ended(6, "");
    let books = server.books();
    assert!(books.prompt + books.completion <= 60_000, "{books:?}");
    assert!(books.replies > 2, "{books:?}");
    let text = report(&desk.path("out")).to_string();
    assert!(text.contains("the cap of 60000 tokens leaves no room for another call"));
    let page = std::fs::read_to_string(only(&desk.path("out"), ".md")).unwrap();
    assert!(page.contains("calls without a reply are not in it"), "{page}");
}

#[test]
fn cap_on_the_cost_needs_prices() {
    let desk = Desk::new();
    let server = Server::new(|asked| asked.obediently(4));
    audit(&desk, &server, &["--max-cost", "0.1"]).ended(2, "needs the price of `m`");
    let prices =
        r#"{"as_of": "today", "currency": "EUR", "models": {"m": {"input": 1, "output": 2}}}"#;
    let prices = desk.write("prices.json", prices);
    let run = audit(&desk, &server, &["--max-cost", "9", "--prices", &prices]);
    run.ended(0, "EUR at prices of today");
    let books = server.books();
    #[expect(clippy::cast_precision_loss, reason = "counts of a test are small")]
    let cost = (books.prompt as f64 + 2.0 * books.completion as f64) / 1e6;
    assert!(run.stderr.contains(&format!("{cost:.4} EUR")), "{cost}: {}", run.stderr);
}

#[test]
fn estimate_asks_no_model() {
    let desk = Desk::new();
    let server = Server::new(|_| panic!("a model was asked"));
    let run = audit(&desk, &server, &["--estimate"]);
    run.ended(0, "");
    assert!(run.stdout.starts_with("30 calls to m at "), "{}", run.stdout);
    assert_eq!((server.asked().0, desk.files().len()), (0, 0));
}

#[test]
fn nothing_is_read_when_the_judges_cannot_be_reached() {
    let desk = Desk::new();
    let server =
        Server::new(|_| Answer::Status(401, Vec::new(), "{\"error\":\"invalid key\"}".into()));
    let run = audit(&desk, &server, &[]);
    run.ended(5, "does not accept the key (HTTP 401): invalid key; nothing was read");
    assert_eq!(desk.files(), [""; 0]);
    let (repository, pdf) = (sample("courtroom-agent.git"), sample("courtroom-agent-report.pdf"));
    let nobody = [("OPENAI_BASE_URL", "http://127.0.0.1:9/v1"), ("AUDITOR_MODEL", "m")];
    desk.run_with(&nobody, &["audit", &repository, "--pdf", &pdf]).ended(5, "cannot be reached");
    desk.run_with(&nobody[..1], &["audit", &repository, "--pdf", &pdf]).ended(2, "AUDITOR_MODEL");
}

#[test]
fn rate_limits_and_failures_of_the_server_are_ridden_out() {
    let desk = Desk::new();
    let server = Server::new(|asked| match asked.hearing {
        2 | 9 => Answer::Status(429, vec![("retry-after-ms", "20".into())], String::new()),
        5 => Answer::Status(503, Vec::new(), String::new()),
        7 => Answer::Breaks,
        _ => asked.obediently(4),
    });
    audit(&desk, &server, &[]).ended(0, "");
    assert_eq!((server.books().replies, server.asked().1), (31, 34));
}

#[test]
fn second_server_answers_where_the_first_cannot() {
    let desk = Desk::new();
    let first = Server::new(|asked| match asked.hearing {
        0 => asked.obediently(0),
        _ => Answer::Status(402, Vec::new(), String::new()),
    });
    let second = Server::new(|asked| asked.obediently(3));
    let url = second.url();
    let settings =
        [("AUDITOR_FALLBACK_BASE_URL", url.as_str()), ("AUDITOR_FALLBACK_MODEL", "reserve")];
    audit_with(&desk, &first, &settings, &[]).ended(0, "");
    assert_eq!(second.asked().1, 30);
    assert!(second.bodies().iter().all(|body| body["model"] == "reserve"));
}

#[test]
fn repeated_judging_tells_how_stable_each_score_is() {
    let desk = Desk::new();
    let server = Server::new(|asked| match asked.body["seed"].as_u64() {
        Some(2) => asked.obediently(3),
        _ => asked.obediently(4),
    });
    let run = audit(&desk, &server, &["--repeat", "3"]);
    run.ended(0, "");
    let row = run.stdout.lines().find(|line| line.starts_with("git_forensic_analysis"));
    let row = row.unwrap_or_else(|| panic!("there is no row: {}", run.stdout));
    assert!(row.ends_with("66 %  4 4 3"), "{row}");
    assert_eq!(names(&desk.path("out")).len(), 2);
}

#[test]
fn doctor_tells_what_a_server_really_does() {
    let desk = Desk::new();
    let server = Server::new(|asked| match asked.body["messages"][0]["content"].is_array() {
        true => Answer::Says("Green.".into()),
        false if asked.body.get("seed").is_some() => {
            Answer::Status(400, Vec::new(), "{\"error\":\"unknown parameter: seed\"}".into())
        }
        false => asked.obediently(0),
    });
    let url = server.url();
    let run = desk.run_with(&[("OPENAI_BASE_URL", &url), ("AUDITOR_MODEL", "m")], &["doctor"]);
    run.ended(0, "");
    for part in [
        "json_schema: replies are held",
        "it sees",
        "usage              reported",
        "take      seed",
    ] {
        assert!(run.stdout.contains(part), "`{part}` is not in {}", run.stdout);
    }
    desk.run(&["doctor"]).ended(0, "");
    let nobody = [("OPENAI_BASE_URL", "http://127.0.0.1:9/v1"), ("AUDITOR_MODEL", "m")];
    desk.run_with(&nobody, &["doctor"]).ended(5, "is the server running");
}
