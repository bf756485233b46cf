//! What a collector receives, and that one which does not answer slows nothing.

use crate::collector::{Collector, Delivery, Manner, Span};
use crate::program::{Desk, Run, items, report, sample};
use crate::server::{Answer, Server};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Stands in every argument of the judges.
const WORDS: &str = "The facts speak for themselves.";
const KEY: &str = "lsv2_pt_0123456789abcdef";

fn audit(desk: &Desk, server: Option<&Server>, settings: &[(&str, &str)]) -> Run {
    let url = server.map(Server::url);
    let mut variables = settings.to_vec();
    if let Some(url) = &url {
        variables.extend([("OPENAI_BASE_URL", url.as_str()), ("AUDITOR_MODEL", "m")]);
    }
    let (repository, pdf) = (sample("courtroom-agent.git"), sample("courtroom-agent-report.pdf"));
    let arguments = ["audit", &repository, "--pdf", &pdf, "--output", "out"];
    desk.run_with(&variables, &arguments)
}

/// Audits with models, and collects the spans as JSON.
fn traced(desk: &Desk, server: &Server, more: &[(&str, &str)]) -> Vec<Span> {
    let collector = Collector::new(Manner::Takes);
    let url = collector.url();
    let mut settings = vec![
        ("OTEL_EXPORTER_OTLP_ENDPOINT", url.as_str()),
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json"),
    ];
    settings.extend(more);
    audit(desk, Some(server), &settings).ended(0, "Model calls used");
    collector.spans()
}

fn count(spans: &[Span], is: impl Fn(&Span) -> bool) -> usize {
    spans.iter().filter(|span| is(span)).count()
}

/// What stands above a span.
fn parent<'a>(by_id: &BTreeMap<&str, &'a Span>, span: &Span) -> &'a Span {
    by_id.get(span.parent.as_str()).unwrap_or_else(|| panic!("{span:?} has no parent"))
}

fn text<'a>(span: &'a Span, name: &str) -> &'a str {
    span.attributes.get(name).and_then(Value::as_str).unwrap_or_else(|| panic!("{name}: {span:?}"))
}

fn number(span: &Span, name: &str) -> u64 {
    let value = span.attributes.get(name).and_then(Value::as_u64);
    value.unwrap_or_else(|| panic!("{name}: {span:?}"))
}

#[test]
fn a_collector_receives_the_whole_audit_as_one_tree() {
    let (desk, server) = (Desk::new(), Server::new(|asked| asked.obediently(4)));
    let spans = traced(&desk, &server, &[("OTEL_SERVICE_NAME", "grader")]);
    let by_id: BTreeMap<&str, &Span> = spans.iter().map(|span| (span.id.as_str(), span)).collect();
    assert_eq!(by_id.len(), spans.len(), "no two spans have one id");
    let roots: Vec<&Span> = spans.iter().filter(|span| span.parent.is_empty()).collect();
    assert_eq!(roots.len(), 1);
    assert_eq!((roots[0].name.as_str(), roots[0].service.as_str()), ("audit", "grader"));
    for span in &spans {
        assert_eq!(span.trace, roots[0].trace);
        assert!(roots[0].start <= span.start && span.start <= span.end, "{span:?}");
        assert!(span.end <= roots[0].end, "{span:?}");
        if span.name != "audit" {
            parent(&by_id, span);
        }
    }
    let starts = |with: &str| count(&spans, |span| span.name.starts_with(with));
    assert_eq!((starts("detective "), starts("examine"), starts("testify")), (3, 3, 3));
    assert_eq!((starts("invoke_agent "), starts("chat m")), (30, 30));
    assert_eq!((starts("decide"), starts("ruling "), starts("publish")), (1, 10, 1));
    let written = report(&desk.path("out"));
    let steps: usize =
        items(&written["criteria"]).iter().map(|one| items(&one["trace"]).len()).sum();
    assert_eq!(starts("rule "), steps);
    for (name, above) in [
        ("examine", "detective "),
        ("invoke_agent ", "audit"),
        ("ruling ", "decide"),
        ("rule ", "ruling "),
        ("decide", "audit"),
    ] {
        for span in spans.iter().filter(|span| span.name.starts_with(name)) {
            assert!(parent(&by_id, span).name.starts_with(above), "{span:?}");
        }
    }
}

