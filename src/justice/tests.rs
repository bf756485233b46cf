use super::*;
use crate::domain::chat::Account;
use crate::domain::event::AuditEvent;
use crate::domain::evidence::{Detective, Evidence, Finding};
use crate::domain::facts::Place;
use crate::domain::ids::{CriterionId, ProbeId};
use crate::domain::opinion::JudicialOpinion;
use crate::domain::reading::{Outcome, Reading};
use crate::domain::reducers::Evidences;
use crate::domain::request::{AuditRequest, BenchKind, RepoSource, ReportSource};
use crate::domain::rubric::Rubric;
use crate::domain::verdict::Remedy;
use proptest::prelude::*;
use serde_json::json;
use std::sync::Arc;

/// A criterion with one probe, as the facts and the judges leave it.
#[derive(Clone, Debug, Default)]
struct Scene {
    by_models: bool,
    scores: Vec<u8>,
    second: Vec<u8>,
    outcome: Option<Outcome>,
    cap: Option<u8>,
    cap_in_part: Option<u8>,
    cap_open: Option<u8>,
    floor: Option<u8>,
    flaw: bool,
    /// What was searched in vain, where nothing was found.
    searched: Option<String>,
    architecture: bool,
    /// What is missing, each shown at a line of its own, and what is advised.
    missing: Vec<String>,
    advice: Option<String>,
}

fn state(scene: &Scene) -> AgentState {
    let rubric = json!({
        "rubric_metadata": {"rubric_name": "R"},
        "dimensions": [{
            "id": "c", "name": "C", "target_artifact": "github_repo", "forensic_instruction": "look",
            "success_pattern": "good", "failure_pattern": "bad", "architecture": scene.architecture,
            "probes": [{"id": "p", "probe": "text", "asks": "it is so", "advice": scene.advice.as_deref().unwrap_or("make it so"),
                "cap": scene.cap, "cap_in_part": scene.cap_in_part, "cap_open": scene.cap_open, "floor": scene.floor, "flaw": scene.flaw}]
        }],
        "synthesis_rules": {"security_override": "x", "fact_supremacy": "x",
            "functionality_weight": "x", "dissent_requirement": "x", "variance_re_evaluation": "x"}
    });
    let repo = RepoSource::Local { path: "/r".into(), shown: "r".into() };
    let request = AuditRequest {
        bench: if scene.by_models { BenchKind::Llm } else { BenchKind::Rules },
        ..AuditRequest::new(repo, ReportSource::Search)
    };
    let rubric = Rubric::parse(rubric.to_string().as_bytes()).unwrap();
    let mut state = AgentState::new(Arc::new(request), Arc::new(rubric));
    let criterion = CriterionId::new("c").unwrap();
    let probe = ProbeId::new("p").unwrap();
    let finding = match &scene.searched {
        Some(scope) => Finding::absent(Place::Tree { scope: scope.clone() }, "Looked for it."),
        None => Finding::found(Place::lines("a.py", "b", 3, 3), "Seen."),
    };
    let finding = if scene.flaw { finding.flaw() } else { finding };
    let more = (4..).take(scene.missing.len().saturating_sub(1));
    let more = more.map(|line| Finding::found(Place::lines("a.py", "b", line, line), "Seen."));
    let evidence: Vec<Evidence> = std::iter::once(finding)
        .chain(more)
        .map(|one| Evidence::new(&criterion, Detective::RepoInvestigator, Some(&probe), one))
        .collect();
    let cited: Vec<_> = evidence.iter().map(|one| one.id.clone()).collect();
    let reading = Reading {
        criterion: criterion.clone(),
        probe,
        outcome: scene.outcome.clone().unwrap_or(Outcome::Holds),
        statement: "It was measured.".into(),
        missing: scene.missing.clone(),
        evidence: cited.clone(),
    };
    state.apply(&AuditEvent::Testified {
        detective: Detective::RepoInvestigator,
        evidences: Evidences::from([(criterion.clone(), evidence)]),
        readings: vec![reading],
    });
    for (scores, round) in [(&scene.scores, Round::First), (&scene.second, Round::Second)] {
        for (judge, score) in Persona::ALL.into_iter().zip(scores) {
            let opinion = JudicialOpinion {
                judge,
                criterion_id: criterion.clone(),
                score: Score::new(*score).unwrap(),
                argument: "because".into(),
                cited_evidence: cited.clone(),
                round,
                struck_quotes: 0,
                given_by: None,
            };
            state.apply(&AuditEvent::Heard { attempt: 1, opinion, account: Account::new() });
        }
    }
    state
}

