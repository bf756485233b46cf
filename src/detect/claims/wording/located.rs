//! That a function or a class stands in certain lines of a file.

use crate::detect::parts::Parts;
use std::sync::LazyLock;

static LINES: LazyLock<Parts> = LazyLock::new(|| {
    let path = r"(?:[\w-]+/)*[\w-]+\.py";
    let lines = r"lines? (?P<from>[0-9]{1,5}) ?(?u:[-–]) ?(?P<to>[0-9]{1,5})\b";
    Parts::new(&format!(
        r"(?:^(?u:[^\p{{L}}_])*(?P<subject>[A-Za-z_]\w*)`?(?:\(\))? (?:(?:function|class|node|method|is|was|now|implemented|defined|located|found) ){{0,3}}(?:in |at )?\(?`?(?P<path>{path})`?,? (?:at )?{lines}|`?(?P<before>{path})`? \(`?(?P<name>\w+)`? (?:function|class|node|method),? {})",
        lines.replace("from", "first").replace("<to>", "<last>")
    ))
});

/// A name, the file that is said to define it, and the lines in which it is said to stand.
pub(in super::super) struct Located<'s> {
    pub name: &'s str,
    pub path: &'s str,
    pub lines: (u32, u32),
}

/// The part of a sentence that says of a definition in which lines it stands.
pub(super) fn said(sentence: &str) -> Option<String> {
    sentence.contains("line").then(|| LINES.find(sentence))?.map(|part| part.as_str().to_owned())
}

/// What such a part says.
pub(in super::super) fn located(text: &str) -> Option<Located<'_>> {
    let found = text.contains("line").then(|| LINES.captures(text))??;
    let group = |one: &str, other: &str| Some(found.name(one).or(found.name(other))?.as_str());
    let number = |one: &str, other: &str| group(one, other)?.parse::<u32>().ok();
    let (name, path) = (group("subject", "name")?, group("path", "before")?);
    let lines = (number("from", "first")?, number("to", "last")?);
    (lines.0 <= lines.1).then_some(Located { name, path, lines })
}
