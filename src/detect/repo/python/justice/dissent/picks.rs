//! Branches on scores that lie far apart which only take what is there already: a judge's score, the median, a fixed one.

use super::super::reading::effects::{changed, is_product, is_text, only_shifts, scored};
use super::super::reading::guards::only_caps;
use super::super::reading::variables::terms::{
    PROSE, SCORE, SPREAD, TECH_LEAD, any_stmt, blocks, each_target, has, speaks, statements,
    target_name,
};
use super::super::weighing::averages::averages;
use super::looks::{KNOWN, LOOKS, Sight};
use crate::detect::repo::python::syntax::{Body, Call, Expr, ExprKind, Stmt, StmtKind};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// What may be read there too, and looks at nothing by itself.
const WEIGHS: &[&str] = &["reason", "weight"];
/// Names of what judges gave, and of the judges.
const WEIGHED: &[&str] =
    &["score", "prosecut", "defense", "defence", "tech", "=p", "=d", "=t", "=tl", "weight"];
const JUDGES: &[&str] = &["prosecut", "defense", "defence", "=p", "=d"];
/// The Tech Lead by a letter or a part of the name.
const LEAD: &[&str] = &["=t", "=tl", "=tech"];
const MEDIAN: &[&str] = &["median", "sorted", "ordered", "middle"];

/// What a branch takes for the score.
#[derive(Clone, Debug)]
pub(in super::super) struct Taken {
    /// In words.
    pub words: String,
    /// Whether a cap for security is put on it there.
    pub capped: bool,
}

/// What a branch takes for the score; `None` where it may do more than that.
pub(in super::super) fn taken(sight: &Sight<'_, '_>, body: &Body<'_>) -> Option<Taken> {
    let mut reading = Reading {
        sight,
        kinds: BTreeSet::new(),
        held: BTreeMap::new(),
        counts: false,
        capped: false,
    };
    let is_taken = reading.block(body, false) && !reading.kinds.is_empty();
    let by_count = if reading.counts { ", by how many citations each opinion has" } else { "" };
    let kinds: Vec<Cow<'_, str>> = reading.kinds.into_iter().collect();
    let capped = reading.capped && is_taken;
    let words = if is_taken {
        format!("{}{by_count}", kinds.join(" or "))
    } else if only_weighs(body) {
        "the scores weighed against each other".to_owned()
    } else {
        (only_shifts(body) && is_moved(body))
            .then(|| "a score moved by a fixed number".to_owned())?
    };
    Some(Taken { words, capped })
}

/// Whether all that a block gives is a score and a number more or less, held on the scale: `max(1, score - 1)`.
fn is_moved(body: &Body<'_>) -> bool {
    fn moves(value: &Expr<'_>) -> bool {
        let is_number = |value: &Expr<'_>| matches!(value.kind, ExprKind::Literal(_));
        match &value.kind {
            ExprKind::Binary("+" | "-", sides) => {
                is_number(&sides.1) && !matches!(sides.0.kind, ExprKind::Call(_))
            }
            ExprKind::Call(call) => {
                let mut inner =
                    call.args.iter().map(|arg| &arg.value).filter(|arg| !is_number(arg));
                let only = inner.next().filter(|_| inner.next().is_none());
                matches!(call.callee_name(), "min" | "max" | "round" | "int")
                    && only.is_some_and(moves)
            }
            ExprKind::Tuple(items) => items.first().is_some_and(moves),
            _ => false,
        }
    }
    !any_stmt(body, &|stmt| {
        changed(stmt)
            && match &stmt.kind {
                StmtKind::Assign { value: Some(value), .. } | StmtKind::Return(Some(value)) => {
                    !moves(value)
                }
                StmtKind::Augment { .. } => false,
                _ => true,
            }
    })
}

