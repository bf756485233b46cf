use super::*;
use crate::domain::call::Errand;
use crate::domain::chat::{Account, ChatReply, ChatRequest, FinishReason, Message, Role, Usage};
use crate::domain::facts::{Facts, RepositoryFacts};
use crate::domain::ids::ProbeId;
use crate::domain::opinion::{JudicialOpinion, Persona, Round, Seat};
use crate::domain::reading::{Outcome, Reading};
use crate::domain::reducers::Evidences;
use crate::domain::request::{RepoSource, ReportSource};
use crate::domain::span::SpanValue;
use crate::render::fixture;

/// A secret that stands wherever words may stand.
const WORDS: &str = "quillfeather";

fn request(models: Option<BenchModels>) -> AuditRequest {
    AuditRequest {
        bench: if models.is_some() { BenchKind::Llm } else { BenchKind::Rules },
        models,
        ..AuditRequest::new(
            RepoSource::Local { path: "/r".into(), shown: "r".into() },
            ReportSource::File { path: "/r.pdf".into(), shown: "r.pdf".into() },
        )
    }
}

/// The program's own rubric with its first dimension alone, which is about the repository.
fn rubric() -> Rubric {
    let mut rubric = Rubric::parse(include_bytes!("../../../rubric.json")).unwrap();
    rubric.dimensions.truncate(1);
    rubric
}

fn seat(persona: Persona) -> Seat {
    Seat { criterion: rubric().dimensions[0].id.clone(), round: Round::First, persona }
}

fn heard(persona: Persona, attempt: u32) -> AuditEvent {
    let opinion = JudicialOpinion {
        judge: persona,
        criterion_id: seat(persona).criterion,
        score: fixture::score(4),
        argument: WORDS.into(),
        cited_evidence: Vec::new(),
        round: Round::First,
        struck_quotes: 0,
        given_by: None,
    };
    AuditEvent::Heard { attempt, opinion, account: Account::new() }
}

fn call(behalf: Option<Task>, outcome: Result<ChatReply, Failure>) -> ModelCall {
    let request = ChatRequest {
        model: "m-1".into(),
        messages: vec![Message::new(Role::System, "s"), Message::new(Role::User, WORDS)],
        schema: None,
        max_output_tokens: 100,
        seed: 0,
    };
    let [start, end] = [6, 8].map(Duration::from_secs);
    let errand = behalf.map(|task| Errand { audit: AuditId::new("a").unwrap(), task, attempt: 1 });
    ModelCall { errand, host: "127.0.0.1:8080".into(), request, outcome, start, end }
}

fn reply() -> ChatReply {
    ChatReply {
        text: WORDS.into(),
        finish: FinishReason::Length,
        refusal: None,
        usage: Usage {
            prompt_tokens: 30,
            cached_tokens: 20,
            completion_tokens: 4,
            estimated: false,
        },
        model: Some("m-1-2026".into()),
        stand_in: None,
    }
}

/// A whole audit in which a judge is asked twice.
fn audit(models: Option<BenchModels>, tells_words: bool) -> Vec<Span> {
    let audit = AuditId::new("a").unwrap();
    let mut trail = Trail::new(TraceId::of(&["t"]), &audit, tells_words);
    let hearing = |persona| Task::Hear { seat: seat(persona) };
    let (request, rubric) = (Arc::new(request(models)), Arc::new(rubric()));
    let detective = Detective::RepoInvestigator;
    let facts = Arc::new(Facts::Repository(RepositoryFacts::default()));
    let readings = vec![Reading {
        criterion: rubric.dimensions[0].id.clone(),
        probe: ProbeId::new("p").unwrap(),
        outcome: Outcome::Holds,
        statement: WORDS.into(),
        missing: Vec::new(),
        evidence: Vec::new(),
    }];
    let testified = AuditEvent::Testified { detective, evidences: Evidences::new(), readings };
    let lost = Failure::passing(FailureKind::Unreachable, WORDS);
    let before = [
        (1, AuditEvent::Opened { request, rubric }),
        (3, AuditEvent::Examined { detective, facts }),
        (5, testified),
    ];
    let after = [
        (9, heard(Persona::Prosecutor, 1)),
        (9, AuditEvent::lost(hearing(Persona::Defense), 1, lost)),
        (10, heard(Persona::TechLead, 1)),
        (60, heard(Persona::Defense, 2)),
        (61, AuditEvent::Decided { report: Arc::new(fixture::report()) }),
        (62, AuditEvent::Published { files: vec!["a/r.md".into()] }),
    ];
    let mut spans = Vec::new();
    let mut tell = |trail: &mut Trail, events: &[(u64, AuditEvent)]| {
        for (now, event) in events {
            spans.extend(trail.event(Duration::from_secs(*now), event));
        }
    };
    tell(&mut trail, &before);
    let called = trail.call(&call(Some(hearing(Persona::Prosecutor)), Ok(reply())));
    tell(&mut trail, &after);
    spans.push(called);
    spans.extend(trail.close(Duration::from_secs(63)));
    spans
}

