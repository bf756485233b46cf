//! Changes at random: nothing is taken over whose case changed, and nobody is asked whose case did not.

use crate::doubles::dice::Dice;
use crate::doubles::submission::CRITERIA;
use crate::scene::{Again, Scene, id};
use automaton_auditor::domain::case::Case;
use automaton_auditor::domain::opinion::Round;
use automaton_auditor::domain::score::Score;
use automaton_auditor::domain::state::AgentState;
use std::sync::Arc;

const RUNS: u64 = 60;

/// One change of the rubric, of the waivers, or of how it is asked for.
fn change(scene: &Scene, again: Again, dice: &mut Dice) -> Again {
    let criterion = CRITERIA[dice.throw(CRITERIA.len())];
    match dice.throw(12) {
        0 => again.changing(criterion, |one| one.name.push('x')),
        1 => again.changing(criterion, |one| one.forensic_instruction.push('x')),
        2 => again.changing(criterion, |one| one.failure_pattern.push('x')),
        3 => again.changing(criterion, |one| one.weight += 1.0),
        4 => again.changing(criterion, |one| one.architecture ^= true),
        5 => again.changing(criterion, |one| one.probes[0].cap = Some(Score::MIN)),
        6 => again.changing(criterion, |one| one.probes[0].weight += 1.0),
        7 => again.changing(criterion, |one| one.probes[0].essential ^= true),
        8 => again.changing(criterion, |one| one.probes[0].asks.push('x')),
        9 => again.waiving(scene.evidence(criterion)),
        10 => Again { reuse_facts: false, ..again },
        _ => {
            let mut again = again;
            again.rubric.dimensions.reverse();
            again
        }
    }
}

/// A case without what only the Chief Justice applies.
fn heard(state: &AgentState, seat: &automaton_auditor::domain::opinion::Seat) -> Option<Case> {
    let mut case = state.case(seat)?;
    let dimension = Arc::make_mut(&mut case.dimension);
    (dimension.weight, dimension.architecture) = (1.0, false);
    for spec in &mut dimension.probes {
        (spec.cap, spec.cap_in_part, spec.cap_open) = (None, None, None);
    }
    // What is known of the other dimensions may change; what is known of this one may not.
    let own = case.record.get(&seat.criterion).cloned();
    case.record = Arc::new(own.into_iter().map(|own| (seat.criterion.clone(), own)).collect());
    Some(case)
}

#[tokio::test(start_paused = true)]
async fn exactly_the_seats_whose_case_changed_are_asked() {
    let scene = Scene::set().await;
    let former = scene.state("former").await;
    let (mut taken, mut asked) = (0, 0);
    for seed in 1..=RUNS {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut again = scene.again();
        for _ in 0..=dice.throw(3) {
            again = change(&scene, again, &mut dice);
        }
        let followed = scene.follow(again, "former", &format!("run{seed}")).await;
        let state = &followed.state;
        for seat in &state.adopted {
            assert_eq!(heard(state, seat), heard(&former, seat), "seed {seed}: {seat}");
            assert_eq!(state.opinion(seat), former.opinion(seat), "seed {seed}: {seat}");
            assert!(!followed.asked.contains(seat), "seed {seed}: {seat} is asked all the same");
        }
        for seat in &followed.asked {
            assert_ne!(heard(state, seat), heard(&former, seat), "seed {seed}: {seat}");
        }
        assert_eq!(state.adopted.len() + followed.asked.len(), state.opinions.len());
        let spent = state.opinions_of(&id("history"), Round::First).len();
        assert!(spent == 3 || spent == 0, "seed {seed}");
        (taken, asked) = (taken + state.adopted.len(), asked + followed.asked.len());
    }
    assert!(taken > 100 && asked > 100, "{taken} taken over, {asked} asked");
}
