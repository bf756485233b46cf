//! Branches on scores that lie far apart which only take what is there already: a judge's score, the median, a fixed one.

use super::super::syntax::{Body, Expr, ExprKind, Stmt, StmtKind};
use super::averages::averages;
use super::effects::{changed, is_product, is_text};
use super::terms::{
    PROSE, TECH_LEAD, any_stmt, blocks, each_target, has, speaks, statements, target_name,
};
use std::collections::{BTreeMap, BTreeSet};

/// What is called where nothing is looked at again.
const KNOWN: &[&str] = &[
    "min", "max", "round", "int", "float", "abs", "sorted", "median", "len", "str", "sum",
    "append", "extend", "join", "format", "info", "warning", "debug", "error", "print", "log",
    "get", "strip", "replace",
];
/// What is read where something is looked at again.
const LOOKS: &[&str] = &[
    "evidenc",
    "cited",
    "citation",
    "confiden",
    "=found",
    "argument",
    "rationale",
    "invoke",
    "=llm",
];
/// What may be read there too, and looks at nothing by itself.
const WEIGHS: &[&str] = &["reason", "weight"];
/// Names of what judges gave, and of the judges.
const WEIGHED: &[&str] =
    &["score", "prosecut", "defense", "defence", "tech", "=p", "=d", "=t", "=tl", "weight"];
const JUDGES: &[&str] = &["prosecut", "defense", "defence"];
const MEDIAN: &[&str] = &["median", "sorted", "ordered", "middle"];

/// What a branch takes for the score, in words; `None` where it may do more than that.
pub(super) fn taken(body: &Body<'_>) -> Option<String> {
    let mut reading = Reading::default();
    reading.block(body, false).then_some(())?;
    let kinds: Vec<&str> = reading.kinds.into_iter().collect();
    (!kinds.is_empty()).then(|| kinds.join(" or "))
}

/// Whether all scores that a block gives are made of the judges' scores by numbers, and none of anything else.
pub(super) fn only_weighs(body: &Body<'_>) -> bool {
    let mut own: BTreeSet<&str> = BTreeSet::new();
    let (mut weighed, mut plain) = (false, true);
    statements(body, &mut |stmt| {
        let (StmtKind::Assign { value: Some(value), .. } | StmtKind::Return(Some(value))) =
            &stmt.kind
        else {
            return;
        };
        if !changed(stmt) {
            return;
        }
        let value = match &value.kind {
            ExprKind::Tuple(items) => items.first().unwrap_or(value),
            _ => value,
        };
        weighed |= value.any(&is_product);
        let is_plain = |part: &Expr<'_>| match &part.kind {
            ExprKind::Name(name) => {
                own.contains(name) || has(name, WEIGHED) || KNOWN.contains(name)
            }
            ExprKind::Attribute(_, name) => has(name, WEIGHED),
            ExprKind::Call(call) => KNOWN.contains(&call.callee_name()),
            _ => true,
        };
        plain &= !value.any(&|part| !is_plain(part)) && !speaks(value, LOOKS);
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            own.extend(targets.iter().filter_map(|target| match target.kind {
                ExprKind::Name(name) => Some(name),
                _ => None,
            }));
        }
    });
    let asks = any_stmt(body, &|stmt| match &stmt.kind {
        StmtKind::If { branches, .. } => branches.iter().any(|(test, _)| speaks(test, LOOKS)),
        StmtKind::For { .. } | StmtKind::While { .. } => true,
        _ => false,
    });
    weighed && plain && !asks
}

/// Whether something may be looked at again in a value.
fn looks_again(value: &Expr<'_>) -> bool {
    speaks(value, LOOKS) || speaks(value, WEIGHS)
}

#[derive(Default)]
struct Reading<'r> {
    kinds: BTreeSet<&'static str>,
    /// Variables of the branch by what they hold.
    held: BTreeMap<&'r str, &'static str>,
}

impl<'r> Reading<'r> {
    /// Whether a block only takes what is there, and words it; nothing but words in a loop.
    fn block(&mut self, body: &Body<'r>, in_loop: bool) -> bool {
        body.iter().all(|stmt| {
            stmt.expressions().into_iter().all(calls_nothing_else) && self.statement(stmt, in_loop)
        })
    }