/// Whether all scores that a block gives are made of the judges' scores by numbers, and none of anything else.
fn only_weighs(body: &Body<'_>) -> bool {
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
            own.extend(targets.iter().filter_map(Expr::name));
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

/// A score that is taken, in words.
type Kind = Cow<'static, str>;

struct Reading<'r, 'h> {
    sight: &'h Sight<'h, 'h>,
    kinds: BTreeSet<Kind>,
    /// Variables of the branch by what they hold.
    held: BTreeMap<&'r str, Kind>,
    /// Whether it is counted how much is cited.
    counts: bool,
    /// Whether a cap for security is put on what is taken.
    capped: bool,
}

impl<'r> Reading<'r, '_> {
    /// Whether a block only takes what is there, and words it; nothing but words in a loop.
    fn block(&mut self, body: &Body<'r>, in_loop: bool) -> bool {
        body.iter().all(|stmt| {
            // A cap for security that is put down again belongs to that rule, whatever its condition looks at.
            if !self.kinds.is_empty() && self.is_cap(stmt) {
                self.capped = true;
                return true;
            }
            let is_plain = |value: &Expr<'_>| self.calls_nothing_else(value);
            stmt.expressions().into_iter().all(is_plain) && self.statement(stmt, in_loop)
        })
    }

    /// Whether a statement does no more than to cap the score where something is unsafe.
    fn is_cap(&self, stmt: &Stmt<'_>) -> bool {
        matches!(&stmt.kind, StmtKind::If { branches, otherwise } if otherwise.is_empty()
            && branches.iter().all(|(test, body)| self.sight.notes.is_secure(test) && only_caps(body)))
    }

    fn statement(&mut self, stmt: &Stmt<'r>, in_loop: bool) -> bool {
        match &stmt.kind {
            StmtKind::Expr(_) => !changed(stmt),
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let targets = each_target(targets);
                let worded = targets.iter().all(|one| has(&target_name(one), PROSE));
                if worded || is_text(value) || is_list(value) || self.is_aside(&targets, value) {
                    return true;
                }
                let is_order = value.is_call_of("sorted");
                if is_order && targets.iter().all(|one| has(&target_name(one), MEDIAN)) {
                    return true;
                }
                let Some(kind) = self.kind(value).filter(|_| !in_loop) else { return false };
                for target in targets {
                    if let ExprKind::Name(name) = target.kind {
                        self.held.insert(name, kind.clone());
                    }
                }
                self.kinds.insert(kind);
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
                let is_known = kind.is_some();
                self.kinds.extend(kind);
                is_known
            }
            StmtKind::If { branches, otherwise } => {
                let notes = self.sight.notes;
                branches.iter().all(|(test, body)| {
                    // A cap for security that is put down again belongs to that rule.
                    (notes.is_secure(test) && only_caps(body))
                        || (!looks_again(test) && self.block(body, in_loop))
                }) && self.block(otherwise, in_loop)
            }
            StmtKind::For { .. } => blocks(stmt).into_iter().all(|block| self.block(block, true)),
            StmtKind::Other(inner) => inner.is_empty(),
            _ => false,
        }
    }

    /// Whether a value serves the choice alone: the scores together, how far they lie apart, how much each cites.
    fn is_aside(&mut self, targets: &[&Expr<'r>], value: &Expr<'r>) -> bool {
        if looks_again(value) {
            let counted = is_count(value);
            self.counts |= counted;
            return counted;
        }
        let is_spread = targets.iter().all(|one| has(&target_name(one), SPREAD));
        let is_table = match &value.kind {
            ExprKind::Dict(pairs) => {
                pairs.iter().all(|(_, value)| self.kind(value).is_some() || is_text(value))
            }
            ExprKind::List(_) | ExprKind::Comprehension(_) => true,
            _ => false,
        };
        is_spread || is_table
    }

    /// Whether nothing is called that may look at anything again.
    fn calls_nothing_else(&self, value: &Expr<'_>) -> bool {
        !value.any(&|part| match &part.kind {
            ExprKind::Call(call) => self.sight.may_look(call),
            ExprKind::Await(_) | ExprKind::Lambda(_) => true,
            _ => false,
        })
    }

    /// What a score is taken from, in words.
    fn kind(&self, value: &Expr<'_>) -> Option<Kind> {
        // What a function of its own gives is known to look at nothing, whatever it is called.
        if let ExprKind::Call(call) = &value.kind
            && (self.sight.helper)(call) == Some(false)
            && !call.args.iter().any(|arg| speaks(&arg.value, LOOKS))
        {
            return Some(format!("what `{}` gives", call.callee_name()).into());
        }
        if looks_again(value) {
            return None;
        }
        if averages(value) {
            return Some("an average of the scores".into());
        }
        match &value.kind {
            ExprKind::Literal(number) => {
                number.parse::<f64>().is_ok().then_some("a fixed score".into())
            }
            ExprKind::Name(name) if self.held.contains_key(name) => self.held.get(name).cloned(),
            ExprKind::Name(_) | ExprKind::Attribute(..) | ExprKind::Subscript(..) => {
                named(value).map(Kind::from)
            }
            ExprKind::Call(call) => self.called(call),
            // What stands in where a judge is missing is no choice between scores.
            ExprKind::Conditional(choice) if is_presence(&choice.test) => self.kind(&choice.then),
            ExprKind::Conditional(choice) => {
                let (then, otherwise) = (self.kind(&choice.then)?, self.kind(&choice.otherwise)?);
                Some(if then == otherwise { then } else { format!("{then} or {otherwise}").into() })
            }
            ExprKind::Binary("+" | "-", sides)
                if matches!(sides.1.kind, ExprKind::Literal(_))
                    && self.kind(&sides.0).is_some() =>
            {
                Some("a score moved by a fixed number".into())
            }
            _ => None,
        }
    }

    fn called(&self, call: &Call<'_>) -> Option<Kind> {
        match (call.callee_name(), call.args.as_slice()) {
            ("median", _) => Some("the median".into()),
            ("round" | "int" | "float", [only]) => self.kind(&only.value),
            ("min", [only]) if speaks(&only.value, &["score"]) => Some("the lowest score".into()),
            ("max", [only]) if speaks(&only.value, &["score"]) => Some("the highest score".into()),
            // To stay on the scale.
            ("min" | "max", [one, other]) => {
                let is_number = |value: &Expr<'_>| matches!(value.kind, ExprKind::Literal(_));
                let mut inner =
                    [one, other].into_iter().map(|arg| &arg.value).filter(|arg| !is_number(arg));
                let only = inner.next()?;
                match inner.next() {
                    None => self.kind(only),
                    Some(second) => self.held_to(call.callee_name(), [only, second]),
                }
            }
            _ => None,
        }
    }

    /// What the score that there is already is held to: `min(base, max(scores) - 1)`.
    fn held_to(&self, how: &str, sides: [&Expr<'_>; 2]) -> Option<Kind> {
        let is_there = |value: &Expr<'_>| {
            matches!(value.kind, ExprKind::Name(name) if has(name, SCORE) && !self.held.contains_key(name))
                && self.kind(value).is_none()
        };
        let bound = match sides.map(is_there) {
            [true, false] => sides[1],
            [false, true] => sides[0],
            _ => return None,
        };
        let than = if how == "min" { "no more than" } else { "no less than" };
        Some(format!("{than} {}", self.kind(bound)?).into())
    }
}

