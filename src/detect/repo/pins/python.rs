//! Manifests and lock files of Python.

use super::{Bare, Page, ending, plain};
use crate::domain::facts::PinnedBy::{Lock, Manifest, Setting};
use std::collections::BTreeSet;
use toml::{Table, Value};

/// Whether a file lists requirements.
pub(super) fn is_requirements(path: &str, name: &str) -> bool {
    matches!(ending(name), "txt" | "in")
        && (name.contains("requirement") || path.contains("requirements/"))
}

/// Reads a `pyproject.toml`.
pub(super) fn project(page: &mut Page<'_>) {
    let Ok(table) = page.text().parse::<Table>() else { return };
    let under = |path: &[&str]| {
        let mut here = table.get(path[0]);
        for key in &path[1..] {
            here = here.and_then(|value| value.get(key));
        }
        here
    };
    if let Some(asked) = under(&["project", "requires-python"]).and_then(Value::as_str) {
        let line = page.line_of(&["requires-python"]);
        page.add("python", asked, Manifest, Bare::Exact, line);
    }
    listed(page, under(&["project", "dependencies"]));
    listed(page, under(&["tool", "uv", "dev-dependencies"]));
    for groups in [under(&["project", "optional-dependencies"]), under(&["dependency-groups"])] {
        let groups = groups.and_then(Value::as_table).into_iter().flatten();
        groups.for_each(|(_, group)| listed(page, Some(group)));
    }
    keyed(page, under(&["tool", "poetry", "dependencies"]));
    keyed(page, under(&["tool", "poetry", "dev-dependencies"]));
    let groups = under(&["tool", "poetry", "group"]).and_then(Value::as_table);
    for (_, group) in groups.into_iter().flatten() {
        keyed(page, group.get("dependencies"));
    }
}

/// Reads a `Pipfile`.
pub(super) fn pipfile(page: &mut Page<'_>) {
    let Ok(table) = page.text().parse::<Table>() else { return };
    keyed(page, table.get("packages"));
    keyed(page, table.get("dev-packages"));
    let requires = table.get("requires").and_then(Value::as_table);
    for (key, asked) in requires.into_iter().flatten() {
        if let Some(asked) = asked.as_str().filter(|_| key.starts_with("python")) {
            let line = page.line_of(&[key]);
            page.add("python", asked, Setting, Bare::Exact, line);
        }
    }
}

/// The requirements of a list of texts.
fn listed(page: &mut Page<'_>, list: Option<&Value>) {
    let items = list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    for item in items {
        let line = page.line_of(&[item]);
        requirement(page, item, line);
    }
}

/// The requirements of a table from names to versions.
fn keyed(page: &mut Page<'_>, table: Option<&Value>) {
    for (name, value) in table.and_then(Value::as_table).into_iter().flatten() {
        let asked = value.as_str().or_else(|| value.get("version")?.as_str());
        // What holds under a condition alone may be otherwise.
        let open = value.get("markers").is_some() || value.get("python").is_some();
        let asked = asked.filter(|_| !open).unwrap_or_default();
        let line = page.line_of(&[name, asked]);
        page.add(name, asked, Manifest, Bare::Exact, line);
    }
}

/// Reads a file with a requirement on each line.
pub(super) fn requirements(page: &mut Page<'_>) {
    for (at, line) in page.text().lines().enumerate() {
        let line = line.split(" #").next().unwrap_or_default().trim();
        if line.starts_with(|first: char| first.is_ascii_alphabetic()) {
            requirement(page, line.trim_end_matches('\\'), at + 1);
        }
    }
}

