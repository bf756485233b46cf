//! Calls of which it is open what their replies are held against.

use super::has_judges;
use crate::domain::facts::{Binding, PythonFacts, StructuredOutputFact};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{FunctionFact, Lines};

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
}
