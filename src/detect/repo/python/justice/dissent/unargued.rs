//! Dissent that names judges and scores, and into which nothing enters that a judge argues.

use super::super::Hearing;
use super::super::caps::alone::{assigned, looked_up};
use super::super::caps::raises::around;
use super::super::reading::found::Found;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::{has, speaks, statements};
use super::canned::given;
use crate::detect::repo::python::syntax::{
    Body, Call, Expr, ExprKind, Function, Passing, Span, StmtKind,
};
use crate::domain::facts::Lines;
use std::collections::BTreeSet;

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
const FIELDS: &[&str] = &[
    "score",
    "judge",
    "judge_name",
    "agent_name",
    "persona",
    "criterion_id",
    "dimension_id",
    "confidence",
];
/// What is called to word numbers and names.
const WORDS: &[&str] = &[
    "join",
    "max",
    "min",
    "str",
    "sorted",
    "upper",
    "title",
    "format",
    "lower",
    "capitalize",
    "get",
    "values",
    "sum",
    "mean",
    "fmean",
    "median",
    "stdev",
    "ceil",
    "floor",
];
/// What is called so is a score.
const SCORES: &[&str] = &["=score", "get_score", "score_of", "to_score"];
/// What is said of a judge whose score does not count.
const OVERRULES: &[&str] = &["overrul", "overridden", "overrode"];
/// How far variables and calls are followed.
const STEPS: usize = 8;