#[test]
fn a_model_call_stands_under_its_judge_and_says_what_it_used() {
    let (desk, server) = (Desk::new(), Server::new(|asked| asked.obediently(4)));
    let spans = traced(&desk, &server, &[]);
    let by_id: BTreeMap<&str, &Span> = spans.iter().map(|span| (span.id.as_str(), span)).collect();
    let calls: Vec<&Span> = spans.iter().filter(|span| span.name == "chat m").collect();
    let mut seats = BTreeSet::new();
    for call in &calls {
        let judge = parent(&by_id, call);
        assert_eq!(judge.name, format!("invoke_agent {}", text(call, "auditor.judge")));
        assert_eq!(text(judge, "auditor.criterion"), text(call, "auditor.criterion"));
        assert_eq!(text(judge, "gen_ai.agent.name"), text(call, "auditor.judge"));
        assert!(judge.start <= call.start && call.end <= judge.end, "{call:?}");
        seats.insert((text(call, "auditor.judge"), text(call, "auditor.criterion")));
        assert_eq!(text(call, "gen_ai.operation.name"), "chat");
        assert_eq!(text(call, "gen_ai.request.model"), "m");
        assert_eq!(text(call, "gen_ai.response.model"), "m");
        assert_eq!(text(call, "gen_ai.provider.name"), "openai_compatible");
        assert_eq!(text(call, "gen_ai.system"), "openai_compatible");
        assert_eq!(text(call, "server.address"), "127.0.0.1");
        assert_eq!(call.attributes["gen_ai.response.finish_reasons"], serde_json::json!(["stop"]));
    }
    assert_eq!(seats.len(), 30);
    let sum = |name: &str| calls.iter().map(|call| number(call, name)).sum::<u64>();
    let usage = &report(&desk.path("out"))["provenance"]["judging"]["usage"];
    assert_eq!(sum("gen_ai.usage.input_tokens"), usage["prompt_tokens"].as_u64().unwrap());
    assert_eq!(sum("gen_ai.usage.output_tokens"), usage["completion_tokens"].as_u64().unwrap());
    let cached = sum("gen_ai.usage.cache_read.input_tokens");
    assert_eq!(cached, usage["cached_tokens"].as_u64().unwrap());
    assert!(cached > 0);
}

#[test]
fn every_criterion_has_one_result_with_the_score_of_the_report() {
    let (desk, server) = (Desk::new(), Server::new(|asked| asked.obediently(4)));
    let spans = traced(&desk, &server, &[]);
    let events = spans.iter().flat_map(|span| span.events.iter().map(move |event| (span, event)));
    let mut told = BTreeMap::new();
    for (span, (name, attributes)) in events {
        assert_eq!(name, "gen_ai.evaluation.result");
        let criterion = attributes["gen_ai.evaluation.name"].as_str().expect("it has a name");
        assert_eq!(span.name, format!("ruling {criterion}"));
        assert!(attributes["gen_ai.evaluation.score.label"].is_string());
        assert!(!attributes.contains_key("gen_ai.evaluation.explanation"));
        let score = attributes["gen_ai.evaluation.score.value"].as_f64();
        assert_eq!(told.insert(criterion.to_owned(), score), None, "{criterion} is told twice");
    }
    let written = report(&desk.path("out"));
    let expected: BTreeMap<String, Option<f64>> = items(&written["criteria"])
        .iter()
        .map(|one| (one["dimension_id"].as_str().unwrap().into(), one["final_score"].as_f64()))
        .collect();
    assert_eq!(told, expected);
}

#[test]
fn words_are_sent_only_where_they_are_asked_for() {
    let (desk, server) = (Desk::new(), Server::new(|asked| asked.obediently(4)));
    let silent = format!("{:?}", traced(&desk, &server, &[]));
    for words in [WORDS, "gen_ai.input.messages", "auditor.argument", "explanation"] {
        assert!(!silent.contains(words), "`{words}` is sent");
    }
    let on = [("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true")];
    let spans = traced(&Desk::new(), &server, &on);
    let call = spans.iter().find(|span| span.name == "chat m").expect("a model is asked");
    assert!(text(call, "gen_ai.output.messages").contains(WORDS));
    let asked: Value = serde_json::from_str(text(call, "gen_ai.input.messages")).unwrap();
    assert_eq!(asked[0]["role"], "system");
    let judge = spans.iter().find(|span| span.name.starts_with("invoke_agent"));
    assert_eq!(text(judge.expect("a judge is heard"), "auditor.argument"), WORDS);
    let told = format!("{spans:?}");
    assert!(told.contains("gen_ai.evaluation.explanation"));
}

