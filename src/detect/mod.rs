//! Exhibits → facts → evidence. Pure: no files, clock, network or logging.

mod claims;
pub mod document;
pub mod figures;
pub mod injection;
mod instruction;
mod investigation;
mod labels;
mod modules;
mod parts;
mod phrase;
pub mod probes;
pub mod repo;
mod rubric;
mod runs;
mod seats;
pub mod secrets;
mod synthesis;
mod testimony;

pub use claims::claims;
pub use instruction::{is_from_words, left_out};
pub use investigation::investigation;
pub(crate) use phrase::compile_at_once;
pub use probes::{Ahead, questions, read_ahead};
pub use rubric::{bind, load_rubric, load_rubric_warned, lookups};
pub use testimony::{is_short, is_slight, testify, testify_read_ahead};
