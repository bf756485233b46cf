//! The predicates of what stands around a node: `#inside?` and `#not-inside?`.

use regex::bytes::Regex;
use tree_sitter::{Node, QueryMatch, QueryPredicate, QueryPredicateArg};

/// How much of the text of a node around another is compared: its beginning says what it is.
const BEGINNING: usize = 300;

/// A condition on the nodes around a capture.
pub(super) struct Around {
    capture: u32,
    expression: Regex,
    wanted: bool,
}

impl Around {
    /// Reads a predicate such as `(#not-inside? @place "^thread::spawn\\(")`; `None` where it is another one.
    ///
    /// # Errors
    /// When its arguments are not a capture and a regular expression.
    pub(super) fn of(predicate: &QueryPredicate) -> Option<Result<Self, String>> {
        let name = predicate.operator.trim_end_matches('?');
        let wanted = match name {
            "inside" => true,
            "not-inside" => false,
            _ => return None,
        };
        let [QueryPredicateArg::Capture(capture), QueryPredicateArg::String(text)] =
            predicate.args.as_ref()
        else {
            return Some(Err(format!(
                "the predicate `#{name}?` takes a capture and an expression"
            )));
        };
        let expression = Regex::new(text).map_err(|_| {
            format!("a predicate is not valid: `#{name}?` has an expression that does not compile")
        });
        Some(expression.map(|expression| Self { capture: *capture, expression, wanted }))
    }

    /// Whether a match fulfils it: some node around the capture begins so, or none does.
    pub(super) fn holds(&self, found: &QueryMatch<'_, '_>, bytes: &[u8]) -> bool {
        found
            .nodes_for_capture_index(self.capture)
            .all(|node| self.is_inside(node, bytes) == self.wanted)
    }

    fn is_inside(&self, node: Node<'_>, bytes: &[u8]) -> bool {
        std::iter::successors(node.parent(), Node::parent).any(|around| {
            let end = around.end_byte().min(around.start_byte() + BEGINNING).min(bytes.len());
            self.expression.is_match(&bytes[around.start_byte().min(end)..end])
        })
    }
}