#[test]
fn a_call_that_fails_and_the_attempt_that_follows_are_spans_of_their_own() {
    let server = Server::new(|asked| match asked.hearing {
        5 => Answer::Status(503, Vec::new(), "busy".into()),
        _ => asked.obediently(4),
    });
    let spans = traced(&Desk::new(), &server, &[]);
    let failed: Vec<&Span> =
        spans.iter().filter(|span| span.attributes.contains_key("error.type")).collect();
    let names: BTreeSet<&str> =
        failed.iter().map(|span| span.name.split(' ').next().unwrap()).collect();
    assert_eq!((failed.len(), names), (2, BTreeSet::from(["chat", "invoke_agent"])));
    for span in failed {
        assert_eq!(text(span, "error.type"), "unreachable");
    }
    let starts = |with: &str| count(&spans, |span| span.name.starts_with(with));
    assert_eq!((starts("invoke_agent "), starts("chat m")), (31, 31));
    assert_eq!(count(&spans, |span| span.attributes.get("auditor.attempt") == Some(&2.into())), 1);
}

/// What was sent where, by one header.
fn sent(collector: &Collector, header: &str) -> BTreeSet<(String, Option<String>)> {
    let one = |delivery: Delivery| (delivery.path, delivery.headers.get(header).cloned());
    collector.deliveries().into_iter().map(one).collect()
}

#[test]
fn langsmith_is_served_by_the_variables_that_its_users_have() {
    for [tracing, key, endpoint, project] in [
        ["LANGSMITH_TRACING", "LANGSMITH_API_KEY", "LANGSMITH_ENDPOINT", "LANGSMITH_PROJECT"],
        ["LANGCHAIN_TRACING_V2", "LANGCHAIN_API_KEY", "LANGCHAIN_ENDPOINT", "LANGCHAIN_PROJECT"],
    ] {
        let (theirs, other) = (Collector::new(Manner::Takes), Collector::new(Manner::Takes));
        let (url, beside) = (theirs.url(), format!("{}/in", other.url()));
        let settings = [
            (tracing, "true"),
            (key, KEY),
            (endpoint, &url),
            (project, "class"),
            ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", &beside),
            ("OTEL_EXPORTER_OTLP_HEADERS", "x-other=hush"),
        ];
        let run = audit(&Desk::new(), None, &settings);
        run.ended(0, "");
        let path = || "/otel/v1/traces".to_owned();
        assert_eq!(sent(&theirs, "x-api-key"), BTreeSet::from([(path(), Some(KEY.into()))]));
        let named = BTreeSet::from([(path(), Some("class".into()))]);
        assert_eq!(sent(&theirs, "langsmith-project"), named);
        let kind = BTreeSet::from([(path(), Some("application/x-protobuf".into()))]);
        assert_eq!(sent(&theirs, "content-type"), kind);
        // Neither learns the other's key.
        assert_eq!(sent(&theirs, "x-other"), BTreeSet::from([(path(), None)]));
        assert_eq!(sent(&other, "x-api-key"), BTreeSet::from([("/in".to_owned(), None)]));
        let hush = BTreeSet::from([("/in".to_owned(), Some("hush".to_owned()))]);
        assert_eq!(sent(&other, "x-other"), hush);
        assert!(!run.stderr.contains(KEY) && !run.stdout.contains(KEY));
    }
}

