//! Scoring guides: what their rows ask for at each score says nothing of the code.

use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Fewest words of a sentence of its own, which ends the table.
const OWN_STATEMENT: usize = 8;
/// Most sentences behind the head of a table, or a row of it, that may be its cells.
const CELLS: usize = 4;

/// What heads the column of scores.
static SCORES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)^(?:scores?|points?|grades?|ratings?|marks?|bands?)(?: range)?$")
});

/// What heads the column of what a score stands for.
static MEANS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^(?:levels?|descriptions?|meanings?|interpretations?|criteria|requirements?|definitions?|indicators?|labels?|descriptors?|what it means)$",
    )
});

/// What a row begins with: a score or a range of them.
static ROW: LazyLock<Parts> =
    LazyLock::new(|| Parts::new(r"^[0-9]{1,3}(?: ?(?:(?u:[–-])|to) ?[0-9]{1,3})?%?(?:$|\s|[.:)])"));

/// The table that is being read, if it is a scoring guide.
#[derive(Default)]
pub(in crate::detect::claims) struct Scales {
    /// How many more sentences may be cells of it; none where no guide is read.
    left: usize,
}

impl Scales {
    /// Takes in the next sentence as it stands on the page, and says whether it is part of a scoring guide.
    pub(in crate::detect::claims) fn note(&mut self, raw: &str) -> bool {
        let text = raw.trim();
        let line = text.lines().next().unwrap_or_default().trim();
        let cells: Vec<&str> =
            line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        if cells.first().is_some_and(|first| SCORES.is_match(first))
            && cells.len() > 1
            && cells[1..].iter().all(|cell| MEANS.is_match(cell))
        {
            self.left = CELLS;
            return true;
        }
        if self.left == 0 {
            return false;
        }
        let is_own = text.split_whitespace().count() >= OWN_STATEMENT
            && text.ends_with(['.', ':', '!'])
            && cells.len() < 2;
        self.left = if ROW.is_match(line) {
            CELLS
        } else if is_own {
            0
        } else {
            self.left - 1
        };
        self.left > 0
    }

    /// Begins another page.
    pub(in crate::detect::claims) fn turn(&mut self) {
        self.left = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_of_a_scoring_guide_are_told_from_those_of_scores() {
        let read = |lines: &[&str]| -> Vec<bool> {
            let mut scales = Scales::default();
            lines.iter().map(|line| scales.note(line)).collect()
        };
        let own = "The judges run in parallel over the same evidence here.";
        assert_eq!(
            read(&[
                "Score  Level  Description",
                "4  Advanced  Deep parsing",
                "5",
                "Master",
                "Rules",
                own,
                "4  x"
            ]),
            [true, true, true, true, true, false, false]
        );
        assert_eq!(read(&["Criterion  Score  Description", "4  x"]), [false, false]);
        assert_eq!(read(&["Score  Verdict", "4  x"]), [false, false]);
        assert_eq!(read(&["Level  Description", "4  x"]), [false, false]);
    }
}
