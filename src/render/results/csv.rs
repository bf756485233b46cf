//! Rows of comma-separated values, as RFC 4180 has them.
//!
//! A crate would quote as well as these few lines, but none keeps a spreadsheet from running what a
//! submission wrote, which is what matters here.

use crate::render::escape;

/// What makes a spreadsheet take a text for a formula. The wide forms are read as the narrow ones.
const FORMULA: &[char] = &['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A cell.
pub(super) enum Cell {
    /// Text that others may have written. It becomes one line, and an apostrophe before it keeps a
    /// spreadsheet from taking it for a formula.
    Text(String),
    /// A number, with so many decimals as it was given.
    Number(String),
    /// Nothing.
    Empty,
}

impl Cell {
    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    pub(super) fn number(number: &impl ToString) -> Self {
        Self::Number(number.to_string())
    }

    pub(super) fn maybe(number: Option<impl ToString>) -> Self {
        number.map_or(Self::Empty, |number| Self::Number(number.to_string()))
    }

    fn shown(&self) -> String {
        match self {
            Self::Text(text) => {
                let line = escape::terminal(text);
                let is_formula = line.starts_with(FORMULA);
                quoted(&if is_formula { format!("'{line}") } else { line })
            }
            Self::Number(number) => quoted(number),
            Self::Empty => String::new(),
        }
    }
}

/// Appends a row.
pub(super) fn push(table: &mut String, cells: &[Cell]) {
    let shown: Vec<String> = cells.iter().map(Cell::shown).collect();
    table.push_str(&shown.join(","));
    table.push_str("\r\n");
}

fn quoted(text: &str) -> String {
    if text.contains(['"', ',', ';', '\n', '\r']) || text != text.trim() {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut row = String::new();
        push(&mut row, &[Cell::text(text), Cell::number(&-1), Cell::Empty]);
        assert_eq!(row, format!("{expected},-1,\r\n"), "{text:?}");
    }

    #[test]
    fn no_text_is_a_formula() {
        check("=HYPERLINK(\"//x\",1)", "\"'=HYPERLINK(\"\"//x\"\",1)\"");
        check("+1", "'+1");
        check("-1", "'-1");
        check(" @x", "'@x");
        check("\t=1", "'=1");
        check("\r=1", "'=1");
        check("＝1", "'＝1");
        check("a\r\n=1", "a =1");
        check("a=1", "a=1");
    }

    #[test]
    fn what_would_break_a_row_is_quoted() {
        check("a, b", "\"a, b\"");
        check("say \"x\"", "\"say \"\"x\"\"\"");
        check("a\nb", "a b");
        check("\u{202e}x\u{0}", "⟨U+202E⟩x⟨U+0000⟩");
    }
}
