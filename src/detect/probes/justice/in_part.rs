//! A cap for security that is there and does not do all of its work.

use super::super::Answer;
use crate::detect::synthesis::Synthesis;
use crate::domain::evidence::Finding;
use crate::domain::facts::{RaisingCap, UndoneBound};
use crate::domain::reading::Outcome;

/// The rule that this is about.
const RULE: &str = "security_override";
/// How much of it is granted where something of it is wanting.
const SHARE: f64 = 0.5;

/// Something that the rule is wanting in.
struct Want {
    note: String,
    missing: String,
    finding: Option<Finding>,
}

/// The same answer with this told of it: the rule is there, and holds in part.
pub(super) fn told(answer: Answer, rules: &[String], synthesis: &Synthesis<'_>) -> Answer {
    let wants = alone(synthesis).into_iter().chain(raising(synthesis)).chain(undone(synthesis));
    let wants: Vec<Want> = wants.collect();
    if wants.is_empty() || !rules.iter().any(|rule| rule == RULE) {
        return answer;
    }
    #[expect(clippy::cast_precision_loss, reason = "rules are few")]
    let loss = SHARE / rules.len() as f64;
    let Answer { outcome, mut statement, mut missing, mut findings } = answer;
    let outcome = match outcome {
        Outcome::Holds => Outcome::Partly { share: 1.0 - loss },
        Outcome::Partly { share } => Outcome::Partly { share: (share - loss).max(loss) },
        other @ (Outcome::Fails | Outcome::Unknown { .. }) => other,
    };
    for want in wants {
        statement = format!("{statement} Note: {}", want.note);
        missing.push(want.missing);
        findings.extend(want.finding);
    }
    Answer { outcome, statement, missing, findings }
}

/// A cap that only a judge's score, or what a judge argues, brings about.
fn alone(synthesis: &Synthesis<'_>) -> Option<Want> {
    let note = match (synthesis.caps_by_score(), synthesis.caps_by_words()) {
        (Some(place), _) => format!(
            "the cap at `{place}` hangs on a judge's score alone, and nothing that was found confirms a flaw."
        ),
        (None, Some(place)) => format!(
            "the cap at `{place}` hangs on words in what a judge argues, which may stand there as well where the judge writes that there is no flaw; nothing that was found confirms one."
        ),
        (None, None) => return None,
    };
    Some(Want { note, missing: "a cap for what evidence confirms".to_owned(), finding: None })
}

/// What is written as a cap and may raise a score.
fn raising(synthesis: &Synthesis<'_>) -> Option<Want> {
    let RaisingCap { gives, place } = synthesis.live.iter().find_map(|one| one.raises.as_ref())?;
    let why = "What is worked out without this branch may be less.";
    Some(Want {
        note: format!(
            "the cap for security at `{place}` gives `{gives}`, also where the score would be lower without it."
        ),
        missing: format!("a cap that never raises a score at `{place}`"),
        finding: Some(Finding::found(place.clone(), why).quoting(gives.clone())),
    })
}

/// A cap that the synthesis itself undoes.
fn undone(synthesis: &Synthesis<'_>) -> Option<Want> {
    let mut holders = synthesis.live.iter().filter(|one| one.rules.iter().any(|rule| rule == RULE));
    // Where another function has the rule too, it may bound what this one sets.
    let (Some(justice), None) = (holders.next(), holders.next()) else { return None };
    let UndoneBound { score, bounded, when, by, place } = justice.security_undone.as_ref()?;
    let when = if when.is_empty() {
        String::new()
    } else {
        format!(" where {}", super::listed(when.iter().map(String::as_str)))
    };
    let why = format!("Nothing after it in `{}` bounds `{score}` again.", justice.function);
    Some(Want {
        note: format!(
            "`{RULE}` does not last: `{score}` is bounded at `{bounded}`, and `{by}` at `{place}` puts another score in its place{when}."
        ),
        missing: format!("a bound for security that lasts to the end of `{}`", justice.function),
        finding: Some(Finding::found(place.clone(), why).quoting(by.clone())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::repo::python::examine;
    use crate::domain::exhibit::repository::Source;
    use crate::domain::facts::PythonFacts;
    use crate::domain::limits::Limits;

    fn facts(body: &str) -> PythonFacts {
        let text = format!(
            "def chief_justice(state, scores, prosecutor, score):\n{body}    return score\n"
        );
        let path = "src/nodes/justice.py".into();
        let source = Source { path, blob: "b".into(), bytes: text.into_bytes() };
        examine(&[source], &Limits::default())
    }

    /// What is left of a rule that holds, and what is said of it, where the synthesis reads so.
    fn read(body: &str, rules: &[&str]) -> (Outcome, String, usize) {
        of(&facts(body), rules)
    }

    fn of(facts: &PythonFacts, rules: &[&str]) -> (Outcome, String, usize) {
        let rules: Vec<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
        let whole = Answer {
            outcome: Outcome::Holds,
            statement: "There.".to_owned(),
            missing: Vec::new(),
            findings: Vec::new(),
        };
        let Answer { outcome, statement, missing, .. } = told(whole, &rules, &Synthesis::of(facts));
        (outcome, statement, missing.len())
    }

    const ALONE: &str = "    if prosecutor.score <= 2:\n        score = min(score, 2)\n";

    #[test]
    fn a_cap_for_a_score_alone_costs_half_of_its_rule_and_no_more_of_others() {
        let (outcome, statement, missing) = read(ALONE, &[RULE]);
        assert_eq!((outcome, missing), (Outcome::Partly { share: 0.5 }, 1));
        assert!(
            statement.starts_with("There. Note: the cap at `src/nodes/justice.py:2"),
            "{statement}"
        );
        let (outcome, ..) = read(ALONE, &[RULE, "dissent"]);
        assert_eq!(outcome, Outcome::Partly { share: 0.75 });
    }

    #[test]
    fn other_rules_and_caps_for_what_was_found_stay_as_they_are() {
        assert_eq!(read(ALONE, &["dissent"]), (Outcome::Holds, "There.".to_owned(), 0));
        let found = "    if any(e.found for e in state['evidences']['security']):\n        score = min(score, 3)\n";
        assert_eq!(read(found, &[RULE]).0, Outcome::Holds);
    }

    #[test]
    fn two_wants_of_one_rule_cost_it_once() {
        let mut facts = facts(ALONE);
        let place = facts.justice[0].place.clone();
        facts.justice[0].security_undone = Some(UndoneBound {
            score: "score".into(),
            bounded: place.clone(),
            when: vec!["spread > 2".into()],
            by: "score = 5".into(),
            place,
        });
        let (outcome, statement, missing) = of(&facts, &[RULE]);
        assert_eq!((outcome, missing), (Outcome::Partly { share: 0.5 }, 2));
        assert!(
            statement.contains("does not last") && statement.ends_with("where `spread > 2`."),
            "{statement}"
        );
    }
}
