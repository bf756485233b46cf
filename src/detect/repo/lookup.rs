//! Answers the rubric's own questions about the text of the tree.

use super::{query, vendored};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{Hit, Lines, Lookup, LookupAnswer, TreeFacts, Unreadable};
use crate::domain::invisible::{is_selector, is_unseen};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use regex::bytes::{Regex, RegexBuilder};

/// Most hits that are listed for one question; all are counted.
const HITS: usize = 20;
/// Most files that are named as unreadable in one answer.
const UNREADABLE: usize = 20;
/// Longest excerpt in characters.
const EXCERPT: usize = 200;
/// Largest compiled expression in bytes.
const COMPILED: usize = 1 << 20;

/// Answers each lookup by reading all sources that its globs select, in path order.
///
/// Queries over syntax trees are answered file by file; `tree` tells which files were not read at all, `unread`
/// why those were not that may be text.
///
/// A literal is found wherever its text stands, also over several lines; a pattern is compared with one line
/// at a time. Files that by their path somebody else wrote are left out. A hit is a line, so a second match on one line counts once. A glob without `/` is compared
/// with the file's name, any other with its whole path, where `*` stays within one directory and `**` does not.
///
/// Cannot fail: a pattern or a glob that is not valid is stated in the answer's `problem`.
#[must_use]
pub fn answer(
    lookups: &[Lookup],
    sources: &[Source],
    tree: &TreeFacts,
    unread: &[Unreadable],
) -> Vec<LookupAnswer> {
    let mut ordered: Vec<&Source> = sources.iter().collect();
    ordered.sort_by(|a, b| a.path.cmp(&b.path));
    let mut answers: Vec<LookupAnswer> =
        lookups.iter().map(|lookup| answer_one(lookup, &ordered, tree, unread)).collect();
    for (at, answer) in query::answer(lookups, &ordered, tree, unread) {
        answers[at] = answer;
    }
    answers
}

/// A lookup before anything was looked at.
pub(super) fn unanswered(lookup: &Lookup) -> LookupAnswer {
    LookupAnswer {
        lookup: lookup.clone(),
        hits: Vec::new(),
        total: 0,
        files_searched: 0,
        vendored: 0,
        problem: None,
        unreadable: Vec::new(),
    }
}

fn answer_one(
    lookup: &Lookup,
    sources: &[&Source],
    tree: &TreeFacts,
    unread: &[Unreadable],
) -> LookupAnswer {
    let mut answer = unanswered(lookup);
    let (expression, globs, by_line) = match lookup {
        Lookup::Literal { text, files } => (regex::escape(text), files, false),
        Lookup::Pattern { pattern, files } => (pattern.clone(), files, true),
        Lookup::Query { .. } => return answer,
    };
    if expression.is_empty() {
        answer.problem = Some("nothing was asked for: the text is empty".into());
        return answer;
    }
    let (wanted, expression) = match (Globs::new(globs), compile(&expression)) {
        (Ok(wanted), Ok(expression)) => (wanted, expression),
        (Err(problem), _) | (_, Err(problem)) => {
            answer.problem = Some(problem);
            return answer;
        }
    };
    let is_wanted =
        |path: &str| wanted.select(path) && !vendored::by_path(path) && !tree.is_collected(path);
    let collected = tree.entries.iter().filter(|entry| tree.is_collected(&entry.path));
    let collected = collected.filter(|entry| wanted.select(&entry.path)).count();
    answer.vendored = u32::try_from(collected).unwrap_or(u32::MAX);
    let wanting =
        |lost: &&Unreadable| is_wanted(&lost.place.file) && !vendored::generated(&lost.place.file);
    for lost in unread.iter().filter(wanting) {
        lose(&mut answer, &lost.place, &lost.reason);
    }
    for source in sources.iter().filter(|source| wanted.select(&source.path)) {
        if vendored::by_path(&source.path) {
            answer.vendored = answer.vendored.saturating_add(1);
            continue;
        }
        if source.is_utf16() {
            lose(
                &mut answer,
                &Lines::new(&source.path, &source.blob, 1, 1),
                "is UTF-16, not UTF-8",
            );
            continue;
        }
        answer.files_searched = answer.files_searched.saturating_add(1);
        if by_line {
            matching_lines(source, &expression, &mut answer);
        } else {
            occurrences(source, &expression, &mut answer);
        }
    }
    answer
}

/// Notes a file that was asked and not understood in full.
pub(super) fn lose(answer: &mut LookupAnswer, place: &Lines, reason: &str) {
    if answer.unreadable.len() < UNREADABLE {
        answer.unreadable.push(Unreadable { place: place.clone(), reason: reason.to_owned() });
    }
}

fn compile(expression: &str) -> Result<Regex, String> {
    let compiled =
        RegexBuilder::new(expression).size_limit(COMPILED).dfa_size_limit(COMPILED).build();
    compiled.map_err(|error| refused(&error))
}

