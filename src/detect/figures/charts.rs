//! Charts made of lines and shapes: what is plotted between axes, with a caption that says it is a figure.
//!
//! A chart has no boxes that lines join and few curves, so that only its caption, or the numbers along its axes, tell it
//! from a table or a ground.

use super::geometry::{holds, near};
use super::labels::{caption, is_caption};
use super::plots::{is_pie, is_plot};
use crate::domain::exhibit::pdf::{PdfPage, Shape, ShapeKind};
use crate::domain::facts::{Area, TextSpan};

/// How far the words of an axis may stand from it, in points.
const REACH: f32 = 8.0;
/// How thick a line of an axis is at most, and how far two may miss their corner, in points.
const SLACK: f32 = 2.0;
/// Most lines of each direction that are held against the others.
const LINES: usize = 400;
/// Most pairs of axes that are looked at on one page.
const FRAMES: usize = 64;

/// Whether the shapes plot something: a caption is near, or numbers stand along an axis, and between axes stands what
/// is plotted; or they are the sectors of a circle with a caption.
pub(super) fn is_chart(page: &PdfPage, group: &[&Shape], area: &Area) -> bool {
    let is_captioned = || caption(page, &with_words(page, *area, |_| true)).is_some();
    if is_pie(group) {
        return is_captioned();
    }
    let frames = frames(group);
    let whole = frames.iter().copied().reduce(|one, other| one.union(&other));
    if whole
        .is_some_and(|whole| whole.width >= 0.6 * area.width && whole.height >= 0.5 * area.height)
    {
        return is_captioned() || frames.iter().any(|axes| has_ticks(page, axes));
    }
    has_rules(group, area) && plots(group, area) && is_captioned()
}

/// The boxes that pairs of axes span, between which something is plotted. A border around others is none.
pub(super) fn frames(shapes: &[&Shape]) -> Vec<Area> {
    let mut frames = corners(shapes);
    frames.retain(|axes| plots(shapes, axes));
    let all = frames.clone();
    let is_within = |inner: &Area, outer: &Area| {
        holds(outer, inner, SLACK) && inner.size() < 0.8 * outer.size()
    };
    frames.retain(|outer| !all.iter().any(|inner| is_within(inner, outer)));
    frames
}

fn plots(shapes: &[&Shape], axes: &Area) -> bool {
    let inside = shapes.iter().filter(|shape| is_inside(shape, axes));
    is_plot(&inside.copied().collect::<Vec<_>>(), axes)
}

/// Whether the shape stands between the axes, or is one of them.
pub(super) fn is_inside(shape: &Shape, axes: &Area) -> bool {
    holds(axes, &shape.area, SLACK)
}

/// Whether lines, or a frame, run along most of both sides of the group.
fn has_rules(group: &[&Shape], area: &Area) -> bool {
    let along = |length: f32, whole: f32| length >= 0.6 * whole;
    let level = |shape: &&&Shape| along(shape.area.width, area.width);
    let upright = |shape: &&&Shape| along(shape.area.height, area.height);
    let rules = || {
        group.iter().filter(|shape| match shape.kind {
            ShapeKind::Line => shape.area.width.min(shape.area.height) < 1.0,
            // A frame is all axes in one.
            ShapeKind::Rectangle => level(shape) && upright(shape),
            ShapeKind::Marker | ShapeKind::Path => false,
        })
    };
    rules().any(|shape| level(&shape)) && rules().any(|shape| upright(&shape))
}

