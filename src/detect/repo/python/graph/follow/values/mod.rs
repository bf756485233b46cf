//! What wiring code computes with: names, collections, functions, objects of classes, and graphs.

pub(in super::super) mod builtins;
pub(in super::super) mod closure;
pub(in super::super) mod ends;
pub(in super::super) mod enums;
pub(in super::super) mod family;
pub(in super::super) mod items;
pub(in super::super) mod making;
pub(in super::super) mod methods;
pub(in super::super) mod operators;
pub(in super::super) mod options;
pub(in super::super) mod own;
pub(in super::super) mod parents;
pub(in super::super) mod records;
pub(in super::super) mod spread;
pub(in super::super) mod subclass;
pub(in super::super) mod value;
pub(in super::super) mod variables;
