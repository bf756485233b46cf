//! What speaks of a rule, in the code of the synthesis, that was not recognised: names first, then
//! comments and texts.

mod flags;
mod said;
mod silent;
mod weighed;

use super::super::Hearing;
use super::effects::is_text;
use super::found::RULES;
use super::functions::uncalled::{idle_tables, is_of_verdicts};
use super::off::{Off, off};
use super::variables::terms::{AGAIN, PROSE, each_target, has, target_name};
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Span, Stmt, StmtKind};
use crate::domain::facts::{JusticeFact, Lines, RuleTrace};
use flags::is_idle_flag;
use said::{Said, said};
use silent::Silent;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use weighed::{may_weigh_judges, tells_judges_apart, weighs_criteria, weighs_seats};

/// Names that speak of a rule, in the order of [`RULES`].
const VOCABULARY: [&[&str]; 5] = [
    &["secur", "vulnerab", "os.system", "unsafe", "flaw", "injection"],
    &[
        "suprem",
        "hallucin",
        "overrul",
        "unsupported",
        "contradict",
        "=fact",
        "=facts",
        "=found",
        "evidence",
        "citation",
        "cited",
    ],
    &["weight", "functional", "modular", "architect", "tech"],
    AGAIN,
    &["dissent", "disagree", "minority"],
];

/// What comments and texts say of a rule, in the order of [`RULES`]: small letters, one blank
/// between words.
const PHRASES: [&[&str]; 5] = [
    &[
        "security override",
        "override for security",
        "rule of security",
        "security rule",
        "security cap",
        "security veto",
        "security penalty",
        "security flaw",
        "security vulnerab",
        "security violation",
    ],
    &[
        "fact supremacy",
        "facts supremacy",
        "factual supremacy",
        "rule of evidence",
        "evidence rule",
        "evidence override",
        "overrule",
        "hallucinat",
        "unsupported claim",
    ],
    &[
        "functionality weight",
        "rule of functionality",
        "functionality rule",
        "highest weight",
        "more weight",
        "carries the most weight",
        "weighted toward",
    ],
    &["re evaluat", "reevaluat", "variance rule", "second look", "heard again"],
    &["dissent", "minority opinion", "disagree"],
];

/// Lists for each rule that no function implements what speaks of it most tellingly: a function's
/// name before another's, a name before a comment or text.
pub(in super::super) fn traces(hearing: &Hearing<'_, '_>, facts: &[JusticeFact]) -> Vec<RuleTrace> {
    let spread_known = facts.iter().any(|fact| fact.spread.is_some());
    let off = off(hearing);
    let silent = OnceCell::new();
    let mut traces = Vec::new();
    for (index, rule) in RULES.into_iter().enumerate() {
        let implements = |fact: &JusticeFact| fact.rules.iter().any(|one| one == rule);
        if facts.iter().any(|fact| !fact.in_tests && !fact.dead && implements(fact)) {
            continue;
        }
        let mut words = VOCABULARY[index].to_vec();
        if rule == "variance_re_evaluation" && !spread_known {
            words.extend(["varianc", "spread", "stdev", "divergen"]);
        }
        let named = scopes(hearing)
            .into_iter()
            .filter_map(|scope| {
                // A dissent is words by itself.
                let silent = |span| {
                    let all = silent.get_or_init(|| Silent::of(hearing));
                    rule != "dissent" && all.holds(scope.index, span)
                };
                strongest(hearing, &scope, &words, (&off, &silent))
            })
            .min_by_key(|(rank, ..)| *rank);
        let said = || {
            let all = scopes(hearing).into_iter();
            all.filter_map(|scope| said(hearing, &scope, PHRASES[index], &off))
        };
        let (mut even, mut told, mut criteria) = (None, None, None);
        // What nothing calls is told where nothing else speaks of the rule.
        let (called, switched, uncalled) = match named {
            Some((rank, name, place)) if rank < OFF => (Some((name, place)), None, None),
            Some((EVEN, name, place)) => {
                even = Some((name, place));
                (None, None, None)
            }
            Some((TOLD, name, place)) => {
                told = Some((name, place));
                (None, None, None)
            }
            Some((CRITERIA, name, place)) => {
                criteria = Some((name, place));
                (None, None, None)
            }
            Some((OFF, name, place)) => (None, Some((name, place)), None),
            Some((_, name, place)) => (None, None, Some((name, place))),
            None => (None, None, None),
        };
        let by_name = |(name, place), uncalled| RuleTrace {
            rule: rule.to_owned(),
            name,
            place,
            in_words: false,
            uncalled,
            even: false,
            told: false,
            criteria: false,
            block: None,
            setting: None,
        };
        let in_words = |Said { name, place, block }| RuleTrace {
            in_words: true,
            block,
            ..by_name((name, place), false)
        };
        // What is said of a rule is said of the branch that never runs, unless it stands above another.
        let switched = switched.and_then(|(name, place)| {
            let own = off.iter().find(|one| {
                let module = &hearing.repository.modules[one.module];
                module.path == place.file && one.holds(one.module, place.line)
            })?;
            let place = hearing.repository.modules[own.module].place(own.test);
            let setting = Some(own.setting.to_owned());
            Some(RuleTrace { setting, ..by_name((name, place), false) })
        });
        let found = called.map(|named| by_name(named, false));
        let even = even.map(|named| RuleTrace { even: true, ..by_name(named, false) });
        let even = even.or(told.map(|named| RuleTrace { told: true, ..by_name(named, false) }));
        let criteria = criteria.map(|named| RuleTrace { criteria: true, ..by_name(named, false) });
        let even = even.or(criteria);
        let found = found.or_else(|| {
            let above = || said().find(|one| one.block.is_some()).map(in_words);
            match (switched, even) {
                (None, None) => said().next().map(in_words),
                (switched, even) => above().or(switched).or(even),
            }
        });
        traces.extend(found.or_else(|| uncalled.map(|named| by_name(named, true))));
    }
    traces
}

