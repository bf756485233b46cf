//! Experiments on real processes: audits of a small submission, killed by the system's hand at moments that a
//! seed draws, and resumed until their report is there. It has to be that of an undisturbed run, byte for byte.

mod deaths;
mod kept;
mod measured;
mod process;
mod sample;
mod server;
mod trial;

pub use trial::{Court, RealError, Tried};
