//! The figures: what is measured, drawn and said below.

mod losses;
mod over_rate;
mod recovery;

use super::super::analysis::{Mode, Summary};
use super::super::run::Run;
use super::escape::html;
use super::lines::{Lines, lines};
use std::fmt::Write as _;

/// A figure of the page.
struct Figure {
    /// Its name in a word or two.
    name: &'static str,
    /// The drawings, or a sentence where there is nothing to draw.
    shown: Result<Vec<String>, String>,
    /// What the drawings show and how it was measured.
    caption: String,
}

/// All figures as HTML. Empty where no audit was run.
pub(super) fn figures(summary: &Summary, runs: &[Run]) -> String {
    if summary.audits == 0 {
        return String::new();
    }
    let Lines { panels, left_out } = lines(summary);
    let figures = [
        over_rate::completion(&panels),
        recovery::recovery(&panels, runs, summary.experiment.mode),
        over_rate::repaid(&panels, summary),
        over_rate::restarts(&panels, summary),
        over_rate::drift(&panels, summary),
        over_rate::overall(&panels, summary),
        over_rate::duration(&panels, summary.experiment.mode),
        losses::losses(runs, summary),
    ];
    let mut out = String::from("<section class=\"figures\" aria-label=\"Figures\">\n");
    for (nth, figure) in (1..).zip(&figures) {
        out.push_str(&show(nth, figure));
    }
    if let Some(sentence) = left_out {
        let _ = writeln!(out, "<p class=\"wide note\">{}</p>", html(&sentence));
    }
    out + "</section>\n"
}

/// `title`, with the number of its drawing where there are several.
fn titled(title: &str, nth: usize, of: usize) -> String {
    if of > 1 { format!("{title} ({} of {of})", nth + 1) } else { title.to_owned() }
}

fn show(nth: u32, figure: &Figure) -> String {
    let body = match &figure.shown {
        Ok(drawings) => drawings.concat(),
        Err(sentence) => format!("<p class=\"none\">{}</p>\n", html(sentence)),
    };
    let several = figure.shown.as_ref().is_ok_and(|drawings| drawings.len() > 1);
    let class = if several { " class=\"wide\"" } else { "" };
    format!(
        "<figure{class} id=\"figure-{nth}\">\n<div class=\"panels\">\n{body}</div>\n\
         <figcaption><b>Figure {nth}. {}.</b> {}</figcaption>\n</figure>\n",
        figure.name,
        html(&figure.caption)
    )
}

/// What a millisecond means.
const fn clock(mode: Mode) -> &'static str {
    match mode {
        Mode::Simulation => "virtual",
        Mode::Real => "wall-clock",
    }
}

#[expect(clippy::cast_precision_loss, reason = "a place in a drawing")]
fn real(number: u64) -> f64 {
    number as f64
}
