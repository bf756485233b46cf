//! Manifests of other languages.

use super::{Bare, Page};
use crate::domain::facts::PinnedBy::{Manifest, Setting};
use serde_json::Value as Json;
use toml::{Table, Value};

/// Reads a `Cargo.toml`.
pub(super) fn cargo(page: &mut Page<'_>) {
    let Ok(table) = page.text().parse::<Table>() else { return };
    let workspace = table.get("workspace");
    for package in [table.get("package"), workspace.and_then(|of| of.get("package"))] {
        let told = |key: &str| package?.get(key)?.as_str().map(str::to_owned);
        if let Some(edition) = told("edition") {
            let line = page.line_of(&["edition", &edition]);
            page.add("rust-edition", &edition, Manifest, Bare::Exact, line);
        }
        if let Some(version) = told("rust-version") {
            let line = page.line_of(&["rust-version"]);
            page.add("rust", &format!(">={version}"), Manifest, Bare::Exact, line);
        }
    }
    let own = ["dependencies", "dev-dependencies", "build-dependencies"].map(|key| table.get(key));
    let shared = workspace.and_then(|of| of.get("dependencies"));
    for (name, value) in
        own.into_iter().chain([shared]).flatten().filter_map(Value::as_table).flatten()
    {
        let asked = value.as_str().or_else(|| value.get("version")?.as_str()).unwrap_or_default();
        let line = page.line_of(&[name, asked]);
        page.add(name, asked, Manifest, Bare::Caret, line);
    }
}

/// Reads the toolchain of Rust.
pub(super) fn toolchain(page: &mut Page<'_>) {
    let text = page.text();
    for (at, line) in text.lines().enumerate() {
        let value = line
            .trim()
            .strip_prefix("channel")
            .map_or(line, |rest| rest.trim_start_matches([' ', '=']));
        let version = value.trim().trim_matches('"');
        if version.starts_with(|first: char| first.is_ascii_digit()) {
            page.add("rust", version, Setting, Bare::Exact, at + 1);
        }
    }
}

/// Reads a `go.mod`, whose version of the language is the least.
pub(super) fn go(page: &mut Page<'_>) {
    for (at, line) in page.text().lines().enumerate() {
        let line = line.split("//").next().unwrap_or_default().trim();
        let line = line.strip_prefix("require ").unwrap_or(line);
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("go"), Some(version)) => {
                page.add("go", &format!(">={version}"), Manifest, Bare::Exact, at + 1);
            }
            (Some(module), Some(version)) if version.starts_with('v') && module.contains('/') => {
                let parts = module.rsplit('/');
                let is_major =
                    |part: &&str| part.strip_prefix('v').is_some_and(|n| n.parse::<u32>().is_ok());
                let name = parts.into_iter().find(|part| !is_major(part)).unwrap_or(module);
                page.add(name, version, Manifest, Bare::Exact, at + 1);
            }
            _ => {}
        }
    }
}

/// Reads a `composer.json`.
pub(super) fn composer(page: &mut Page<'_>) {
    let Ok(value) = serde_json::from_str::<Json>(&page.text()) else { return };
    for key in ["require", "require-dev"] {
        for (name, asked) in value.get(key).and_then(Json::as_object).into_iter().flatten() {
            let written = asked.as_str().unwrap_or_default();
            let line = page.line_of(&[&format!("\"{name}\""), written]);
            // One sign reaches further there than elsewhere.
            page.add(name, &written.replace('~', "~>"), Manifest, Bare::Exact, line);
        }
    }
}

/// What a manifest of Java says, by the words before a version and what they name.
const OF_JAVA: &[(&str, &str)] = &[
    ("<java.version>", "java"),
    ("<maven.compiler.release>", "java"),
    ("<maven.compiler.source>", "java"),
    ("JavaLanguageVersion.of(", "java"),
    ("sourceCompatibility", "java"),
    ("<kotlin.version>", "kotlin"),
];

/// Reads a manifest of Maven or Gradle.
pub(super) fn java(page: &mut Page<'_>) {
    let text = page.text();
    let mut parent = false;
    for (at, line) in text.lines().enumerate() {
        for (words, name) in OF_JAVA {
            let Some((_, rest)) = line.split_once(words) else { continue };
            let rest = rest.trim_start_matches([' ', '=', '"', '\'']);
            let rest = rest.trim_start_matches("JavaVersion.VERSION_").replace("1_8", "8");
            let version = rest.strip_prefix("1.").filter(|of| of.starts_with('8')).unwrap_or(&rest);
            let end =
                version.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(version.len());
            if end > 0 {
                page.add(name, &version[..end], Manifest, Bare::Exact, at + 1);
            }
        }
        parent |= line.contains("<artifactId>spring-boot-starter-parent</artifactId>");
        let of_parent = line.trim().strip_prefix("<version>").filter(|_| parent);
        let of_plugin =
            line.contains("org.springframework.boot").then(|| line.split_once("version")).flatten();
        let version = of_parent.or(of_plugin.map(|(_, rest)| rest));
        if let Some(version) = version {
            parent = false;
            let version = version.trim_start_matches([' ', '"', '\'', '(', '=']);
            let end =
                version.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(version.len());
            page.add("spring-boot", &version[..end], Manifest, Bare::Exact, at + 1);
        }
    }
}

/// Reads for which versions a project of .NET is built.
pub(super) fn dotnet(page: &mut Page<'_>) {
    for (at, line) in page.text().lines().enumerate() {
        let value =
            line.split_once("<TargetFramework>").and_then(|(_, rest)| rest.strip_prefix("net"));
        let version = value.and_then(|rest| rest.split_once('<')).map(|(version, _)| version);
        if let Some(version) =
            version.filter(|version| version.starts_with(|c: char| c.is_ascii_digit()))
        {
            page.add("dotnet", version, Manifest, Bare::Exact, at + 1);
        }
    }
}
