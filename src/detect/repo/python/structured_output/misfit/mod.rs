//! What becomes of a reply that does not fit: it is asked for again, let go or never noticed.

pub(super) mod again;
pub(super) mod attempts;
pub(super) mod care;
pub(super) mod decorated;
pub(super) mod fate;
pub(super) mod first;
pub(super) mod nodes;
pub(super) mod nothing;
pub(super) mod retries;
pub(super) mod unfailing;
