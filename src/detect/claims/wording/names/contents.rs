//! Sentences that say of a file what it does, or that it was worked on.

use super::super::sentence::elsewhere;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// That a source was written, that it does something, or that something is done in it.
static WORKS: LazyLock<[Parts; 4]> = LazyLock::new(|| {
    let path = r"`?(?P<path>(?:[\w-]+/)+[\w-]+\.py)\b`?";
    [
        format!(r"(?i)\b(?:refactored|rewrote|extended|upgraded|reworked|strengthened) (?:the )?(?:\w+ in )?{path} (?:to|so that|with|such that)\b"),
        format!(r"(?i){path}(?: \([^()]*\))? (?:now )?(?:implements|contains|defines|provides|holds|houses|handles|builds|parses|performs|exports|wires|enforces|applies|runs|synthesi[sz]es|resolves|orchestrates)\b"),
        format!(r"(?i)\b(?:is|are) (?:now )?(?:implemented|defined|located|contained|handled|wired|enforced|built|hard-?coded) (?:\w+ly )?(?:in|inside|within|by) (?:the )?{path}"),
        // An entry of a list of files.
        format!(r"(?i)^[^a-z]*{path} ?(?:(?u:[-–—:])|#) ?(?:[\w/&-]+ ){{0,6}}(?:nodes?|logic|graph|implementation|models?|schemas?|tools?|functions?|judges?|detectives?|engine|synthesis|agents?|rules?|parser|analy[sz]er|tests?)\W*$"),
    ]
    .map(|pattern| Parts::new(&pattern))
});

/// Words by which the sentence speaks of another time, of others or of what is not so.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"never|not|cannot|no longer|must|needs?|removed|deleted|deprecated|empty|stubs?|placeholders?|target|students?",
    )
});

/// The source of which the sentence says so.
pub(in crate::detect::claims) fn worked_on(sentence: &str) -> Option<&str> {
    if !sentence.contains(".py") || ELSEWHERE.is_match(sentence) {
        return None;
    }
    let found = WORKS.iter().find_map(|words| words.captures(sentence))?;
    Some(found.name("path")?.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_worked_on_where_it_is_said_to_do_something() {
        let check = |sentence, expected| assert_eq!(worked_on(sentence), expected, "{sentence}");
        let path = Some("src/tools/walk.py");
        check("Refactored src/tools/walk.py to visit all nodes, and more.", path);
        check("The file `src/tools/walk.py` implements the visitor.", path);
        check("The visitor is implemented in src/tools/walk.py.", path);
        check("The visitor should be implemented in src/tools/walk.py.", None);
        check("Refactor src/tools/walk.py to visit all nodes.", None);
        check("- src/tools/walk.py - Visitor tools", path);
        check("src/tools/walk.py - what is to come", None);
        check("src/tools/walk.py implements nothing and is empty.", None);
    }
}
