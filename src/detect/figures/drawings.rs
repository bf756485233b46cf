//! Drawings made of lines and shapes.
//!
//! Most shapes in a report draw no figure: cells and rules of tables, grounds of code, underlines. A
//! drawing is a group of shapes in which lines lead from one box to another box apart from it, or one
//! with many curves and slanted lines, which tables and listings never have, or one of several boxes whose
//! caption names a diagram, or a chart with a caption.

use super::SMALLEST_SHARE;
use super::charts::{frames, is_chart, is_inside, with_axes};
use super::geometry::{covers, near, reaches, shared};
use super::labels::{caption, names_diagram};
use super::tables::is_table;
use crate::domain::exhibit::pdf::{PdfPage, Shape, ShapeKind};
use crate::domain::facts::{Area, Figure, FigureKind};

/// Shapes closer than this, in points, belong to one group.
const GROUP_DISTANCE: f32 = 14.0;
/// How far from a box a line may end that leads to it, in points.
const REACH: f32 = 9.0;
/// Curves and slanted lines from which a group is a drawing without any box.
const MANY_STROKES: usize = 12;
/// Most shapes that are looked at on one page.
const MOST_SHAPES: usize = 4000;

/// The drawings on a page.
pub(super) fn drawings(page: &PdfPage) -> Vec<Figure> {
    let paper = (page.width * page.height).max(1.0);
    let shapes: Vec<&Shape> =
        page.shapes.iter().filter(|shape| matters(page, shape)).take(MOST_SHAPES).collect();
    groups(&shapes)
        .into_iter()
        .map(|group| (bounds(&group), group))
        .filter(|(area, _)| {
            area.size() / paper >= SMALLEST_SHARE && area.width.min(area.height) > 30.0
        })
        .filter_map(|(area, group)| {
            let drawn = is_drawing(&group) || is_named_drawing(page, &group, &area);
            let is_one = drawn || is_chart(page, &group, &area);
            (is_one && !is_table(page, &group, &area)).then(|| {
                let whole = with_its_words(page, area);
                (if drawn { whole } else { with_axes(page, whole) }, group.len())
            })
        })
        .map(|(area, count)| Figure {
            page: page.number,
            kind: FigureKind::Vector,
            area,
            page_share: (area.size() / paper).min(1.0),
            pixels: None,
            bitmaps: None,
            shapes: u32::try_from(count).ok(),
            labels: Vec::new(),
            sha256: None,
            png: None,
            caption: None,
        })
        .collect()
}

/// The box with the words that stick out of it, so that a picture of it shows them whole.
fn with_its_words(page: &PdfPage, drawn: Area) -> Area {
    /// A longer run of text is the body's, not a label.
    const WIDEST_LABEL: f32 = 0.35;
    let is_label = |area: &&Area| {
        let middle = area.y + area.height / 2.0;
        (drawn.y..=drawn.y + drawn.height).contains(&middle)
            && shared(area, &drawn) > 0.0
            && area.width <= WIDEST_LABEL * page.width
    };
    page.spans.iter().map(|span| &span.area).filter(is_label).fold(drawn, |a, b| a.union(b))
}

/// Leaves out what is as large as the page, and white grounds.
fn matters(page: &PdfPage, shape: &Shape) -> bool {
    let large = shape.area.width > 0.85 * page.width && shape.area.height > 0.6 * page.height;
    let white = !shape.stroked && shape.fill.is_some_and(|fill| fill.iter().all(|&c| c > 250));
    !large && !white
}

/// Groups shapes that lie near each other, or between the same axes.
fn groups<'a>(shapes: &[&'a Shape]) -> Vec<Vec<&'a Shape>> {
    let mut parent: Vec<usize> = (0..shapes.len()).collect();
    let mut order: Vec<usize> = (0..shapes.len()).collect();
    order.sort_by(|&a, &b| shapes[a].area.y.total_cmp(&shapes[b].area.y));
    for (place, &one) in order.iter().enumerate() {
        let bottom = shapes[one].area.y + shapes[one].area.height + GROUP_DISTANCE;
        for &other in &order[place + 1..] {
            if shapes[other].area.y > bottom {
                break;
            }
            if near(&shapes[one].area, &shapes[other].area, GROUP_DISTANCE) {
                let (left, right) = (root(&mut parent, one), root(&mut parent, other));
                parent[left.max(right)] = left.min(right);
            }
        }
    }
    for axes in frames(shapes) {
        let inside: Vec<usize> =
            (0..shapes.len()).filter(|&one| is_inside(shapes[one], &axes)).collect();
        for pair in inside.windows(2) {
            let (left, right) = (root(&mut parent, pair[0]), root(&mut parent, pair[1]));
            parent[left.max(right)] = left.min(right);
        }
    }
    let mut groups = std::collections::BTreeMap::<usize, Vec<&Shape>>::new();
    for (index, shape) in shapes.iter().enumerate() {
        groups.entry(root(&mut parent, index)).or_default().push(shape);
    }
    groups.into_values().collect()
}

fn root(parent: &mut [usize], mut index: usize) -> usize {
    while parent[index] != index {
        parent[index] = parent[parent[index]];
        index = parent[index];
    }
    index
}

fn bounds(group: &[&Shape]) -> Area {
    group.iter().skip(1).fold(group[0].area, |area, shape| area.union(&shape.area))
}

