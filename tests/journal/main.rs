//! The journal in a file: what it has taken is there after everything short of the loss of its disk.

#[allow(dead_code, reason = "other tests use the rest of the doubles")]
#[path = "../doubles/mod.rs"]
mod doubles;

mod book;
mod calls;
mod faults;
mod killed;
mod logs;
mod orders;
mod salvaged;
mod shared;
mod taken;
mod tampered;
mod torn;
