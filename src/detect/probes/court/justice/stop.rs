//! Where a function of the synthesis cannot come to its end.

use crate::detect::probes::Answer;
use crate::domain::evidence::Finding;
use crate::domain::facts::{JusticeFact, Lines, MisformattedText, Misuse, PythonFacts};
use crate::domain::reading::Outcome;

/// A place beyond which a function of the synthesis never comes.
pub(super) struct Stop<'a> {
    function: &'a str,
    place: &'a Lines,
    /// What happens there, as a relative clause.
    how: String,
    why: &'static str,
    shown: &'a str,
}

impl Stop<'_> {
    /// The same answer with this told of it. What is decided and never returned is no verdict; the rules that it
    /// would be decided by are there all the same.
    pub(super) fn told(&self, answer: Answer, about_all: bool) -> Answer {
        let Self { function, place, how, why, shown } = self;
        let note = if about_all {
            note!(
                "`{function}` fails whenever it comes to `{place}`, where {how}: what it decides is never returned from there on"
            )
        } else {
            note!("`{function}` fails whenever it comes to `{place}`")
        };
        let finding = Finding::found((*place).clone(), *why).quoting(*shown);
        let holds = about_all && answer.outcome == Outcome::Holds;
        Answer {
            outcome: if holds { Outcome::Partly { share: 0.5 } } else { answer.outcome },
            statement: answer.statement + &note,
            missing: if holds {
                vec![format!(
                    "code that comes to its end: `{function}` fails whenever it comes to `{place}`"
                )]
            } else {
                answer.missing
            },
            findings: answer.findings.into_iter().chain([finding]).collect(),
        }
    }
}

/// Where a function of the synthesis cannot come to its end, whatever it decides.
pub(super) fn stopped<'a>(python: &'a PythonFacts, ours: &[&'a JusticeFact]) -> Option<Stop<'a>> {
    let function = |stops: &[Lines]| {
        let justice = ours.iter().find(|justice| stops.contains(&justice.place))?;
        Some(justice.function.as_str())
    };
    let text = python.misformatted_texts.iter().find_map(|one| {
        let MisformattedText { text, stops, place } = one;
        Some(Stop {
            function: function(std::slice::from_ref(stops.as_ref()?))?,
            place,
            how: format!("an f-string formats the text `{text}` by what is no rule of format"),
            why: "The braces around the text make it a field of the f-string, and no condition and no `try` of the function stands around it; only what ends the function before keeps it from there.",
            shown: text,
        })
    });
    let model = || {
        python.misused_models.iter().find_map(|one| {
            let (what, place) = (&one.class, &one.place);
            Some(Stop {
                function: function(&one.stops)?,
                place,
                how: match &one.misuse {
                    Misuse::Item { of } => format!("an item of `{of}` is used, an object of the Pydantic class `{what}`, which has none"),
                    Misuse::Get { of } => format!("`get` is asked of `{of}`, an object of the Pydantic class `{what}`, which has none"),
                    Misuse::Lacks { fields } => format!("a `{what}` is made without `{}`, which has to be given", fields.join("`, `")),
                },
                why: "No condition and no `try` of the function stands around the line; only what ends the function before keeps it from there.",
                shown: what,
            })
        })
    };
    text.or_else(model).or_else(|| {
        python.unbound_names.iter().find_map(|one| {
            Some(Stop {
                function: function(&one.stops)?,
                place: &one.place,
                how: format!("`{}` is bound by nothing", one.name),
                why: "No condition and no `try` of the function stands around the use of the name; only what ends the function before keeps it from there.",
                shown: &one.name,
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::facts;
    use super::*;
    use crate::detect::synthesis::Synthesis;

    #[test]
    fn a_function_that_always_fails_is_told_as_such() {
        let told = |line: &str, about_all| {
            let facts = facts(&format!(
                "def chief_justice(state):\n    score = max(state.scores)\n    {line}\n    return score\n"
            ));
            let answer = Answer {
                outcome: Outcome::Holds,
                statement: "Decided.".to_owned(),
                missing: Vec::new(),
                findings: Vec::new(),
            };
            let stop = stopped(&facts, &Synthesis::of(&facts).live)?;
            let Answer { outcome, statement, missing, findings } = stop.told(answer, about_all);
            assert_eq!(findings.len(), 1);
            Some((outcome, statement, missing))
        };
        let fails =
            "Decided. Note: `chief_justice` fails whenever it comes to `src/nodes/justice.py:3`";
        let field = "text = f'{\"score\": \"words\"}'";
        let (outcome, statement, missing) = told(field, true).unwrap();
        assert_eq!(outcome, Outcome::Partly { share: 0.5 });
        assert_eq!(
            statement,
            format!(
                "{fails}, where an f-string formats the text `score` by what is no rule of format: what it decides is never returned from there on."
            )
        );
        assert_eq!(
            missing,
            [
                "code that comes to its end: `chief_justice` fails whenever it comes to `src/nodes/justice.py:3`"
            ]
        );
        // The rules are there all the same.
        assert_eq!(told(field, false), Some((Outcome::Holds, format!("{fails}."), Vec::new())));
        assert_eq!(told("text = state.x and f'{\"score\": \"words\"}'", true), None);
        assert_eq!(told("text = f'{{\"score\": \"words\"}}'", true), None);
        let (_, unbound, _) = told("text = f'{SCORES}'", true).unwrap();
        assert_eq!(
            unbound,
            format!(
                "{fails}, where `SCORES` is bound by nothing: what it decides is never returned from there on."
            )
        );
    }
}
