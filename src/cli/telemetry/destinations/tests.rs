use super::*;

/// A destination in words, its headers sorted, or the complaint.
fn shown(destination: Result<Destination, String>) -> String {
    let Destination { url, headers, protocol, deadline, resource } = match destination {
        Ok(destination) => destination,
        Err(problem) => return format!("! {problem}"),
    };
    let headers: Vec<String> =
        headers.iter().map(|(name, value)| format!("{name}: {}", value.expose_secret())).collect();
    let service = &resource[0].1;
    format!("{url} [{}] {protocol:?} {deadline:?} {service}", headers.join("; "))
}

#[track_caller]
fn check(settings: &TelemetrySettings, expected: &[&str]) {
    let all: Vec<String> = of(settings).into_iter().map(shown).collect();
    assert_eq!(all, expected);
}

#[expect(clippy::unnecessary_wraps, reason = "settings are optional")]
fn set(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn collector() -> TelemetrySettings {
    TelemetrySettings { endpoint: set("http://c:4318/"), ..TelemetrySettings::default() }
}

fn langsmith() -> TelemetrySettings {
    TelemetrySettings {
        is_langsmith: true,
        langsmith_key: Some("k".to_owned().into()),
        ..TelemetrySettings::default()
    }
}

#[test]
fn nothing_is_sent_unless_a_variable_asks_for_it() {
    check(&TelemetrySettings::default(), &[]);
    let key = TelemetrySettings { is_langsmith: false, ..langsmith() };
    check(&key, &[]);
    check(&TelemetrySettings { is_disabled: true, ..collector() }, &[]);
    check(&TelemetrySettings { is_disabled: true, ..langsmith() }, &[]);
    check(&TelemetrySettings { exporter: set("none"), ..collector() }, &[]);
}

#[test]
fn a_collector_is_named_by_its_base_or_by_its_whole_address() {
    check(&collector(), &["http://c:4318/v1/traces [] Protobuf 10s automaton-auditor"]);
    let whole = TelemetrySettings { traces_endpoint: set("http://t/x"), ..collector() };
    check(&whole, &["http://t/x [] Protobuf 10s automaton-auditor"]);
    let more = TelemetrySettings {
        headers: Some("authorization=Basic%20a%3D, x-a = b=c,".to_owned().into()),
        protocol: set("http/json"),
        timeout: set("250"),
        resource: set("service.name=other,team=a"),
        service: set("mine"),
        ..collector()
    };
    let expected = "http://c:4318/v1/traces [authorization: Basic a=; x-a: b=c] Json 250ms mine";
    check(&more, &[expected]);
}

#[test]
fn langsmith_is_one_collector_more() {
    let usual = "https://api.smith.langchain.com/otel/v1/traces [x-api-key: k] Protobuf 10s \
                 automaton-auditor";
    check(&langsmith(), &[usual]);
    let both = TelemetrySettings {
        langsmith_endpoint: set("https://eu.example/api/v1/"),
        langsmith_project: set("class of 26"),
        headers: Some("secret=for-the-collector-alone".to_owned().into()),
        endpoint: set("http://c"),
        ..langsmith()
    };
    let theirs = "https://eu.example/api/v1/otel/v1/traces [x-api-key: k; Langsmith-Project: class \
                  of 26] Protobuf 10s automaton-auditor";
    let ours = "http://c/v1/traces [secret: for-the-collector-alone] Protobuf 10s \
                automaton-auditor";
    check(&both, &[theirs, ours]);
}

#[test]
fn what_cannot_be_done_is_told_without_a_key() {
    let keyless = TelemetrySettings { langsmith_key: None, ..langsmith() };
    check(&keyless, &["! `LANGSMITH_TRACING` asks for traces, and `LANGSMITH_API_KEY` is not set"]);
    let grpc = TelemetrySettings { protocol: set("grpc"), ..collector() };
    let expected =
        "! `OTEL_EXPORTER_OTLP_PROTOCOL` must be `http/protobuf` or `http/json`, not `grpc`";
    check(&grpc, &[expected]);
    let headers = TelemetrySettings { headers: Some("hush".to_owned().into()), ..collector() };
    let expected = "! `OTEL_EXPORTER_OTLP_HEADERS` must be of the form `name=value,name=value`";
    check(&headers, &[expected]);
    let zipkin = TelemetrySettings { exporter: set("zipkin"), ..collector() };
    check(&zipkin, &["! `OTEL_TRACES_EXPORTER` must be `otlp` or `none`, not `zipkin`"]);
}

#[test]
fn percent_encoding_is_undone_and_what_is_none_is_left() {
    for (text, expected) in
        [("a%20b", "a b"), ("100%", "100%"), ("%zz%4", "%zz%4"), ("é%C3%A9", "éé")]
    {
        assert_eq!(decoded(text), expected);
    }
}
