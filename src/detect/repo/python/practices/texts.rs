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
