//! Tables with filled rows, which are boxes apart from each other with lines between them and yet draw
//! nothing.

use super::geometry::near;
use crate::domain::exhibit::pdf::{PdfPage, Shape, ShapeKind};
use crate::domain::facts::Area;

/// Rules across the whole width that a table has at least.
const RULES: usize = 3;

/// How far what meets may lie apart, in points.
const SLACK: f32 = 2.5;

/// A ground no higher than this, in points, marks a word inside a cell.
const WORD_HEIGHT: f32 = 20.0;

/// Whether all shapes of the group belong to one table: level rules across its width, lines and
/// grounds of cells that end at these rules, nothing slanted, curved or pointed, and words in rows.
pub(super) fn is_table(page: &PdfPage, group: &[&Shape], area: &Area) -> bool {
    let rules = rules(group, area);
    if rules.len() < RULES {
        return false;
    }
    let mut edges = rules;
    edges.extend([area.y, area.y + area.height]);
    edges.sort_by(f32::total_cmp);
    group.iter().all(|shape| fits(shape, group, &edges)) && rows_with_words(page, area, &edges) > 1
}

/// The heights at which level lines together cross the whole width.
fn rules(group: &[&Shape], area: &Area) -> Vec<f32> {
    let mut level: Vec<&Area> =
        group.iter().filter(|shape| is_level(shape)).map(|shape| &shape.area).collect();
    level.sort_by(|one, other| one.y.total_cmp(&other.y));
    let rows = level.chunk_by(|one, other| other.y - one.y < SLACK);
    rows.filter(|row| crosses(row, area)).map(|row| row[0].y + row[0].height / 2.0).collect()
}

/// Whether the lines, one beside the other, leave no gap from the left edge to the right one.
fn crosses(lines: &[&Area], area: &Area) -> bool {
    let mut lines = lines.to_vec();
    lines.sort_by(|one, other| one.x.total_cmp(&other.x));
    let reached = lines.iter().fold(area.x, |reached, line| {
        if line.x <= reached + SLACK { reached.max(line.x + line.width) } else { reached }
    });
    // The last column may stick out where a table is wider than its text.
    reached >= area.x + 0.97 * area.width
}

fn fits(shape: &Shape, group: &[&Shape], edges: &[f32]) -> bool {
    let at_edge = |y: f32| edges.iter().any(|edge| (edge - y).abs() <= SLACK);
    let (top, bottom) = (shape.area.y, shape.area.y + shape.area.height);
    match shape.kind {
        ShapeKind::Rectangle => {
            let within = |pair: &[f32]| pair[0] - SLACK <= top && bottom <= pair[1] + SLACK;
            let marks = !shape.stroked && shape.area.height <= WORD_HEIGHT;
            (at_edge(top) && at_edge(bottom)) || (marks && edges.windows(2).any(within))
        }
        ShapeKind::Line if is_level(shape) => at_edge(top) || spans_columns(shape, group),
        ShapeKind::Line => is_upright(shape) && at_edge(top) && at_edge(bottom),
        ShapeKind::Marker | ShapeKind::Path => false,
    }
}

/// Whether a level line that is no rule runs from one upright line to another, as beside a cell that
/// stands for several rows.
fn spans_columns(shape: &Shape, group: &[&Shape]) -> bool {
    let y = shape.area.y;
    let meets = |x: f32| {
        let end = Area { x, y, width: 0.0, height: 0.0 };
        group.iter().any(|other| is_upright(other) && near(&other.area, &end, SLACK))
    };
    meets(shape.area.x) && meets(shape.area.x + shape.area.width)
}

/// How many rows have words in them.
fn rows_with_words(page: &PdfPage, area: &Area, edges: &[f32]) -> usize {
    let holds = |pair: &&[f32]| {
        page.spans.iter().any(|span| {
            let middle = span.area.y + span.area.height / 2.0;
            (pair[0]..pair[1]).contains(&middle) && near(&span.area, area, 0.0)
        })
    };
    edges.windows(2).filter(holds).count()
}

fn is_level(shape: &Shape) -> bool {
    shape.kind == ShapeKind::Line && shape.area.height < SLACK && shape.area.width > SLACK
}

fn is_upright(shape: &Shape) -> bool {
    shape.kind == ShapeKind::Line && shape.area.width < SLACK && shape.area.height > SLACK
}
