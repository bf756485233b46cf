//! Scores that the program gives an opinion by itself, other than by a number that is written there.

use super::{Opinions, is_score};
use crate::detect::repo::python::names::built_in::is_within;
use crate::detect::repo::python::names::scope::Binding;
use crate::detect::repo::python::repository::{At, Origin};
use crate::detect::repo::python::structured_output::asking::alone::asks_nobody;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Handler, Stmt, StmtKind};

/// How far a score is followed.
const STEPS: usize = 6;
/// Most scores that a table may hold.
const LISTED: usize = 8;

/// Words in what handlers ask for that speak of replies which do not fit.
const OF_MISFITS: &[&str] =
    &["valid", "pars", "malformed", "decod", "json output", "mismatch", "missing", "field"];

impl<'r> Opinions<'r, '_> {
    /// The scores with which `value` is an opinion, where no reply has any part in them: those that a table of the
    /// sources lists, or `None` for one that the program works out.
    pub(super) fn own_scores(&self, at: At, value: &'r Expr<'r>) -> Option<Vec<Option<u32>>> {
        let is_call = matches!(value.kind, ExprKind::Call(_));
        let fields = self.fields_of(value).filter(|_| is_call)?;
        let (_, score) = fields.into_iter().find(|(field, _)| is_score(field))?;
        if matches!(score.kind, ExprKind::None) {
            return None;
        }
        let listed = self.numbers(at, score, STEPS).filter(|all| (1..=LISTED).contains(&all.len()));
        if let Some(all) = listed {
            return Some(all.into_iter().map(Some).collect());
        }
        self.is_own(at, score, STEPS).then(|| vec![None])
    }

    /// Whether a value is made of nothing that a model may have replied.
    fn is_own(&self, at: At, value: &'r Expr<'r>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        // The score of an opinion that is there already may be a model's.
        let key = looked_up(value).and_then(|(_, key)| key.text());
        if key.is_some_and(|key| is_score(&key)) {
            return false;
        }
        match &value.kind {
            ExprKind::Attribute(_, name) if is_score(name) => false,
            ExprKind::Name(name) => !self.read.contains(name) && self.is_own_name(at, name, steps),
            ExprKind::Attribute(object, _) => self.is_own(at, object, steps),
            ExprKind::Call(call) => self.is_own_call(at, call, steps),
            ExprKind::Literal(_) | ExprKind::Bool(_) | ExprKind::None | ExprKind::Slice(_) => true,
            ExprKind::Str(_)
            | ExprKind::Subscript(..)
            | ExprKind::List(_)
            | ExprKind::Tuple(_)
            | ExprKind::Dict(_)
            | ExprKind::Binary(..)
            | ExprKind::Logic(..)
            | ExprKind::Compare(..)
            | ExprKind::Not(_)
            | ExprKind::Conditional(_) => {
                value.parts().into_iter().all(|part| self.is_own(at, part, steps))
            }
            _ => false,
        }
    }

    fn is_own_name(&self, at: At, name: &'r str, steps: usize) -> bool {
        let scope = self.repository.scope(at);
        let Some(bindings) = scope.bindings.get(name) else {
            // What is around the function was there before any reply.
            let mut parent = scope.parent;
            while let Some(scope) = parent {
                let around = self.repository.scope(At { scope, ..at });
                if around.bindings.contains_key(name) {
                    return true;
                }
                parent = around.parent;
            }
            return false;
        };
        bindings.iter().all(|binding| match binding {
            Binding::Value(value) => self.is_own(at, value, steps),
            // A score that the function was given before it asked.
            Binding::Param(..) => !matches!(name, "self" | "cls"),
            Binding::Import(_) => true,
            _ => false,
        })
    }

    fn is_own_call(&self, at: At, call: &'r Call<'r>, steps: usize) -> bool {
        let is_given = call.args.iter().all(|arg| self.is_own(at, &arg.value, steps));
        let is_known = |origin: &Origin<'r>| match origin {
            Origin::Function(at, function) => asks_nobody(self.repository, *at, function),
            Origin::External(name) => name.strip_prefix("builtins.").is_some_and(is_within),
            _ => matches!(&call.callee.kind, ExprKind::Attribute(object, "get" | "lower")
                if self.is_own(at, object, steps)),
        };
        is_given && self.repository.origins(&call.callee, at).iter().all(is_known)
    }

    /// The numbers of which a value is one, where the sources list them: `SCORES["none"]`, `SETTINGS[judge]["score"]`.
    fn numbers(&self, at: At, value: &'r Expr<'r>, steps: usize) -> Option<Vec<u32>> {
        let steps = steps.checked_sub(1)?;
        if let ExprKind::Literal(number) = value.kind {
            return Some(vec![number.parse().ok()?]);
        }
        let mut all = Vec::new();
        if let ExprKind::Conditional(choice) = &value.kind {
            for side in [&choice.then, &choice.otherwise] {
                all.extend(self.numbers(at, side, steps)?);
            }
        } else if let Some((object, key)) = looked_up(value) {
            for (at, value) in self.listed(at, object, key, steps)? {
                all.extend(self.numbers(at, value, steps)?);
            }
        } else {
            for origin in self.repository.origins(value, at) {
                let Origin::Value(at, bound) = origin else { return None };
                if std::ptr::eq(bound, value) {
                    return None;
                }
                all.extend(self.numbers(at, bound, steps)?);
            }
        }
        all.sort_unstable();
        all.dedup();
        Some(all)
    }

    /// What tables list under a key; all of what they list where the key is not spelled out.
    fn listed(
        &self,
        at: At,
        object: &'r Expr<'r>,
        key: &Expr<'r>,
        steps: usize,
    ) -> Option<Vec<(At, &'r Expr<'r>)>> {
        let key = key.text();
        let mut found = Vec::new();
        for (at, pairs) in self.tables(at, object, steps)? {
            let ours = pairs
                .iter()
                .filter(|(name, _)| key.is_none() || name.as_ref().and_then(Expr::text) == key);
            let before = found.len();
            found.extend(ours.map(|(_, value)| (at, value)));
            if found.len() == before {
                return None;
            }
        }
        Some(found)
    }

    /// The tables that a value is one of, as the sources spell them out.
    fn tables(&self, at: At, value: &'r Expr<'r>, steps: usize) -> Option<Vec<(At, Pairs<'r>)>> {
        let steps = steps.checked_sub(1)?;
        if let ExprKind::Dict(pairs) = &value.kind {
            return Some(vec![(at, pairs)]);
        }
        let mut found = Vec::new();
        if let Some((object, key)) = looked_up(value) {
            for (at, value) in self.listed(at, object, key, steps)? {
                found.extend(self.tables(at, value, steps)?);
            }
            return Some(found);
        }
        for origin in self.repository.origins(value, at) {
            let Origin::Value(at, bound) = origin else { return None };
            if std::ptr::eq(bound, value) {
                return None;
            }
            found.extend(self.tables(at, bound, steps)?);
        }
        Some(found)
    }
}

