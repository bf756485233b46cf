//! The only way for text that we did not write to reach a report or a terminal.
//!
//! Each function takes any text; those of [`html`](fn@html) return HTML, [`terminal`] a line for a terminal,
//! [`shell`] a word of a command, and
//! the others return Markdown that a reader sees as that text: it starts no
//! heading, list, table, link, image, footnote, formula or HTML, on GitHub or elsewhere. What could
//! become a link by itself (URLs, e-mail addresses, mentions) is set as code, because a backslash
//! does not stop a reader that looks for links after parsing.

mod html;
mod visible;

pub(super) use html::push_html;
pub use html::{html, html_block, html_code, html_prose};

use std::fmt::Write as _;

/// Where a piece of Markdown will stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// A paragraph, heading or list item.
    Paragraph,
    /// A cell of a table, which is cut at every `|` before code is looked at.
    Cell,
}

/// One word of a command as a POSIX shell takes it.
#[must_use]
pub fn shell(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-:/,@%+=".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Plain text as one line of inline Markdown. No character of `text` has a meaning.
#[must_use]
pub fn inline(text: &str) -> String {
    inline_within(text, Within::Paragraph, true)
}

/// What [`inline`] makes of `text`, for a cell of a table.
#[must_use]
pub fn inline_cell(text: &str) -> String {
    inline_within(text, Within::Cell, true)
}

/// Plain text whose parts between balanced backticks are set as code, as one line of inline
/// Markdown. No other character of `text` has a meaning.
#[must_use]
pub fn prose(text: &str) -> String {
    prose_within(text, Within::Paragraph)
}

/// What [`prose`] makes of `text`, for a cell of a table.
#[must_use]
pub fn table_cell(text: &str) -> String {
    prose_within(text, Within::Cell)
}

/// `text` as one code span. Empty text, which no code span can hold, becomes `⟨empty⟩`.
#[must_use]
pub fn code_span(text: &str) -> String {
    code_within(text, Within::Paragraph)
}

/// What [`code_span`] makes of `text`, for a cell of a table. A backslash before a `|` is set apart
/// by a space, because readers disagree on what the pair means in a table.
#[must_use]
pub fn code_cell(text: &str) -> String {
    code_within(text, Within::Cell)
}

/// `text` as a fenced block of code, without a line break at its end. Of `language` only letters,
/// digits, `+` and `-` are kept; `text` where none are left.
#[must_use]
pub fn code_block(text: &str, language: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut shown = String::with_capacity(line.len());
        for c in line.trim_end().chars() {
            match c {
                '\t' => shown.push_str("    "),
                c if c.is_whitespace() => shown.push(' '),
                c => visible::push(&mut shown, c),
            }
        }
        lines.push(shown);
    }
    let body = lines.join("\n");
    let fence = "`".repeat(longest_run(&body).max(2) + 1);
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-');
    let language: String = language.chars().filter(is_plain).collect();
    let language = if language.is_empty() { "text" } else { &language };
    format!("{fence}{language}\n{body}\n{fence}")
}

/// `text` as one line for a terminal: nothing in it moves the cursor, colours, hides or reorders.
#[must_use]
pub fn terminal(text: &str) -> String {
    visible::line(text)
}

/// `text` with what hides written as JSON escapes. Only for text that is JSON already, where such
/// characters stand in strings alone, so that its value stays the same.
#[must_use]
pub fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut units = [0; 2];
    let hides = |c| visible::is_hidden(c) || matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}');
    let mut rest = text;
    while let Some((at, c)) = rest.char_indices().find(|(_, c)| hides(*c)) {
        out.push_str(&rest[..at]);
        for unit in c.encode_utf16(&mut units) {
            write!(out, "\\u{unit:04x}").expect("writing to a string cannot fail");
        }
        rest = &rest[at + c.len_utf8()..];
    }
    out + rest
}

fn prose_within(text: &str, within: Within) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut gap = false;
    for piece in pieces(text) {
        let (inner, rendered) = match piece {
            Piece::Text(inner) => (inner, inline_within(inner, within, out.is_empty())),
            Piece::Code(inner) => ("", code_within(inner, within)),
        };
        gap |= inner.starts_with(char::is_whitespace);
        // Two code spans that touch would be read as one with a longer fence.
        gap |= out.ends_with('`') && rendered.starts_with('`');
        if gap && !out.is_empty() && !rendered.is_empty() {
            out.push(' ');
        }
        gap = inner.ends_with(char::is_whitespace) || (gap && rendered.is_empty());
        out.push_str(&rendered);
    }
    out
}

