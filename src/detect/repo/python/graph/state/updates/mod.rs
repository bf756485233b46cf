//! What the functions at nodes return, and what the state takes of it.

pub(in super::super) mod back;
pub(in super::super) mod changed;
pub(in super::super) mod clash;
pub(in super::super) mod copies;
pub(in super::super) mod doubled;
pub(in super::super) mod entries;
pub(in super::super) mod inert;
pub(in super::super) mod objects;
pub(in super::super) mod parts;
pub(in super::super) mod rebuilt;
pub(in super::super) mod replaced;
pub(in super::super) mod resets;
pub(in super::super) mod results;
pub(in super::super) mod returned;
pub(in super::super) mod taken;
pub(in super::super) mod telling;
pub(in super::super) mod unfilled;
pub(in super::super) mod untaken;
pub(in super::super) mod whole;
pub(in super::super) mod writes;
