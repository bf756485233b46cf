//! Where a parser could not understand a file.

use tree_sitter::{Node, Tree};

/// Most comparisons among the parts of text that is no syntax; beyond them nobody looks for matches.
///
/// The parser leaves such text as one flat node, and a query compares each of its parts with all that follow.
const COMPARISONS: u64 = 50_000_000;

/// What is wrong with a parsed file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Errors {
    /// The line of the first syntax error.
    pub(super) first: Option<u32>,
    /// Whether there is so much that is no syntax that a query would take too long.
    pub(super) tangled: bool,
}

/// Looks for syntax errors, without recursion.
pub(super) fn errors(tree: &Tree) -> Errors {
    let mut errors = Errors::default();
    if !tree.root_node().has_error() {
        return errors;
    }
    let mut comparisons = 0_u64;
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            errors.first.get_or_insert(line(node));
            let parts = u64::from(node.child_count());
            comparisons = comparisons.saturating_add(parts.saturating_mul(parts));
        }
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                errors.tangled = comparisons > COMPARISONS;
                return errors;
            }
        }
    }
}

fn line(node: Node<'_>) -> u32 {
    u32::try_from(node.start_position().row + 1).unwrap_or(u32::MAX)
}
