//! Tables whose cells of several lines stand side by side: what is read line by line joins what does not belong
//! together.

use super::super::names::unfinished;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Fewest columns of a table in which a cell of several lines stands between others.
const SEVERAL: usize = 3;
/// Fewest words of a sentence behind which a table is over.
const OWN_STATEMENT: usize = 8;

/// The table that is being read.
#[derive(Default)]
pub(in crate::detect::claims) struct Columns {
    widest: usize,
}

impl Columns {
    /// Takes in the next sentence as it stands on the page, and says whether cells of several lines are joined in it.
    pub(in crate::detect::claims) fn join(&mut self, raw: &str) -> bool {
        let text = raw.trim();
        let cells = |line: &str| line.split("  ").filter(|cell| !cell.trim().is_empty()).count();
        let most = text.lines().map(cells).max().unwrap_or_default();
        if most < 2 {
            let words = text.split_whitespace().count();
            if text.ends_with(['.', '!', '?']) && words >= OWN_STATEMENT {
                self.widest = 0;
            }
            return false;
        }
        self.widest = self.widest.max(most);
        // Where the first line has all cells, the others go on with the last one.
        let mut lines = text.lines();
        let all = lines.next().map(cells) == Some(self.widest);
        let goes_on = all && lines.clone().all(|line| cells(line) < 2);
        self.widest >= SEVERAL && lines.next().is_some() && !goes_on
    }
}

/// What a row of a table names, and that it is not there yet, where its first line says so. The cells behind may
/// go on in other lines.
pub(in crate::detect::claims) fn unfinished_row(raw: &str) -> Option<String> {
    let line = raw.trim().lines().next().filter(|line| line.contains("  "))?;
    unfinished(&one_line(line))?;
    let cells = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
    Some(one_line(&cells.take(2).collect::<Vec<_>>().join(" ")))
}

/// What a cell has that says that what its row names is not there.
static NOT_THERE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^(?u:[❌✗✘✖])|^(?:not (?:yet )?(?:started|implemented|done|built|available|supported|written)|unimplemented|missing|planned|to-?do|pending|deferred|open)$",
    )
});

/// Whether a cell of a row says by a mark or a status of its own that what the row names is not there.
pub(in crate::detect::claims) fn is_denied_row(raw: &str) -> bool {
    let mut cells = raw.lines().flat_map(|line| line.split("  ")).map(str::trim);
    let several = raw.trim().contains("  ");
    cells.any(|cell| NOT_THERE.is_match(cell)) && several
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