fn ruled(scene: &Scene) -> CriterionResult {
    let state = state(scene);
    rule(&state.rubric_dimensions[0], &state).unwrap()
}

#[track_caller]
fn check(scene: &Scene, expected: u8) {
    assert_eq!(ruled(scene).final_score.get(), expected, "{scene:?}");
}

#[test]
fn language_models_cannot_go_beyond_what_the_points_allow() {
    let bribed =
        |outcome, by_models| Scene { outcome: Some(outcome), by_models, ..scored([5, 5, 5]) };
    check(&bribed(Outcome::Fails, true), 1);
    check(&bribed(Outcome::Partly { share: 0.5 }, true), 3);
    check(&bribed(Outcome::Partly { share: 0.6 }, true), 4);
    check(&bribed(Outcome::Holds, true), 5);
    check(&bribed(Outcome::open("nobody looked".into()), true), 5);
    check(&bribed(Outcome::Fails, false), 5);
}

#[test]
fn a_remedy_tells_what_it_weighs_unless_nothing_is_lacking() {
    for (score, gain) in [(1, 4.0), (4, 4.0), (5, 0.0)] {
        let scene = Scene { outcome: Some(Outcome::Fails), ..scored([score; 3]) };
        let gains: Vec<f64> = ruled(&scene).remedies.iter().map(|remedy| remedy.gain).collect();
        assert_eq!(gains, [gain], "at {score}");
    }
}

#[test]
fn a_remedy_blames_the_place_that_shows_the_problem_and_no_file_for_what_is_nowhere() {
    let files = || Some("all 15 Python files".to_owned());
    for (searched, place) in [(None, "a.py:3"), (files(), "repository")] {
        let scene = Scene { outcome: Some(Outcome::Fails), searched, ..scored([2; 3]) };
        assert_eq!(ruled(&scene).remedies[0].location.trim_matches('`'), place);
    }
}

#[test]
fn each_missing_thing_is_a_remedy_of_its_own_where_the_advice_asks_for_it() {
    #[track_caller]
    fn check(missing: &[&str], advice: &str, expected: &[&str]) {
        let scene = Scene {
            outcome: Some(Outcome::Partly { share: 0.5 }),
            missing: missing.iter().map(|one| (*one).to_owned()).collect(),
            advice: Some(advice.to_owned()),
            ..scored([3; 3])
        };
        let result = ruled(&scene);
        let lines: Vec<&str> = result.remediation.lines().collect();
        assert_eq!(lines, expected);
        let sum: f64 = result.remedies.iter().map(Remedy::share).sum();
        assert!((sum - 2.0).abs() < 1e-9, "{sum}");
    }
    check(
        &["“one”", "“two”"],
        "change {each}",
        &[
            "1. a.py:3: change “one” (weighs 2.0 of the criterion's 4 points together with the other one of its kind).",
            "2. a.py:4: change “two” (weighs 2.0 of the criterion's 4 points together with the other one of its kind).",
        ],
    );
    check(
        &["“one”"],
        "change {each}",
        &[
            "1. a.py:3: change “one” (weighs 2.0 of the criterion's 4 points). Today: It was measured.",
        ],
    );
    check(
        &["“one”", "“two”"],
        "change {missing}",
        &[
            "1. a.py:3: change “one”, “two” (weighs 2.0 of the criterion's 4 points). Today: It was measured.",
        ],
    );
}

fn scored(scores: [u8; 3]) -> Scene {
    Scene { scores: scores.to_vec(), ..Scene::default() }
}

#[test]
fn rules_settle_typical_scenes_like_this() {
    check(&scored([2, 4, 3]), 3);
    check(&scored([1, 1, 5]), 1);
    check(&Scene { second: vec![2, 4, 4], ..scored([1, 5, 4]) }, 4);
    check(&Scene { architecture: true, ..scored([2, 3, 5]) }, 5);
    check(&Scene { architecture: true, ..scored([2, 4, 3]) }, 3);
    check(&Scene { outcome: Some(Outcome::Fails), cap: Some(2), ..scored([4, 5, 4]) }, 2);
    let in_part = Scene { cap_in_part: Some(4), ..scored([4, 5, 5]) };
    check(&in_part, 5);
    check(&Scene { outcome: Some(Outcome::Partly { share: 0.9 }), ..in_part }, 4);
    let undecided = |neutral| Outcome::Unknown { reason: "nobody can tell".into(), neutral };
    let open = |outcome| Scene { cap_open: Some(4), outcome, ..scored([4, 5, 5]) };
    check(&open(None), 5);
    check(&open(Some(undecided(true))), 5);
    check(&open(Some(undecided(false))), 4);
    check(&Scene { floor: Some(3), ..scored([1, 2, 2]) }, 3);
    check(&Scene { outcome: Some(Outcome::Fails), flaw: true, ..scored([5, 5, 5]) }, 3);
    check(&Scene { scores: vec![2, 5], ..Scene::default() }, 4);
}

