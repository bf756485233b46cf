//! The page around a sentence: lists, tables, headings and data, and what they make of what it says.

mod columns;
mod demands;
pub(in crate::detect::claims) mod items;
mod joined;
mod json;
mod lists;
mod rows;
mod scales;
pub(super) mod sections;

pub(in super::super) use columns::{Columns, is_denied_row, unfinished_row};
pub(in super::super) use demands::Demands;
pub(in super::super) use joined::joined;
pub(in super::super) use json::entries;
pub(in super::super) use lists::{BULLETS, List};
pub(in super::super) use rows::{Finished, Rows};
pub(in super::super) use scales::Scales;
pub(in super::super) use sections::{claims_nothing, is_under_judges};
