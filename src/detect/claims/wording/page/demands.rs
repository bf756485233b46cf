//! Tables of what is demanded, or was not taken: their rows say nothing of the code, whatever they name.

use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// What the other columns of a table are called whose rows are demands.
static DEMANDS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:goals?|objectives?|constraints?|requirements?|criteri(?:on|a)|acceptance|checks?|principles?)\b",
    )
});
/// What the column of the reasons is called in a table of what was not taken.
static REFUSALS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)^why (?:\w+ )?(?:rejected|not(?: chosen)?)$|^reasons? for rejection$")
});
/// What the column before it is called.
static REFUSED: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)^(?:alternatives?|options?|rejected|approach(?:es)?)\b"));
/// What a column is called that tells how demands are met, and so of the code.
static MET: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^(?:implementation|implemented(?: in| by)?|status|evidence|locations?|files?|code(?: reference)?|where|how(?: \w+){0,3}|results?|satisfied by|our \w+)$",
    )
});
/// What the rows of a table of demands begin with.
static ROW: LazyLock<Parts> =
    LazyLock::new(|| Parts::new(r"^\W*(?P<key>[A-Z]{1,5})-?[0-9]{1,3}\b"));
/// What heads another part.
static HEADING: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"^\W*(?:[0-9]{1,2}(?:\.[0-9]{1,2})*\.?\s+(?u:\p{Lu})|(?u:\p{Lu})[^.;]{0,40}:$)")
});

/// The table that is being read, if it is one of those.
#[derive(Default)]
pub(in crate::detect::claims) struct Demands {
    open: bool,
    /// What the rows begin with, as far as they have a number.
    key: Option<String>,
}

impl Demands {
    /// Takes in the next sentence as it stands on the page, and says whether it is part of such a table.
    pub(in crate::detect::claims) fn note(&mut self, raw: &str) -> bool {
        let line = raw.trim().lines().next().unwrap_or_default().trim();
        let cells: Vec<&str> =
            line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        let key = ROW.captures(line).map(|found| found["key"].to_owned());
        match (cells.split_first(), &key) {
            (Some((&("ID" | "Id" | "#" | "No." | "Ref"), rest)), _)
                if rest.iter().any(|cell| DEMANDS.is_match(cell))
                    && !rest.iter().any(|cell| MET.is_match(cell)) =>
            {
                (self.open, self.key) = (true, None);
            }
            (Some((first, rest)), _)
                if REFUSED.is_match(first) && rest.iter().any(|cell| REFUSALS.is_match(cell)) =>
            {
                (self.open, self.key) = (true, None);
            }
            (_, Some(key)) if self.open || self.key.as_ref() == Some(key) => {
                (self.open, self.key) = (true, Some(key.clone()));
            }
            // A row without a gap in its first line is a cell of the one before it.
            _ if self.open && (HEADING.is_match(line) || cells.len() > 2) => self.open = false,
            _ => {}
        }
        self.open
    }

    /// Begins another page: a table that goes on there has its rows' numbers.
    pub(in crate::detect::claims) fn turn(&mut self) {
        self.open = false;
    }
}
