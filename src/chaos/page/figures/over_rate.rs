//! What depends on the fault rate: completion, re-paid calls, drift, restarts.

use super::super::super::analysis::{Cell, Mean, Mode, Share, Spread, Summary};
use super::super::lines::Line;
use super::super::plot::{Axis, Chart, Point, Scale, Series, Shape};
use super::super::words;
use super::{Figure, clock, real, titled};

/// What is drawn of a cell.
struct Value {
    y: f64,
    interval: Option<(f64, f64)>,
    told: String,
}

/// What is drawn of a cell; `None` where it was not measured.
type Measure = fn(&Cell) -> Option<Value>;

/// What is drawn over the fault rate.
struct Measured {
    title: &'static str,
    upright: &'static str,
    tick: fn(f64) -> String,
    of: Measure,
}

pub(super) fn completion(panels: &[Vec<Line<'_>>]) -> Figure {
    let measured = Measured {
        title: "Complete audits",
        upright: "share of audits, with 95% interval",
        tick: words::percent_tick,
        of: |cell| of_share(cell, &cell.complete),
    };
    Figure {
        name: "Completion",
        shown: Ok(charts(panels, &measured, Some(Scale::SHARE))),
        caption: "Share of audits in which every seat was heard and every criterion scored, against \
                  the probability that the fault strikes at an opportunity. Intervals are 95% Wilson \
                  score intervals; lines at the same rate are set apart sideways."
            .to_owned(),
    }
}

pub(super) fn repaid(panels: &[Vec<Line<'_>>], summary: &Summary) -> Figure {
    let measured = Measured {
        title: "Calls paid again",
        upright: "calls per audit, mean with 95% interval",
        tick: words::tick,
        of: |cell| of_count(cell, cell.repaid_calls),
    };
    let total = total_of(summary, |cell| cell.repaid_calls);
    let paid = total_of(summary, |cell| cell.paid_calls);
    Figure {
        name: "Re-paid calls",
        shown: unless_zero(total, "No call was paid again in any audit.", || {
            charts(panels, &measured, None)
        }),
        caption: format!(
            "Model calls that asked what had a finished reply already, per audit; {} of {} calls in \
             all. Means with 95% intervals by Student's distribution, cut at 0.",
            words::whole(total),
            words::whole(paid)
        ),
    }
}

pub(super) fn restarts(panels: &[Vec<Line<'_>>], summary: &Summary) -> Figure {
    let measured = Measured {
        title: "Restarts",
        upright: "actors started again per audit, mean with 95% interval",
        tick: words::tick,
        of: |cell| of_count(cell, cell.restarts),
    };
    let total = total_of(summary, |cell| cell.restarts);
    Figure {
        name: "Restarts",
        shown: unless_zero(total, "No actor was started again in any audit.", || {
            charts(panels, &measured, None)
        }),
        caption:
            "Actors that were started again, per audit. Means with 95% intervals by Student's \
                  distribution, cut at 0."
                .to_owned(),
    }
}

pub(super) fn duration(panels: &[Vec<Line<'_>>], mode: Mode) -> Figure {
    let clock = clock(mode);
    let measured = Measured {
        title: "Duration of an audit",
        upright: "median and 99th percentile",
        tick: words::duration_tick,
        of: |cell| cell.duration_ms.map(|spread| of_duration(cell, spread)),
    };
    Figure {
        name: "Duration",
        shown: Ok(charts(panels, &measured, None)),
        caption: format!(
            "How long an audit takes, in {clock} time, however it ends: the sign is the median, the bar \
             goes from there to the 99th percentile."
        ),
    }
}

pub(super) fn drift(panels: &[Vec<Line<'_>>], summary: &Summary) -> Figure {
    let measured = Measured {
        title: "Audits with a drifted score",
        upright: "share of audits, with 95% interval",
        tick: words::percent_tick,
        of: |cell| of_share(cell, &cell.drifted),
    };
    let drifted: u64 = summary.cells.iter().map(|cell| cell.drifted.count).sum();
    let size = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    let all = Share::of(size(drifted), size(summary.audits));
    let none = format!(
        "No score of which all seats were heard differs from the fault-free twin (audits: {}; 95% interval \
         of the share with such a score: 0% to {}).",
        words::count(all.of),
        words::percent(all.high)
    );
    let largest = summary.cells.iter().filter_map(|cell| cell.drift).map(|drift| drift.max);
    Figure {
        name: "Verdict drift",
        shown: if drifted == 0 { Err(none) } else { Ok(charts(panels, &measured, None)) },
        caption: format!(
            "Share of audits in which a score differs from that of the fault-free twin although all \
             seats of the criterion were heard, with 95% Wilson score intervals. Largest difference, in \
             points: {}.",
            words::number(largest.fold(0.0, f64::max))
        ),
    }
}

pub(super) fn overall(panels: &[Vec<Line<'_>>], summary: &Summary) -> Figure {
    let measured = Measured {
        title: "Overall score against the fault-free twin",
        upright: "points, mean with smallest and largest",
        tick: words::tick,
        of: of_overall_drift,
    };
    let moved = summary.cells.iter().filter_map(|cell| cell.overall_drift);
    let moved = moved.into_iter().any(|drift| drift.min < 0.0 || drift.max > 0.0);
    let none = "No overall score differs from the fault-free twin.".to_owned();
    Figure {
        name: "Overall drift",
        shown: if moved { Ok(charts(panels, &measured, None)) } else { Err(none) },
        caption: "Overall score less that of the fault-free twin, missing seats included: mean, and from \
                  the smallest to the largest of all audits."
            .to_owned(),
    }
}

/// The drawings, or `sentence` where all there is to draw is 0.
fn unless_zero(
    total: f64,
    sentence: &str,
    charts: impl FnOnce() -> Vec<String>,
) -> Result<Vec<String>, String> {
    if total > 0.0 { Ok(charts()) } else { Err(sentence.to_owned()) }
}

fn total_of(summary: &Summary, of: fn(&Cell) -> Option<Mean>) -> f64 {
    summary.cells.iter().filter_map(of).map(|mean| mean.total).sum()
}

fn of_share(cell: &Cell, share: &Share) -> Option<Value> {
    let y = share.share?;
    let ends = format!("{} to {}", words::percent(share.low), words::percent(share.high));
    let counts = format!("{} of {}", words::count(share.count), words::count(share.of));
    let told = format!("{} = {counts} (95% {ends}){}", words::percent(y), at_rate(cell));
    Some(Value { y, interval: Some((share.low, share.high)), told })
}

/// A mean of counts. Its interval is cut at 0, below which no count can be.
fn of_count(cell: &Cell, mean: Option<Mean>) -> Option<Value> {
    let Mean { mean, low, high, max, .. } = mean?;
    let told = format!("{}, at most {}{}", words::number(mean), words::number(max), at_rate(cell));
    Some(Value { y: mean, interval: low.zip(high).map(|(low, high)| (low.max(0.0), high)), told })
}

fn of_duration(cell: &Cell, spread: Spread) -> Value {
    let Spread { p50, p99, max, .. } = spread;
    let [middle, high, most] = [p50, p99, max].map(words::duration);
    Value {
        y: real(p50),
        interval: Some((real(p50), real(p99))),
        told: format!("median {middle}, p99 {high}, at most {most}{}", at_rate(cell)),
    }
}

fn of_overall_drift(cell: &Cell) -> Option<Value> {
    let Mean { mean, min, max, .. } = cell.overall_drift?;
    let ends = format!("{} to {}", words::signed(min), words::signed(max));
    let told = format!("{} ({ends}){}", words::signed(mean), at_rate(cell));
    Some(Value { y: mean, interval: Some((min, max)), told })
}

fn at_rate(cell: &Cell) -> String {
    format!(", rate {}, {} audits", words::percent(cell.rate), words::count(cell.audits))
}

/// A drawing for each panel, all with the same axes, so that they can be compared.
fn charts(panels: &[Vec<Line<'_>>], measured: &Measured, y: Option<Scale>) -> Vec<String> {
    let cells = || panels.iter().flatten().flat_map(|line| line.cells.iter().copied());
    let rates: Vec<f64> = cells().map(|cell| cell.rate).collect();
    let y = y.unwrap_or_else(|| {
        let ends = |value: Value| {
            let (low, high) = value.interval.unwrap_or((value.y, value.y));
            [value.y, low, high]
        };
        Scale::linear(&cells().filter_map(measured.of).flat_map(ends).collect::<Vec<_>>())
    });
    let chart = |(nth, panel): (usize, &Vec<Line<'_>>)| Chart {
        title: titled(measured.title, nth, panels.len()),
        x: Axis {
            label: "fault rate per opportunity".to_owned(),
            scale: Scale::fitting(&rates),
            told: words::percent_tick,
        },
        y: Axis { label: measured.upright.to_owned(), scale: y, told: measured.tick },
        series: panel.iter().map(|line| series(line, measured.of)).collect(),
        shape: Shape::Lines,
    };
    (0..).zip(panels).map(chart).map(|chart| chart.svg()).collect()
}

fn series(line: &Line<'_>, of: Measure) -> Series {
    let known = line.cells.iter().filter(|cell| cell.rate.is_finite());
    let point = |cell: &&Cell| {
        let Value { y, interval, told } = of(cell)?;
        Some(Point { x: cell.rate, y, interval, told })
    };
    Series { label: line.label.clone(), points: known.filter_map(point).collect() }
}
