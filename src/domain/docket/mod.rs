//! The docket of a class: which submissions there are, what became of each, and what people ordered.
//!
//! A docket is a list of records that only grows. [`Docket`] is what the records come to, and
//! [`due`] says from it what is to be done next; both are pure, so that a restart is a replay.

mod likeness;
mod order;
mod record;
mod schedule;
mod standing;
mod submission;

pub use likeness::{Fingerprint, Likeness, LikenessKind, likenesses};
pub use order::{Order, Waiver};
pub use record::{DocketEvent, Grade, Record};
pub use schedule::{Due, Schedule, due};
pub use standing::{Docket, Item, Past, Standing};
pub use submission::{Origin, Revision, Submission};

#[cfg(test)]
mod fixture;
