//! Names that differ from those of the tree by a slip: a letter, a sign between words, the ending of the same kind.

use super::Catalog;

/// Fewest letters of a name of which another one may be a slip.
const FEWEST: usize = 6;

impl<'a> Catalog<'a> {
    /// The one file of the path's folder, or of any where it names none, whose name has one letter more, less or other, or
    /// the other ending of its kind, or else one whose name begins as a bare one does: it may be the one that is meant.
    pub(in super::super) fn near(&self, path: &str) -> Option<&'a str> {
        let (folder, name) = match path.rsplit_once('/') {
            Some((folder, name)) => (Some(folder), name),
            None => (None, path),
        };
        if let Some(same) = self.paths.iter().copied().find(|other| {
            let (at, other) = other.rsplit_once('/').unwrap_or(("", other));
            folder.is_none_or(|folder| folder == at) && unscored(name) == unscored(other)
        }) {
            return Some(same);
        }
        let (stem, ending) = name.rsplit_once('.')?;
        let twin = match ending {
            "yml" => Some("yaml"),
            "yaml" => Some("yml"),
            _ => None,
        };
        if let Some(twin) = twin.map(|ending| format!("{stem}.{ending}")) {
            let fits = |other: &&str| {
                other.strip_suffix(twin.as_str()).is_some_and(|at| match folder {
                    Some(folder) => at.strip_suffix('/') == Some(folder),
                    None => at.is_empty() || at.ends_with('/'),
                })
            };
            if let Some(same) = self.paths.iter().copied().find(fits) {
                return Some(same);
            }
        }
        if stem.len() < FEWEST {
            return None;
        }
        let slipped = |other: &&str| {
            let (at, other) = other.rsplit_once('/').unwrap_or(("", other));
            let own = other.rsplit_once('.').filter(|(_, end)| *end == ending);
            folder.is_none_or(|folder| folder == at)
                && own.is_some_and(|(other, _)| {
                    is_slip(stem, other) || is_slip(other, stem) || is_mistaken(stem, other)
                })
        };
        // `feature_eng.py` for `feature_engineer.py`
        let shortened = |other: &&str| {
            let name = other.rsplit_once('/').map_or(*other, |(_, name)| name);
            let own = name.rsplit_once('.').filter(|(_, end)| *end == ending);
            folder.is_none() && own.is_some_and(|(other, _)| other.starts_with(stem))
        };
        let mut fitting = self.paths.iter().copied().filter(slipped);
        let only = fitting.next().filter(|_| fitting.next().is_none());
        let is_shortened = || stem.contains('_');
        only.or_else(|| self.paths.iter().copied().filter(|_| is_shortened()).find(shortened))
    }

    /// The one folder that a path means but for a slip in its last part: it is cited as a folder, or has no ending.
    pub(in super::super) fn near_folder(&self, path: &str) -> Option<&'a str> {
        let body = path.trim_end_matches('/');
        let (above, name) = match body.rsplit_once('/') {
            Some((above, name)) => (Some(above), name),
            None => (None, body),
        };
        if name.contains('.') || (above.is_none() && body.len() == path.len()) {
            return None;
        }
        let slipped = |other: &&str| {
            let (at, other) = other.rsplit_once('/').unwrap_or(("", other));
            above.is_none_or(|above| above == at)
                && (unscored(name) == unscored(other)
                    || (name.len() >= FEWEST
                        && (is_slip(name, other)
                            || is_slip(other, name)
                            || is_mistaken(name, other))))
        };
        let mut fitting = self.directories.iter().copied().filter(slipped);
        fitting.next().filter(|_| fitting.next().is_none())
    }
}

/// A name without the signs between its words, of which one is written for the other, or lost in what is printed:
/// `init.py` for `__init__.py`.
pub(super) fn unscored(name: &str) -> String {
    name.replace(['_', '-'], "").to_lowercase()
}

/// Whether a name is another without one of its letters.
fn is_slip(short: &str, long: &str) -> bool {
    short.len() + 1 == long.len()
        && long.char_indices().any(|(at, letter)| {
            letter.is_ascii_alphabetic() && short == [&long[..at], &long[at + 1..]].concat()
        })
}

/// Whether a name is another but for one letter inside a word or at its end.
fn is_mistaken(name: &str, other: &str) -> bool {
    let (left, right) = (name.as_bytes(), other.as_bytes());
    let differs = |at: &usize| left[*at] != right[*at];
    let mut places = (0..left.len().min(right.len())).filter(differs);
    let (Some(at), None) = (places.next(), places.next()) else { return false };
    let letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    let inside = at > 1 && letter(left.get(at - 1)) && letter(left.get(at - 2));
    left.len() == right.len() && inside && letter(left.get(at)) && letter(right.get(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{TreeEntry, TreeFacts};

    #[test]
    fn a_folder_but_for_a_slip_may_be_the_one_that_is_meant() {
        let files = ["handwritting/run.py", "src/court_room/a.py", "tests/a.py"];
        let entry = |path: &&str| TreeEntry { path: (*path).into(), ..TreeEntry::default() };
        let tree = TreeFacts { entries: files.iter().map(entry).collect(), ..Default::default() };
        let catalog = Catalog::new(&tree);
        for (path, near) in [
            ("handwriting/", Some("handwritting")),
            ("src/courtroom/", Some("src/court_room")),
            ("src/court_roam", Some("src/court_room")),
            ("courtroom/", Some("src/court_room")),
            ("text/", None),
            ("handwriting", None),
            ("lib/courtroom/", None),
            ("src/courts/", None),
        ] {
            assert_eq!(catalog.near_folder(path), near, "{path}");
        }
    }
}
