//! Whether a reducer joins, under each key, the lists that its two values hold there.

use super::super::syntax::{Body, Call, Expr, ExprKind, Function, Stmt, StmtKind};

/// Whether a function gives back a dictionary in which the lists of its second value are put behind those of its first
/// wherever both have the key: `merged[key] = merged[key] + value`, `merged.setdefault(key, []).extend(value)`.
pub(super) fn sums_by_key(function: &Function<'_>) -> bool {
    let Some((last, before)) = function.body.split_last() else { return false };
    let StmtKind::Return(Some(Expr { kind: ExprKind::Name(merged), .. })) = last.kind else {
        return false;
    };
    let mut loops = before.iter().filter_map(|stmt| joining(stmt, merged));
    loops.next() == Some(true) && loops.all(|joins| joins) && begins(function, merged)
}

/// Whether what is given back begins with one of the values: as a copy of it, or by a loop of its own over it.
fn begins(function: &Function<'_>, merged: &str) -> bool {
    let of_param = |value: &Expr<'_>| {
        let is_param = |name: &str| function.param(name).is_some();
        value.any(&|part| matches!(part.kind, ExprKind::Name(name) if is_param(name)))
    };
    let (mut copied, mut loops) = (false, 0_usize);
    Stmt::each_own(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            copied |= targets.iter().any(|target| target.is_name(merged)) && of_param(value);
        }
        StmtKind::For { iterable, .. } => loops += usize::from(of_param(iterable)),
        _ => {}
    });
    copied || loops > 1
}

/// Whether a statement with a loop over keys and values joins each; `None` for another, and for a loop that copies.
fn joining(stmt: &Stmt<'_>, merged: &str) -> Option<bool> {
    match &stmt.kind {
        // `if right: for …`
        StmtKind::If { branches, otherwise } => match branches.as_slice() {
            [(_, body)] if otherwise.is_empty() => {
                body.iter().find_map(|stmt| joining(stmt, merged))
            }
            _ => None,
        },
        StmtKind::For { target, iterable, body, otherwise } => {
            // Over the keys alone a copy is made of the one value.
            let (key, value) =
                pair(target).filter(|_| otherwise.is_empty() && lists_items(iterable))?;
            let looped = Looped { merged, key, value };
            if body.iter().all(|stmt| looped.copies(stmt)) {
                return None;
            }
            Some(looped.joins(body))
        }
        _ => None,
    }
}

/// The names of a key and of its value.
fn pair<'r>(target: &Expr<'r>) -> Option<(&'r str, &'r str)> {
    let ExprKind::Tuple(parts) = &target.kind else { return None };
    match parts.as_slice() {
        [Expr { kind: ExprKind::Name(key), .. }, Expr { kind: ExprKind::Name(value), .. }] => {
            Some((*key, *value))
        }
        _ => None,
    }
}

fn lists_items(iterable: &Expr<'_>) -> bool {
    matches!(&iterable.kind, ExprKind::Call(call)
        if call.callee_name() == "items" && call.args.is_empty())
}

/// A loop over the keys and values of what comes in.
struct Looped<'f> {
    merged: &'f str,
    key: &'f str,
    value: &'f str,
}

impl Looped<'_> {
    /// Whether each value is put behind what is there under its key.
    fn joins(&self, body: &Body<'_>) -> bool {
        let Some((last, before)) = body.split_last() else { return false };
        // What is done to the values themselves takes none of them away.
        let is_quiet = |stmt: &Stmt<'_>| match &stmt.kind {
            StmtKind::For { iterable, .. } => self.is_value(iterable),
            StmtKind::If { branches, otherwise } => match branches.as_slice() {
                [(test, body)] if otherwise.is_empty() => {
                    self.asks(test, "not in") && body.iter().all(|stmt| self.copies(stmt))
                }
                _ => false,
            },
            _ => false,
        };
        let joins = match &last.kind {
            StmtKind::If { branches, otherwise } => match branches.as_slice() {
                [(test, body)] => {
                    let (there, other) = if self.asks(test, "in") {
                        (body, otherwise)
                    } else if self.asks(test, "not in") {
                        (otherwise, body)
                    } else {
                        return false;
                    };
                    matches!(there.as_slice(), [one] if self.adds(one))
                        && other.iter().all(|stmt| self.copies(stmt))
                }
                _ => false,
            },
            _ => self.adds(last),
        };
        joins && before.iter().all(is_quiet)
    }

    /// `key in merged`
    fn asks(&self, test: &Expr<'_>, operator: &str) -> bool {
        let ExprKind::Compare(sides, operators) = &test.kind else { return false };
        operators.as_slice() == [operator]
            && sides[0].is_name(self.key)
            && sides[1].is_name(self.merged)
    }

    /// `merged[key] = value`, or an empty list to begin with.
    fn copies(&self, stmt: &Stmt<'_>) -> bool {
        let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return false };
        let is_empty = matches!(&value.kind, ExprKind::List(items) if items.is_empty());
        matches!(targets.as_slice(), [target] if self.is_there(target))
            && (is_empty || self.is_value(value))
    }

    /// `merged[key].extend(value)`, `merged[key] += value`, `merged[key] = merged[key] + value`.
    fn adds(&self, stmt: &Stmt<'_>) -> bool {
        match &stmt.kind {
            StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => match &call.callee.kind {
                ExprKind::Attribute(object, "extend") => {
                    self.is_there(object) && call.position(0).is_some_and(|it| self.is_value(it))
                }
                _ => false,
            },
            StmtKind::Augment { target, value } => self.is_there(target) && self.is_value(value),
            StmtKind::Assign { targets, value: Some(value), .. } => {
                matches!(targets.as_slice(), [target] if self.is_there(target))
                    && self.is_joined(value)
            }
            _ => false,
        }
    }

    fn is_joined(&self, value: &Expr<'_>) -> bool {
        match &value.kind {
            ExprKind::Binary("+", sides) => self.is_there(&sides.0) && self.is_value(&sides.1),
            ExprKind::List(items) => match items.as_slice() {
                [
                    Expr { kind: ExprKind::Starred(one), .. },
                    Expr { kind: ExprKind::Starred(other), .. },
                ] => self.is_there(one) && self.is_value(other),
                _ => false,
            },
            _ => false,
        }
    }

    /// What is there under the key: `merged[key]`, `merged.get(key, [])`, `merged.setdefault(key, [])`.
    fn is_there(&self, value: &Expr<'_>) -> bool {
        match &value.kind {
            ExprKind::Subscript(object, indices) => {
                object.is_name(self.merged)
                    && matches!(indices.as_slice(), [index] if index.is_name(self.key))
            }
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, "get" | "setdefault") => {
                    object.is_name(self.merged)
                        && call.position(0).is_some_and(|key| key.is_name(self.key))
                }
                _ => listed(call).is_some_and(|inner| self.is_there(inner)),
            },
            ExprKind::Logic("or", sides) => self.is_there(&sides.0),
            _ => false,
        }
    }

    /// The value, all of it: `value`, `list(value or [])`.
    fn is_value(&self, value: &Expr<'_>) -> bool {
        match &value.kind {
            ExprKind::Call(call) => listed(call).is_some_and(|inner| self.is_value(inner)),
            ExprKind::Logic("or", sides) => self.is_value(&sides.0),
            _ => value.is_name(self.value),
        }
    }
}

/// What is in `list(…)`.
fn listed<'e, 'r>(call: &'e Call<'r>) -> Option<&'e Expr<'r>> {
    call.callee.is_name("list").then(|| call.position(0)).flatten()
}
