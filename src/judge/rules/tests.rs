use super::*;
use crate::domain::ids::{CriterionId, ProbeId};
use crate::domain::opinion::Seat;
use crate::domain::reading::UNDECIDED;
use crate::domain::rubric::{Artifact, Dimension};
use proptest::prelude::*;
use std::sync::Arc;

#[derive(Clone, Debug)]
struct Sketch {
    outcome: Outcome,
    weight: f64,
    essential: bool,
    flaw: bool,
}

fn sketch() -> impl Strategy<Value = Sketch> {
    let outcome = prop_oneof![
        Just(Outcome::Holds),
        Just(Outcome::Fails),
        Just(Outcome::open("it cannot be followed".into())),
        Just(Outcome::Unknown { reason: "nobody looked".into(), neutral: true }),
        (0.01f64..0.99).prop_map(|share| Outcome::Partly { share }),
    ];
    (outcome, 0.5f64..3.0, any::<bool>(), any::<bool>())
        .prop_map(|(outcome, weight, essential, flaw)| Sketch { outcome, weight, essential, flaw })
}

fn case(persona: Persona, round: Round, sketches: &[Sketch]) -> Case {
    let criterion = CriterionId::new("c").unwrap();
    let id = |n: usize| ProbeId::new(format!("p{n}")).unwrap();
    let probes = sketches.iter().enumerate().map(|(n, sketch)| ProbeSpec {
        id: id(n),
        probe: "text".into(),
        asks: format!("point {n} holds"),
        with: serde_json::Map::new(),
        weight: sketch.weight,
        essential: sketch.essential,
        cap: None,
        cap_in_part: None,
        cap_open: None,
        floor: None,
        flaw: sketch.flaw,
        advice: "do it".into(),
        belongs_in: None,
        from_words: false,
    });
    let readings = sketches.iter().enumerate().map(|(n, sketch)| Reading {
        criterion: criterion.clone(),
        probe: id(n),
        outcome: sketch.outcome.clone(),
        statement: match sketch.outcome {
            Outcome::Unknown { .. } => format!("{UNDECIDED}Point {n} was measured."),
            _ => format!("Point {n} was measured."),
        },
        missing: Vec::new(),
        evidence: vec![EvidenceId::of(&["p", &n.to_string()])],
    });
    let dimension = Dimension {
        id: criterion.clone(),
        name: "C".into(),
        target_artifact: Artifact::GithubRepo,
        forensic_instruction: "look".into(),
        success_pattern: "good".into(),
        failure_pattern: "bad".into(),
        judicial_logic: std::collections::BTreeMap::new(),
        weight: 1.0,
        levels: Vec::new(),
        probes: probes.collect(),
        architecture: false,
    };
    let readings = readings.collect();
    Case {
        seat: Seat { criterion, round, persona },
        dimension: Arc::new(dimension),
        readings: Arc::new(readings),
        record: Arc::default(),
        heard: Vec::new(),
    }
}

fn score(persona: Persona, sketches: &[Sketch]) -> u8 {
    opine(&case(persona, Round::First, sketches)).score.get()
}

fn plain(outcome: Outcome) -> Sketch {
    Sketch { outcome, weight: 1.0, essential: false, flaw: false }
}

#[track_caller]
fn check(sketches: &[Sketch], expected: [u8; 3]) {
    assert_eq!(Persona::ALL.map(|persona| score(persona, sketches)), expected);
}

#[test]
fn scores_of_typical_cases_are_these() {
    let (holds, fails) = (plain(Outcome::Holds), plain(Outcome::Fails));
    let flaw = Sketch { flaw: true, ..fails.clone() };
    let half = plain(Outcome::Partly { share: 0.5 });
    let open = plain(Outcome::open("x".into()));
    check(&[holds.clone(), holds.clone(), holds.clone()], [5, 5, 5]);
    check(&[fails.clone(), fails.clone()], [1, 1, 1]);
    check(&[holds.clone(), holds.clone(), holds.clone(), flaw], [1, 4, 2]);
    check(&[holds.clone(), half], [3, 5, 4]);
    check(&[holds.clone(), open], [3, 5, 4]);
    let unseen = plain(Outcome::Unknown { reason: "nobody looked".into(), neutral: true });
    check(&[holds.clone(), unseen.clone()], [5, 5, 5]);
    check(&[holds, fails.clone(), unseen.clone()], [3, 3, 3]);
    check(&[fails, unseen.clone()], [1, 1, 1]);
    check(&[plain(Outcome::Holds), unseen.clone(), unseen], [4, 5, 4]);
}

