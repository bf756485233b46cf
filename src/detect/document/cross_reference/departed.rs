//! What the history knows of a path that the tree does not have.

use super::{Clerk, messages};
use crate::domain::facts::Departure;

/// A file that left, with where it went in the end.
pub(super) struct Departed {
    /// The file of the tree that it became by moves alone.
    pub to: Option<String>,
    /// The commit that took it away, shortened.
    commit: String,
}

impl Departed {
    /// That it was moved to a file of the tree, where it was moved there.
    pub(super) fn moved_to(&self, there: &str) -> Option<String> {
        let is_it = self.to.as_deref() == Some(there);
        is_it.then(|| format!("moved to {there} in commit {}", self.commit))
    }

    /// That it is no longer there.
    pub(super) fn removed(&self) -> String {
        format!("the tree had it until commit {} removed it", self.commit)
    }
}

/// Moves of one file that are followed one after another.
const MOVES: usize = 8;

impl Clerk<'_> {
    /// The departure of the one file that a path means.
    pub(super) fn departure(&self, path: &str) -> Option<Departed> {
        let all = &self.history?.departures;
        let end = format!("/{path}");
        let exact = all.iter().find(|one| one.path == path);
        let mut ending = all.iter().filter(|one| one.path.ends_with(&end));
        let only = || match (ending.next(), ending.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        };
        let first = exact.or_else(only)?;
        let commit = first.commit.get(..10).unwrap_or(&first.commit).to_owned();
        Some(Departed { to: self.end_of_moves(all, first), commit })
    }

    /// The departure of a folder, all of whose files one commit took away for good.
    pub(super) fn departed_folder(&self, path: &str) -> Option<Departed> {
        let inside = |one: &&Departure| path.ends_with('/') && one.path.starts_with(path);
        let mut files = self.history?.departures.iter().filter(inside);
        let first = files.next()?;
        let gone = |one: &Departure| self.end_of_moves(&self.history?.departures, one);
        let at_once = first.to.is_none()
            && files.all(|one| one.commit == first.commit && gone(one).is_none());
        let commit = first.commit.get(..10).unwrap_or(&first.commit).to_owned();
        at_once.then_some(Departed { to: None, commit })
    }

    /// A commit that changed a file of this name.
    pub(super) fn touched_by(&self, path: &str) -> Option<String> {
        let name = path.rsplit('/').next()?;
        let changes = |names: &[String]| names.iter().any(|other| other == name);
        let mut commits = self.history?.commits.iter();
        let commit = commits.find(|commit| changes(&commit.names_changed))?;
        Some(commit.id.get(..10).unwrap_or(&commit.id).to_owned())
    }

    /// The commit whose message says that a file of this name went away.
    pub(super) fn removed_by(&self, path: &str) -> Option<String> {
        let says = |message: &str| messages::removed(message, path, |part| self.cues.removes(part));
        let commits = &self.history?.commits;
        let commit = commits.iter().rev().find(|commit| says(&commit.message))?;
        Some(commit.id.get(..10).unwrap_or(&commit.id).to_string())
    }

    fn end_of_moves(&self, all: &[Departure], first: &Departure) -> Option<String> {
        let mut to = first.to.as_deref()?;
        for _ in 0..MOVES {
            if self.catalog.has_file(to) {
                return Some(to.to_owned());
            }
            to = all.iter().find(|one| one.path == to)?.to.as_deref()?;
        }
        None
    }
}
