//! Numbers that a report gives itself: scores and tests, held against each other and against the audits in the tree.

mod odds;
mod peer_audit;
mod self_audit;
mod suites;

pub(in super::super) use odds::{Odds, at_odds};
pub(in super::super) use peer_audit::{PeerAudit, peer_audits};
pub(in super::super) use self_audit::{SelfAudit, self_audits};
