//! Text in two columns that the file draws row by row, read column by column.
//!
//! Tables look much the same. Lines of prose fill their column, follow each other closely and go on in the middle of
//! a sentence; where most do not on either side, the rows stay rows.

use super::lines::Line;

/// Rows of two lines from which two columns are believed.
const ROWS: usize = 8;
/// Share of its column's widest line that a line fills, 0–1.
const FILLED: f32 = 0.7;
/// Distance of baselines, as a multiple of the font's size, from which lines do not follow each other closely.
const APART: f32 = 1.9;
/// How far a line of a column may begin from its edge, as a multiple of the font's size.
const INDENT: f32 = 2.5;

/// The lines with those of two columns one column after the other.
pub(super) fn by_column(lines: &[Line]) -> Vec<Line> {
    let mut ordered: Vec<Line> = Vec::with_capacity(lines.len());
    let mut rest = lines;
    while !rest.is_empty() {
        let block = Block::begins(rest);
        let (these, others) = rest.split_at(block.length.max(1));
        let (left, right) = (&block.left.lines, &block.right.lines);
        if block.rows >= ROWS && is_prose(left) && is_prose(right) {
            ordered.extend(left.iter().chain(right).map(|line| (*line).clone()));
        } else {
            ordered.extend_from_slice(these);
        }
        rest = others;
    }
    ordered
}

/// Lines that stand in two columns, as many as follow each other.
struct Block<'l> {
    left: Column<'l>,
    right: Column<'l>,
    /// Rows with a line on both sides.
    rows: usize,
    /// Lines in all.
    length: usize,
}

/// Lines of one column.
struct Column<'l> {
    lines: Vec<&'l Line>,
    /// Where the first of them begins, and where the last ends, across the page.
    from: f32,
    to: f32,
}

impl<'l> Column<'l> {
    fn new() -> Self {
        Self { lines: Vec::new(), from: f32::INFINITY, to: f32::NEG_INFINITY }
    }

    /// Whether a line is the next of it.
    fn takes(&self, line: &Line) -> bool {
        let Some(last) = self.lines.last() else { return true };
        let step = base(line) - base(last);
        (line.area.x - self.from).abs() < INDENT * line.size
            && (line.size - last.size).abs() < 0.1 * last.size
            && step > 0.3 * line.size
            && step < 2.0 * APART * line.size
    }

    fn push(&mut self, line: &'l Line) {
        self.from = self.from.min(line.area.x);
        self.to = self.to.max(line.area.x + line.area.width);
        self.lines.push(line);
    }
}

impl<'l> Block<'l> {
    fn begins(lines: &'l [Line]) -> Self {
        let mut block = Self { left: Column::new(), right: Column::new(), rows: 0, length: 0 };
        while let Some(line) = lines.get(block.length) {
            let beside = lines.get(block.length + 1).filter(|next| stand_beside(line, next));
            let is_left = block.left.takes(line) && end(line) < block.right.from;
            match beside {
                Some(next) => {
                    let is_right = block.right.takes(next) && block.left.to < next.area.x;
                    if !(is_left && is_right) {
                        break;
                    }
                    block.left.push(line);
                    block.right.push(next);
                    block.rows += 1;
                    block.length += 2;
                }
                None if block.rows > 0 && is_left => {
                    block.left.push(line);
                    block.length += 1;
                }
                None if block.rows > 0
                    && block.right.takes(line)
                    && block.left.to < line.area.x =>
                {
                    block.right.push(line);
                    block.length += 1;
                }
                None => break,
            }
        }
        block
    }
}

fn base(line: &Line) -> f32 {
    line.area.y + line.area.height
}

fn end(line: &Line) -> f32 {
    line.area.x + line.area.width
}

/// Whether the second line stands to the right of the first, on the same baseline.
fn stand_beside(line: &Line, next: &Line) -> bool {
    let base = |line: &Line| line.area.y + line.area.height;
    (base(line) - base(next)).abs() < 0.3 * line.size && next.area.x > line.area.x + line.area.width
}

/// Whether lines are those of running text.
fn is_prose(column: &[&Line]) -> bool {
    let widest = column.iter().map(|line| line.area.width).fold(0.0, f32::max);
    let pairs = || column.windows(2);
    let most = |count: usize, of: usize| count * 3 >= of * 2;
    let filled = column.iter().filter(|line| line.area.width >= FILLED * widest).count();
    let of_words = column.iter().filter(|line| line.text.split_whitespace().count() >= 3).count();
    let close =
        pairs().filter(|pair| pair[1].area.y - pair[0].area.y < APART * pair[0].size).count();
    let goes_on = pairs().filter(|pair| goes_on(pair[0], pair[1])).count();
    most(filled, column.len())
        && most(of_words, column.len())
        && most(close, column.len() - 1)
        && goes_on * 2 >= column.len() - 1
}

/// Whether a sentence goes on in the next line.
fn goes_on(line: &Line, next: &Line) -> bool {
    let begins = next.text.chars().find(|letter| letter.is_alphanumeric());
    !line.text.ends_with(['.', '!', '?', ':', ';']) && begins.is_some_and(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::Area;

    fn row(at: usize, left: &str, right: &str) -> [Line; 2] {
        let y = 14.0 * f32::from(u8::try_from(at).expect("few rows"));
        let line = |text: &str, x: f32| {
            let width = 5.0 * f32::from(u8::try_from(text.len()).expect("short texts"));
            Line { text: text.into(), area: Area { x, y, width, height: 10.0 }, size: 10.0 }
        };
        [line(left, 50.0), line(right, 310.0)]
    }

    #[track_caller]
    fn check(rows: &[(&str, &str)], by_columns: bool) {
        let lines: Vec<Line> =
            rows.iter().enumerate().flat_map(|(at, (left, right))| row(at, left, right)).collect();
        let mut expected: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        if by_columns {
            let sides = rows.iter().map(|row| row.0).chain(rows.iter().map(|row| row.1));
            expected = sides.collect();
        }
        let found = by_column(&lines);
        let found: Vec<&str> = found.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn prose_in_two_columns_is_read_column_by_column() {
        check(
            &[
                ("The system reads the repository first", "Beside that the tools are kept apart,"),
                ("and then the report, which it holds", "which means that they run in a folder"),
                ("against what the tree has. All that", "of their own and that no shell is used"),
                ("is found goes to the judges, who say", "for them, so that nobody can inject a"),
                ("what they think of it by themselves", "command by the address that is given."),
                ("and without each other. One of them", "The code is in a file of its own and"),
                ("accuses, another defends and the last", "has a timeout for what it clones. The"),
                ("looks at how it was made. In the end", "judges live in another and differ in"),
                ("their words are weighed by the rules", "their prompts, as is told further down"),
                ("that the rubric gives to the court.", "in the section about the personas."),
            ],
            true,
        );
    }

    #[test]
    fn rows_of_a_table_stay_rows() {
        let rows: Vec<(&str, &str)> = [
            ("src/graph.py", "wires the nodes of the graph together"),
            ("src/state.py", "holds the state and all its reducers"),
            ("src/nodes/judges.py", "asks the three judges for opinions"),
        ]
        .into_iter()
        .cycle()
        .take(12)
        .collect();
        check(&rows, false);
        let rows: Vec<(&str, &str)> = [
            ("Forensic accuracy of the repository", "The history has many commits in steps"),
            ("Graph orchestration of the detectives", "All three run at the same time here"),
        ]
        .into_iter()
        .cycle()
        .take(12)
        .collect();
        check(&rows, false);
    }
}
