//! Classes: what they inherit from, which fields they have, and what nodes hand on.

pub(super) mod fields;
pub(super) mod handed_on;
mod lineage;
mod products;

pub(in super::super) use fields::{OfField, field};
pub(in super::super) use handed_on::steps as typed;
pub(in super::super) use lineage::lineage;
pub(in super::super) use products::{Product, product};
