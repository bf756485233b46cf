//! What binds replies to a schema: methods of models, libraries, JSON that is read by hand.

pub(super) mod afterwards;
pub(super) mod binds;
pub(super) mod by_hand;
pub(super) mod elsewhere;
pub(super) mod format;
pub(super) mod held;
pub(super) mod instructions;
pub(super) mod json;
pub(super) mod libraries;
pub(super) mod schemas;
pub(super) mod several;
pub(super) mod tools;
pub(in super::super) mod unasked;
pub(super) mod wrapped;
