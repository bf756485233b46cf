//! Bytes → text → syntax, and what stands in the way.

mod decode;
mod order;
mod refused;

pub(in crate::detect) use decode::as_run;
pub(in super::super) use decode::decode;
pub(in super::super) use refused::Refusal;

use super::super::syntax::Span;
use super::lower;
use super::lower::Lowered;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{Lines, Unreadable};
use crate::domain::limits::Limits;
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;
use tree_sitter::{ParseOptions, Parser, Tree};

/// A source that could be decoded.
pub(in super::super) struct Decoded<'a> {
    pub source: &'a Source,
    pub text: Cow<'a, str>,
}

/// A source that could be parsed.
#[derive(Clone)]
pub(in super::super) struct Module<'a> {
    pub path: &'a str,
    pub blob: &'a str,
    pub text: &'a str,
    /// Shared by copies of the module.
    pub syntax: Arc<Lowered<'a>>,
    /// Why Python surely refuses to compile it.
    pub refused: Option<Refusal>,
    pub in_tests: bool,
}

impl<'a> Module<'a> {
    /// The source at `span`.
    pub(in super::super) fn text_of(&self, span: Span) -> Option<&'a str> {
        self.text.get(span.start..span.end)
    }

    /// The lines of `span` as a place.
    pub(in super::super) fn place(&self, span: Span) -> Lines {
        Lines::new(self.path, self.blob, span.first, span.last)
    }

    /// The source at `span` on one line, shortened to about `limit` characters.
    pub(in super::super) fn written(&self, span: Span, limit: usize) -> String {
        let source = self.text_of(span).unwrap_or_default();
        let line = source.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().nth(limit) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line,
        }
    }
}

/// What parses one source after another.
pub(in super::super) fn parser() -> Parser {
    let mut parser = Parser::new();
    let fits = parser.set_language(&lower::GRAMMAR);
    fits.expect("the grammar fits the parser that it is built with");
    parser
}

/// Parses one source; beside it comes what could not be understood.
pub(in super::super) fn parse<'a>(
    parser: &mut Parser,
    decoded: &'a Decoded<'a>,
    limits: &Limits,
) -> (Option<Module<'a>>, Vec<Unreadable>) {
    let Decoded { source, text } = decoded;
    let at = |line: u32| Lines::new(&source.path, &source.blob, line, line);
    let Some(tree) = tree(parser, text) else {
        let reason = "takes too long to parse".into();
        return (None, vec![Unreadable { place: at(1), reason }]);
    };
    let mut unreadable = Vec::new();
    let syntax = lower::module(tree.root_node(), text, limits.syntax_depth);
    let mut note = |line: Option<u32>, reason: &str| {
        unreadable.extend(line.map(|line| Unreadable { place: at(line), reason: reason.into() }));
    };
    note(syntax.python_2, "is Python 2 syntax");
    let error = syntax.error.or_else(|| tree.root_node().has_error().then(|| first_error(&tree)));
    // Python 2 prints often break the parse too; one finding says it all.
    note(error.filter(|_| syntax.python_2.is_none()), "has a syntax error");
    let refused = refused::refused(text, &syntax, error.is_some());
    note(syntax.too_deep, "is nested too deeply to be followed");
    let module = Module {
        path: &source.path,
        blob: &source.blob,
        text,
        syntax: Arc::new(syntax),
        refused,
        in_tests: in_tests(&source.path),
    };
    (Some(module), unreadable)
}

/// Gives up on sources that make the parser try far more alternatives than any real one does.
fn tree(parser: &mut Parser, text: &str) -> Option<Tree> {
    // One that gave up in the middle of a source would go on there.
    parser.reset();
    let mut budget = 10_000 + text.len();
    let mut spend = |_: &_| {
        budget = budget.saturating_sub(1);
        if budget == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut spend);
    let bytes = text.as_bytes();
    let mut read = |at: usize, _| bytes.get(at..).unwrap_or_default();
    parser.parse_with_options(&mut read, None, Some(options))
}

/// The line of the first error, found without recursion.
fn first_error(tree: &Tree) -> u32 {
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            break;
        }
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return 1;
            }
        }
    }
    u32::try_from(cursor.node().start_position().row + 1).unwrap_or(u32::MAX)
}

pub(in crate::detect) fn in_tests(path: &str) -> bool {
    let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
    folders.split('/').any(|folder| matches!(folder, "tests" | "test" | "testing"))
        || file.starts_with("test_")
        || file.ends_with("_test.py")
        || matches!(file, "conftest.py" | "tests.py")
}
