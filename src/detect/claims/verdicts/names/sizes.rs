//! How many lines, tests and ways into the program there are said to be, held against how many there are.

use super::super::{NO_NAME, Verdict, is_read_whole};
use super::named_file::is_named;
use super::ways_in;
use crate::detect::claims::wording::names::{Size, SizeOf, sizes};
use crate::detect::claims::words;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{FileLength, Lines, RepositoryFacts};

/// What the tree says to the size that a part of the sentence tells.
pub(in super::super) fn told(repository: &RepositoryFacts, text: &str, sentence: &str) -> Verdict {
    let all = sizes(sentence);
    match all.iter().find(|one| one.part == text) {
        Some(size) => match size.of {
            SizeOf::File(path) => of_file(repository, path, size),
            SizeOf::Line(..) if names_others(repository, sentence) => Verdict::undecided(NO_NAME),
            SizeOf::Line(path, commit) => of_line(repository, path, commit, size.count),
            SizeOf::Tests => of_tests(repository, size),
            SizeOf::WaysIn(kind) => ways_in::told(repository, kind, size),
        },
        None => Verdict::undecided(NO_NAME),
    }
}

/// Whether a sentence has a name that no source has a word of: the files may be those of what has that name.
fn names_others(repository: &RepositoryFacts, sentence: &str) -> bool {
    let known = repository.vocabulary.as_ref();
    let is_known = |name: &str| known.is_some_and(|known| known.names(name));
    words::identifiers(sentence).any(|name| words::is_camel(name) && !is_known(name))
}

/// What stands against a line that is cited: the file ends before it. That it does not says nothing of what is there.
fn of_line(repository: &RepositoryFacts, path: &str, commit: Option<&str>, line: u32) -> Verdict {
    let path = path.trim_start_matches("./");
    let mut named = repository.lengths.iter().filter(|one| is_named(&one.path, path));
    let others = repository.tree.entries.iter().filter(|entry| is_named(&entry.path, path)).count();
    let is_other = |commit: &str| !repository.commit.starts_with(commit);
    let (Some(file), None) = (named.next(), named.next()) else {
        return Verdict::undecided(NO_NAME);
    };
    // An empty line behind the last is one in some editors.
    let is_there = line <= file.lines.saturating_add(1);
    if is_there || others > 1 || repository.tree.gap("").is_some() || commit.is_some_and(is_other) {
        return Verdict::undecided(NO_NAME);
    }
    let blob = repository.tree.find(&file.path).map_or("", |entry| entry.blob.as_str());
    let place = Lines::new(&file.path, blob, file.lines.max(1), file.lines.max(1));
    let fact = format!("`{}` has {} lines, and no line {line}", file.path, file.lines);
    Verdict::of(Contradicted, fact, [&place])
}

/// Several ways to count lines are in use, and a file may have grown since: only what is far off is wrong.
fn of_file(repository: &RepositoryFacts, path: &str, size: &Size<'_>) -> Verdict {
    let mut named = repository.lengths.iter().filter(|one| is_named(&one.path, path));
    let (Some(file), None) = (named.next(), named.next()) else {
        return Verdict::undecided(NO_NAME);
    };
    let FileLength { lines, written, .. } = *file;
    let blob = repository.tree.find(&file.path).map_or("", |entry| entry.blob.as_str());
    let place = Lines::new(&file.path, blob, 1, lines.max(1));
    let fact = format!("the file has {lines} lines, {written} of them neither empty nor comments");
    let count = size.count;
    let share = |of: u32, percent: u32| of.saturating_mul(percent) / 100;
    let fits = if size.least {
        lines >= count
    } else if size.about {
        (share(written, 85)..=share(lines, 115)).contains(&count)
    } else {
        count.abs_diff(lines) <= 1 || count == written
    };
    let far = count > share(lines, 130) + 20
        || (!size.least && share(written, 70) > count.saturating_add(20));
    let status = match (fits, far) {
        (true, _) => Supported,
        (false, true) => Contradicted,
        (false, false) => Undecided,
    };
    Verdict::of(status, fact, [&place])
}

/// Decorators that make several tests of one function.
const TABLES: &[&str] = &["given", "parametrize"];

/// Functions of tests are counted in Python alone. Some may have gone since, so that fewer are no contradiction where
/// the report tells of less than there are.
fn of_tests(repository: &RepositoryFacts, size: &Size<'_>) -> Verdict {
    let tests = repository.python.functions.iter();
    let count = tests.filter(|one| one.in_tests && one.name.starts_with("test")).count();
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let many =
        |name: &str| name.rsplit(['.', '@']).next().is_some_and(|last| TABLES.contains(&last));
    // A table makes several tests of one function, and other languages have tests of their own.
    let open =
        repository.marks.as_ref().is_none_or(|marks| marks.iter().any(|one| many(&one.name)))
            || repository.tree.entries.iter().any(|entry| is_of_another_language(&entry.path))
            || !is_read_whole(repository);
    if count == 0 {
        return Verdict::undecided("no function of a test was found that could be counted");
    }
    let fact = format!("{count} functions of the Python tests begin with `test`");
    let status = if count == size.count || size.least && count >= size.count {
        Supported
    } else if !open && count < size.count {
        Contradicted
    } else {
        Undecided
    };
    Verdict::of(status, fact, [])
}

fn is_of_another_language(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    [".test.", ".spec.", "_test.go", "Test.java", "Tests.cs", "_spec.rb"]
        .iter()
        .any(|part| name.contains(part))
}
