//! How long work takes to go on after a loss.

use super::super::super::analysis::Mode;
use super::super::super::run::Run;
use super::super::lines::Line;
use super::super::plot::{Axis, Chart, Point, Scale, Series, Shape};
use super::super::words;
use super::{Figure, clock, real, titled};

/// Most steps of a line. More could not be told apart at its width.
const MOST_STEPS: usize = 240;

pub(super) fn recovery(panels: &[Vec<Line<'_>>], runs: &[Run], mode: Mode) -> Figure {
    let measured: Vec<Vec<(String, Vec<u64>)>> = panels
        .iter()
        .map(|panel| panel.iter().filter_map(|line| times(line, runs)).collect())
        .collect();
    let drawn: Vec<_> = measured.into_iter().filter(|panel: &Vec<_>| !panel.is_empty()).collect();
    let all: Vec<f64> =
        drawn.iter().flatten().flat_map(|(_, times)| times).map(|ms| real(*ms)).collect();
    let of: usize = runs.iter().map(|run| run.recoveries_ms.len()).sum();
    let drawn_of = if of == all.len() {
        words::count(of as u64)
    } else {
        format!(
            "{} of {}, those of the lines that are drawn",
            words::count(all.len() as u64),
            words::count(of as u64)
        )
    };
    let clock = clock(mode);
    let none = match of {
        0 => "Nothing was lost or cut off that recovered, so there is no time to show.",
        _ => "Nothing recovered in the lines that are drawn; the table has the others.",
    };
    let charts = |drawn: Vec<Vec<(String, Vec<u64>)>>| {
        let of = drawn.len();
        let chart =
            |(nth, panel)| chart(titled("Recovery time", nth, of), panel, &all, clock).svg();
        (0..).zip(drawn).map(chart).collect()
    };
    Figure {
        name: "Recovery time",
        caption: format!(
            "Share of losses and kills after which the work had come to a result within the time: after a loss the \
             work that was lost, after a kill all that was under way at it; all rates together (recoveries: {drawn_of}). \
             Time is {clock}. What never recovered is not in it, and neither is a kill with nothing under way."
        ),
        shown: if all.is_empty() { Err(none.to_owned()) } else { Ok(charts(drawn)) },
    }
}

fn times(line: &Line<'_>, runs: &[Run]) -> Option<(String, Vec<u64>)> {
    let of_line = runs.iter().filter(|run| line.has(run));
    let mut times: Vec<u64> = of_line.flat_map(|run| run.recoveries_ms.iter().copied()).collect();
    times.sort_unstable();
    (!times.is_empty()).then(|| (line.label.clone(), times))
}

fn chart(title: String, panel: Vec<(String, Vec<u64>)>, all: &[f64], clock: &str) -> Chart {
    let series = panel.into_iter().map(|(label, times)| Series {
        label: format!("{label} (n = {})", words::count(times.len() as u64)),
        points: steps(&times),
    });
    Chart {
        title,
        x: Axis {
            label: format!("{clock} time until the work had come to a result"),
            scale: Scale::log(all),
            told: words::duration_tick,
        },
        y: Axis {
            label: "share of recoveries".to_owned(),
            scale: Scale::SHARE,
            told: words::percent_tick,
        },
        series: series.collect(),
        shape: Shape::Steps,
    }
}

/// The empirical distribution of sorted `times`. Where it has too many steps, those are left out that
/// do not lift it over another part of its height.
fn steps(times: &[u64]) -> Vec<Point> {
    let n = times.len();
    let part = |rank: usize| rank.saturating_mul(MOST_STEPS) / n;
    let mut points = Vec::new();
    let mut rank = 0;
    for same in times.chunk_by(|a, b| a == b) {
        let before = rank;
        rank += same.len();
        if part(rank) > part(before) {
            let (x, y) = (real(same[0]), real(rank as u64) / real(n as u64));
            points.push(Point { x, y, interval: None, told: String::new() });
        }
    }
    points
}
