//! The tables: broken invariants, cells, and how the runs were recipe.

use super::super::analysis::{BrokenInvariant, Cell, Mean, Mode, Share, Spread, Summary};
use super::super::run::Outcome;
use super::escape::html;
use super::words;
use std::collections::BTreeSet;

/// Most rows of the table of cells. The rest stand in `summary.json`.
const MOST_ROWS: usize = 400;
/// Most columns for judges that were lost. A court has three personas; a plan may invent more.
const MOST_PERSONAS: usize = 8;

/// Most faults that are named as having struck nowhere; `summary.json` has all.
const MOST_IDLE: usize = 20;
/// The column that has nothing where nobody saw the actors.
const RESTARTS: &str = "restarts";

/// A column of the table of cells.
struct Column {
    name: String,
    of: Box<dyn Fn(&Cell) -> String>,
    kind: Kind,
}

/// When a column of the table of cells is shown, and how.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Text, shown unless it is empty throughout.
    Text,
    /// A number, always shown.
    Number,
    /// A number that is left out, and named below the table, where it is nothing throughout.
    Rare,
}

/// All columns that the table of cells can have.
fn columns(summary: &Summary) -> Vec<Column> {
    let personas: BTreeSet<&String> =
        summary.cells.iter().flat_map(|cell| cell.losses.keys()).collect();
    let several = summary.cells.windows(2).any(|pair| pair[0].experiment != pair[1].experiment);
    let mut all = Vec::new();
    let mut add = |name: &str, kind: Kind, of: fn(&Cell) -> String| {
        all.push(Column { name: name.to_owned(), of: Box::new(of), kind });
    };
    if several {
        add("experiment", Kind::Text, |cell| cell.experiment.clone());
    }
    add("fault", Kind::Text, |cell| cell.fault.clone());
    add("target", Kind::Text, |cell| cell.target.clone());
    add("rate", Kind::Number, |cell| words::percent(cell.rate));
    add("audits", Kind::Number, |cell| words::count(cell.audits));
    add("struck", Kind::Number, |cell| share(&cell.struck));
    add("held", Kind::Number, |cell| share(&cell.held));
    add("complete", Kind::Number, |cell| share(&cell.complete));
    add("95% interval", Kind::Number, |cell| interval(&cell.complete));
    add("partial", Kind::Rare, |cell| share(&cell.partial));
    add("abandoned", Kind::Rare, |cell| share(&cell.abandoned));
    add("given up", Kind::Rare, |cell| share(&cell.given_up));
    add("stuck", Kind::Rare, |cell| share(&cell.stuck));
    add("recovery p50", Kind::Rare, |cell| recovery(cell, |spread| spread.p50));
    add("recovery p90", Kind::Rare, |cell| recovery(cell, |spread| spread.p90));
    add("recovery p99", Kind::Rare, |cell| recovery(cell, |spread| spread.p99));
    add("recovery max", Kind::Rare, |cell| recovery(cell, |spread| spread.max));
    add(RESTARTS, Kind::Rare, |cell| mean(cell.restarts));
    add("kills", Kind::Rare, |cell| mean(cell.kills));
    add("re-paid calls", Kind::Rare, |cell| {
        cell.repaid_calls.map_or_else(absent, |calls| words::whole(calls.total))
    });
    add("drifted", Kind::Rare, |cell| share(&cell.drifted));
    add("drift mean", Kind::Rare, |cell| mean(cell.drift));
    add("drift max", Kind::Rare, |cell| {
        cell.drift.map_or_else(absent, |drift| words::number(drift.max))
    });
    for persona in personas.into_iter().take(MOST_PERSONAS) {
        let name = format!("{persona} lost");
        let persona = persona.clone();
        let of = move |cell: &Cell| words::count(cell.losses.get(&persona).copied().unwrap_or(0));
        all.push(Column { name, of: Box::new(of), kind: Kind::Number });
    }
    all
}

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
    let row = |one: &BrokenInvariant| {
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

/// All cells.
pub(super) fn cells(summary: &Summary) -> String {
    if summary.cells.is_empty() {
        return "<p class=\"none\">No audit was run, so there is nothing to plot or to tabulate.</p>\n"
            .to_owned();
    }
    let is_nothing = |column: &Column| {
        let nothing = ["", "–", "0", "0%"];
        summary.cells.iter().all(|cell| nothing.contains(&(column.of)(cell).as_str()))
    };
    let mut all = columns(summary);
    let is_unmeasured = summary.cells.iter().all(|cell| cell.restarts.is_none());
    if is_unmeasured {
        all.retain(|column| column.name != RESTARTS);
    }
    let unmeasured = if is_unmeasured { " Restarts were not measured." } else { "" };
    let (left_out, shown): (Vec<Column>, Vec<Column>) =
        all.into_iter().partition(|column| column.kind != Kind::Number && is_nothing(column));
    let heading = |column: &Column| {
        format!("<th scope=\"col\"{}>{}</th>", class(column.kind), html(&column.name))
    };
    let head: String = shown.iter().map(heading).collect();
    let row = |cell: &Cell| {
        let fields = shown
            .iter()
            .map(|column| format!("<td{}>{}</td>", class(column.kind), html(&(column.of)(cell))));
        format!("<tr>{}</tr>\n", fields.collect::<String>())
    };
    let rows: String = summary.cells.iter().take(MOST_ROWS).map(row).collect();
    format!(
        "<section class=\"broad\">\n<h2>Cells</h2>\n<p class=\"note\">Audits by fault, target and rate. Shares are of the \
         audits of the row, that of drifted ones of those that have a score to compare; restarts, kills and drift are \
         means per audit; re-paid calls and lost hearings are totals.{unmeasured}{}</p>\n<div class=\"scroll\"><table class=\"cells\">\n<thead><tr>{head}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n{}</section>\n",
        html(&nothing_throughout(&left_out)),
        further(summary.cells.len())
    )
}

/// Which columns are left out because they hold nothing.
fn nothing_throughout(left_out: &[Column]) -> String {
    let rare = left_out.iter().filter(|column| column.kind == Kind::Rare);
    let names: Vec<&str> = rare.map(|column| column.name.as_str()).collect();
    if names.is_empty() {
        return String::new();
    }
    format!(" None in any row, and so without a column: {}.", names.join(", "))
}

/// How many rows are left out.
fn further(rows: usize) -> String {
    match rows.saturating_sub(MOST_ROWS) {
        0 => String::new(),
        more => {
            format!(
                "<p class=\"note\">{more} further rows stand in <code>summary.json</code>.</p>\n"
            )
        }
    }
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
    if !summary.idle.is_empty() {
        let named: Vec<&str> = summary.idle.iter().take(MOST_IDLE).map(String::as_str).collect();
        let unnamed = match summary.idle.len().saturating_sub(MOST_IDLE) {
            0 => String::new(),
            some => format!(" and {some} more"),
        };
        rows.push(("struck in no audit".to_owned(), html(&(named.join(", ") + &unnamed))));
    }
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

const fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "",
        Kind::Number | Kind::Rare => " class=\"number\"",
    }
}

fn absent() -> String {
    "–".to_owned()
}

fn share(share: &Share) -> String {
    share.share.map_or_else(absent, words::percent)
}

fn interval(share: &Share) -> String {
    format!("{}–{}", words::percent(share.low).trim_end_matches('%'), words::percent(share.high))
}

fn recovery(cell: &Cell, of: fn(&Spread) -> u64) -> String {
    cell.recovery_ms.as_ref().map_or_else(absent, |spread| words::duration(of(spread)))
}

fn mean(mean: Option<Mean>) -> String {
    mean.map_or_else(absent, |mean| words::number(mean.mean))
}
