//! What to say about a path that nothing in the tree fits.

use super::super::path_names::{has_extension, names_file};
use super::Clerk;
use super::cues::Standing;
use super::ignored::Ignored;
use super::spelling::{PROSE, is_code, is_data, is_shared};
use super::{drawn, governed, outside, own, quoted, strangers, tables};
use crate::domain::facts::{CitedPath, PathStatus};

/// Why data that the tree does not have is not missed.
const DATA: &str = "data or a trained model, which is usually not committed";

impl Clerk<'_> {
    /// What to say about a path that nothing in the tree fits.
    pub(super) fn missing(
        &self,
        cited: &CitedPath,
        path: &str,
        torn: bool,
    ) -> (PathStatus, String) {
        if own::is_output(cited) {
            return (PathStatus::Mention, own::OUTPUT.into());
        }
        let standing = Standing {
            labelled: self.cues.labels(cited),
            among_its_kind: self.catalog.has_its_kind(path),
            source: self.cues.gives_results(cited),
            to_change: self.cues.changes(cited),
        };
        if standing.to_change && self.is_made(path) {
            return (PathStatus::Mention, "another sentence has it made first".into());
        }
        if let Some(near) = self.catalog.near(path).filter(|_| !self.cues.makes(cited)) {
            let reason = format!("no such file; the tree has {near}");
            return (PathStatus::Ambiguous, reason);
        }
        if let Some(near) = self.catalog.near_folder(path).filter(|_| !self.cues.makes(cited)) {
            let reason = format!("no such folder; the tree has {near}/");
            return (PathStatus::Ambiguous, reason);
        }
        if let Some(reason) = own::no_claim_of_its_own(path, standing) {
            return (PathStatus::Mention, reason.into());
        }
        // What the report takes its results from has to be there all the same.
        if !standing.source
            && let Some(rule) = self.kept_out(path)
        {
            let reason = format!("the repository's own rule `{rule}` keeps it out");
            return (PathStatus::Mention, reason);
        }
        if let Some(reason) = self.behind_another_folder(cited) {
            return (PathStatus::Mention, reason);
        }
        if let Some(reason) = quoted::no_claim(cited).or_else(|| outside::no_claim(cited)) {
            return (PathStatus::Mention, reason.into());
        }
        if is_data(path) && !standing.source && !outside::is_committed(cited) {
            return (PathStatus::Mention, DATA.into());
        }
        if let Some(reason) = self.cues.no_claim(cited, standing) {
            return (PathStatus::Mention, reason);
        }
        if let Some(commit) = self.removed_by(path) {
            let reason = format!("commit {commit} says that it was removed or renamed");
            return (PathStatus::Ambiguous, reason);
        }
        if (standing.source || standing.to_change)
            && let Some(commit) = self.touched_by(path)
        {
            return (PathStatus::Ambiguous, format!("commit {commit} has a file of this name"));
        }
        if torn {
            let reason = "broken over words or lines, and fits no file either way";
            return (PathStatus::Ambiguous, reason.into());
        }
        if let Some(reason) = self.gap(path) {
            return (PathStatus::Ambiguous, reason);
        }
        if standing.among_its_kind {
            return (PathStatus::Absent, "its folder holds other files, and not this one".into());
        }
        self.absent_or_doubtful(cited, path, standing)
    }

    /// The rule by which the repository keeps it out of itself.
    pub(super) fn kept_out(&self, path: &str) -> Option<&str> {
        let ignored = self.ignored.get_or_init(|| Ignored::new(self.tree));
        let is_bare = !path.trim_end_matches('/').contains('/');
        if is_bare { ignored.keeps_out_somewhere(path) } else { ignored.keeps_out(path) }
    }

    /// Why the file may be there and not be listed. A path whose first folder is none of the tree may be the end
    /// of a longer one.
    fn gap(&self, path: &str) -> Option<String> {
        let root = path.split_once('/').map(|(root, _)| root);
        let is_whole = root.is_some_and(|root| {
            self.tree.entries.iter().any(|entry| {
                entry
                    .path
                    .strip_prefix(root)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        });
        self.tree.gap(if is_whole { path } else { "" }).or_else(|| self.tree.beyond(path))
    }

    fn absent_or_doubtful(
        &self,
        cited: &CitedPath,
        path: &str,
        standing: Standing,
    ) -> (PathStatus, String) {
        let doubt = |reason: &str| (PathStatus::Mention, reason.to_string());
        let Some((root, _)) = path.split_once('/') else {
            return if !has_extension(path) && !names_file(path) {
                doubt("a name without directory and ending")
            } else if standing.source {
                (PathStatus::Absent, "no file of this name is in the tree".into())
            } else if !is_code(path) && !standing.labelled {
                doubt(drawn::ANYWHERE)
            } else if standing.labelled || standing.to_change || self.is_claimed(cited) {
                (PathStatus::Absent, "no file of this name is in the tree".into())
            } else {
                doubt(tables::UNSAID)
            };
        };
        let left = self.departed_folder(path).is_some();
        let rooted = left || self.catalog.has_directory(root) || own::COMMON_HERE.contains(&root);
        if !rooted && !has_extension(path) {
            return doubt(PROSE);
        }
        if !rooted {
            return (PathStatus::Ambiguous, strangers::ELSEWHERE.into());
        }
        if has_extension(path) {
            return (PathStatus::Absent, "no file of this path is in the tree".into());
        }
        let deep = path.trim_end_matches('/').contains('/');
        if path.ends_with('/') && (deep || left) {
            (PathStatus::Absent, "no directory of this path is in the tree".into())
        } else {
            doubt(PROSE)
        }
    }

    /// Whether the sentence says that a source of a bare name exists: of one that a library may have as well it says that
    /// it is among one's own.
    fn is_claimed(&self, cited: &CitedPath) -> bool {
        let is_own = || self.cues.lists(cited) || governed::is_made_here(cited);
        self.cues.claims(cited) && (!is_shared(&cited.path) || is_own())
    }

    /// Whether the report says anywhere that somebody makes the file.
    fn is_made(&self, path: &str) -> bool {
        self.paths.iter().any(|other| other.path == path && self.cues.makes(other))
    }
}
