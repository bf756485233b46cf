//! What texts in sources are for, by what stands around them.

use super::super::syntax::Span;

/// Functions and methods that look for what they are given first.
const SEEKS: &[&str] = &[
    "search",
    "match",
    "fullmatch",
    "findall",
    "finditer",
    "compile",
    "sub",
    "subn",
    "split",
    "startswith",
    "find",
    "rfind",
    "index",
    "replace",
    "count",
    "removeprefix",
    "partition",
];

/// Whether a text is what something is looked for by: the first argument of such a call, or before `in`.
pub(super) fn is_sought(source: &str, text: Span) -> bool {
    let after = source.get(text.end..).unwrap_or_default().trim_start();
    let before = source.get(..text.start).unwrap_or_default().trim_end();
    let callee = before.strip_suffix('(').unwrap_or_default();
    let is_other = |letter: char| !letter.is_alphanumeric() && letter != '_';
    let name = callee.rsplit(is_other).next().unwrap_or_default();
    after.starts_with("in ") || after.starts_with("not in ") || SEEKS.contains(&name)
}

/// Whether a text is put into a variable that the function sends to a model: what asks reports nothing.
pub(super) fn is_asked(source: &str, function: Option<Span>, text: Span) -> bool {
    let Some(function) = function.and_then(|span| source.get(span.start..span.end)) else {
        return false;
    };
    let before = source.get(..text.start).unwrap_or_default();
    let before = before.trim_end_matches(|letter: char| letter.is_whitespace() || letter == '(');
    let Some(before) = before.strip_suffix('=').map(str::trim_end) else { return false };
    let is_other = |letter: char| !letter.is_alphanumeric() && letter != '_';
    let name = before.rsplit(is_other).next().unwrap_or_default();
    let sends = |how: &str| {
        let sent = format!("{how}{name}");
        function
            .match_indices(&sent)
            .any(|(at, sent)| function[at + sent.len()..].trim_start().starts_with([')', ',', '}']))
    };
    !name.is_empty()
        && ["Message(content=", "Message(", "invoke(", "\"content\": "].into_iter().any(sends)
}