/// A part of the sources that is about verdicts.
struct Scope<'h, 'r> {
    index: usize,
    module: &'r Module<'r>,
    body: &'h [Stmt<'r>],
    span: Span,
}

/// The files that are about verdicts by their name, and in others the functions that were reached.
fn scopes<'h, 'r>(hearing: &'h Hearing<'r, '_>) -> Vec<Scope<'h, 'r>> {
    let modules = hearing.repository.modules;
    let ours = |(_, module): &(usize, &Module<'_>)| !module.in_tests && is_of_verdicts(module);
    let files = modules.iter().enumerate().filter(ours).map(|(index, module)| {
        let last = u32::try_from(module.text.lines().count()).unwrap_or(u32::MAX);
        let span = Span { start: 0, end: module.text.len(), first: 1, last };
        Scope { index, module, body: &module.syntax.body, span }
    });
    let functions = hearing.reached.iter().filter_map(|key| {
        let module = &modules[key.0];
        let function = hearing.function(*key);
        (!module.in_tests && !is_of_verdicts(module)).then_some(Scope {
            index: key.0,
            module,
            body: &function.body,
            span: function.span,
        })
    });
    files.chain(functions).collect()
}

/// The rank of a name in a branch that never runs.
const OFF: u8 = 7;
/// The rank of a name of which nothing but words comes.
const TOLD: u8 = 10;
/// The rank of a weight of criteria where no judge is told from the others.
const CRITERIA: u8 = 11;
/// The rank of the name of a function that nothing calls.
const UNCALLED: u8 = 8;
/// The rank of a judge's name where all judges are treated alike.
const EVEN: u8 = 9;

fn strongest(
    hearing: &Hearing<'_, '_>,
    scope: &Scope<'_, '_>,
    words: &[&str],
    (off, silent): (&[Off<'_>], &dyn Fn(Span) -> bool),
) -> Option<(u8, String, Lines)> {
    let texts = texts(scope.body);
    let mut uncalled = uncalled(hearing, scope);
    uncalled.extend(idle_tables(hearing, scope.module));
    let mut best: Option<(u8, String, Span)> = None;
    let others: Vec<&str> = words.iter().copied().filter(|word| *word != WEIGHT).collect();
    let apart = OnceCell::new();
    let apart = || *apart.get_or_init(|| tells_judges_apart(hearing));
    let mut note = |stmt: &Stmt<'_>, rank: u8, name: &str, span: Span| {
        // What is read under another name has none that speaks of a rule.
        let written = scope.module.text_of(span).unwrap_or_default();
        if !written.contains(name) && rank != 3 {
            return;
        }
        let said = texts.contains(name) || has(name, PROSE);
        let dead =
            uncalled.iter().any(|own| own.holds(span)) || is_idle(hearing, scope, span.first);
        // What stands in one, or serves nothing else, is as idle as it is.
        if dead && rank > 0 {
            return;
        }
        let is_off = off.iter().any(|one| one.holds(scope.index, span.first));
        let speaks = has(name, words) && (has(name, &others) || weighs_seats(stmt));
        let is_even = || {
            let seat = !others.iter().any(|word| *word != SEAT && has(name, &[word]));
            others.contains(&SEAT) && seat && hearing.is_even_at(scope.module, span.first)
        };
        let rank = match (dead, is_off) {
            (true, _) => UNCALLED,
            (false, true) => OFF,
            (false, false) if speaks && rank > 0 && !has(name, &[WEIGHT]) && is_even() => EVEN,
            (false, false) if speaks && silent(span) => TOLD,
            (false, false)
                if speaks && !has(name, &others) && weighs_criteria(stmt) && !apart() =>
            {
                CRITERIA
            }
            // Where no judge is told from the others no name gives one weight.
            (false, false)
                if speaks
                    && others.contains(&SEAT)
                    && has(name, &others)
                    && !apart()
                    && !may_weigh_judges(hearing) =>
            {
                CRITERIA
            }
            (false, false) => rank,
        };
        let is_flag = || words.contains(&AGAIN[0]) && is_idle_flag(hearing, name);
        if speaks && !said && best.as_ref().is_none_or(|(known, ..)| rank < *known) && !is_flag() {
            best = Some((rank, name.to_owned(), span));
        }
    };
    Stmt::each(scope.body, &mut |stmt| {
        names(stmt, &mut |rank, name, span| note(stmt, rank, name, span));
    });
    best.map(|(rank, name, span)| (rank, name, scope.module.place(span)))
}

/// The judge whose weight is looked for.
const SEAT: &str = "tech";
/// The word that weights are called by, whatever they weigh.
const WEIGHT: &str = "weight";
/// Where the functions of the scope stand that surely nothing calls.
fn uncalled(hearing: &Hearing<'_, '_>, scope: &Scope<'_, '_>) -> Vec<Span> {
    let ours = hearing
        .uncalled
        .iter()
        .filter(|key| std::ptr::eq(hearing.court.module(**key), scope.module));
    ours.map(|key| hearing.function(*key).span).collect()
}

/// Whether a line stands in what nothing that runs leads to.
fn is_idle(hearing: &Hearing<'_, '_>, scope: &Scope<'_, '_>, line: u32) -> bool {
    let mut ours = hearing.idle.iter().filter(|place| place.file == scope.module.path);
    ours.any(|place| place.line <= line && line <= place.end_line)
}

/// The variables that hold nothing but texts.
fn texts(body: &[Stmt<'_>]) -> BTreeSet<String> {
    let mut held = BTreeSet::new();
    let mut other = BTreeSet::new();
    Stmt::each(body, &mut |stmt| {
        let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
        let text = is_text(value) || matches!(value.kind, ExprKind::None);
        for target in each_target(targets) {
            if let ExprKind::Name(_) = target.kind {
                if text { &mut held } else { &mut other }.insert(target_name(target));
            }
        }
    });
    held.retain(|name| !other.contains(name));
    held
}

fn names(stmt: &Stmt<'_>, note: &mut dyn FnMut(u8, &str, Span)) {
    // Documentation does nothing.
    if matches!(&stmt.kind, StmtKind::Expr(Expr { kind: ExprKind::Str(_), .. })) {
        return;
    }
    // A list of what a module exports does nothing either.
    let exports = |target: &Expr<'_>| target.is_name("__all__");
    if matches!(&stmt.kind, StmtKind::Assign { targets, .. } if targets.iter().any(exports)) {
        return;
    }
    if let StmtKind::Function(function) = &stmt.kind {
        let first = Span { last: stmt.span.first, ..stmt.span };
        note(0, function.name, first);
    }
    let idle = constant_keys(stmt);
    stmt.walk(&mut |part| {
        if !idle.iter().any(|key| key.start == part.span.start) {
            named(stmt, part, note);
        }
    });
}

/// Where the keys of dictionaries in a statement stand that have nothing behind them.
fn constant_keys(stmt: &Stmt<'_>) -> Vec<Span> {
    let mut found = Vec::new();
    stmt.walk(&mut |part| {
        if let ExprKind::Dict(pairs) = &part.kind {
            found.extend(pairs.iter().filter_map(constant_key));
        }
    });
    found
}

/// Where the key of a pair stands that has nothing behind it but `False`, `None`, or an empty list or dictionary.
fn constant_key((key, value): &(Option<Expr<'_>>, Expr<'_>)) -> Option<Span> {
    let is_constant = match &value.kind {
        ExprKind::Bool(false) | ExprKind::None => true,
        ExprKind::List(items) => items.is_empty(),
        ExprKind::Dict(pairs) => pairs.is_empty(),
        _ => false,
    };
    key.as_ref().filter(|_| is_constant).map(|key| key.span)
}

fn named(stmt: &Stmt<'_>, part: &Expr<'_>, note: &mut dyn FnMut(u8, &str, Span)) {
    match &part.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
            let bound = matches!(&stmt.kind, StmtKind::Assign { targets, .. } if targets.iter().any(|target| target.span.start == part.span.start));
            note(if bound { 1 } else { 2 }, name, part.span);
        }
        // A key such as `"security_flaws"`; what has blanks in it is prose.
        ExprKind::Str(_) => {
            if let Some(text) = part.text().filter(|text| text.len() < 40 && !text.contains(' ')) {
                note(3, &text, part.span);
            }
        }
        _ => {}
    }
}
