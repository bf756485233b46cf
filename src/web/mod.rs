//! The dashboard and the API over HTTP: a class of submissions to look at, to follow and to order about.
//!
//! [`serve`] answers on a listener that the caller opened. Everything but `/healthz` and `/login` needs the
//! token; the tests in `tests/web` show what is refused. What may be known of the class comes through
//! [`Registry`](crate::docket::Registry) alone.

mod answer;
mod api;
mod app;
mod attempts;
mod events;
mod finish;
mod guard;
mod health;
mod input;
mod keys;
mod lobby;
mod metrics;
mod pages;
mod problem;
mod serve;
mod settings;

pub use serve::{router, serve};
pub use settings::{Settings, Token, TokenError};
