//! A bound for security that the synthesis itself undoes.

use super::super::Answer;
use crate::domain::evidence::Finding;
use crate::domain::facts::{JusticeFact, UndoneBound};
use crate::domain::reading::Outcome;

/// How much of the rule is granted where its bound does not last.
const SHARE: f64 = 0.5;

/// The same answer with this told of it: the rule is there, and holds in part.
pub(super) fn told(answer: Answer, rules: &[String], ours: &[&JusticeFact]) -> Answer {
    let of_rule = |one: &&&JusticeFact| one.rules.iter().any(|rule| rule == "security_override");
    let mut holders = ours.iter().filter(of_rule);
    // Where another function has the rule too, it may bound what this one sets.
    let (Some(justice), None) = (holders.next(), holders.next()) else { return answer };
    let Some(bound) = &justice.security_undone else { return answer };
    if !rules.iter().any(|rule| rule == "security_override") {
        return answer;
    }
    let UndoneBound { score, bounded, when, by, place } = bound;
    let when = if when.is_empty() {
        String::new()
    } else {
        format!(" where {}", super::listed(when.iter().map(String::as_str)))
    };
    let note = format!(
        " Note: `security_override` does not last: `{score}` is bounded at `{bounded}`, and `{by}` at `{place}` puts another score in its place{when}."
    );
    let why = format!("Nothing after it in `{}` bounds `{score}` again.", justice.function);
    #[expect(clippy::cast_precision_loss, reason = "rules are few")]
    let loss = SHARE / rules.len() as f64;
    let outcome = match answer.outcome {
        Outcome::Holds => Outcome::Partly { share: 1.0 - loss },
        Outcome::Partly { share } => Outcome::Partly { share: (share - loss).max(loss) },
        other @ (Outcome::Fails | Outcome::Unknown { .. }) => other,
    };
    let missing = format!("a bound for security that lasts to the end of `{}`", justice.function);
    Answer {
        outcome,
        statement: answer.statement + &note,
        missing: answer.missing.into_iter().chain([missing]).collect(),
        findings: answer
            .findings
            .into_iter()
            .chain([Finding::found(place.clone(), why).quoting(by.clone())])
            .collect(),
    }
}
