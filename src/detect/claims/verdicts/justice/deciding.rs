//! Whether rules decide what becomes of the scores, and no model.

use super::super::Verdict;
use crate::detect::synthesis::Synthesis;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{JusticeFact, PythonFacts};

/// Whether rules decide, and no model.
pub(in super::super) fn by_rules(python: &PythonFacts) -> Verdict {
    let ours = Synthesis::of(python).live;
    let decides = |j: &JusticeFact| j.branches + j.picks > 1 || !j.rules.is_empty();
    let ruled: Vec<_> =
        ours.iter().filter(|j| !j.calls_model && !j.reply_unclear && decides(j)).collect();
    let by_model: Vec<_> = ours.iter().filter(|justice| justice.calls_model).collect();
    let unclear = ours.iter().find(|justice| justice.reply_unclear);
    match (ruled.first(), by_model.first(), unclear) {
        (_, None, Some(unclear)) => Verdict::of(
            Undecided,
            format!("where `{}` takes a model's reply could not be followed", unclear.function),
            [&unclear.place],
        ),
        (Some(first), None, None) => {
            // What only words come of decides no score, where something else does.
            let scores = ruled.iter().filter(|j| !j.only_words && !j.scoreless);
            let most = scores.clone().max_by_key(|j| j.branches);
            let most = most.or(ruled.iter().max_by_key(|j| j.branches)).unwrap_or(first);
            Verdict::of(
                Supported,
                format!("`{}` decides by code, and {}", most.function, asking(&ours, most)),
                // What is named is shown first.
                std::iter::once(most).chain(&ruled).map(|justice| &justice.place),
            )
        }
        (None, Some(first), _)
            if ours.iter().all(|j| j.branches + j.picks == 0 && j.rules.is_empty()) =>
        {
            Verdict::of(
                Contradicted,
                format!("`{}` lets a model decide and decides by nothing else", first.function),
                by_model.iter().map(|justice| &justice.place),
            )
        }
        (_, Some(first), _) => Verdict::of(
            Undecided,
            format!(
                "a model's reply to `{}` can reach the score, and code decides too",
                first.function
            ),
            [&first.place],
        ),
        (None, None, None) => {
            Verdict::undecided("no function was recognised that synthesises verdicts")
        }
    }
}

/// Whether a model is asked, where its reply decides nothing, as something that is said of `named`.
fn asking(ours: &[&JusticeFact], named: &JusticeFact) -> String {
    let asks = |justice: &&&JusticeFact| justice.asks_model;
    let Some(asker) = ours.iter().find(asks) else {
        return "no model is asked for the score during the synthesis".to_owned();
    };
    let who = if named.asks_model { "it".to_owned() } else { format!("`{}`", asker.function) };
    format!("the reply of the model that {who} asks for words does not reach the score")
}
