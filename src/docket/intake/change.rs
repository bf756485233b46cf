//! Which files changed since the last scan, and which are still being written.

use crate::domain::ids::SubmissionId;
use crate::ports::shelf::{Inside, Mark};
use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What a scan knew, for the next one. The first has none: [`Previous::default`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Previous {
    files: BTreeMap<Inside, Known>,
    /// The entries of each list when it was read last.
    lists: BTreeMap<String, Vec<SubmissionId>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Known {
    mark: Mark,
    /// Since when it is known to be so, in nanoseconds since the beginning of 1970 in UTC.
    since: i128,
    digest: Option<String>,
}

/// Compares the files of one scan with those of the last.
#[derive(Debug)]
pub(super) struct Changes<'a> {
    before: &'a Previous,
    after: Previous,
    now: i128,
    settle: Duration,
}

impl<'a> Changes<'a> {
    pub(super) fn new(before: &'a Previous, now: SystemTime, settle: Duration) -> Self {
        Self { before, after: Previous::default(), now: nanoseconds(now), settle }
    }

    /// What the next scan has to know.
    pub(super) fn into_previous(self) -> Previous {
        self.after
    }

    /// Notes a file that was looked at.
    ///
    /// # Errors
    /// When it was changed so lately that it may be half-written: until when it is to be left alone.
    pub(super) fn settled(&mut self, path: &Inside, mark: Mark) -> Result<(), SystemTime> {
        let known = self.before.files.get(path).filter(|known| known.mark == mark);
        let since = known.map_or(self.now, |known| known.since.min(self.now));
        let digest = known.and_then(|known| known.digest.clone());
        self.after.files.insert(path.clone(), Known { mark, since, digest });
        // A date that is not of this clock, or in the future, is nothing to go by.
        let quiet = (self.now - mark.changed).max(self.now - since).max(0);
        let left = duration_to_nanoseconds(self.settle) - quiet;
        if left <= 0 { Ok(()) } else { Err(moment(self.now + left)) }
    }

    /// The digest of a file that was noted before; worked out only where it is not known.
    pub(super) fn digest<E>(
        &mut self,
        path: &Inside,
        work_out: impl FnOnce() -> Result<String, E>,
    ) -> Result<String, E> {
        let known = self.after.files.get_mut(path);
        if let Some(digest) = known.as_ref().and_then(|known| known.digest.clone()) {
            return Ok(digest);
        }
        let digest = work_out()?;
        if let Some(known) = known {
            known.digest = Some(digest.clone());
        }
        Ok(digest)
    }

    /// Notes the entries of a list that was read.
    pub(super) fn read_list(&mut self, file: &str, ids: Vec<SubmissionId>) {
        self.after.lists.insert(file.to_owned(), ids);
    }

    /// The entries of a list that cannot be read now, as it was read last; `None` when it never was.
    pub(super) fn unread_list(&mut self, file: &str) -> Option<Vec<SubmissionId>> {
        let ids = self.before.lists.get(file)?.clone();
        self.after.lists.insert(file.to_owned(), ids.clone());
        Some(ids)
    }
}

fn nanoseconds(moment: SystemTime) -> i128 {
    moment
        .duration_since(UNIX_EPOCH)
        .map_or_else(|before| -duration_to_nanoseconds(before.duration()), duration_to_nanoseconds)
}

fn duration_to_nanoseconds(duration: Duration) -> i128 {
    i128::try_from(duration.as_nanos()).unwrap_or(i128::MAX)
}

fn moment(nanoseconds: i128) -> SystemTime {
    let nanoseconds = u64::try_from(nanoseconds.max(0)).unwrap_or(u64::MAX);
    UNIX_EPOCH + Duration::from_nanos(nanoseconds)
}