impl<'r> Hearing<'r, '_> {
    /// Where a function words the dissent on scores that lie far apart, if that tells judges and scores alone: first
    /// where the fewest conditions stand before it.
    pub(in super::super) fn unargued(&self, key: Key, found: &Found<'r>) -> Vec<Lines> {
        let own = found.rules.contains("dissent").then(|| self.worded(key, found));
        let mut worded = own.unwrap_or_default();
        worded.sort_by_key(|value| around(self.function(key), value.span).len());
        let module = self.court.module(key);
        let mut places: Vec<Lines> = Vec::new();
        for value in worded {
            let place = module.place(value.span);
            if places.is_empty() || (is_worded(value) && !places.contains(&place)) {
                places.push(place);
            }
        }
        places
    }

    fn worded(&self, key: Key, found: &Found<'r>) -> Vec<&'r Expr<'r>> {
        let function = self.function(key);
        let apart = |span: Span| found.apart.iter().any(|block| block.holds(span));
        let all = given(&function.body);
        // What is told anywhere may be told here too.
        let mut seen = BTreeSet::new();
        if all.iter().any(|value| self.argues(key, value, &mut seen)) {
            return Vec::new();
        }
        let mut ours: Vec<&Expr<'r>> = all.into_iter().filter(|value| apart(value.span)).collect();
        if ours.is_empty() && has(function.name, &["dissent"]) {
            ours = returned(&function.body);
        } else if ours.is_empty() {
            // All that it tells is what another function words.
            ours = given(&function.body);
        }
        if self.tells_overruling(key, &ours) {
            return Vec::new();
        }
        let words = |value: &&&Expr<'r>| {
            let is_made =
                matches!(&value.kind, ExprKind::Call(call) if !self.run_by(key, call).is_empty());
            is_made || is_worded(value) || is_held_worded(function, value)
        };
        let mut seen = Seen::default();
        let all = ours.iter().all(|value| self.is_plain(key, value, &mut seen, STEPS));
        if all { ours.iter().filter(words).copied().collect() } else { Vec::new() }
    }

    /// Whether it tells that a judge was overruled: each of these values does, or what they are made of, or what is added
    /// to the dissent.
    fn tells_overruling(&self, key: Key, values: &[&Expr<'r>]) -> bool {
        let function = self.function(key);
        let tells = |value: &Expr<'r>| {
            value.any(&|part| {
                matches!(&part.kind, ExprKind::Str(_))
                    && part.template().is_some_and(|text| has(&text, OVERRULES))
            })
        };
        // What another dissent says is not said in this one.
        let named = |value: &Expr<'r>| {
            value.any(&|part| {
                matches!(part.kind, ExprKind::Name(name) if !has(name, &["dissent"])
                    && held(function, name).into_iter().any(tells))
            })
        };
        let mut added = false;
        statements(&function.body, &mut |stmt| match &stmt.kind {
            StmtKind::Augment { target, value } => {
                added |= speaks(target, &["dissent"]) && (tells(value) || named(value));
            }
            StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
                let is_kept = matches!(&call.callee.kind,
                    ExprKind::Attribute(list, "append" | "extend") if speaks(list, &["dissent"]));
                added |= is_kept && call.args.iter().any(|arg| tells(&arg.value));
            }
            _ => {}
        });
        let all = !values.is_empty() && values.iter().all(|value| tells(value));
        added || all || values.iter().any(|value| named(value))
    }

    /// Whether something that a judge argues may enter a value; a name that was seen before adds nothing.
    fn argues(&self, key: Key, value: &Expr<'r>, seen: &mut BTreeSet<&'r str>) -> bool {
        match &value.kind {
            ExprKind::Attribute(_, name) if has(name, ARGUED) => return true,
            ExprKind::Call(_) if looked_up(value).is_some_and(|(_, name)| has(&name, ARGUED)) => {
                return true;
            }
            // Whose score it is tells nothing that is argued.
            ExprKind::Call(_) | ExprKind::Attribute(..) if is_field(value) => return false,
            // What words a dissent is judged by what it returns, whatever it is given.
            ExprKind::Call(call)
                if has(call.callee_name(), &["dissent"]) && !self.run_by(key, call).is_empty() =>
            {
                return self.run_by(key, call).iter().any(|run| self.gives_argued(*run, seen));
            }
            ExprKind::Name(name) => {
                return seen.insert(name)
                    && held(self.function(key), name)
                        .into_iter()
                        .any(|given| self.argues(key, given, seen));
            }
            // Whose scores these are neither.
            ExprKind::Comprehension(made) if is_field(&made.element) => return false,
            ExprKind::Str(_) if value.text().is_some_and(|text| text == "argument") => return true,
            _ => {}
        }
        value.parts().into_iter().any(|part| self.argues(key, part, seen))
    }

    /// Whether what a function returns may have something of that.
    fn gives_argued(&self, run: Key, seen: &BTreeSet<&'r str>) -> bool {
        let mut inner = seen.clone();
        !self.reached.contains(&run)
            || inner.insert(self.function(run).name)
                && returned(&self.function(run).body)
                    .into_iter()
                    .any(|value| self.argues(run, value, &mut inner.clone()))
    }

    /// Whether a value is made of numbers, names of judges and fixed texts alone.
    fn is_plain(&self, key: Key, value: &Expr<'r>, seen: &mut Seen<'r>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        match &value.kind {
            ExprKind::None | ExprKind::Bool(_) | ExprKind::Literal(_) => true,
            ExprKind::Attribute(..) => is_field(value),
            ExprKind::Call(_) if looked_up(value).is_some() => is_field(value),
            ExprKind::Subscript(table, _) => speaks(table, &["score"]) && !speaks(table, ARGUED),
            // A score is a number, however it is come to.
            ExprKind::Name(name) if has(name, SCORES) && !has(name, ARGUED) => true,
            ExprKind::Name(name) => {
                let given = held(self.function(key), name);
                if given.is_empty() && self.is_unpacked_plain(key, name, steps) {
                    return true;
                }
                if given.is_empty() {
                    let params = &self.function(key).params;
                    let is_param = params.iter().any(|param| param.name == *name);
                    (is_param && seen.given.contains(&key))
                        || has(name, PLAIN) && !has(name, ARGUED)
                } else {
                    !seen.names.insert((key, name))
                        || given.into_iter().all(|given| self.is_plain(key, given, seen, steps))
                }
            }
            ExprKind::Call(call) => self.calls_plainly(key, call, seen, steps),
            ExprKind::Comprehension(made) => self.is_plain(key, &made.element, seen, steps + 1),
            ExprKind::Conditional(choice) => [&choice.then, &choice.otherwise]
                .into_iter()
                .all(|side| self.is_plain(key, side, seen, steps + 1)),
            ExprKind::Str(_)
            | ExprKind::Binary(..)
            | ExprKind::List(_)
            | ExprKind::Tuple(_)
            | ExprKind::Logic(..) => {
                value.parts().into_iter().all(|part| self.is_plain(key, part, seen, steps + 1))
            }
            _ => false,
        }
    }

    /// Whether all that a variable is given are fixed texts and numbers that functions give beside others:
    /// `score, note = bounded(score)`.
    fn is_unpacked_plain(&self, key: Key, name: &str, steps: usize) -> bool {
        let taken = unpacked(self.function(key), name);
        let is_plain = |(at, value): &(usize, &'r Expr<'r>)| {
            let ExprKind::Call(call) = &value.kind else { return false };
            let run = self.run_by(key, call);
            !run.is_empty()
                && run.iter().all(|run| {
                    let gives = returned(&self.function(*run).body);
                    let mut parts = gives.iter().map(|given| match &given.kind {
                        ExprKind::Tuple(items) => items.get(*at),
                        _ => None,
                    });
                    self.reached.contains(run)
                        && parts.all(|part| {
                            let mut seen = Seen::default();
                            part.is_some_and(|part| self.is_plain(*run, part, &mut seen, steps))
                        })
                })
        };
        !taken.is_empty() && taken.iter().all(is_plain)
    }

    fn calls_plainly(&self, key: Key, call: &Call<'r>, seen: &mut Seen<'r>, steps: usize) -> bool {
        // What is called so gives a score, whatever it is given.
        if has(call.callee_name(), SCORES) {
            return true;
        }
        // These give numbers.
        if matches!(call.callee.kind, ExprKind::Name("abs" | "float" | "int" | "len" | "round")) {
            return true;
        }
        let run: Vec<Key> = self.run_by(key, call).to_vec();
        if !run.is_empty() {
            // What is given numbers gives numbers, where it puts nothing else to them.
            let mut args = call.args.iter();
            let is_given = args.all(|arg| self.is_plain(key, &arg.value, &mut seen.clone(), steps));
            return run.into_iter().all(|key| {
                let mut seen = seen.clone();
                if is_given {
                    seen.given.insert(key);
                } else {
                    seen.given.remove(&key);
                }
                let mut all = returned(&self.function(key).body).into_iter();
                self.reached.contains(&key)
                    && all.all(|value| self.is_plain(key, value, &mut seen, steps))
            });
        }
        let object = match &call.callee.kind {
            ExprKind::Attribute(object, _) => {
                object.text().is_some()
                    || speaks(object, &["score"])
                    || matches!(object.kind, ExprKind::Name("statistics" | "math" | "np"))
                    || self.is_plain(key, object, seen, steps + 1)
            }
            _ => true,
        };
        WORDS.contains(&call.callee_name())
            && object
            // By what is sorted is told nowhere.
            && call.args.iter().all(|arg| {
                arg.passing == Passing::Keyword("key") || self.is_plain(key, &arg.value, seen, steps + 1)
            })
    }
}

