//! Numbers and texts that statements hold: how often something is tried, what a judge's score weighs, which URLs
//! are taken.

use super::super::repository::{At, Origin, Repository};
use super::super::running::sites::{Site, Sites};
use super::super::syntax::{Expr, ExprKind, Function, Passing};

/// The personas by a part that keys for them have.
const PERSONAS: [(&str, &[&str]); 3] = [
    ("Prosecutor", &["prosecutor"]),
    ("Defense", &["defense", "defence"]),
    ("TechLead", &["techlead", "tech_lead"]),
];

/// `{"Prosecutor": 0.3, "Defense": 0.3, "TechLead": 0.4}`: each persona with its weight as written, where all
/// three have one and nothing else does.
pub(super) fn weights<'r>(table: &Expr<'r>) -> Option<[(&'static str, &'r str); 3]> {
    let ExprKind::Dict(pairs) = &table.kind else { return None };
    let mut found = [None; 3];
    for (key, weight) in pairs {
        let key = match &key.as_ref()?.kind {
            ExprKind::Attribute(object, "value") => last_name(object)?,
            _ => last_name(key.as_ref()?)?,
        };
        let at = PERSONAS.iter().position(|(_, parts)| parts.iter().any(|p| key.contains(p)))?;
        let ExprKind::Literal(number) = weight.kind else { return None };
        number.parse::<f64>().ok()?;
        if found[at].replace(number).is_some() {
            return None;
        }
    }
    let [prosecutor, defense, lead] = found;
    Some([(PERSONAS[0].0, prosecutor?), (PERSONAS[1].0, defense?), (PERSONAS[2].0, lead?)])
}

/// The text or the last name of a key, in lower case without spaces.
fn last_name(key: &Expr<'_>) -> Option<String> {
    let name = match &key.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => (*name).to_owned(),
        _ => key.text()?,
    };
    Some(name.to_ascii_lowercase().replace(' ', ""))
}

/// `prosecutor.score * 0.4`: the persona whose score is multiplied by a number, and the number; `?` where it is
/// nobody's, as a weight that nobody can tell.
pub(super) fn product(value: &Expr<'_>) -> Option<String> {
    let ExprKind::Binary("*", sides) = &value.kind else { return None };
    let both = [(&sides.0, &sides.1), (&sides.1, &sides.0)];
    both.into_iter().find_map(|(score, weight)| {
        let ExprKind::Literal(number) = weight.kind else { return None };
        let names = names(score);
        if !names.contains("score") {
            return None;
        }
        let mut whose =
            PERSONAS.iter().filter(|(_, parts)| parts.iter().any(|p| names.contains(p)));
        match (whose.next(), whose.next()) {
            (Some((persona, _)), None) => Some(format!("{persona} {number}")),
            _ => Some("?".to_owned()),
        }
    })
}

/// All names in an expression, in lower case.
fn names(value: &Expr<'_>) -> String {
    let mut all = String::new();
    value.each(&mut |part| {
        if let Some(name) = part.last_name() {
            all.push_str(&name.to_ascii_lowercase());
            all.push(' ');
        }
    });
    all
}

/// How often `for attempt in range(…)` goes round.
pub(super) fn rounds<'r>(
    (repository, sites): (&Repository<'r>, &Sites<'r>),
    iterable: &'r Expr<'r>,
    at: At,
) -> Option<u32> {
    let ExprKind::Call(call) = &iterable.kind else { return None };
    if call.callee_name() != "range" || call.args.len() > 2 {
        return None;
    }
    let bound = |index| number((repository, sites), call.position(index)?, at);
    if call.args.len() == 1 { bound(0) } else { bound(1)?.checked_sub(bound(0)?) }
}

/// `3`, `limit` where it is 3 and nothing else, `limit + 1`.
pub(super) fn number<'r>(
    (repository, sites): (&Repository<'r>, &Sites<'r>),
    value: &'r Expr<'r>,
    at: At,
) -> Option<u32> {
    let number = |side| number((repository, sites), side, at);
    match &value.kind {
        ExprKind::Literal(number) => number.parse().ok(),
        ExprKind::Binary("+", both) => number(&both.0)?.checked_add(number(&both.1)?),
        _ => match repository.origins(value, at).as_slice() {
            [Origin::Value(_, Expr { kind: ExprKind::Literal(number), .. })] => number.parse().ok(),
            [Origin::Param(_, function, index)] => by_default(sites, function, *index),
            _ => None,
        },
    }
}

/// The number that a parameter is by default, where the function is called and no call gives it another one.
fn by_default(sites: &Sites<'_>, function: &Function<'_>, index: usize) -> Option<u32> {
    let param = function.params.get(index)?;
    let ExprKind::Literal(number) = &param.default.as_ref()?.kind else { return None };
    let bound = function.params.first().is_some_and(|own| ["self", "cls"].contains(&own.name));
    let position = index.checked_sub(usize::from(bound))?;
    let is_given = |site: &&Site<'_>| {
        let call = site.call;
        let spread = |passing| matches!(passing, Passing::Rest | Passing::Named);
        call.keyword(param.name).is_some()
            || call.position(position).is_some()
            || call.args.iter().any(|arg| spread(arg.passing))
    };
    let calls = sites.named(function.name);
    let prepared = || {
        let partial = sites.named("partial");
        partial.iter().any(|site| site.call.keyword(param.name).is_some())
    };
    let plain = !calls.is_empty() && !calls.iter().any(is_given) && !prepared();
    plain.then(|| number.parse().ok()).flatten()
}

/// The schemes that a call of `startswith` or a comparison of `scheme` asks for, sorted; a text that is no scheme
/// makes it another question.
pub(super) fn schemes(value: &Expr<'_>) -> Option<String> {
    let asked = match &value.kind {
        ExprKind::Call(call) if call.callee_name() == "startswith" => call.position(0)?,
        ExprKind::Compare(sides, by) => match (sides.as_slice(), by.as_slice()) {
            ([left, right], ["in" | "not in"])
                if matches!(left.kind, ExprKind::Attribute(_, "scheme")) =>
            {
                right
            }
            _ => return None,
        },
        _ => return None,
    };
    let texts: Option<Vec<String>> = match &asked.kind {
        ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Set(items) => {
            items.iter().map(Expr::text).collect()
        }
        _ => asked.text().map(|text| vec![text]),
    };
    let plain = texts?.into_iter().map(|text| text.trim_end_matches("://").to_owned());
    let mut plain: Vec<String> = plain.collect();
    let is_scheme =
        |text: &String| matches!(text.as_str(), "http" | "https" | "git" | "ssh" | "git@");
    plain.sort();
    plain.dedup();
    (!plain.is_empty() && plain.iter().all(is_scheme)).then(|| plain.join(", "))
}
