//! Lines that surely fail when they run, files that cannot be imported, and what is never built because of them.

pub(super) mod absent;
pub(super) mod formats;
pub(super) mod imports;
pub(super) mod lacking;
pub(super) mod misused;
pub(super) mod refusals;
pub(super) mod stopped;
pub(super) mod unbound;
pub(super) mod undeclared;
