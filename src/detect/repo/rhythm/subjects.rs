//! Whether the subject of a commit says what changed.

use crate::domain::facts::CommitFact;

/// Words that say nothing about a change when a subject consists of them alone.
const EMPTY_WORDS: &[&str] = &[
    "update",
    "updates",
    "updated",
    "fix",
    "fixes",
    "fixed",
    "change",
    "changes",
    "changed",
    "wip",
    "commit",
    "save",
    "stuff",
    "misc",
    "test",
    "temp",
    "tmp",
    "final",
    "done",
    "new",
    "more",
    "edit",
    "edits",
    "minor",
    "some",
    "again",
    "work",
    "push",
    "upload",
    "files",
    "file",
    "code",
    "the",
    "to",
    "a",
    "my",
    "all",
    "and",
    "add",
    "added",
    "init",
    "initial",
    "first",
    "last",
    "version",
    "bug",
    "bugs",
    "cleanup",
    "asdf",
    "ok",
    "via",
    "adding",
    "refine",
    "refined",
    "refinement",
    "refinements",
    "modification",
    "modifications",
    "check",
    "checks",
    "checked",
    "checking",
    "clean",
    "cleaned",
    "cleaning",
    "up",
    "big",
    "small",
    "tweak",
    "tweaks",
    "refactor",
    "refactored",
    "refactoring",
    "improve",
    "improved",
    "improvement",
    "improvements",
    "progress",
    "finalize",
    "finalized",
    "finalizing",
    "submission",
    "things",
];
/// Words for a change of which nothing else is said.
const CHANGE_WORDS: &[&str] = &[
    "update", "updates", "updated", "updating", "change", "changes", "changed", "edit", "edits",
    "edited", "modified",
];
/// Words for so much that its change says nothing, unless the commit changes what has the name.
const WHOLE_WORDS: &[&str] = &[
    "state",
    "states",
    "report",
    "reports",
    "system",
    "project",
    "repo",
    "repository",
    "codebase",
    "everything",
    "other",
    "related",
    "edited",
    "modified",
    "updating",
    "logic",
];
/// Fewest letters of an empty word that is known though one letter is wrong.
const SPELT: usize = 6;
/// Words that are written like empty ones, and are others.
const OTHER_WORDS: &[&str] = &[
    "charge", "charges", "charged", "chance", "chances", "changer", "clearing", "cleared",
    "unload", "aiding", "thinks", "upland",
];

/// Whether the subject of a commit consists of empty words alone, or is a template that nobody filled in. Who names a
/// file or a folder that the commit changes says what changed, whatever the name.
pub(in crate::detect) fn says_nothing(commit: &CommitFact) -> bool {
    let lower = commit.subject.to_lowercase();
    // An example that is named may be what the change is.
    let template = lower.starts_with("describe ") && lower.contains("e.g.");
    if template && !commit.subject.contains(['_', '(', '`', '/']) {
        return true;
    }
    if names_its_file_alone(&commit.subject, commit) {
        return true;
    }
    // `feat:` alone tells no more than `new` does; `docs:` and `test:` tell what was worked on.
    let said = lower.split_once(':').filter(|(kind, _)| {
        let kind = kind.trim_end();
        let slip = kind.len() == "feat".len() && kind.is_ascii() && is_near(kind, "feat");
        slip || ["feat", "fix", "chore", "wip", "refactor"].contains(&kind)
    });
    let said = said.map(|(_, said)| said);
    let words: Vec<&str> = parts(said.unwrap_or(&lower)).collect();
    let empty = |word: &str| {
        EMPTY_WORDS.iter().any(|known| *known == word || is_slip(word, known))
            || word.bytes().all(|b| b.is_ascii_digit())
    };
    let changed = words.iter().any(|word| CHANGE_WORDS.contains(word));
    words.iter().all(|word| empty(word) || (changed && WHOLE_WORDS.contains(word)))
        && !words.iter().any(|word| names_changed(word, commit))
}

/// Whether a word is a long one with one letter too much, too little or wrong inside it: `reafactor`, `submisson`.
fn is_slip(word: &str, known: &str) -> bool {
    known.len() >= SPELT
        && word.is_ascii()
        && word.bytes().next() == known.bytes().next()
        && word.bytes().next_back() == known.bytes().next_back()
        && !OTHER_WORDS.contains(&word)
        && is_near(word, known)
}

/// Whether one letter more, less or other makes one word of the other.
fn is_near(word: &str, known: &str) -> bool {
    let same = word.bytes().zip(known.bytes()).take_while(|(one, other)| one == other).count();
    let (rest, wanted) = (&word.as_bytes()[same..], &known.as_bytes()[same..]);
    let behind = |text: &[u8]| text.get(1..).unwrap_or_default().to_vec();
    word != known
        && (behind(rest) == behind(wanted) || behind(rest) == wanted || rest == behind(wanted))
}

/// Endings of texts that are called by their names alone: the readme, the changelog.
const TEXTS: [&str; 4] = ["adoc", "md", "rst", "txt"];

