//! The court with doubles for everything outside of it.
//!
//! Time stands still while anybody works and jumps while everybody waits: deadlines of minutes pass at
//! once, and a court that waits for nothing is found out instead of holding the tests up.

#[path = "../doubles/mod.rs"]
#[allow(dead_code, reason = "other tests use the rest of the doubles")]
mod doubles;

mod closing;
mod coordinators;
mod detectives;
mod hearings;
mod judges;
mod recess;
mod replacements;
