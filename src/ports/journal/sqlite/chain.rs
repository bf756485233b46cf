//! The chain of hashes through an audit's events: each hash covers its event and the hash before.

use crate::domain::digest::sha256_of_parts;
use crate::domain::event::AuditEvent;
use crate::domain::ids::AuditId;
use serde::Serialize;

/// An event as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Logged {
    /// Its number, from 0.
    pub seq: u64,
    /// When it was kept, in milliseconds since 1970 began in UTC.
    pub at_ms: u64,
    /// Its kind, as the body spells it: `heard`, `decided`.
    pub kind: String,
    /// Whose opinion it brings, if it brings one.
    pub seat: Option<String>,
    /// The event, in JSON.
    pub body: String,
    /// The hash of this event and of all before, 64 hexadecimal digits.
    pub hash: String,
}

impl Logged {
    /// The hash that this event must have after `previous`, which is empty for the first.
    #[must_use]
    pub fn hash_after(&self, previous: &str, audit: &AuditId) -> String {
        sha256_of_parts(&[
            previous,
            audit.as_str(),
            &self.seq.to_string(),
            &self.at_ms.to_string(),
            &self.kind,
            self.seat.as_deref().unwrap_or_default(),
            &self.body,
        ])
    }
}

/// The kind of an event and, for an opinion, its seat.
pub(super) fn kind_and_seat(event: &AuditEvent) -> (&'static str, Option<String>) {
    match event {
        AuditEvent::Opened { .. } => ("opened", None),
        AuditEvent::Fetched { .. } => ("fetched", None),
        AuditEvent::Located { .. } => ("located", None),
        AuditEvent::Mislaid { .. } => ("mislaid", None),
        AuditEvent::Examined { .. } => ("examined", None),
        AuditEvent::Looked { .. } => ("looked", None),
        AuditEvent::Testified { .. } => ("testified", None),
        AuditEvent::Heard { opinion, .. } => ("heard", Some(opinion.seat().to_string())),
        AuditEvent::Adopted { opinion, .. } => ("adopted", Some(opinion.seat().to_string())),
        AuditEvent::Lost { .. } => ("lost", None),
        AuditEvent::Decided { .. } => ("decided", None),
        AuditEvent::Published { .. } => ("published", None),
        AuditEvent::Abandoned { .. } => ("abandoned", None),
    }
}

/// Why an event does not follow those before it, of which the last has the hash `previous`.
pub(super) fn break_at(
    audit: &AuditId,
    number: u64,
    previous: &str,
    event: &Logged,
) -> Option<String> {
    if event.seq > number {
        return Some(format!("event {number} is missing"));
    }
    if event.seq < number {
        return Some(format!("event {} stands twice", event.seq));
    }
    let differs = event.hash_after(previous, audit) != event.hash;
    differs.then(|| format!("event {number} is not as it was written, or one before it is missing"))
}

/// Seals what an audit was enrolled with.
pub(super) fn entry_seal(audit: &AuditId, opened_at_ms: i64, version: &str, terms: &str) -> String {
    sha256_of_parts(&[audit.as_str(), &opened_at_ms.to_string(), version, terms])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event() -> Logged {
        let (kind, body, hash) = ("heard".to_owned(), "{}".to_owned(), String::new());
        Logged { seq: 3, at_ms: 1_700_000_000_000, kind, seat: None, body, hash }
    }

    #[test]
    fn the_hash_of_an_event_is_the_same_in_every_version() {
        let audit = AuditId::new("one").unwrap();
        assert_eq!(
            event().hash_after("abc", &audit),
            "2137a79ab1d03b72a19a9cbc042b7de67fa8f59ebdcc80869b0cf0ed4bbcb8bf"
        );
    }

    #[test]
    fn every_part_of_an_event_is_in_its_hash() {
        let audit = AuditId::new("one").unwrap();
        let hash = event().hash_after("abc", &audit);
        let check = |change: fn(&mut Logged)| {
            let mut changed = event();
            change(&mut changed);
            assert_ne!(changed.hash_after("abc", &audit), hash, "{changed:?}");
        };
        check(|event| event.seq = 4);
        check(|event| event.at_ms += 1);
        check(|event| event.kind.push('s'));
        check(|event| event.seat = Some("Defense on safety".to_owned()));
        check(|event| event.body.push(' '));
        assert_ne!(event().hash_after("abd", &audit), hash);
        assert_ne!(event().hash_after("abc", &AuditId::new("two").unwrap()), hash);
    }
}
