//! Runs queries over sources.

use super::compile::{Compiled, compile, grammars, parser_language};
use super::errors::errors;
use super::test_code;
use crate::detect::repo::lookup::{Globs, lose, record, unanswered};
use crate::detect::repo::python;
use crate::detect::repo::vendored;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{Language, Lines, Lookup, LookupAnswer, Tests, TreeFacts, Unreadable};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};
use tree_sitter::{ParseOptions, Parser, QueryCursor, QueryCursorOptions, StreamingIterator, Tree};

/// Most matches that are counted in one file.
const MATCHES: usize = 20_000;
/// Most unfinished matches that a query may hold at once.
const UNFINISHED: u32 = 4096;

/// One question with what is known so far.
struct Asked {
    at: usize,
    language: Language,
    tests: Tests,
    wanted: Globs,
    compiled: Vec<(Language, Compiled)>,
    answer: LookupAnswer,
}

/// A parsed file.
struct Parsed<'a> {
    source: &'a Source,
    grammar: Language,
    tree: Tree,
    in_test_file: bool,
    test_ranges: Vec<Range<usize>>,
}

/// Answers the queries among `lookups`, each with its number in the list.
///
/// Files are named as unreadable where they were asked and not understood in full: not read, not UTF-8,
/// with a syntax error, or beyond a bound on time or matches. What somebody else wrote is left out, and counted.
pub(in crate::detect::repo) fn answer(
    lookups: &[Lookup],
    sources: &[&Source],
    tree: &TreeFacts,
    unread: &[Unreadable],
) -> Vec<(usize, LookupAnswer)> {
    let (mut asked, mut answers) = (Vec::new(), Vec::new());
    for (at, lookup) in lookups.iter().enumerate() {
        match prepare(at, lookup) {
            Some(Ok(question)) => asked.push(question),
            Some(Err(refused)) => answers.push((at, *refused)),
            None => {}
        }
    }
    let read: BTreeSet<&str> = sources.iter().map(|source| source.path.as_str()).collect();
    let declared =
        test_code::declared_files(sources, asked.iter().any(|a| a.language == Language::Rust));
    for entry in &tree.entries {
        if tree.is_collected(&entry.path) {
            leave_out(&mut asked, &entry.path);
            continue;
        }
        let is_file = matches!(entry.mode.as_str(), "file" | "executable");
        if is_file && !read.contains(entry.path.as_str()) && !vendored::by_path(&entry.path) {
            let place = Lines::new(&entry.path, &entry.blob, 1, 1);
            let is_test = test_code::is_test_file(&entry.path) || declared.contains(&entry.path);
            let known = unread.iter().find(|lost| lost.place.file == entry.path);
            let reason = known.map_or("could not be read", |lost| &lost.reason);
            note(&mut asked, &place, &entry.path, is_test, reason);
        }
    }
    for source in sources {
        let is_test = test_code::is_test_file(&source.path) || declared.contains(&source.path);
        ask_all(&mut asked, source, is_test);
    }
    answers.extend(asked.into_iter().map(|question| (question.at, question.answer)));
    answers
}

/// `None` for a question that is no query; an answer where the question cannot be asked.
fn prepare(at: usize, lookup: &Lookup) -> Option<Result<Asked, Box<LookupAnswer>>> {
    let Lookup::Query { language, query, capture, files, tests } = lookup else { return None };
    let answer = unanswered(lookup);
    let compiled: Result<Vec<_>, String> = grammars(*language)
        .into_iter()
        .map(|grammar| compile(grammar, query, capture).map(|compiled| (grammar, compiled)))
        .collect();
    Some(match (Globs::new(files), compiled) {
        (Ok(wanted), Ok(compiled)) => {
            Ok(Asked { at, language: *language, tests: *tests, wanted, compiled, answer })
        }
        (Err(problem), _) | (_, Err(problem)) => {
            Err(Box::new(LookupAnswer { problem: Some(problem), ..answer }))
        }
    })
}

impl Asked {
    /// Whether the question is also about this file.
    fn is_about(&self, path: &str, is_test: bool) -> bool {
        let fits = Language::of(path).is_some_and(|written| self.language.covers(written));
        // Tests in Rust also stand beside the code, so its files are asked whatever their names.
        let may_hold_it = match self.tests {
            Tests::Included => true,
            Tests::Excluded => !is_test,
            Tests::Only => is_test || self.language == Language::Rust,
        };
        fits && may_hold_it && self.wanted.select(path)
    }

    fn compiled_for(&self, grammar: Language) -> Option<&Compiled> {
        self.compiled.iter().find(|(g, _)| *g == grammar).map(|(_, compiled)| compiled)
    }
}

/// States for all questions about this file that it was not understood in full.
fn note(asked: &mut [Asked], place: &Lines, path: &str, is_test: bool, reason: &str) {
    for question in asked.iter_mut().filter(|question| question.is_about(path, is_test)) {
        lose(&mut question.answer, place, reason);
    }
}

/// Counts a file for all questions about it that was left out as somebody else's.
fn leave_out(asked: &mut [Asked], path: &str) {
    let is_test = test_code::is_test_file(path);
    for question in asked.iter_mut().filter(|question| question.is_about(path, is_test)) {
        question.answer.vendored = question.answer.vendored.saturating_add(1);
    }
}