/// A part of a text with backticks.
enum Piece<'a> {
    /// What stands outside of backticks.
    Text(&'a str),
    /// What stands between two runs of as many backticks.
    Code(&'a str),
}

/// Cuts a text as `CommonMark` does: a run of backticks is closed by the next run of the same length,
/// and is plain text where there is none.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let runs = backtick_runs(text);
    let mut closing = vec![None; runs.len()];
    let mut latest = std::collections::BTreeMap::new();
    for (index, (_, length)) in runs.iter().enumerate().rev() {
        closing[index] = latest.insert(*length, index);
    }
    let (mut all, mut from, mut index) = (Vec::new(), 0, 0);
    while let Some((start, length)) = runs.get(index).copied() {
        let close = closing[index]
            .filter(|close: &usize| !text[start + length..runs[*close].0].trim().is_empty());
        if let Some(close) = close {
            all.push(Piece::Text(&text[from..start]));
            all.push(Piece::Code(&text[start + length..runs[close].0]));
            from = runs[close].0 + length;
            index = close;
        }
        index += 1;
    }
    all.push(Piece::Text(&text[from..]));
    all
}

/// Where runs of backticks start, and how long they are.
fn backtick_runs(text: &str) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in text.match_indices('`') {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == at => *length += 1,
            Some(_) | None => runs.push((at, 1)),
        }
    }
    runs
}

fn longest_run(text: &str) -> usize {
    backtick_runs(text).into_iter().map(|(_, length)| length).max().unwrap_or(0)
}

fn code_within(text: &str, within: Within) -> String {
    let mut code = visible::line(text);
    if code.is_empty() {
        return "⟨empty⟩".to_owned();
    }
    if within == Within::Cell {
        code = code.replace("\\|", "\\ |").replace('|', "\\|");
    }
    let fence = "`".repeat(longest_run(&code) + 1);
    let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{code}{pad}{fence}")
}

fn inline_within(text: &str, within: Within, starts_line: bool) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let line = visible::line(text);
    for (position, word) in line.split(' ').enumerate() {
        if position > 0 {
            out.push(' ');
        }
        if may_become_link(word) {
            out.push_str(&code_within(word, within));
        } else {
            push_word(&mut out, word, starts_line && position == 0);
        }
    }
    if out.ends_with('!') {
        // A link of ours may follow, and `!` before it would make it an image.
        out.insert(out.len() - 1, '\\');
    }
    out
}

/// Whether readers turn a word into a link without being asked: URLs, e-mail addresses, mentions.
fn may_become_link(word: &str) -> bool {
    let mentions = word
        .match_indices('@')
        .any(|(at, _)| word[at + 1..].starts_with(|c: char| c.is_alphanumeric() || c == '\\'));
    let names_web = || word.as_bytes().windows(4).any(|part| part.eq_ignore_ascii_case(b"www."));
    mentions || word.contains("://") || names_web()
}

/// Appends a word without white space, escaped.
fn push_word(out: &mut String, word: &str, starts_line: bool) {
    let marker = if starts_line { marker_end(word) } else { None };
    let mut before = None;
    let mut rest = word.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let after = rest.peek().map(|(_, c)| *c);
        let has_meaning = match c {
            '\\' | '`' | '*' | '{' | '}' | '[' | ']' | '<' | '>' | '|' | '&' | '~' | '$' | '^' => {
                true
            }
            // Between letters an underscore is only an underscore.
            '_' => !(is_letter(before) && is_letter(after)),
            '!' => after == Some('['),
            _ => marker == Some(at),
        };
        if has_meaning {
            out.push('\\');
        }
        out.push(c);
        before = Some(c);
    }
}

fn is_letter(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_ascii_alphanumeric())
}

/// Where the character stands that makes a heading, underline or list of a line that starts with
/// `word`.
fn marker_end(word: &str) -> Option<usize> {
    if word.starts_with(['#', '+', '-', '=', ':', '%']) {
        return Some(0);
    }
    // `1.2` is a version; only `1.` alone numbers an item.
    let number = word.strip_suffix(['.', ')'])?;
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    is_number.then_some(number.len())
}

#[cfg(test)]
pub(super) mod tests;