/// Why an expression cannot be used, on one line.
pub(in crate::detect) fn refused(error: &regex::Error) -> String {
    match error {
        regex::Error::CompiledTooBig(limit) => {
            format!("the pattern needs more than {limit} bytes when compiled")
        }
        other => {
            // The lines before the last one draw where it is.
            let told = other.to_string();
            let last = told.lines().next_back().unwrap_or_default();
            format!("the pattern is not valid: {}", last.trim_start_matches("error: "))
        }
    }
}

fn matching_lines(source: &Source, expression: &Regex, answer: &mut LookupAnswer) {
    let mut number = 0_u32;
    for line in source.bytes.split(|byte| *byte == b'\n') {
        number = number.saturating_add(1);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if expression.is_match(line) {
            record(source, number, number, line, answer);
        }
    }
}

fn occurrences(source: &Source, expression: &Regex, answer: &mut LookupAnswer) {
    let bytes = &source.bytes;
    let newlines = |from: usize, to: usize| {
        let lines = bytes[from..to].split(|byte| *byte == b'\n').count();
        u32::try_from(lines - 1).unwrap_or(u32::MAX)
    };
    let (mut number, mut counted, mut last_hit) = (1_u32, 0, 0);
    for found in expression.find_iter(bytes) {
        number = number.saturating_add(newlines(counted, found.start()));
        counted = found.start();
        if number == last_hit {
            continue;
        }
        last_hit = number;
        let start = bytes[..found.start()].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let end =
            bytes[start..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |at| start + at);
        let last = number.saturating_add(newlines(found.start(), found.end()));
        record(source, number, last, &bytes[start..end], answer);
    }
}

pub(super) fn record(
    source: &Source,
    first: u32,
    last: u32,
    line: &[u8],
    answer: &mut LookupAnswer,
) {
    answer.total = answer.total.saturating_add(1);
    if answer.hits.len() < HITS {
        let place = Lines::new(&source.path, &source.blob, first, last);
        answer.hits.push(Hit { place, excerpt: excerpt(line) });
    }
}

