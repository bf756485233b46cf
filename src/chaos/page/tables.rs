//! The tables: broken invariants, cells, and how the runs were recipe.

use super::super::analysis::{Cell, Mean, Mode, Share, Spread, Summary};
use super::super::run::Outcome;
use super::escape::html;
use super::words;

/// Most rows of the table of cells. The rest stand in `summary.json`.
const MOST_ROWS: usize = 400;

/// A column of the table of cells: its name, what stands in it, and whether it is text.
type Column = (&'static str, fn(&Cell) -> String, bool);

/// The columns of the table of cells.
const COLUMNS: [Column; 23] = [
    ("experiment", |cell| cell.experiment.clone(), true),
    ("fault", |cell| cell.fault.clone(), true),
    ("target", |cell| cell.target.clone(), true),
    ("rate", |cell| words::percent(cell.rate), false),
    ("audits", |cell| words::count(cell.audits), false),
    ("struck", |cell| share(&cell.struck), false),
    ("complete", |cell| share(&cell.complete), false),
    ("95% interval", |cell| interval(&cell.complete), false),
    ("partial", |cell| share(&cell.partial), false),
    ("abandoned", |cell| share(&cell.abandoned), false),
    ("given up", |cell| share(&cell.given_up), false),
    ("stuck", |cell| share(&cell.stuck), false),
    ("held", |cell| share(&cell.held), false),
    ("recovery p50", |cell| recovery(cell, |spread| spread.p50), false),
    ("p90", |cell| recovery(cell, |spread| spread.p90), false),
    ("p99", |cell| recovery(cell, |spread| spread.p99), false),
    ("max", |cell| recovery(cell, |spread| spread.max), false),
    ("restarts", |cell| mean(cell.restarts), false),
    (
        "re-paid calls",
        |cell| cell.repaid_calls.map_or_else(absent, |calls| words::whole(calls.total)),
        false,
    ),
    ("drifted", |cell| share(&cell.drifted), false),
    ("drift mean", |cell| mean(cell.drift), false),
    ("max", |cell| cell.drift.map_or_else(absent, |drift| words::number(drift.max)), false),
    ("judges lost", losses, true),
];

/// What an outcome is called in the page.
pub(super) const fn told(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Complete => "complete",
        Outcome::Partial => "partial",
        Outcome::Abandoned => "abandoned",
        Outcome::GivenUp => "given up",
        Outcome::Stuck => "stuck",
    }
}

/// The invariants that did not hold, each with the command that shows it. Empty where all held.
pub(super) fn broken(summary: &Summary) -> String {
    if summary.broken.is_empty() {
        return String::new();
    }
    let row = |one: &super::super::analysis::BrokenInvariant| {
        let at = if one.target.is_empty() { String::new() } else { format!(" at {}", one.target) };
        let fault = format!("{}{at}, rate {}", one.fault, words::percent(one.rate));
        let replay = if one.replay.is_empty() {
            absent()
        } else {
            format!("<code>{}</code>", html(&one.replay))
        };
        format!(
            "<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td>{}</td>\
             <td class=\"number\">{}</td><td>{replay}</td></tr>\n",
            html(&one.invariant),
            words::count(one.audits),
            html(&fault),
            one.seed,
        )
    };
    let rows: String = summary.broken.iter().map(row).collect();
    format!(
        "<section>\n<h2>Broken invariants</h2>\n<div class=\"scroll\"><table>\n<thead><tr>\
         <th scope=\"col\">invariant</th><th scope=\"col\" class=\"number\">audits</th>\
         <th scope=\"col\">first seen under</th><th scope=\"col\" class=\"number\">seed</th>\
         <th scope=\"col\">replay</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n</section>\n"
    )
}