/// Whether a subject is only that the one file is changed which the commit changes: which it is the commit tells, and
/// how it is changed the subject does not.
fn names_its_file_alone(subject: &str, commit: &CommitFact) -> bool {
    let filling = |word: &&str| {
        ["the", "a", "my", "our", "file", "files"].contains(&word.to_lowercase().as_str())
    };
    let mut words = subject.split_whitespace().filter(|word| !filling(word));
    let (Some(verb), Some(path), None) = (words.next(), words.next(), words.next()) else {
        return false;
    };
    let path = path.trim_matches(['`', '"', '\'']).trim_end_matches('.');
    let name = path.rsplit('/').next().unwrap_or(path);
    // A text is named without its ending, and in other letters.
    let is_it = |changed: &String| {
        let text = changed.rsplit_once('.').filter(|(_, ending)| TEXTS.contains(ending));
        changed.eq_ignore_ascii_case(name) && name.contains('.')
            || text.is_some_and(|(stem, _)| stem.eq_ignore_ascii_case(name))
    };
    CHANGE_WORDS.contains(&verb.to_lowercase().trim_end_matches(':'))
        && commit.files_changed == Some(1)
        && commit.names_changed.iter().any(is_it)
}

/// The words of a text.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether a word for a thing is one of a file or a folder that the commit changes.
fn names_changed(word: &str, commit: &CommitFact) -> bool {
    let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
    let named =
        |name: &String| parts(&name.to_lowercase()).any(|it| singular(it) == singular(word));
    (WHOLE_WORDS.contains(&word) || word == "test")
        && !CHANGE_WORDS.contains(&word)
        && commit.names_changed.iter().any(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_with(subject: &str, changed: &[&str], empty: bool) {
        let names_changed = changed.iter().map(|name| (*name).to_owned()).collect();
        let commit =
            CommitFact { subject: subject.to_owned(), names_changed, ..CommitFact::default() };
        assert_eq!(says_nothing(&commit), empty, "{subject:?} {changed:?}");
    }

    #[track_caller]
    fn check(subject: &str, empty: bool) {
        check_with(subject, &[], empty);
    }

    #[test]
    fn only_subjects_of_empty_words_say_nothing() {
        check("update", true);
        check("Update.", true);
        check("fix bug", true);
        check("", true);
        check("final commit 2", true);
        check("Commit to final", true);
        check("Move to uv", false);
        check("Initial commit", true);
        check("fix clone timeout", false);
        check("feat: add StateGraph wiring", false);
        check("Update README.md", false);
        check("state updated", true);
        check("Updated System", true);
        check("report updated", true);
        check("feat: adding new modifications", true);
        check("Add files via upload", true);
        check("Feat : Bug fix", true);
        check("wip  :changes", true);
        check("Feat : Code cleaning", true);
        check("check", true);
        check("clean up", true);
        check("big refactor", true);
        check("final submission", true);
        check("refactored repo tools", false);
        check("reafactor: update refactor logic", true);
        check("refactor: update", true);
        check("refactor: update clone logic", false);
        check("refactor: split the router", false);
        check("refactorer", false);
        check("clean up imports", false);
        check("check citations", false);
        check("Feature : bug fix", false);
        check("Docs : update", false);
        check("feat: adding retries", false);
        check("docs: update", false);
        check("fix(clone): bug", false);
        check("add report", false);
        check_with("report updated", &["reports", "final_report.pdf"], false);
        check_with("update final report", &["Final_Report.pdf"], false);
        check_with("state updated", &["src", "state.py"], false);
        check_with("report updated", &["src", "graph.py"], true);
        // An empty word says no more where a file has it too.
        check_with("final", &["final_report.pdf"], true);
        check_with("update test", &["tests"], false);
        check("Describe one focused change: e.g. add a helper", true);
    }

    #[test]
    fn a_slip_of_the_pen_says_no_more_than_the_word() {
        check("final submisson", true);
        check("final submision", true);
        check("Inital commit", true);
        check("Deat : Bug Fix", true);
        check("refactorer", false);
        check("charge", false);
        check("Docs : bug fix", false);
        check("heat: bound the clone", false);
        check("final mission", false);
    }

    #[test]
    fn a_change_of_the_one_file_that_is_changed_says_nothing_of_it() {
        let check = |subject: &str, files: u32, empty: bool| {
            let names_changed = vec!["src".to_owned(), "graph.py".to_owned()];
            let subject = subject.to_owned();
            let commit = CommitFact {
                subject: subject.clone(),
                names_changed,
                files_changed: Some(files),
                ..CommitFact::default()
            };
            assert_eq!(says_nothing(&commit), empty, "{subject:?} {files}");
        };
        check("Update src/graph.py", 1, true);
        check("Update `graph.py`", 1, true);
        check("Updated the graph.py file", 1, true);
        check("Update src/graph.py", 2, false);
        check("Update src/state.py", 1, false);
        check("Update the graph", 1, false);
        let readme = CommitFact {
            subject: "update readme".into(),
            names_changed: vec!["README.md".into()],
            files_changed: Some(1),
            ..CommitFact::default()
        };
        assert!(says_nothing(&readme));
        // A file that is new was not there before.
        check("Add src/graph.py", 1, false);
        check("Update src/graph.py with retries", 1, false);
        check("Refactor src/graph.py", 1, false);
    }
}
