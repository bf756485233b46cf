//! How the code of a synthesis is read: its functions, variables and branches, and what they are about.

pub(super) mod branches;
pub(super) mod effects;
pub(super) mod flagged;
pub(super) mod found;
pub(super) mod functions;
pub(super) mod guards;
pub(super) mod levelled;
pub(super) mod off;
pub(super) mod rows;
pub(super) mod rules;
pub(super) mod signs;
pub(super) mod switches;
pub(super) mod tables;
pub(super) mod traces;
pub(super) mod variables;