#[test]
fn opinion_on_invented_evidence_alone_is_left_out() {
    let mut state = state(&scored([5, 5, 2]));
    for opinion in &mut state.opinions {
        if opinion.score == Score::MAX {
            opinion.cited_evidence = vec![EvidenceId::of(&["invented"])];
        }
    }
    let result = rule(&state.rubric_dimensions[0], &state).unwrap();
    assert_eq!(result.final_score.get(), 2);
    assert!(
        result.trace[0].effect.contains("left the Prosecutor out"),
        "{}",
        result.trace[0].effect
    );
}

#[test]
fn confirmed_flaw_caps_the_overall_score_too() {
    let scene = Scene { outcome: Some(Outcome::Fails), flaw: true, ..scored([5, 5, 5]) };
    let report = decide(&state(&scene), "1");
    assert!(report.overall_score <= 3.0);
}

#[test]
fn criterion_without_opinions_is_not_scored() {
    let report = decide(&state(&Scene::default()), "1");
    assert!(report.criteria.is_empty());
    assert_eq!(report.not_scored.len(), 1);
}

#[test]
fn a_flaw_counts_and_is_to_be_mended_where_no_judge_was_heard() {
    let scene = Scene { outcome: Some(Outcome::Fails), flaw: true, ..Scene::default() };
    let unheard = state(&scene);
    let (score, why) = super::report::capped(4.0, &unheard);
    assert!((score - 3.0).abs() < f64::EPSILON, "{score}");
    assert!(why.unwrap().contains("a confirmed flaw at `a.py:3`"));
    let report = decide(&unheard, "1");
    let remedies = &report.not_scored[0].remedies;
    assert!(remedies[0].lifts_cap && report.remediation_plan.contains("a.py:3: make it so"));
}

#[test]
fn a_dissent_tells_who_cites_more_and_never_says_same_of_what_differs() {
    let mut scene = state(&scored([1, 3, 5]));
    let text = |scene: &AgentState| decide(scene, "1").criteria[0].dissent_summary.clone().unwrap();
    let told = text(&scene);
    assert!(told.starts_with("The Prosecutor (1) and the "), "{told}");
    assert!(told.contains(" cite the same evidence and weigh it differently."), "{told}");
    let lowest = scene.opinions.iter_mut().min_by_key(|opinion| opinion.score).unwrap();
    lowest.cited_evidence.clear();
    let told = text(&scene);
    assert!(told.contains("cites nothing that the") && told.contains("It was measured"), "{told}");
}

fn scores() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(1u8..6, 3)
}

proptest! {
    #[test]
    fn permuting_the_judges_changes_nothing(first in scores(), order in Just([0usize, 1, 2]).prop_shuffle()) {
        let scene = Scene { scores: first, ..Scene::default() };
        let one = state(&scene);
        let mut other = state(&Scene::default());
        for at in order {
            let opinion = one.opinions[at].clone();
            other.apply(&AuditEvent::Heard { attempt: 1, opinion, account: Account::new() });
        }
        prop_assert_eq!(decide(&one, "1"), decide(&other, "1"));
    }

    #[test]
    fn confirmed_flaw_caps_at_three_whatever_the_judges_say(first in scores(), second in scores(), architecture: bool) {
        let scene = Scene {
            scores: first, second, architecture, flaw: true, outcome: Some(Outcome::Fails),
            ..Scene::default()
        };
        prop_assert!(ruled(&scene).final_score.get() <= 3);
    }

    #[test]
    fn dissent_exists_exactly_where_the_spread_exceeds_two(first in scores(), second in scores()) {
        let spread = first.iter().max().unwrap() - first.iter().min().unwrap();
        let result = ruled(&Scene { scores: first, second, ..Scene::default() });
        prop_assert_eq!(result.dissent_summary.is_some(), spread > 2);
        prop_assert_eq!(result.spread, spread);
    }

    #[test]
    fn no_opinion_moves_the_score_beyond_cap_and_floor(first in scores(), second in scores(), bound in 1u8..6) {
        let capped = Scene {
            scores: first.clone(), second: second.clone(), cap: Some(bound),
            outcome: Some(Outcome::Fails), ..Scene::default()
        };
        prop_assert!(ruled(&capped).final_score.get() <= bound);
        let lifted = Scene { scores: first, second, floor: Some(bound), ..Scene::default() };
        prop_assert!(ruled(&lifted).final_score.get() >= bound);
    }

    #[test]
    fn undecided_probe_bounds_nothing(first in scores(), bound in 1u8..6) {
        let open = Scene {
            scores: first.clone(), cap: Some(bound), floor: Some(bound),
            outcome: Some(Outcome::open("x".into())), ..Scene::default()
        };
        let free = Scene { scores: first, ..Scene::default() };
        prop_assert_eq!(ruled(&open).final_score, ruled(&free).final_score);
    }

    #[test]
    fn higher_opinions_never_lower_the_score(first in scores(), at in 0usize..3, architecture: bool) {
        let mut higher = first.clone();
        higher[at] = (higher[at] + 1).min(5);
        let low = ruled(&Scene { scores: first, architecture, ..Scene::default() });
        let high = ruled(&Scene { scores: higher, architecture, ..Scene::default() });
        prop_assert!(high.final_score >= low.final_score);
    }
}

