//! When two hearings are of the same case: a digest over everything that an opinion may depend on.

use crate::domain::case::Case;
use crate::domain::digest::sha256_hex;
use crate::domain::evidence::Evidence;
use crate::domain::ids::{CriterionId, ProbeId};
use crate::domain::models::Bounds;
use crate::domain::opinion::{JudicialOpinion, Persona, Seat};
use crate::domain::reading::Reading;
use crate::domain::request::BenchKind;
use crate::domain::rubric::{Artifact, ProbeSpec};
use crate::domain::state::AgentState;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Names a case by its content: 64 hexadecimal digits. Two hearings with the same digest are of the same
/// case, so that the opinion of the one stands for the other.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct CaseDigest(String);

/// Who is asked and how, and on which submission: what a case does not say itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HearingTerms<'a> {
    bench: BenchKind,
    /// The server that is asked.
    endpoint: Option<&'a str>,
    /// The judge's model.
    model: Option<&'a str>,
    bounds: Option<Bounds>,
    /// What draws the replies; the offline bench draws none.
    seed: Option<u64>,
    commit: Option<&'a str>,
    report_sha256: Option<&'a str>,
}

impl<'a> HearingTerms<'a> {
    /// The terms on which an audit hears a judge.
    #[must_use]
    pub fn of(state: &'a AgentState, judge: Persona) -> Self {
        let request = &state.request;
        let models = request.models.as_ref().filter(|_| request.bench == BenchKind::Llm);
        Self {
            bench: request.bench,
            endpoint: models.map(|models| models.endpoint.as_str()),
            model: models.map(|models| models.of(judge)),
            bounds: models.and(request.bounds),
            seed: models.map(|_| request.seed),
            commit: state.repository().map(|facts| facts.commit.as_str()),
            report_sha256: state.report_sha256(),
        }
    }
}

/// Everything that an opinion may depend on.
#[derive(Serialize)]
struct Whole<'a> {
    terms: &'a HearingTerms<'a>,
    seat: &'a Seat,
    dimension: Asked<'a>,
    evidence: &'a [&'a Evidence],
    readings: &'a [Reading],
    heard: &'a [JudicialOpinion],
}

/// The part of a dimension that judges are told or score by.
#[derive(Serialize)]
struct Asked<'a> {
    id: &'a CriterionId,
    name: &'a str,
    target_artifact: Artifact,
    forensic_instruction: &'a str,
    success_pattern: &'a str,
    failure_pattern: &'a str,
    judicial_logic: &'a BTreeMap<Persona, String>,
    probes: Vec<Point<'a>>,
}

/// The part of a probe that judges are told or score by.
#[derive(Serialize)]
struct Point<'a> {
    id: &'a ProbeId,
    probe: &'a str,
    asks: &'a str,
    with: BTreeMap<&'a String, &'a serde_json::Value>,
    weight: f64,
    essential: bool,
    flaw: bool,
    from_words: bool,
}

impl CaseDigest {
    /// The digest of a case that is heard on these terms.
    ///
    /// It covers the submission (commit and report), the seat, the judge's model with its endpoint, bounds
    /// and seed, the dimension as judges know it, its evidence with what people waived, its readings, and in
    /// the second hearing the opinions of the first. It leaves out what only the Chief Justice applies, after
    /// the judges: the dimension's weight, levels and architecture, a probe's cap, floor and advice, and the
    /// rules of synthesis. It also leaves out the record of the other dimensions, which language models are
    /// shown in front of every question and may not cite.
    ///
    /// # Panics
    /// Never: a case is plain data.
    #[must_use]
    pub fn of(case: &Case, terms: &HearingTerms<'_>) -> Self {
        let dimension = &case.dimension;
        let whole = Whole {
            terms,
            seat: &case.seat,
            dimension: Asked {
                id: &dimension.id,
                name: &dimension.name,
                target_artifact: dimension.target_artifact,
                forensic_instruction: &dimension.forensic_instruction,
                success_pattern: &dimension.success_pattern,
                failure_pattern: &dimension.failure_pattern,
                judicial_logic: &dimension.judicial_logic,
                probes: dimension.probes.iter().map(Point::of).collect(),
            },
            evidence: &case.evidence(),
            readings: &case.readings,
            heard: &case.heard,
        };
        let text = serde_json::to_vec(&whole).expect("a case has string keys and finite numbers");
        Self(sha256_hex(&text))
    }
}