/// Whether a value is a field of an opinion, or of evidence, that is no argument.
fn is_field(value: &Expr<'_>) -> bool {
    let is_it = |name: &str| FIELDS.contains(&name) || name.ends_with("_score");
    match value.kind {
        ExprKind::Attribute(_, name) => is_it(name),
        _ => looked_up(value).is_some_and(|(_, name)| is_it(&name)),
    }
}

/// What was seen to be plain.
#[derive(Clone, Default)]
struct Seen<'r> {
    names: BTreeSet<(Key, &'r str)>,
    /// The functions that are given nothing else.
    given: BTreeSet<Key>,
}

/// What a variable of a function is given, and what is put into it afterwards.
fn held<'r>(function: &'r Function<'r>, name: &str) -> Vec<&'r Expr<'r>> {
    let mut found = assigned(function, name);
    let is_it = |value: &Expr<'_>| value.is_name(name);
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

/// The calls that give a variable beside others, each with its place among them.
fn unpacked<'r>(function: &'r Function<'r>, name: &str) -> Vec<(usize, &'r Expr<'r>)> {
    let mut found = Vec::new();
    statements(&function.body, &mut |stmt| {
        let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
        let tuples = targets.iter().filter_map(|target| match &target.kind {
            ExprKind::Tuple(items) => Some(items),
            _ => None,
        });
        for items in tuples {
            let is_it = |one: &Expr<'_>| one.is_name(name);
            found.extend(items.iter().position(is_it).map(|at| (at, value)));
        }
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

/// Whether a value is a variable into which such a text is put.
fn is_held_worded<'r>(function: &'r Function<'r>, value: &Expr<'r>) -> bool {
    match value.kind {
        ExprKind::Name(name) => held(function, name).into_iter().any(is_worded),
        _ => false,
    }
}

/// Whether a text is put together of what differs.
fn is_worded(value: &Expr<'_>) -> bool {
    value.any(&|part| matches!(part.kind, ExprKind::Str(_)) && part.text().is_none())
}
