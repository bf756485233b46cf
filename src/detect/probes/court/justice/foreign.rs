//! Opinions that the synthesis takes for no criterion.

use crate::detect::probes::{Answer, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{Place, PythonFacts};

/// The same answer with this told of it: what judges are asked for is no id of the rubric, by which alone their opinions
/// come to a verdict.
pub(super) fn told(answer: Answer, python: &PythonFacts) -> Answer {
    let Some(foreign) = &python.foreign_ids else { return answer };
    let Some(first) = foreign.asked.first() else { return answer };
    let (place, rubric) = (&foreign.place, &foreign.rubric);
    let ids = listed(foreign.ids.iter().map(String::as_str).take(4));
    let note = note!(
        "the text at `{first}` asks for opinions with the criterion id {ids}, which no criterion in `{rubric}` has, and `{place}` takes for a criterion only the opinions with its own id: an opinion as the text asks for counts for none of them"
    );
    let why = "Held against the ids in the rubric. What a model gives otherwise than it is asked, or what takes the place of a reply that failed, may have another id.";
    let places = foreign.asked.iter().chain([place]).map(Place::from).collect();
    let finding = Finding::found(first.clone(), why).quoting(foreign.ids.join(", "));
    let findings = answer.findings.into_iter().chain([Finding { places, ..finding }]).collect();
    Answer { statement: answer.statement + &note, findings, ..answer }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{ForeignIds, Lines};
    use crate::domain::reading::Outcome;

    #[test]
    fn opinions_that_count_for_no_criterion_are_told_of() {
        let at = |file: &str| Lines { file: file.into(), line: 2, end_line: 2, blob: "b".into() };
        let mut facts = PythonFacts::default();
        let answer = || Answer {
            outcome: Outcome::Holds,
            statement: "Decided.".to_owned(),
            missing: Vec::new(),
            findings: Vec::new(),
        };
        assert_eq!(told(answer(), &facts).statement, "Decided.");
        facts.foreign_ids = Some(ForeignIds {
            ids: vec!["audit".into()],
            asked: vec![at("judges.py")],
            rubric: "rubric.json".into(),
            place: at("justice.py"),
        });
        let answer = told(answer(), &facts);
        assert_eq!(
            answer.statement,
            "Decided. Note: the text at `judges.py:2` asks for opinions with the criterion id `audit`, which no criterion in `rubric.json` has, and `justice.py:2` takes for a criterion only the opinions with its own id: an opinion as the text asks for counts for none of them."
        );
        assert_eq!((answer.findings.len(), answer.findings[0].places.len()), (1, 2));
    }
}
