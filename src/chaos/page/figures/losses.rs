//! Which judge was lost when: a lane for each persona over the time of the audit.

use super::super::super::analysis::Summary;
use super::super::super::run::{JudgeLoss, Run};
use super::super::plot::{
    Anchor, Axis, BOTTOM, COLOURS, Canvas, Entry, Frame, Key, RIGHT, Scale, TOP, colour, legend,
};
use super::super::words;
use super::{Figure, clock, real};
use crate::domain::opinion::Persona;
use std::collections::{BTreeMap, BTreeSet};

/// Number of intervals that the time is cut into.
const BINS: u16 = 72;
/// Most lanes. A court has three personas; a plan may invent more.
const MOST_LANES: usize = 8;
/// The name of all kinds that have no colour of their own.
const OTHERS: &str = "other kinds";

pub(super) fn losses(runs: &[Run], summary: &Summary) -> Figure {
    let all: Vec<&JudgeLoss> = runs.iter().flat_map(|run| &run.losses).collect();
    let none = "No hearing came to nothing.".to_owned();
    let clock = clock(summary.experiment.mode);
    let lanes = lanes(&all);
    let most = lanes.len().min(MOST_LANES);
    let left_out = match lanes.len() - most {
        0 => String::new(),
        more => format!(" {more} further personas are left out."),
    };
    Figure {
        name: "Lost hearings",
        caption: format!(
            "When hearings came to nothing, in {clock} time since the audit began, \
             all audits over one another (losses: {}; audits: {}). The tallest bar sets the scale of every \
             lane.{left_out}",
            words::count(all.len() as u64),
            words::count(summary.audits)
        ),
        shown: if all.is_empty() { Err(none) } else { Ok(vec![draw(&all, &lanes[..most], clock)]) },
    }
}

/// The personas that were lost: those of the contract in its order, then others by name.
fn lanes<'a>(all: &[&'a JudgeLoss]) -> Vec<&'a str> {
    let mut rest: BTreeSet<&str> = all.iter().map(|loss| loss.persona.as_str()).collect();
    let known = Persona::ALL.iter().filter_map(|persona| rest.take(persona.name()));
    let known: Vec<&str> = known.collect();
    known.into_iter().chain(rest).collect()
}

/// The kinds of loss that have a colour: the most frequent, and the rest together.
fn kinds(all: &[&JudgeLoss]) -> Vec<String> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for loss in all {
        *counts.entry(&loss.kind).or_default() += 1;
    }
    let mut kinds: Vec<(&str, u64)> = counts.into_iter().collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut names: Vec<String> = kinds.into_iter().map(|(kind, _)| kind.to_owned()).collect();
    if names.len() > COLOURS.len() {
        names.truncate(COLOURS.len() - 1);
        names.push(OTHERS.to_owned());
    }
    names
}

/// How many losses fall into a lane, an interval of time and a kind.
type Counts = BTreeMap<(usize, u16), BTreeMap<usize, u32>>;

fn count(all: &[&JudgeLoss], lanes: &[&str], kinds: &[String], scale: &Scale) -> Counts {
    let mut counts = Counts::new();
    for loss in all {
        let Some(lane) = lanes.iter().position(|lane| *lane == loss.persona) else { continue };
        let kind = kinds.iter().position(|kind| *kind == loss.kind).unwrap_or(kinds.len() - 1);
        let place = scale.place(real(loss.at_ms)) * f64::from(BINS);
        let bin = (0..BINS).rev().find(|bin| f64::from(*bin) <= place).unwrap_or(0);
        *counts.entry((lane, bin)).or_default().entry(kind).or_default() += 1;
    }
    counts
}

fn draw(all: &[&JudgeLoss], lanes: &[&str], clock: &str) -> String {
    let times: Vec<f64> = all.iter().map(|loss| real(loss.at_ms)).collect();
    let scale = Scale::fitting(&times);
    let kinds = kinds(all);
    let counts = count(all, lanes, &kinds, &scale);
    let tallest = counts.values().map(|bin| bin.values().sum::<u32>()).max().unwrap_or(1);
    let mut canvas = Canvas::default();
    let labels: Vec<String> = lanes.iter().map(|lane| (*lane).to_owned()).collect();
    let title = "Which judge was lost when";
    let upright = format!("losses, one lane per persona; tallest bar: {tallest}");
    let frame = Frame::open(&mut canvas, title, &upright, &labels, scale);
    let grounds = grounds(&mut canvas, &frame, lanes);
    bars(&mut canvas, &frame, &grounds, &counts, tallest, &kinds);
    let label = format!("{clock} time since the audit began");
    frame.lying(&mut canvas, &Axis { label, scale, told: words::duration_tick });
    let entries: Vec<Entry> = (0..).zip(kinds).map(|(nth, label)| Entry { nth, label }).collect();
    let bottom = legend(&mut canvas, BOTTOM + 46.0, &entries, Key::Filled);
    canvas.finish(bottom + 4.0, title)
}

/// Draws the ground line and name of each lane; returns where the grounds are and the height of a lane.
fn grounds(canvas: &mut Canvas, frame: &Frame, lanes: &[&str]) -> (Vec<f64>, f64) {
    let number = f64::from(u32::try_from(lanes.len()).unwrap_or(1).max(1));
    let height = (BOTTOM - TOP) / number;
    let grounds = (1_u32..).take(lanes.len()).map(|nth| TOP + f64::from(nth) * height);
    let grounds: Vec<f64> = grounds.collect();
    canvas.open("grid", "stroke=\"#d9d9de\" fill=\"none\"");
    for ground in &grounds {
        canvas.line((frame.left(), *ground), (RIGHT, *ground));
    }
    canvas.close();
    for (ground, lane) in grounds.iter().zip(lanes) {
        canvas.text((frame.left() - 6.0, ground - 5.0), "tick", Anchor::End, lane);
    }
    (grounds, height)
}

fn bars(
    canvas: &mut Canvas,
    frame: &Frame,
    (grounds, height): &(Vec<f64>, f64),
    counts: &Counts,
    tallest: u32,
    kinds: &[String],
) {
    let (begin, end) = frame.span();
    let wide = (end - begin) / f64::from(BINS);
    for (nth, kind) in kinds.iter().enumerate() {
        let (class, attributes) = colour(nth);
        canvas.open(&format!("{class} bars"), &attributes);
        for ((lane, bin), by_kind) in counts {
            let Some(count) = by_kind.get(&nth) else { continue };
            let below: u32 = by_kind.range(..nth).map(|(_, count)| count).sum();
            let unit = height * 0.86 / f64::from(tallest);
            let top = grounds[*lane] - unit * f64::from(below + count);
            let corner = (begin + f64::from(*bin) * wide, top);
            let told = format!("{kind}: {count}");
            canvas.bar(corner, (wide - 0.8, unit * f64::from(*count)), &told);
        }
        canvas.close();
    }
}
