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

pub(in crate::detect::claims) use columns::{Columns, is_denied_row, unfinished_row};
pub(in crate::detect::claims) use demands::Demands;
pub(in crate::detect::claims) use joined::joined;
pub(in crate::detect::claims) use json::entries;
pub(in crate::detect::claims) use lists::{BULLETS, List};
pub(in crate::detect::claims) use rows::{Finished, Rows};
pub(in crate::detect::claims) use scales::Scales;
pub(in crate::detect::claims) use sections::{claims_nothing, is_under_judges};
