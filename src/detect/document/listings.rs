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
