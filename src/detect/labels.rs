//! Labels of diagrams that are written as text, in which the letters `\n` end a line.

use memchr::memmem;
use std::borrow::Cow;

/// The letters that end a line of a label.
pub(in crate::detect) const BREAK: &str = "\\n";
/// What the text of a diagram has: without one of these, the letters may be those of a path.
const SIGNS: [&str; 7] = ["-->", "-.->", "==>", "subgraph", "flowchart ", "graph TD", "graph LR"];
/// What opens a label.
const OPENS: [char; 4] = ['[', '(', '{', '|'];

/// Where line breaks stand in the labels of a text, in order.
pub(in crate::detect) fn breaks(text: &str) -> Vec<usize> {
    let all = memmem::find_iter(text.as_bytes(), BREAK);
    let mut all = all.filter(|at| is_in_label(text, *at)).peekable();
    let is_drawn = || SIGNS.iter().any(|sign| text.contains(sign));
    if all.peek().is_some() && is_drawn() { all.collect() } else { Vec::new() }
}

/// The text with spaces for the line breaks of labels.
pub(in crate::detect) fn in_one_line(text: &str) -> Cow<'_, str> {
    let all = breaks(text);
    if all.is_empty() {
        return text.into();
    }
    let (mut parts, mut from) = (Vec::new(), 0);
    for at in all {
        parts.push(&text[from..at]);
        from = at + BREAK.len();
    }
    parts.push(&text[from..]);
    parts.join(" ").into()
}

/// Whether a place lies behind a bracket that opens on its line and does not close before it, or in quotation marks
/// that do so.
fn is_in_label(text: &str, at: usize) -> bool {
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    let closes = |open: char| match open {
        '[' => ']',
        '(' => ')',
        '{' => '}',
        other => other,
    };
    if line.matches('"').count() % 2 == 1 {
        let before = line.rsplit_once('"').map_or("", |(before, _)| before);
        return before.trim_end().ends_with(OPENS);
    }
    let opened = line.rfind(OPENS);
    opened.is_some_and(|open| {
        let mut inside = line[open..].chars();
        let closing = inside.next().map_or(']', closes);
        open > 0 && !inside.any(|letter| letter == closing)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_label_of_a_diagram_has_lines_that_letters_end() {
        for (text, expected) in [
            ("A --> B[\"CLI\\nsrc/cli.py\"]", "A --> B[\"CLI src/cli.py\"]"),
            ("A[One\\ntwo] --> B", "A[One two] --> B"),
            ("A[\"CLI\\nsrc/cli.py\"]", "A[\"CLI\\nsrc/cli.py\"]"),
            ("A --> B\nC:\\notes\\new.py", "A --> B\nC:\\notes\\new.py"),
            ("A[x] --> B, as src\\nodes\\a.py", "A[x] --> B, as src\\nodes\\a.py"),
        ] {
            assert_eq!(in_one_line(text), expected);
        }
    }
}
