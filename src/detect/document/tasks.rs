//! Headings of parts on what was asked for, or on what others did or do: what stands below them is none of one's own.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// What stands before the words of a heading.
static NUMBER: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^\W*(?:(?:[0-9]+|[a-z]|[ivx]+)(?:\.[0-9]+)*[.)]? +)?(?:(?:appendix|annex)(?: [a-z0-9]+)?(?: ?[.:]| (?u:[–—-])) *)?",
    )
});

/// A part on what was asked for.
static ASKED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^(?:(?:the|original|course|official|given) )*(?:",
        r"(?:assignment|exercise|task|problem|challenge)(?: (?:brief|description|text|statement|sheet|instructions?|definition|specification|formulation|requirements?))?|",
        r"(?:instructions?|requirements?|rubrics?|criteria|rules) (?:of|from|by|for|given by) (?:the |our )?(?:course|assignment|instructor|task|exercise|challenge|client)",
        r"|(?:(?:evaluation|grading|assessment|marking|judging|success|acceptance) )(?:criteria|rubrics?|scheme)|",
        r"(?:(?:functional|non-?functional|system|project|user|software|business|technical|hardware|key|core|main|and) )*requirements?(?: (?:specification|analysis|engineering|list|overview|definition))?|",
        r"(?:(?:design|project|system|primary|main|key|high-level) )?(?:goals?|objectives?)(?: and (?:non-?goals?|objectives?|scope|goals?|motivation|requirements?|constraints?))?|",
        r"non-?goals?(?: .*)?)\W*$",
    ))
});

/// An appendix with what was asked for.
static APPENDED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^\W*(?:appendix|annex)\b.{0,12}\b(?:rubrics?|instructions?|assignment|criteria|task)\W*$",
    )
});

/// A part on what others did, or on what was before.
static OTHERS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^(?:(?:the|our|a) )?(?:",
        r"reference (?:solution|implementation|project|system|design)|related (?:works?|research|systems|projects|literature|studies)|",
        r"state[ -]of[ -](?:the[ -])?art|prior (?:work|art)|literature (?:review|survey)|(?:existing|competing|similar) (?:solutions|systems|works?|approaches|tools|products)|competitors?|competitor analysis|",
        r"interim (?:version|state|stage|design|architecture|implementation)|(?:first|initial|earlier|early|old|previous|prior) (?:version|prototype|draft|attempt|iteration)s?",
        r")\W*$|^compar(?:ison|ing|ed) (?:with|to|against) ",
    ))
});

/// A part on what was made.
static MADE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:implement\w*|architecture|our|(?:repository|file|folder|directory|project|code) (?:structure|layout|tree)|source code|code ?base)\b",
    )
});

/// Whether a heading opens a part on what was asked for, or on what others did.
pub(crate) fn heads_task(heading: &str) -> bool {
    kind(heading) == Some(true)
}

/// Whether the headings above a place, the innermost first, have it in such a part.
pub(super) fn are_above<'t>(mut headings: impl Iterator<Item = &'t str>) -> bool {
    headings.find_map(kind).unwrap_or_default()
}

/// Whether a heading opens such a part; nothing where it tells of neither.
fn kind(heading: &str) -> Option<bool> {
    let words = &heading[NUMBER.find(heading).map_or(0, |number| number.end)..];
    if ASKED.is_match(words) || OTHERS.is_match(words) || APPENDED.is_match(heading) {
        Some(true)
    } else {
        MADE.is_match(words).then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_tells_whether_its_part_is_on_what_was_asked_or_on_others() {
        for heading in [
            "2. Related work",
            "2 Requirements",
            "2.1 Functional and Non-Functional Requirements",
            "Assignment",
            "Problem statement",
            "Task description:",
            "Evaluation criteria",
            "Design goals",
            "Goals and Non-Goals",
            "Non-goals",
            "State of the art",
            "Comparison with AutoGen",
            "Interim version",
            "Reference solution",
            "Appendix A: Instructions of the course",
            "Appendix: Rubric",
            "IV. Literature Review",
        ] {
            assert_eq!(kind(heading), Some(true), "{heading}");
        }
        for heading in [
            "Requirements traceability",
            "How we met the requirements",
            "Interim Report",
            "Installation Instructions",
            "Rubric alignment",
            "Tasks",
            "Assignment 2",
            "Results",
        ] {
            assert_eq!(kind(heading), None, "{heading}");
        }
        assert_eq!(kind("3. Implementation"), Some(false));
        assert_eq!(kind("File structure"), Some(false));
    }

    #[test]
    fn the_innermost_heading_that_tells_decides() {
        assert!(are_above(["Scope", "Requirements"].into_iter()));
        assert!(!are_above(["Implementation", "Requirements"].into_iter()));
        assert!(are_above(["Requirements", "Implementation"].into_iter()));
        assert!(!are_above(["Results"].into_iter()));
    }
}
