use super::super::fixture::*;
use super::*;
use crate::domain::score::Score;

#[track_caller]
fn check(events: &[DocketEvent], standing: &str, results: usize) {
    let docket = docket(events);
    let item = &docket.items[&id("ada")];
    assert_eq!((item.standing.name(), item.results.len()), (standing, results), "{docket:#?}");
}

#[test]
fn a_submission_goes_from_waiting_to_graded() {
    let [entered, begun, graded] =
        [entered("ada", "c1"), begun("ada", "a1", "c1"), graded("ada", "a1")];
    let events = [entered, begun, graded];
    check(&events[..1], "waiting", 0);
    check(&events[..2], "running", 0);
    check(&events, "graded", 1);
}

#[test]
fn what_is_pushed_again_is_audited_again_and_the_old_result_is_kept() {
    let first = [entered("ada", "c1"), begun("ada", "a1", "c1"), graded("ada", "a1")];
    check(&[first.as_slice(), &[entered("ada", "c1")]].concat(), "graded", 1);
    check(&[first.as_slice(), &[entered("ada", "c2")]].concat(), "waiting", 1);
    let second = [entered("ada", "c2"), begun("ada", "a2", "c2"), graded("ada", "a2")];
    check(&[first.as_slice(), second.as_slice()].concat(), "graded", 2);
}

#[test]
fn what_is_pushed_during_its_audit_is_audited_again_afterwards() {
    let events = [entered("ada", "c1"), begun("ada", "a1", "c1"), entered("ada", "c2")];
    check(&events, "running", 0);
    check(&[events.as_slice(), &[graded("ada", "a1")]].concat(), "waiting", 1);
    check(&[events.as_slice(), &[failed("ada", "a1", false)]].concat(), "waiting", 0);
}

#[test]
fn a_failure_is_tried_again_until_the_attempts_are_spent() {
    let mut events = vec![entered("ada", "c1")];
    for attempt in 1..=ATTEMPTS {
        let audit = format!("a{attempt}");
        events.extend([begun("ada", &audit, "c1"), failed("ada", &audit, true)]);
        check(&events, if attempt < ATTEMPTS { "waiting" } else { "parked" }, 0);
    }
    events.push(ordered(Order::Retry { id: None }));
    check(&events, "waiting", 0);
    let hopeless = [entered("ada", "c1"), begun("ada", "a1", "c1"), failed("ada", "a1", false)];
    check(&hopeless, "parked", 0);
}

#[test]
fn what_another_audit_says_changes_nothing() {
    let events = [entered("ada", "c1"), begun("ada", "a1", "c1")];
    check(&[events.as_slice(), &[graded("ada", "a0")]].concat(), "running", 0);
    check(&[events.as_slice(), &[failed("ada", "a0", true)]].concat(), "running", 0);
}

#[test]
fn a_cancelled_audit_ends_cancelled_however_it_ends() {
    let cancel = || ordered(Order::Cancel { id: Some(id("ada")) });
    check(&[entered("ada", "c1"), cancel()], "cancelled", 0);
    let events = [entered("ada", "c1"), begun("ada", "a1", "c1"), cancel()];
    check(&events, "running", 0);
    check(&[events.as_slice(), &[failed("ada", "a1", true)]].concat(), "cancelled", 0);
    let stopped = DocketEvent::Stopped { id: id("ada"), audit: audit("a1") };
    check(&[events.as_slice(), &[stopped]].concat(), "cancelled", 0);
    // It was quicker than the order.
    check(&[events.as_slice(), &[graded("ada", "a1")]].concat(), "graded", 1);
}

#[test]
fn a_regrade_names_the_audit_that_it_follows() {
    let first = [entered("ada", "c1"), begun("ada", "a1", "c1"), graded("ada", "a1")];
    let docket = docket(&[first.as_slice(), &[ordered(Order::Regrade { id: None })]].concat());
    let standing = &docket.items[&id("ada")].standing;
    assert!(
        matches!(standing, Standing::Waiting { after: Some(after), .. } if *after == audit("a1")),
        "{standing:?}"
    );
}

#[test]
fn a_persons_score_outlives_a_regrade_and_can_be_taken_back() {
    let criterion = CriterionId::new("safety").unwrap();
    let order = |score: Option<u8>| {
        let score = score.map(|score| Score::new(score).unwrap());
        let (id, criterion, reason) = (id("ada"), criterion.clone(), "seen in class".to_owned());
        ordered(Order::Override { id, criterion, score, reason })
    };
    let mut events = vec![entered("ada", "c1"), begun("ada", "a1", "c1"), graded("ada", "a1")];
    events.extend([order(Some(2)), order(Some(4)), ordered(Order::Regrade { id: None })]);
    events.extend([begun("ada", "a2", "c1"), graded("ada", "a2")]);
    let item = docket(&events).items[&id("ada")].clone();
    assert_eq!(item.human()[&criterion].score.get(), 4);
    assert_eq!(item.scores[&criterion].len(), 2, "what was said before is kept");
    events.push(order(None));
    assert!(docket(&events).items[&id("ada")].human().is_empty());
}

#[test]
fn a_record_that_is_taken_in_twice_changes_nothing() {
    let events = [
        entered("ada", "c1"),
        begun("ada", "a1", "c1"),
        failed("ada", "a1", true),
        entered("bob", "c"),
    ];
    let records = records(&events);
    let twice = records.iter().flat_map(|record| [record, record]);
    assert_eq!(Docket::of(twice), Docket::of(&records));
}

#[test]
fn what_was_removed_stays_away_until_its_entry_is_another() {
    let DocketEvent::Entered { revision, .. } = entered("ada", "c1") else { unreachable!() };
    let removed = ordered(Order::Remove { id: id("ada") });
    let docket = docket(&[entered("ada", "c1"), removed.clone()]);
    assert!(docket.items.is_empty() && !docket.is_news(&id("ada"), &revision));
    let other = Revision { entry: "another".to_owned(), ..revision };
    assert!(docket.is_news(&id("ada"), &other) && docket.is_news(&id("bob"), &other));
    // Whoever hands it in again by hand has it back.
    check(&[entered("ada", "c1"), removed, entered("ada", "c1")], "waiting", 0);
}
