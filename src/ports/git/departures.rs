//! Files that a commit took away or moved as they were.

use super::history::Node;
use crate::domain::facts::{Departure, TreeFacts};
use gix::ObjectId;
use std::collections::BTreeSet;

/// Most files of one commit that are kept; where more go, it is a folder that nobody cites file by file.
const OF_ONE: usize = 500;
/// Most departures that are stated; the newest ones are.
const MOST: usize = 1000;

/// What one commit took away, and where it went.
pub(super) type Gone = Vec<(String, Option<String>)>;

/// The files of one commit that are in one of the trees alone.
#[derive(Default)]
pub(super) struct Traffic {
    left: Vec<(String, ObjectId)>,
    came: Vec<(String, ObjectId)>,
    many: bool,
}

impl Traffic {
    pub(super) fn leaves(&mut self, path: &[u8], id: ObjectId) {
        self.many |= self.left.len() >= OF_ONE;
        if !self.many {
            self.left.push((String::from_utf8_lossy(path).into_owned(), id));
        }
    }

    pub(super) fn comes(&mut self, path: &[u8], id: ObjectId) {
        if !self.many && self.came.len() < OF_ONE * 4 {
            self.came.push((String::from_utf8_lossy(path).into_owned(), id));
        }
    }

    /// The files that left, each with the one that came with the same content: that of the same name, or the only
    /// one of another.
    pub(super) fn settled(self) -> Gone {
        if self.many {
            return Vec::new();
        }
        let mut taken = BTreeSet::new();
        let mut gone = Vec::with_capacity(self.left.len());
        for (path, id) in self.left {
            let same: Vec<&String> =
                self.came.iter().filter(|(_, other)| *other == id).map(|(to, _)| to).collect();
            let named = same.iter().find(|to| name(to) == name(&path) && !taken.contains(**to));
            let only = || match same.as_slice() {
                [to] if !taken.contains(*to) && !id.is_empty_blob() => Some(to),
                _ => None,
            };
            let to = named.or_else(only).map(|to| (*to).clone());
            taken.extend(to.clone());
            gone.push((path, to));
        }
        gone
    }
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The last departure of each path, newest first.
pub(super) fn departures(nodes: &mut [Node]) -> Vec<Departure> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for node in nodes.iter_mut().rev() {
        for (path, to) in std::mem::take(&mut node.gone) {
            if seen.insert(path.clone()) {
                found.push(Departure { path, to, commit: node.fact.id.clone() });
            }
        }
    }
    found
}

/// Leaves the departures of what a tree does not have, as many as are stated.
pub(super) fn keep_gone(departures: &mut Vec<Departure>, tree: &TreeFacts) {
    let there: BTreeSet<&str> = tree.entries.iter().map(|entry| entry.path.as_str()).collect();
    departures.retain(|one| !there.contains(one.path.as_str()));
    departures.truncate(MOST);
}

#[cfg(test)]
mod tests {
    use super::super::fixture::TestRepo;
    use super::super::{open, read};
    use crate::domain::limits::Limits;

    #[test]
    fn what_went_is_told_with_where_it_went() {
        let repo = TestRepo::new();
        repo.write("src/old/state.py", "x = 1\n");
        repo.write("src/gone.py", "y = 2\n");
        repo.write("src/back.py", "w = 4\n");
        repo.commit("a/__init__.py", "", "Begin.");
        repo.git(&["rm", "-q", "src/back.py"]);
        repo.git(&["commit", "-q", "-m", "Away."]);
        repo.write("src/back.py", "w = 5\n");
        repo.git(&["rm", "-q", "src/gone.py", "a/__init__.py"]);
        repo.git(&["mv", "src/old/state.py", "src/state_defs.py"]);
        let second = repo.commit("b/empty.py", "", "Move.");
        let limits = Limits::default();
        let exhibit = read(&open(repo.path(), &limits).unwrap(), &limits).unwrap();
        let mut told: Vec<(&str, Option<&str>, &str)> = exhibit
            .commits
            .departures
            .iter()
            .map(|one| (one.path.as_str(), one.to.as_deref(), one.commit.as_str()))
            .collect();
        told.sort_unstable();
        let id = second;
        assert_eq!(
            told,
            [
                ("a/__init__.py", None, id.as_str()),
                ("src/gone.py", None, id.as_str()),
                ("src/old/state.py", Some("src/state_defs.py"), id.as_str()),
            ]
        );
    }
}
