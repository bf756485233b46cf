//! What was found in functions that nothing which runs calls.

use crate::detect::probes::{Answer, listed};
use crate::domain::evidence::Standing;
use crate::domain::facts::{FunctionFact, Lines, Place, PythonFacts};
use std::collections::BTreeSet;

/// Adds to an answer the functions that hold what was found and that nothing which runs calls.
pub(super) fn told(answer: Answer, python: &PythonFacts) -> Answer {
    let found = answer.findings.iter().filter(|one| one.standing == Standing::Found);
    let idle: BTreeSet<&str> = found
        .flat_map(|one| &one.places)
        .filter_map(|place| around(place, python))
        .filter(|function| function.idle)
        .map(|function| function.name.as_str())
        .collect();
    if idle.is_empty() {
        return answer;
    }
    let kept = answer.statement.trim_end_matches('.');
    let statement = format!("{kept}; nothing that runs calls {}.", listed(idle));
    Answer { statement, ..answer }
}

/// The innermost function around a place.
fn around<'a>(place: &Place, python: &'a PythonFacts) -> Option<&'a FunctionFact> {
    let Place::Lines(Lines { file, line, .. }) = place else { return None };
    let holds = |one: &&FunctionFact| {
        one.place.file == *file && (one.place.line..=one.place.end_line).contains(line)
    };
    python.functions.iter().filter(holds).min_by_key(|one| one.place.end_line - one.place.line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::evidence::Finding;
    use crate::domain::reading::Outcome;

    #[test]
    fn what_stands_in_a_function_that_nothing_calls_is_told_as_that() {
        let function = |name: &str, line, idle| FunctionFact {
            stub: false,
            name: name.into(),
            place: Lines::new("src/a.py", "b", line, line + 8),
            in_tests: false,
            idle,
        };
        let functions = vec![function("_rate", 1, true), function("rate", 20, false)];
        let python = PythonFacts { functions, ..PythonFacts::default() };
        let answer = |line| Answer {
            outcome: Outcome::Fails,
            statement: "1 match (`src/a.py`).".into(),
            missing: Vec::new(),
            findings: vec![Finding::found(Lines::new("src/a.py", "b", line, line), "seen")],
        };
        assert_eq!(
            told(answer(3), &python).statement,
            "1 match (`src/a.py`); nothing that runs calls `_rate`."
        );
        assert_eq!(told(answer(22), &python), answer(22));
        assert_eq!(told(answer(40), &python), answer(40));
    }
}
