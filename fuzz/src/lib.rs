//! What must hold for any bytes; each function panics where it does not.

use automaton_auditor::domain::repo_url::{Hosts, RepoUrl, Scheme};
use automaton_auditor::domain::rubric::Rubric;
use automaton_auditor::ports::sandbox::{Job, Reply};
use automaton_auditor::render::escape;
use pulldown_cmark::{Event, Options, Parser};

/// An accepted address leads to a listed host, and to the same place for every parser.
pub fn repo_url(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let hosts = Hosts::default();
    let Ok(address) = RepoUrl::parse(text, &hosts) else { return };
    assert_eq!(address.scheme(), Scheme::Https, "{text:?}");
    let written = address.fetch_url();
    assert_eq!(RepoUrl::parse(&written, &hosts).as_ref(), Ok(&address), "{text:?}");
    let other = url::Url::parse(&written).expect("another parser understands it");
    assert_eq!(other.scheme(), "https", "{written}");
    assert_eq!(other.host_str(), Some(address.host()), "{written}");
    let listed = ["github.com", "gitlab.com", "bitbucket.org", "codeberg.org"];
    assert!(listed.contains(&address.host()), "{written}");
    assert!(other.username().is_empty() && other.password().is_none(), "{written}");
    assert!(other.query().is_none() && other.fragment().is_none(), "{written}");
    assert!(other.port().is_none_or(|port| port == 443), "{written}");
    assert_eq!(other.as_str(), written, "nothing is left to be normalised");
    let climbs = |part: &str| part == ".." || part == "." || part.starts_with('-');
    assert!(!other.path().split('/').any(climbs), "{written}");
}

/// Any bytes are a rubric, or a refusal that has a reason; the same bytes are always the same.
pub fn rubric(bytes: &[u8]) {
    match (Rubric::parse(bytes), Rubric::parse(bytes)) {
        (Ok(one), Ok(two)) => {
            assert_eq!(one, two);
            assert!(!one.dimensions.is_empty(), "a rubric asks for something");
        }
        (Err(one), Err(two)) => {
            assert_eq!(one.to_string(), two.to_string());
            assert!(!one.to_string().trim().is_empty(), "a refusal has a reason");
        }
        (one, two) => panic!("the same bytes were read differently: {one:?} {two:?}"),
    }
}

/// What is understood of the worker's protocol survives the pipe.
pub fn protocol(bytes: &[u8]) {
    if let Ok(job) = serde_json::from_slice::<Job>(bytes) {
        let line = serde_json::to_vec(&job).expect("a job can be written");
        assert!(!line.contains(&b'\n'), "a job is one line");
        let again: Job = serde_json::from_slice(&line).expect("a job can be read again");
        assert_eq!(again, job);
        let _ = (job.deadline(), job.file_bytes());
    }
    if let Ok(reply) = serde_json::from_slice::<Reply>(bytes) {
        let text = serde_json::to_vec(&reply).expect("a reply can be written");
        let again: Reply = serde_json::from_slice(&text).expect("a reply can be read again");
        assert_eq!(serde_json::to_vec(&again).expect("a reply can be written"), text);
    }
}

/// No text becomes structure: what surrounds it stays as it is around a harmless word.
pub fn markdown(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if text.trim().is_empty() {
        return;
    }
    let harmless = pages("harmless");
    for (page, harmless) in pages(&text).iter().zip(&harmless) {
        assert_eq!(structure(page), structure(harmless), "{text:?} gave\n{page}");
        let shows = |c: char| c == '\n' || !c.is_control();
        assert!(page.chars().all(shows), "a control character is left in {page:?}");
    }
    assert!(!escape::terminal(&text).chars().any(char::is_control), "{text:?}");
}

/// Every builder at the places where reports use it.
fn pages(text: &str) -> Vec<String> {
    let table = |cell: String| format!("| a | b |\n|---|---|\n| {cell} | x |\n\nafter");
    vec![
        format!("before {} after", escape::inline(text)),
        format!("### {}: 3 of 5", escape::inline(text)),
        format!("> {}\n\nafter", escape::prose(text)),
        format!("- {}\n- {}", escape::prose(text), escape::code_span(text)),
        table(escape::inline_cell(text)),
        table(escape::table_cell(text)),
        table(escape::code_cell(text)),
        format!("{}\n\nafter", escape::code_block(text, text)),
    ]
}

/// What a reader of Markdown sees besides text, code within a line and the language of a block.
fn structure(page: &str) -> Vec<String> {
    let mut seen = Vec::new();
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        match event {
            Event::Text(_) | Event::Code(_) => {}
            Event::Start(pulldown_cmark::Tag::CodeBlock(_)) => seen.push("block".to_owned()),
            other => seen.push(format!("{other:?}")),
        }
    }
    seen
}
