//! What a path by itself tells: that it is none of the repository's, or none that anybody commits.

use super::cues::{self, Standing};
use super::spelling::is_code;
use crate::detect::phrase::Phrase;
use crate::domain::facts::{CitedPath, PathStatus};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// That a program makes the file.
pub(super) const OUTPUT: &str = "what is said to be written or made there";

/// Directories that a repository of this kind has, or is expected to have.
pub(super) const COMMON_HERE: [&str; 8] =
    ["src", "tests", "test", "docs", "scripts", "audit", "reports", "rubric"];

/// Directories and endings of what a program writes rather than its author.
const OUTPUT_DIRECTORIES: [&str; 18] = [
    "artifacts",
    "audit",
    "audits",
    "build",
    "cache",
    "checkpoints",
    "data",
    "dist",
    "generated",
    "logs",
    "out",
    "output",
    "outputs",
    "reports",
    "results",
    "runs",
    "temp",
    "tmp",
];
const OUTPUT_ENDINGS: [&str; 16] = [
    "csv", "db", "docx", "gif", "html", "jpeg", "jpg", "json", "jsonl", "log", "md", "pdf", "png",
    "sqlite", "svg", "txt",
];
const OUTPUT_NAMES: [&str; 9] =
    ["audit", "diagram", "evidence", "export", "generated", "output", "report", "result", "trace"];
/// Parts that stand for something else.
const PLACEHOLDERS: [&str; 16] = [
    "a.py",
    "any.py",
    "b.py",
    "bar.py",
    "example.py",
    "fake.py",
    "file.py",
    "filename.py",
    "foo.py",
    "missing.py",
    "module.py",
    "my_file.py",
    "name.py",
    "script.py",
    "something.py",
    "x.py",
];
/// Files and directories that are never committed.
const NEVER_COMMITTED: [&str; 13] = [
    ".env",
    ".env.local",
    ".git",
    ".idea",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".venv",
    "__pycache__",
    "env",
    "envs",
    "node_modules",
    "venv",
];

/// What stands in a command before the name of what it will write.
static WRITTEN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)(?:\b(?:written|saved|exported|dumped|copied|appended|persisted) (?:to|into|as):?\s+|\bout(?:put)?(?:_\w+)?=|(?:^|\s)(?:--?out(?:put)?(?:[-_]?(?:file|dir|directory|folder|path))?|-o)(?:=|\s+)|",
        r"\b(?:python3?|uv run|bash|cat|echo|npm run|npx|docker|cargo|pytest|curl|jq|pip3? freeze) [^;]*\s>>?\s*|",
        r"\b(?:mkdir|touch)\s+(?:-\w+\s+)*|\b(?:cp|mv|copy|rename)\s+(?:-\w+\s+)*[^\s;]+\s+(?:to\s+)?|",
        r"(?:^|→ |[>:.] |\b(?:can|may|must|please|then|to|you) )(?:create|make|add|place|put|drop|copy)(?: (?:it|them|yours?|(?:an?|your) (?:\w+ )?\w+))?(?: (?:in|into|to|under|at|as))?:?\s+)[`\x22']*$",
    ))
});

/// What stands before the place where a program is said to put what it makes.
static PUT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:writ(?:es?|ing)|saves?|saving|dumps?|exports?|persists?|outputs?|emits?|appends?|caches?) (?:(?:\w+ )?(?:its|the|all|each|every|their|an?|raw|final|intermediate) (?:[\w-]+ ){1,5})?(?:to|into|under) (?:(?:the|its|a) )?(?:(?:file|folder|directory) )?[`\x22']*$",
    )
});

/// Whether the path is what a command is told to write, as behind `--out`; whoever runs it makes the file.
pub(super) fn is_output(cited: &CitedPath) -> bool {
    let mut places = cited.sentence.match_indices(cited.written.as_str());
    places.any(|(at, _)| {
        let before = &cited.sentence[..at];
        WRITTEN.is_match(before) || (!is_code(&cited.path) && PUT.is_match(before))
    })
}

/// Takes no file for missing that another sentence has a program write: an item of a list is cut off from the words that
/// say so.
pub(super) fn spare_outputs(found: &mut [CitedPath]) {
    let is_output = |one: &CitedPath| {
        one.status == PathStatus::Mention
            && !is_code(&one.path)
            && (one.reason == OUTPUT || one.reason.starts_with(cues::OUTPUT))
    };
    let outputs: BTreeSet<String> =
        found.iter().filter(|one| is_output(one)).map(|one| one.path.clone()).collect();
    for one in found.iter_mut().filter(|one| one.status == PathStatus::Absent) {
        if outputs.contains(&one.path) {
            one.status = PathStatus::Mention;
            one.reason = "another sentence has a program write it".into();
        }
    }
}

/// Whether a part of the path is one that nobody commits.
pub(super) fn never_committed(path: &str) -> bool {
    path.split('/').any(|part| NEVER_COMMITTED.contains(&part))
}

/// Whether a folder is by its name one that a program makes, or that nobody commits.
pub(super) fn is_made(folder: &str) -> bool {
    let mut words = folder.split(['/', '_', '-', '.']).map(str::to_lowercase);
    never_committed(folder) || words.any(|word| OUTPUT_DIRECTORIES.contains(&word.as_str()))
}

/// Why a path by itself claims nothing about the repository.
pub(super) fn no_claim_of_its_own(path: &str, standing: Standing) -> Option<&'static str> {
    let drive = path.as_bytes().get(1) == Some(&b':');
    if path.starts_with(['/', '~'])
        || drive
        || path.starts_with("home/")
        || path.starts_with("tmp/")
    {
        return Some("a path on a machine, not in the repository");
    }
    let placeholder =
        path.contains(['*', '<', '>', '{', '}', '[', ']', '$']) || path.contains("..");
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let name = parts.last().copied().unwrap_or(path);
    let stands_for = |part: &&str| {
        let lower = part.to_lowercase();
        ["your", "xxx", "my_", "my-", "path_to", "path-to", "test_name."]
            .iter()
            .any(|sign| lower.starts_with(sign))
            || ["YYYY", "MMDD", "HHMM", "NNN", "XXX"].iter().any(|sign| part.contains(sign))
            || *part == "path"
    };
    if placeholder || PLACEHOLDERS.contains(&name) || parts.iter().any(stands_for) {
        return Some("a placeholder");
    }
    if never_committed(path) {
        return Some("something that is not committed");
    }
    let kept = standing.labelled || standing.among_its_kind || standing.source;
    (!kept && written_by_the_program(&parts, name))
        .then_some("output that a program writes, which need not be committed")
}

fn written_by_the_program(parts: &[&str], name: &str) -> bool {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let stem = stem.to_lowercase();
    let directory = parts.iter().any(|part| OUTPUT_DIRECTORIES.contains(part));
    let named = OUTPUT_NAMES.iter().any(|word| stem.contains(word));
    let listed = OUTPUT_ENDINGS.contains(&ending);
    (listed && (directory || named)) || (ending.is_empty() && directory)
}
