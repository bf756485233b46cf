//! Rules that are written the wrong way round: a cap where there is no flaw, a lower score where evidence was found, and
//! one that is not lower where none was.

use super::sense::{Asked, Sense};
use crate::detect::repo::python::justice::caps::alone::assigned;
use crate::detect::repo::python::justice::reading::effects::{
    bounds, caps, changed, changes_score,
};
use crate::detect::repo::python::justice::reading::variables::terms::{
    FACTS, SECURITY, any_stmt, has, speaks, statements,
};
use crate::detect::repo::python::running::refuted::is_path;
use crate::detect::repo::python::syntax::{Body, Clause, Expr, ExprKind, Function, Stmt, StmtKind};

/// What is called so is there where something is wrong.
const FLAWS: &[&str] = &[
    "vulnerab",
    "flaw",
    "unsafe",
    "unsanit",
    "insecure",
    "injection",
    "violation",
    "breach",
    "threat",
    "exploit",
    "os.system",
];
/// The same, where it is said of security.
const FLAGS: &[&str] = &["concern", "flag", "=risk", "=risks", "issue", "failed", "failure"];
/// What is called so is there where nothing is wrong.
const SAFE: &[&str] = &[
    "=safe", "=secure", "=clean", "=passed", "=pass", "=passes", "=ok", "sandbox", "mitigat",
    "resolved",
];
/// What is called so may be what looks for flaws or keeps them out as well as what it finds.
const LOOKED: &[&str] = &[
    "tool", "eviden", "finding", "check", "scan", "test", "audit", "valid", "protect", "guard",
    "prevent", "handl", "defen", "fix", "patch", "=found", "score", "rule", "override",
];
/// What turns what else a name says.
const TURNS: &[&str] = &[
    "=no",
    "=not",
    "=non",
    "without",
    "missing",
    "absent",
    "=lack",
    "=lacks",
    "unconfirmed",
    "=free",
];
/// What a name says of evidence that is not there.
const MISSING: &[&str] = &[
    "missing",
    "unfound",
    "unsupported",
    "absent",
    "hallucin",
    "contradict",
    "fabricat",
    "=lack",
    "=lacks",
    "without",
];
/// What tells which evidence is meant, or whose score.
const ABOUT: &[&str] = &["criteri", "dimension", "=id", "=dim", "=cid", "score", "final", "judge"];
/// What may be found that counts against whoever wrote it.
const AGAINST: &[&str] = &[
    "flaw",
    "violat",
    "issue",
    "error",
    "problem",
    "secur",
    "unsafe",
    "incomplete",
    "partial",
    "severity",
    "risk",
    "negative",
    "=bad",
    "anti",
    "forbid",
    "fraud",
    "fail",
];
/// The best score of the judges' scale.
const BEST: f64 = 5.0;

/// What a name says of security.
fn of_security(name: &str) -> Sense {
    let names = has(name, SECURITY) || has(name, &["=safe"]);
    let is_flaw = has(name, FLAWS) || (names && has(name, FLAGS));
    let is_safe = names && has(name, SAFE);
    let is_named = names || is_flaw || has(name, &["=found"]);
    match (is_flaw, is_safe, has(name, TURNS)) {
        _ if !is_named => Sense::Silent,
        _ if has(name, LOOKED) => Sense::Unclear,
        (true, false, false) | (false, true, true) => Sense::Present,
        (true, false, true) | (false, true, false) => Sense::Absent,
        _ => Sense::Unclear,
    }
}

/// Whether a condition holds only where there is no flaw.
pub(super) fn asks_for_no_flaw<'r>(function: &'r Function<'r>, test: &'r Expr<'r>) -> bool {
    let compared = |test: &Expr<'_>| match () {
        () if speaks(test, ABOUT) => Sense::Silent,
        () if speaks(test, SECURITY) || speaks(test, FLAWS) => Sense::Unclear,
        () => Sense::Silent,
    };
    Asked { function, name: &of_security, compared: &compared }.sense(test) == Sense::Absent
}

/// Whether a branch caps where there is no flaw, and nothing caps where there is one.
pub(super) fn caps_without_flaw<'r>(
    function: &'r Function<'r>,
    test: &'r Expr<'r>,
    body: &'r Body<'r>,
) -> bool {
    asks_for_no_flaw(function, test) && !is_otherwise(function, (test, body), &caps, &bounds)
}

/// What a name says of evidence.
fn of_evidence(name: &str) -> Sense {
    let is_found = has(name, &["=found", "=supported"]);
    let is_missing = has(name, MISSING);
    let is_turned = has(name, &["=no", "=not", "=none"]);
    let is_named = is_found || has(name, FACTS) || (is_missing && has(name, &["evidenc"]));
    match (is_found, is_missing, is_turned) {
        _ if !is_named => Sense::Silent,
        _ if has(name, AGAINST) => Sense::Unclear,
        (true, false, false) => Sense::Present,
        (true, false, true) | (false, true, false) => Sense::Absent,
        _ => Sense::Unclear,
    }
}

