//! The graph: its nodes and edges, who runs beside whom, where branches meet, and where it leads.

pub(super) mod agents;
pub(super) mod edges;
pub(super) mod fan_in;
pub(super) mod gates;
pub(super) mod layers;
pub(super) mod loops;
pub(super) mod meetings;
pub(super) mod members;
pub(super) mod nodes;
pub(super) mod side_by_side;
pub(super) mod starts;
pub(super) mod wiring;