/// All cells. Columns in which every cell has the same empty text are left out.
pub(super) fn cells(summary: &Summary) -> String {
    let Some(first) = summary.cells.first() else {
        return "<p class=\"none\">No audit was run, so there is nothing to plot or to tabulate.</p>\n"
            .to_owned();
    };
    let is_needed = |(name, of, is_text): &&Column| {
        let differs = summary.cells.iter().any(|cell| of(cell) != of(first));
        *name != "experiment" && (!is_text || !of(first).is_empty()) || differs
    };
    let columns: Vec<&Column> = COLUMNS.iter().filter(is_needed).collect();
    let heading =
        |(name, _, is_text): &&Column| format!("<th scope=\"col\"{}>{name}</th>", class(*is_text));
    let head: String = columns.iter().map(heading).collect();
    let row = |cell: &Cell| {
        let fields = columns
            .iter()
            .map(|(_, of, is_text)| format!("<td{}>{}</td>", class(*is_text), html(&of(cell))));
        format!("<tr>{}</tr>\n", fields.collect::<String>())
    };
    let rows: String = summary.cells.iter().take(MOST_ROWS).map(row).collect();
    let more = match summary.cells.len().saturating_sub(MOST_ROWS) {
        0 => String::new(),
        more => format!(
            "<p class=\"note\">{more} further rows stand in <code>summary.json</code>.</p>\n"
        ),
    };
    format!(
        "<section>\n<h2>Cells</h2>\n<p class=\"note\">Audits by fault, target and rate. Shares are of the \
         audits of the row; restarts and drift are means per audit; re-paid calls are totals.</p>\n\
         <div class=\"scroll\"><table class=\"cells\">\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\
         </tbody>\n</table></div>\n{more}</section>\n"
    )
}

/// What a reader needs to make the runs again.
pub(super) fn making(summary: &Summary) -> String {
    let recipe = &summary.experiment;
    let mode = match recipe.mode {
        Mode::Simulation => "simulation: virtual time, scripted models, repositories in memory",
        Mode::Real => "real: processes, kills and connections in real time",
    };
    let code = |text: &str| {
        if text.is_empty() { absent() } else { format!("<code>{}</code>", html(text)) }
    };
    let text = |text: &str| if text.is_empty() { absent() } else { html(text) };
    let mut rows = vec![
        ("command".to_owned(), code(&recipe.command)),
        ("replay of one audit".to_owned(), code(&recipe.replay)),
        ("seeds".to_owned(), text(&recipe.seeds)),
        ("mode".to_owned(), text(mode)),
        ("program".to_owned(), text(&recipe.program_version)),
    ];
    rows.extend(recipe.conditions.iter().map(|(name, value)| (html(name), text(value))));
    let rows =
        rows.iter().map(|(name, value)| format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n"));
    format!(
        "<section>\n<h2>How the runs were made</h2>\n<dl class=\"making\">\n{}</dl>\n<p class=\"note\">Every \
         audit is a row of <code>runs.csv</code>; the numbers of this page stand in \
         <code>summary.json</code>. Intervals are 95%: Wilson scores for shares, Student's distribution \
         for means; percentiles are nearest ranks.</p>\n</section>\n",
        rows.collect::<String>()
    )
}

const fn class(is_text: bool) -> &'static str {
    if is_text { "" } else { " class=\"number\"" }
}

fn absent() -> String {
    "–".to_owned()
}

fn share(share: &Share) -> String {
    share.share.map_or_else(absent, words::percent)
}

fn interval(share: &Share) -> String {
    format!("{} – {}", words::percent(share.low), words::percent(share.high))
}

fn recovery(cell: &Cell, of: fn(&Spread) -> u64) -> String {
    cell.recovery_ms.as_ref().map_or_else(absent, |spread| words::duration(of(spread)))
}

fn mean(mean: Option<Mean>) -> String {
    mean.map_or_else(absent, |mean| words::number(mean.mean))
}

fn losses(cell: &Cell) -> String {
    let each =
        cell.losses.iter().map(|(persona, count)| format!("{persona} {}", words::count(*count)));
    each.collect::<Vec<_>>().join(", ")
}
