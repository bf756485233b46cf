//! Exhibits → facts → evidence. Pure: no files, clock, network or logging.

mod ahead;
mod claims;
pub mod document;
pub mod figures;
pub mod injection;
mod instruction;
mod investigation;
mod modules;
mod parts;
mod phrase;
pub mod probes;
pub mod repo;
mod runs;
mod seats;
pub mod secrets;
mod synthesis;
mod testimony;

pub use ahead::{Ahead, read_ahead};
pub use claims::claims;
pub use instruction::{is_from_words, left_out};
pub use investigation::investigation;
pub(crate) use phrase::compile_at_once;
pub use probes::questions;
pub use testimony::{bind, is_short, is_slight, lookups, testify, testify_read_ahead};
