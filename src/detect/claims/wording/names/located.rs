//! In which file, or in which lines of it, a function or a class is said to be: `src/graph.py::build_graph`,
//! `build_graph is defined in src/graph.py`, `judges.py contains three classes: OneJudge, OtherJudge`.

use super::super::sentence::elsewhere;
use super::beside;
use crate::detect::parts::{Groups, Parts};
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Words by which the sentence speaks of another time, of others or of what is not so.
static ELSEWHERE: LazyLock<Phrase> =
    LazyLock::new(|| elsewhere::of_a_claim(r"can|if|never|not|cannot"));

/// The part of a sentence that says of definitions in which lines they stand, or in which file.
pub(in super::super) fn said(sentence: &str) -> Option<String> {
    lined_part(sentence)
        .or_else(|| housed_part(sentence))
        .or_else(|| filed_part(sentence).filter(|_| beside::organs_in(sentence).is_empty()))
        .or_else(|| beside::is_placed(sentence).then(|| sentence.to_owned()))
        .filter(|_| !ELSEWHERE.is_match(sentence))
}

/// That a definition stands in certain lines of a file.
static LINES: LazyLock<Parts> = LazyLock::new(|| {
    let path = r"(?:[\w-]+/)*[\w-]+\.py";
    let lines = r"lines? (?P<from>[0-9]{1,5}) ?(?u:[-–]) ?(?P<to>[0-9]{1,5})\b";
    Parts::new(&format!(
        r"(?:^(?u:[^\p{{L}}_])*(?P<subject>[A-Za-z_]\w*)`?(?:\(\))? (?:(?:function|class|node|method|is|was|now|implemented|defined|located|found) ){{0,3}}(?:in |at )?\(?`?(?P<path>{path})`?,? (?:at )?{lines}|`?(?P<before>{path})`? \(`?(?P<name>\w+)`? (?:function|class|node|method),? {})",
        lines.replace("from", "first").replace("<to>", "<last>")
    ))
});

/// A name, the file that is said to define it, and the lines in which it is said to stand.
pub(in crate::detect::claims) struct Located<'s> {
    pub name: &'s str,
    pub path: &'s str,
    pub lines: (u32, u32),
}

/// The part that says of a definition in which lines it stands.
fn lined_part(sentence: &str) -> Option<String> {
    sentence.contains("line").then(|| LINES.find(sentence))?.map(|part| part.as_str().to_owned())
}

/// What such a part says.
pub(in crate::detect::claims) fn located(text: &str) -> Option<Located<'_>> {
    let found = text.contains("line").then(|| LINES.captures(text))??;
    let group = |one: &str, other: &str| Some(found.name(one).or(found.name(other))?.as_str());
    let number = |one: &str, other: &str| group(one, other)?.parse::<u32>().ok();
    let (name, path) = (group("subject", "name")?, group("path", "before")?);
    let lines = (number("from", "first")?, number("to", "last")?);
    (lines.0 <= lines.1).then_some(Located { name, path, lines })
}

/// That a file has classes of some names.
static HOUSED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"\b(?P<path>(?:[\w-]+/)*[\w-]+\.py)`? (?:now )?(?:contains|has|defines|holds|declares|implements) (?:[a-z]+ ){0,4}?classes\b(?: [a-z]+)?\W{1,6}",
        r"(?P<names>[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?:`?,? (?:and )?`?[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)+)\b",
    ))
});

/// The part that says so of classes.
fn housed_part(sentence: &str) -> Option<String> {
    sentence
        .contains("classes")
        .then(|| HOUSED.find(sentence))?
        .map(|part| part.as_str().to_owned())
}

/// The file and the names of the classes, of which [`said`] has found that they are said to be there.
pub(in crate::detect::claims) fn housed(text: &str) -> Option<(&str, Vec<&str>)> {
    let found = text.contains("classes").then(|| HOUSED.captures(text))??;
    let names = found.name("names")?.as_str();
    let names = names.split(|letter: char| !letter.is_ascii_alphanumeric());
    let names = names.filter(|name| name.starts_with(|first: char| first.is_ascii_uppercase()));
    Some((found.name("path")?.as_str(), names.collect()))
}

/// That a function or a class is in a file.
static FILED: LazyLock<Parts> = LazyLock::new(|| {
    let path = r"(?:[\w-]+/)*[\w-]+\.py";
    Parts::new(&format!(
        r"(?:\b(?P<path>{path})`?::`?(?P<name>[A-Za-z_]\w{{3,}})|`?\b(?P<subject>[A-Za-z_]\w{{3,}})`?(?:\(\))? (?:(?:function|class|node|method|model) )?(?:(?:is|are) (?:now )?(?:defined|declared|implemented|found|located)|lives?|resides?) (?:in|at|inside) (?:the )?(?:file )?`?(?P<file>{path})\b)"
    ))
});

/// A name with the file that is said to have it.
pub(in crate::detect::claims) struct Filed<'s> {
    pub name: &'s str,
    pub path: &'s str,
    /// Whether it is said that the file defines it: what it imports it has as well.
    pub defined: bool,
}

/// The part that says so of one name or of several.
fn filed_part(sentence: &str) -> Option<String> {
    if !sentence.contains(".py") {
        return None;
    }
    let mut all = FILED.find_iter(sentence);
    let first = all.next()?;
    let end = all.last().map_or(first.end(), |last| last.end());
    Some(sentence[first.start()..end].to_owned())
}

/// What such a part says.
pub(in crate::detect::claims) fn filed(text: &str) -> Vec<Filed<'_>> {
    let said = text.contains(".py").then(|| FILED.captures_iter(text));
    said.into_iter().flatten().filter_map(|found| filed_one(&found)).collect()
}

fn filed_one<'t>(found: &Groups<'t>) -> Option<Filed<'t>> {
    let part = |one: &str, other: &str| Some(found.name(one).or(found.name(other))?.as_str());
    let defined = found.name("subject").is_some();
    Some(Filed { name: part("subject", "name")?, path: part("file", "path")?, defined })
}

/// That a file has a class of a name.
static CLASS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?i:files?): ?`?(?P<path>(?:[\w-]+/)*[\w-]+\.py)`? \(`?(?P<name>[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)`? class\)",
    )
});

/// Words by which the class may be what is yet to be made.
static TO_BE_MADE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"new|add\w*|creat\w+|introduc\w+|convert\w*|turn\w*|refactor\w*|extract|into a|must|needs?|target|student",
    )
});

/// The part of a sentence that says of a class in which file it is, and what the code is like there: a plan does
/// so as well.
pub(in crate::detect::claims) fn class_in_file(sentence: &str) -> Option<&str> {
    let found = sentence.contains("class)").then(|| CLASS.find(sentence))??;
    let around = [&sentence[..found.start()], &sentence[found.end()..]];
    let told = around[1].trim_start().starts_with("Gap:");
    let plain = told && !around.iter().any(|part| TO_BE_MADE.is_match(part));
    plain.then_some(found.as_str())
}

/// The file and the class that [`class_in_file`] has found.
pub(in crate::detect::claims) fn placed_class(text: &str) -> Option<(&str, &str)> {
    let found = CLASS
        .captures(text)
        .filter(|found| found.get(0).is_some_and(|all| all.as_str().len() == text.len()))?;
    Some((found.name("path")?.as_str(), found.name("name")?.as_str()))
}