#[test]
fn whoever_keeps_the_best_score_back_says_why() {
    let unseen = plain(Outcome::Unknown { reason: "nobody looked".into(), neutral: true });
    for (persona, expected) in Persona::ALL.into_iter().zip([true, false, true]) {
        for round in [Round::First, Round::Second] {
            let sketches = [plain(Outcome::Holds), unseen.clone(), unseen.clone()];
            let opinion = opine(&case(persona, round, &sketches));
            assert_eq!(opinion.score < Score::MAX, expected, "{persona}");
            let says = opinion.argument.contains("more than half of what is asked");
            assert_eq!(says, expected && round == Round::First, "{}", opinion.argument);
        }
    }
}

#[test]
fn what_nobody_could_look_at_is_named_and_cited_by_nobody() {
    let unseen = plain(Outcome::Unknown { reason: "nobody looked".into(), neutral: true });
    for persona in Persona::ALL {
        let opinion = opine(&case(persona, Round::First, &[plain(Outcome::Holds), unseen.clone()]));
        assert_eq!(opinion.cited_evidence, [EvidenceId::of(&["p", "0"])], "{persona}");
        assert!(
            opinion.argument.contains(" Counted neither way: Point 1 was measured"),
            "{persona}"
        );
        assert!(!opinion.argument.contains("burden"), "{}", opinion.argument);
    }
}

#[test]
fn an_opinion_names_the_facts_it_cites() {
    let opinion = opine(&case(Persona::Prosecutor, Round::First, &[plain(Outcome::Fails)]));
    let id = EvidenceId::of(&["p", "0"]);
    assert_eq!(opinion.cited_evidence, std::slice::from_ref(&id));
    assert!(opinion.argument.contains(id.as_str()), "{}", opinion.argument);
}

proptest! {
    #[test]
    fn prosecutor_is_strictest_and_defense_most_generous(
        sketches in prop::collection::vec(sketch(), 1..8)
    ) {
        let [prosecutor, defense, tech_lead] = Persona::ALL.map(|persona| score(persona, &sketches));
        let decided = sketches.iter().any(|s| !matches!(s.outcome, Outcome::Unknown { .. }));
        prop_assume!(decided);
        prop_assert!(prosecutor <= tech_lead, "{prosecutor} {tech_lead}");
        prop_assert!(prosecutor <= defense, "{prosecutor} {defense}");
        prop_assert!(tech_lead <= defense.max(2), "{tech_lead} {defense}");
    }

    #[test]
    fn one_more_supporting_fact_never_lowers_a_score(
        sketches in prop::collection::vec(sketch(), 1..8), at in 0usize..8, persona in 0usize..3
    ) {
        let persona = Persona::ALL[persona];
        let mut better = sketches.clone();
        let at = at % better.len();
        better[at].outcome = Outcome::Holds;
        prop_assert!(score(persona, &better) >= score(persona, &sketches));
        let mut longer = sketches.clone();
        longer.push(plain(Outcome::Holds));
        prop_assert!(score(persona, &longer) >= score(persona, &sketches));
    }

    #[test]
    fn a_second_hearing_moves_a_judge_by_one_step_at_most(
        sketches in prop::collection::vec(sketch(), 1..8), persona in 0usize..3
    ) {
        let persona = Persona::ALL[persona];
        let first = opine(&case(persona, Round::First, &sketches)).score;
        let second = opine(&case(persona, Round::Second, &sketches)).score;
        prop_assert!(first.distance(second) <= 1);
    }
}