#[test]
fn messages_in_protocol_buffers_say_the_same() {
    use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest as Request;
    use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value::Value};
    use prost::Message;
    let collector = Collector::new(Manner::Takes);
    let desk = Desk::new();
    audit(&desk, None, &[("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url())]).ended(0, "");
    let (mut names, mut second) = (Vec::new(), 0);
    for Delivery { path, body, .. } in collector.deliveries() {
        assert_eq!(path, "/v1/traces");
        let request = Request::decode(body.as_slice()).expect("the body is a request");
        let scopes = request.resource_spans.into_iter().flat_map(|one| one.scope_spans);
        for span in scopes.flat_map(|scope| scope.spans) {
            assert_eq!((span.trace_id.len(), span.span_id.len()), (16, 8));
            let is_second = |pair: &KeyValue| {
                let value = pair.value.as_ref().and_then(|value| value.value.as_ref());
                pair.key == "auditor.round" && value == Some(&Value::IntValue(2))
            };
            second += usize::from(span.attributes.iter().any(is_second));
            names.push(span.name);
        }
    }
    let starts = |with: &str| names.iter().filter(|name| name.starts_with(with)).count();
    let written = report(&desk.path("out"));
    let opinions = |hearing: &str| {
        let criteria = items(&written["criteria"]).iter();
        criteria.map(|one| items(&one[hearing]).len()).sum::<usize>()
    };
    let (in_first, in_second) = (opinions("judge_opinions"), opinions("second_hearing"));
    assert!(in_second > 0, "the sample has a criterion that is heard again");
    assert_eq!(second, in_second);
    // Without a model nobody is asked, and the judges are no agents.
    let expected = (in_first + in_second, 0, 1);
    assert_eq!((starts("judge "), starts("chat "), starts("audit")), expected);
}

#[test]
fn an_investigation_is_traced_as_far_as_it_goes() {
    let (desk, collector) = (Desk::new(), Collector::new(Manner::Takes));
    let url = collector.url();
    let settings =
        [("OTEL_EXPORTER_OTLP_ENDPOINT", &*url), ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json")];
    let repository = sample("courtroom-agent.git");
    desk.run_with(&settings, &["investigate", &repository, "--quiet"]);
    let spans = collector.spans();
    let root = spans.iter().find(|span| span.name == "audit").expect("the whole is told");
    assert_eq!(text(root, "auditor.scope"), "investigation");
    assert!(count(&spans, |span| span.name == "testify") > 0);
    assert_eq!(count(&spans, |span| span.name == "decide"), 0);
}

/// Audits with a collector in mind, and times it. The report is the same as without.
#[track_caller]
fn check(url: &str, warns: &str, at_most: Duration) {
    let desk = Desk::new();
    let start = Instant::now();
    audit(&desk, None, &[]).ended(0, "");
    let usual = start.elapsed();
    let expected = report(&desk.path("out"));
    let start = Instant::now();
    let run = audit(&desk, None, &[("OTEL_EXPORTER_OTLP_ENDPOINT", url)]);
    let time = start.elapsed();
    run.ended(0, warns);
    assert_eq!(report(&desk.path("out")), expected);
    assert!(time <= usual * 2 + at_most, "{time:?} with the collector, {usual:?} without");
}

#[test]
fn a_collector_that_is_dead_or_hangs_slows_nothing() {
    let dead = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    };
    let soon = Duration::from_secs(1);
    check(&dead, "the trace is not complete", soon);
    check(&Collector::new(Manner::Refuses(401)).url(), "refuses them (HTTP 401)", soon);
    // The end waits two seconds for what is left, and not more.
    let hanging = Collector::new(Manner::Hangs);
    check(&hanging.url(), "the collector took too long", Duration::from_secs(3));
    assert!(!hanging.deliveries().is_empty(), "it was asked");
}

#[test]
fn settings_that_cannot_be_used_are_told_and_harm_no_audit() {
    for (settings, says) in [
        ([("LANGSMITH_TRACING", "true"), ("X", "")], "`LANGSMITH_API_KEY` is not set"),
        (
            [("OTEL_EXPORTER_OTLP_ENDPOINT", "http://h"), ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")],
            "not `grpc`",
        ),
        (
            [("OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4317"), ("X", "")],
            "must begin with https://",
        ),
    ] {
        let run = audit(&Desk::new(), None, &settings);
        run.ended(0, says).ended(0, "nothing is traced");
    }
}

#[test]
fn nothing_is_sent_where_the_operator_says_so() {
    let collector = Collector::new(Manner::Takes);
    let url = collector.url();
    for off in [("OTEL_SDK_DISABLED", "true"), ("OTEL_TRACES_EXPORTER", "none")] {
        audit(&Desk::new(), None, &[("OTEL_EXPORTER_OTLP_ENDPOINT", &url), off]).ended(0, "");
    }
    assert!(collector.deliveries().is_empty());
}