fn is_drawing(group: &[&Shape]) -> bool {
    if group.len() < 3 {
        return false;
    }
    let boxes = boxes(group);
    let links =
        group.iter().filter(|shape| !is_ruling(shape, group) && links(shape, &boxes)).count();
    let free = group.iter().filter(|shape| is_free_stroke(shape)).count();
    (boxes.len() >= 2 && links >= 1) || free >= MANY_STROKES
}

/// Whether a caption names a diagram, and the group has several boxes with words that stand apart from each other: lines
/// may end at other lines, as those of a sequence do, or beside the boxes.
fn is_named_drawing(page: &PdfPage, group: &[&Shape], area: &Area) -> bool {
    /// Fewest such boxes.
    const SEVERAL: usize = 3;
    /// How far two boxes that share an edge lie apart at most, in points, as the cells of a table do.
    const TOUCH: f32 = 2.0;
    /// Share of the page's width from which a box holds running text.
    const WIDE: f32 = 0.5;
    let boxes = boxes(group);
    let is_apart = |one: &&Area| {
        let mut others = boxes.iter().filter(|other| other != one);
        one.width < WIDE * page.width && !others.any(|other| near(one, other, TOUCH))
    };
    let labelled = |one: &&Area| page.spans.iter().any(|span| covers(one, &span.area, 0.6));
    boxes.iter().filter(is_apart).filter(labelled).take(SEVERAL).count() == SEVERAL
        && caption(page, &with_its_words(page, *area)).is_some_and(|(text, _)| names_diagram(&text))
}

/// Boxes that can hold a label, each once, without those that hold other boxes.
fn boxes(group: &[&Shape]) -> Vec<Area> {
    let mut boxes: Vec<Area> = Vec::new();
    for shape in group {
        let Area { width, height, .. } = shape.area;
        let holds = match shape.kind {
            // A ground without outline as high as one line marks a word of code.
            ShapeKind::Rectangle => {
                width > 16.0 && height > if shape.stroked { 10.0 } else { 17.0 }
            }
            // Ellipses, diamonds and drawn boxes are paths.
            ShapeKind::Path => shape.ends.is_none() && width > 24.0 && height > 12.0,
            ShapeKind::Line | ShapeKind::Marker => false,
        };
        let known =
            |other: &Area| shared(other, &shape.area) > 0.8 * other.size().max(shape.area.size());
        if holds && !boxes.iter().any(known) {
            boxes.push(shape.area);
        }
    }
    let all = boxes.clone();
    boxes.retain(|outer| {
        let held = all.iter().filter(|b| *b != outer && covers(outer, b, 0.95)).count();
        held < 2
    });
    boxes
}

/// Whether the shape is a rule of a table: a level or upright line that meets three across it.
fn is_ruling(shape: &Shape, group: &[&Shape]) -> bool {
    const CROSSING: usize = 3;
    let level = |shape: &Shape| shape.area.height < 2.5 && shape.area.width > 8.0;
    let upright = |shape: &Shape| shape.area.width < 2.5 && shape.area.height > 8.0;
    let across = |other: &&&Shape| {
        let crosses = (level(shape) && upright(other)) || (upright(shape) && level(other));
        other.kind == ShapeKind::Line && crosses && near(&shape.area, &other.area, 1.5)
    };
    shape.kind == ShapeKind::Line && group.iter().filter(across).take(CROSSING).count() == CROSSING
}

/// Whether the shape leads from one box to another that does not touch the first.
fn links(shape: &Shape, boxes: &[Area]) -> bool {
    let drawn = match shape.kind {
        ShapeKind::Line => shape.area.width.max(shape.area.height) > 5.0,
        ShapeKind::Path => true,
        ShapeKind::Rectangle | ShapeKind::Marker => false,
    };
    let Some([from, to]) = shape.ends.filter(|_| drawn) else { return false };
    let at = |end| boxes.iter().position(|b| reaches(b, end, REACH) && !inside(b, shape));
    let (Some(one), Some(other)) =
        (at(from), boxes.iter().rposition(|b| reaches(b, to, REACH) && !inside(b, shape)))
    else {
        return false;
    };
    one != other && !near(&boxes[one], &boxes[other], 3.0)
}

/// Whether the shape runs within the box or along its edge, as the rules of a table do.
fn inside(area: &Area, shape: &Shape) -> bool {
    let grown = Area {
        x: area.x - 1.0,
        y: area.y - 1.0,
        width: area.width + 2.0,
        height: area.height + 2.0,
    };
    let line = &shape.area;
    let within = line.x >= grown.x
        && line.y >= grown.y
        && line.x + line.width <= grown.x + grown.width
        && line.y + line.height <= grown.y + grown.height;
    let passes = line.width > 0.9 * area.width && line.height < 1.5
        || line.height > 0.9 * area.height && line.width < 1.5;
    let along = passes && near(area, line, 1.0) && covers(&grown, line, 0.5);
    within || along
}

/// A curve or a slanted line that stands for itself, too large for a letter or a bullet.
fn is_free_stroke(shape: &Shape) -> bool {
    const LETTER: f32 = 14.0;
    let Area { width, height, .. } = shape.area;
    match shape.kind {
        ShapeKind::Path => width.max(height) > LETTER && width.min(height) > 3.0,
        ShapeKind::Line => width.min(height) > 3.0 && width.max(height) > LETTER,
        ShapeKind::Rectangle | ShapeKind::Marker => false,
    }
}