/// Whether a branch lowers a score where evidence was found and nothing does where none was, or lowers none where none
/// was.
pub(super) fn spares_without_evidence<'r>(
    function: &'r Function<'r>,
    test: &'r Expr<'r>,
    body: &'r Body<'r>,
) -> bool {
    let compared = |test: &Expr<'_>| {
        let is_text = |part: &Expr<'_>| matches!(part.kind, ExprKind::Str(_));
        if speaks(test, ABOUT) && !test.any(&is_text) { Sense::Silent } else { Sense::Unclear }
    };
    let asked = Asked { function, name: &of_evidence, compared: &compared };
    match (asked.sense(test), effect(function, body)) {
        (Sense::Absent, Some(Effect::None)) => true,
        (Sense::Present, Some(Effect::Lowers)) => {
            is_known(&asked, test, false)
                && !is_otherwise(function, (test, body), &changes_score, &changed)
        }
        _ => false,
    }
}

/// Whether a condition asks for nothing but what was found of any evidence, for whom, and for scores; a single piece may
/// be of what nobody wants to find.
fn is_known<'r>(asked: &Asked<'r, '_>, test: &'r Expr<'r>, of_any: bool) -> bool {
    let known = |inner: &'r Expr<'r>| is_known(asked, inner, of_any);
    if speaks(test, AGAINST) || speaks(test, MISSING) {
        return false;
    }
    match &test.kind {
        ExprKind::Not(inner) => known(inner),
        ExprKind::Logic(_, sides) => known(&sides.0) && known(&sides.1),
        ExprKind::Comprehension(made) => {
            let is_each = matches!(made.element.kind, ExprKind::Name(_) | ExprKind::Literal(_));
            (is_each || is_known(asked, &made.element, true))
                && made.clauses.iter().all(|clause| match clause {
                    Clause::If(test) => is_known(asked, test, true),
                    Clause::For { .. } => true,
                })
        }
        ExprKind::Call(call) if matches!(call.callee_name(), "any" | "all" | "bool" | "len") => {
            call.position(0).is_some_and(known)
        }
        ExprKind::Name(name) => match assigned(asked.function, name).as_slice() {
            [only] if !matches!(only.kind, ExprKind::Name(_)) => known(only),
            _ => false,
        },
        ExprKind::Attribute(_, "found") => of_any,
        _ => matches!(test.kind, ExprKind::Compare(..)) && speaks(test, ABOUT),
    }
}

/// Whether another branch of the same `if`, or what comes behind a branch that leaves, does such a thing as well.
fn is_otherwise<'r>(
    function: &'r Function<'r>,
    (test, body): (&Expr<'r>, &Body<'r>),
    block: &dyn Fn(&Body<'_>) -> bool,
    own: &dyn Fn(&Stmt<'_>) -> bool,
) -> bool {
    let mut found = false;
    let leaves = body.last().is_some_and(Stmt::leaves);
    statements(&function.body, &mut |stmt| {
        if let StmtKind::If { branches, otherwise } = &stmt.kind
            && branches.iter().any(|(other, _)| other.span == test.span)
        {
            let mut others = branches.iter().filter(|(other, _)| other.span != test.span);
            found |= block(otherwise) || others.any(|(_, body)| block(body));
            found |= leaves
                && any_stmt(&function.body, &|later| {
                    later.span.start > stmt.span.end && own(later)
                });
        }
    });
    found
}

/// What a block does to the score, as far as all that it does is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Lowers,
    /// It leaves the score as it is, or raises it.
    None,
}

fn effect(function: &Function<'_>, body: &Body<'_>) -> Option<Effect> {
    // What is best on a scale is low on a greater one.
    let is_greater = |part: &Expr<'_>| part.number::<f64>().is_some_and(|number| number > BEST);
    if any_stmt(&function.body, &|stmt| stmt.any(&is_greater)) {
        return None;
    }
    let mut effects = Vec::new();
    statements(body, &mut |stmt| {
        let own = match &stmt.kind {
            StmtKind::If { .. } => Some(None),
            StmtKind::Assign { value: Some(value), .. } if changed(stmt) => Some(of_value(value)),
            StmtKind::Return(Some(value)) if changed(stmt) => Some(of_value(value.first_part())),
            _ if changed(stmt) => Some(None),
            _ => None,
        };
        effects.extend(own);
    });
    let first = effects.first().copied()?;
    first.filter(|_| effects.iter().all(|effect| *effect == first))
}

fn of_value(value: &Expr<'_>) -> Option<Effect> {
    if let Some(number) = value.number::<f64>() {
        return if number >= BEST {
            Some(Effect::None)
        } else {
            (number <= 2.0).then_some(Effect::Lowers)
        };
    }
    let ExprKind::Call(call) = &value.kind else { return None };
    let [one, other] = call.args.as_slice() else { return None };
    let number = match (is_path(&one.value), is_path(&other.value)) {
        (true, false) => other.value.number::<f64>()?,
        (false, true) => one.value.number::<f64>()?,
        _ => return None,
    };
    match call.callee_name() {
        "max" => Some(Effect::None),
        "min" if number >= BEST => Some(Effect::None),
        "min" => Some(Effect::Lowers),
        _ => None,
    }
}
