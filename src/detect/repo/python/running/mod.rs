//! What of the sources runs: from where, by which calls, and up to which line.

pub(super) mod ending;
pub(super) mod reach;
pub(super) mod refuted;
pub(super) mod sites;
pub(super) mod surely;
pub(super) mod tracers;
pub(super) mod uncalled;
pub(super) mod unheard;
pub(super) mod uses;
