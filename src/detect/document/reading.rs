//! Lines → the text of a page, with paragraphs and headings.

use super::lines::{Line, lines};
use super::listings::Row;
use super::parts::Heading;
use crate::domain::exhibit::pdf::PdfPage;
use crate::domain::facts::ReportPage;

/// The text of a page and what is known about its lines.
pub(super) struct ReadPage {
    pub(super) page: ReportPage,
    /// Each line that looks like a heading.
    pub(super) headings: Vec<Heading>,
    /// Where each line begins.
    pub(super) rows: Vec<Row>,
}

/// Reads a page in the order in which a person does.
///
/// `body` is the font size of running text, in points; larger lines are headings.
pub(super) fn read(page: &PdfPage, body: f32) -> ReadPage {
    let lines = lines(&page.spans);
    let leading = usual_leading(&lines);
    let mut text = String::new();
    let (mut headings, mut rows) = (Vec::new(), Vec::new());
    let mut last: Option<(&Line, bool)> = None;
    for (at, line) in lines.iter().enumerate() {
        let alone = stands_alone(&lines, at);
        if let Some((last, was_alone)) = last {
            text.push_str(match break_after(last, line, leading) {
                Break::Cell => "  ",
                Break::Line if alone || was_alone => "\n\n",
                Break::Line => "\n",
                Break::Paragraph => "\n\n",
            });
        }
        if text.is_empty() || text.ends_with('\n') {
            rows.push(Row { start: text.len(), x: line.area.x, size: line.size });
        }
        if is_heading(line, body) {
            let (start, size) = (text.len(), line.size);
            headings.push(Heading { start, text: line.text.clone(), size });
        }
        text.push_str(&line.text);
        last = Some((line, alone));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let large: Vec<String> = lines
        .iter()
        .filter(|line| is_large(line, body) && is_heading(line, body))
        .map(|line| line.text.trim().to_owned())
        .collect();
    let page = ReportPage {
        number: page.number,
        width: page.width,
        height: page.height,
        text,
        headings: large,
    };
    ReadPage { page, headings, rows }
}

/// The font size in which most letters are set, in points.
pub(super) fn body_size(pages: &[PdfPage]) -> f32 {
    let mut letters = std::collections::BTreeMap::<i32, usize>::new();
    for span in pages.iter().flat_map(|page| &page.spans) {
        *letters.entry(half_points(span.size)).or_default() += span.text.len();
    }
    let most = letters.iter().max_by_key(|&(size, count)| (*count, -*size));
    most.map_or(11.0, |(&size, _)| i16::try_from(size).map_or(11.0, |size| f32::from(size) / 2.0))
}

#[expect(clippy::cast_possible_truncation, reason = "font sizes are clamped")]
fn half_points(size: f32) -> i32 {
    (size * 2.0).round().clamp(0.0, 2000.0) as i32
}

enum Break {
    Cell,
    Line,
    Paragraph,
}

fn break_after(last: &Line, next: &Line, leading: f32) -> Break {
    let step = (next.area.y + next.area.height) - (last.area.y + last.area.height);
    let size = last.size.max(next.size);
    if step.abs() < 0.3 * size && next.area.x > last.area.x {
        return Break::Cell;
    }
    let resized = (last.size - next.size).abs() > 0.15 * size;
    let far = step > 1.35 * leading * last.size.min(next.size);
    if step < 0.0 || far || resized { Break::Paragraph } else { Break::Line }
}

/// Whether a line is a numbered heading that nothing but its number sets apart from the text around it.
///
/// A line that a sentence or an item of a list runs over is filled, and what follows it need not begin anew.
fn stands_alone(lines: &[Line], at: usize) -> bool {
    const FILLED: f32 = 0.7;
    let line = &lines[at];
    let widest = lines.iter().map(|line| line.area.width).fold(0.0, f32::max);
    let is_filled = |line: &Line| line.area.width > FILLED * widest;
    let ended = |before: &Line| {
        before.text.trim_end().ends_with(['.', '!', '?', ':', '”']) || !is_filled(before)
    };
    let begins = |after: &Line| after.text.trim_start().starts_with(char::is_uppercase);
    numbered(line.text.trim())
        && line.text.trim_start().split(' ').next().is_some_and(|number| number.contains('.'))
        && !line.text.trim_end().ends_with(['.', ',', ';', ':'])
        && !is_filled(line)
        && at.checked_sub(1).is_none_or(|before| ended(&lines[before]))
        && lines.get(at + 1).is_some_and(begins)
}

/// The usual distance of baselines, as a multiple of the font size.
fn usual_leading(lines: &[Line]) -> f32 {
    let mut steps: Vec<f32> = lines
        .windows(2)
        .map(|pair| {
            let step = pair[1].area.y + pair[1].area.height - pair[0].area.y - pair[0].area.height;
            step / pair[0].size.max(1.0)
        })
        .filter(|step| (0.8..2.2).contains(step))
        .collect();
    steps.sort_by(f32::total_cmp);
    steps.get(steps.len() / 2).copied().unwrap_or(1.2)
}

fn is_heading(line: &Line, body: f32) -> bool {
    const LONGEST: usize = 90;
    let text = line.text.trim();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    if letters < 3 || text.len() > LONGEST || text.ends_with(['.', ',', ';']) {
        return false;
    }
    is_large(line, body) || numbered(text) || counted_twice(text)
}

/// Whether a line is set larger than running text.
fn is_large(line: &Line, body: f32) -> bool {
    line.size > body * 1.12
}

/// Whether the number that a program gives a heading stands before the one that its author gave it: `1.6 5. Plan`.
fn counted_twice(text: &str) -> bool {
    let Some((number, title)) = text.split_once(' ') else { return false };
    let is_number = number.chars().all(|sign| sign.is_ascii_digit() || sign == '.');
    is_number && number.contains('.') && numbered(title)
}

/// Whether the text begins like `3.`, `2.1` or `IV.` and goes on with a capital.
fn numbered(text: &str) -> bool {
    let Some((number, title)) = text.split_once(' ') else { return false };
    let digits = number.trim_end_matches('.');
    let decimal = digits.contains(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
        && number.len() <= 8;
    // A numbered item of a list has no dot inside and is a sentence; a heading is short.
    let short = title.split_whitespace().count() <= 8;
    decimal && short && title.trim_start().starts_with(char::is_uppercase)
}
