//! `submissions.json` and `submission.json`.

use super::super::field::{Field, Row, short};
use super::super::scan::Problem;
use super::{Listing, line_at, listed, problem, text};
use crate::domain::docket::Origin;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The key under which a list may stand.
const KEY: &str = "submissions";

/// Reads a list of objects, or an object that has one under `submissions`.
///
/// # Errors
/// When no entry can be read: where, and why.
pub(in super::super) fn json(file: &str, bytes: &[u8]) -> Result<Listing, Problem> {
    let text = text(bytes).map_err(|(line, text)| problem(file, line, text))?;
    let value = parsed(file, text)?;
    let entries = match value {
        Value::Array(entries) => entries,
        Value::Object(mut object) => match object.remove(KEY) {
            Some(Value::Array(entries)) => entries,
            Some(_) | None => return Err(shape(file)),
        },
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            return Err(shape(file));
        }
    };
    let lines = lines(text.as_bytes());
    let mut listing = Listing::default();
    for (at, entry) in entries.iter().enumerate() {
        let line = lines.get(at).copied().unwrap_or(1);
        if listing.is_full(file, line) {
            break;
        }
        let row = match entry {
            Value::Object(object) => row(object, listed(file, line), &mut listing.unknown),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_) => {
                Err("the entry is no object; write one such as {\"id\": \"ada\", \"repo_url\": \"https://…\"}".into())
            }
        };
        listing.push(row.map_err(|text| problem(file, line, text)));
    }
    Ok(listing)
}

/// Reads the one object of a `submission.json`.
///
/// # Errors
/// When it cannot be read: why.
pub(in super::super) fn object(
    file: &str,
    bytes: &[u8],
    origin: Origin,
    unknown: &mut BTreeSet<String>,
) -> Result<Row, Problem> {
    let text = text(bytes).map_err(|(line, text)| problem(file, line, text))?;
    match parsed(file, text)? {
        Value::Object(object) => {
            row(&object, origin, unknown).map_err(|text| problem(file, 1, text))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Err(problem(file, 1, "the file must hold one object with a `repo_url`"))
        }
    }
}

fn parsed(file: &str, text: &str) -> Result<Value, Problem> {
    serde_json::from_str(text).map_err(|error| {
        let line = u32::try_from(error.line().max(1)).unwrap_or(u32::MAX);
        let said = error.to_string();
        let why = said.split(" at line ").next().unwrap_or(&said);
        problem(file, line, format!("the file is no JSON: {why}, in column {}", error.column()))
    })
}

fn shape(file: &str) -> Problem {
    problem(
        file,
        1,
        "the list must be an array of objects, or an object with one under `submissions`",
    )
}

fn row(
    object: &Map<String, Value>,
    origin: Origin,
    unknown: &mut BTreeSet<String>,
) -> Result<Row, String> {
    let mut row = Row::new(origin);
    for (name, value) in object {
        let Some(field) = Field::of(name) else {
            unknown.insert(short(name));
            continue;
        };
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Null => String::new(),
            Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
                return Err(format!("the field `{}` must be text", field.name()));
            }
        };
        row.put(field, &text)?;
    }
    Ok(row)
}

/// The line on which each entry of a list begins. The text is known to be JSON.
fn lines(text: &[u8]) -> Vec<u32> {
    let (mut found, mut line, mut counted) = (Vec::new(), 1, 0);
    // How deep the walk is, how deep entries are once the list is reached, and the key that was read last.
    let (mut depth, mut entries, mut key) = (0_usize, None, None);
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        let begins = !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':' | b']' | b'}');
        if begins && entries == Some(depth) {
            line += line_at(&text[counted..], at - counted) - 1;
            counted = at;
            found.push(line);
        }
        match byte {
            b'"' => {
                let end = end_of_text(text, at);
                key = (depth == 1 && entries.is_none()).then(|| &text[at + 1..end]);
                at = end;
            }
            b'[' | b'{' => {
                depth += 1;
                let is_list = depth == 1 || depth == 2 && key == Some(KEY.as_bytes());
                if byte == b'[' && is_list && entries.is_none() {
                    entries = Some(depth);
                }
            }
            b']' | b'}' => {
                if entries == Some(depth) {
                    return found;
                }
                depth = depth.saturating_sub(1);
            }
            // The rest of a number or a word must not count as another entry.
            _ if begins => {
                while text
                    .get(at + 1)
                    .is_some_and(|b| b.is_ascii_alphanumeric() || b"+-.".contains(b))
                {
                    at += 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Where the text that begins at `from` ends.
fn end_of_text(text: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while at < text.len() && text[at] != b'"' {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    at.min(text.len())
}
