//! Paths in parts of a report on somebody else's work, or on what is still to be done.

use super::super::others::is_of_own;
use super::super::parts::{ASKED, PLANNED, THEIRS};
use super::governed::{is_own, is_there_now};
use super::spelling::is_code;
use super::{Clerk, peers};
use crate::domain::facts::{CitedPath, PathStatus};

impl Clerk<'_> {
    /// What becomes of a path by the part that it is cited in.
    pub(super) fn in_its_part(&self, cited: &CitedPath, found: CitedPath) -> CitedPath {
        let settled = |reason: &str| CitedPath {
            status: PathStatus::Mention,
            matched: None,
            reason: reason.into(),
            ..found.clone()
        };
        let (before, after) = cited.sentence.split_once(cited.written.as_str()).unwrap_or_default();
        let is_absent = found.status == PathStatus::Absent;
        if cited.reason == THEIRS && !is_of_own(&cited.sentence) && !is_own(before) {
            // A document on what was found is one's own.
            let code = is_code(&found.path) || found.path.ends_with('/');
            let spared = is_absent && !self.catalog.has_its_kind(&found.path);
            let is_theirs = code && found.status != PathStatus::Mention;
            return if is_theirs || spared { settled(peers::OF_OTHERS) } else { found };
        }
        // What a plan says to be somewhere now has to be there.
        let stays = || self.cues.is_changed(cited) || is_there_now(before, after);
        if cited.reason == PLANNED && is_absent && !stays() {
            return settled(PLANNED);
        }
        let own = || is_of_own(&cited.sentence) || is_own(before);
        if cited.reason == ASKED && is_absent && !own() {
            return settled(ASKED);
        }
        found
    }
}
