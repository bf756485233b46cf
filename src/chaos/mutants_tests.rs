//! The mutation check: every bug that can be planted in the engine is caught by the small sweep.
//!
//! What caught which is kept in `mutants.md`. When that changes, the failing test prints the new lines.

use super::plan::Plan;
use super::simulate::Simulation;
use super::small_sweep::{in_words, plans, simulation};
use crate::domain::planted::{Bug, Planted};

/// The results as they are checked in.
const RESULTS: &str = include_str!("mutants.md");
/// Tests that share the bugs among them.
const GROUPS: usize = 6;

/// The line of a bug in the results.
fn line(bug: Bug, simulation: &Simulation, plans: &[Plan]) -> String {
    for (nth, plan) in plans.iter().enumerate() {
        let planted = Planted::plant(bug);
        let held = simulation.hold(plan);
        // Whoever judges the run must not have the bug.
        drop(planted);
        let trial = simulation.assess(&held);
        let Some(breach) = trial.breaches.first() else { continue };
        let (plan, seed, nth) = (in_words(plan), plan.seed, nth + 1);
        let invariant = breach.invariant.name();
        return format!("| {bug:?} | {} | `{invariant}` | {plan} | {seed} | {nth} |", bug.words());
    }
    format!("| {bug:?} | {} | nothing | | | |", bug.words())
}

/// Holds the results of every bug of a group against those that are checked in.
fn check(group: usize) {
    let simulation = simulation();
    let plans = plans(&simulation);
    let bugs = Bug::ALL.iter().skip(group).step_by(GROUPS);
    let lines: Vec<String> = bugs.map(|bug| line(*bug, &simulation, &plans)).collect();
    let survivors: Vec<&String> =
        lines.iter().filter(|line| line.contains("| nothing |")).collect();
    assert!(survivors.is_empty(), "nothing catches these: {survivors:#?}");
    let is_kept = |line: &&String| !RESULTS.lines().any(|kept| kept == *line);
    let new: Vec<&str> = lines.iter().filter(is_kept).map(String::as_str).collect();
    assert!(new.is_empty(), "mutants.md does not have:\n{}", new.join("\n"));
}

#[test]
fn bugs_of_the_first_group_are_caught() {
    check(0);
}

#[test]
fn bugs_of_the_second_group_are_caught() {
    check(1);
}

#[test]
fn bugs_of_the_third_group_are_caught() {
    check(2);
}

#[test]
fn bugs_of_the_fourth_group_are_caught() {
    check(3);
}

#[test]
fn bugs_of_the_fifth_group_are_caught() {
    check(4);
}

#[test]
fn bugs_of_the_sixth_group_are_caught() {
    check(5);
}

#[test]
fn the_results_list_every_bug_once_and_in_order() {
    let rows = RESULTS.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let rows: Vec<String> = rows.skip(1).map(str::to_owned).collect();
    let bugs: Vec<String> = Bug::ALL.iter().map(|bug| format!("{bug:?}")).collect();
    assert_eq!(rows, bugs);
    assert!(bugs.len() >= 20, "{} bugs are too few", bugs.len());
}
