//! Runs of text → lines.

use super::columns::by_column;
use crate::domain::facts::{Area, TextSpan};

/// One line of text within one column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) area: Area,
    /// Height of its largest font in points.
    pub(super) size: f32,
}

/// Runs within this many degrees of left-to-right are read as they stand.
const LEVEL_DEGREES: f32 = 20.0;
/// A gap wider than this share of the font size parts two words.
const WORD_GAP: f32 = 0.15;
/// A gap wider than this share of the font size parts two columns or cells.
const CELL_GAP: f32 = 1.6;

/// Puts runs together to lines, in the order in which the file draws them.
///
/// Programs that write reports draw text in the order in which it is read, column by column and cell
/// by cell. Where they draw prose in columns row by row, it is put in order by its places, and so are lines elsewhere
/// that are drawn in no order.
pub(super) fn lines(spans: &[TextSpan]) -> Vec<Line> {
    let (level, turned): (Vec<_>, Vec<_>) =
        spans.iter().partition(|span| span.angle.abs() < LEVEL_DEGREES);
    let mut lines = sort_if_needed(by_column(&with_marks(join(level.into_iter().cloned()))));
    for quarter in [-90.0_f32, 90.0, 180.0] {
        let these =
            turned.iter().filter(|span| (nearest_quarter(span.angle) - quarter).abs() < 1.0);
        lines.extend(join(these.map(|span| turn(span, quarter))));
    }
    lines
}

fn nearest_quarter(angle: f32) -> f32 {
    if angle.abs() > 135.0 {
        180.0
    } else if angle > 0.0 {
        90.0
    } else {
        -90.0
    }
}

/// Turns the page around its corner until the run reads from left to right.
fn turn(span: &TextSpan, quarter: f32) -> TextSpan {
    let Area { x, y, width, height } = span.area;
    let area = if quarter > 135.0 {
        Area { x: -x - width, y: -y - height, width, height }
    } else if quarter > 0.0 {
        Area { x: y, y: -x - width, width: height, height: width }
    } else {
        Area { x: -y - height, y: x, width: height, height: width }
    };
    TextSpan { text: span.text.clone(), area, size: span.size, angle: 0.0 }
}

fn join(spans: impl Iterator<Item = TextSpan>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for span in spans {
        // Words of one line may be drawn apart, so the last few lines are tried.
        let near = lines.len().saturating_sub(3);
        let continued = lines[near..].iter().rposition(|line| follows(line, &span));
        match continued {
            Some(offset) => append(&mut lines[near + offset], &span),
            None => lines.push(Line { text: span.text, area: span.area, size: span.size }),
        }
    }
    for line in &mut lines {
        line.area = without_indent(line);
        line.text = tidy(&line.text);
    }
    lines.retain(|line| !line.text.is_empty());
    lines
}

/// Most marks of one page that are put before their items.
const MARKS: usize = 500;
/// How far a mark may stand before its item, as a share of the font size.
const MARK_GAP: f32 = 3.0;

/// Puts the marks of lists before their items, where the file draws them behind all of these.
fn with_marks(lines: Vec<Line>) -> Vec<Line> {
    let (mut kept, mut marks): (Vec<Line>, usize) = (Vec::new(), 0);
    for line in lines {
        let is_mark = marks < MARKS && is_mark(&line.text);
        marks += usize::from(is_mark);
        // The nearest of those that are drawn before it.
        let gap = |item: &Line| item.area.x - (line.area.x + line.area.width);
        let items = kept.iter_mut().filter(|item| is_mark && is_item_of(item, &line));
        match items.min_by(|one, other| gap(one).total_cmp(&gap(other))) {
            Some(item) => {
                item.text = format!("{} {}", line.text, item.text);
                item.area = item.area.union(&line.area);
            }
            None => kept.push(line),
        }
    }
    kept
}

/// Whether a line is nothing but bullets, or the number of an item.
fn is_mark(text: &str) -> bool {
    let is_bullet = |letter: char| "•◦▪▫‣●○■□∙·⁃–".contains(letter);
    let number = text.strip_suffix(['.', ')']).unwrap_or_default();
    let is_number = (1..=2).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    is_number || text.chars().all(|letter| is_bullet(letter) || letter == ' ')
}