#[track_caller]
fn named<'a>(spans: &'a [Span], name: &str) -> Vec<&'a Span> {
    let found: Vec<&Span> = spans.iter().filter(|span| span.name == name).collect();
    assert!(!found.is_empty(), "no `{name}` among {:#?}", spans.iter().map(|s| &s.name));
    found
}

/// The names from a span up to the whole.
fn line<'a>(spans: &'a [Span], span: &'a Span) -> Vec<&'a str> {
    let mut line = vec![span.name.as_str()];
    let mut at = span;
    while let Some(parent) = &at.parent {
        at = spans.iter().find(|span| span.id == *parent).expect("the parent is told");
        line.push(&at.name);
    }
    line
}

#[track_caller]
fn check(spans: &[Span], name: &str, above: &[&str], from_to: (u64, u64)) {
    let span = named(spans, name)[0];
    assert_eq!(line(spans, span)[1..], *above, "{name}");
    assert_eq!((span.start.as_secs(), span.end.as_secs()), from_to, "{name}");
}

#[test]
fn every_piece_of_work_is_a_part_of_the_audit() {
    let models = BenchModels::one("127.0.0.1:8080", "m-1");
    let spans = audit(Some(models), false);
    check(&spans, "audit", &[], (1, 63));
    check(&spans, "detective RepoInvestigator", &["audit"], (1, 5));
    check(&spans, "examine", &["detective RepoInvestigator", "audit"], (1, 3));
    check(&spans, "testify", &["detective RepoInvestigator", "audit"], (3, 5));
    check(&spans, "invoke_agent Prosecutor", &["audit"], (5, 9));
    check(&spans, "chat m-1", &["invoke_agent Prosecutor", "audit"], (6, 8));
    check(&spans, "invoke_agent TechLead", &["audit"], (5, 10));
    check(&spans, "decide", &["audit"], (60, 61));
    check(&spans, "ruling safe_tool_engineering", &["decide", "audit"], (61, 61));
    let rule = ["ruling safe_tool_engineering", "decide", "audit"];
    check(&spans, "rule fact supremacy", &rule, (61, 61));
    check(&spans, "publish", &["audit"], (61, 62));
    let mut ids: Vec<&SpanId> = spans.iter().map(|span| &span.id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), spans.len(), "no two spans have one id");
}

#[test]
fn a_lost_attempt_fails_and_the_next_one_begins_after_its_pause() {
    let spans = audit(None, false);
    let [first, second] = named(&spans, "judge Defense")[..] else { panic!("two attempts") };
    assert_eq!((first.start.as_secs(), first.end.as_secs()), (5, 9));
    assert_eq!(first.failed.as_deref(), Some(""), "words are not told");
    assert_eq!(first.attributes.get("error.type"), Some(&"unreachable".into()));
    assert!(second.start > Duration::from_secs(9), "{:?}", second.start);
    assert_eq!(second.failed, None);
    assert_eq!(second.attributes.get("auditor.attempt"), Some(&2_u32.into()));
    assert_eq!(second.attributes.get("auditor.score"), Some(&4_u32.into()));
    assert_eq!(second.attributes.get("gen_ai.agent.name"), None, "nobody is asked");
}

#[test]
fn a_call_bears_the_attributes_of_the_conventions() {
    let models = BenchModels::one("127.0.0.1:8080", "m-1");
    let spans = audit(Some(models), false);
    let span = named(&spans, "chat m-1")[0];
    assert_eq!(span.kind, SpanKind::Client);
    let expected: [(&str, SpanValue); 14] = [
        ("auditor.criterion", seat(Persona::Prosecutor).criterion.as_str().into()),
        ("auditor.judge", "Prosecutor".into()),
        ("gen_ai.operation.name", "chat".into()),
        ("gen_ai.output.type", "text".into()),
        ("gen_ai.provider.name", "openai_compatible".into()),
        ("gen_ai.request.max_tokens", 100_u32.into()),
        ("gen_ai.request.model", "m-1".into()),
        ("gen_ai.response.finish_reasons", vec!["length".to_owned()].into()),
        ("gen_ai.response.model", "m-1-2026".into()),
        ("gen_ai.usage.cache_read.input_tokens", 20_u64.into()),
        ("gen_ai.usage.input_tokens", 30_u64.into()),
        ("gen_ai.usage.output_tokens", 4_u64.into()),
        ("server.address", "127.0.0.1".into()),
        ("server.port", 8080_u32.into()),
    ];
    for (name, value) in &expected {
        assert_eq!(span.attributes.get(name), Some(value), "{name}");
    }
}

