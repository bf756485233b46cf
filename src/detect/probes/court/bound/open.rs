//! Calls of which it is open what their replies are held against.

use super::has_judges;
use super::schema::Name;
use crate::domain::facts::{Binding, HeldAfterwards, Lines, PythonFacts, StructuredOutputFact};

/// Whether the schema of a call is open, and the call may be a judge's.
pub(super) fn may_judge(call: &StructuredOutputFact) -> bool {
    let named = || {
        let place = format!("{} {}", call.place.file, call.function.as_deref().unwrap_or_default());
        let place = place.to_ascii_lowercase();
        ["judg", "opinion", "llm", "model", "justice", "verdict", "court"]
            .iter()
            .any(|word| place.contains(word))
    };
    call.schema.is_none()
        && match call.binding {
            Binding::Schema => true,
            Binding::Validated => named(),
            Binding::Tools => false,
        }
}

/// Whether no judge is known, and the call asks for JSON that may be held against anything: then it may be meant where
/// any call is asked for.
pub(super) fn may_be_any(python: &PythonFacts, call: &StructuredOutputFact) -> bool {
    call.binding == Binding::Validated && call.schema.is_none() && !has_judges(python)
}

/// Where a model may be bound to what is asked for, or its reply held against that after it came, and why that is not known.
pub(super) fn unfollowed<'f>(
    python: &'f PythonFacts,
    wanted: Option<&Name>,
) -> Option<(&'f Lines, &'static str)> {
    if let Some(open) = python.unfollowed_binders.first() {
        let reason = "what binds a model to a schema is named there, and what asks that model was not followed";
        return Some((open, reason));
    }
    let fits = |held: &&HeldAfterwards| match (wanted, &held.schema) {
        (Some(wanted), Some(schema)) => wanted.is_of(schema),
        (Some(_), None) | (None, _) => true,
    };
    let open = python.held_afterwards.iter().find(fits)?;
    let reason = "what is read there is held against a class, and whether it is a model's reply was not followed";
    (python.calls_model != Some(false)).then_some((&open.place, reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::FunctionFact;

    #[test]
    fn where_no_judge_is_known_any_call_that_asks_for_json_leaves_its_schema_open() {
        let call = |binding, file: &str| StructuredOutputFact {
            binding,
            place: Lines::new(file, "b", 4, 4),
            ..StructuredOutputFact::default()
        };
        let json = call(Binding::Validated, "src/review.py");
        assert!(!may_judge(&json) && may_judge(&call(Binding::Validated, "src/judges.py")));
        let mut python = PythonFacts::default();
        assert!(may_be_any(&python, &json));
        assert!(!may_be_any(&python, &call(Binding::Tools, "src/review.py")));
        python.functions.push(FunctionFact {
            stub: false,
            name: "prosecutor_node".into(),
            place: Lines::new("src/judges.py", "b", 1, 3),
            in_tests: false,
            idle: false,
        });
        assert!(!may_be_any(&python, &json));
    }

    #[test]
    fn what_may_be_held_against_a_class_afterwards_leaves_it_open() {
        let held = |schema: Option<&str>| HeldAfterwards {
            schema: schema.map(str::to_owned),
            place: Lines::new("src/extract.py", "b", 9, 9),
        };
        let is_open = |schema, wanted: Option<&str>| {
            let python =
                PythonFacts { held_afterwards: vec![held(schema)], ..PythonFacts::default() };
            let wanted = wanted.map(|text| serde_json::from_value(text.into()).unwrap());
            unfollowed(&python, wanted.as_ref()).is_some()
        };
        assert!(is_open(Some("FactList"), None));
        assert!(is_open(None, Some("*Opinion*")));
        assert!(is_open(Some("JudicialOpinion"), Some("*Opinion*")));
        assert!(!is_open(Some("FactList"), Some("*Opinion*")));
    }
}