/// The boxes that pairs of a level and an upright line span which meet at their ends, each once.
fn corners(group: &[&Shape]) -> Vec<Area> {
    /// Ticks and the sides of keys are shorter.
    const SHORTEST: f32 = 30.0;
    let lines = |is: fn(&Area) -> bool| {
        let lines = group.iter().filter(|shape| shape.kind == ShapeKind::Line);
        lines.map(|line| line.area).filter(is).take(LINES).collect::<Vec<_>>()
    };
    let levels = lines(|line| line.height < SLACK && line.width > SHORTEST);
    let uprights = lines(|line| line.width < SLACK && line.height > SHORTEST);
    let close = |one: f32, other: f32| (one - other).abs() < SLACK;
    let mut found: Vec<Area> = Vec::new();
    for level in &levels {
        for upright in &uprights {
            let meets = (close(upright.x, level.x) || close(upright.x, level.x + level.width))
                && (close(level.y, upright.y) || close(level.y, upright.y + upright.height));
            let span = level.union(upright);
            let known = |other: &Area| holds(other, &span, SLACK) && holds(&span, other, SLACK);
            if meets && !found.iter().any(known) {
                found.push(span);
            }
            if found.len() == FRAMES {
                return found;
            }
        }
    }
    found
}

/// Whether numbers stand in a column beside the axes or in a row below them.
fn has_ticks(page: &PdfPage, axes: &Area) -> bool {
    const TICKS: usize = 3;
    const FAR: f32 = 24.0;
    let (left, foot) = (axes.x, axes.y + axes.height);
    let numbers = || page.spans.iter().filter(|span| is_number(&span.text)).map(|span| &span.area);
    let beside = numbers().filter(|at| {
        let gap = left - (at.x + at.width);
        (-1.0..FAR).contains(&gap) && at.y + at.height > axes.y && at.y < foot
    });
    let below = numbers().filter(|at| {
        let middle = at.x + at.width / 2.0;
        (-1.0..FAR).contains(&(at.y - foot))
            && (left - 8.0..=left + axes.width + 8.0).contains(&middle)
    });
    beside.count() >= TICKS || below.count() >= TICKS
}

/// Whether the word is what stands at a tick: `0.5`, `−2`, `40 %`, `1,000`.
fn is_number(word: &str) -> bool {
    let bare = word.trim().trim_start_matches(['-', '−', '+']);
    let bare = bare.trim_end_matches([' ', '%', 'k', 'K', 'M', 's']);
    bare.starts_with(|first: char| first.is_ascii_digit())
        && bare.chars().all(|sign| sign.is_ascii_digit() || matches!(sign, '.' | ','))
}

/// The area with the words of its axes, which stand beside and below it, above the caption.
pub(super) fn with_axes(page: &PdfPage, plotted: Area) -> Area {
    let around = with_words(page, plotted, |_| true);
    match caption(page, &around).filter(|(_, line)| line.y > plotted.y) {
        Some((_, line)) => {
            with_words(page, plotted, |span| span.area.y + span.area.height <= line.y + 1.0)
        }
        // Without a caption nothing tells other words from those of the text.
        None => with_words(page, plotted, |span| is_number(&span.text)),
    }
}

