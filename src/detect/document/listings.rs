//! Listings of folders: which folder a line stands in, as far as its strokes or its place on the page tell.
//!
//! In a drawn tree each open folder passes its stroke through the lines below it, so that the strokes before a branch
//! count the folders that go on; those that were closed by `└` are told from them by the order of the lines. Where the
//! strokes and the places of the lines contradict each other, the line stands in no folder that is known.

use super::parts::Heading;
use super::path_names::{names_file, well_formed};
use super::sentences::begins_branch;

/// A line of a page's text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    /// Byte offset of its beginning.
    pub(super) start: usize,
    /// Where its first letter stands across the page, in points.
    pub(super) x: f32,
    /// Height of its font in points.
    pub(super) size: f32,
}

/// A name in a listing and the folder that it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    /// Byte offset of the name.
    pub(super) at: usize,
    /// The folder, from the top of the listing.
    pub(super) folder: String,
}

/// How far two lines of one folder may begin from each other, as a share of the font's size.
const ALIGNED: f32 = 0.4;
/// Lines without a branch behind which a tree does not go on: what is said of a file runs over fewer.
const APART: usize = 4;
/// Deepest tree that is followed.
const DEEPEST: usize = 16;

/// Follows the listings of a report from page to page.
#[derive(Default)]
pub(super) struct Listings {
    /// The folder over the first branches.
    root: Option<String>,
    /// Where the first branches stand.
    edge: Option<f32>,
    /// The branches from the top to the last line.
    open: Vec<Branch>,
    /// Whether the lines contradicted each other.
    lost: bool,
    /// The folder that the last line names by itself.
    head: Option<String>,
    /// Lines since the last branch.
    since: usize,
}

/// A branch of a tree.
struct Branch {
    name: String,
    /// Whether it is the last one of its folder.
    closes: bool,
    /// Where it stands across the page, where no stroke stands before it.
    x: Option<f32>,
    /// How many letters stand before it on its line.
    width: usize,
}

/// A line of a tree, cut into its parts.
struct Cut<'t> {
    /// Letters before the branch.
    width: usize,
    /// Strokes among them.
    strokes: usize,
    closes: bool,
    name: &'t str,
    /// Byte offset of the name within the line.
    at: usize,
}

impl Listings {
    /// The names on a page that stand in a folder, in the order of the text.
    pub(super) fn page(&mut self, text: &str, rows: &[Row], headings: &[Heading]) -> Vec<Listed> {
        let mut found = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            let end = rows.get(at + 1).map_or(text.len(), |next| next.start);
            let line = text[row.start..end].trim_end();
            if line.is_empty() {
                continue;
            }
            let Some(cut) = cut(line) else {
                self.pass(line, headings.binary_search_by_key(&row.start, |one| one.start).is_ok());
                continue;
            };
            if let Some(folder) = self.follow(&cut, row) {
                found.push(Listed { at: row.start + cut.at, folder });
            }
        }
        found
    }

    /// Takes in a line without a branch.
    fn pass(&mut self, line: &str, is_heading: bool) {
        self.head = head(line).map(str::to_owned);
        self.since += 1;
        if is_heading || self.since >= APART {
            self.close();
        }
    }

    fn close(&mut self) {
        (self.root, self.edge, self.lost) = (None, None, false);
        self.open.clear();
    }

    /// Takes in a line with a branch, and says which folder it stands in.
    fn follow(&mut self, cut: &Cut<'_>, row: &Row) -> Option<String> {
        let head = self.head.take();
        self.since = 0;
        let begins = head.as_ref().is_some_and(|head| head.ends_with('/'));
        if cut.strokes == 0 && (begins || self.open.is_empty()) {
            self.close();
            self.root = head;
        }
        let near = |x: f32| (row.x - x).abs() <= ALIGNED * row.size;
        if cut.strokes == 0 && self.lost && self.edge.is_some_and(near) {
            self.open.clear();
            self.lost = false;
        }
        let depth = self.depth(cut, row).filter(|_| !self.lost);
        let Some(depth) = depth.filter(|depth| *depth < DEEPEST) else {
            self.lost = true;
            return None;
        };
        self.open.truncate(depth);
        let above = self.root.iter().chain(self.open.iter().map(|branch| &branch.name));
        let folder = above.map(|name| name.trim_end_matches('/')).collect::<Vec<_>>().join("/");
        let x = (cut.strokes == 0).then_some(row.x);
        if depth == 0 {
            self.edge = self.edge.or(x);
        }
        let name = cut.name.to_owned();
        self.open.push(Branch { name, closes: cut.closes, x, width: cut.width });
        (!folder.is_empty()).then_some(folder)
    }

    /// How many branches are above a line: as many as go on, and those behind them that were the last of their folders.
    fn depth(&self, cut: &Cut<'_>, row: &Row) -> Option<usize> {
        let mut going = self.open.iter().enumerate().filter(|(_, branch)| !branch.closes);
        let beside = going.by_ref().nth(cut.strokes);
        let apart = ALIGNED * row.size;
        if let Some((depth, beside)) = beside {
            // Where one letter is as wide as another, what stands before one branch stands before the next.
            let aligned = match beside.x.filter(|_| cut.strokes == 0) {
                Some(x) => (row.x - x).abs() <= apart,
                None => beside.width.abs_diff(cut.width) <= 1,
            };
            return aligned.then_some(depth);
        }
        let going = self.open.iter().filter(|branch| !branch.closes).count();
        let Some(above) = self.open.last() else { return (cut.strokes == 0).then_some(0) };
        let inside = match above.x.filter(|_| cut.strokes == 0) {
            Some(x) => row.x > x + apart,
            None => true,
        };
        let is_folder = !names_file(&above.name);
        (going == cut.strokes && inside && is_folder).then_some(self.open.len())
    }
}

