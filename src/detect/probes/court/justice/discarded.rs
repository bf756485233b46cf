//! Verdicts of the graph that whoever has it run throws away.

use crate::detect::probes::{Answer, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{Discarded, Place, PythonFacts};

/// The same answer with this told of it: who runs the graph makes another verdict of what the judges said.
pub(super) fn told(answer: Answer, python: &PythonFacts) -> Answer {
    let mut all = python.graphs.iter().flat_map(|graph| &graph.discarded);
    let Some(Discarded { node, field, class, asked, made, place }) = all.next() else {
        return answer;
    };
    let more = match all.count() {
        0 => "",
        1 => ", and 1 more is like it",
        _ => ", and others are like it",
    };
    let asked = listed(asked.iter().map(String::as_str).take(4));
    let note = note!(
        "`{place}` has the graph run and takes {asked} alone of what comes of it: the `{class}` that `{node}` makes for `{field}` is thrown away there, and another is made at `{made}`{more}"
    );
    let why = "Keys that are asked for of what running the graph gives, against the field in which its last node gives the verdict.";
    let places = vec![Place::from(place), Place::from(made)];
    let finding = Finding::found(place.clone(), why).quoting(class.clone());
    let findings = answer.findings.into_iter().chain([Finding { places, ..finding }]).collect();
    Answer { statement: answer.statement + &note, findings, ..answer }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{GraphFact, Lines};
    use crate::domain::reading::Outcome;

    #[test]
    fn a_verdict_that_is_thrown_away_is_told_of() {
        let at = |file: &str| Lines { file: file.into(), line: 2, end_line: 2, blob: "b".into() };
        let answer = || Answer {
            outcome: Outcome::Holds,
            statement: "Decided.".to_owned(),
            missing: Vec::new(),
            findings: Vec::new(),
        };
        let mut facts = PythonFacts::default();
        assert_eq!(told(answer(), &facts).statement, "Decided.");
        let discarded = vec![Discarded {
            node: "chief".into(),
            field: "report".into(),
            class: "Report".into(),
            asked: vec!["opinions".into()],
            made: at("app.py"),
            place: at("page.py"),
        }];
        facts.graphs.push(GraphFact { discarded, ..GraphFact::default() });
        let answer = told(answer(), &facts);
        assert_eq!(
            answer.statement,
            "Decided. Note: `page.py:2` has the graph run and takes `opinions` alone of what comes of it: the `Report` that `chief` makes for `report` is thrown away there, and another is made at `app.py:2`."
        );
        assert_eq!((answer.outcome, answer.findings.len()), (Outcome::Holds, 1));
    }
}
