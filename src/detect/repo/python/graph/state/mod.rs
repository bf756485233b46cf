//! What the functions at nodes read of the state, and what becomes of what they give back.

pub(super) mod reads;
pub(super) mod updates;
