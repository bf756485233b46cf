//! Functions that treat the scores of the three judges alike: whatever they do with one they do with the others.

use super::super::Hearing;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::statements;
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{
    Body, Call, Clause, Expr, ExprKind, Passing, Span, Stmt, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// What the judges are called, longer names first.
const SEATS: [&[&str]; 3] = [
    &["prosecutor", "prosecution", "prosecut"],
    &["defense_attorney", "defence_attorney", "defenseattorney", "defense", "defence"],
    &["techlead", "tech_lead", "tech lead", "tech"],
];
/// Functions to which the order of what they are given is nothing.
const EVEN: &[&str] = &[
    "max", "min", "sum", "sorted", "len", "set", "list", "tuple", "mean", "median", "fmean", "any",
    "all",
];
/// Functions that are followed inside each other.
const DEPTH: usize = 4;

impl Hearing<'_, '_> {
    /// Whether the function of the synthesis around a line names all judges, and treats them alike.
    pub(in super::super) fn is_even_at(&self, module: &Module<'_>, line: u32) -> bool {
        let ours = self.reached.iter().filter(|key| {
            let span = self.function(**key).span;
            std::ptr::eq(self.court.module(**key), module)
                && (span.first..=span.last).contains(&line)
        });
        let innermost = ours.max_by_key(|key| self.function(**key).span.start);
        innermost.is_some_and(|key| self.is_even(*key, DEPTH))
    }

    fn is_even(&self, key: Key, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let mut reading =
            Reading { hearing: self, key, depth, alike: BTreeMap::new(), is_even: true };
        let body = &self.function(key).body;
        reading.body(body);
        reading.is_even
            && !reading.is_taken_apart(body)
            && reading.alike.values().all(|seats| seats.len() == SEATS.len())
    }
}

struct Reading<'h, 'r, 'a> {
    hearing: &'h Hearing<'r, 'a>,
    key: Key,
    depth: usize,
    /// What is done for one judge, with the judges for whom it is.
    alike: BTreeMap<String, BTreeSet<usize>>,
    is_even: bool,
}

