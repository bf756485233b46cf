//! Rows of tables and items of lists that name a thing in one place and say in another that it is there:
//! `Conditional edges | Implemented`, `✅ Parallel judges`, `Structured output: done`.

use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Most words of what is named.
const LONGEST: usize = 14;
/// Fewest words of a sentence behind which a table is over.
const OWN_STATEMENT: usize = 8;

/// That something is there, and no more than that.
const THERE: &str = r"(?:(?:fully|now|already) )?(?:implemented|completed?|done|working|finished|live|in place|operational|built|delivered|enabled|integrated)(?: (?:and|&) (?:tested|working|wired|verified|integrated|live))?";
/// A mark for the same.
const MARK: &str = r"(?u:[✅✓✔☑]\u{FE0F}?)";

/// A cell that says that what its row names is there.
static IS_THERE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(&format!(
        r"(?i)^(?:{MARK} ?)?{THERE}[.!]?$|^{MARK}$|^{MARK} ?(?:yes|complete)$|^yes$"
    ))
});

/// A cell, or a part of a line, by which the thing is not there, not wholly, or was not always.
static NOT_YET: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:not|no|never|partial\w*|in progress|progress|pending|plan\w*|to ?do|missing|stub\w*|placeholder|open|deferred|future|wip|started|blocked|before|after|interim|week|day|phase|milestone|sprint|peer\w*|target|student\w*|expected|required|must|should|will|would|could|fail\w*|risk|gap|priority|[0-9](?:\.[0-9]+)? ?/ ?[0-9]+|[0-9]+ ?%)\b|(?u:[❌✗✘✖⚠🟡🟠🔴⏳☐])",
    )
});

/// The head of a column that says whether things are there.
static HEADS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^(?:(?:current|implementation|final|build) )?(?:status|state|(?:implemented|done|completed?) ?\?)$",
    )
});

/// The head of a column that says what was taken for something.
static HEADS_CHOSEN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^(?:(?:our|my|final|chosen|selected|current) )?(?:choice|chosen|selected|selection|technology|library|libraries|mechanism|implementation|tool|tools|framework)$",
    )
});

/// The head of a column that makes the table one of other times or of others.
static OF_OTHERS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:peer\w*|target|before|interim|previous\w*|plan\w*|gaps?|risks?|priority|scores?|verdicts?|prosecutor|defen[sc]e|issues?|problems?|milestones?|deadline|owner|date|remediation|actions?|severity)\b",
    )
});

/// What begins or ends a line that names a thing and says that it is there.
static LINE: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        concat!(
            r"(?i)^(?u:[•●○■▪◦–*-])?\s*(?:",
            r"(?:{mark}|\[x\])\s*(?P<marked>[^|]+?)\s*\.?$",
            r"|(?P<named>[^|:]+?)\s*(?::|(?u:[—–])|\s-\s)\s*(?:{mark} ?)?{there}\.?$",
            r"|(?P<inside>[^|:]+?)\s*\((?:{mark} ?)?{there}\)\.?$",
            r"|(?P<before>[^|:]+?)\s*{mark}$)",
        ),
        mark = MARK,
        there = THERE
    ))
});

/// Names of criteria, which a row of scores has as well.
static CRITERION: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\b(?:git forensic|state management|graph orchestration|safe tool engineering|safe tool|structured output enforcement|judicial nuance|chief justice synthesis|theoretical depth|report accuracy|architectural diagram|diagram analysis|swarm visual)\b|\b(?:analysis|rigor|architecture|engine|engineering|enforcement|and|dialectics|documentation|cross-reference)\b",
    )
});

/// What is named as a thing that is there, and how that is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) struct Finished {
    /// The thing, as an object of `uses`.
    pub thing: String,
    /// The row or the line.
    pub shown: String,
    /// Whether it is said to be there, and not only to be what was taken for something.
    pub certain: bool,
}

/// The table that is being read, if one is.
#[derive(Default)]
pub(in crate::detect::claims) struct Rows {
    /// Whether it has a column that says whether things are there.
    has_status: bool,
    /// Its column that says what was taken for something, and how many columns it has.
    chosen: Option<(usize, usize)>,
    /// Whether it speaks of other times or of others.
    of_others: bool,
    /// What the cell of the row that is being read names, where its status stands in a line of its own.
    open: Option<String>,
}

impl Rows {
    /// Takes in the next sentence as it stands on the page, and says what it names as a thing that is there.
    pub(in crate::detect::claims) fn finished(&mut self, raw: &str) -> Option<Finished> {
        let text = raw.trim();
        let first = text.lines().next().unwrap_or_default();
        let cells: Vec<&str> =
            first.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        if cells.len() < 2 {
            return self.line(text);
        }
        self.open = None;
        let is_head = |cell: &&str| HEADS.is_match(cell);
        let chosen = cells.iter().position(|cell| HEADS_CHOSEN.is_match(cell));
        let heads = cells.iter().any(is_head) || chosen.is_some_and(|column| column > 0);
        if heads && cells.iter().all(|cell| is_title(cell)) {
            self.has_status = cells.iter().any(is_head);
            self.chosen = chosen.filter(|column| *column > 0).map(|column| (column, cells.len()));
            self.of_others = cells.iter().any(|cell| OF_OTHERS.is_match(cell));
            return None;
        }
        if let Some((column, of)) = self.chosen.filter(|_| !self.has_status) {
            return self.taken(&cells, column, of);
        }
        let mut status = cells.iter().filter(|cell| IS_THERE.is_match(cell));
        let (one, other) = (status.next(), status.next());
        let alone = one.is_some() && other.is_none();
        if !alone || self.of_others || cells.iter().any(|cell| NOT_YET.is_match(cell)) {
            return None;
        }
        // What other lines go on with is not known.
        let whole = text.lines().count() == 1 || self.has_status;
        let named = cells.iter().find(|cell| names_a_thing(cell)).filter(|_| whole)?;
        let thing = (*named).to_owned();
        Some(Finished { thing, shown: cells.join(" | "), certain: true })
    }

