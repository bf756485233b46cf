//! The bodies of the fuzz targets, driven by random and by mutated inputs.

#[path = "../fuzz/src/lib.rs"]
mod targets;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

const ADDRESSES: &[&str] = &[
    "https://github.com/owner/repo",
    "https://gitlab.com/group/sub/repo.git",
    "https://codeberg.org:443/o/r/",
    "HTTPS://GitHub.com/owner/repo.git",
    "git@github.com:owner/repo.git",
    "ssh://git@github.com/owner/repo",
    "https://user:pass@github.com/o/r",
    "https://github.com\\@evil.example/o/r",
    "https://github.com/o/../r?x#y",
    "https://github.com/o/%2e%2e/r",
    "https://xn--gthub-n4a.com/o/r",
    "ext::sh -c id",
    "--upload-pack=id",
    "file:///etc",
];

const RUBRIC: &[u8] = include_bytes!("../rubric.json");

const MESSAGES: &[&str] = &[
    r#"{"kind":"repository","path":"/r","lookups":[{"kind":"literal","text":"x","files":[]}],"limits":{}}"#,
    r#"{"kind":"document","report":{"path":"/p"},"limits":{"pdf_pages":3}}"#,
    r#"{"kind":"extract","repo":"/r","file":null,"into":"/i","limits":{}}"#,
    r#"{"kind":"fetch","url":"https://github.com/o/r","into":"/i","limits":{"fetch_seconds":18446744073709551615}}"#,
    r#"{"Err":{"kind":"report","message":"no","transient":false}}"#,
    r#"{"Ok":{"kind":"extracted","answer":{"chosen":"a","candidates":["a"]}}}"#,
    r#"{"Ok":{"kind":"fetched","answer":{"head":"1","branch":null}}}"#,
];

const MARKS: &[&str] = &[
    "# x\n",
    "```\n",
    "| a | b |",
    "[x](y)",
    "<b>",
    "<!--",
    "&lt;",
    "\\",
    "`",
    "~~~",
    "---\n",
    "===\n",
    "- x\n",
    "1. x\n",
    "https://evil.example",
    "@evil",
    "\u{202e}",
    "\u{1b}[2J",
    "\r\n",
    "\t",
    "$x$",
    "\0",
];

/// Bytes that replace, repeat or cut a stretch of a seed.
fn mutate(seed: &[u8], edits: &[(Index, Index, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for (start, length, new) in edits {
        let start = start.index(bytes.len() + 1);
        let end = start + length.index((bytes.len() - start).min(16) + 1);
        bytes.splice(start..end, new.iter().copied());
    }
    bytes
}

fn edits() -> impl Strategy<Value = Vec<(Index, Index, Vec<u8>)>> {
    let sign = prop::sample::select(br#"/\@:.?#%-_[]{}",'0123456789eE+ ntruefals"#.to_vec());
    let new = prop_oneof![vec(sign, 0..4), vec(any::<u8>(), 0..4)];
    vec((any::<Index>(), any::<Index>(), new), 0..4)
}

fn seed(seeds: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop::sample::select(seeds)
}

proptest! {
    #[test]
    fn addresses(seed in seed(ADDRESSES), edits in edits()) {
        targets::repo_url(&mutate(seed.as_bytes(), &edits));
    }

    #[test]
    fn addresses_of_random_parts(path in "[-a-zA-Z0-9._~/@:%\\\\]{0,30}", host in seed(&["github.com", "gitlab.com"])) {
        targets::repo_url(format!("https://{host}/{path}").as_bytes());
    }

    #[test]
    fn messages(seed in seed(MESSAGES), edits in edits()) {
        targets::protocol(&mutate(seed.as_bytes(), &edits));
    }

    #[test]
    fn texts_in_markdown(parts in vec(prop_oneof![seed(MARKS).prop_map(str::to_owned), "\\PC{0,6}"], 1..6)) {
        targets::markdown(parts.concat().as_bytes());
    }

    #[test]
    fn bytes_of_any_kind(bytes in vec(any::<u8>(), 0..64)) {
        targets::repo_url(&bytes);
        targets::rubric(&bytes);
        targets::protocol(&bytes);
        targets::markdown(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn rubrics(edits in edits()) {
        targets::rubric(&mutate(RUBRIC, &edits));
    }
}

#[test]
fn the_seeds_are_understood_before_they_are_mutated() {
    let understood = |text: &&&str| {
        serde_json::from_str::<automaton_auditor::ports::sandbox::Job>(text).is_ok()
            || serde_json::from_str::<automaton_auditor::ports::sandbox::Reply>(text).is_ok()
    };
    assert_eq!(MESSAGES.iter().filter(understood).count(), MESSAGES.len());
    let hosts = automaton_auditor::domain::repo_url::Hosts::default();
    let parse = |text: &str| automaton_auditor::domain::repo_url::RepoUrl::parse(text, &hosts);
    assert!(ADDRESSES[..4].iter().all(|text| parse(text).is_ok()));
    assert!(automaton_auditor::domain::rubric::Rubric::parse(RUBRIC).is_ok());
}
