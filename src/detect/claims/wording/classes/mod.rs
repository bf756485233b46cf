//! Classes: what they inherit from, which fields they have, and what nodes hand on.

pub(super) mod fields;
pub(super) mod handed_on;
mod lineage;
mod products;

pub(in crate::detect::claims) use fields::{OfField, field};
pub(in crate::detect::claims) use handed_on::steps as typed;
pub(in crate::detect::claims) use lineage::lineage;
pub(in crate::detect::claims) use products::{Product, product};
