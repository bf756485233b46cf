//! Entries of a table of scores that a rule bounds and a later statement writes anew.
//!
//! `scores[one.id] = 3` in one loop lasts until the end of the function only if no later loop puts `scores[id] = other`
//! in its place.

use super::super::alone::assigned;
use super::names::{PLAIN, derived, is_number, names, number, roots};
use crate::detect::repo::python::justice::reading::effects::calls_min;
use crate::detect::repo::python::justice::reading::variables::terms::{
    any_stmt, blocks, statements, target_name, uses,
};
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use crate::domain::facts::UndoneBound;
use std::collections::BTreeSet;

/// What a call may be given the whole table for without changing it, besides a class.
const READERS: &[&str] = &["print", "dict", "list", "sorted", "str", "set", "tuple", "dumps"];

/// Finds the statement that writes anew what all branches of a rule bound in a table, and that nothing bounds again.
pub(in crate::detect::repo::python::justice) fn rewritten<'r>(
    function: &'r Function<'r>,
    branches: &[Span],
    module: &Module<'_>,
) -> Option<UndoneBound> {
    let body = &function.body;
    let bounds: Vec<Bounded<'_>> =
        branches.iter().map(|branch| bounded(body, *branch)).collect::<Option<_>>()?;
    let first = bounds.first()?;
    let table = first.table;
    if bounds.iter().any(|bound| bound.table != table) {
        return None;
    }
    let is_in = |stmt: &Stmt<'_>| bounds.iter().any(|bound| stmt.span.holds(bound.stmt.span));
    let rest = &body[body.iter().rposition(is_in)? + 1..];
    let sets = last_write(rest, table)?;
    let (_, key, value) = entry(sets)?;
    let mut way = Way::default();
    if !way.to(rest, sets) {
        return None;
    }
    let mut marks: BTreeSet<&str> = BTreeSet::from([table]);
    for branch in branches {
        statements(body, &mut |stmt| {
            if let (true, StmtKind::Assign { targets, .. }) = (branch.holds(stmt.span), &stmt.kind)
            {
                marks.extend(targets.iter().flat_map(roots));
            }
        });
    }
    let held = derived(body, marks, None);
    let is_free = |value: &Expr<'_>| !uses(value, &held);
    let of_key = derived(body, names(key), None);
    let is_chosen = way.tests.iter().any(|(test, _)| uses(test, &of_key));
    let is_anew = is_free(value) && way.read.iter().all(|read| is_free(read));
    if !(is_anew && is_other_score(function, value))
        || way.tests.iter().any(|(test, _)| compares(test, &names(value)))
        // Which entries both write could not be the same ones.
        || (is_chosen && bounds.iter().any(|bound| bound.chooses(function)))
        || rebounds(rest, sets, table)
    {
        return None;
    }
    let told = |(test, is_met): &(&Expr<'_>, bool)| {
        let written = module.written(test.span, 80);
        if *is_met { written } else { format!("not ({written})") }
    };
    Some(UndoneBound {
        score: table.to_owned(),
        caller: None,
        bounded: module.place(first.stmt.span),
        when: way.tests.iter().map(told).collect(),
        by: module.written(sets.span, 80),
        place: module.place(sets.span),
    })
}

/// The table, the key and the value of `table[key] = value`.
fn entry<'r>(stmt: &'r Stmt<'r>) -> Option<(&'r str, &'r Expr<'r>, &'r Expr<'r>)> {
    let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return None };
    let [Expr { kind: ExprKind::Subscript(table, keys), .. }] = targets.as_slice() else {
        return None;
    };
    let (ExprKind::Name(table), [key]) = (&table.kind, keys.as_slice()) else { return None };
    Some((*table, key, value))
}

/// What a branch bounds, and all that is asked on the way to it.
struct Bounded<'r> {
    table: &'r str,
    key: &'r Expr<'r>,
    stmt: &'r Stmt<'r>,
    asked: Vec<&'r Expr<'r>>,
}

/// The one entry that a branch writes, where it does not leave the function.
fn bounded<'r>(body: &'r Body<'r>, branch: Span) -> Option<Bounded<'r>> {
    let (mut written, mut leaves) = (Vec::new(), false);
    statements(body, &mut |stmt| {
        if branch.holds(stmt.span) {
            leaves |= stmt.ends_function();
            written.extend(entry(stmt).map(|(table, key, _)| (table, key, stmt)));
        }
    });
    let [(table, key, stmt)] = written.as_slice() else { return None };
    let mut asked = Vec::new();
    statements(body, &mut |around| match &around.kind {
        StmtKind::If { branches, .. } if around.span.holds(stmt.span) => {
            asked.extend(branches.iter().map(|(test, _)| test));
        }
        StmtKind::For { iterable, .. } if around.span.holds(stmt.span) => asked.push(iterable),
        _ => {}
    });
    (!leaves).then_some(Bounded { table, key, stmt, asked })
}

impl<'r> Bounded<'r> {
    /// Whether only some entries come to it: a condition, or a variable in one, compares the key.
    fn chooses(&self, function: &'r Function<'r>) -> bool {
        let key = target_name(self.key);
        let is_key = |side: &Expr<'_>| match &side.kind {
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, _) => target_name(object) == key,
                _ => false,
            },
            _ => target_name(side) == key,
        };
        let compares = |part: &Expr<'_>| match &part.kind {
            ExprKind::Compare(sides, _) => sides.iter().any(is_key),
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, "startswith" | "endswith") => is_key(object),
                _ => false,
            },
            _ => false,
        };
        let set = |test: &Expr<'r>| {
            names(test)
                .into_iter()
                .flat_map(|name| assigned(function, name))
                .filter(|value| matches!(value.kind, ExprKind::Compare(..) | ExprKind::Logic(..)))
                .any(|value| value.any(&compares))
        };
        self.asked.iter().any(|test| test.any(&compares) || set(test))
    }
}

