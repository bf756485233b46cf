//! Files that are said not to be committed, or that whoever reads the report is to make.

use super::own::{is_output, never_committed};
use crate::detect::phrase::Phrase;
use crate::domain::facts::CitedPath;
use std::sync::LazyLock;

/// Why a file of the tree proves nothing that its report says not to be committed.
pub(in crate::detect) const AT_ODDS: &str =
    "the sentence says that it is not committed, but it is in the tree";

/// The same where a rule of the repository says so too, which keeps out nothing that was committed before.
pub(in crate::detect) const RULED: &str = "the sentence says, as a rule of the repository does, that it is not committed, but it is in the tree";

/// What stands behind a file that is said to stay out of the repository.
static BEHIND: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^(?:[`'\x22)]|’|”)*(?: (?:files?|folder|directory))?(?: ?[,;(:]| (?:-|–|—))? ?(?:(?:which|that) )?(?:(?:is|are) )?(?:also )?",
        r"(?:git-?ignored\b|ignored by git\b|(?:listed )?in (?:the |our )?\.gitignore\b|(?:excluded|kept out|left out) (?:from|of) (?:git|version control|the repo(?:sitory)?)\b|",
        r"(?:not|never) (?:committed|checked in|tracked by git|pushed)\b|untracked\b|(?:stays?|remains?|kept) local\b|added to (?:the |our )?\.gitignore\b)",
    ))
});

/// What stands before such a file.
static BEFORE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)\b(?:untracked|uncommitted|git-?ignored) (?:local )?(?:[`'\x22(]|‘|“)*$")
});

/// Whether the sentence says of the file that it is not committed.
pub(super) fn is_denied(cited: &CitedPath) -> bool {
    let around = cited.sentence.split_once(cited.written.as_str());
    let (before, after) = around.unwrap_or_default();
    BEHIND.is_match(after) || BEFORE.is_match(before)
}

/// Whether the file is one that nobody commits, and the sentence tells its reader to make it.
pub(super) fn is_to_be_made(cited: &CitedPath) -> bool {
    never_committed(&cited.path) && is_output(cited)
}
