//! Dissent that names judges and scores, and into which nothing enters that a judge argues.

use super::super::syntax::{Body, Call, Expr, ExprKind, Function, Passing, Span, StmtKind};
use super::Hearing;
use super::alone::assigned;
use super::canned::given;
use super::court::Key;
use super::found::Found;
use super::terms::{has, speaks, statements};
use crate::domain::facts::Lines;

/// What is called so holds what judges argue.
const ARGUED: &[&str] =
    &["argument", "rationale", "reason", "justif", "opinion", "argued", "claim", "quote", "view"];
/// What names are called that hold a number or a name.
const PLAIN: &[&str] = &[
    "score",
    "judge",
    "varianc",
    "spread",
    "criterion",
    "dimension",
    "gap",
    "diff",
    "delta",
    "range",
    "threshold",
    "name",
];
/// Fields of an opinion that are no argument.
const FIELDS: &[&str] = &["score", "judge", "criterion_id", "dimension_id", "effective_score"];
/// What is called to word numbers and names.
const WORDS: &[&str] = &[
    "join",
    "round",
    "abs",
    "max",
    "min",
    "len",
    "str",
    "int",
    "float",
    "sorted",
    "upper",
    "title",
    "format",
    "lower",
    "capitalize",
    "get",
    "values",
];
/// How far variables and calls are followed.
const STEPS: usize = 5;

impl<'r> Hearing<'r, '_> {
    /// Where a function words the dissent on scores that lie far apart, if that tells judges and scores alone.
    pub(super) fn unargued(&self, key: Key, found: &Found<'r>) -> Option<Lines> {
        if !found.rules.contains("dissent") {
            return None;
        }
        let function = self.function(key);
        let apart = |span: Span| found.apart.iter().any(|block| block.holds(span));
        let all = given(&function.body);
        // What is told anywhere may be told here too.
        if all.iter().any(|value| self.argues(key, value, STEPS)) {
            return None;
        }
        let mut ours: Vec<&Expr<'r>> = all.into_iter().filter(|value| apart(value.span)).collect();
        if ours.is_empty() && has(function.name, &["dissent"]) {
            ours = returned(&function.body);
        } else if ours.is_empty() {
            // All that it tells is what another function words.
            ours = given(&function.body);
        }
        let words = |value: &&&Expr<'r>| {
            let is_made =
                matches!(&value.kind, ExprKind::Call(call) if !self.run_by(key, call).is_empty());
            is_made || is_worded(value)
        };
        let worded = ours.iter().find(words)?;
        let all = ours.iter().all(|value| self.is_plain(key, value, STEPS));
        all.then(|| self.court.module(key).place(worded.span))
    }

    /// Whether something that a judge argues may enter a value.
    fn argues(&self, key: Key, value: &Expr<'r>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return true };
        value.any(&|part| match &part.kind {
            ExprKind::Attribute(_, name) => has(name, ARGUED),
            ExprKind::Name(name) => held(self.function(key), name).into_iter().any(|given| {
                !given.any(&|part| part.span == value.span) && self.argues(key, given, steps)
            }),
            ExprKind::Str(_) => part.text().is_some_and(|text| text == "argument"),
            _ => false,
        })
    }

    /// Whether a value is made of numbers, names of judges and fixed texts alone.
    fn is_plain(&self, key: Key, value: &Expr<'r>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        let plain = |part: &Expr<'r>| self.is_plain(key, part, steps + 1);
        match &value.kind {
            ExprKind::None | ExprKind::Bool(_) | ExprKind::Literal(_) => true,
            ExprKind::Attribute(_, name) => FIELDS.contains(name),
            ExprKind::Subscript(table, _) => speaks(table, &["score"]) && !speaks(table, ARGUED),
            ExprKind::Name(name) => {
                let given = held(self.function(key), name);
                if given.is_empty() {
                    has(name, PLAIN) && !has(name, ARGUED)
                } else {
                    given.into_iter().all(|given| {
                        given.any(&|part| part.span == value.span)
                            || self.is_plain(key, given, steps)
                    })
                }
            }
            ExprKind::Call(call) => self.calls_plainly(key, call, steps),
            ExprKind::Comprehension(made) => plain(&made.element),
            ExprKind::Conditional(choice) => plain(&choice.then) && plain(&choice.otherwise),
            ExprKind::Str(_)
            | ExprKind::Binary(..)
            | ExprKind::List(_)
            | ExprKind::Tuple(_)
            | ExprKind::Logic(..) => value.parts().into_iter().all(plain),
            _ => false,
        }
    }

    fn calls_plainly(&self, key: Key, call: &Call<'r>, steps: usize) -> bool {
        let run: Vec<Key> = self.run_by(key, call).to_vec();
        if !run.is_empty() {
            return run.into_iter().all(|key| {
                self.reached.contains(&key)
                    && returned(&self.function(key).body)
                        .into_iter()
                        .all(|value| self.is_plain(key, value, steps))
            });
        }
        let object = match &call.callee.kind {
            ExprKind::Attribute(object, _) => {
                object.text().is_some()
                    || speaks(object, &["score"])
                    || self.is_plain(key, object, steps)
            }
            _ => true,
        };
        WORDS.contains(&call.callee_name())
            && object
            // By what is sorted is told nowhere.
            && call.args.iter().all(|arg| {
                arg.passing == Passing::Keyword("key") || self.is_plain(key, &arg.value, steps)
            })
    }
}

/// What a variable of a function is given, and what is put into it afterwards.
fn held<'r>(function: &'r Function<'r>, name: &str) -> Vec<&'r Expr<'r>> {
    let mut found = assigned(function, name);
    let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(other) if other == name);
    statements(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Augment { target, value } if is_it(target) => found.push(value),
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
            if let ExprKind::Attribute(list, "append" | "extend" | "insert") = &call.callee.kind
                && is_it(list)
            {
                found.extend(call.args.last().map(|arg| &arg.value));
            }
        }
        _ => {}
    });
    found
}

/// All that a function returns.
fn returned<'e, 'r>(body: &'e Body<'r>) -> Vec<&'e Expr<'r>> {
    let mut found = Vec::new();
    statements(body, &mut |stmt| {
        if let StmtKind::Return(Some(value)) = &stmt.kind {
            found.push(value);
        }
    });
    found
}

/// Whether a text is put together of what differs.
fn is_worded(value: &Expr<'_>) -> bool {
    value.any(&|part| matches!(part.kind, ExprKind::Str(_)) && part.text().is_none())
}
