//! The synthesis: how the judges' scores become one, by which rules, and what becomes of a dissent.

pub(super) mod averages;
mod caps;
pub(super) mod deciding;
pub(super) mod dissent;
pub(super) mod in_part;
pub(super) mod rules;
pub(super) mod tech_lead;
pub(super) mod weights;