/// Whether a mark stands before a line that has none.
fn is_item_of(item: &Line, mark: &Line) -> bool {
    let middle = mark.area.y + mark.area.height / 2.0;
    let gap = item.area.x - (mark.area.x + mark.area.width);
    let beside = item.area.y < middle && middle < item.area.y + item.area.height;
    let first = item.text.split(' ').next().unwrap_or_default();
    // A space that is drawn with the mark may reach into the item.
    let behind = gap > -0.5 * item.size && item.area.x > mark.area.x;
    beside && behind && gap < MARK_GAP * item.size && !is_mark(first)
}

/// The box of a line without the spaces that it begins with, which are as wide as its other letters where they matter:
/// in code and in listings.
fn without_indent(line: &Line) -> Area {
    let spaces = line.text.len() - line.text.trim_start_matches(' ').len();
    if spaces == 0 {
        return line.area;
    }
    #[expect(clippy::cast_precision_loss, reason = "a line has few letters")]
    let indent = line.area.width * spaces as f32 / line.text.chars().count() as f32;
    Area { x: line.area.x + indent, width: line.area.width - indent, ..line.area }
}

fn tidy(text: &str) -> String {
    text.trim_end().trim_start_matches(' ').to_string()
}

/// Whether the run stands on the line, to the right of what is there.
fn follows(line: &Line, span: &TextSpan) -> bool {
    let top = line.area.y.max(span.area.y);
    let bottom = (line.area.y + line.area.height).min(span.area.y + span.area.height);
    let shared = bottom - top;
    let size = line.size.min(span.size);
    let gap = span.area.x - (line.area.x + line.area.width);
    shared > 0.55 * line.area.height.min(span.area.height)
        && gap > -0.5 * size
        && gap < CELL_GAP * line.size.max(span.size)
}

fn append(line: &mut Line, span: &TextSpan) {
    let gap = span.area.x - (line.area.x + line.area.width);
    let parted = gap > WORD_GAP * line.size.min(span.size);
    if parted && !line.text.ends_with(' ') && !span.text.starts_with(' ') {
        line.text.push(' ');
    }
    line.text.push_str(&span.text);
    line.area = line.area.union(&span.area);
    line.size = line.size.max(span.size);
}

/// Keeps the drawn order unless it jumps up within a column more often than a table or a page of
/// two columns would.
fn sort_if_needed(lines: Vec<Line>) -> Vec<Line> {
    let jumps = lines.windows(2).filter(|pair| jumps_up(&pair[0], &pair[1])).count();
    if jumps <= 2 || jumps * 6 <= lines.len() {
        return lines;
    }
    match gutter(&lines) {
        Some(at) => {
            let (left, right): (Vec<_>, Vec<_>) =
                lines.into_iter().partition(|line| line.area.x + line.area.width / 2.0 < at);
            [from_the_top(left), from_the_top(right)].concat()
        }
        None => from_the_top(lines),
    }
}

fn jumps_up(before: &Line, after: &Line) -> bool {
    let overlap = (before.area.x + before.area.width).min(after.area.x + after.area.width)
        - before.area.x.max(after.area.x);
    let narrow = before.area.width.min(after.area.width);
    overlap > 0.5 * narrow && after.area.y + 0.5 * after.size < before.area.y
}

fn from_the_top(mut lines: Vec<Line>) -> Vec<Line> {
    lines.sort_by(|a, b| {
        let (a, b) = (a.area, b.area);
        // Tenths of a point would let two cells of one row change places.
        let row = |area: Area| (area.y + area.height / 2.0).round();
        row(a).total_cmp(&row(b)).then(a.x.total_cmp(&b.x))
    });
    lines
}

