//! `submissions.csv`.

use super::super::field::{Field, Row, short};
use super::super::scan::Problem;
use super::{Listing, listed, problem, text};

/// Longest entry, in bytes; one that seems longer has a quote too many.
const LONGEST: usize = 64 << 10;

/// Reads a list whose first line names its columns.
///
/// Commas, semicolons or tabs are between the columns, whichever the first line has most of.
///
/// # Errors
/// When no entry can be read: where, and why.
pub(in super::super) fn csv(file: &str, bytes: &[u8]) -> Result<Listing, Problem> {
    let text = text(bytes).map_err(|(line, text)| problem(file, line, text))?;
    let mut records = records(text);
    let Some(first) = records.next() else {
        return Err(problem(file, 1, "the list is empty; its first line names the columns"));
    };
    let between = delimiter(first.text);
    let names = fields(first.text, between).filter(|_| first.is_whole);
    let names =
        names.ok_or_else(|| problem(file, first.line, "the columns cannot be told apart"))?;
    let columns: Vec<Option<Field>> = names.iter().map(|name| Field::of(name)).collect();
    if !columns.contains(&Some(Field::Repository)) {
        let text = "the first line must name the columns, such as `id,repo_url,pdf`, and has no `repo_url`";
        return Err(problem(file, first.line, text));
    }
    let mut listing = Listing::default();
    let known = names.iter().zip(&columns);
    listing.unknown = known
        .filter(|(name, column)| column.is_none() && !name.trim().is_empty())
        .map(|(name, _)| short(name))
        .collect();
    for record in records {
        if listing.is_full(file, record.line) {
            break;
        }
        listing.push(row(file, &record, between, &columns));
    }
    Ok(listing)
}

fn row(
    file: &str,
    record: &Record<'_>,
    between: u8,
    columns: &[Option<Field>],
) -> Result<Row, Problem> {
    let refused = |text: &str| problem(file, record.line, text);
    if !record.is_whole {
        return Err(refused("a quote is opened and never closed; close it, or double it"));
    }
    let Some(texts) = fields(record.text, between) else {
        return Err(refused("a quote is opened within a field; put the whole field in quotes"));
    };
    let beyond = texts.iter().skip(columns.len()).any(|text| !text.trim().is_empty());
    if beyond {
        return Err(refused(&format!(
            "the line has {} fields and the first line names {}; put a field with commas in quotes",
            texts.len(),
            columns.len()
        )));
    }
    let mut row = Row::new(listed(file, record.line));
    for (text, column) in texts.iter().zip(columns) {
        if let Some(field) = column {
            row.put(*field, text).map_err(|text| refused(&text))?;
        }
    }
    Ok(row)
}

/// The fields of one record; `None` when it is not one record after all.
fn fields(record: &str, between: u8) -> Option<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(between)
        .buffer_capacity(record.len().clamp(64, LONGEST))
        .from_reader(record.as_bytes());
    let mut records = reader.records();
    let fields = records.next()?.ok()?;
    records.next().is_none().then(|| fields.iter().map(str::to_owned).collect())
}

/// What is between the columns.
fn delimiter(first: &str) -> u8 {
    let count = |mark: &u8| first.bytes().filter(|byte| byte == mark).count();
    // The last of several with the same count wins, so a comma where there is none at all.
    [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',')
}

/// One record as it is written.
struct Record<'a> {
    /// The number of its first line, from 1.
    line: u32,
    text: &'a str,
    /// Whether every quote in it is closed.
    is_whole: bool,
}

/// Splits a text into records and leaves blank lines out. A record whose quotes do not come to an end is its
/// first line alone, so that one quote too many does not swallow the entries after it.
fn records(text: &str) -> impl Iterator<Item = Record<'_>> {
    let (mut rest, mut line) = (text, 1_u32);
    std::iter::from_fn(move || {
        loop {
            if rest.is_empty() {
                return None;
            }
            let (end, is_whole) = match end_of_record(rest) {
                Some(end) => (end, true),
                None => (rest.find('\n').unwrap_or(rest.len()), false),
            };
            let (record, after) = rest.split_at(end);
            let at = line;
            let lines = record.bytes().filter(|byte| *byte == b'\n').count() + 1;
            line = line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
            rest = after.strip_prefix('\n').unwrap_or(after);
            if !record.trim().is_empty() {
                return Some(Record { line: at, text: record, is_whole });
            }
        }
    })
}

/// Where the first record ends: at the end of a line, or of the text, with every quote closed.
fn end_of_record(text: &str) -> Option<usize> {
    let mut is_quoted = false;
    for (at, byte) in text.bytes().enumerate().take(LONGEST) {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' if !is_quoted => return Some(at),
            _ => {}
        }
    }
    (text.len() <= LONGEST && !is_quoted).then_some(text.len())
}
