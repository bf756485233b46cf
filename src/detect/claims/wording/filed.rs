//! That a function or a class is in a file: `src/graph.py::build_graph`, `build_graph is defined in src/graph.py`.

use crate::detect::parts::{Groups, Parts};
use std::sync::LazyLock;

static FILED: LazyLock<Parts> = LazyLock::new(|| {
    let path = r"(?:[\w-]+/)*[\w-]+\.py";
    Parts::new(&format!(
        r"(?:\b(?P<path>{path})`?::`?(?P<name>[A-Za-z_]\w{{3,}})|`?\b(?P<subject>[A-Za-z_]\w{{3,}})`?(?:\(\))? (?:(?:function|class|node|method|model) )?(?:(?:is|are) (?:now )?(?:defined|declared|implemented|found|located)|lives?|resides?) (?:in|at|inside) (?:the )?(?:file )?`?(?P<file>{path})\b)"
    ))
});

/// A name with the file that is said to have it.
pub(in super::super) struct Filed<'s> {
    pub name: &'s str,
    pub path: &'s str,
    /// Whether it is said that the file defines it: what it imports it has as well.
    pub defined: bool,
}

/// The part of a sentence that says so, of one name or of several.
pub(super) fn said(sentence: &str) -> Option<String> {
    if !sentence.contains(".py") {
        return None;
    }
    let mut all = FILED.find_iter(sentence);
    let first = all.next()?;
    let end = all.last().map_or(first.end(), |last| last.end());
    Some(sentence[first.start()..end].to_owned())
}

/// What such a part says.
pub(in super::super) fn filed(text: &str) -> Vec<Filed<'_>> {
    let said = text.contains(".py").then(|| FILED.captures_iter(text));
    said.into_iter().flatten().filter_map(|found| one(&found)).collect()
}

fn one<'t>(found: &Groups<'t>) -> Option<Filed<'t>> {
    let part = |one: &str, other: &str| Some(found.name(one).or(found.name(other))?.as_str());
    let defined = found.name("subject").is_some();
    Some(Filed { name: part("subject", "name")?, path: part("file", "path")?, defined })
}
