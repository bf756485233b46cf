//! What is shown of calls that bind a model to a schema.

use crate::detect::seats;
use crate::domain::evidence::Finding;
use crate::domain::facts::{Binding, Misfit, Place, StructuredOutputFact};
use crate::domain::score::Confidence;

/// What the schema has to hold where one reply is several things, each held against a schema by itself; after the wish
/// for one.
pub(super) fn of_several(calls: &[&StructuredOutputFact]) -> Option<String> {
    let (call, held) =
        calls.iter().find_map(|call| Some((call, call.held.as_ref().filter(|held| held.each)?)))?;
    let class = call.schema.as_deref()?;
    Some(format!(
        " (one reply holds several here, each held against `{class}` at `{}`: the schema to enforce has a field for the list of them, `list[{class}]`)",
        held.place
    ))
}

/// The first calls, those of the judges before others: it is their opinions that are asked for.
pub(super) fn findings_of_judges(calls: &[&StructuredOutputFact]) -> Vec<Finding> {
    let mut calls = calls.to_vec();
    calls.sort_by_key(|call| !is_a_judges(call));
    findings(&calls)
}

/// Whether a call is a judge's, by its schema's name or by what it stands in.
pub(super) fn is_a_judges(call: &StructuredOutputFact) -> bool {
    let schema = call.schema.as_deref().unwrap_or_default();
    let by_schema = ["Opinion", "Verdict", "Judg"].iter().any(|word| schema.contains(word));
    let function = call.function.as_deref().unwrap_or_default();
    let file = call.asked.first().or(call.held.as_ref().map(|held| &held.place));
    let file = &file.unwrap_or(&call.place).file;
    by_schema || seats::judge(function).is_some() || file.contains("judge")
}

/// The first calls, with what becomes of replies that do not fit.
pub(super) fn findings(calls: &[&StructuredOutputFact]) -> Vec<Finding> {
    let finding = |call: &&StructuredOutputFact| {
        let retry = match (call.misfit, call.is_seen_to()) {
            (Some(Misfit::AskedAgain), _) if !call.stand_ins.is_empty() => {
                "a reply that does not fit is asked for again, and an opinion with a score of its own takes the place of one that never fits"
            }
            (Some(Misfit::AskedNext), _) => {
                "where a reply does not fit, the next of several models is asked, each of them once"
            }
            (Some(Misfit::AskedUnbound), _) => {
                "where a reply does not fit, the model is asked again without the schema"
            }
            (Some(Misfit::AskedAgain), _) => "a reply that does not fit is asked for again",
            (Some(Misfit::Handled), _) => {
                "a handler stands around it, which does not ask again for a reply that does not fit"
            }
            (Some(Misfit::Swallowed), _) => "a failure is caught, and `None` takes its place",
            (Some(Misfit::StoodIn), _) => {
                "a handler stands around it, which puts an opinion with a score of its own in the place of a reply that does not fit"
            }
            (Some(Misfit::TransientOnly), _) => {
                "it is tried again after passing failures such as rate limits, not after malformed replies"
            }
            (Some(Misfit::Unhandled), _)
                if call.beside.guarded && call.asked.first() != Some(&call.place) =>
            {
                "a handler stands around the binding, and no retry or handler around the call"
            }
            (Some(Misfit::Unhandled), _) | (None, Some(false)) => {
                "no retry or handler stands around it"
            }
            (None, Some(true)) => "a retry or handler stands around it",
            (None, None) => "whether a handler stands around it could not be followed",
        };
        let bound = match (call.binding, &call.held) {
            (Binding::Schema, _) => String::new(),
            (Binding::Validated, Some(_)) => {
                format!(" that holds against the schema what comes of the call at `{}`", call.place)
            }
            (Binding::Validated, None) if call.schema.is_none() => {
                ", which asks for JSON; what the reply is held against was not seen".to_owned()
            }
            (Binding::Validated, None) => ", validated after the reply".to_owned(),
            (Binding::Tools, _) => ", tools alone".to_owned(),
        };
        let unused = match (call.live, &call.unasked) {
            (Some(false), _) => "; nothing that runs uses it",
            (_, Some(_)) => "; nothing that runs asks the model",
            _ => "",
        };
        let plain = call.beside.unbound.iter();
        let held = call.held.iter().map(|held| &held.place);
        let places = held.chain([&call.place]).chain(plain).map(Place::from);
        let mut places: Vec<Place> = places.collect();
        places.dedup();
        let why = format!("Call in the syntax tree{bound}; {retry}{unused}.");
        let finding = Finding::found(call.place.clone(), why)
            .with_confidence(Confidence::STRONG)
            .quoting(match &call.held {
                Some(held) => format!("{}(…)", held.by),
                None => format!("{}({})", call.method, call.schema.as_deref().unwrap_or("…")),
            });
        Finding { places, ..finding }
    };
    calls.iter().take(6).map(finding).collect()
}

/// The same, at the places where the models are asked: there a handler stands, or is missing. What is wanting comes
/// first, and of that what takes the place of a reply.
pub(super) fn findings_where_asked(calls: &[&StructuredOutputFact]) -> Vec<Finding> {
    let mut calls = calls.to_vec();
    calls.sort_by_key(|call| {
        (call.stand_ins.is_empty(), call.is_seen_to() == Some(true), !is_a_judges(call))
    });
    let placed = findings(&calls).into_iter().zip(&calls).map(|(finding, call)| {
        let built = call.stand_ins.iter().map(|one| &one.place);
        let held = call.held.iter().map(|held| &held.place);
        let places = built.chain(held).chain(&call.asked).chain([&call.place]).map(Place::from);
        let mut places: Vec<Place> = places.collect();
        places.dedup();
        places.truncate(8);
        Finding { places, ..finding }
    });
    placed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::Lines;

    #[test]
    fn a_judges_call_is_shown_before_a_detectives() {
        let call = |file: &str, schema: &str| StructuredOutputFact {
            schema: Some(schema.into()),
            asked: vec![Lines::new(file, "b", 5, 5)],
            place: Lines::new(file, "b", 5, 5),
            ..StructuredOutputFact::default()
        };
        let calls = [
            call("src/detectives.py", "Evidence"),
            call("src/models.py", "JudicialOpinion"),
            call("src/judges.py", "Reply"),
        ];
        let calls: Vec<&StructuredOutputFact> = calls.iter().collect();
        for found in [findings_of_judges(&calls), findings_where_asked(&calls)] {
            let places = found.into_iter().map(|one| one.places[0].clone());
            let expected = [calls[1], calls[2], calls[0]].map(|call| Place::from(&call.place));
            assert_eq!(places.collect::<Vec<_>>(), expected);
        }
    }
}
