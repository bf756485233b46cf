//! What is there at all: where definitions are, which numbers are told, and what is said to be lacking.

pub(super) mod amounts;
mod beside;
pub(super) mod contents;
mod drawn_trees;
mod gaps;
mod lacking;
pub(super) mod located;
pub(super) mod rubric;
pub(super) mod settings;
mod understated;
pub(super) mod values;

pub(in crate::detect::claims) use amounts::{Amount, amount};
pub(in crate::detect::claims) use beside::{Organ, is_placed, named_in, organs_in, row};
pub(in crate::detect::claims) use contents::worked_on;
pub(in crate::detect::claims) use drawn_trees::{Commented, commented};
pub(in crate::detect::claims) use gaps::denied;
pub(in crate::detect::claims) use lacking::Thing;
pub(in crate::detect::claims) use located::{
    Filed, class_in_file, filed, housed, located, placed_class,
};
pub(in crate::detect::claims) use rubric::is_changed;
pub(in crate::detect::claims) use settings::{Setting, settings};
pub(in crate::detect::claims) use understated::{
    Understated, commented_out, few_dimensions, stub, understated, unfinished,
};
pub(in crate::detect::claims) use values::{Given, dimensions, given, is_one_of_several};
