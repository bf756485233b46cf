//! Regrades in a court of doubles.

use crate::scene::{Followed, Scene, id};
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::kept::whole;
use automaton_auditor::domain::moved::{CaseChange, Change, Shift};
use automaton_auditor::domain::opinion::Persona;
use automaton_auditor::domain::score::Score;
use automaton_auditor::engine::verify;
use automaton_auditor::render;

fn shift<'a>(followed: &'a Followed, criterion: &str) -> &'a Shift {
    let moved = followed.record.report().moved.as_ref().expect("it is a regrade");
    moved.criteria.iter().find(|shift| shift.criterion == id(criterion)).expect("it is listed")
}

fn scores(followed: &Followed) -> Vec<(String, u8)> {
    let criteria = followed.record.report().criteria.iter();
    criteria.map(|one| (one.dimension_id.to_string(), one.final_score.get())).collect()
}

#[tokio::test(start_paused = true)]
async fn the_same_again_asks_nobody_reads_nothing_and_rules_the_same() {
    let scene = Scene::set().await;
    let again = scene.follow(scene.again(), "former", "again").await;
    assert_eq!(again.asked, []);
    assert!(again.examiner.jobs().is_empty(), "the submission is read again");
    let (report, former) = (again.record.report(), scene.former.report());
    assert_eq!(report.criteria, former.criteria);
    assert_eq!(report.evidences, former.evidences);
    let moved = report.moved.as_ref().unwrap();
    assert_eq!(
        (moved.overall_before, moved.overall_now),
        (Some(former.overall_score), moved.overall_before)
    );
    let taken = report.provenance.taken_over.as_ref().unwrap();
    // Twelve seats, and three of a second hearing.
    assert_eq!((taken.opinions, taken.of, taken.dimensions.len()), (15, 15, 4));
    assert_eq!(taken.facts.len(), 3);
    assert!(report.moved.as_ref().unwrap().everywhere.is_empty());
    let is_same = |shift: &Shift| shift.before == shift.now && shift.changes.is_empty();
    assert!(report.moved.as_ref().unwrap().criteria.iter().all(is_same));
    let adopted = |event: &&std::sync::Arc<AuditEvent>| matches!(&***event, AuditEvent::Adopted { from, .. } if from.as_str() == "former");
    assert_eq!(scene.events("again").await.iter().filter(adopted).count(), 15);
}

#[tokio::test(start_paused = true)]
async fn a_submission_that_is_read_again_and_is_the_same_takes_over_every_opinion_too() {
    let scene = Scene::set().await;
    let mut again = scene.again();
    again.reuse_facts = false;
    let again = scene.follow(again, "former", "again").await;
    assert_eq!(again.asked, []);
    assert_eq!(again.examiner.jobs().len(), 3);
    assert_eq!(again.record.report().criteria, scene.former.report().criteria);
}

#[tokio::test(start_paused = true)]
async fn a_dimension_that_changed_asks_its_three_seats_and_nobody_else() {
    let scene = Scene::set().await;
    let again = scene.again().changing("words", |one| one.forensic_instruction.push_str(" twice"));
    let again = scene.follow(again, "former", "again").await;
    assert_eq!(again.asked_on(), ["words"]);
    assert_eq!(again.asked.len(), Persona::ALL.len());
    let words = shift(&again, "words");
    assert_eq!((words.taken_over, words.given_anew), (0, 3));
    let what = vec!["the instruction".to_owned()];
    assert_eq!(words.changes, [CaseChange::Definition { what }]);
    assert_eq!(shift(&again, "safety").changes, []);
}

#[tokio::test(start_paused = true)]
async fn a_second_hearing_of_a_changed_dimension_is_held_again() {
    let scene = Scene::set().await;
    let again = scene.again().changing("history", |one| one.success_pattern.push('!'));
    let again = scene.follow(again, "former", "again").await;
    assert_eq!((again.asked_on(), again.asked.len()), (vec!["history"], 6));
}

#[tokio::test(start_paused = true)]
async fn weights_caps_and_rules_ask_nobody_and_move_what_they_move() {
    let scene = Scene::set().await;
    let mut again = scene.again().changing("words", |one| one.weight = 4.0);
    again = again.changing("safety", |one| one.probes[0].cap = Some(Score::MIN));
    again.rubric.synthesis_rules.security_cap = Score::MIN.better();
    let again = scene.follow(again, "former", "again").await;
    assert_eq!(again.asked, []);
    let report = again.record.report();
    let moved = report.moved.as_ref().unwrap();
    assert_ne!(moved.overall_before, moved.overall_now);
    let (before, now) = (Score::new(3).unwrap(), Score::new(2).unwrap());
    assert_eq!(moved.everywhere, [Change::SecurityCap { before, now }]);
    let what = vec!["the weight (1 before, 4 now)".to_owned()];
    assert_eq!(shift(&again, "words").changes, [CaseChange::Definition { what }]);
    let what = vec!["the cap of probe `p` (none before, 1 now)".to_owned()];
    assert_eq!(shift(&again, "safety").changes, [CaseChange::Definition { what }]);
    assert_eq!(shift(&again, "safety").now, Some(Score::MIN));
}