#[test]
fn a_call_that_failed_says_of_what_kind_and_stands_under_the_audit_where_nobody_is_named() {
    let audit = AuditId::new("a").unwrap();
    let mut trail = Trail::new(TraceId::of(&["t"]), &audit, false);
    let failure = Failure::passing(FailureKind::RateLimited, WORDS);
    let span = trail.call(&call(None, Err(failure)));
    assert_eq!(span.failed.as_deref(), Some(""));
    assert_eq!(span.attributes.get("error.type"), Some(&"rate_limited".into()));
    assert_eq!(span.parent, Some(trail.root()));
}

#[test]
fn every_criterion_has_one_result() {
    let spans = audit(None, false);
    let report = fixture::report();
    let results: Vec<&Attributes> =
        spans.iter().flat_map(|span| &span.events).map(|event| &event.attributes).collect();
    let scored = report.criteria.iter().map(|result| &result.dimension_id);
    let all = scored.chain(report.not_scored.iter().map(|not| &not.dimension_id));
    let expected: Vec<SpanValue> = all.map(|id| id.as_str().into()).collect();
    let names = results.iter().filter_map(|one| one.get("gen_ai.evaluation.name"));
    assert_eq!(names.cloned().collect::<Vec<_>>(), expected);
    for (attributes, result) in results.iter().zip(&report.criteria) {
        let score = f64::from(result.final_score.get());
        assert_eq!(attributes.get("gen_ai.evaluation.score.value"), Some(&score.into()));
    }
    let unscored = results.last().expect("one criterion is not scored");
    assert_eq!(unscored.get("error.type"), Some(&"not_scored".into()));
    assert_eq!(unscored.get("gen_ai.evaluation.score.value"), None);
}

#[test]
fn words_are_told_only_where_they_are_asked_for() {
    let models = BenchModels::one("h", "m-1");
    let silent = format!("{:?}", audit(Some(models.clone()), false));
    let effect = &fixture::report().criteria[0].trace[0].effect;
    assert!(!silent.contains(WORDS) && !silent.contains(effect.as_str()));
    for name in ["messages", "argument", "effect", "explanation"] {
        assert!(!silent.contains(name), "{name} is told");
    }
    let spans = audit(Some(models), true);
    let span = named(&spans, "chat m-1")[0];
    let asked = r#"[{"role":"system","parts":[{"type":"text","content":"s"}]},{"role":"user","parts":[{"type":"text","content":"quillfeather"}]}]"#;
    assert_eq!(span.attributes.get("gen_ai.input.messages"), Some(&asked.into()));
    let answered = r#"[{"role":"assistant","parts":[{"type":"text","content":"quillfeather"}],"finish_reason":"length"}]"#;
    assert_eq!(span.attributes.get("gen_ai.output.messages"), Some(&answered.into()));
    let lost = named(&spans, "invoke_agent Defense")[0];
    assert_eq!(lost.failed.as_deref(), Some(WORDS));
    let told = format!("{spans:?}");
    for name in ["auditor.argument", "auditor.rule.effect", "gen_ai.evaluation.explanation"] {
        assert!(told.contains(name), "{name} is not told");
    }
}

#[test]
fn an_interrupted_audit_ends_with_all_that_was_open() {
    let audit = AuditId::new("a").unwrap();
    let mut trail = Trail::new(TraceId::of(&["t"]), &audit, false);
    let opened =
        AuditEvent::Opened { request: Arc::new(request(None)), rubric: Arc::new(rubric()) };
    trail.event(Duration::from_secs(1), &opened);
    let spans = trail.close(Duration::from_secs(2));
    let names: Vec<&str> = spans.iter().map(|span| span.name.as_str()).collect();
    assert_eq!(names, ["examine", "detective RepoInvestigator", "audit"]);
    assert_eq!(spans[0].attributes.get("error.type"), Some(&"cancelled".into()));
    let mut silent = Trail::new(TraceId::of(&["t"]), &audit, false);
    assert_eq!(silent.close(Duration::from_secs(2)), [], "what never began leaves nothing");
}

#[test]
fn work_began_before_its_calls_even_if_that_is_noticed_late() {
    let audit = AuditId::new("a").unwrap();
    let mut trail = Trail::new(TraceId::of(&["t"]), &audit, false);
    let behalf = Task::Examine { detective: Detective::RepoInvestigator };
    let span = trail.call(&call(Some(behalf), Ok(reply())));
    let opened =
        AuditEvent::Opened { request: Arc::new(request(None)), rubric: Arc::new(rubric()) };
    trail.event(Duration::from_secs(7), &opened);
    let spans = trail.close(Duration::from_secs(9));
    let work = named(&spans, "examine")[0];
    assert_eq!(span.parent.as_ref(), Some(&work.id));
    assert_eq!(work.start, span.start);
}