/// The place between two columns, if hardly any line crosses it and both sides are full.
fn gutter(lines: &[Line]) -> Option<f32> {
    let left = lines.iter().map(|l| l.area.x).fold(f32::INFINITY, f32::min);
    let right = lines.iter().map(|l| l.area.x + l.area.width).fold(f32::NEG_INFINITY, f32::max);
    let total = lines.len();
    (35..=65_u8)
        .map(|percent| left + (right - left) * f32::from(percent) / 100.0)
        .filter_map(|at| {
            let before = lines.iter().filter(|l| l.area.x + l.area.width <= at).count();
            let after = lines.iter().filter(|l| l.area.x >= at).count();
            let crossing = total - before - after;
            let full = before * 3 >= total && after * 3 >= total;
            (full && crossing * 10 <= total).then_some((crossing, at))
        })
        .min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)))
        .map(|(_, at)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(text: &str, x: f32, y: f32) -> TextSpan {
        let width = 5.0 * f32::from(u8::try_from(text.len()).expect("test texts are short"));
        let area = Area { x, y, width, height: 10.0 };
        TextSpan { text: text.into(), area, size: 10.0, angle: 0.0 }
    }

    #[track_caller]
    fn check(spans: &[TextSpan], expected: &[&str]) {
        let found: Vec<String> = lines(spans).into_iter().map(|line| line.text).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn words_of_a_line_are_joined_by_their_gaps() {
        check(&[span("ab", 50.0, 10.0), span("cd", 63.0, 10.0)], &["ab cd"]);
        check(&[span("ab", 50.0, 10.0), span("cd", 60.2, 10.0)], &["abcd"]);
        check(&[span("ab", 50.0, 10.0), span("cd", 200.0, 10.0)], &["ab", "cd"]);
        check(&[span("ab", 50.0, 10.0), span("cd", 50.0, 24.0)], &["ab", "cd"]);
    }

    #[test]
    fn marks_that_are_drawn_behind_the_items_of_their_list_stand_before_them() {
        let items = [span("one", 60.0, 10.0), span("two", 60.0, 24.0), span("inner", 75.0, 38.0)];
        let marks = [span("•", 40.0, 10.0), span("2.", 45.0, 24.0), span("▪", 57.0, 38.0)];
        check(&[&items[..], &marks[..]].concat(), &["• one", "2. two", "▪ inner"]);
        // What is no mark, and a mark that nothing stands beside, stay where they are.
        let others = [span("see", 40.0, 10.0), span("•", 48.0, 90.0), span("•", 400.0, 24.0)];
        check(&[&items[..], &others[..]].concat(), &["one", "two", "inner", "see", "•", "•"]);
    }

    #[test]
    fn a_line_stands_where_its_first_letter_does() {
        let x = |text: &str| lines(&[span(text, 50.0, 10.0)]).first().map(|line| line.area.x);
        assert_eq!(x("a.py"), Some(50.0));
        assert_eq!(x("    a.py"), Some(70.0));
        assert_eq!(x("    "), None);
    }

    #[test]
    fn columns_are_read_one_after_the_other() {
        let drawn = ["left 1", "left 2", "right 1", "right 2"];
        let places = [(50.0, 10.0), (50.0, 24.0), (300.0, 10.0), (300.0, 24.0)];
        let spans: Vec<_> = drawn.iter().zip(places).map(|(t, (x, y))| span(t, x, y)).collect();
        check(&spans, &drawn);
    }

    #[test]
    fn lines_drawn_upside_down_are_sorted() {
        let spans: Vec<_> = (0..8_u8)
            .map(|n| span(&format!("line {n}"), 50.0, 200.0 - 14.0 * f32::from(n)))
            .collect();
        let expected: Vec<String> = (0..8).rev().map(|n| format!("line {n}")).collect();
        check(&spans, &expected.iter().map(String::as_str).collect::<Vec<_>>());
    }

    #[test]
    fn rotated_text_is_read_after_the_rest_along_its_direction() {
        let upward = |text: &str, y: f32| TextSpan {
            text: text.into(),
            area: Area { x: 20.0, y, width: 10.0, height: 20.0 },
            size: 10.0,
            angle: -90.0,
        };
        check(
            &[upward("up", 300.0), upward("ward", 277.0), span("level", 50.0, 10.0)],
            &["level", "up ward"],
        );
    }
}