/// The area with short words that stand along it, below it or right above it, of those that are taken.
fn with_words(page: &PdfPage, plotted: Area, takes: impl Fn(&TextSpan) -> bool) -> Area {
    /// Words of the ticks, and words that say what the axis is.
    const ROWS: usize = 2;
    /// A longer run of text is the body's.
    const WIDEST: f32 = 0.35;
    /// A title stands closer to its axes than a line of text does.
    const TITLE: f32 = 5.0;
    let is_word = |span: &&TextSpan| {
        let foot = span.area.y + span.area.height;
        let is_title = plotted.x <= span.area.x
            && span.area.x + span.area.width <= plotted.x + plotted.width
            && foot > plotted.y - TITLE;
        span.area.width <= WIDEST * page.width
            && (is_title || foot - span.area.height / 2.0 > plotted.y)
            && !is_caption(&span.text)
            && takes(span)
    };
    (0..ROWS).fold(plotted, |area, _| {
        let words = page.spans.iter().filter(is_word).map(|span| &span.area);
        words.filter(|word| near(word, &area, REACH)).fold(area, |whole, word| whole.union(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::figures::drawings::drawings;

    fn shape(kind: ShapeKind, x: f32, y: f32, width: f32, height: f32) -> Shape {
        let area = Area { x, y, width, height };
        Shape { area, kind, ends: None, fill: None, stroked: true }
    }

    fn word(text: &str, x: f32, y: f32, width: f32) -> TextSpan {
        let area = Area { x, y, width, height: 8.0 };
        TextSpan { text: text.into(), area, size: 8.0, angle: 0.0 }
    }

    /// Lines of a grid from 100 to 300 points across and from 100 to 200 down.
    fn grid() -> Vec<Shape> {
        let steps = (0..5_u8).map(f32::from);
        let levels = steps.clone().map(|step| (100.0, 100.0 + 25.0 * step, 200.0, 0.0));
        let uprights = steps.map(|step| (100.0 + 50.0 * step, 100.0, 0.0, 100.0));
        let lines = levels.chain(uprights);
        lines.map(|(x, y, width, height)| shape(ShapeKind::Line, x, y, width, height)).collect()
    }

    /// Checks where a drawing is found that has these shapes on its grid and this text below.
    #[track_caller]
    fn check(plotted: Vec<Shape>, below: &str, expected: Option<Area>) {
        let words = vec![word("0.5", 80.0, 120.0, 15.0), word("score", 180.0, 204.0, 30.0)];
        found([grid(), plotted].concat(), words, below, expected);
    }

    /// Checks where a drawing is found that has these shapes, these words and this text below.
    #[track_caller]
    fn found(shapes: Vec<Shape>, mut spans: Vec<TextSpan>, below: &str, expected: Option<Area>) {
        spans.push(word(below, 100.0, 225.0, 120.0));
        let page = PdfPage { width: 600.0, height: 800.0, spans, shapes, ..PdfPage::default() };
        let found: Vec<Area> = drawings(&page).into_iter().map(|figure| figure.area).collect();
        assert_eq!(found, Vec::from_iter(expected), "{below}");
    }

    fn line(from: (f32, f32), to: (f32, f32)) -> Shape {
        let (x, y) = (from.0.min(to.0), from.1.min(to.1));
        let (width, height) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
        Shape { ends: Some([from, to]), ..shape(ShapeKind::Line, x, y, width, height) }
    }

    /// Two axes that meet at the lower left.
    fn axes(x: f32, y: f32, width: f32, height: f32) -> Vec<Shape> {
        let foot = y + height;
        vec![line((x, y), (x, foot)), line((x, foot), (x + width, foot))]
    }

    #[test]
    fn what_is_plotted_is_known_by_its_form() {
        const CAPTION: &str = "Figure 3: Scores";
        let whole = Some(Area { x: 100.0, y: 100.0, width: 200.0, height: 100.0 });
        let drawn = |shapes: Vec<Shape>, expected| {
            found(
                [axes(100.0, 100.0, 200.0, 100.0), shapes].concat(),
                Vec::new(),
                CAPTION,
                expected,
            );
        };
        let bar = |y, width| shape(ShapeKind::Rectangle, 100.0, y, width, 20.0);
        drawn(vec![bar(110.0, 50.0), bar(140.0, 150.0), bar(170.0, 90.0)], whole);
        drawn(vec![bar(110.0, 90.0), bar(140.0, 90.0), bar(170.0, 90.0)], None);
        let mark = |x, y| shape(ShapeKind::Marker, x, y, 5.0, 5.0);
        let cloud =
            [(110.0, 180.0), (150.0, 160.0), (170.0, 120.0), (200.0, 150.0), (250.0, 130.0)];
        drawn(cloud.map(|(x, y)| mark(x, y)).to_vec(), whole);
        drawn(cloud.map(|(_, y)| mark(110.0, y)).to_vec(), None);
        let spread = |x: f32, top: f32| {
            let middle = x + 10.0;
            vec![
                shape(ShapeKind::Rectangle, x, top, 20.0, 30.0),
                line((middle, top), (middle, top - 10.0)),
                line((middle, top + 30.0), (middle, top + 45.0)),
            ]
        };
        drawn([spread(130.0, 120.0), spread(200.0, 140.0)].concat(), whole);
        drawn(spread(130.0, 120.0), None);
    }

    #[test]
    fn panels_beside_each_other_and_the_sectors_of_a_circle_are_a_chart() {
        const CAPTION: &str = "Figure 4: Three families";
        let curve = |x| shape(ShapeKind::Path, x + 5.0, 110.0, 50.0, 70.0);
        let panel = |x| [axes(x, 100.0, 60.0, 100.0), vec![curve(x)]].concat();
        let panels = || [panel(100.0), panel(170.0), panel(240.0)].concat();
        let whole = Some(Area { x: 100.0, y: 100.0, width: 200.0, height: 100.0 });
        found(panels(), Vec::new(), CAPTION, whole);
        let titled = Some(Area { x: 100.0, y: 90.0, width: 200.0, height: 110.0 });
        found(panels(), vec![word("Family", 110.0, 90.0, 30.0)], CAPTION, titled);
        found(panels(), vec![word("the court.", 110.0, 82.0, 30.0)], CAPTION, whole);
        let sector = |kind, x, y, fill| Shape {
            fill: Some(fill),
            stroked: false,
            ..shape(kind, x, y, 50.0, 50.0)
        };
        let circle = vec![
            sector(ShapeKind::Path, 100.0, 100.0, [200, 0, 0]),
            sector(ShapeKind::Rectangle, 150.0, 100.0, [0, 200, 0]),
            Shape {
                area: Area { x: 100.0, y: 150.0, width: 100.0, height: 50.0 },
                ..sector(ShapeKind::Path, 0.0, 0.0, [0, 0, 200])
            },
        ];
        let round = Some(Area { x: 100.0, y: 100.0, width: 100.0, height: 100.0 });
        found(circle.clone(), Vec::new(), CAPTION, round);
        found(circle, Vec::new(), "Three families", None);
    }

    #[test]
    fn numbers_along_an_axis_stand_for_a_caption() {
        let curve = || {
            let curve = shape(ShapeKind::Path, 120.0, 110.0, 150.0, 80.0);
            [axes(100.0, 100.0, 200.0, 100.0), vec![curve]].concat()
        };
        let at = |words: [&str; 3]| {
            let beside = words.iter().zip([110.0, 140.0, 170.0]);
            beside.map(|(text, y)| word(text, 80.0, y, 15.0)).collect::<Vec<_>>()
        };
        let whole = Some(Area { x: 80.0, y: 100.0, width: 220.0, height: 100.0 });
        found(curve(), at(["−0.5", "40 %", "1,000"]), "What it shows", whole);
        found(curve(), at(["def", "40 %", "1,000"]), "What it shows", None);
    }

    #[test]
    fn a_curve_or_bars_between_axes_with_a_caption_are_a_figure() {
        let curve = || vec![shape(ShapeKind::Path, 120.0, 110.0, 150.0, 80.0)];
        let whole = Area { x: 80.0, y: 100.0, width: 220.0, height: 112.0 };
        check(curve(), "Fig. 1. How the scores are spread", Some(whole));
        check(curve(), "The scores are spread", None);
        let bars = |heights: [f32; 3]| {
            let bar = |(at, height): (u8, f32)| {
                let x = 120.0 + 40.0 * f32::from(at);
                let fill = Some([90, 90, 200]);
                Shape {
                    fill,
                    stroked: false,
                    ..shape(ShapeKind::Rectangle, x, 200.0 - height, 20.0, height)
                }
            };
            (0..3_u8).zip(heights).map(bar).collect::<Vec<_>>()
        };
        check(bars([80.0, 40.0, 60.0]), "Figure 2: Scores", Some(whole));
        // Cells of a row, a mark and a frame with round corners plot nothing.
        check(bars([25.0; 3]), "Figure 2: Scores", None);
        check(vec![shape(ShapeKind::Path, 120.0, 110.0, 30.0, 8.0)], "Figure 2: Scores", None);
        check(vec![shape(ShapeKind::Path, 100.0, 100.0, 200.0, 100.0)], "Figure 2: Scores", None);
        check(Vec::new(), "Figure 2: Scores", None);
    }
}
