//! Lists → rows. Pure: bytes in, rows and sentences out.

mod csv;
mod json;

pub(super) use self::csv::csv;
pub(super) use self::json::{json, object};

use super::field::Row;
use super::scan::Problem;
use crate::domain::docket::Origin;

/// What a list comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Listing {
    pub(super) rows: Vec<Row>,
    pub(super) problems: Vec<Problem>,
    /// Names of columns or keys that no field has.
    pub(super) unknown: std::collections::BTreeSet<String>,
}

impl Listing {
    /// Takes one entry in, or why it cannot be.
    fn push(&mut self, row: Result<Row, Problem>) {
        match row {
            Ok(row) if row.is_empty() => {}
            Ok(row) => self.rows.push(row),
            Err(problem) => self.problems.push(problem),
        }
    }

    /// Whether the list has as many entries as one may have; the first time one more comes, that is told.
    fn is_full(&mut self, file: &str, line: u32) -> bool {
        let most = super::LIST_ENTRIES;
        let is_full = self.rows.len() + self.problems.len() >= most;
        if is_full {
            let text = format!(
                "the list has more than {most} entries; those from here on are not read, so split it"
            );
            self.problems.push(problem(file, line, text));
        }
        is_full
    }
}

/// The text of a list.
///
/// # Errors
/// When it is not UTF-8: the line at which it is not, and a sentence.
fn text(bytes: &[u8]) -> Result<&str, (u32, String)> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err((1, "the list is written in UTF-16; save it as UTF-8".into()));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let line = line_at(bytes, error.valid_up_to());
        (line, "the list is not written in UTF-8 from here on; save it as UTF-8".into())
    })
}

/// The number of the line, from 1, that holds a byte.
fn line_at(bytes: &[u8], at: usize) -> u32 {
    let lines = bytes[..at.min(bytes.len())].split(|byte| *byte == b'\n').count();
    u32::try_from(lines).unwrap_or(u32::MAX)
}

fn listed(file: &str, line: u32) -> Origin {
    Origin::List { file: file.to_owned(), line }
}

fn problem(file: &str, line: u32, text: impl Into<String>) -> Problem {
    Problem { place: listed(file, line).to_string(), text: text.into() }
}

#[cfg(test)]
mod tests;