/// Notes what one requirement asks for: `langgraph[extra] (>=0.2,<0.3) ; python_version < "3.12"`.
fn requirement(page: &mut Page<'_>, text: &str, line: usize) {
    let inside = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let end = text.find(|letter| !inside(letter)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let rest = rest.trim_start();
    let rest =
        rest.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or(rest, |(_, rest)| rest);
    let rest = rest.split(" --hash").next().unwrap_or_default().trim();
    // What holds under a condition alone, or comes from elsewhere, may have any version.
    let open = rest.contains(';') || rest.contains('@') || rest.contains("://");
    let asked = if open { "" } else { rest.trim_matches(['(', ')', ' ']) };
    if !name.is_empty() && (asked.is_empty() || asked.starts_with(['=', '<', '>', '~', '!'])) {
        page.add(name, asked, Manifest, Bare::Exact, line);
    }
}

/// Reads what a `setup.py` or `setup.cfg` says in so many words.
pub(super) fn setup(page: &mut Page<'_>) {
    let text = page.text();
    let mut inside = false;
    for (at, line) in text.lines().enumerate() {
        let bare = line.trim();
        if bare.starts_with('#') {
            continue;
        }
        if let Some((_, asked)) = bare.split_once("python_requires") {
            let asked = asked.trim_matches(['=', ' ', ',', '"', '\'']);
            let line = at + 1;
            // Behind a name that holds it nothing is known.
            page.add("python", asked_or_any(asked), Manifest, Bare::Exact, line);
        }
        let opens = bare.contains("install_requires");
        inside = opens || (inside && !bare.starts_with(']') && !bare.starts_with('['));
        if inside {
            let behind = bare.split_once("install_requires").map_or(bare, |(_, rest)| rest);
            let is_part = |part: &&str| part.starts_with(|c: char| c.is_ascii_alphabetic());
            let quoted: Vec<&str> = behind.split(['"', '\'']).filter(is_part).collect();
            for part in quoted {
                requirement(page, part, at + 1);
            }
            inside = !behind.contains(']') || opens && !behind.contains('[');
        }
    }
}

/// What is asked for, or nothing where it does not begin as a version does.
fn asked_or_any(asked: &str) -> &str {
    let begins = |first: char| first.is_ascii_digit() || "=<>~!^".contains(first);
    if asked.starts_with(begins) { asked } else { "" }
}

/// Reads an environment of conda.
pub(super) fn environment(page: &mut Page<'_>) {
    for (at, line) in page.text().lines().enumerate() {
        let Some(item) = line.trim().strip_prefix("- ") else { continue };
        let item = item.split(" #").next().unwrap_or_default().trim_matches(['"', '\'', ' ']);
        let item = item.rsplit("::").next().unwrap_or(item);
        // `numpy=1.26=py311` names a build as well.
        let (name, asked) =
            item.split_at(item.find(['=', '<', '>', '~', ' ']).unwrap_or(item.len()));
        let asked = match asked.strip_prefix('=').filter(|rest| !rest.starts_with('=')) {
            Some(plain) => plain.split('=').next().unwrap_or_default(),
            None => asked,
        };
        if !name.is_empty()
            && !name.ends_with(':')
            && name.starts_with(|c: char| c.is_ascii_alphabetic())
        {
            page.add(name, asked, Manifest, Bare::Exact, at + 1);
        }
    }
}

/// Reads the `runtime.txt` of a host.
pub(super) fn runtime(page: &mut Page<'_>) {
    let text = page.text();
    if let Some(version) = text.trim().strip_prefix("python-") {
        page.add("python", version, Setting, Bare::Exact, 1);
    }
}

/// Reads a lock file that has the name of each package on a line, and its version on the next.
pub(super) fn lock(page: &mut Page<'_>, names: &BTreeSet<String>) {
    let value = |line: &str, key: &str| {
        let rest = line.strip_prefix(key)?.trim_start().strip_prefix('=')?;
        Some(rest.trim().trim_matches('"').to_owned())
    };
    let mut name = None;
    for (at, line) in page.text().lines().enumerate() {
        if let Some(found) = value(line, "name") {
            name = names.contains(&plain(&found)).then_some(found);
        } else if let Some(version) = value(line, "version")
            && let Some(name) = name.take()
        {
            page.add(&name, &version, Lock, Bare::Exact, at + 1);
        }
    }
}
