//! Numbers of the tree: those with a fraction that stand anywhere, and how long its rubrics are.

use super::{base, ending};
use crate::domain::facts::RubricLength;
use serde_json::Value;
use std::collections::BTreeMap;

/// Most numbers that are listed: a tree with more holds data.
const NUMBERS: usize = 2_000;
/// Endings of files that are written for readers, and of those that hold data.
const UNREAD: &[&str] = &["md", "rst", "txt", "tex", "html", "csv", "svg"];
/// Keys under which a rubric lists what it judges.
const LISTS: &[&str] = &["dimensions", "criteria"];

/// The numbers with a fraction that were seen so far.
#[derive(Default)]
pub(super) struct Fractions(BTreeMap<u64, f64>);

impl Fractions {
    /// Adds the numbers of a file, wherever they stand in it.
    pub(super) fn read(&mut self, path: &str, text: &str) {
        if UNREAD.contains(&ending(path)) {
            return;
        }
        for (point, _) in text.match_indices('.') {
            let after = &text[point + 1..];
            let digits = after.find(|letter: char| !letter.is_ascii_digit());
            let end = point + 1 + digits.unwrap_or(after.len());
            let before = text[..point].trim_end_matches(|letter: char| letter.is_ascii_digit());
            let number = &text[before.len()..end];
            // `1.0.9` is a version.
            let versioned = before.ends_with('.') || text[end..].starts_with('.');
            let versioned = versioned && number.len() > end - point;
            if end > point + 1 && !versioned && self.0.len() <= NUMBERS {
                let number = number.parse::<f64>().ok().filter(|number| number.is_finite());
                self.0.extend(number.map(|number| (number.to_bits(), number)));
            }
        }
    }

    /// All of them, sorted; nothing where there are too many.
    pub(super) fn sorted(self) -> Option<Vec<f64>> {
        // The bits of numbers that are not below zero are in the order of the numbers.
        (self.0.len() <= NUMBERS).then(|| self.0.into_values().collect())
    }
}

/// The length of the rubric that a file is, by its name and what it lists.
pub(super) fn rubric(path: &str, text: &str) -> Option<RubricLength> {
    let is_named = base(path).to_ascii_lowercase().contains("rubric") && ending(path) == "json";
    let value: Value = is_named.then(|| serde_json::from_str(text).ok())??;
    let lists = LISTS.iter().find_map(|key| value.get(key)?.as_array());
    let dimensions = u32::try_from(lists?.len()).ok()?;
    Some(RubricLength { file: path.to_owned(), dimensions })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_seen_wherever_they_stand_and_rubrics_by_their_lists() {
        let mut seen = Fractions::default();
        seen.read("a.py", "x = .5  # or 0.75\ny = \"95.0 %\"\nz = a.b + 3\nv = '1.0.9'\n");
        seen.read("a.md", "0.33");
        assert_eq!(seen.sorted(), Some(vec![0.5, 0.75, 95.0]));
        let length = |path: &str, text: &str| rubric(path, text).map(|found| found.dimensions);
        assert_eq!(length("docs/rubric.json", "{\"dimensions\": [1, 2, 3]}"), Some(3));
        assert_eq!(length("docs/rubric.json", "{\"rules\": [1, 2, 3]}"), None);
        assert_eq!(length("docs/other.json", "{\"dimensions\": [1, 2, 3]}"), None);
    }
}
