//! Facts → evidence: what a detective says about the dimensions that are its own.

use super::probes::{Ahead, Answer, Question, Record, asked_of};
use crate::domain::evidence::{Detective, Evidence, Standing};
use crate::domain::facts::DocumentFacts;
use crate::domain::reading::{Outcome, Reading, UNDECIDED};
use crate::domain::reducers::{self, Evidences};
use crate::domain::rubric::{Dimension, ProbeSpec};
use crate::domain::score::Confidence;
use crate::domain::state::AgentState;
use crate::domain::waived::Waived;
use crate::spread::spread;

/// Pages from which on a report's questions are answered beside each other; a shorter one is read sooner than a
/// thread is started.
const LONG: usize = 4;

/// What `detective` says about its dimensions, from the facts of the record. Dimensions about
/// another artifact are none of its business. Where an artifact could not be read, the evidence
/// says so and every reading is unknown.
#[must_use]
pub fn testify(detective: Detective, state: &AgentState) -> (Evidences, Vec<Reading>) {
    testify_read_ahead(detective, state, None)
}

/// The same, sooner, where the report was read ahead.
#[must_use]
pub fn testify_read_ahead(
    detective: Detective,
    state: &AgentState,
    ahead: Option<&Ahead>,
) -> (Evidences, Vec<Reading>) {
    let ahead = ahead.filter(|ahead| detective == Detective::DocAnalyst && ahead.is_of(state));
    let record = Record::read_ahead(state, ahead);
    let (mut evidences, mut readings) = (Evidences::new(), Vec::new());
    let questions = asked_of(detective, &state.rubric_dimensions);
    let answer = |at: usize| {
        let foretold = ahead.and_then(|ahead| ahead.answer(at)).cloned();
        foretold.unwrap_or_else(|| questions[at].probe.read(questions[at].spec, &record))
    };
    let pages = state.document().map_or(0, |document| document.pages.len());
    let answers: Vec<Answer> = if detective == Detective::DocAnalyst && pages >= LONG {
        spread(questions.len(), || (), |(), at| answer(at))
    } else {
        (0..questions.len()).map(answer).collect()
    };
    for (Question { dimension, spec, .. }, answer) in questions.iter().zip(answers) {
        let (mut evidence, mut reading) = sworn(detective, dimension, spec, answer);
        waive(&mut evidence, &mut reading, &state.request.waivers);
        reducers::ior(&mut evidences, Evidences::from([(dimension.id.clone(), evidence)]));
        readings.push(reading);
    }
    (evidences, readings)
}

/// Whether there is so little to testify to that it is said before another thread would have woken up.
#[must_use]
pub fn is_slight(detective: Detective, state: &AgentState) -> bool {
    /// Most things of a kind.
    const THINGS: usize = 16;
    match detective {
        Detective::RepoInvestigator => state.repository().is_none_or(|facts| {
            let python = &facts.python;
            let counts = [
                facts.history.commits.len(),
                facts.tree.entries.len(),
                python.functions.len(),
                python.classes.len(),
            ];
            counts.into_iter().all(|count| count <= THINGS)
        }),
        Detective::DocAnalyst => state.document().is_none_or(is_short),
        // It compares a few numbers.
        Detective::VisionInspector => true,
    }
}

/// Whether a report is read before another thread would have woken up.
#[must_use]
pub fn is_short(document: &DocumentFacts) -> bool {
    /// Most bytes of text.
    const TEXT: usize = 512;
    document.pages.iter().map(|page| page.text.len()).sum::<usize>() <= TEXT
}

/// Turns an answer into evidence with ids, and a reading that cites it.
fn sworn(
    detective: Detective,
    dimension: &Dimension,
    spec: &ProbeSpec,
    answer: Answer,
) -> (Vec<Evidence>, Reading) {
    let Answer { outcome, statement, missing, findings } = answer;
    let is_flaw = spec.flaw && outcome == Outcome::Fails;
    let evidence: Vec<Evidence> = findings
        .into_iter()
        .map(|finding| {
            let confirmed =
                finding.standing == Standing::Found && finding.confidence >= Confidence::STRONG;
            let finding = if is_flaw && confirmed { finding.flaw() } else { finding };
            Evidence::new(&dimension.id, detective, Some(&spec.id), finding)
        })
        .collect();
    let mut cited: Vec<_> = evidence.iter().map(|evidence| evidence.id.clone()).collect();
    let mut seen = std::collections::BTreeSet::new();
    cited.retain(|id| seen.insert(id.clone()));
    let reading = Reading {
        criterion: dimension.id.clone(),
        probe: spec.id.clone(),
        outcome,
        statement,
        missing,
        evidence: cited,
    };
    (evidence, reading)
}

