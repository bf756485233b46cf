//! The dashboard's pages: the class as it goes, one audit as it happens, and the cases that wait for a person.
//!
//! Every page is a function of what it is given, reads without a program in it, and works by forms alone. A
//! part that may change while somebody looks has an anchor and the mark `data-live`: the dashboard's program
//! fetches the page again and puts such parts in the place of the former ones.

mod class;
mod controls;
mod criteria;
mod entry;
mod frame;
mod lines;
mod moment;
mod queue;
mod rows;
mod stages;
mod submission;
mod waivers;

pub use class::{Class, class_page};
pub use controls::CSRF;
pub use entry::{login_page, problem_page};
pub use frame::View;
pub use lines::{Filter, Line, PER_PAGE, STATES, counts, lines};
pub use queue::{Case, cases, queue_page};
pub use stages::Proceedings;
pub use submission::{Shown, submission_page};

use super::html;
use crate::domain::graded::Graded;

/// The style of the dashboard's pages: that of a report, and what a dashboard needs besides.
pub const STYLE: &str = concat!(include_str!("../html/style.css"), include_str!("dashboard.css"));

/// The page of a submission's report with a link back to the dashboard; `None` where there is no report.
#[must_use]
pub fn report_page(one: &Graded) -> Option<String> {
    html::html_from(one, &frame::address(&one.id))
}

/// What keeping a class costs and how it goes, as a page shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meter {
    /// What all calls cost, where prices are known.
    pub cost: f64,
    /// The most that they may cost.
    pub most_cost: Option<f64>,
    /// The currency; empty where nothing is paid.
    pub currency: String,
    /// Tokens of all calls.
    pub tokens: u64,
    /// Calls under way.
    pub in_flight: u64,
    /// Why nothing new is begun, a fragment.
    pub held: Option<String>,
    /// What could not be read of the class's lists, each with its place.
    pub problems: Vec<String>,
    /// Whether the work goes on.
    pub is_alive: bool,
}

#[cfg(test)]
mod tests;
