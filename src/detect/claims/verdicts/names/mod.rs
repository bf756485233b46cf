//! What is there at all: definitions, files and numbers by their names, and what is said to be lacking.

pub(super) mod amounts;
pub(super) mod beside;
pub(super) mod contents;
pub(super) mod definitions;
mod headed;
pub(super) mod lacking;
pub(super) mod listings;
pub(super) mod located;
pub(super) mod marks;
mod meant;
pub(super) mod named_file;
pub(super) mod rubric;
pub(super) mod settings;
pub(super) mod sizes;
pub(super) mod understated;
pub(super) mod values;
mod ways_in;
