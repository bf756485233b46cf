//! Strings: prefixes, escapes, interpolations and implicit concatenation.

use super::{Kid, Lowering, field, kids, named};
use crate::detect::repo::python::syntax::{ExprKind, Piece};
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
                    let kids = super::kids(part);
                    let inner = field(&kids, "expression").map(|inner| self.expr(inner));
                    if let (Some(inner), Some(rule)) = (&inner, field(&kids, "format_specifier"))
                        && prefix.contains('f')
                        && let Some(text) = inner.text()
                        && !self.may_format_text(rule)
                    {
                        self.found.misformatted.push((text, inner.span));
                    }
                    pieces.extend(inner.map(Piece::Hole));
                }
                _ => {}
            }
        }
        prefix.contains('b')
    }
}

impl Lowering<'_> {
    /// Whether a text may be formatted by a rule, `:>10` or `:{width}`: beyond the first place, where anything fills,
    /// only marks, numbers and `s` can stand, whatever is put into its fields.
    fn may_format_text(&self, rule: Node<'_>) -> bool {
        let (mut place, mut from) = (0_usize, rule.start_byte() + 1);
        let kids = kids(rule);
        let fields = named(&kids).map(|node| (node.start_byte(), node.end_byte()));
        let mut fields: Vec<(usize, usize)> = fields.collect();
        fields.push((rule.end_byte(), rule.end_byte()));
        for (start, end) in fields {
            let written = self.text.get(from..start).unwrap_or_default();
            // Escapes are fewer characters than they are written with, and braces may be doubled.
            if written.contains(['\\', '{', '}']) {
                return true;
            }
            for letter in written.chars() {
                if place > 0 && !letter.is_ascii_digit() && !"<>=^+- z#,_.s".contains(letter) {
                    return false;
                }
                place += 1;
            }
            from = end;
        }
        true
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
