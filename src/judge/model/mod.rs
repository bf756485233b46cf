//! Case → prompt, reply → opinion: what a judge who is a language model is asked, and what of its
//! answer counts. Pure: whoever asks the model is elsewhere.

mod brief;
mod fence;
mod look;
mod quotes;
mod record;
mod reply;
mod strict;

pub use brief::{Question, brief, question, repair, reply_schema, reply_schema_of};
pub use fence::clean;
pub use look::{look, look_again, seen};
pub use record::Record;
pub use reply::{Objection, weigh};
