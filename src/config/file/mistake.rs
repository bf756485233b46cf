//! What is wrong with a file of settings, and where.

use std::ops::Range;

/// Parts of a setting's name that say that its value is a secret.
const SECRETS: &[&str] = &["key", "secret", "password", "credential", "headers"];
/// How secrets begin that providers of models and of tracing give out.
const BEGINNINGS: &[&str] = &["sk-", "lsv2_", "AIza", "gsk_", "ghp_", "github_pat_", "Bearer "];

/// What is wrong with a file of settings: one sentence, with its place in front.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Mistake(String);

impl Mistake {
    /// A mistake of no place in the file.
    pub(super) fn of_file(name: &str, text: &str) -> Self {
        Self(format!("{name}: {text}"))
    }

    /// What the parser found.
    pub(super) fn of(name: &str, text: &str, error: &toml::de::Error) -> Self {
        let said = error.message().trim().replace('\n', "; ");
        let Some(Range { start, .. }) = error.span() else {
            return Self::of_file(name, &said);
        };
        let (line, column) = place(text, start);
        let quoted: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
        let why = match quoted.split_first() {
            Some((unknown, known)) if said.starts_with("unknown field") => {
                let unknown = within(text, start, unknown);
                format!("the setting `{unknown}` is not known{}", suggestion(quoted[0], known))
            }
            Some((unknown, known)) if said.starts_with("unknown variant") => {
                let list = known.join("`, `");
                format!("`{unknown}` is not known{}; it may be `{list}`", in_setting(text, start))
            }
            Some(_) | None => format!("{said}{}", in_setting(text, start)),
        };
        Self(format!("{name}:{line}:{column}: {why}"))
    }
}

/// Refuses a file with a secret in it, also in a setting that nobody knows, and never repeats it.
///
/// A text that is no TOML passes; the parser tells what is wrong with it.
pub(super) fn no_keys(name: &str, text: &str) -> Result<(), Mistake> {
    let Ok(root) = toml::de::DeTable::parse(text) else { return Ok(()) };
    let mut open = vec![root.get_ref().iter().collect::<Vec<_>>()];
    while let Some(entries) = open.pop() {
        for (key, value) in entries {
            let lower = key.get_ref().to_ascii_lowercase();
            // Several tokens are those of a model, which are counted.
            let is_secret =
                SECRETS.iter().any(|word| lower.contains(word)) || lower.ends_with("token");
            if is_secret || holds_secret(value.get_ref()) {
                let (line, column) = place(text, key.span().start);
                return Err(Mistake(format!(
                    "{name}:{line}:{column}: the setting `{}` holds a key or a password, and this file is no place for one, since it is copied and kept; set it in the environment or in `.env` (see .env.example)",
                    within(text, key.span().start, key.get_ref())
                )));
            }
            if let toml::de::DeValue::Table(table) = value.get_ref() {
                open.push(table.iter().collect());
            }
        }
    }
    Ok(())
}

fn holds_secret(value: &toml::de::DeValue<'_>) -> bool {
    let toml::de::DeValue::String(text) = value else { return false };
    let authority = text.split_once("://").map(|(_, rest)| rest.split('/').next().unwrap_or(rest));
    BEGINNINGS.iter().any(|beginning| text.starts_with(beginning))
        || authority.is_some_and(|authority| authority.contains('@'))
}

/// Line and column of a byte, both from 1; columns count characters.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or(before);
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// A setting's name with that of its table in front.
fn within(text: &str, at: usize, name: &str) -> String {
    let before = text.get(..at).unwrap_or(text);
    let table = before.lines().rev().find_map(|line| {
        let line = line.trim();
        line.strip_prefix('[')?.split(']').next().filter(|table| !table.starts_with('['))
    });
    // The heading of a table is no part of a table.
    let is_heading = before.rsplit('\n').next().is_some_and(|line| line.trim_start() == "[");
    match table {
        Some(table) if !table.is_empty() && !is_heading => format!("{}.{name}", table.trim()),
        Some(_) | None => name.to_owned(),
    }
}

/// ` in the setting …`, where the line shows which one a value belongs to.
fn in_setting(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or(before);
    let name = line.split_once('=').map(|(name, _)| name.trim()).filter(|name| !name.is_empty());
    name.map_or(String::new(), |name| format!(" in the setting `{}`", within(text, at, name)))
}

/// `; did you mean …?`, where a known name is near.
fn suggestion(unknown: &str, known: &[&str]) -> String {
    let near = known.iter().map(|name| (distance(unknown, name), *name)).min();
    match near {
        Some((distance, name)) if distance <= 1 + name.len() / 4 => {
            format!("; did you mean `{name}`?")
        }
        Some(_) | None => "; `auditor config --example` shows every setting".to_owned(),
    }
}

/// How many letters must be put in, taken out or replaced to make one word of the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().take(64).enumerate() {
        let mut corner = row[0];
        row[0] = at + 1;
        for (column, candidate) in other.iter().enumerate() {
            let replaced = corner + usize::from(letter != *candidate);
            corner = row[column + 1];
            row[column + 1] = replaced.min(corner + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}
