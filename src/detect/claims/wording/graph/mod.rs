//! The graph: where it starts, who runs beside whom, and by what its routers decide.

pub(super) mod agents;
pub(super) mod gates;
mod meetings;
pub(super) mod several;
pub(super) mod starts;

pub(in super::super) use agents::agent;
pub(in super::super) use gates::gate;
pub(in super::super) use meetings::{Meeting, meeting};
pub(in super::super) use starts::{Start, start};
