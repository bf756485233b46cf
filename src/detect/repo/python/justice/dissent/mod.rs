//! What is done where the judges lie far apart: dissent, and hearing them again.

pub(super) mod alike;
pub(super) mod announced;
pub(super) mod bypassed;
pub(super) mod canned;
pub(super) mod heard;
pub(super) mod looks;
pub(super) mod paired;
pub(super) mod picks;
pub(super) mod unargued;
pub(super) mod unread;
