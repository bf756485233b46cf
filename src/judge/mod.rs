//! Case → opinion. Pure: the judges' arguments come from the case and from nothing else.

pub mod model;
pub mod personas;
pub mod rules;
