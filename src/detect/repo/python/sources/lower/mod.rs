//! Turns the parser's tree into [`syntax`](super::super::syntax) values.
//!
//! The tree is read once. Nesting beyond the limit is cut, and the first cut is remembered so that
//! it can be told; a part with a syntax error is left out while what stands around it is kept.

mod definitions;
mod expressions;
mod plain;
mod returned;
mod statements;
mod text;

pub(super) use plain::compared;

use super::super::syntax::{Body, Span};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use tree_sitter::{Language, Node};

/// A parsed module.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Lowered<'a> {
    pub body: Body<'a>,
    /// Number of definitions: functions and classes have ids below it.
    pub definitions: usize,
    /// How often a name is mentioned other than by its own definition.
    pub mentions: BTreeMap<&'a str, u32>,
    /// Texts in f-strings that are formatted by a rule that no text takes.
    pub misformatted: Vec<(String, Span)>,
    /// The first line that uses Python 2 syntax.
    pub python_2: Option<u32>,
    /// The first line with a syntax error.
    pub error: Option<u32>,
    /// The first line nested deeper than the limit.
    pub too_deep: Option<u32>,
}

/// Levels beyond which no limit is raised: every stage recurses over the values, and must fit into
/// the stack of a thread without optimisation. Sources written by people stay below a third of it.
const DEEPEST: usize = 200;

/// Reads the tree at `root`, which was parsed from `text`, down to `depth` levels.
pub(in super::super) fn module<'a>(root: Node<'_>, text: &'a str, depth: usize) -> Lowered<'a> {
    let found = Lowered::default();
    let rebound = ["dict"].into_iter().filter(|name| plain::rebinds(text, name)).collect();
    let mut lowering = Lowering { text, limit: depth.min(DEEPEST), depth: 0, rebound, found };
    let body = lowering.block(root);
    Lowered { body, ..lowering.found }
}

struct Lowering<'a> {
    text: &'a str,
    limit: usize,
    depth: usize,
    /// Those of Python's own functions that are looked through whose names the text may bind anew.
    rebound: Vec<&'static str>,
    found: Lowered<'a>,
}

/// The grammar of Python.
pub(in super::super) static GRAMMAR: LazyLock<Language> =
    LazyLock::new(|| Language::new(tree_sitter_python::LANGUAGE));
/// The names of its fields by their numbers.
static FIELDS: LazyLock<Vec<Option<&'static str>>> = LazyLock::new(|| {
    let number = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    (0..=number(GRAMMAR.field_count())).map(|id| GRAMMAR.field_name_for_id(id)).collect()
});

/// A child with the name of its field.
type Kid<'t> = (Option<&'static str>, Node<'t>);

impl<'a> Lowering<'a> {
    fn source(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.start_byte()..node.end_byte()).unwrap_or_default()
    }

    /// Remembers a mention of `name` and gives it back.
    fn mention(&mut self, name: &'a str) -> &'a str {
        *self.found.mentions.entry(name).or_default() += 1;
        name
    }

    fn next_id(&mut self) -> usize {
        self.found.definitions += 1;
        self.found.definitions - 1
    }

    fn note_error(&mut self, node: Node<'_>) {
        let line = span(node).first;
        self.found.error = Some(self.found.error.map_or(line, |known| known.min(line)));
    }

    /// Goes one level down, unless that is too deep.
    fn enter(&mut self, node: Node<'_>) -> bool {
        if self.depth >= self.limit {
            self.found.too_deep.get_or_insert(span(node).first);
            return false;
        }
        self.depth += 1;
        true
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// The children of `node` without comments; punctuation is kept.
fn kids(node: Node<'_>) -> Vec<Kid<'_>> {
    let mut cursor = node.walk();
    let mut kids = Vec::with_capacity(node.child_count() as usize);
    if cursor.goto_first_child() {
        loop {
            let kid = cursor.node();
            if !kid.is_extra() || kid.is_error() {
                let field = cursor.field_id().and_then(|id| FIELDS[usize::from(id.get())]);
                kids.push((field, kid));
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
    }
    kids
}

/// The child in the field `name`.
fn field<'t>(kids: &[Kid<'t>], name: &str) -> Option<Node<'t>> {
    kids.iter().find(|(field, _)| *field == Some(name)).map(|(_, node)| *node)
}

/// The named children.
fn named<'k, 't: 'k>(kids: &'k [Kid<'t>]) -> impl DoubleEndedIterator<Item = Node<'t>> + 'k {
    kids.iter().map(|(_, node)| *node).filter(Node::is_named)
}

fn span(node: Node<'_>) -> Span {
    let line = |row: usize| u32::try_from(row + 1).unwrap_or(u32::MAX);
    let first = line(node.start_position().row);
    let end = node.end_position();
    // A block's end can stand at the start of the line after it.
    let last = if end.column == 0 { line(end.row.saturating_sub(1)) } else { line(end.row) };
    Span { start: node.start_byte(), end: node.end_byte(), first, last: last.max(first) }
}
