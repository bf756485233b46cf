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
    let kept: u64 = summary.cells.iter().map(|cell| cell.repaid_kept).sum();
    let none = "No call was made again but for those that the server had turned away.";
    Figure {
        name: "Re-paid calls",
        shown: unless_zero(total, none, || charts(panels, &measured, None)),
        caption: format!(
            "Model calls, per audit, that asked the same question on the same work again although the server had \
             not turned it away: the former was in flight when the process died or when whoever waited for it \
             was lost, or its reply was of no use. {} of {} calls in all; of these, {} whose reply was kept already. \
             Means with 95% intervals by Student's distribution, cut at 0.",
            words::whole(total),
            words::whole(paid),
            words::count(kept)
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
    let shown = if summary.cells.iter().all(|cell| cell.restarts.is_none()) {
        Err("Not measured: the journals of real processes do not tell who was started again."
            .to_owned())
    } else {
        unless_zero(total, "No actor was started again in any audit.", || {
            charts(panels, &measured, None)
        })
    };
    Figure {
        name: "Restarts",
        shown,
        caption: "Actors that were started in the place of one that crashed or hung, per audit; of judges the cases \
                  that another judge took up again. Means with 95% intervals by Student's distribution, cut at 0."
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
    let compared = summary.cells.iter().map(|cell| cell.drifted.of).sum();
    let all = Share::of(size(drifted), size(compared));
    let none = if compared == 0 {
        "No audit has a score of which all seats were heard, so there is nothing to compare."
            .to_owned()
    } else {
        format!(
            "No score of which all seats were heard differs from the fault-free twin (audits with such scores: {}; \
             95% interval of the share in which one differs: 0% to {}).",
            words::count(all.of),
            words::percent(all.high)
        )
    };
    let largest = summary.cells.iter().filter_map(|cell| cell.drift).map(|drift| drift.max);
    Figure {
        name: "Verdict drift",
        shown: if drifted == 0 { Err(none) } else { Ok(charts(panels, &measured, None)) },
        caption: format!(
            "Share of audits in which a score differs from that of the fault-free twin although all \
             seats of the criterion were heard, with 95% Wilson score intervals; of audits that have such a score \
             ({} of {}). Largest difference, in points: {}.",
            words::count(compared),
            words::count(summary.audits),
            largest.reduce(f64::max).map_or_else(|| "unknown".to_owned(), words::number)
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
    let with_report = |cell: &Cell| cell.complete.count + cell.partial.count;
    let reports: u64 = summary.cells.iter().map(with_report).sum();
    let none = match reports {
        0 => "No audit has a report, so there is no overall score.",
        _ => "No overall score differs from the fault-free twin.",
    };
    Figure {
        name: "Overall drift",
        shown: if moved { Ok(charts(panels, &measured, None)) } else { Err(none.to_owned()) },
        caption: format!(
            "Overall score less that of the fault-free twin, missing seats included: mean, and from the smallest to \
             the largest of the audits that have a report ({} of {}).",
            words::count(reports),
            words::count(summary.audits)
        ),
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
    let rate = if cell.rate.is_finite() { words::percent(cell.rate) } else { NO_RATE.to_owned() };
    format!(", rate {rate}, {} audits", words::count(cell.audits))
}

/// What stands for the rate of a plan that names opportunities, and of kills that are drawn.
const NO_RATE: &str = "none";

/// A drawing for each panel, all with the same upright axis, so that they can be compared. What has no rate is
/// drawn apart from what has one.
fn charts(panels: &[Vec<Line<'_>>], measured: &Measured, y: Option<Scale>) -> Vec<String> {
    let cells = || panels.iter().flatten().flat_map(|line| line.cells.iter().copied());
    let rates: Vec<f64> = cells().map(|cell| cell.rate).filter(|rate| rate.is_finite()).collect();
    let y = y.unwrap_or_else(|| {
        let ends = |value: Value| {
            let (low, high) = value.interval.unwrap_or((value.y, value.y));
            [value.y, low, high]
        };
        Scale::linear(&cells().filter_map(measured.of).flat_map(ends).collect::<Vec<_>>())
    });
    let over_rate = || Axis {
        label: "fault rate per opportunity".to_owned(),
        scale: Scale::fitting(&rates),
        told: words::percent_tick,
    };
    let without_rate = || Axis {
        label: "no rate: drawn kills, or named moments".to_owned(),
        scale: Scale::Linear { from: -1.0, to: 1.0, step: 2.0 },
        told: |_| String::new(),
    };
    let parts = [true, false].into_iter().flat_map(|has_rate| {
        let series = move |panel: &Vec<Line<'_>>| {
            let all =
                panel.iter().filter(|line| line.cells.iter().any(|cell| is_of(cell, has_rate)));
            all.map(|line| series(line, measured.of, has_rate)).collect::<Vec<_>>()
        };
        panels.iter().map(move |panel| (has_rate, series(panel)))
    });
    let parts: Vec<(bool, Vec<Series>)> = parts.filter(|(_, series)| !series.is_empty()).collect();
    let of = parts.len();
    let chart = |(nth, (has_rate, series)): (usize, (bool, Vec<Series>))| Chart {
        title: titled(measured.title, nth, of),
        x: if has_rate { over_rate() } else { without_rate() },
        y: Axis { label: measured.upright.to_owned(), scale: y, told: measured.tick },
        series,
        shape: Shape::Lines,
    };
    (0..).zip(parts).map(chart).map(|chart| chart.svg()).collect()
}

fn is_of(cell: &Cell, has_rate: bool) -> bool {
    cell.rate.is_finite() == has_rate
}

fn series(line: &Line<'_>, of: Measure, has_rate: bool) -> Series {
    let known = line.cells.iter().filter(|cell| is_of(cell, has_rate));
    let point = |cell: &&Cell| {
        let Value { y, interval, told } = of(cell)?;
        Some(Point { x: if has_rate { cell.rate } else { 0.0 }, y, interval, told })
    };
    Series { label: line.label.clone(), points: known.filter_map(point).collect() }
}
