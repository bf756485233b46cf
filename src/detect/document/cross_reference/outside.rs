//! Files that are said to be somewhere else: on another branch, on somebody's machine, in what others gave or wrote.

use super::super::bibliography::{heads_references, is_reference};
use super::governed::is_own;
use crate::detect::phrase::Phrase;
use crate::domain::facts::CitedPath;
use std::sync::LazyLock;

/// What stands behind a file that is on another branch.
static BRANCH: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^[^.;]{0,60}\b(?:is|are|lives?|exists?|remains?|stays?|sits?|kept|developed|pushed|committed|available|only|still|found) (?:\w+ )?(?:on|in|part of) ",
        r"(?:(?:the|an?|another|our|my|its|his|her|their) )(?:[\w/-]+ ){0,2}(?:branch|fork|pull request|pr|merge request)\b|",
        r"\bnot (?:yet )?(?:been )?merged\b|\bunmerged\b",
    ))
});

/// What stands before one.
static ON_BRANCH: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:on|in) (?:the|an?|another|our|my) (?:[\w/-]+ ){0,2}(?:branch|fork|pull request)\b[^.;]*$",
    )
});

/// The branch that is audited.
static MAIN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:(?:main|master|default|this|current) branch|branch [`'\x22]?(?:main|master)\b)",
    )
});

/// What stands behind a file that only a machine has.
static MACHINE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:kept|stored|stays?|remains?|lies|lives|is|are|only|exists?|saved|left) (?:only |locally )?on (?:my|our|an?|his|her|their|the (?:author|developer|team)(?u:['’])s) ",
        r"(?:(?:own|local|private|personal|home) )*(?:computer|laptop|machine|disk|drive|pc|workstation|desktop|phone)\b",
    ))
});

/// What stands before a file that those gave who set the task.
static GIVEN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:(?:instructor|teacher|lecturer|professor|tutor|supervisor|course|facilitator)(?u:['’])?s?(?u:['’])? (?:own )?(?:starter |sample |template |example )?(?:code|repo\w*|solution|project|template|implementation)\b|",
        r"(?:starter|template|boilerplate|scaffold|skeleton) (?:code|repo\w*|project|kit|template) (?:already )?(?:came|comes|shipped|ships|was|had|has|have|held|holds|contain(?:s|ed)?|includes?d?|provide[sd]?|offer(?:s|ed)?|gives?|gave|puts?|keeps?|kept)\b|",
        r"(?:of|in|from) (?:the|an?|their) reference (?:implementation|solution|project|system|design)\b|(?:the|an?|their) reference (?:implementation|solution) (?:has|have|had|contains?|includes?|puts?|keeps?|uses?)\b)",
    ))
});

/// Whose file it is said to be, by a name.
static OF_NAME: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"^(?:[`)*\x22]|”)* (?:of|from) (?:the )?(?P<name>[A-Z]\w+)"));

/// What says that data are in the repository.
static COMMITTED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:committed|checked in|pushed|included|shipped|bundled|contained|uploaded|stored|kept|available|found|provided|is|are) (?:\w+ ){0,3}?",
        r"(?:in|to|into|inside|with|as part of) (?:(?:the|our|this) )?(?:\w+ )?(?:repo|repository|code ?base|source tree|git|github)\b|",
        r"\b(?:committed|checked in)\b|\b(?:repo|repository) (?:contains|includes|has|ships|holds)\b",
    ))
});

/// Why a sentence claims nothing of a file that it says to be somewhere else.
pub(super) fn no_claim(cited: &CitedPath) -> Option<&'static str> {
    let (before, after) = cited.sentence.split_once(cited.written.as_str())?;
    let branched = BRANCH.is_match(after) || ON_BRANCH.is_match(before);
    if branched && !MAIN.is_match(&cited.sentence) {
        return Some("the sentence has it on another branch");
    }
    if MACHINE.is_match(after) {
        return Some("the sentence has it on a machine");
    }
    let is_given = GIVEN.is_match(before) || GIVEN.is_match(after);
    if (is_given && !is_own(before)) || is_of_another(after) {
        return Some("the sentence speaks of what others made");
    }
    let listed = cited.heading.as_deref().is_some_and(heads_references);
    let is_read = || listed || is_reference(&cited.sentence);
    is_read().then_some("it stands in a list of what was read")
}

/// Whether a name is that of the place from which a file is said to be.
fn is_of_another(after: &str) -> bool {
    /// Parts of a report and of a project, and whose a project is.
    const PARTS: &str = "Appendix Chapter Day Figure Layer Level Listing Milestone Module Part Phase Section Sprint Stage \
        Step Table Task Version Week";
    let Some(groups) = OF_NAME.groups(after) else { return false };
    groups.name("name").is_some_and(|name| !PARTS.split_ascii_whitespace().any(|one| one == name))
}

/// Whether the sentence says of data that they are in the repository.
pub(super) fn is_committed(cited: &CitedPath) -> bool {
    COMMITTED.is_match(&cited.sentence)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TREE, cited, tree};
    use super::super::{PathStatus, cross_reference};

    /// What becomes of a path that is not there in each sentence, in which `_` stands for it.
    #[track_caller]
    fn check(path: &str, sentences: &[&str], expected: PathStatus) {
        for sentence in sentences {
            let asked = cited(path, &sentence.replace('_', path));
            let found = cross_reference(&[asked], &tree(&TREE), None).remove(0);
            assert_eq!(found.status, expected, "{sentence}: {}", found.reason);
        }
    }

    #[test]
    fn a_file_that_is_said_to_be_elsewhere_is_not_missed() {
        check(
            "src/nodes/usher.py",
            &[
                "_ is on the branch dev and was not merged.",
                "_ is part of another branch.",
                "On the branch dev, the usher is in _.",
                "The usher is in _, which lives on a feature branch.",
                "_ is kept on my own computer.",
                "The instructor's starter code has _.",
                "The starter code contains _.",
                "Table 1: Files of the reference implementation: _, src/a.py",
                "[4] _ of LangGraph, accessed in May",
                "[5] _, https://example.org",
                "The loop is in _ of LangGraph.",
            ],
            PathStatus::Mention,
        );
        check(
            "src/nodes/usher.py",
            &[
                "_ is on the main branch.",
                "The usher in _ runs on our own machine.",
                "The branch of the graph is in _.",
                "The usher is in _ of Phase 2.",
                "Our starter code is in _.",
                "[4] The usher is in _.",
            ],
            PathStatus::Absent,
        );
    }

    #[test]
    fn data_are_missed_where_they_are_said_to_be_in_the_repository() {
        let (model, table) = ("src/nodes/best.pt", "src/nodes/all.parquet");
        let plain = ["The weights are in _.", "_ Trained weights", "It is stored in _."];
        check(model, &plain, PathStatus::Mention);
        check(table, &plain, PathStatus::Mention);
        let said = ["_ is committed to the repository.", "The repository contains _."];
        check(model, &said, PathStatus::Absent);
    }
}
