//! What the variables of a function hold, as far as their values tell.

use super::super::terms::each_target;
use super::roles;
use super::roles::Unpacked;
use super::values::{listed, of};
use crate::detect::repo::python::justice::reading::effects::is_text;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::BTreeMap;

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Opinions,
    /// One judge's opinion.
    Judge(usize),
    JudgeScore(usize),
    Scores,
    /// The scores of some judges, chosen by who they are.
    Others,
    Sorted,
    /// The greatest and the least of the scores.
    Highest,
    Lowest,
    Spread,
    Average,
    Median,
    Score,
    /// What becomes the verdict.
    Final,
    Evidence,
    Dissent,
    /// What is only read by people.
    Prose,
}

impl Kind {
    pub(super) fn is_score(self) -> bool {
        matches!(
            self,
            Self::JudgeScore(_) | Self::Average | Self::Median | Self::Score | Self::Final
        )
    }
}

/// What is known of one variable.
#[derive(Default)]
struct Held {
    kinds: Vec<Kind>,
    /// A number is assigned, or an empty list, or a text, or something that is not known.
    number: bool,
    text: bool,
    unknown: bool,
}

/// Variables by what they hold.
pub(super) type Known<'r> = BTreeMap<&'r str, Kind>;

/// The variables of a function whose values tell what they hold.
pub(super) fn kinds<'r>(function: &Function<'r>, unpacked: &Unpacked<'_>) -> Known<'r> {
    let mut known = Known::new();
    for _ in 0..3 {
        let mut held: BTreeMap<&'r str, Held> = BTreeMap::new();
        Stmt::each_own(&function.body, &mut |stmt| read(stmt, &known, &mut held));
        let roles = roles::roles(function, unpacked, &known);
        let mut next = Known::new();
        for (name, held) in held {
            if let Some(kind) = held.kind(roles.get(name).copied()) {
                next.insert(name, kind);
            }
        }
        if next == known {
            break;
        }
        known = next;
    }
    known
}

impl Held {
    /// The one thing that a variable holds, beside what it is used for.
    fn kind(&self, role: Option<Kind>) -> Option<Kind> {
        let first = self.kinds.first().copied();
        let same = self.kinds.iter().all(|kind| Some(*kind) == first);
        let scores = !self.kinds.is_empty() && self.kinds.iter().all(|kind| kind.is_score());
        let is_of_scores =
            |kind: &Kind| kind.is_score() || matches!(kind, Kind::Highest | Kind::Lowest);
        let sure = !self.unknown && !self.text;
        match role {
            Some(Kind::Final | Kind::Score)
                if !self.text && self.kinds.iter().all(is_of_scores) =>
            {
                // What is one judge's score and no more is that, whatever comes of it.
                let is_judge =
                    same && sure && !self.number && matches!(first, Some(Kind::JudgeScore(_)));
                if is_judge { first } else { role }
            }
            Some(Kind::Dissent | Kind::Prose) if self.kinds.is_empty() && !self.number => role,
            Some(Kind::Opinions) if self.kinds.is_empty() && !self.number && !self.text => role,
            _ if same && sure && (!self.number || first.is_some_and(Kind::is_score)) => first,
            _ => (scores && !self.text).then_some(Kind::Score),
        }
    }
}

fn read<'r>(stmt: &Stmt<'r>, known: &Known<'r>, held: &mut BTreeMap<&'r str, Held>) {
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            for target in targets {
                match (&target.kind, &value.kind) {
                    (ExprKind::Tuple(names), ExprKind::Tuple(values))
                        if names.len() == values.len() =>
                    {
                        for (name, value) in names.iter().zip(values) {
                            give(name, value, known, held);
                        }
                    }
                    (ExprKind::Tuple(names), _) => {
                        let judges = listed(value).filter(|judges| judges.len() == names.len());
                        for (at, name) in names.iter().enumerate() {
                            let judge = judges.as_ref().map(|judges| judges[at]);
                            note(name, judge, held);
                        }
                    }
                    _ => give(target, value, known, held),
                }
            }
        }
        StmtKind::Augment { target, value } => {
            if let ExprKind::Name(name) = target.kind {
                let own = held.entry(name).or_default();
                own.text |= is_text(value);
            }
        }
        StmtKind::For { target, iterable, .. } => match (&target.kind, &iterable.kind) {
            (ExprKind::Tuple(names), ExprKind::Call(call)) if names.len() == 2 => {
                let scores = matches!(&call.callee.kind, ExprKind::Attribute(table, "items")
                    if of(table, known) == Some(Kind::Scores));
                note(&names[0], None, held);
                note(&names[1], scores.then_some(Kind::Score), held);
            }
            _ => {
                let scores = of(iterable, known) == Some(Kind::Scores);
                for name in each_target(std::slice::from_ref(target)) {
                    note(name, scores.then_some(Kind::Score), held);
                }
            }
        },
        StmtKind::With { items, .. } => {
            for name in items.iter().filter_map(|(_, name)| name.as_ref()) {
                note(name, None, held);
            }
        }
        // `marks.append(one.score)`
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
            if let (ExprKind::Attribute(list, "append"), Some(item)) =
                (&call.callee.kind, call.position(0))
                && let ExprKind::Name(name) = list.kind
            {
                let is_score = of(item, known).is_some_and(Kind::is_score);
                let own = held.entry(name).or_default();
                if is_score {
                    own.kinds.push(Kind::Scores);
                } else {
                    own.unknown = true;
                }
            }
        }
        _ => {}
    }
}

fn note<'r>(target: &Expr<'r>, kind: Option<Kind>, held: &mut BTreeMap<&'r str, Held>) {
    let ExprKind::Name(name) = target.kind else { return };
    let own = held.entry(name).or_default();
    match kind {
        Some(kind) => own.kinds.push(kind),
        None => own.unknown = true,
    }
}

fn give<'r>(
    target: &Expr<'r>,
    value: &Expr<'r>,
    known: &Known<'r>,
    held: &mut BTreeMap<&'r str, Held>,
) {
    let ExprKind::Name(name) = target.kind else { return };
    let own = held.entry(name).or_default();
    match (&value.kind, of(value, known)) {
        (ExprKind::None, _) => {}
        (ExprKind::List(items), _) if items.is_empty() => {}
        (ExprKind::Dict(pairs), _) if pairs.is_empty() => {}
        (ExprKind::Literal(_), _) => own.number = true,
        (_, Some(kind)) => own.kinds.push(kind),
        _ if is_text(value) => own.text = true,
        _ => own.unknown = true,
    }
}