fn ask_all(asked: &mut [Asked], source: &Source, is_test: bool) {
    let path = source.path.as_str();
    let Some(grammar) = Language::of(path) else { return };
    if !asked.iter().any(|question| question.is_about(path, is_test)) {
        return;
    }
    if vendored::is_vendored(path, &source.bytes) {
        for question in asked.iter_mut().filter(|question| question.is_about(path, is_test)) {
            question.answer.vendored = question.answer.vendored.saturating_add(1);
        }
        return;
    }
    let whole = Lines::new(path, &source.blob, 1, 1);
    let read = match grammar {
        Language::Python => python::as_run(source),
        Language::Rust
        | Language::Javascript
        | Language::Typescript
        | Language::Tsx
        | Language::Go
        | Language::Java => match std::str::from_utf8(&source.bytes) {
            Ok(_) => Ok(Cow::Borrowed(source)),
            Err(_) => Err("is not UTF-8".into()),
        },
    };
    let source = match &read {
        Ok(source) => source.as_ref(),
        Err(reason) => return note(asked, &whole, path, is_test, reason),
    };
    let Some(tree) = parse(grammar, &source.bytes) else {
        return note(asked, &whole, path, is_test, "takes too long to parse");
    };
    let errors = errors(&tree);
    if let Some(line) = errors.first {
        let place = Lines::new(path, &source.blob, line, line);
        note(asked, &place, path, is_test, "holds what the parser does not know as syntax");
    }
    if errors.tangled {
        return;
    }
    let test_ranges = match grammar {
        Language::Rust => test_code::ranges(&tree, &source.bytes),
        Language::Python
        | Language::Javascript
        | Language::Typescript
        | Language::Tsx
        | Language::Go
        | Language::Java => Vec::new(),
    };
    let parsed = Parsed { source, grammar, tree, in_test_file: is_test, test_ranges };
    for question in asked.iter_mut().filter(|question| question.is_about(path, is_test)) {
        ask(question, &parsed);
    }
}

/// Gives up on sources that make the parser try far more alternatives than any real one does.
fn parse(grammar: Language, bytes: &[u8]) -> Option<Tree> {
    let mut parser = Parser::new();
    parser
        .set_language(&parser_language(grammar))
        .expect("the grammar fits the parser that it is built with");
    let mut budget = 10_000 + bytes.len();
    let mut spend = |_: &_| step(&mut budget);
    let options = ParseOptions::new().progress_callback(&mut spend);
    let mut read = |at: usize, _| bytes.get(at..).unwrap_or_default();
    parser.parse_with_options(&mut read, None, Some(options))
}

fn step(budget: &mut usize) -> ControlFlow<()> {
    *budget = budget.saturating_sub(1);
    if *budget == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

fn ask(question: &mut Asked, parsed: &Parsed<'_>) {
    let Some(compiled) = question.compiled_for(parsed.grammar) else { return };
    let found = matches(compiled, parsed);
    let answer = &mut question.answer;
    answer.files_searched = answer.files_searched.saturating_add(1);
    if !found.complete {
        let place = Lines::new(&parsed.source.path, &parsed.source.blob, 1, 1);
        lose(answer, &place, "has more matches than are followed");
    }
    for (range, first, last) in found.places {
        let in_tests = parsed.in_test_file
            || parsed.test_ranges.iter().any(|test| test.start <= range.0 && range.0 < test.end);
        let counts = match question.tests {
            Tests::Included => true,
            Tests::Excluded => !in_tests,
            Tests::Only => in_tests,
        };
        if counts {
            let bytes = &parsed.source.bytes;
            let end = bytes[range.0..].iter().position(|byte| *byte == b'\n');
            let end = end.map_or(bytes.len(), |at| range.0 + at);
            let start = bytes[..range.0].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
            record(parsed.source, first, last, &bytes[start..end], answer);
        }
    }
}

/// The places that a query finds in one file, in order, each node once.
struct Found {
    /// Range in bytes, first and last line.
    places: BTreeSet<((usize, usize), u32, u32)>,
    complete: bool,
}

fn matches(compiled: &Compiled, parsed: &Parsed<'_>) -> Found {
    let Compiled { query, place, around } = compiled;
    let bytes = parsed.source.bytes.as_slice();
    let mut cursor = QueryCursor::new();
    cursor.set_match_limit(UNFINISHED);
    let mut budget = 10_000 + 4 * bytes.len();
    let mut spend = |_: &_| step(&mut budget);
    let options = QueryCursorOptions::new().progress_callback(&mut spend);
    let mut places = BTreeSet::new();
    let mut complete = true;
    {
        let root = parsed.tree.root_node();
        let mut found = cursor.matches_with_options(query, root, bytes, options);
        while let Some(one) = found.next() {
            let conditions = around.get(one.pattern_index).into_iter().flatten();
            if !conditions.clone().all(|condition| condition.holds(one, bytes)) {
                continue;
            }
            for node in one.nodes_for_capture_index(*place) {
                let line = |row: usize| u32::try_from(row + 1).unwrap_or(u32::MAX);
                let (first, last) =
                    (line(node.start_position().row), line(node.end_position().row));
                places.insert(((node.start_byte(), node.end_byte()), first, last));
            }
            if places.len() >= MATCHES {
                complete = false;
                break;
            }
        }
    }
    complete &= !cursor.did_exceed_match_limit() && budget > 0;
    Found { places, complete }
}

#[cfg(test)]
mod tests;