    /// What a row of a table with so many columns says in one of them to have been taken.
    fn taken(&self, cells: &[&str], column: usize, of: usize) -> Option<Finished> {
        let taken = cells.get(column).filter(|_| cells.len() == of && !self.of_others)?;
        let plain = names_a_thing(taken) && !NOT_YET.is_match(taken) && !NOT_YET.is_match(cells[0]);
        let shown = cells[..=column].join(" | ");
        plain.then(|| Finished { thing: (*taken).to_owned(), shown, certain: false })
    }

    /// What stands in a line without cells beside it.
    fn line(&mut self, text: &str) -> Option<Finished> {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = line.split(' ').count();
        if line.ends_with(['.', '!', '?']) && words >= OWN_STATEMENT {
            *self = Self::default();
        }
        if IS_THERE.is_match(&line) {
            let thing = self.open.take().filter(|_| self.has_status && !self.of_others)?;
            let shown = format!("{thing} | {line}");
            return Some(Finished { thing, shown, certain: true });
        }
        self.open = (names_a_thing(&line) && !NOT_YET.is_match(&line)).then(|| line.clone());
        let found = LINE.captures(&line)?;
        let part = ["marked", "named", "inside", "before"];
        let thing = part.iter().find_map(|name| Some(found.name(name)?.as_str()))?;
        let plain = names_a_thing(thing) && !NOT_YET.is_match(&line);
        plain.then(|| Finished { thing: thing.to_owned(), shown: line.clone(), certain: true })
    }
}

/// Whether a cell may head a column.
fn is_title(cell: &str) -> bool {
    cell.split(' ').count() <= 4 && !cell.ends_with('.')
}

/// Whether a cell names a thing, and is neither a number, nor a path, nor the name of a criterion, nor a part of one.
fn names_a_thing(cell: &str) -> bool {
    let words = cell.split(' ').count();
    let letters = cell.chars().filter(|letter| letter.is_alphabetic()).count();
    let whole = cell.matches('(').count() == cell.matches(')').count()
        && !cell.ends_with([',', '-', ':', '.']);
    let is_path = words == 1 && cell.contains(['/', '.']);
    let is_id = words == 1 && cell.contains(|letter: char| letter.is_ascii_digit());
    let named = CRITERION.replace_all(cell, " ");
    let own = CRITERION.is_match(cell) && !named.contains(|letter: char| letter.is_alphabetic());
    words <= LONGEST
        && letters > 3
        && whole
        && !is_path
        && !is_id
        && !own
        && !IS_THERE.is_match(cell)
        && !cell.starts_with(|first: char| first.is_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: &[&str], expected: &[&str]) {
        let mut rows = Rows::default();
        let found: Vec<String> =
            lines.iter().filter_map(|line| rows.finished(line)).map(|one| one.thing).collect();
        assert_eq!(found, expected, "{lines:?}");
    }

    #[test]
    fn what_a_row_says_to_be_there_is_told() {
        check(&["Component  Status", "Parallel judges  Implemented"], &["Parallel judges"]);
        check(
            &["State Definitions (Pydantic + TypedDict)  Complete"],
            &["State Definitions (Pydantic + TypedDict)"],
        );
        check(
            &["Feature  Status  Notes", "AST parsing  ✅ Done  src/tools/ast.py"],
            &["AST parsing"],
        );
        check(&["F1  LangSmith tracing  ✓"], &["LangSmith tracing"]);
        check(
            &["Phase  Status", "Judicial Layer (Prosecutor, Defense,\nTechLead)", "Complete"],
            &["Judicial Layer (Prosecutor, Defense, TechLead)"],
        );
    }

    #[test]
    fn what_an_item_says_to_be_there_is_told() {
        check(&["✅ Parallel judges"], &["Parallel judges"]);
        check(&["• Structured output with retries: done"], &["Structured output with retries"]);
        check(&["- Conditional error edges (implemented)"], &["Conditional error edges"]);
        check(&["[x] Sandboxed clones"], &["Sandboxed clones"]);
    }

    #[test]
    fn what_a_table_of_choices_says_to_be_taken_is_told() {
        let head = "Decision  Chosen  Alternative  Why";
        let row = "State contracts  Pydantic BaseModel  Plain dicts  Types are enforced,";
        check(&[head, row], &["Pydantic BaseModel"]);
        check(&[head, "Scores  Python rules  Another LLM"], &[]);
        check(&["Issue  Severity  Tool  Why", row], &[]);
        check(&["Chosen  Why", "Pydantic BaseModel  Types are enforced"], &[]);
    }

    #[test]
    fn what_is_not_there_or_scored_is_not() {
        check(&["Parallel judges  Partially implemented"], &[]);
        check(&["Parallel judges  In progress"], &[]);
        check(&["Parallel judges  ❌  ✅ Implemented"], &[]);
        check(&["Structured Output Enforcement  5/5  ✓"], &[]);
        check(&["Structured Output Enforcement  ✓"], &[]);
        check(&["Requirement  Before  Status", "Parallel judges  sequential  Implemented"], &[]);
        check(&["✅ Git Forensic Analysis (5/5) ⚠ Judicial Nuance (3/5)"], &[]);
        check(&["All of it is done."], &[]);
        check(&["The final version  Complete  planned"], &[]);
    }
}
