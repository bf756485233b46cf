//! Audits that follow others: what is taken over, who is asked, and what is said to have moved.

#[allow(dead_code, reason = "other tests use the rest of the doubles")]
#[path = "../doubles/mod.rs"]
mod doubles;

mod court;
mod random;
mod scene;
