//! A class of submissions: who is audited when, what came of it, and what people order.
//!
//! [`Registry`] is all that an edge needs to know of it. A [`Registrar`] keeps it: one loop that takes
//! messages, writes records to the [`Annals`], asks the schedule what is due, and has the engine do it.

mod annals;
mod cabinet;
mod desk;
mod feed;
mod follow;
pub mod intake;
mod publish;
mod registrar;
mod registry;
mod results;
mod turn;
mod unknown;
mod vitals;

pub use annals::{Annals, AnnalsError, DOCKET};
pub use cabinet::{Cabinet, CabinetError};
pub use desk::{give_order, graded_class};
pub use feed::Feed;
pub use registrar::{Command, Ending, OpenError, Registrar, RegistrarHandle, Settings};
pub use registry::{Notice, Refusal, Registry, Spending, Vitals};
pub use vitals::Meter;
