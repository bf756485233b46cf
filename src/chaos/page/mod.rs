//! The page of an experiment: one HTML file with everything in it, no scripts, for screen and paper.

mod escape;
mod figures;
mod lines;
mod plot;
#[cfg(test)]
pub(crate) mod sample;
mod tables;
#[cfg(test)]
mod tests;
mod words;

use super::analysis::{Experiment, Mode, Share, Summary};
use super::run::{Outcome, Run};
use escape::html;

/// The style of the page.
const STYLE: &str = include_str!("style.css");

/// The page for `summary` and the `runs` that it sums up. The same input gives the same bytes.
#[must_use]
pub fn page(summary: &Summary, runs: &[Run]) -> String {
    let Experiment { name, hypothesis, program_version, .. } = &summary.experiment;
    let name = if name.is_empty() { "experiment" } else { name };
    [
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"generator\" content=\"Automaton Auditor {version}\">\n\
             <title>{name} · fault injection</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
            version = html(program_version),
            name = html(name)
        ),
        format!("<header>\n<p class=\"kicker\">Fault-injection experiment</p>\n<h1>{}</h1>\n", html(name)),
        format!("<p class=\"hypothesis\"><b>Hypothesis.</b> {}</p>\n", html(or_none(hypothesis))),
        verdict(summary),
        facts(summary),
        "</header>\n".to_owned(),
        tables::broken(summary),
        figures::figures(summary, runs),
        tables::cells(summary),
        tables::making(summary),
        "</main>\n</body>\n</html>\n".to_owned(),
    ]
    .concat()
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "None was stated." } else { text }
}

/// Whether the hypothesis held, and how much that says.
fn verdict(summary: &Summary) -> String {
    let struck = summary.steady_where_struck;
    let (all, hit) = (words::count(summary.audits), words::count(struck.of));
    let (class, word, sentence) = match summary.held {
        None => ("open", "Not tested.", "No audit was run.".to_owned()),
        Some(true) if struck.of == 0 => (
            "open",
            "Not tested.",
            format!("Every invariant held, but no fault struck in any audit (audits: {all})."),
        ),
        Some(true) => (
            "held",
            "Held.",
            format!(
                "Every invariant held (audits: {all}; struck by a fault: {hit}). Of audits that a fault \
                 strikes, at most {} break an invariant (upper end of the 95% interval).",
                broken_at_most(&struck)
            ),
        ),
        Some(false) => (
            "broken",
            "Did not hold.",
            format!(
                "Audits that broke an invariant: {} of {all}. Audits that a fault struck: {hit}.",
                words::count(summary.steady.of - summary.steady.count)
            ),
        ),
    };
    format!("<p class=\"verdict {class}\"><b>{word}</b> {}</p>\n", html(&sentence))
}

/// The upper end of the interval of the share in which the steady state does not hold, in per cent.
#[must_use]
pub fn broken_at_most(steady: &Share) -> String {
    words::percent(1.0 - steady.low)
}

/// The figures that everybody looks for first. Empty where no audit was run.
fn facts(summary: &Summary) -> String {
    if summary.audits == 0 {
        return String::new();
    }
    let ended = Outcome::ALL.iter().filter_map(|outcome| {
        let number = *summary.outcomes.get(outcome)?;
        Some((tables::told(*outcome), words::count(number)))
    });
    let clock = match summary.experiment.mode {
        Mode::Simulation => "simulation, virtual time",
        Mode::Real => "real processes, real time",
    };
    let all = [("audits", words::count(summary.audits))].into_iter().chain(ended);
    let all = all.chain([("mode", clock.to_owned())]);
    let item = |(name, value): (&str, String)| {
        format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", html(&value))
    };
    let items: String = all.map(item).collect();
    format!("<dl class=\"facts\">\n{items}</dl>\n")
}
