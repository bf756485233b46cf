//! Routers for errors whose way for them is never taken, because the node before them raises under the same condition.

use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::shape::runner::{Runner, runner};
use crate::detect::repo::python::graph::state::updates::untaken::{is_plain, updates};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{
    Body, Clause, Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind,
};
use crate::domain::facts::{ConditionalEdge, GraphFact};
use std::collections::BTreeSet;

/// Values that are followed inside each other.
const DEPTH: usize = 12;

/// Marks the routers for errors that no run comes to in the case that they are for; these handle no errors.
pub(in crate::detect::repo::python::graph) fn mark<'r>(
    repository: &Repository<'r>,
    graph: &mut GraphFact,
    runs: &[(String, Value<'r>)],
    routers: &[(String, Value<'r>)],
) {
    for edge in &mut graph.conditional {
        if edge.handles_errors != Some(true) || edge.parallel || !edge.starved.is_empty() {
            continue;
        }
        let one = |all: &[(String, Value<'r>)], wanted: &str| {
            let mut ours = all.iter().filter(|(name, _)| name == wanted);
            match (ours.next(), ours.next()) {
                (Some((_, value)), None) => runner(repository, value),
                _ => None,
            }
        };
        let before = one(runs, &edge.from);
        let router = one(routers, &edge.router);
        if let (Some(before), Some(router)) = (before, router)
            && let Some(raises) = barred(repository, &before, &router, edge)
        {
            edge.handles_errors = Some(false);
            edge.barred = Some(repository.modules[before.at.module].place(raises));
        }
    }
}

/// Where a node raises under the only condition under which the router behind it leads elsewhere.
fn barred<'r>(
    repository: &Repository<'r>,
    before: &Runner<'r>,
    router: &Runner<'r>,
    edge: &ConditionalEdge,
) -> Option<Span> {
    if edge.targets.len() != 2 || !is_plain(before.function) || !is_plain(router.function) {
        return None;
    }
    let (asked, fields) = chooses(router)?;
    // What the node puts there itself it has not seen.
    let written: BTreeSet<String> =
        updates(repository, before).into_iter().map(|(key, _)| key).collect();
    if fields.is_empty() || !written.is_disjoint(&fields) {
        return None;
    }
    let param = before.param()?;
    before.function.body.iter().find_map(|stmt| {
        let StmtKind::If { branches, .. } = &stmt.kind else { return None };
        let (test, body) = branches.first()?;
        let raise = body.last().filter(|last| matches!(last.kind, StmtKind::Raise(_)))?;
        let mut reading = Reading::of(before.function, param);
        (reading.of_value(test, 0)? == asked && is_same_module(before, router, &reading))
            .then_some(raise.span)
    })
}

/// Whether the constants that a condition names are the same in both functions: those of one module, or imported by the
/// same name.
fn is_same_module(before: &Runner<'_>, router: &Runner<'_>, reading: &Reading<'_, '_>) -> bool {
    before.at.module == router.at.module
        || reading.constants.iter().all(|name| !name.contains(char::is_lowercase))
}

/// The condition under which a router leads elsewhere than at its end, with the fields that it reads.
fn chooses(router: &Runner<'_>) -> Option<(String, BTreeSet<String>)> {
    let body = &router.function.body;
    let (last, rest) = body.split_last()?;
    if !matches!(last.kind, StmtKind::Return(Some(_))) {
        return None;
    }
    let mut tests = rest.iter().filter(|stmt| !is_quiet(stmt));
    let (Some(only), None) = (tests.next(), tests.next()) else { return None };
    let StmtKind::If { branches, otherwise } = &only.kind else { return None };
    let [(test, taken)] = branches.as_slice() else { return None };
    let returns = matches!(taken.last()?.kind, StmtKind::Return(Some(_)));
    if !returns || !otherwise.is_empty() {
        return None;
    }
    let mut reading = Reading::of(router.function, router.param()?);
    let asked = reading.of_value(test, 0)?;
    Some((asked, reading.fields))
}

fn is_quiet(stmt: &Stmt<'_>) -> bool {
    matches!(stmt.kind, StmtKind::Expr(_) | StmtKind::Assign { .. })
}

/// Writes out conditions in one way, whatever their variables are called.
struct Reading<'f, 'r> {
    body: &'f Body<'r>,
    param: &'r str,
    fields: BTreeSet<String>,
    constants: BTreeSet<&'r str>,
}

impl<'f, 'r> Reading<'f, 'r> {
    fn of(function: &'f Function<'r>, param: &'r str) -> Self {
        let (fields, constants) = (BTreeSet::new(), BTreeSet::new());
        Self { body: &function.body, param, fields, constants }
    }

    /// What a value is, written out; `None` where that is not known.
    fn of_value(&mut self, value: &Expr<'r>, depth: usize) -> Option<String> {
        if depth > DEPTH {
            return None;
        }
        let depth = depth + 1;
        match &value.kind {
            ExprKind::Name(name) => self.of_name(name, depth),
            ExprKind::Str(_) => Some(format!("{:?}", value.text()?)),
            ExprKind::Literal(written) => Some((*written).to_owned()),
            ExprKind::None => Some("None".to_owned()),
            ExprKind::Not(inner) => Some(format!("not {}", self.of_value(inner, depth)?)),
            ExprKind::Subscript(object, indices) if self.is_state(object) => {
                Some(self.of_field(indices.first()?.text()?))
            }
            ExprKind::Attribute(object, name) if self.is_state(object) => {
                Some(self.of_field((*name).to_owned()))
            }
            ExprKind::Logic("or", sides) if sides.1.is_empty() => self.of_value(&sides.0, depth),
            ExprKind::Logic(operator, sides) => {
                let (left, right) =
                    (self.of_value(&sides.0, depth)?, self.of_value(&sides.1, depth)?);
                Some(format!("({left} {operator} {right})"))
            }
            ExprKind::Compare(sides, operators) => {
                let sides: Option<Vec<String>> =
                    sides.iter().map(|side| self.of_value(side, depth)).collect();
                Some(format!("{} {}", operators.join(","), sides?.join(",")))
            }
            ExprKind::Comprehension(all) if all.key.is_none() => {
                let [Clause::For { target, iterable }, Clause::If(test)] = all.clauses.as_slice()
                else {
                    return None;
                };
                let ExprKind::Name(bound) = target.kind else { return None };
                let over = self.of_value(iterable, depth)?;
                let is_each = |value: &Expr<'_>| value.is_name(bound);
                let (left, operator, right) = test.comparison()?;
                let among = self.of_value(right, depth)?;
                (is_each(&all.element) && is_each(left))
                    .then(|| format!("[{over} {operator} {among}]"))
            }
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, "get") if self.is_state(object) => {
                    Some(self.of_field(call.position(0)?.text()?))
                }
                // What is among the keys is among them however they are listed.
                ExprKind::Attribute(object, "keys") if call.args.is_empty() => {
                    self.of_value(object, depth)
                }
                ExprKind::Name("set" | "list" | "bool") => match call.args.as_slice() {
                    [one] if one.passing == Passing::Position => self.of_value(&one.value, depth),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    fn is_state(&self, value: &Expr<'_>) -> bool {
        value.is_name(self.param)
    }

    fn of_field(&mut self, field: String) -> String {
        let written = format!("state.{field}");
        self.fields.insert(field);
        written
    }

    /// What a variable holds that is bound once, at the function's own level; another name is the module's.
    fn of_name(&mut self, name: &'r str, depth: usize) -> Option<String> {
        let is_it = |value: &Expr<'_>| value.is_name(name);
        let mut bound = 0_usize;
        Stmt::each(self.body, &mut |stmt| {
            bound += match &stmt.kind {
                StmtKind::Assign { targets, .. } => {
                    targets.iter().filter(|target| target.any(&is_it)).count()
                }
                StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
                    2 * usize::from(target.any(&is_it))
                }
                _ => 0,
            };
        });
        if bound == 0 {
            self.constants.insert(name);
            return (name != self.param).then(|| name.to_owned());
        }
        let body = self.body;
        let value = body.iter().find_map(|stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } if targets.iter().any(is_it) => {
                Some(value)
            }
            _ => None,
        });
        if bound == 1 { self.of_value(value?, depth) } else { None }
    }
}
