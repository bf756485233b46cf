//! Exhibits → facts → evidence. Pure: no files, clock, network or logging.

mod claims;
pub mod document;
pub mod figures;
pub mod injection;
mod instruction;
mod investigation;
mod phrase;
pub mod probes;
pub mod repo;
pub mod secrets;
mod synthesis;
mod testimony;

use crate::domain::facts::Facts;
use std::sync::Once;

pub use claims::claims;
pub use investigation::investigation;
pub use probes::questions;
pub use testimony::{bind, lookups, testify};

/// Compiles the patterns by which this report is read, for the first report of a process: testimony has to wait for
/// the repository, and finds them compiled then.
pub fn prepare(facts: &Facts) {
    static FIRST: Once = Once::new();
    if let Facts::Document(facts) = facts {
        FIRST.call_once(|| {
            // Nobody wants the claims yet.
            let _ = claims(&facts.pages, None);
            document::prepare();
        });
    }
}
