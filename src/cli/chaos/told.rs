//! What an experiment showed, on stdout.

use crate::chaos::analysis::{Cell, Share, Summary};
use crate::chaos::page::broken_at_most;
use std::fmt::Write;

/// Most rows of the table; the page and `summary.json` have all.
const MOST_ROWS: usize = 60;
/// Longest name of what strikes, in letters.
const MOST_LETTERS: usize = 56;
/// Most faults that are named as having struck nowhere.
const MOST_IDLE: usize = 6;
/// Why writing into a string cannot fail.
const WRITES: &str = "a string takes all writes";

/// The summary as JSON.
pub(super) fn as_json(summary: &Summary) -> String {
    serde_json::to_string_pretty(summary).expect("invariant: a summary is plain data")
}

/// The summary as a few lines.
pub(super) fn in_words(summary: &Summary) -> String {
    let mut text = format!("{}: {}\n\n", summary.experiment.name, summary.experiment.hypothesis);
    let cells = &summary.cells[..summary.cells.len().min(MOST_ROWS)];
    let rows: Vec<[String; 9]> = cells.iter().map(row).collect();
    let is_single = cells.windows(2).all(|pair| pair[0].experiment == pair[1].experiment);
    let head = [
        "fault",
        "rate",
        "audits",
        "struck",
        "held",
        "complete",
        "partial",
        "no report",
        "recovery p50/p99",
    ];
    let head = head.map(str::to_owned);
    let all = || std::iter::once(&head).chain(&rows);
    let width = |column: usize| all().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 9] = std::array::from_fn(width);
    let mut before = None;
    for (nth, row) in all().enumerate() {
        let experiment = nth.checked_sub(1).map(|nth| &cells[nth].experiment);
        if !is_single && experiment != before {
            writeln!(text, "{}", experiment.map_or("", String::as_str)).expect(WRITES);
            before = experiment;
        }
        let fields = row.iter().zip(widths).enumerate().map(|(nth, (field, width))| {
            if nth == 0 { format!("{field:<width$}") } else { format!("{field:>width$}") }
        });
        writeln!(text, "{}", fields.collect::<Vec<_>>().join("  ").trim_end()).expect(WRITES);
    }
    if summary.cells.len() > MOST_ROWS {
        let more = summary.cells.len() - MOST_ROWS;
        writeln!(text, "and {more} rows more, see summary.json").expect(WRITES);
    }
    text.push('\n');
    for broken in &summary.broken {
        writeln!(
            text,
            "{} audits: not {}; the first: {}",
            broken.audits, broken.invariant, broken.replay
        )
        .expect(WRITES);
    }
    text + &idle(&summary.idle) + &verdict(summary)
}

fn row(cell: &Cell) -> [String; 9] {
    let several = if cell.fault.is_empty() { "no fault".to_owned() } else { cell.fault.clone() };
    let what =
        if cell.target.is_empty() { several } else { format!("{several} at {}", cell.target) };
    let no_report = cell.abandoned.count + cell.given_up.count + cell.stuck.count;
    let recovery = cell.recovery_ms.map_or_else(
        || "–".to_owned(),
        |spread| format!("{:.1}/{:.1} s", seconds(spread.p50), seconds(spread.p99)),
    );
    [
        shortened(&what),
        if cell.rate.is_finite() { cell.rate.to_string() } else { "–".to_owned() },
        cell.audits.to_string(),
        cell.struck.count.to_string(),
        cell.held.count.to_string(),
        percent(&cell.complete),
        percent(&cell.partial),
        percent(&Share::of(
            usize::try_from(no_report).unwrap_or(usize::MAX),
            usize::try_from(cell.audits).unwrap_or(0),
        )),
        recovery,
    ]
}

/// Which faults struck nowhere, on a line.
fn idle(faults: &[String]) -> String {
    let named: Vec<&str> = faults.iter().take(MOST_IDLE).map(String::as_str).collect();
    match faults.len().saturating_sub(MOST_IDLE) {
        _ if faults.is_empty() => String::new(),
        0 => format!("Struck in no audit: {}.\n", named.join(", ")),
        more => format!("Struck in no audit: {} and {more} more.\n", named.join(", ")),
    }
}

/// At most [`MOST_LETTERS`] of it.
fn shortened(what: &str) -> String {
    if what.chars().count() <= MOST_LETTERS {
        return what.to_owned();
    }
    what.chars().take(MOST_LETTERS - 1).chain(['…']).collect()
}

#[expect(clippy::cast_precision_loss, reason = "it is rounded to a tenth of a second")]
fn seconds(milliseconds: u64) -> f64 {
    milliseconds as f64 / 1000.0
}

fn percent(share: &Share) -> String {
    share.share.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

fn verdict(summary: &Summary) -> String {
    let struck = summary.steady_where_struck;
    match summary.held {
        None => "Not tested: no audit was run.".to_owned(),
        Some(true) if struck.of == 0 => {
            format!("Held, but no fault struck in {}.", all(summary.audits))
        }
        Some(true) => format!(
            "Held in {}; a fault struck in {}, so that at most {} of such audits break it (95 %).{}",
            all(summary.audits),
            struck.of,
            broken_at_most(&struck),
            given_up(summary)
        ),
        Some(false) => format!(
            "Did not hold in {} of {} audits.",
            summary.steady.of - summary.steady.count,
            summary.audits
        ),
    }
}

fn all(audits: u64) -> String {
    if audits == 1 { "the one audit".to_owned() } else { format!("all {audits} audits") }
}

/// What ended without a report and for no reason of the submission's, with a space before it.
fn given_up(summary: &Summary) -> String {
    let how = "by the court, for a reason of its own, or after too many deaths of the process";
    match summary.cells.iter().map(|cell| cell.given_up.count).sum() {
        0_u64 => String::new(),
        1 => format!(" 1 of them was given up {how}."),
        some => format!(" {some} of them were given up {how}."),
    }
}
