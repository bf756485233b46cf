//! Characters that a reader cannot see, or that reorder what a reader sees.

use crate::domain::invisible::is_unseen;
use std::fmt::Write as _;

/// Whether `c` is a control character or one that hides, joins or reorders its neighbours.
/// White space is not among them.
pub(super) fn is_hidden(c: char) -> bool {
    // Nearly all that is asked for.
    if c.is_ascii() {
        return c.is_ascii_control() && !c.is_whitespace();
    }
    let is_control = c.is_control() && !c.is_whitespace();
    // Signs of numbers and verses, which stand around others.
    let surrounds = matches!(c,
        '\u{600}'..='\u{605}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
        | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1345f}');
    is_control || (is_unseen(c) && !is_emoji_selector(c)) || surrounds
}

/// Whether `c` chooses between the text and the picture form of the sign before it.
fn is_emoji_selector(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}')
}

/// Appends `c`, or its code point as `⟨U+202E⟩` where it would hide. The selectors of emoji stay
/// where they follow a sign, because there they are what people type.
pub(super) fn push(out: &mut String, c: char) {
    // Nearly all that is written.
    if c.is_ascii_graphic() {
        return out.push(c);
    }
    let follows_sign = || {
        out.chars().next_back().is_some_and(|p| p > '\u{ff}' && !p.is_alphanumeric() && p != '⟩')
    };
    let is_stray = is_emoji_selector(c) && (out.ends_with(is_emoji_selector) || !follows_sign());
    if is_hidden(c) || is_stray {
        write!(out, "⟨U+{:04X}⟩", u32::from(c)).expect("writing to a string cannot fail");
    } else {
        out.push(c);
    }
}

/// One line: every run of white space becomes one space, the ends are trimmed, and what hides is
/// shown by its code point.
pub(super) fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        word.chars().for_each(|c| push(&mut out, c));
    }
    out
}
