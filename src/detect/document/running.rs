//! Lines that run over the tops and feet of the pages and belong to none of them.

use std::collections::BTreeMap;

/// Fewest pages on which a line is repeated.
const FEWEST: usize = 3;
/// Lines at either end of a page that may be repeated.
const ENDS: usize = 2;

/// The lines that stand at the top or the foot of most pages, but for their numbers.
pub(super) struct Running {
    lines: BTreeMap<String, usize>,
}

impl Running {
    /// Finds them in the texts of all pages.
    pub(super) fn of<'t>(pages: impl Iterator<Item = &'t str>) -> Self {
        let mut lines = BTreeMap::new();
        let mut count = 0;
        for page in pages {
            count += 1;
            let all: Vec<&str> = page.lines().filter(|line| !line.trim().is_empty()).collect();
            let ends = all.iter().take(ENDS).chain(all.iter().skip(ENDS).rev().take(ENDS));
            for line in ends.filter(|line| line.chars().any(char::is_alphanumeric)) {
                *lines.entry(plain(line)).or_default() += 1;
            }
        }
        lines.retain(|_, pages| *pages >= FEWEST && *pages * 2 >= count);
        Self { lines }
    }

    /// Whether the line is one of them.
    pub(super) fn has(&self, line: &str) -> bool {
        !self.lines.is_empty() && !line.trim().is_empty() && self.lines.contains_key(&plain(line))
    }
}

fn plain(line: &str) -> String {
    line.chars().filter(|c| !c.is_ascii_digit() && !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_heads_most_pages_is_told_from_what_stands_there_by_chance() {
        let pages =
            ["Court 1 of 4\nOne\nx\n\ny\n1", "Court 2 of 4\nTwo\n2", "Court 3 of 4\n3", "Four"];
        let running = Running::of(pages.into_iter());
        assert!(running.has("Court 4 of 4") && running.has("4") && !running.has(""));
        assert!(!running.has("One") && !running.has("x"));
        assert!(!Running::of(["Court 1", "Court 2"].into_iter()).has("Court 1"));
    }
}
