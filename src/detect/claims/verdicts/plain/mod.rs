//! Plain statements held against the facts of the sources.

mod ancestry;
mod avoided;
mod cloning;
mod fields;
mod lineage;
mod meetings;
mod packages;

pub(super) use avoided::told as avoided;
pub(super) use cloning::told as cloning;
pub(super) use fields::told as field;
pub(super) use lineage::told as lineage;
pub(super) use meetings::{beside, met};
pub(super) use packages::{is_absent, told as packages};
