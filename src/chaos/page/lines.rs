//! Which cells make a line of a plot, and which lines share a drawing.

use super::super::analysis::{Cell, Summary};
use super::super::run::Run;
use super::plot::COLOURS;

/// Most lines that are drawn. The table has all of them.
const MOST: usize = 24;

/// All rates of one fault at one target in one experiment.
pub(super) struct Line<'a> {
    /// What tells it from the others.
    pub(super) label: String,
    /// Its cells by rate; never empty.
    pub(super) cells: Vec<&'a Cell>,
}

impl Line<'_> {
    /// Whether `run` belongs to this line.
    pub(super) fn has(&self, run: &Run) -> bool {
        let is_of = |cell: &&Cell| {
            cell.experiment == run.experiment
                && cell.fault == run.fault
                && cell.target == run.target
        };
        self.cells.first().is_some_and(is_of)
    }

    /// Audits, audits that broke an invariant, and audits that were not complete.
    fn trouble(&self) -> (u64, u64, u64) {
        let total = |count: fn(&Cell) -> u64| self.cells.iter().map(|cell| count(cell)).sum();
        let broken = total(|cell| cell.audits - cell.held.count);
        (total(|cell| cell.audits), broken, total(|cell| cell.audits - cell.complete.count))
    }
}

/// The lines to draw, grouped by drawing, and a sentence where some are left out.
pub(super) struct Lines<'a> {
    /// Lines by drawing, none of them with more lines than there are colours.
    pub(super) panels: Vec<Vec<Line<'a>>>,
    /// Which lines are left out, if any are.
    pub(super) left_out: Option<String>,
}

/// The lines of `summary`.
pub(super) fn lines(summary: &Summary) -> Lines<'_> {
    let first = summary.cells.first();
    let is_single =
        summary.cells.iter().all(|cell| Some(&cell.experiment) == first.map(|c| &c.experiment));
    let same = |a: &Cell, b: &Cell| {
        a.experiment == b.experiment && a.fault == b.fault && a.target == b.target
    };
    let all = summary
        .cells
        .chunk_by(same)
        .map(|cells| Line { label: label(&cells[0], is_single), cells: cells.iter().collect() });
    let mut all: Vec<Line<'_>> = all.collect();
    let number = all.len();
    if number > MOST {
        all = worst(all);
    }
    let left_out = (number > MOST).then(|| {
        format!(
            "Of {number} lines the {MOST} with the most broken invariants, then the most incomplete \
             audits are drawn; the table has all."
        )
    });
    Lines { panels: panels(all), left_out }
}

/// The lines with most trouble, in their former order. Shares are compared without division.
fn worst(all: Vec<Line<'_>>) -> Vec<Line<'_>> {
    let mut ranked: Vec<(usize, Line<'_>)> = all.into_iter().enumerate().collect();
    ranked.sort_by(|(_, a), (_, b)| {
        let ((audits_a, broken_a, lost_a), (audits_b, broken_b, lost_b)) =
            (a.trouble(), b.trouble());
        let share = |count: u64, of: u64| u128::from(count) * u128::from(of);
        let by_broken = share(broken_b, audits_a).cmp(&share(broken_a, audits_b));
        by_broken.then(share(lost_b, audits_a).cmp(&share(lost_a, audits_b)))
    });
    ranked.truncate(MOST);
    ranked.sort_by_key(|(place, _)| *place);
    ranked.into_iter().map(|(_, line)| line).collect()
}

/// Lines by drawing; the lines of one fault stay together where they fit.
fn panels(all: Vec<Line<'_>>) -> Vec<Vec<Line<'_>>> {
    let mut faults: Vec<Vec<Line<'_>>> = Vec::new();
    for line in all {
        let fault = &line.cells[0].fault;
        match faults.last_mut() {
            Some(last) if last.len() < COLOURS.len() && last[0].cells[0].fault == *fault => {
                last.push(line);
            }
            Some(_) | None => faults.push(vec![line]),
        }
    }
    let mut panels: Vec<Vec<Line<'_>>> = Vec::new();
    for fault in faults {
        match panels.last_mut() {
            Some(last) if last.len() + fault.len() <= COLOURS.len() => last.extend(fault),
            Some(_) | None => panels.push(fault),
        }
    }
    panels
}

fn label(cell: &Cell, is_single: bool) -> String {
    let struck = if cell.target.is_empty() {
        cell.fault.clone()
    } else {
        format!("{} at {}", cell.fault, cell.target)
    };
    if is_single { struck } else { format!("{}: {struck}", cell.experiment) }
}
