//! Sentences by which a file has classes of some names: `judges.py contains three classes: OneJudge, OtherJudge`.

use crate::detect::parts::Parts;
use std::sync::LazyLock;

static HOUSED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"\b(?P<path>(?:[\w-]+/)*[\w-]+\.py)`? (?:now )?(?:contains|has|defines|holds|declares|implements) (?:[a-z]+ ){0,4}?classes\b(?: [a-z]+)?\W{1,6}",
        r"(?P<names>[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?:`?,? (?:and )?`?[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)+)\b",
    ))
});

/// The part of a sentence that says so.
pub(super) fn said(sentence: &str) -> Option<String> {
    sentence
        .contains("classes")
        .then(|| HOUSED.find(sentence))?
        .map(|part| part.as_str().to_owned())
}

/// The file and the names of the classes, of which [`said`] has found that they are said to be there.
pub(in super::super) fn housed(text: &str) -> Option<(&str, Vec<&str>)> {
    let found = text.contains("classes").then(|| HOUSED.captures(text))??;
    let names = found.name("names")?.as_str();
    let names = names.split(|letter: char| !letter.is_ascii_alphanumeric());
    let names = names.filter(|name| name.starts_with(|first: char| first.is_ascii_uppercase()));
    Some((found.name("path")?.as_str(), names.collect()))
}
