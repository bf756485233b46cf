//! The predicates of what stands around a node: `#inside?`, `#not-inside?`, `#given?` and `#not-listed?`.

use super::listed::are_listed;
use regex::bytes::Regex;
use tree_sitter::{Node, QueryMatch, QueryPredicate, QueryPredicateArg};

/// How much of the text of a node around another is compared: its beginning says what it is.
const BEGINNING: usize = 300;

/// A condition on the nodes around a capture.
pub(super) struct Around {
    capture: u32,
    what: What,
}

/// What is asked of the nodes around a capture.
enum What {
    /// That some node begins so, or that none does.
    Begins { expression: Regex, wanted: bool },
    /// That a name in the captured node is a parameter of a function around it.
    Gives,
    /// That a name in the captured node is taken by no loop from a list that the source spells out.
    Takes,
}

impl Around {
    /// Reads a predicate such as `(#not-inside? @place "^thread::spawn\\(")`; `None` where it is another one.
    ///
    /// # Errors
    /// When its arguments are not a capture and a regular expression.
    pub(super) fn of(predicate: &QueryPredicate) -> Option<Result<Self, String>> {
        let name = predicate.operator.trim_end_matches('?');
        let alone = match name {
            "given" => Some(What::Gives),
            "not-listed" => Some(What::Takes),
            _ => None,
        };
        if let Some(what) = alone {
            let [QueryPredicateArg::Capture(capture)] = predicate.args.as_ref() else {
                return Some(Err(format!("the predicate `#{name}?` takes a capture")));
            };
            return Some(Ok(Self { capture: *capture, what }));
        }
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
        let what = expression.map(|expression| What::Begins { expression, wanted });
        Some(what.map(|what| Self { capture: *capture, what }))
    }

    /// Whether a match fulfils it: some node around the capture begins so, or none does; or gives what it names.
    pub(super) fn holds(&self, found: &QueryMatch<'_, '_>, bytes: &[u8]) -> bool {
        found.nodes_for_capture_index(self.capture).all(|node| match &self.what {
            What::Begins { expression, wanted } => is_inside(node, expression, bytes) == *wanted,
            What::Gives => is_given(node, bytes),
            What::Takes => !are_listed(&names(node), bytes),
        })
    }
}

fn is_inside(node: Node<'_>, expression: &Regex, bytes: &[u8]) -> bool {
    std::iter::successors(node.parent(), Node::parent).any(|around| {
        let end = around.end_byte().min(around.start_byte() + BEGINNING).min(bytes.len());
        expression.is_match(&bytes[around.start_byte().min(end)..end])
    })
}

/// Whether a name in the node is a parameter of the function around it. The object that a method belongs to is none.
fn is_given(node: Node<'_>, bytes: &[u8]) -> bool {
    let mut around = std::iter::successors(node.parent(), Node::parent);
    let Some(given) = around.find_map(|one| one.child_by_field_name("parameters")) else {
        return false;
    };
    let text = |node: Node<'_>| bytes.get(node.byte_range()).unwrap_or_default();
    let mut cursor = given.walk();
    let parameters: Vec<&[u8]> = given
        .named_children(&mut cursor)
        .map(|one| {
            let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
            let whole = text(one);
            let end = whole.iter().position(|byte| !is_word(byte)).unwrap_or(whole.len());
            &whole[..end]
        })
        .filter(|name| !matches!(*name, b"" | b"self" | b"cls"))
        .collect();
    names(node).into_iter().any(|name| parameters.contains(&text(name)))
}

/// The names in a node that stand for values: what is called, and what comes after a dot, is none.
fn names(node: Node<'_>) -> Vec<Node<'_>> {
    let (mut found, mut open) = (Vec::new(), vec![node]);
    while let Some(one) = open.pop() {
        let around = one.parent();
        let is = |field| around.and_then(|a| a.child_by_field_name(field)) == Some(one);
        if one.kind() == "identifier" && !is("function") && !is("attribute") {
            found.push(one);
        }
        let mut cursor = one.walk();
        open.extend(one.named_children(&mut cursor));
    }
    found
}
