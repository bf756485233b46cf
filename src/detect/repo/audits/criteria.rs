//! The scores that an audit gives the criteria: below their headings, in them, in a table, or in a list of fields.

use super::{CRITERIA, found, lines};
use crate::detect::phrase::{Groups, Phrase};
use crate::domain::facts::{AuditScore, TreeEntry};
use std::sync::LazyLock;

const NUMBER: &str =
    r"(?P<value>[0-9]{1,3}(?:\.[0-9]+)?)(?:(?: ?/ ?| out of )(?P<most>[0-9]{1,3})(?:\.0+)?)?";

fn pattern(text: &str) -> Phrase {
    Phrase::new(&text.replace("NUMBER", NUMBER))
}

/// What a criterion's score is called, and how it may be written there.
static FINAL: LazyLock<Phrase> = LazyLock::new(|| {
    pattern(
        r"(?i)^[^A-Za-z0-9]*(?:verdict \()?final[ _]score\)?[^A-Za-z0-9.-]*NUMBER(?:[^0-9.]|\.?$)",
    )
});

/// The same where it is called a verdict: `**Final Verdict**: 4/5`. A number with no maximum may count anything there.
static VERDICT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^[^A-Za-z0-9]*final[ _](?:verdict|rating|grade)[^A-Za-z0-9.-]*(?P<value>[0-9]{1,3}(?:\.[0-9]+)?)(?: ?/ ?| out of )(?P<most>[0-9]{1,3})(?:\.0+)?(?:[^0-9.]|\.?$)",
    )
});

/// The same in the first line below a criterion's heading, where no judge's score stands.
static FIRST: LazyLock<Phrase> =
    LazyLock::new(|| pattern(r"(?i)^[^A-Za-z0-9]*score[^A-Za-z0-9.-]*NUMBER(?:[^0-9.]|\.?$)"));

/// A heading that holds the score itself: `Safe Tools (Score: 3 / 5.0)`.
static HEADED: LazyLock<Phrase> = LazyLock::new(|| {
    pattern(r"(?i)^(?P<name>.{3,80}?)(?u:[ (—–:-])+(?:final )?score:? ?NUMBER\W*$")
});

/// What a criterion's score is called where it stands in the line below.
static FINAL_BELOW: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^[^A-Za-z0-9]*(?P<value>[0-9]{1,3}(?:\.[0-9]+)?) ?/ ?(?P<most>[0-9]{1,3})(?:\.0+)?\W*$",
    )
});

/// A cell of a table that holds a score and nothing else.
static CELL: LazyLock<Phrase> = LazyLock::new(|| pattern(r"^[^A-Za-z0-9.-]*NUMBER[^A-Za-z0-9]*$"));

/// The line above fields that are criteria, and such a field: `"safe_tools": 3,`.
static FIELDS: LazyLock<Phrase> =
    LazyLock::new(|| pattern(r#"^\s*"(?:dimension|criterion|criteria)_scores"\s*:\s*\{\s*$"#));
static FIELD: LazyLock<Phrase> =
    LazyLock::new(|| pattern(r#"^\s*"(?P<name>[\w\x80-\xff]+)"\s*:\s*NUMBER,?$"#));

/// Words of headings below a criterion's own.
const PARTS: &[&str] = &[
    "score",
    "judge",
    "opinion",
    "remediation",
    "dissent",
    "defense",
    "defence",
    "prosecutor",
    "tech lead",
    "techlead",
    "argument",
    "evidence",
    "summary",
    "detailed",
];

/// Words of headings under which the whole is spoken of, and no criterion.
const WHOLE: &[&str] = &["overall", "conclusion", "consolidated", "aggregate"];

/// Where the next line stands.
#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a place of its own, and several hold at once"
)]
struct Reading<'t> {
    /// The heading of the criterion above, until its score was read.
    heading: Option<&'t str>,
    /// Whether it stands under a title of the whole: the audit's own, or that of its result.
    of_whole: bool,
    /// Whether nothing stands between that heading and the line.
    is_first: bool,
    /// Whether the score is what the heading above says comes next.
    is_next: bool,
    /// The columns of names and of scores, within a table that has both.
    columns: Option<(usize, usize)>,
    /// Whether it is a field of the criteria's scores.
    in_fields: bool,
}

/// The final score or verdict under a title of the whole, where there is one and no more: `# Audit` and below it
/// `**Final Verdict**: 4/5`.
pub(super) fn whole(text: &str, entry: &TreeEntry) -> Option<AuditScore> {
    let mut reading = Reading { of_whole: true, ..Reading::default() };
    let mut all = Vec::new();
    for (number, line) in lines(text) {
        reading.line(line, entry, number);
        let told = (reading.of_whole && !line.starts_with('#')).then(|| last(line)).flatten();
        all.extend(told.map(|groups| found(&groups, entry, number)));
    }
    let first = all.pop()?;
    all.is_empty().then_some(first)
}

/// The final score or verdict that a line gives.
fn last(line: &str) -> Option<Groups<'_>> {
    FINAL.groups(line).or_else(|| VERDICT.groups(line))
}

