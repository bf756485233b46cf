//! How the code of a synthesis is read: its functions, variables and branches, and what they are about.

pub(super) mod branches;
pub(super) mod by_value;
pub(super) mod court;
pub(super) mod drawn;
pub(super) mod effects;
pub(super) mod entries;
pub(super) mod flagged;
pub(super) mod found;
pub(super) mod guards;
pub(super) mod left_to;
pub(super) mod levelled;
pub(super) mod notes;
mod objects;
pub(super) mod off;
pub(super) mod perhaps;
pub(super) mod rows;
pub(super) mod rules;
pub(super) mod signs;
pub(super) mod switches;
pub(super) mod tables;
pub(super) mod terms;
pub(super) mod told;
pub(super) mod traces;
pub(super) mod uncalled;
mod unread;
pub(super) mod unspoken;
