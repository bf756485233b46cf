//! Ways through a graph, as verdicts take them.

use crate::domain::facts::{GapAbout, GraphFact};

/// Whether one node lies behind another on each way from the start, and leads back to it only where all begins anew: to
/// lead there is to lead on, whatever a loop around both does.
pub(in crate::detect) fn is_onward(graph: &GraphFact, from: &str, to: &str) -> bool {
    let is_known = graph.unresolved.iter().all(|gap| gap.about == GapAbout::Node);
    let first: Vec<&str> = graph.onward("START").filter(|node| *node != from).collect();
    from != to
        && is_known
        && graph.leads("START", from)
        && !graph.leads_past("START", to, &[from])
        && !graph.leads_past(to, from, &first)
}
