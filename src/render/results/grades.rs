//! `grades.csv`: one row per submission.

use super::csv::{Cell, push};
use super::{criteria, doubts, missing_seats, widest_spread};
use crate::domain::graded::Graded;
use crate::domain::ids::CriterionId;
use crate::render::phrase::decimal;

/// One row per submission, in the order given: its state, the scores that stand, what the machine said
/// where a person says otherwise, and what to look at. Criteria come in the rubric's order and are named
/// by their ids. Lines end as RFC 4180 has it.
#[must_use]
pub fn grades_csv(class: &[Graded]) -> String {
    let criteria = criteria(class);
    let mut head: Vec<Cell> =
        ["submission", "state", "reason", "overall", "machine_overall"].map(Cell::text).into();
    head.extend(criteria.iter().map(|(id, _)| Cell::text(id.as_str())));
    let rest = [
        "spread",
        "seats_missing",
        "flags",
        "overridden",
        "doubts",
        "repository",
        "commit",
        "cost",
        "currency",
    ];
    head.extend(rest.map(Cell::text));
    let mut table = String::new();
    push(&mut table, &head);
    for one in class {
        push(&mut table, &row(one, &criteria));
    }
    table
}

fn row(one: &Graded, criteria: &[(CriterionId, String)]) -> Vec<Cell> {
    let report = one.report.as_deref();
    let mut cells = vec![
        Cell::text(one.id.as_str()),
        Cell::text(one.state.name()),
        one.state.reason().map_or(Cell::Empty, Cell::text),
        Cell::maybe(one.grade().map(decimal)),
        Cell::maybe(one.machine_overall().map(decimal)),
    ];
    cells.extend(criteria.iter().map(|(id, _)| Cell::maybe(one.standing(id))));
    let doubts: Vec<String> = doubts(one).iter().map(super::Doubt::in_words).collect();
    let commit = report.and_then(|report| report.provenance.commit.as_deref());
    let (cost, currency) = cost(one);
    cells.extend([
        Cell::maybe(report.map(widest_spread)),
        Cell::maybe(report.map(missing_seats)),
        Cell::maybe(report.map(|report| report.flags.len())),
        Cell::Text(overridden(one)),
        Cell::Text(doubts.join("; ")),
        report.map_or(Cell::Empty, |report| Cell::text(&report.repo_url)),
        commit.map_or(Cell::Empty, Cell::text),
        cost,
        currency,
    ]);
    cells
}

/// What the models cost: 0 where none was asked, nothing where it is not known.
fn cost(one: &Graded) -> (Cell, Cell) {
    let Some(report) = &one.report else { return (Cell::Empty, Cell::Empty) };
    match &report.provenance.judging {
        None => (Cell::number(&0), Cell::Empty),
        Some(judging) => {
            let cost = judging.cost.map(|cost| format!("{cost:.6}"));
            (Cell::maybe(cost), Cell::text(&judging.currency))
        }
    }
}

/// What a person changed: `safe_tool_engineering 2 → 4 (A. Grader: the call is a test's)`.
fn overridden(one: &Graded) -> String {
    let all = one.human.iter().map(|(id, human)| {
        let machine =
            one.ruling(id).map_or("–".to_owned(), |ruling| ruling.final_score.to_string());
        format!("{id} {machine} → {} ({}: {})", human.score, human.who, human.reason)
    });
    all.collect::<Vec<_>>().join("; ")
}
