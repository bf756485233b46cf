//! What the program puts in the place of a reply, or changes in one.

pub(super) mod changed;
pub(super) mod defaults;
pub(super) mod left_out;
pub(in super::super) mod mended;
pub(super) mod stand_ins;