/// Whether it is asked that something is there.
pub(in super::super) fn is_presence(test: &Expr<'_>) -> bool {
    matches!(test.kind, ExprKind::Name(_) | ExprKind::Attribute(..))
        || matches!(&test.kind, ExprKind::Compare(sides, operators)
            if matches!(operators.as_slice(), ["is not"])
                && matches!(sides.last().map(|side| &side.kind), Some(ExprKind::None)))
}

/// Whether a value is how many there are of something, if it is there at all: `len(one.cited_evidence) if one else 0`.
fn is_count(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Call(call) => call.callee_name() == "len",
        ExprKind::Conditional(choice) => {
            !looks_again(&choice.test)
                && is_count(&choice.then)
                && matches!(choice.otherwise.kind, ExprKind::Literal(_))
        }
        _ => false,
    }
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
    let is_lead = speaks(value, TECH_LEAD) || speaks(value, LEAD);
    match (is_lead, speaks(value, JUDGES), speaks(value, MEDIAN)) {
        (true, false, false) => Some("the Tech Lead's score"),
        (false, true, false) => Some("one judge's score"),
        (false, false, true) => Some("the median"),
        _ => None,
    }
}

fn is_list(value: &Expr<'_>) -> bool {
    matches!(&value.kind, ExprKind::List(items) if items.iter().all(is_text))
}