/// The parts of a line of a drawn tree.
fn cut(line: &str) -> Option<Cut<'_>> {
    let mut strokes = 0;
    for (width, (at, letter)) in line.char_indices().enumerate() {
        match letter {
            '├' | '└' | '+' | '|' | '`' | '\\' if begins_branch(&line[at..]) => {
                let behind = &line[at + letter.len_utf8()..];
                let name = behind.trim_start_matches(|sign: char| {
                    matches!(sign, '─' | '━' | '-' | '>') || sign.is_whitespace()
                });
                let from = line.len() - name.len();
                let name = name.split(|end: char| end.is_whitespace() || end == ',').next()?;
                let name = name.trim_matches(['`', '*', '"']);
                let at = from + line[from..].find(name)?;
                let closes = matches!(letter, '└' | '`' | '\\');
                let is_name = well_formed(name) && name.contains(char::is_alphanumeric);
                return is_name.then_some(Cut { width, strokes, closes, name, at });
            }
            '│' | '|' | '┃' | '¦' => strokes += 1,
            _ if letter.is_whitespace() => {}
            _ => return None,
        }
    }
    None
}

/// The folder that a line names by itself, over the first branch of a tree.
fn head(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let name = words.next()?.trim_matches(['`', '*', '"']);
    let told = words.next().is_none_or(|next| next.starts_with(['#', '—', '–', '(', '←']));
    let is_folder = name.ends_with('/') || !name.contains(['.', ':']);
    let body = name.trim_end_matches('/');
    (told && is_folder && well_formed(body) && body.contains(char::is_alphanumeric)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of a page, of which each letter is as wide as another → names with their folders.
    #[track_caller]
    fn check(pages: &[&[&str]], expected: &[&str]) {
        let (mut listings, mut found) = (Listings::default(), Vec::new());
        for lines in pages {
            let (mut text, mut rows) = (String::new(), Vec::new());
            for line in *lines {
                let words = line.trim_start();
                let indent = u16::try_from(line.len() - words.len()).expect("short lines");
                let x = 50.0 + 6.0 * f32::from(indent);
                rows.push(Row { start: text.len(), x, size: 10.0 });
                text.push_str(words);
                text.push('\n');
            }
            for one in listings.page(&text, &rows, &[]) {
                let name = text[one.at..].split_whitespace().next().unwrap_or_default();
                found.push(format!("{}/{name}", one.folder));
            }
        }
        assert_eq!(found, expected, "{pages:?}");
    }

    #[test]
    fn a_name_stands_in_the_folder_whose_stroke_passes_it() {
        check(
            &[
                &[
                    "court/",
                    "├── src/",
                    "│   ├── nodes/        # of which more is said",
                    "on the next line",
                    "│   │    ├── judges.py",
                    "│   │    └── justice.py",
                    "│   └── tools/",
                    "│       ├── git.py",
                ],
                &["Court, page 2", "│       └── pdf.py", "├── tests", "│   └── test_a.py"],
                &["└── docs/", "    ├── plan.md", "    └── more/", "        └── end.md"],
            ],
            &[
                "court/src/",
                "court/src/nodes/",
                "court/src/nodes/judges.py",
                "court/src/nodes/justice.py",
                "court/src/tools/",
                "court/src/tools/git.py",
                "court/src/tools/pdf.py",
                "court/tests",
                "court/tests/test_a.py",
                "court/docs/",
                "court/docs/plan.md",
                "court/docs/more/",
                "court/docs/more/end.md",
            ],
        );
        let plain = ["src", "|-- nodes", "|   |-- a.py", "|   `-- b.py", "`-- c.py"];
        check(&[&plain], &["src/nodes", "src/nodes/a.py", "src/nodes/b.py", "src/c.py"]);
    }

    #[test]
    fn where_strokes_and_places_contradict_each_other_no_folder_is_known() {
        // The last folder was drawn as one that goes on.
        check(&[&["+-- src/", "|   +-- a.py", "+-- tests/", "    +-- b.py"]], &["src/a.py"]);
        check(&[&["+-- src/", "|   +-- a/", "|       +-- b.py"]], &["src/a/"]);
        // The indents are lost.
        check(&[&["└── src/", "├── a.py", "└── b.py"]], &[]);
        check(&[&["├── a.py", "│   └── b.py"]], &[]);
        // The next branch of the top is known again.
        check(
            &[&["x/", "+-- s/", "    +-- a.py", "+-- t/", "|   +-- b.py"]],
            &["x/s/", "x/t/", "x/t/b.py"],
        );
    }

    #[test]
    fn a_tree_does_not_go_on_behind_other_text() {
        let text = ["One", "or two", "lines of text", "and more"];
        check(&[&["src/", "└── a/"], &text, &["    └── b.py"]], &["src/a/"]);
        check(&[&["src/", "├── a/"], &["tests/", "└── b.py"]], &["src/a/", "tests/b.py"]);
        check(&[&["├── RepoInvestigator ──┐", "│", "└── DocAnalyst"]], &[]);
    }
}
