//! What is there at all: where definitions are, which numbers are told, and what is said to be lacking.

pub(super) mod amounts;
mod beside;
mod cited_lines;
pub(super) mod contents;
mod drawn_trees;
mod gaps;
mod lacking;
pub(super) mod located;
mod marks;
pub(super) mod rubric;
pub(super) mod settings;
mod sizes;
mod understated;
pub(super) mod values;
mod ways_in;

pub(in super::super) use amounts::{Amount, amount};
pub(in super::super) use beside::{Organ, is_placed, named_in, organs_in, row};
pub(in super::super) use cited_lines::named_at;
pub(in super::super) use contents::worked_on;
pub(in super::super) use drawn_trees::{Commented, commented};
pub(in super::super) use gaps::denied;
pub(in super::super) use lacking::Thing;
pub(in super::super) use located::{Filed, class_in_file, filed, housed, located, placed_class};
pub(in super::super) use marks::marks;
pub(in super::super) use rubric::is_changed;
pub(in super::super) use settings::{Setting, settings};
pub(in super::super) use sizes::{Of as SizeOf, Size, sizes};
pub(in super::super) use understated::{
    Understated, commented_out, few_dimensions, stub, understated, unfinished,
};
pub(in super::super) use values::{Given, dimensions, given, is_one_of_several};