/// The scores of the criteria, each with the name that it stands under or beside.
pub(super) fn criteria(text: &str, entry: &TreeEntry) -> Vec<(String, AuditScore)> {
    let (mut all, mut reading) = (Vec::new(), Reading::default());
    for (number, line) in lines(text) {
        all.extend(reading.line(line, entry, number));
        if all.len() >= CRITERIA {
            break;
        }
    }
    all
}

impl<'t> Reading<'t> {
    /// The score that a line gives a criterion.
    fn line(
        &mut self,
        line: &'t str,
        entry: &TreeEntry,
        number: u32,
    ) -> Option<(String, AuditScore)> {
        if let Some(title) = line.strip_prefix('#') {
            let is_first = !title.starts_with('#') && title.to_lowercase().contains("audit");
            if is_first || is_of_whole(title) {
                *self = Self { of_whole: true, ..Self::default() };
                return None;
            }
            self.of_whole = false;
            return self.titled(title.trim_start_matches('#').trim(), entry, number);
        }
        let told = self.row(line, entry, number).or_else(|| self.field(line, entry, number));
        let told = told.or_else(|| {
            let first = self.is_first.then(|| FIRST.groups(line)).flatten();
            let below = self.is_next.then(|| FINAL_BELOW.groups(line)).flatten();
            let groups = last(line).or(first).or(below)?;
            Some((self.heading.take()?.to_owned(), found(&groups, entry, number)))
        });
        let blank = line.trim().is_empty();
        self.is_next &= blank;
        self.is_first &= blank;
        told
    }

    /// What a heading says: the score itself, or whose the score below is.
    fn titled(
        &mut self,
        title: &'t str,
        entry: &TreeEntry,
        number: u32,
    ) -> Option<(String, AuditScore)> {
        (self.is_first, self.is_next, self.columns) = (false, false, None);
        if let Some(groups) = HEADED.groups(title) {
            self.heading = None;
            return Some((named(&groups), found(&groups, entry, number)));
        }
        if ["final score", "final verdict"].contains(&title.to_lowercase().as_str()) {
            self.is_next = true;
        } else if !PARTS.iter().any(|part| title.to_lowercase().contains(part)) {
            (self.heading, self.is_first) = (Some(title), true);
        }
        None
    }

    /// The score in a row of a table that has a column of them.
    fn row(&mut self, line: &str, entry: &TreeEntry, number: u32) -> Option<(String, AuditScore)> {
        let Some(row) = line.trim().strip_prefix('|') else {
            self.columns = None;
            return None;
        };
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim_matches(MARKS)).collect();
        let Some((name, score)) = self.columns else {
            self.columns = columns(&cells);
            return None;
        };
        let (name, groups) = (cells.get(name)?, CELL.groups(cells.get(score)?)?);
        name.contains(char::is_alphabetic)
            .then(|| ((*name).to_owned(), found(&groups, entry, number)))
    }

    /// The score that is a field of all of them.
    fn field(
        &mut self,
        line: &str,
        entry: &TreeEntry,
        number: u32,
    ) -> Option<(String, AuditScore)> {
        if !self.in_fields {
            self.in_fields = FIELDS.is_match(line);
            return None;
        }
        let groups = FIELD.groups(line);
        self.in_fields = groups.is_some();
        groups.map(|groups| (named(&groups), found(&groups, entry, number)))
    }
}

/// The criterion that a line names.
fn named(groups: &Groups<'_>) -> String {
    groups.name("name").unwrap_or_default().to_owned()
}

/// Whether a heading is of the whole, and holds no score itself.
fn is_of_whole(title: &str) -> bool {
    let title = title.to_lowercase();
    WHOLE.iter().any(|word| title.contains(word)) && !title.contains(|c: char| c.is_ascii_digit())
}

/// What stands around the words of a cell.
const MARKS: [char; 3] = [' ', '*', '`'];

/// The columns of a criterion's name and of its score: that of the final one, or the only one there is.
fn columns(header: &[&str]) -> Option<(usize, usize)> {
    let header: Vec<String> = header.iter().map(|cell| cell.to_lowercase()).collect();
    let name = header
        .iter()
        .position(|cell| ["criterion", "criteria", "dimension"].contains(&cell.as_str()))?;
    let last = header.iter().position(|cell| cell.starts_with("final score") || cell == "final");
    let mut scores = (0..header.len()).filter(|at| header[*at].starts_with("score"));
    let only = scores.next().filter(|_| scores.next().is_none());
    last.or(only).map(|score| (name, score))
}
