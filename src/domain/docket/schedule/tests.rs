use super::super::fixture::*;
use super::super::{DocketEvent, Order};
use super::*;

fn names(due: &Due) -> Vec<&str> {
    due.begin.iter().map(|(id, _)| id.as_str()).collect()
}

#[track_caller]
fn check(events: &[DocketEvent], schedule: &Schedule, now: u64, begin: &[&str]) -> Due {
    let docket = docket(events);
    let found = due(&docket, schedule, now, docket.cost());
    assert_eq!(names(&found), begin, "{found:?}");
    found
}

fn at_once(at_once: usize) -> Schedule {
    Schedule { at_once, ..Schedule::default() }
}

#[test]
fn so_many_are_begun_as_may_run_at_once_in_the_order_of_entering() {
    let mut events = vec![entered("zoe", "c"), entered("ada", "c"), entered("bob", "c")];
    check(&events, &at_once(2), 200, &["zoe", "ada"]);
    events.push(begun("zoe", "a1", "c"));
    check(&events, &at_once(2), 200, &["ada"]);
    events.push(graded("zoe", "a1"));
    check(&events, &at_once(2), 200, &["ada", "bob"]);
}

#[test]
fn what_failed_waits_longer_each_time_and_stands_behind_the_others() {
    let mut events = vec![entered("ada", "c"), begun("ada", "a1", "c"), failed("ada", "a1", true)];
    let first = check(&events, &at_once(1), 102, &[]);
    let wake = first.wake.expect("it is tried again");
    assert!((103..=107).contains(&wake), "{wake}");
    check(&events, &at_once(1), wake, &["ada"]);
    events.push(entered("bob", "c"));
    check(&events, &at_once(1), wake + 9, &["bob"]);
    events.extend([begun("ada", "a2", "c"), failed("ada", "a2", true)]);
    let second = check(&events, &at_once(1), 105, &["bob"]).wake.expect("it is tried again");
    assert!(second - 105 > wake - 102, "{second} {wake}");
}

#[test]
fn a_pause_holds_back_what_was_not_begun() {
    let mut events = vec![entered("ada", "c"), ordered(Order::Pause { id: None })];
    assert_eq!(check(&events, &at_once(1), 200, &[]).held.as_deref(), Some("the docket is paused"));
    events.push(ordered(Order::Resume { id: None }));
    check(&events, &at_once(1), 200, &["ada"]);
    events.extend([entered("bob", "c"), ordered(Order::Pause { id: Some(id("ada")) })]);
    check(&events, &at_once(2), 200, &["bob"]);
}

#[test]
fn the_cap_on_cost_holds_back_what_was_not_begun() {
    let schedule = Schedule { most_cost: Some(0.5), ..at_once(1) };
    let mut events = vec![entered("ada", "c"), entered("bob", "c")];
    check(&events, &schedule, 200, &["ada"]);
    events.extend([begun("ada", "a1", "c"), graded("ada", "a1")]);
    let found = check(&events, &schedule, 200, &[]);
    assert_eq!(found.held.as_deref(), Some("the cap on cost is reached: 0.5000 of 0.5000"));
}

#[test]
fn a_pilot_lets_so_many_through_and_then_waits_for_a_word() {
    let mut events: Vec<_> = ["a", "b", "c", "d"].map(|name| entered(name, "x")).into();
    events.push(DocketEvent::Piloted { first: 2 });
    check(&events, &at_once(9), 200, &["a", "b"]);
    events.extend([begun("a", "a1", "x"), graded("a", "a1")]);
    check(&events, &at_once(9), 200, &["b"]);
    // One that fails is tried again before the others have their turn.
    events.extend([begun("b", "b1", "x"), failed("b", "b1", true)]);
    check(&events, &at_once(9), 900, &["b"]);
    events.extend([begun("b", "b2", "x"), graded("b", "b2")]);
    let found = check(&events, &at_once(9), 900, &[]);
    assert!(found.held.unwrap().contains("wait for a word"));
    events.push(ordered(Order::Resume { id: None }));
    check(&events, &at_once(9), 900, &["c", "d"]);
}

#[test]
fn what_is_to_be_stopped_is_named() {
    let cancel = ordered(Order::Cancel { id: None });
    let events = [entered("ada", "c"), begun("ada", "a1", "c"), cancel];
    let found = check(&events, &at_once(1), 200, &[]);
    assert_eq!(found.stop, [(id("ada"), audit("a1"))]);
}
