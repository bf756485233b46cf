//! Names that a loop takes from a list of constants which the source spells out.

use tree_sitter::Node;

/// Methods that change a list, a set or a dictionary.
const CHANGES: &[&[u8]] =
    &[b"append", b"extend", b"insert", b"add", b"update", b"setdefault", b"appendleft"];
/// Functions that give what they are given, in some order.
const ORDERS: &[&[u8]] = &[b"sorted", b"reversed", b"list", b"tuple", b"set", b"enumerate"];
/// How far values lie inside one another.
const DEPTH: usize = 8;

/// Whether there are names, and all of them are such ones.
pub(super) fn are_listed(names: &[Node<'_>], bytes: &[u8]) -> bool {
    !names.is_empty() && names.iter().all(|name| is_listed(*name, bytes))
}

/// Whether the loop around a name that gives it takes it from constants, and nothing in the loop gives it another value.
fn is_listed(name: Node<'_>, bytes: &[u8]) -> bool {
    let text = text(name, bytes);
    for around in std::iter::successors(name.parent(), Node::parent) {
        if around.kind() == "function_definition" || around.kind() == "lambda" {
            return false;
        }
        let mut cursor = around.walk();
        let loops: Vec<Node<'_>> = if around.kind() == "for_statement" {
            vec![around]
        } else {
            let clauses = around.named_children(&mut cursor);
            clauses.filter(|child| child.kind() == "for_in_clause").collect()
        };
        for one in loops {
            let field = |name| one.child_by_field_name(name);
            let (Some(left), Some(right)) = (field("left"), field("right")) else { continue };
            if holds(left, text, bytes) {
                return is_spelled(right, bytes, DEPTH) && !is_renewed(one, text, bytes);
            }
        }
    }
    false
}

/// Whether what a loop goes through is spelled out, by itself or by the one name that it is given in the source.
fn is_spelled(value: Node<'_>, bytes: &[u8], depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let of = |field| value.child_by_field_name(field);
    match value.kind() {
        "list" | "tuple" | "set" | "dictionary" => is_constant(value, depth),
        "identifier" => bound(value, bytes).is_some_and(|bound| is_spelled(bound, bytes, depth)),
        "call" => {
            let (Some(called), Some(given)) = (of("function"), of("arguments")) else {
                return false;
            };
            match called.kind() {
                "identifier" if ORDERS.contains(&text(called, bytes)) => {
                    given.named_child(0).is_some_and(|first| is_spelled(first, bytes, depth))
                }
                "attribute" => {
                    let method = called.child_by_field_name("attribute");
                    let object = called.child_by_field_name("object");
                    let is_whole = method.is_some_and(|method| {
                        matches!(text(method, bytes), b"items" | b"keys" | b"values")
                    });
                    is_whole && object.is_some_and(|object| is_spelled(object, bytes, depth))
                }
                _ => false,
            }
        }
        _ => false,
    }
}

/// Whether a value is made of texts and numbers that stand in the source.
fn is_constant(value: Node<'_>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let mut cursor = value.walk();
    match value.kind() {
        "string" => value.named_children(&mut cursor).all(|part| part.kind() != "interpolation"),
        "integer" | "float" | "true" | "false" | "none" | "comment" => true,
        "list"
        | "tuple"
        | "set"
        | "dictionary"
        | "pair"
        | "concatenated_string"
        | "parenthesized_expression" => {
            value.named_children(&mut cursor).all(|part| is_constant(part, depth))
        }
        _ => false,
    }
}

/// What a name is given, where the source gives it that once, and changes nothing of it.
fn bound<'t>(name: Node<'t>, bytes: &[u8]) -> Option<Node<'t>> {
    let root = std::iter::successors(Some(name), Node::parent).last()?;
    let text = text(name, bytes);
    let mut given = None;
    let mut open = vec![root];
    while let Some(one) = open.pop() {
        let field = |name| one.child_by_field_name(name);
        let is_it = |node: Option<Node<'_>>| node.is_some_and(|node| is(node, text, bytes));
        match one.kind() {
            "assignment" if is_it(field("left")) => {
                if given.is_some() {
                    return None;
                }
                given = Some(field("right")?);
            }
            "augmented_assignment" if is_it(field("left")) => return None,
            "assignment" if field("left").is_some_and(|left| holds(left, text, bytes)) => {
                return None;
            }
            "parameters" if holds(one, text, bytes) => return None,
            "for_statement" | "for_in_clause"
                if field("left").is_some_and(|left| holds(left, text, bytes)) =>
            {
                return None;
            }
            "attribute" if is_it(field("object")) => {
                let method = field("attribute").map(|method| self::text(method, bytes));
                if method.is_some_and(|method| CHANGES.contains(&method)) {
                    return None;
                }
            }
            _ => {}
        }
        let mut cursor = one.walk();
        open.extend(one.named_children(&mut cursor));
    }
    given
}

/// Whether a loop gives the name another value than those that it goes through.
fn is_renewed(around: Node<'_>, name: &[u8], bytes: &[u8]) -> bool {
    let mut open: Vec<Node<'_>> = around.child_by_field_name("body").into_iter().collect();
    while let Some(one) = open.pop() {
        let left = one.child_by_field_name("left");
        let assigns = matches!(one.kind(), "assignment" | "augmented_assignment");
        if assigns && left.is_some_and(|left| holds(left, name, bytes)) {
            return true;
        }
        let mut cursor = one.walk();
        open.extend(one.named_children(&mut cursor));
    }
    false
}

/// Whether a node is a name, or a pattern, or anything else that has it in it.
fn holds(node: Node<'_>, name: &[u8], bytes: &[u8]) -> bool {
    let mut cursor = node.walk();
    is(node, name, bytes) || node.named_children(&mut cursor).any(|part| holds(part, name, bytes))
}

fn is(node: Node<'_>, name: &[u8], bytes: &[u8]) -> bool {
    node.kind() == "identifier" && text(node, bytes) == name
}

fn text<'b>(node: Node<'_>, bytes: &'b [u8]) -> &'b [u8] {
    bytes.get(node.byte_range()).unwrap_or_default()
}