/// The last statement of some that changes the table, if that is a plain assignment to one entry.
fn last_write<'r>(rest: &'r [Stmt<'r>], table: &str) -> Option<&'r Stmt<'r>> {
    let mut last = None;
    each(rest, &mut |stmt| {
        let is_write = match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                targets.iter().flat_map(roots).any(|name| name == table)
            }
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
                roots(target).contains(&table)
            }
            _ => false,
        };
        if is_write {
            last = Some(stmt);
        }
    });
    last.filter(|stmt| entry(stmt).is_some())
}

/// The way to a statement.
#[derive(Default)]
struct Way<'r> {
    /// The conditions on it, and whether each has to hold or not to.
    tests: Vec<(&'r Expr<'r>, bool)>,
    /// All that decides whether it is taken.
    read: Vec<&'r Expr<'r>>,
}

impl<'r> Way<'r> {
    /// Follows the way; whether all of it was understood.
    fn to(&mut self, block: &'r [Stmt<'r>], wanted: &Stmt<'r>) -> bool {
        for stmt in block {
            if stmt.span == wanted.span {
                return true;
            }
            if !stmt.span.holds(wanted.span) {
                match leaving(stmt) {
                    Leaving::Never => {}
                    Leaving::Where(test) => self.asks(test, false),
                    Leaving::Somehow => return false,
                }
                continue;
            }
            return match &stmt.kind {
                StmtKind::If { branches, .. } => {
                    let (test, body) = &branches[0];
                    self.asks(test, true);
                    body.iter().any(|inner| inner.span.holds(wanted.span)) && self.to(body, wanted)
                }
                StmtKind::For { iterable, body, .. } => {
                    self.read.push(iterable);
                    self.to(body, wanted)
                }
                StmtKind::With { body, .. } => self.to(body, wanted),
                _ => false,
            };
        }
        false
    }

    fn asks(&mut self, test: &'r Expr<'r>, is_met: bool) {
        self.tests.push((test, is_met));
        self.read.push(test);
    }
}

/// Whether a statement may leave its block.
enum Leaving<'r> {
    Never,
    /// It leaves where this holds, and else does nothing.
    Where(&'r Expr<'r>),
    Somehow,
}

fn leaving<'r>(stmt: &'r Stmt<'r>) -> Leaving<'r> {
    let leaves = |stmt: &Stmt<'_>| stmt.leaves();
    if let StmtKind::If { branches, otherwise } = &stmt.kind
        && let ([(test, body)], true) = (branches.as_slice(), otherwise.is_empty())
        && let [Stmt { kind: StmtKind::Continue, .. }] = body.as_slice()
    {
        return Leaving::Where(test);
    }
    let inside = stmt.blocks().into_iter().any(|block| any_stmt(block, &leaves));
    if leaves(stmt) || inside { Leaving::Somehow } else { Leaving::Never }
}

/// Whether a value is a number that is neither written there nor bounded itself.
fn is_other_score<'r>(function: &'r Function<'r>, value: &'r Expr<'r>) -> bool {
    let is_low = |value: &Expr<'_>| calls_min(value) || number(value).is_some();
    let mut given = names(value).into_iter().flat_map(|name| assigned(function, name));
    is_number(value) && !is_low(value) && !given.any(is_low)
}

/// Whether a condition compares one of the names by size.
fn compares(test: &Expr<'_>, of_value: &BTreeSet<&str>) -> bool {
    test.any(&|part| match &part.kind {
        ExprKind::Compare(sides, operators) => {
            operators.iter().any(|one| one.contains(['<', '>', '=']))
                && sides.iter().any(|side| uses(side, of_value))
        }
        _ => false,
    })
}

/// Whether a statement after that one may bound the table again: it takes the least of something in it, or hands it on.
fn rebounds<'r>(rest: &'r [Stmt<'r>], sets: &Stmt<'r>, table: &str) -> bool {
    let one = BTreeSet::from([table]);
    let may = |part: &Expr<'_>| match &part.kind {
        ExprKind::Call(call) => {
            let name = call.callee_name();
            let makes =
                name.trim_start_matches('_').starts_with(|first: char| first.is_ascii_uppercase());
            let reads = makes || PLAIN.contains(&name) || READERS.contains(&name);
            let is_whole = |value: &Expr<'_>| value.is_name(table);
            let changes = match &call.callee.kind {
                ExprKind::Attribute(object, "update" | "setdefault" | "pop" | "clear") => {
                    is_whole(object)
                }
                _ => false,
            };
            changes
                || (calls_min(part) && uses(part, &one))
                || (!reads && call.args.iter().any(|arg| is_whole(&arg.value)))
        }
        _ => false,
    };
    let mut found = false;
    each(rest, &mut |stmt| {
        let is_after = stmt.span.start > sets.span.start;
        found |= is_after && stmt.any(&may);
    });
    found
}

/// Shows some statements and those of the blocks in them.
fn each<'r>(some: &'r [Stmt<'r>], see: &mut dyn FnMut(&'r Stmt<'r>)) {
    for stmt in some {
        see(stmt);
        for block in blocks(stmt) {
            statements(block, see);
        }
    }
}
