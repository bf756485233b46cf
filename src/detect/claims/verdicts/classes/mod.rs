//! Classes: of which kind they are, from what they descend, and which fields they have.

pub(super) mod adjectives;
mod ancestry;
pub(super) mod each;
pub(super) mod fields;
pub(super) mod handed_on;
pub(super) mod kinds;
pub(super) mod lineage;
pub(super) mod other_names;
pub(super) mod products;
mod subjects;