/// Marks the evidence that a person waived. What rests on it is undecided then: it neither speaks against the
/// submission nor for it. What is confirmed by other evidence stays confirmed.
fn waive(evidence: &mut [Evidence], reading: &mut Reading, waivers: &[Waived]) {
    let mut first = None;
    for piece in evidence {
        let waived = waivers.iter().filter(|one| one.evidence == piece.id).min();
        if let Some(waived) = waived {
            piece.waived = Some(waived.clone());
            first.get_or_insert_with(|| waived.clone());
        }
    }
    let Some(waived) = first else { return };
    let words = waived.in_words();
    let words = words.strip_prefix("waived ").unwrap_or(&words);
    let reason = format!("waived: {}, {words}", waived.evidence);
    reading.statement = format!("{UNDECIDED}{reason}.");
    reading.missing.clear();
    reading.outcome = Outcome::Unknown { reason, neutral: true };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::evidence::Finding;
    use crate::domain::facts::Place;
    use crate::domain::ids::{CriterionId, EvidenceId, ProbeId};

    fn case() -> (Vec<Evidence>, Reading) {
        let (criterion, probe) = (CriterionId::new("c").unwrap(), ProbeId::new("p").unwrap());
        let piece = |line| {
            let finding = Finding::found(Place::lines("a.py", "b", line, line), "Seen.").flaw();
            Evidence::new(&criterion, Detective::RepoInvestigator, Some(&probe), finding)
        };
        let evidence = vec![piece(1), piece(2)];
        let reading = Reading {
            criterion: criterion.clone(),
            probe: probe.clone(),
            outcome: Outcome::Fails,
            statement: "2 calls.".into(),
            missing: vec!["a guard".into()],
            evidence: evidence.iter().map(|one| one.id.clone()).collect(),
        };
        (evidence, reading)
    }

    fn word(evidence: &EvidenceId) -> Waived {
        let (who, reason) = ("ada".to_owned(), "a fixture.".to_owned());
        Waived { evidence: evidence.clone(), who, reason, until: None }
    }

    #[test]
    fn waived_evidence_confirms_nothing_and_its_reading_is_undecided() {
        let (mut evidence, mut reading) = case();
        let before = evidence[0].id.clone();
        waive(&mut evidence, &mut reading, &[word(&before)]);
        assert_eq!(evidence[0].id, before);
        assert!(!evidence[0].confirms_flaw() && evidence[0].seems_a_flaw());
        assert!(evidence[1].confirms_flaw(), "a second flaw is no part of the waiver");
        let reason = format!("waived: {before}, by ada: a fixture");
        assert_eq!(reading.outcome, Outcome::Unknown { reason: reason.clone(), neutral: true });
        assert_eq!(reading.in_brief(), reason);
        assert!(reading.missing.is_empty());
    }

    #[test]
    fn a_waiver_of_other_evidence_changes_nothing() {
        let (mut evidence, mut reading) = case();
        waive(&mut evidence, &mut reading, &[word(&EvidenceId::of(&["other"]))]);
        assert_eq!((evidence, reading), case());
    }

    #[test]
    fn the_order_of_waivers_shows_nowhere() {
        let (evidence, _) = case();
        let one = word(&evidence[0].id);
        let other = Waived { who: "bob".into(), ..one.clone() };
        let waived = |waivers: &[Waived]| {
            let (mut evidence, mut reading) = case();
            waive(&mut evidence, &mut reading, waivers);
            (evidence, reading)
        };
        assert_eq!(waived(&[one.clone(), other.clone()]), waived(&[other, one]));
    }
}
