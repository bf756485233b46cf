//! The versions that manifests, lock files, images, settings and pages name.
//!
//! Each file is read by its name. What cannot be read there is told as asking for any version, so that nothing is held
//! against it.

mod images;
mod javascript;
mod others;
mod pages;
mod python;
mod ranges;

use super::python::in_tests;
use super::vocabulary::{base, ending};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{Lines, PinFact, PinnedBy, is_installed};
use ranges::{Bare, ranges};
use std::collections::BTreeSet;

/// Most versions that are told.
const PINS: usize = 3_000;
/// Folders whose files tell nothing of the program.
const ASIDE: &[&str] = &[
    "benchmark",
    "benchmarks",
    "demo",
    "demos",
    "example",
    "examples",
    "fixture",
    "fixtures",
    "mlruns",
    "sample",
    "samples",
    "template",
    "templates",
    "test",
    "testdata",
    "tests",
    "third-party",
    "third_party",
    "vendor",
    "vendored",
];

/// Everything that the files of the tree name, in their order.
#[must_use]
pub fn pins(sources: &[Source]) -> Vec<PinFact> {
    let ours = || sources.iter().filter(|source| !is_installed(source.path.as_bytes()));
    let mut found: Vec<PinFact> = ours().flat_map(asked).collect();
    // Of what a lock file holds most is asked for by what is asked for.
    let names: BTreeSet<String> = found.iter().map(|pin| pin.name.clone()).collect();
    found.extend(ours().flat_map(|source| locked(source, &names)));
    found.truncate(PINS);
    found
}

/// What a file names that people write.
fn asked(source: &Source) -> Vec<PinFact> {
    let mut page = Page::of(source);
    match base(&source.path) {
        "pyproject.toml" => python::project(&mut page),
        "Pipfile" => python::pipfile(&mut page),
        "setup.cfg" | "setup.py" => python::setup(&mut page),
        "environment.yml" | "environment.yaml" => python::environment(&mut page),
        ".python-version" => page.setting("python"),
        "runtime.txt" => python::runtime(&mut page),
        "package.json" => javascript::manifest(&mut page),
        ".nvmrc" | ".node-version" => page.setting("node"),
        "Cargo.toml" => others::cargo(&mut page),
        "rust-toolchain" | "rust-toolchain.toml" => others::toolchain(&mut page),
        "go.mod" => others::go(&mut page),
        "composer.json" => others::composer(&mut page),
        "pom.xml" | "build.gradle" | "build.gradle.kts" => others::java(&mut page),
        name if ending(name) == "csproj" => others::dotnet(&mut page),
        name if matches!(ending(name), "html" | "htm" | "j2" | "jinja") => pages::page(&mut page),
        name if python::is_requirements(&source.path, name) => python::requirements(&mut page),
        name if images::is_dockerfile(name) => images::dockerfile(&mut page),
        name if matches!(ending(name), "yml" | "yaml") => images::yaml(&mut page),
        _ => {}
    }
    page.pins
}

/// What a file holds that was resolved, as far as it is asked for.
fn locked(source: &Source, names: &BTreeSet<String>) -> Vec<PinFact> {
    let mut page = Page::of(source);
    match base(&source.path) {
        "uv.lock" | "poetry.lock" | "pdm.lock" | "Cargo.lock" => python::lock(&mut page, names),
        "package-lock.json" | "npm-shrinkwrap.json" => javascript::lock(&mut page, names),
        "yarn.lock" => javascript::yarn(&mut page, names),
        "pnpm-lock.yaml" => javascript::pnpm(&mut page, names),
        _ => {}
    }
    page.pins
}

/// A file, and what was found in it.
struct Page<'s> {
    source: &'s Source,
    text: String,
    aside: bool,
    pins: Vec<PinFact>,
}

impl<'s> Page<'s> {
    fn of(source: &'s Source) -> Self {
        let mut folders = source.path.split('/').rev().skip(1);
        let aside = in_tests(&source.path)
            || folders.any(|folder| ASIDE.contains(&folder.to_ascii_lowercase().as_str()));
        Self { source, text: String::new(), aside, pins: Vec::new() }
    }

    /// The text, which few of all files are asked for.
    fn text(&mut self) -> String {
        if self.text.is_empty() {
            self.text = self.source.text().into_owned();
        }
        self.text.clone()
    }

    /// Notes what a line asks for; lines are counted from 1.
    fn add(&mut self, name: &str, asked: &str, by: PinnedBy, bare: Bare, line: usize) {
        let asked = asked.trim();
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        let place = Lines::new(&self.source.path, &self.source.blob, line, line);
        let (name, spans) = (plain(name), ranges(asked, bare));
        let asked = asked.to_owned();
        self.pins.push(PinFact { name, asked, by, spans, aside: self.aside, place });
    }

    /// The first line that has all of these parts; the first of all where none has.
    fn line_of(&self, parts: &[&str]) -> usize {
        let has = |line: &str| parts.iter().all(|part| line.contains(part));
        self.text.lines().position(has).map_or(1, |at| at + 1)
    }

    /// Reads a file that holds one version and nothing else; several are one of these.
    fn setting(&mut self, name: &str) {
        let text = self.text();
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let all: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        if !all.is_empty() {
            self.add(name, &all.join(" || "), PinnedBy::Setting, Bare::Exact, 1);
        }
    }
}

/// The name of a package as it is compared.
fn plain(name: &str) -> String {
    name.trim().replace(['_', '.'], "-").to_ascii_lowercase()
}

#[cfg(test)]
mod tests;
