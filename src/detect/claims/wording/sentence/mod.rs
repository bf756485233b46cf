//! The sentence itself: whether it is whole, what of it states something, and by which words it claims nothing.

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

pub(in crate::detect::claims) use changes::tells_a_change;
pub(in crate::detect::claims) use mended::is_mended;
pub(super) use mended::is_past;
pub(in crate::detect::claims) use prompted::is_own_now;
pub(in crate::detect::claims) use unclaimed::{is_demand, is_of_others, is_quoted};
pub(in crate::detect::claims) use whole::{is_citation, is_whole};
