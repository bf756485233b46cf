//! The report as text: Markdown for people, JSON for programs, one line per event for a console, spans for
//! whoever watches with OpenTelemetry.
//!
//! Everything here is a function of the report or the event alone. Whatever a submission, a rubric
//! or a model wrote passes through [`escape`].

pub mod dashboard;
pub mod escape;
mod excerpt;
#[cfg(test)]
mod fixture;
#[cfg(test)]
mod hostile;
mod html;
mod index;
mod investigation;
mod json;
pub mod links;
mod markdown;
mod moved;
mod name;
mod notable;
#[cfg(test)]
mod page;
mod phrase;
mod plan;
mod progress;
mod provenance;
pub mod results;
pub mod spans;
mod wording;

pub use html::{entry_policy, html, page_policy};
pub use investigation::{investigation, investigation_json};
pub use json::json;
pub use markdown::markdown;
pub use moved::moved_lines;
pub use name::file_stem;
pub use progress::progress_line;
