//! Variables that branches of the code give different values, and the ends of edges that they hold.

use super::super::built::wiring::{texts, unresolved};
use super::super::interpreter::flow::Flow;
use super::value::{Branch, Frame, Value, Wiring};
use super::variables::Variables;
use crate::detect::repo::python::syntax::{Expr, ExprKind};
use crate::domain::facts::GapAbout;
use std::collections::BTreeMap;

/// Ways on which one variable got its values that are told apart.
const WAYS: usize = 16;

/// What a variable holds, each value with the branches in which it got it.
pub(in super::super) type Split<'r> = Vec<(Vec<Branch>, Value<'r>)>;

/// Variables by their names.
pub(in super::super) type Splits<'r> = BTreeMap<String, Split<'r>>;

/// What one branch leaves behind: what comes after it, the variables, and what is known of earlier branches.
pub(in super::super) struct Left<'f, 'r> {
    pub flow: Flow,
    pub way: Branch,
    pub variables: &'f Variables<'r>,
    pub splits: &'f Splits<'r>,
}

/// What variables hold after branches, as far as the branches gave them different values, and are `told` apart.
pub(in super::super) fn split<'r>(
    flow: Flow,
    before: &Splits<'r>,
    ends: &[Left<'_, 'r>],
    told: bool,
) -> Splits<'r> {
    let ends: Vec<&Left<'_, 'r>> = ends.iter().filter(|end| end.flow == flow).collect();
    let mut after = before.clone();
    let Some((first, rest)) = ends.split_first() else { return after };
    if rest.is_empty() {
        return first.splits.clone();
    }
    if rest.iter().all(|end| end.variables.are_shared(first.variables)) {
        return after;
    }
    for (name, value) in first.variables.iter() {
        let held: Option<Vec<&Value<'r>>> =
            rest.iter().map(|end| end.variables.get(name)).collect();
        let same = held.as_ref().is_some_and(|held| held.iter().all(|one| one.same(value)));
        if same {
            continue;
        }
        after.remove(name);
        if !told {
            continue;
        }
        let ways = ends.iter().flat_map(|end| {
            let known = end.splits.get(name).cloned();
            let value = end.variables.get(name).cloned().unwrap_or(Value::Unknown);
            let mut ways = known.unwrap_or_else(|| vec![(Vec::new(), value)]);
            for (branches, _) in &mut ways {
                branches.push(end.way);
            }
            ways
        });
        let ways: Split<'r> = ways.take(WAYS + 1).collect();
        if ways.len() <= WAYS {
            after.insert(name.clone(), ways);
        }
    }
    after
}

/// The branches in which alone a variable holds what `is_it` says, where it is known in which it holds what.
pub(in super::super) fn only_in<'r>(
    expr: Option<&Expr<'r>>,
    frame: &Frame<'r>,
    is_it: impl Fn(&Value<'r>) -> bool,
) -> Option<Vec<Branch>> {
    let ExprKind::Name(name) = expr?.kind else { return None };
    let (split, value) = (frame.splits.get(name)?, frame.variables.get(name)?);
    let all = value.alternatives();
    let is_known = |one: &Value<'r>| all.iter().any(|other| other.same(one));
    let is_held = |one: &&Value<'r>| split.iter().any(|(_, value)| value.same(one));
    if !split.iter().all(|(_, value)| is_known(value)) || !all.iter().all(is_held) {
        return None;
    }
    let mut ways = split.iter().filter(|(_, value)| is_it(value)).map(|(branches, _)| branches);
    let first = ways.next()?.clone();
    Some(ways.fold(first, |common, other| {
        common.into_iter().filter(|branch| other.contains(branch)).collect()
    }))
}

/// The names at one end of an edge, each with the branches in which alone it is that.
pub(in super::super) struct End {
    names: Vec<(String, Option<Vec<Branch>>)>,
    /// Whether it is a list of nodes that are waited for.
    waits: bool,
    /// Whether it is one of several.
    one_of: bool,
}

impl End {
    pub(in super::super) fn of<'r>(
        value: Option<&Value<'r>>,
        expr: Option<&Expr<'r>>,
        frame: &Frame<'r>,
    ) -> Option<Self> {
        let value = value?;
        let items = |value: &Value<'r>| match value {
            Value::List(items) | Value::Tuple(items) => Some(items.clone()),
            _ => None,
        };
        let plain = |names: Vec<String>| names.into_iter().map(|name| (name, None)).collect();
        if let Some(items) = items(value) {
            let names = items.iter().map(texts).collect::<Option<Vec<_>>>()?.concat();
            return Some(Self { names: plain(names), waits: true, one_of: false });
        }
        let lists: Option<Vec<_>> = value.alternatives().into_iter().map(items).collect();
        if let Some(lists) = lists {
            let mut names: Vec<(String, Option<Vec<Branch>>)> = Vec::new();
            for name in lists.iter().flatten() {
                let Value::Text(text) = name else { return None };
                if names.iter().all(|(known, _)| known != text) {
                    let has = |list: &Value<'r>| {
                        items(list).is_some_and(|all| all.iter().any(|item| item.same(name)))
                    };
                    names.push((text.clone(), Some(only_in(expr, frame, has)?)));
                }
            }
            return Some(Self { names, waits: true, one_of: false });
        }
        let names = texts(value)?;
        if names.len() < 2 {
            return Some(Self { names: plain(names), waits: false, one_of: false });
        }
        let is_in = |name: String| {
            let ways =
                only_in(expr, frame, |one| matches!(one, Value::Text(text) if *text == name));
            (name, ways)
        };
        Some(Self { names: names.into_iter().map(is_in).collect(), waits: false, one_of: true })
    }
}

/// The edges between every source and every target, each with the branches in which alone its ends are these; `at` is
/// where the call stands that adds them.
pub(in super::super) fn edges(
    from: Option<End>,
    to: Option<End>,
    at: (usize, u32),
) -> Vec<(Wiring, Vec<Branch>)> {
    let (Some(from), Some(to)) = (from, to) else {
        let gap = unresolved(GapAbout::Edge, "an end of an edge could not be followed");
        return vec![(gap, Vec::new())];
    };
    let mut edges = Vec::new();
    for (source, (name, ways)) in from.names.iter().enumerate() {
        for (target, (other, more)) in to.names.iter().enumerate() {
            let all = ways.iter().chain(more).flatten();
            let mut branches: Vec<Branch> = all.copied().collect();
            // The ends of one edge: with one of them it is not wired to another.
            let number = match (from.one_of, to.one_of) {
                (true, true) => Some(source * to.names.len() + target),
                (true, false) => Some(source),
                (false, true) => Some(target),
                (false, false) => None,
            };
            branches.extend(number.map(|number| (at.0, at.1, number)));
            let (from, to, waits) = (name.clone(), other.clone(), from.waits);
            edges.push((Wiring::Edge { from, to, waits }, branches));
        }
    }
    edges
}
