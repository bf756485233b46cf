//! The sentence itself: whether it is whole, what of it states something, and by which words it claims nothing.

mod apart;
mod changes;
pub(super) mod elsewhere;
pub(super) mod foreign;
mod general;
pub(super) mod headings;
mod mended;
pub(super) mod narrated;
pub(super) mod prompted;
pub(super) mod stated;
pub(super) mod unclaimed;
mod whole;

pub(in super::super) use changes::tells_a_change;
pub(in super::super) use mended::is_mended;
pub(super) use mended::is_past;
pub(in super::super) use prompted::is_own_now;
pub(in super::super) use unclaimed::{is_demand, is_of_others, is_quoted};
pub(in super::super) use whole::{is_citation, is_whole};
