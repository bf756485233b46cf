//! The graph: where it starts, who runs beside whom, and by what its routers decide.

pub(super) mod agents;
pub(super) mod gates;
mod meetings;
pub(super) mod several;
pub(super) mod starts;

pub(in crate::detect::claims) use agents::agent;
pub(in crate::detect::claims) use gates::gate;
pub(in crate::detect::claims) use meetings::{Meeting, meeting};
pub(in crate::detect::claims) use starts::{Start, start};
