//! Listings without strokes, in which a name stands deeper on the page than the folder that it lies in.

use super::listings::{Listed, Row};
use super::path_names::{names_file, well_formed};

/// How far lines of one folder may begin from each other, as a share of the font's size.
const ALIGNED: f32 = 0.4;
/// From which distance a line is deeper than another.
const DEEPER: f32 = 0.7;
/// Most lines over which a comment goes on behind the one with its name.
const COMMENT: usize = 2;
/// Fewest lines of a listing.
const FEWEST: usize = 3;
/// Deepest listing that is followed.
const DEEPEST: usize = 16;

/// What the listings of a page tell.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Indented {
    /// The names that stand in a folder, in the order of the text.
    pub(super) listed: Vec<Listed>,
    /// Byte offsets of the names that begin a line of a listing, and go on with none before them.
    pub(super) begun: Vec<usize>,
}

/// A line of a listing.
struct Entry<'t> {
    name: &'t str,
    x: f32,
}

/// A listing that is being read.
#[derive(Default)]
struct Block<'t> {
    above: Vec<Entry<'t>>,
    found: Indented,
    lines: usize,
    /// Lines over which the comment of the last one may still go on.
    comment: usize,
    /// Whether its lines were in no order.
    lost: bool,
}

/// Reads the listings of a page.
pub(super) fn indented(text: &str, rows: &[Row]) -> Indented {
    let mut all = Indented::default();
    let mut block = Block::default();
    for (at, row) in rows.iter().enumerate() {
        let end = rows.get(at + 1).map_or(text.len(), |next| next.start);
        let line = text[row.start..end].trim_end();
        match named(line) {
            Some(named) if is_path(named.name) || (block.lines > 0 && block.comment == 0) => {
                block.take(&named, row);
            }
            // A comment goes on in its own paragraph.
            _ if block.comment > 0 && !text[..row.start].ends_with("\n\n") => block.comment -= 1,
            _ => std::mem::take(&mut block).close(&mut all),
        }
    }
    block.close(&mut all);
    all
}

impl<'t> Block<'t> {
    fn take(&mut self, named: &Named<'t>, row: &Row) {
        let (name, at) = (named.name, row.start + named.at);
        self.lines += 1;
        self.comment = if named.is_told { COMMENT } else { 0 };
        self.found.begun.push(at);
        let mut beside = None;
        while let Some(last) = self.above.last()
            && row.x < last.x + DEEPER * row.size
        {
            beside = Some(last.x);
            self.above.pop();
        }
        // A line that goes back stands where one stood before.
        let in_order = beside.is_none_or(|x| (row.x - x).abs() <= ALIGNED * row.size);
        let is_inside = self.above.last().is_none_or(|folder| !names_file(folder.name));
        self.lost |= !(in_order && is_inside) || self.above.len() >= DEEPEST;
        if self.lost {
            return;
        }
        if !self.above.is_empty() && is_path(name) {
            let above = self.above.iter().map(|folder| folder.name.trim_end_matches('/'));
            let folder = above.collect::<Vec<_>>().join("/");
            self.found.listed.push(Listed { at, folder });
        }
        self.above.push(Entry { name, x: row.x });
    }

    /// Adds what the listing tells to the rest, if it is one.
    fn close(self, all: &mut Indented) {
        if self.lines >= FEWEST && !self.found.listed.is_empty() {
            all.listed.extend(self.found.listed);
            all.begun.extend(self.found.begun);
        }
    }
}

fn is_path(name: &str) -> bool {
    name.ends_with('/') || names_file(name)
}

/// The name with which a line of a listing begins.
struct Named<'t> {
    name: &'t str,
    /// Byte offset within the line.
    at: usize,
    /// Whether a comment follows it.
    is_told: bool,
}

/// The name with which a line begins, where nothing or a comment follows it.
fn named(line: &str) -> Option<Named<'_>> {
    const BULLETS: [char; 9] = ['•', '●', '○', '■', '▪', '◦', '–', '-', '*'];
    let rest = line.trim_start_matches(|sign: char| BULLETS.contains(&sign) || sign == ' ');
    let token = rest.split(' ').next()?;
    let name = token.trim_matches(['`', '*', '"', ':']);
    let after = &rest[token.len()..];
    let comment = after.trim_start();
    let parted =
        after.starts_with("  ") || comment.starts_with(['#', '—', '–', '-', '(', '←', '→', '=']);
    let at = line.len() - rest.len() + rest.find(name)?;
    let is_name = well_formed(name) && name.contains(char::is_alphanumeric);
    let is_told = !comment.is_empty();
    let is_one = is_name && (!is_told || parted && (is_path(name) || comment.starts_with('#')));
    is_one.then_some(Named { name, at, is_told })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines with their indents in letters → names with their folders.
    #[track_caller]
    fn check(lines: &[(u8, &str)], expected: &[&str]) {
        let (mut text, mut rows) = (String::new(), Vec::new());
        for (indent, line) in lines {
            rows.push(Row { start: text.len(), x: 50.0 + 6.0 * f32::from(*indent), size: 10.0 });
            text.push_str(line);
            text.push('\n');
        }
        let name = |one: &Listed| {
            let name = text[one.at..].split_whitespace().next().unwrap_or_default();
            format!("{}/{name}", one.folder)
        };
        let found: Vec<String> = indented(&text, &rows).listed.iter().map(name).collect();
        assert_eq!(found, expected, "{lines:?}");
    }

    #[test]
    fn a_name_stands_in_the_folder_to_which_it_is_indented() {
        check(
            &[
                (0, "src/"),
                (2, "nodes/"),
                (4, "judges.py   # all of them, of which more is said on the next"),
                (0, "line"),
                (4, "justice.py"),
                (2, "graph.py — the graph"),
                (0, "tests/"),
                (2, "test_graph.py"),
            ],
            &[
                "src/nodes/",
                "src/nodes/judges.py",
                "src/nodes/justice.py",
                "src/graph.py",
                "tests/test_graph.py",
            ],
        );
        check(
            &[(0, "• src/: the code"), (0, "● src/ (the code)"), (3, "○ a.py"), (3, "○ b.py")],
            &["src/a.py", "src/b.py"],
        );
    }

    #[test]
    fn without_indents_that_agree_no_folder_is_known() {
        check(&[(0, "src/"), (0, "a.py"), (0, "b.py")], &[]);
        check(&[(0, "src/"), (1, "a.py"), (0, "b.py")], &[]);
        check(&[(0, "src/"), (4, "a.py"), (2, "b.py"), (4, "c.py")], &["src/a.py"]);
        check(&[(0, "a.py"), (2, "b.py"), (2, "c.py")], &[]);
        check(&[(0, "All of src/"), (2, "a.py is it"), (2, "b.py is more")], &[]);
        check(&[(0, "src/"), (2, "a.py")], &[]);
    }

    #[test]
    fn a_line_of_a_listing_goes_on_with_none_before_it() {
        let row = |start, x| Row { start, x, size: 10.0 };
        let rows = [row(0, 50.0), row(5, 62.0), row(10, 50.0)];
        assert_eq!(indented("src/\na.py\nb/\n", &rows).begun, [0, 5, 10]);
    }
}
