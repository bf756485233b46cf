//! Stand-ins for everything outside the court: a submission, readers, judges, a journal, a shelf.

pub mod counsel;
pub mod dice;
pub mod examiner;
pub mod journal;
pub mod session;
pub mod shelf;
pub mod submission;
