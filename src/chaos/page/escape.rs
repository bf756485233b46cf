//! The only way for text to reach the page.

use crate::domain::invisible::{is_selector, is_unseen};
use std::fmt::Write as _;

/// `text` for HTML and SVG, inside an element or a quoted attribute. Control characters and marks that
/// turn the direction of writing are shown as their code points.
pub(super) fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' => out.push(' '),
            c if hides(c) => {
                let _ = write!(out, "⟨U+{:04X}⟩", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

fn hides(c: char) -> bool {
    let is_hidden = is_unseen(c) && !is_selector(c);
    c.is_control() || is_hidden || matches!(c, '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(html(text), expected);
    }

    #[test]
    fn no_text_can_end_its_element_or_attribute() {
        check("panic at judge.handle, 95 %", "panic at judge.handle, 95 %");
        check("</svg><script>", "&lt;/svg&gt;&lt;script&gt;");
        check("\" onload='x' &amp;", "&quot; onload=&#39;x&#39; &amp;amp;");
        check("a\nb\tc", "a b c");
        check("a\0b\u{202e}c", "a⟨U+0000⟩b⟨U+202E⟩c");
    }
}
