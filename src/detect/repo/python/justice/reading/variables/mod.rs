//! What the variables of a synthesis hold, and what their names speak of.

pub(in super::super) mod by_value;
pub(in super::super) mod drawn;
pub(in super::super) mod notes;
pub(in super::super) mod terms;
pub(in super::super) mod told;