#[tokio::test(start_paused = true)]
async fn a_waiver_asks_the_seats_of_its_dimension_and_lifts_the_cap() {
    let scene = Scene::set().await;
    let flaw = scene.evidence("safety");
    assert!(
        scene.former.report().overall_cap.is_some()
            || scene.former.criterion("safety").final_score <= Score::new(3).unwrap()
    );
    let waived = scene.follow(scene.again().waiving(flaw.clone()), "former", "waived").await;
    // Nothing decides the dimension any more, so that nobody is asked and nothing is said against it.
    assert_eq!(waived.asked, []);
    assert_eq!(waived.record.not_scored()[0].0, "safety");
    assert!(
        waived.record.not_scored()[0].1.contains("waived: "),
        "{:?}",
        waived.record.not_scored()
    );
    assert_eq!(waived.record.report().overall_cap, None);
    let change = CaseChange::Waivers { waived: vec![flaw.clone()], restored: Vec::new() };
    assert_eq!(shift(&waived, "safety").changes, [change]);
    let text = render::markdown(waived.record.report());
    assert!(text.contains("waived** by ada: a fixture."), "{text}");
    // The word can be taken back.
    let restored = scene.follow(scene.again(), "waived", "restored").await;
    assert_eq!(restored.asked_on(), ["safety"]);
    let change = CaseChange::Waivers { waived: Vec::new(), restored: vec![flaw] };
    assert_eq!(shift(&restored, "safety").changes, [change]);
    assert_eq!(restored.record.report().criteria, scene.former.report().criteria);
}

#[tokio::test(start_paused = true)]
async fn dimensions_that_come_and_go_are_named() {
    let scene = Scene::set().await;
    let mut less = scene.again();
    less.rubric.dimensions.retain(|one| one.id.as_str() != "pictures");
    let less = scene.follow(less, "former", "less").await;
    assert_eq!(less.asked, []);
    assert_eq!(shift(&less, "pictures").changes, [CaseChange::Gone]);
    let more = scene.follow(scene.again(), "less", "more").await;
    assert_eq!(more.asked_on(), ["pictures"]);
    assert_eq!(shift(&more, "pictures").changes, [CaseChange::New]);
    assert_eq!(scores(&more).len(), 4);
}

#[tokio::test(start_paused = true)]
async fn opinions_are_taken_over_from_an_audit_that_took_them_over() {
    let scene = Scene::set().await;
    let again = scene.again().changing("words", |one| one.weight = 2.0);
    scene.follow(again, "former", "second").await;
    let third = scene.follow(scene.again(), "second", "third").await;
    assert_eq!(third.asked, []);
    assert_eq!(third.record.report().criteria, scene.former.report().criteria);
    let after = third.state.request.after.as_ref().unwrap();
    assert_eq!((after.audit.as_str(), &after.request.after), ("second", &None));
}

#[tokio::test(start_paused = true)]
async fn a_regrade_is_verified_from_its_own_journal_and_a_false_opinion_in_it_is_found_out() {
    let scene = Scene::set().await;
    let again = scene.again().changing("words", |one| one.weight = 2.0);
    scene.follow(again, "former", "again").await;
    let mut events = scene.events("again").await;
    let found = verify(&events, &[]);
    assert_eq!(found.differs, [""; 0]);
    assert!(found.same.iter().any(|said| said.starts_with("15 opinions are taken over")));
    let adopted = events.iter().position(|event| matches!(**event, AuditEvent::Adopted { .. }));
    let event = &mut events[adopted.unwrap()];
    let AuditEvent::Adopted { mut opinion, from } = event.as_ref().clone() else { unreachable!() };
    opinion.argument.push_str(" (forged)");
    *event = std::sync::Arc::new(AuditEvent::Adopted { opinion, from });
    let found = verify(&events, &[]).differs;
    assert!(found.iter().any(|said| said.contains("is not that of former")), "{found:?}");
}

#[tokio::test(start_paused = true)]
async fn an_audit_without_a_verdict_or_without_a_journal_is_not_followed() {
    let scene = Scene::set().await;
    let refused = scene.refused("nobody").await.to_string();
    assert_eq!(refused, "audit nobody cannot be followed: nothing is kept of it");
}

#[tokio::test(start_paused = true)]
async fn an_opening_that_follows_reads_back_and_one_of_before_has_nothing_to_follow() {
    let scene = Scene::set().await;
    scene.follow(scene.again(), "former", "again").await;
    for name in ["former", "again"] {
        let events = scene.events(name).await;
        let texts = events.iter().map(|event| serde_json::to_string(event).unwrap());
        let read = texts.map(|text| serde_json::from_str::<AuditEvent>(&text).unwrap());
        assert_eq!(whole(read.collect()), events);
        let opening = serde_json::to_value(&events[0]).unwrap();
        assert_eq!(opening["request"].get("after").is_some(), name == "again");
        assert_eq!(opening["request"].get("waivers"), None);
    }
}
