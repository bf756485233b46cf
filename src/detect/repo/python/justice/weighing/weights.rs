//! Weights by which one judge's score counts more than another's.

use super::super::reading::effects::is_product;
use super::super::reading::variables::terms::{TECH_LEAD, speaks, uses};
use crate::detect::repo::python::syntax::{Expr, ExprKind};
use std::collections::BTreeSet;

/// `{"Prosecutor": 1, "Defense": 1, "TechLead": 2}`, or pairs of the same.
pub(in super::super) fn weights_lead(value: &Expr<'_>) -> bool {
    let pairs: Option<Vec<(&Expr<'_>, &Expr<'_>)>> = match &value.kind {
        ExprKind::Dict(pairs) => {
            pairs.iter().map(|(key, weight)| Some((key.as_ref()?, weight))).collect()
        }
        ExprKind::List(pairs) | ExprKind::Tuple(pairs) => {
            let sides = pairs.iter().map(|pair| match &pair.kind {
                ExprKind::Tuple(sides) if sides.len() == 2 => Some((&sides[0], &sides[1])),
                _ => None,
            });
            sides.collect()
        }
        _ => None,
    };
    let mut lead = None;
    let (mut rivals, mut others) = (0.0_f64, 0.0_f64);
    for (key, weight) in pairs.unwrap_or_default() {
        let ExprKind::Literal(number) = weight.kind else { return false };
        let Ok(number) = number.parse::<f64>() else { return false };
        if speaks(key, TECH_LEAD) {
            lead = Some(number);
        } else if speaks(key, &["prosecut", "defense", "defence"]) {
            rivals = rivals.max(number);
        } else {
            others = others.max(number);
        }
    }
    // Whoever is none of the judges, such as a moderator, may weigh more.
    let most = if rivals > 0.0 { rivals } else { others };
    lead.is_some_and(|lead| lead > most && most > 0.0)
}

/// `weights[one.judge]`, `weights.get(one.judge, 1.0)`.
pub(in super::super) fn looks_up(value: &Expr<'_>, tables: &BTreeSet<&str>) -> bool {
    let is_table =
        |object: &Expr<'_>| matches!(object.kind, ExprKind::Name(name) if tables.contains(name));
    match &value.kind {
        ExprKind::Subscript(object, _) => is_table(object),
        ExprKind::Call(call) => matches!(&call.callee.kind,
            ExprKind::Attribute(object, "get") if is_table(object)),
        _ => false,
    }
}

/// Whether a judge's score is weighed by a number of its own: `score * w`, `tech.score * 0.6`.
pub(in super::super) fn weighs(value: &Expr<'_>, weights: &BTreeSet<&str>) -> bool {
    value.any(&|part| match &part.kind {
        ExprKind::Binary("*", sides) => {
            let both = [(&sides.0, &sides.1), (&sides.1, &sides.0)];
            both.into_iter()
                .any(|(score, weight)| speaks(score, &["score"]) && uses(weight, weights))
        }
        _ => false,
    })
}

/// Whether in a sum of weighted scores the Tech Lead's has the greatest weight.
pub(in super::super) fn weighs_most(value: &Expr<'_>, is_lead: &dyn Fn(&Expr<'_>) -> bool) -> bool {
    let mut leads = None::<f64>;
    let mut others = None::<f64>;
    value.each(&mut |part| {
        if let ExprKind::Binary("*", sides) = &part.kind {
            for (score, weight) in [(&sides.0, &sides.1), (&sides.1, &sides.0)] {
                if let ExprKind::Literal(number) = weight.kind
                    && let Ok(number) = number.parse::<f64>()
                {
                    let group = if is_lead(score) { &mut leads } else { &mut others };
                    *group = Some(group.map_or(number, |known| known.max(number)));
                }
            }
        }
    });
    match (leads, others) {
        (Some(lead), Some(other)) => lead > other,
        // The others weigh one each: `(lead * 2 + a + b) / 4`.
        (Some(lead), None) => {
            lead > 1.0
                && value.any(&|part| {
                    matches!(&part.kind, ExprKind::Binary("+", sides)
                    if !sides.1.any(&is_product) || !sides.0.any(&is_product))
                })
        }
        (None, _) => false,
    }
}
