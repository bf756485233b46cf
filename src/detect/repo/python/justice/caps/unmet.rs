//! Caps that wait for evidence which the program never writes: `one.goal == "Safe tools" and one.found is False`, where
//! what is written with that goal is always marked as found.
//!
//! It is known only where every piece of evidence is made by a call that spells its goal out.

mod exhibits;

use super::super::Hearing;
use super::super::reading::effects::bounds;
use super::super::reading::found::Found;
use super::super::reading::functions::court::Key;
use super::super::reading::guards::each_part;
use super::super::reading::variables::terms::{any_stmt, asks_found, blocks, statements};
use super::alone::{STEPS, assigned};
use super::words::around;
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Stmt, StmtKind};
use crate::domain::facts::UnmetCap;
use exhibits::Exhibit;

impl<'r> Hearing<'r, '_> {
    /// The cap of a function, where all of its caps wait for such evidence.
    pub(in super::super) fn unmet(&self, key: Key, found: &Found<'r>) -> Option<UnmetCap> {
        let first = found.caps.first().filter(|_| !found.unseen && found.rows.is_empty())?;
        let asks = |module: &Module<'_>| module.text.contains("found");
        if !self.repository.modules.iter().any(asks) {
            return None;
        }
        let all = self.exhibits()?;
        let search = Search { hearing: self, all: &all };
        let mut asked = None;
        for cap in &found.caps {
            if !any_stmt(cap.body, &bounds) {
                return None;
            }
            asked = asked.or(search.waits(key, cap.test, cap.body)?);
        }
        let (at, tests) = asked?;
        let module = self.court.module(at);
        let test = tests.last()?;
        let marked = all.iter().find(|one| one.fits_goal(&tests));
        Some(UnmetCap {
            asks: tests.iter().map(|test| module.written(test.span, 80)).collect(),
            asked: module.place(test.span),
            marked: marked.map(|one| self.repository.modules[one.module].place(one.span)),
            place: self.court.module(key).place(first.place),
        })
    }
}

/// Where conditions on evidence stand, and these conditions.
type Asked<'r> = Option<(Key, Vec<&'r Expr<'r>>)>;

/// Looks for conditions that no evidence meets.
struct Search<'r, 'h, 'a> {
    hearing: &'h Hearing<'r, 'a>,
    all: &'h [Exhibit<'r>],
}

impl<'r> Search<'r, '_, '_> {
    /// What a branch that caps waits for in vain before each statement that bounds a score; `None` where one is come to.
    fn waits(&self, key: Key, test: &'r Expr<'r>, body: &'r Body<'r>) -> Option<Asked<'r>> {
        if let Some(asked) = self.never(key, test, STEPS) {
            return Some(Some(asked));
        }
        let mut first = None;
        self.block(key, body, &mut first).then_some(first)
    }

    /// Whether no statement of a block that bounds a score is come to.
    fn block(&self, key: Key, body: &'r Body<'r>, first: &mut Asked<'r>) -> bool {
        body.iter().all(|stmt| {
            if bounds(stmt) {
                return false;
            }
            match &stmt.kind {
                StmtKind::If { branches, otherwise } => {
                    let inner = branches.iter().all(|(test, body)| {
                        let never = self.never(key, test, STEPS);
                        let is_never = never.is_some();
                        *first = first.take().or(never);
                        is_never || self.block(key, body, first)
                    });
                    inner && self.block(key, otherwise, first)
                }
                _ => blocks(stmt).into_iter().all(|block| self.block(key, block, first)),
            }
        })
    }

    /// The conditions on evidence by which a condition never holds.
    fn never(
        &self,
        key: Key,
        test: &'r Expr<'r>,
        steps: usize,
    ) -> Option<(Key, Vec<&'r Expr<'r>>)> {
        let steps = steps.checked_sub(1)?;
        if let Some(found) = self.never_all(key, &[test]) {
            return Some(found);
        }
        match &test.kind {
            ExprKind::Logic("and", sides) => self
                .never(key, &sides.0, steps + 1)
                .or_else(|| self.never(key, &sides.1, steps + 1)),
            ExprKind::Logic("or", sides) => {
                let first = self.never(key, &sides.0, steps + 1)?;
                self.never(key, &sides.1, steps + 1).map(|_| first)
            }
            ExprKind::Name(name) => {
                let function = self.hearing.function(key);
                let is_given = function.param(name).is_some();
                let mut changed = is_given;
                Stmt::each(&function.body, &mut |stmt| {
                    let (StmtKind::Augment { target, .. } | StmtKind::For { target, .. }) =
                        &stmt.kind
                    else {
                        return;
                    };
                    changed |= target.any(&|part| part.is_name(name));
                });
                let values = assigned(function, name);
                if changed || values.is_empty() {
                    return None;
                }
                self.none_of(key, &values, steps)
            }
            ExprKind::Call(call) if call.callee.is_name("any") => {
                let ExprKind::Comprehension(inner) = &call.position(0)?.kind else { return None };
                let asked = inner.tests();
                let tests: Vec<&Expr<'r>> = asked.chain([&inner.element]).collect();
                self.never_all(key, &tests)
            }
            ExprKind::Call(call) if call.callee.is_name("bool") => {
                self.never(key, call.position(0)?, steps)
            }
            ExprKind::Call(call) => {
                let [helper] = self.hearing.run_by(key, call) else { return None };
                let mut values = Vec::new();
                statements(&self.hearing.function(*helper).body, &mut |stmt| {
                    if let StmtKind::Return(Some(value)) = &stmt.kind {
                        values.push(value);
                    }
                });
                self.none_of(*helper, &values, steps)
            }
            _ => None,
        }
    }

    /// The first of the conditions by which none of the values is ever more than nothing.
    fn none_of(
        &self,
        key: Key,
        values: &[&'r Expr<'r>],
        steps: usize,
    ) -> Option<(Key, Vec<&'r Expr<'r>>)> {
        let mut first = None;
        for value in values.iter().filter(|value| !is_nothing(value)) {
            let tests = around(self.hearing.function(key), value);
            let tests: Vec<&Expr<'r>> =
                tests.into_iter().filter(|test| test.span != value.span).collect();
            let never = self.never_all(key, &tests);
            let never = never.or_else(|| self.never(key, value, steps))?;
            first = first.or(Some(never));
        }
        first
    }

    /// The conditions on one piece of evidence among these that none meets together.
    fn never_all(&self, key: Key, tests: &[&'r Expr<'r>]) -> Option<(Key, Vec<&'r Expr<'r>>)> {
        let mut atoms = Vec::new();
        for test in tests {
            each_part(test, &mut atoms);
        }
        let of = atoms.iter().find_map(|atom| exhibits::of(atom))?;
        atoms.retain(|atom| exhibits::of(atom) == Some(of));
        // What asks for no mark is not known by one.
        let asks = atoms.iter().any(|atom| asks_found(atom));
        let met = self.all.iter().any(|one| atoms.iter().all(|atom| one.may_meet(atom)));
        (asks && !met).then_some((key, atoms))
    }
}

/// Whether a value counts as no.
fn is_nothing(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Bool(false) | ExprKind::None => true,
        ExprKind::Str(_) => value.text().is_some_and(|text| text.is_empty()),
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => items.is_empty(),
        ExprKind::Dict(pairs) => pairs.is_empty(),
        _ => false,
    }
}
