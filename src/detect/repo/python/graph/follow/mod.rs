//! Wiring code followed like a program: statements, expressions, calls, and the graphs that come of them.

pub(super) mod built;
pub(super) mod interpreter;
pub(super) mod values;
