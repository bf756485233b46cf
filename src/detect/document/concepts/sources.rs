//! Statements that are the source of a drawing, which shows something and says nothing.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// A line that gives a box its words: `TL["Tech Lead"]:::judge`.
static BOX: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r#"^[A-Za-z][\w-]{0,30}(?:\[|\(|\{){1,2}["'`].*["'`](?:\]|\)|\}){1,2}(?::::\w+)?;?$"#,
    )
});

/// A line that begins, ends or colours a part of such a source, or a comment in it.
static PART: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"^(?:%%|subgraph\b|end;?$|(?:flowchart|graph) (?:TD|TB|LR|BT|RL)\b|classDef \w|class [\w,]+ \w+;?$|style \w+ \w+:|direction (?:TD|TB|LR|BT|RL)\b)",
    )
});

/// Whether a statement is the source of a drawing.
pub(in crate::detect) fn drawn(said: &str) -> bool {
    let sign = ["[\"", "flowchart ", "graph TD", "graph LR", "graph TB", "subgraph "];
    let linked = said.contains("-->") && sign.iter().any(|sign| said.contains(sign));
    linked || is_listed(said)
}

/// Whether a comment of such a source begins the statement, or most of its lines are some of one.
fn is_listed(said: &str) -> bool {
    let lines = || said.lines().map(str::trim).filter(|line| !line.is_empty());
    let drawn = lines().filter(|line| BOX.is_match(line) || PART.is_match(line)).count();
    said.starts_with("%%") || 2 * drawn > lines().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_of_a_drawing_is_told_from_what_is_said() {
        for source in [
            "A[\"Court\"] --> B",
            "%% Phase 1: Detective Fan-Out",
            "%% Phase 3: Judicial Fan-Out\nsubgraph Phase 3: Judicial Debate\nPJ[\"Prosecutor Node\"]:::judge\nend",
            "TL[\"TechLead Node\"]",
            "subgraph Fan-Out\nTL[\"TechLead Node\"]:::judge",
        ] {
            assert!(drawn(source), "{source}");
        }
        for said in [
            "In the end, each judge returns state[\"opinions\"].",
            "state[\"opinions\"] is merged by operator.add where branches meet.",
            "class Judge",
            "graph TDD means that the tests come first.",
            "Fan-out is drawn as follows:\nA[\"Court\"]",
        ] {
            assert!(!drawn(said), "{said}");
        }
    }
}
