//! A world in memory for simulated audits: a submission, its reader, a model, a disk that outlives the
//! process, a clock. All of it answers by a script, and goes wrong as a plan says.

mod clock;
mod disk;
mod model;
mod reader;
mod shelf;
mod submission;

pub(super) use clock::VirtualClock;
pub(super) use disk::Disk;
pub(super) use model::{Ledger, ScriptedModel, models};
pub(super) use reader::ScriptedReader;
pub(super) use shelf::Shelf;
pub(super) use submission::{Submission, audit};