/// The line without its indentation, shortened, with everything that a reader could not see made visible.
fn excerpt(line: &[u8]) -> String {
    // Four bytes hold any character, so more than this cannot be shown anyway.
    let start = line.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(line.len());
    let line = &line[start..];
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * EXCERPT + 4)]);
    let text = text.trim_end();
    let mut shown = String::new();
    for (length, c) in text.chars().enumerate() {
        if length == EXCERPT {
            shown.push('…');
            break;
        }
        match c {
            '\t' => shown.push(' '),
            c if is_invisible(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    shown
}

fn is_invisible(c: char) -> bool {
    let is_hidden = is_unseen(c) && !is_selector(c);
    c.is_control() || is_hidden || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Globs over paths; none of them selects everything, and those that begin with `!` leave out.
pub(super) struct Globs {
    chosen: Set,
    left_out: Set,
    all: bool,
}

/// Globs over names and over whole paths.
struct Set {
    names: GlobSet,
    paths: GlobSet,
}

impl Globs {
    pub(super) fn new(globs: &[String]) -> Result<Self, String> {
        let (out, of): (Vec<_>, Vec<_>) = globs.iter().partition(|glob| glob.starts_with('!'));
        let chosen = Set::new(of.iter().map(|glob| glob.as_str()))?;
        let left_out = Set::new(out.iter().map(|glob| &glob[1..]))?;
        Ok(Self { chosen, left_out, all: of.is_empty() })
    }

    pub(super) fn select(&self, path: &str) -> bool {
        (self.all || self.chosen.is_match(path)) && !self.left_out.is_match(path)
    }
}

impl Set {
    fn new<'a>(globs: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let (mut names, mut paths) = (GlobSetBuilder::new(), GlobSetBuilder::new());
        for glob in globs {
            let built = GlobBuilder::new(glob.strip_prefix("./").unwrap_or(glob))
                .literal_separator(true)
                .build()
                .map_err(|error| format!("`{glob}` is not a valid glob: {}", error.kind()))?;
            if glob.contains('/') {
                paths.add(built)
            } else {
                names.add(built)
            };
        }
        let built =
            |set: &GlobSetBuilder| set.build().map_err(|e| format!("the globs are too large: {e}"));
        Ok(Self { names: built(&names)?, paths: built(&paths)? })
    }

    fn is_match(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        self.names.is_match(name) || self.paths.is_match(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources() -> Vec<Source> {
        let source = |path: &str, text: &str| Source {
            path: path.into(),
            blob: "b".repeat(40),
            bytes: text.as_bytes().to_vec(),
        };
        vec![
            source("src/z.py", "import os\nos.system('x'); os.system('y')\n"),
            source("README.md", "We never call os.system\r\n"),
            source("src/deep/a.py", "x = 1\n\t  os.systems\u{202e}\n"),
        ]
    }

    fn literal(text: &str, files: &[&str]) -> Lookup {
        Lookup::Literal {
            text: text.into(),
            files: files.iter().map(ToString::to_string).collect(),
        }
    }

    fn pattern(pattern: &str) -> Lookup {
        Lookup::Pattern { pattern: pattern.into(), files: Vec::new() }
    }

    #[track_caller]
    fn check(lookup: Lookup, searched: u32, expected: &[&str]) {
        let answers = answer(&[lookup], &sources(), &TreeFacts::default(), &[]);
        let hits: Vec<_> =
            answers[0].hits.iter().map(|hit| format!("{} {}", hit.place, hit.excerpt)).collect();
        assert_eq!(
            (answers[0].files_searched, hits),
            (searched, expected.iter().map(ToString::to_string).collect())
        );
    }

    #[test]
    fn literals_are_found_line_by_line_in_path_order() {
        let in_readme = "README.md:1 We never call os.system";
        let in_deep = "src/deep/a.py:2 os.systems\\u{202e}";
        let in_z = "src/z.py:2 os.system('x'); os.system('y')";
        check(literal("os.system", &[]), 3, &[in_readme, in_deep, in_z]);
        check(literal("os.system(", &[]), 3, &[in_z]);
        check(literal("OS.SYSTEM", &[]), 3, &[]);
        check(literal("os\nos.system", &[]), 3, &["src/z.py:1-2 import os"]);
    }

    #[test]
    fn globs_select_by_name_or_by_path() {
        check(literal("os", &["*.md"]), 1, &["README.md:1 We never call os.system"]);
        check(literal("zzz", &["*.py"]), 2, &[]);
        check(literal("zzz", &["src/*.py"]), 1, &[]);
        check(literal("zzz", &["src/**/*.py"]), 2, &[]);
        check(literal("zzz", &["./src/**", "*.md"]), 3, &[]);
        check(literal("zzz", &["!src/**"]), 1, &[]);
        check(literal("zzz", &["*.py", "!a.py"]), 1, &[]);
    }

    #[test]
    fn patterns_are_compared_with_single_lines() {
        check(pattern(r"^import \w+$"), 3, &["src/z.py:1 import os"]);
        check(pattern(r"system$"), 3, &["README.md:1 We never call os.system"]);
    }

    #[test]
    fn what_cannot_be_asked_is_answered_with_the_problem() {
        let lookups =
            [pattern("("), pattern(r"\w{1000}{1000}"), literal("", &[]), literal("x", &["[a"])];
        let problems: Vec<_> = answer(&lookups, &sources(), &TreeFacts::default(), &[])
            .into_iter()
            .map(|a| a.problem.unwrap_or_default())
            .collect();
        assert!(problems[0].starts_with("the pattern is not valid"), "{}", problems[0]);
        assert!(problems[1].contains("when compiled"), "{}", problems[1]);
        assert!(problems[2].contains("text is empty"), "{}", problems[2]);
        assert!(problems[3].contains("`[a` is not a valid glob"), "{}", problems[3]);
    }

    #[test]
    fn files_that_were_not_read_are_named_to_whom_asked_for_them() {
        let lost = |path: &str| Unreadable {
            place: Lines::new(path, "b", 1, 1),
            reason: "could not be read".into(),
        };
        let mut sources = sources();
        sources[0].bytes = vec![0xff, 0xfe, b'x', 0];
        let asked = [literal("zzz", &["*.py"]), literal("zzz", &["*.md"]), literal("zzz", &[])];
        let unread = [lost("src/lost.py"), lost("notes.txt")];
        let answers = answer(&asked, &sources, &TreeFacts::default(), &unread);
        let named: Vec<Vec<&str>> = answers
            .iter()
            .map(|answer| answer.unreadable.iter().map(|one| one.place.file.as_str()).collect())
            .collect();
        assert_eq!(named[0], ["src/lost.py", "src/z.py"]);
        assert!(named[1].is_empty(), "{named:?}");
        assert_eq!(named[2], ["src/lost.py", "notes.txt", "src/z.py"]);
        assert_eq!(answers[0].files_searched, 1);
    }

    #[test]
    fn hits_are_listed_up_to_the_limit_and_counted_beyond() {
        let many = Source { path: "a".into(), blob: "b".into(), bytes: "x\n".repeat(50).into() };
        let answers = answer(&[literal("x", &[])], &[many], &TreeFacts::default(), &[]);
        assert_eq!((answers[0].hits.len(), answers[0].total), (20, 50));
        let long = Source { path: "a".into(), blob: "b".into(), bytes: "é".repeat(999).into() };
        let answers = answer(&[literal("é", &[])], &[long], &TreeFacts::default(), &[]);
        assert_eq!(answers[0].hits[0].excerpt.chars().count(), 201);
    }
}
