//! How far a follower has heard: the next record, and the next event of each audit that runs.

use crate::domain::ids::AuditId;
use std::collections::BTreeMap;

/// Most audits that are read out of what a follower says.
const MOST: usize = 64;

/// How far a follower has heard. As text it is `42` or `42,audit-1:17`, and is the id of each event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cursor {
    /// The number of the next record.
    pub(super) next: u64,
    /// The number of the next event of each audit that is under way.
    pub(super) audits: BTreeMap<AuditId, u64>,
}

impl Cursor {
    /// One before the record of this number.
    pub(super) fn at(next: u64) -> Self {
        Self { next, audits: BTreeMap::new() }
    }

    /// Reads an id of ours; what is none says nothing.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(',');
        let mut cursor = Self::at(parts.next()?.parse().ok()?);
        for part in parts.take(MOST) {
            let (audit, next) = part.rsplit_once(':')?;
            cursor.audits.insert(AuditId::new(audit).ok()?, next.parse().ok()?);
        }
        Some(cursor)
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.next)?;
        self.audits.iter().take(MOST).try_for_each(|(audit, next)| write!(f, ",{audit}:{next}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, is_cursor: bool) {
        let read = Cursor::parse(text).map(|cursor| cursor.to_string());
        assert_eq!(read.as_deref(), is_cursor.then_some(text));
    }

    #[test]
    fn a_cursor_reads_back_as_it_was_written() {
        check("0", true);
        check("42,a.1:17,b:0", true);
        check("", false);
        check("-1", false);
        check("42,a", false);
        check("42,../x:1", false);
        check("99999999999999999999", false);
    }
}
