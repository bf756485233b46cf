//! What a cap asks of evidence besides words, and whether one piece of evidence has that.

use super::asked::Sought;
use super::{STEPS, fixed, texts};
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::justice::reading::functions::court::Key;
use crate::detect::repo::python::justice::reading::variables::terms::{asks_found, has, speaks};
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind};
use std::collections::BTreeSet;

impl<'r> Hearing<'r, '_> {
    /// Whether all that is asked besides the words holds of the evidence that a call writes and marks as found.
    pub(super) fn lets_through(&self, sought: &Sought<'r>, call: &'r Call<'r>) -> bool {
        sought.besides.iter().all(|(wanted, key, test)| {
            self.holds(*key, test, call).map_or_else(|| !is_of_evidence(test), |it| it == *wanted)
        })
    }

    /// Whether a condition holds of the evidence; `None` where that is not known.
    fn holds(&self, key: Key, test: &'r Expr<'r>, call: &'r Call<'r>) -> Option<bool> {
        match &test.kind {
            ExprKind::Not(inner) => self.holds(key, inner, call).map(|holds| !holds),
            ExprKind::Logic(word, sides) => {
                let sides = [self.holds(key, &sides.0, call), self.holds(key, &sides.1, call)];
                let decides = *word == "or";
                if sides.contains(&Some(decides)) {
                    return Some(decides);
                }
                sides.iter().all(Option::is_some).then_some(!decides)
            }
            ExprKind::Compare(sides, operators) => {
                let [one, other] = sides.as_slice() else { return None };
                match operators.as_slice() {
                    ["in"] => self.says(key, one, other, call).then_some(true),
                    ["not in"] => self.says(key, one, other, call).then_some(false),
                    ["is" | "=="] if asks_found(one) => match other.kind {
                        ExprKind::Bool(found) => Some(found),
                        _ => None,
                    },
                    _ => None,
                }
            }
            ExprKind::Call(call)
                if has(call.callee_name(), &["=hasattr", "=isinstance", "found"]) =>
            {
                Some(true)
            }
            ExprKind::Attribute(..) | ExprKind::Name(_) if asks_found(test) => Some(true),
            _ => None,
        }
    }

    /// Whether a text is surely in what the evidence says.
    fn says(&self, key: Key, word: &Expr<'_>, words: &'r Expr<'r>, call: &'r Call<'r>) -> bool {
        let Some(word) = word.text() else { return false };
        let mut fields = BTreeSet::new();
        self.read_of(key, words, STEPS, &mut fields);
        let own = texts(call).into_iter().filter(|(field, _)| fields.contains(field));
        own.flat_map(|(_, text)| fixed(text)).any(|said| said.to_lowercase().contains(&word))
    }
}

/// Whether a condition asks anything of evidence.
fn is_of_evidence(test: &Expr<'_>) -> bool {
    speaks(
        test,
        &[
            "=ev",
            "=e",
            "evidenc",
            "goal",
            "content",
            "rationale",
            "location",
            "confiden",
            "=text",
            "=dim",
            "dimension",
            "criterion",
            "=item",
            "=it",
            "=one",
            "finding",
        ],
    )
}
