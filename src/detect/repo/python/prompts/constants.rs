//! Texts of which parts are constants that stand elsewhere.

use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{Expr, ExprKind, Piece};

/// What a module's constants are.
pub(super) struct Constants<'r> {
    pub repository: &'r Repository<'r>,
    /// The module's own scope.
    pub at: At,
}

impl<'r> Constants<'r> {
    /// As [`joined`], with constants of the module's own level put in.
    pub(super) fn joined(&self, value: &'r Expr<'r>) -> Option<String> {
        joined_with(value, &|part| self.constant(part))
    }

    /// The text of a constant. Only a name in capitals is one: a function may have a variable of another name.
    fn constant(&self, value: &'r Expr<'r>) -> Option<String> {
        let name = value.last_name()?;
        if !name
            .chars()
            .all(|char| char.is_ascii_uppercase() || char.is_ascii_digit() || char == '_')
        {
            return None;
        }
        match self.repository.origins(value, self.at).as_slice() {
            [Origin::Value(_, text)] => joined(text).filter(|text| !text.contains("{}")),
            _ => None,
        }
    }
}

/// A string, or strings joined by `+`; interpolations are `{}`. Nothing where no word is spelled out in it.
pub(super) fn joined(value: &Expr<'_>) -> Option<String> {
    joined_with(value, &|_| None)
}

fn joined_with<'e, 'a>(
    value: &'e Expr<'a>,
    known: &dyn Fn(&'e Expr<'a>) -> Option<String>,
) -> Option<String> {
    let hole = |part| known(part).unwrap_or_else(|| "{}".to_owned());
    match &value.kind {
        ExprKind::Str(pieces) => {
            let spoken = pieces.iter().any(|piece| matches!(piece, Piece::Literal(_)));
            let filled = pieces.iter().map(|piece| match piece {
                Piece::Literal(literal) => literal.clone(),
                Piece::Hole(part) => hole(part),
            });
            spoken.then(|| filled.collect())
        }
        ExprKind::Binary("+", sides) => {
            let [left, right] = [&sides.0, &sides.1].map(|side| joined_with(side, known));
            if left.is_none() && right.is_none() {
                return None;
            }
            let [left, right] = [(left, &sides.0), (right, &sides.1)]
                .map(|(text, side)| text.unwrap_or_else(|| hole(side)));
            Some(left + &right)
        }
        _ => None,
    }
}
