//! Case → prompt, reply → opinion: what a judge who is a language model is asked, and what of its
//! answer counts. Pure: whoever asks the model is elsewhere.

mod brief;
mod fence;
mod quotes;
mod record;
mod reply;
mod strict;

#[cfg(test)]
mod tests;

pub use brief::{brief, repair, reply_schema, reply_schema_of};
pub use fence::clean;
pub use reply::{Objection, weigh};
