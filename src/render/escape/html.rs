//! Foreign text as HTML that shows it and nothing else.

use super::{Piece, pieces, visible};

/// Plain text as one line of HTML. No character of `text` has a meaning, in an element or in a quoted
/// attribute.
#[must_use]
pub fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    push_html(&mut out, text);
    out
}

/// Appends what [`html`] makes of a text.
pub(in crate::render) fn push_html(out: &mut String, text: &str) {
    let from = out.len();
    push_words(out, from, text.trim());
}

/// Plain text whose parts between balanced backticks are set as `<code>`, as one line of HTML. No other
/// character of `text` has a meaning.
#[must_use]
pub fn html_prose(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for piece in pieces(text.trim()) {
        match piece {
            Piece::Text(inner) => push_words(&mut out, 0, inner),
            Piece::Code(inner) => out.push_str(&html_code(inner)),
        }
    }
    out
}

/// `text` as one line of `<code>`. Empty text becomes `⟨empty⟩`, so that it can be seen.
#[must_use]
pub fn html_code(text: &str) -> String {
    let shown = html(text);
    format!("<code>{}</code>", if shown.is_empty() { "⟨empty⟩" } else { &shown })
}

/// `text` with its lines, for an element that keeps white space. Tabs become four spaces.
#[must_use]
pub fn html_block(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for (number, line) in text.lines().enumerate() {
        if number > 0 {
            out.push('\n');
        }
        for c in line.trim_end().chars() {
            match c {
                '\t' => out.push_str("    "),
                c if c.is_whitespace() => out.push(' '),
                c => push(&mut out, c),
            }
        }
    }
    out
}

/// Appends text in which every run of white space is one space, to a line that begins at `from`.
fn push_words(out: &mut String, from: usize, text: &str) {
    let mut rest = text;
    loop {
        // Most words have no character that needs a look.
        let end = rest.bytes().position(|byte| !is_plain(byte)).unwrap_or(rest.len());
        out.push_str(&rest[..end]);
        rest = &rest[end..];
        let Some(c) = rest.chars().next() else { return };
        rest = &rest[c.len_utf8()..];
        if !c.is_whitespace() {
            push(out, c);
        } else if out.len() > from && !out.ends_with(' ') {
            out.push(' ');
        }
    }
}

/// Whether a byte is a visible character of ASCII that means nothing in HTML.
const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'')
}

fn push(out: &mut String, c: char) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        c => visible::push(out, c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(html_prose(text), expected, "{text:?}");
    }

    #[test]
    fn foreign_text_builds_no_element_and_leaves_no_attribute() {
        check("<img src=x onerror='a()'>", "&lt;img src=x onerror=&#39;a()&#39;&gt;");
        check("\"&amp;", "&quot;&amp;amp;");
        check("uses `a<b` and `c", "uses <code>a&lt;b</code> and `c");
        check("`` ` `` `</code>`", "<code>`</code> <code>&lt;/code&gt;</code>");
    }

    #[test]
    fn what_hides_is_shown_by_its_code_point() {
        check("a\u{202e}b\u{0}\u{200b}", "a⟨U+202E⟩b⟨U+0000⟩⟨U+200B⟩");
        check(" a\n\n b\u{2028}c ", "a b c");
        assert_eq!(html_code(" "), "<code>⟨empty⟩</code>");
    }

    #[test]
    fn a_block_keeps_its_lines() {
        assert_eq!(html_block("a\tb  \r\n <c>\u{1b}"), "a    b\n &lt;c&gt;⟨U+001B⟩");
    }
}