impl<'a> Point<'a> {
    fn of(spec: &'a ProbeSpec) -> Self {
        let ProbeSpec { id, probe, asks, with, weight, essential, flaw, from_words, .. } = spec;
        Self {
            id,
            probe,
            asks,
            with: with.iter().collect(),
            weight: *weight,
            essential: *essential,
            flaw: *flaw,
            from_words: *from_words,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::evidence::{Detective, Finding};
    use crate::domain::facts::Place;
    use crate::domain::opinion::Round;
    use crate::domain::rubric::{Dimension, Rubric};
    use crate::domain::score::Score;
    use crate::domain::waived::Waived;
    use std::collections::BTreeMap;
    use std::sync::Arc;

    fn case() -> Case {
        let rubric = Rubric::parse(include_bytes!("../../../rubric.json")).unwrap();
        let dimension = rubric.dimensions.into_iter().next().unwrap();
        let spec = &dimension.probes[0];
        let finding = Finding::found(Place::Report, "Seen.");
        let by = Detective::RepoInvestigator;
        let evidence = vec![Evidence::new(&dimension.id, by, Some(&spec.id), finding)];
        let reading = Reading {
            criterion: dimension.id.clone(),
            probe: spec.id.clone(),
            outcome: crate::domain::reading::Outcome::Holds,
            statement: "7 commits.".into(),
            missing: Vec::new(),
            evidence: evidence.iter().map(|one| one.id.clone()).collect(),
        };
        let persona = Persona::Defense;
        Case {
            seat: Seat { criterion: dimension.id.clone(), round: Round::First, persona },
            record: Arc::new(BTreeMap::from([(dimension.id.clone(), evidence)])),
            readings: Arc::new(vec![reading]),
            dimension,
            heard: Vec::new(),
        }
    }

    fn terms() -> HearingTerms<'static> {
        HearingTerms {
            bench: BenchKind::Llm,
            endpoint: Some("host"),
            model: Some("m"),
            bounds: Some(Bounds::default()),
            seed: Some(0),
            commit: Some("4f"),
            report_sha256: None,
        }
    }

    fn dimension(case: &mut Case) -> &mut Dimension {
        Arc::make_mut(&mut case.dimension)
    }

    fn evidence(case: &mut Case) -> &mut Vec<Evidence> {
        let record = Arc::make_mut(&mut case.record);
        record.get_mut(&case.seat.criterion).expect("there is evidence")
    }

    #[track_caller]
    fn check(is_same: bool, change: impl FnOnce(&mut Case, &mut HearingTerms<'static>)) {
        let (mut case_then, mut terms_then) = (case(), terms());
        change(&mut case_then, &mut terms_then);
        let (now, then) =
            (CaseDigest::of(&case(), &terms()), CaseDigest::of(&case_then, &terms_then));
        assert_eq!(now == then, is_same);
    }

    #[test]
    fn whatever_a_judge_is_told_or_scores_by_is_in_the_digest() {
        check(false, |_, terms| terms.bench = BenchKind::Rules);
        check(false, |_, terms| terms.endpoint = Some("other"));
        check(false, |_, terms| terms.model = None);
        check(false, |_, terms| terms.bounds = None);
        check(false, |_, terms| terms.seed = Some(1));
        check(false, |_, terms| terms.commit = Some("5f"));
        check(false, |_, terms| terms.report_sha256 = Some("00"));
        check(false, |case, _| case.seat.persona = Persona::Prosecutor);
        check(false, |case, _| case.seat.round = Round::Second);
        check(false, |case, _| dimension(case).name.push('x'));
        check(false, |case, _| dimension(case).forensic_instruction.push('x'));
        check(false, |case, _| dimension(case).success_pattern.push('x'));
        check(false, |case, _| dimension(case).failure_pattern.push('x'));
        check(false, |case, _| {
            dimension(case).judicial_logic.insert(Persona::Defense, "x".into());
        });
        check(false, |case, _| dimension(case).probes[0].asks.push('x'));
        check(false, |case, _| dimension(case).probes[0].weight += 1.0);
        check(false, |case, _| dimension(case).probes[0].essential ^= true);
        check(false, |case, _| dimension(case).probes[0].flaw ^= true);
        check(false, |case, _| {
            dimension(case).probes[0].with.insert("x".into(), 1.into());
        });
        check(false, |case, _| dimension(case).probes.reverse());
        check(false, |case, _| Arc::make_mut(&mut case.readings)[0].statement.push('x'));
        check(false, |case, _| evidence(case).clear());
        check(false, |case, _| {
            let waived = evidence(case)[0].id.clone();
            let (who, reason) = ("ada".to_owned(), String::new());
            evidence(case)[0].waived = Some(Waived { evidence: waived, who, reason, until: None });
        });
        check(false, |case, _| {
            case.heard.push(JudicialOpinion {
                judge: Persona::Defense,
                criterion_id: case.dimension.id.clone(),
                score: Score::MAX,
                argument: String::new(),
                cited_evidence: Vec::new(),
                round: Round::First,
                struck_quotes: 0,
                given_by: None,
            });
        });
    }

    #[test]
    fn what_only_the_chief_justice_applies_is_not() {
        check(true, |_, _| {});
        check(true, |case, _| dimension(case).weight += 1.0);
        check(true, |case, _| dimension(case).levels.clear());
        check(true, |case, _| dimension(case).architecture ^= true);
        check(true, |case, _| dimension(case).probes[0].cap = Some(Score::MIN));
        check(true, |case, _| dimension(case).probes[0].cap_in_part = Some(Score::MIN));
        check(true, |case, _| dimension(case).probes[0].cap_open = Some(Score::MIN));
        check(true, |case, _| dimension(case).probes[0].floor = Some(Score::MAX));
        check(true, |case, _| dimension(case).probes[0].advice.push('x'));
    }
}
