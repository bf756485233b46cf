//! Who may import what.

use super::paths::paths;
use super::sources::Source;

/// What all may use: it knows nothing of ours and sees nothing of the world.
const COMMON: &str = "spread";
const PURE: &[&str] = &["detect", "judge", "justice", "render"];
/// What would let the world into a pure stage.
const WORLD: &[&str] = &[
    "tokio",
    "ractor",
    "tracing",
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
];
/// What actors and the engine leave to ports.
const FOR_PORTS: &[&str] = &[
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "std::time::Instant",
    "std::time::SystemTime",
];

/// The part of the program that a file belongs to: its folder, or its name.
fn layer(path: &str) -> &str {
    let inside = path.strip_prefix("src/").unwrap_or(path);
    inside.split('/').next().unwrap_or(inside).trim_end_matches(".rs")
}

/// The layers that a file may import, besides its own.
fn allowed(path: &str) -> Option<Vec<&'static str>> {
    let below_actors: Vec<&str> = PURE.iter().copied().chain(["ports", "domain"]).collect();
    let with = |more: &[&'static str]| below_actors.iter().chain(more).copied().collect();
    match layer(path) {
        "domain" | COMMON => Some(Vec::new()),
        layer if PURE.contains(&layer) => Some(vec!["domain"]),
        "ports" if path.starts_with("src/ports/bench/") => Some(vec!["domain", "judge"]),
        "ports" if path.starts_with("src/ports/vision/") => Some(vec!["domain", "judge"]),
        "ports" if path.starts_with("src/ports/reports/") => Some(vec!["domain", "render"]),
        "ports" => Some(vec!["domain"]),
        "config" => Some(vec!["domain", "ports"]),
        "worker" | "tools" => Some(vec!["domain", "ports", "detect"]),
        "actors" => Some(with(&[])),
        "engine" => Some(with(&["actors"])),
        "main" | "lib" => None,
        "cli" => Some(with(&["engine", "config", "chaos", "docket", "web"])),
        "docket" => Some(with(&["engine"])),
        "web" => Some(with(&["engine", "docket"])),
        "chaos" => Some(with(&["engine", "config"])),
        other => panic!("say in {} what `{other}` may import", file!()),
    }
}

/// The crates and modules of others that a file may not import.
fn foreign(path: &str) -> Vec<&'static str> {
    let mut refused = match layer(path) {
        "domain" | "detect" | "judge" | "justice" | "render" => WORLD.to_vec(),
        "actors" | "engine" => FOR_PORTS.to_vec(),
        _ => Vec::new(),
    };
    if !matches!(layer(path), "actors" | "engine") {
        refused.push("ractor");
    }
    if !matches!(layer(path), "config" | "main" | "cli") {
        refused.push("std::env");
    }
    refused
}

/// What is forbidden in a file, a line each; nothing for a test.
pub fn offences(source: &Source) -> Vec<String> {
    if source.is_test {
        return Vec::new();
    }
    let path = source.path.as_str();
    let mut found = Vec::new();
    for named in paths(&source.text) {
        let written = named.join("::");
        if let Some(target) = ours(path, &named)
            && let Some(allowed) = allowed(path)
            && ![layer(path), COMMON].contains(&target)
            && !allowed.contains(&target)
        {
            found.push(format!("{path}: `{written}`: {} may not import {target}", layer(path)));
        }
        if let Some(refused) = foreign(path).into_iter().find(|refused| reaches(&named, refused)) {
            found.push(format!("{path}: `{written}`: {} may not use {refused}", layer(path)));
        }
    }
    found
}

/// The layer of ours that a path leads to.
fn ours<'a>(file: &str, named: &'a [String]) -> Option<&'a str> {
    if matches!(named[0].as_str(), "crate" | "automaton_auditor") {
        return named.get(1).map(String::as_str);
    }
    let climbs = named.iter().take_while(|part| *part == "super").count();
    (climbs > 0 && climbs >= depth(file)).then(|| named.get(climbs).map(String::as_str)).flatten()
}

/// How many modules lie between a file and the root of the crate, itself included.
fn depth(file: &str) -> usize {
    let parts = file.strip_prefix("src/").unwrap_or(file).split('/').count();
    if file.ends_with("/mod.rs") { parts - 1 } else { parts }
}

/// Whether a path names something within `refused`, or imports all of what holds it.
fn reaches(named: &[String], refused: &str) -> bool {
    let refused: Vec<&str> = refused.split("::").collect();
    let (bare, is_glob) = match named.split_last() {
        Some((last, rest)) if last == "*" => (rest, true),
        Some(_) | None => (named, false),
    };
    let alike = bare.iter().zip(&refused).all(|(part, refused)| part == refused);
    alike && (bare.len() >= refused.len() || (is_glob && !bare.is_empty()))
}
