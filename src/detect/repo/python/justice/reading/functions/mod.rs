//! The functions of a synthesis: which they are, who calls whom, and which of them come to nothing.

pub(in super::super) mod court;
pub(in super::super) mod entries;
pub(in super::super) mod left_to;
pub(super) mod objects;
pub(in super::super) mod perhaps;
pub(in super::super) mod uncalled;
pub(super) mod unread;
pub(in super::super) mod unspoken;