/// The pairs of a dictionary.
type Pairs<'r> = &'r [(Option<Expr<'r>>, Expr<'r>)];

/// What is looked up, and under what: `table[key]`, `table.get(key)`.
fn looked_up<'r>(value: &'r Expr<'r>) -> Option<(&'r Expr<'r>, &'r Expr<'r>)> {
    match &value.kind {
        ExprKind::Subscript(object, indices) => Some((object, indices.first()?)),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "get") if call.args.len() == 1 => {
                Some((object, call.position(0)?))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a handler keeps the failures alone that it knows by words, none of which speaks of a reply that does not fit,
/// and raises all others anew.
pub(super) fn raises_others(handler: &Handler<'_>) -> bool {
    let by_words = |test: &Expr<'_>| {
        test.any(&|part| matches!(&part.kind, ExprKind::Compare(_, operators) if operators.iter().all(|one| *one == "in")))
    };
    let raises = |body: &[Stmt<'_>]| {
        body.last().is_some_and(|stmt| matches!(&stmt.kind, StmtKind::Raise(_)))
    };
    let mut speaks = false;
    Stmt::each(&handler.body, &mut |stmt| {
        speaks |= stmt.any(&|part| {
            let text = part.text().unwrap_or_default().to_lowercase();
            !text.contains(' ') && OF_MISFITS.iter().any(|word| text.contains(word))
        });
    });
    let tells = |stmt: &Stmt<'_>| match &stmt.kind {
        StmtKind::If { branches, otherwise } => {
            let known = branches.iter().all(|(test, _)| by_words(test));
            let others = branches.iter().any(|(test, body)| {
                matches!(&test.kind, ExprKind::Not(inner) if by_words(inner)) && raises(body)
            });
            (known && raises(otherwise)) || others
        }
        _ => false,
    };
    !speaks && handler.body.iter().any(tells)
}
