//! How wiring code is followed: statements, expressions and calls, the branches that are taken, and how far.

mod by_hand;
pub(in super::super) mod call;
pub(in super::super) mod called;
pub(in super::super) mod callers;
pub(in super::super) mod choices;
pub(in super::super) mod evaluate;
pub(in super::super) mod flow;
pub(in super::super) mod fuel;
pub(in super::super) mod loops;
pub(in super::super) mod names;
pub(in super::super) mod outside;
pub(in super::super) mod run;
pub(in super::super) mod tops;
pub(in super::super) mod traces;
pub(in super::super) mod truth;
pub(in super::super) mod usual;
