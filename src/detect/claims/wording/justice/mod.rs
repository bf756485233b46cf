//! The synthesis: its rules, and how the judges' scores become one.

pub(super) mod averages;
pub(in crate::detect::claims) mod rules;
pub(super) mod tech_lead;

pub(in super::super) use averages::{
    denies_another, denies_any_average, denies_average, names_median, takes_average,
};
pub(in super::super) use tech_lead::{breaks_ties, takes_the_lead, tells_of_the_lead};