    fn statement(&mut self, stmt: &Stmt<'r>, in_loop: bool) -> bool {
        match &stmt.kind {
            StmtKind::Expr(_) => !changed(stmt),
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let targets = each_target(targets);
                let worded = targets.iter().all(|one| has(&target_name(one), PROSE));
                if worded || is_text(value) || is_list(value) {
                    return true;
                }
                let is_order =
                    matches!(&value.kind, ExprKind::Call(call) if call.callee_name() == "sorted");
                if is_order && targets.iter().all(|one| has(&target_name(one), MEDIAN)) {
                    return true;
                }
                let Some(kind) = self.kind(value).filter(|_| !in_loop) else { return false };
                self.kinds.insert(kind);
                for target in targets {
                    if let ExprKind::Name(name) = target.kind {
                        self.held.insert(name, kind);
                    }
                }
                true
            }
            StmtKind::Augment { target, value } => {
                has(&target_name(target), PROSE) || is_text(value)
            }
            StmtKind::Return(Some(value)) => {
                let score = match &value.kind {
                    ExprKind::Tuple(items) => items.first(),
                    ExprKind::Dict(pairs) => scored(pairs),
                    _ => Some(value),
                };
                let kind = score.and_then(|score| self.kind(score)).filter(|_| !in_loop);
                self.kinds.extend(kind);
                kind.is_some()
            }
            StmtKind::If { branches, .. } => {
                let asks = branches.iter().any(|(test, _)| looks_again(test));
                !asks && blocks(stmt).into_iter().all(|block| self.block(block, in_loop))
            }
            StmtKind::For { .. } => blocks(stmt).into_iter().all(|block| self.block(block, true)),
            StmtKind::Other(inner) => inner.is_empty(),
            _ => false,
        }
    }

    /// What a score is taken from, in words.
    fn kind(&self, value: &Expr<'_>) -> Option<&'static str> {
        if looks_again(value) {
            return None;
        }
        if averages(value) {
            return Some("an average of the scores");
        }
        match &value.kind {
            ExprKind::Literal(number) => number.parse::<f64>().is_ok().then_some("a fixed score"),
            ExprKind::Name(name) if self.held.contains_key(name) => self.held.get(name).copied(),
            ExprKind::Name(_) | ExprKind::Attribute(..) | ExprKind::Subscript(..) => named(value),
            ExprKind::Call(call) => match call.callee_name() {
                "median" => Some("the median"),
                "round" | "int" | "float" if call.args.len() == 1 => self.kind(&call.args[0].value),
                // To stay on the scale.
                "min" | "max" if call.args.len() == 2 => {
                    let is_number = |value: &Expr<'_>| matches!(value.kind, ExprKind::Literal(_));
                    let mut inner =
                        call.args.iter().map(|arg| &arg.value).filter(|arg| !is_number(arg));
                    let only = inner.next().filter(|_| inner.next().is_none())?;
                    self.kind(only)
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// The one score among what is given by name: `{"final_score": tech, "reason": "…"}`.
fn scored<'e, 'r>(pairs: &'e [(Option<Expr<'r>>, Expr<'r>)]) -> Option<&'e Expr<'r>> {
    let is_score = |key: &str| has(key, &["score", "verdict"]) && !has(key, PROSE);
    let mut scores = pairs.iter().filter_map(|(key, value)| {
        let key = key.as_ref().and_then(Expr::text)?;
        is_score(&key).then_some(value)
    });
    scores.next().filter(|_| scores.next().is_none())
}

fn named(value: &Expr<'_>) -> Option<&'static str> {
    if let ExprKind::Subscript(list, indices) = &value.kind
        && speaks(list, MEDIAN)
    {
        let is_middle = |index: &Expr<'_>| match &index.kind {
            ExprKind::Literal(number) => *number == "1",
            ExprKind::Binary(operator, _) => *operator == "//",
            _ => false,
        };
        let is_middle = indices.first().is_some_and(is_middle);
        return Some(if is_middle { "the median" } else { "one judge's score" });
    }
    match (speaks(value, TECH_LEAD), speaks(value, JUDGES), speaks(value, MEDIAN)) {
        (true, false, false) => Some("the Tech Lead's score"),
        (false, true, false) => Some("one judge's score"),
        (false, false, true) => Some("the median"),
        _ => None,
    }
}

fn is_list(value: &Expr<'_>) -> bool {
    matches!(&value.kind, ExprKind::List(items) if items.iter().all(is_text))
}

/// Whether nothing is called that may look at anything again.
fn calls_nothing_else(value: &Expr<'_>) -> bool {
    !value.any(&|part| match &part.kind {
        ExprKind::Call(call) => !KNOWN.contains(&call.callee_name()),
        ExprKind::Await(_) | ExprKind::Lambda(_) => true,
        _ => false,
    })
}