#[test]
fn a_waived_flaw_caps_nothing_and_its_waiver_is_in_the_fingerprint() {
    let flawed = Scene { flaw: true, outcome: Some(Outcome::Holds), ..scored([5, 5, 5]) };
    let state = state(&flawed);
    let before = decide(&state, "0");
    let piece = state.evidences.values().flatten().next().unwrap().id.clone();
    let word = |evidence: &crate::domain::ids::EvidenceId| crate::domain::waived::Waived {
        evidence: evidence.clone(),
        who: "ada".into(),
        reason: "a fixture".into(),
        until: None,
    };
    let (there, elsewhere) = (word(&piece), word(&crate::domain::ids::EvidenceId::of(&["other"])));
    let mut after = state.clone();
    let evidences = Arc::make_mut(&mut after.evidences);
    evidences.values_mut().flatten().for_each(|one| one.waived = Some(there.clone()));
    let mut request = after.request.as_ref().clone();
    request.waivers = vec![there, elsewhere.clone()];
    after.request = Arc::new(request);
    let after = decide(&after, "0");
    assert_eq!((before.overall_score, after.overall_score), (3.0, 5.0));
    assert_ne!(before.provenance.fingerprint, after.provenance.fingerprint);
    assert_eq!(after.notices, [elsewhere.names_nothing()]);
    assert!(!after.is_partial());
}

#[test]
fn where_several_flaws_cap_the_score_it_is_not_said_that_one_does() {
    let flawed = Scene { flaw: true, outcome: Some(Outcome::Holds), ..scored([5, 5, 5]) };
    let one = state(&flawed);
    let said = |state: &AgentState| super::report::capped(4.0, state).1.expect("a flaw caps it");
    let alone = said(&one);
    assert!(alone.contains("; a confirmed flaw at `"), "{alone}");
    assert!(alone.ends_with(" caps the overall score at 3.0 until it is fixed."), "{alone}");
    let mut several = one.clone();
    let pieces = Arc::make_mut(&mut several.evidences).values_mut().next().unwrap();
    let mut other = pieces.iter().find(|one| one.confirms_flaw()).unwrap().clone();
    other.id = crate::domain::ids::EvidenceId::of(&["other"]);
    pieces.push(other);
    let together = said(&several);
    assert!(together.contains("; confirmed flaws, such as that at `"), "{together}");
    assert!(together.ends_with(" cap the overall score at 3.0 until all are fixed."), "{together}");
}

#[test]
fn what_is_not_there_of_a_repository_is_noticed_and_makes_the_report_partial() {
    use crate::domain::facts::{Facts, HistoryFacts, RepositoryFacts, TreeFacts};
    let partial = |tree: &[&str], history: HistoryFacts| {
        let damage = tree.iter().map(|&one| one.to_owned()).collect();
        let tree = TreeFacts { damage, ..TreeFacts::default() };
        let facts = RepositoryFacts { history, tree, ..RepositoryFacts::default() };
        let mut state = state(&scored([3, 4, 4]));
        let facts = Arc::new(Facts::Repository(facts));
        state.facts.insert(Detective::RepoInvestigator, facts);
        let report = decide(&state, "1");
        assert_eq!(report.is_partial(), !report.notices.is_empty());
        (report.is_partial(), report.provenance.older_commits)
    };
    assert_eq!(partial(&[], HistoryFacts::default()), (false, false));
    assert_eq!(partial(&["`a.py` is damaged."], HistoryFacts::default()), (true, false));
    let shallow = HistoryFacts { shallow: true, ..HistoryFacts::default() };
    assert_eq!(partial(&[], shallow), (true, true));
}