impl<'r> Reading<'_, 'r, '_> {
    fn body(&mut self, body: &'r Body<'r>) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &'r Stmt<'r>) {
        match &stmt.kind {
            StmtKind::If { branches, otherwise } => {
                for (test, body) in branches {
                    let end = body.last().map_or(test.span.end, |last| last.span.end);
                    let whole = Span { end, ..test.span };
                    if !self.is_for_one(whole) {
                        self.value(test);
                        self.body(body);
                    }
                }
                self.body(otherwise);
            }
            StmtKind::Function(_) | StmtKind::Class(_) => {
                self.is_even &= self.seats(stmt.span).is_empty();
            }
            // Documentation does nothing.
            StmtKind::Expr(Expr { kind: ExprKind::Str(_), .. }) => {}
            _ if stmt.blocks().is_empty() => {
                if !self.is_for_one(stmt.span) {
                    for value in stmt.expressions() {
                        self.value(value);
                    }
                }
            }
            _ => {
                for value in stmt.expressions() {
                    self.value(value);
                }
                for block in stmt.blocks() {
                    self.body(block);
                }
            }
        }
    }

    /// Whether something is done for one judge alone; what it is is put down.
    fn is_for_one(&mut self, span: Span) -> bool {
        let seats = self.seats(span);
        let [seat] = seats.iter().copied().collect::<Vec<_>>()[..] else { return false };
        self.alike.entry(self.nameless(span)).or_default().insert(seat);
        true
    }

    /// Looks at a value: judges are named in it side by side, or in texts, or nowhere.
    fn value(&mut self, value: &'r Expr<'r>) {
        if self.seats(value.span).is_empty() || matches!(value.kind, ExprKind::Str(_)) {
            return;
        }
        let parts: Vec<&'r Expr<'r>> = match &value.kind {
            ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
                items.iter().collect()
            }
            ExprKind::Binary("+", _) => summands(value),
            ExprKind::Call(call) if self.is_given_evenly(call) => {
                call.args.iter().map(|arg| &arg.value).collect()
            }
            ExprKind::Name(_) | ExprKind::Attribute(..) => {
                self.is_even = false;
                return;
            }
            _ => {
                for part in value.parts() {
                    self.value(part);
                }
                return;
            }
        };
        if !self.are_side_by_side(&parts) {
            for part in parts {
                self.value(part);
            }
        }
    }

    /// Whether the place of a judge in a list that holds all of them may tell who it is: the list is taken apart, given
    /// back, or handed to something that is not known to treat its parts alike.
    fn is_taken_apart(&self, body: &'r Body<'r>) -> bool {
        let is_list = |value: &Expr<'r>| {
            matches!(value.kind, ExprKind::List(_) | ExprKind::Tuple(_))
                && self.seats(value.span).len() == SEATS.len()
        };
        let mut lists: BTreeSet<&str> = BTreeSet::new();
        let mut apart = false;
        statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } if is_list(value) => {
                for target in targets {
                    match target.kind {
                        ExprKind::Name(name) => _ = lists.insert(name),
                        _ => apart = true,
                    }
                }
            }
            StmtKind::Return(Some(value)) => apart |= is_list(value),
            _ => {}
        });
        let is_it =
            |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if lists.contains(name));
        let held = |value: &Expr<'r>| is_it(value) || is_list(value);
        let (mut seen, mut known) = (0_usize, 0_usize);
        statements(body, &mut |stmt| {
            if let StmtKind::For { iterable, .. } = &stmt.kind {
                known += usize::from(is_it(iterable));
            }
            if let StmtKind::Assign { targets, .. } = &stmt.kind {
                known += targets.iter().filter(|target| is_it(target)).count();
            }
            stmt.walk(&mut |part| {
                    seen += usize::from(is_it(part));
                    match &part.kind {
                        ExprKind::Subscript(object, _) => apart |= held(object),
                        ExprKind::Compare(sides, _) => {
                            known += sides.iter().filter(|side| is_it(side)).count();
                        }
                        ExprKind::Str(_) => {
                            known += part.parts().into_iter().filter(|hole| is_it(hole)).count();
                        }
                        ExprKind::Comprehension(made) => {
                            known += made.clauses.iter().filter(|clause| matches!(clause, Clause::For { iterable, .. } if is_it(iterable))).count();
                        }
                        ExprKind::Call(call) => {
                            let given = call.args.iter().filter(|arg| held(&arg.value)).count();
                            let is_plain = call.args.iter().all(|arg| {
                                held(&arg.value)
                                    || matches!(arg.passing, Passing::Keyword("reverse" | "key"))
                            });
                            let is_even = is_plain && EVEN.contains(&call.callee_name());
                            apart |= given > 0 && !is_even;
                            known += call.args.iter().filter(|arg| is_it(&arg.value)).count();
                        }
                        _ => {}
                    }
                });
        });
        apart || seen != known
    }

    /// Whether all judges are named among the parts of a value, each in the same way.
    fn are_side_by_side(&self, parts: &[&'r Expr<'r>]) -> bool {
        let (mut seats, mut ways) = (BTreeSet::new(), BTreeSet::new());
        for part in parts {
            match self.seats(part.span).into_iter().collect::<Vec<_>>()[..] {
                [] => {}
                [seat] => {
                    seats.insert(seat);
                    ways.insert(self.nameless(part.span));
                }
                _ => return false,
            }
        }
        seats.len() == SEATS.len() && ways.len() == 1
    }

    /// Whether what is called treats alike what it is given.
    fn is_given_evenly(&self, call: &Call<'r>) -> bool {
        let run = self.hearing.run_by(self.key, call);
        if run.is_empty() {
            return EVEN.contains(&call.callee_name());
        }
        run.iter().all(|key| {
            let function = self.hearing.function(*key);
            let named = function.params.iter().flat_map(|param| seats(param.name));
            let named: BTreeSet<usize> = named.collect();
            let plain = call.args.iter().all(|arg| {
                let own = self.seats(arg.value.span);
                own.is_empty()
                    || matches!(arg.value.kind, ExprKind::Name(_) | ExprKind::Attribute(..))
            });
            plain && named.len() == SEATS.len() && self.hearing.is_even(*key, self.depth)
        })
    }

    fn text(&self, span: Span) -> &'r str {
        let text = self.hearing.repository.modules[self.key.0].text;
        text.get(span.start..span.end).unwrap_or_default()
    }

    fn seats(&self, span: Span) -> BTreeSet<usize> {
        seats(self.text(span))
    }

    /// What is written there, with no judge's name.
    fn nameless(&self, span: Span) -> String {
        let mut text = self.text(span).to_lowercase();
        for name in SEATS.into_iter().flatten() {
            text = text.replace(name, "@");
        }
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The judges whom a text names.
fn seats(text: &str) -> BTreeSet<usize> {
    let text = text.to_lowercase();
    let named = |names: &[&str]| names.iter().any(|name| text.contains(name));
    SEATS.iter().enumerate().filter(|(_, names)| named(names)).map(|(seat, _)| seat).collect()
}

/// What is added up: `a + b + c`.
fn summands<'r>(value: &'r Expr<'r>) -> Vec<&'r Expr<'r>> {
    match &value.kind {
        ExprKind::Binary("+", sides) => {
            [&sides.0, &sides.1].into_iter().flat_map(summands).collect()
        }
        _ => vec![value],
    }
}
