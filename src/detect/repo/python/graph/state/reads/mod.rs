//! What the functions at nodes read of the state, and whom they hand it to.

pub(in super::super) mod anew;
pub(in super::super) mod asked;
pub(in super::super) mod attributes;
pub(in super::super) mod early;
pub(in super::super) mod fields;
pub(in super::super) mod handing;
pub(in super::super) mod reading;
pub(in super::super) mod unfed;
pub(in super::super) mod unmatched;
pub(in super::super) mod unread;
pub(in super::super) mod unshown;
pub(in super::super) mod within;
