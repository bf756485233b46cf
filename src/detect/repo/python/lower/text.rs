//! Strings: prefixes, escapes, interpolations and implicit concatenation.

use super::super::syntax::{ExprKind, Piece};
use super::{Kid, Lowering, field, named};
use tree_sitter::Node;

impl<'a> Lowering<'a> {
    pub(super) fn string(&mut self, node: Node<'_>, kids: &[Kid<'_>]) -> ExprKind<'a> {
        let mut pieces = Vec::new();
        let mut bytes = false;
        if node.kind() == "string" {
            bytes = self.string_pieces(kids, &mut pieces);
        } else {
            for part in named(kids).filter(|part| part.kind() == "string") {
                bytes |= self.string_pieces(&super::kids(part), &mut pieces);
            }
        }
        if bytes { ExprKind::Literal(self.source(node)) } else { ExprKind::Str(pieces) }
    }

    /// Appends one literal's pieces; returns whether it is a bytes literal.
    fn string_pieces(&mut self, kids: &[Kid<'_>], pieces: &mut Vec<Piece<'a>>) -> bool {
        let prefix = kids.first().map(|(_, start)| self.source(*start)).unwrap_or_default();
        let prefix = prefix.trim_end_matches(['"', '\'']).to_ascii_lowercase();
        for part in named(kids) {
            match part.kind() {
                "string_content" => {
                    let formatted = prefix.contains(['f', 't']);
                    let text = unescape(self.source(part), prefix.contains('r'), formatted);
                    if let Some(Piece::Literal(known)) = pieces.last_mut() {
                        known.push_str(&text);
                    } else {
                        pieces.push(Piece::Literal(text));
                    }
                }
                "interpolation" => {
                    let inner = field(&super::kids(part), "expression");
                    pieces.extend(inner.map(|inner| Piece::Hole(self.expr(inner))));
                }
                _ => {}
            }
        }
        prefix.contains('b')
    }
}

/// Reads Python's escapes; unknown ones stay as written, as in Python.
fn unescape(source: &str, raw: bool, formatted: bool) -> String {
    let mut text = String::with_capacity(source.len());
    let mut chars = source.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '{' | '}' if formatted && chars.peek() == Some(&char) => {
                chars.next();
                text.push(char);
            }
            '\\' if !raw => match chars.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('r') => text.push('\r'),
                Some('\n') => {}
                Some(same @ ('\\' | '\'' | '"')) => text.push(same),
                Some(marker @ ('x' | 'u' | 'U')) => {
                    let digits = match marker {
                        'x' => 2,
                        'u' => 4,
                        _ => 8,
                    };
                    let code: String = chars.by_ref().take(digits).collect();
                    let decoded = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
                    text.push(decoded.unwrap_or(char::REPLACEMENT_CHARACTER));
                }
                Some(other) => text.extend(['\\', other]),
                None => text.push('\\'),
            },
            _ => text.push(char),
        }
    }
    text
}
