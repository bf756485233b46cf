//! Ways on which a graph is said to lead back.

use super::super::{Verdict, is_read_whole};
use super::wiring::{graphs, unsettled};
use crate::detect::phrase::Phrase;
use crate::detect::synthesis::ways::is_onward;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{GraphFact, Lines, RepositoryFacts};
use std::sync::LazyLock;

/// That the graph itself leads back; what a node does again inside is not meant.
const BACK: &str = r"graph (?:\w+ ){0,3}?(?:(?:rout|loop|go|branch|return|jump|lead|cycl)\w* back|(?:trigger|perform|execut|start|initiat|tak)\w* (?:an? |the )?(?:\w+ )?loop-?back)";

static IS_BACK: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(&format!(r"(?i)\b{BACK}\b")));

/// Names of what lets a node run again, or lead elsewhere, without an edge.
const WITHOUT_EDGES: &[&str] = &["Command", "RetryPolicy", "retry_policy", "Send"];

/// Whether a graph leads back where the text says that it does.
pub(in super::super) fn back(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    if !IS_BACK.is_match(text) {
        return None;
    }
    let graphs = graphs(&repository.python);
    let found = graphs.iter().find_map(|graph| returning(graph));
    if let Some((from, to, errors, place)) = found {
        let fact = format!("the graph leads from `{from}` back to `{to}`");
        return Some(if errors {
            Verdict::of(Supported, fact, [place])
        } else {
            let fact = format!("{fact}, and whether it does so on failure was not followed");
            Verdict::of(Undecided, fact, [place])
        });
    }
    if let Some(open) = unsettled(&repository.python, &graphs, |_| true) {
        return Some(open);
    }
    let without_edges = repository
        .vocabulary
        .as_ref()
        .is_none_or(|words| WITHOUT_EDGES.iter().any(|name| words.names(name)));
    let plain = graphs.iter().all(|g| g.conditional.is_empty() && g.families.is_empty());
    if without_edges || !plain || !is_read_whole(repository) {
        return Some(Verdict::undecided("no edge of the graph was seen to lead back"));
    }
    let places = graphs.iter().flat_map(|graph| graph.edges.iter().map(|edge| &edge.place));
    let fact = "the graph has no conditional edge and no edge that leads back: it takes the same way \
                whatever fails";
    Some(Verdict::of(Contradicted, fact, places))
}

/// The first edge that leads back: where it leaves and arrives, and whether it does so on failure.
fn returning(graph: &GraphFact) -> Option<(&str, &str, bool, &Lines)> {
    let routed = graph.conditional.iter().flat_map(|edge| {
        let errors = edge.handles_errors == Some(true);
        edge.targets.iter().map(move |to| (edge.from.as_str(), to.as_str(), errors, &edge.place))
    });
    let plain =
        graph.edges.iter().map(|edge| (edge.from.as_str(), edge.to.as_str(), false, &edge.place));
    let all = || routed.clone().chain(plain.clone());
    let leads_back = |from: &str, to: &str| graph.leads(to, from) && !is_onward(graph, from, to);
    // Of a circle it is the edge to where the circle is entered; what may be entered anywhere has no such edge.
    let enters = |from: &str, to: &str| {
        let is_reached = graph.leads("START", from);
        from == to || is_reached && !graph.leads_past("START", from, &[to])
    };
    let first = all().find(|(from, to, ..)| leads_back(from, to) && enters(from, to));
    first.or_else(|| all().find(|(from, to, ..)| leads_back(from, to)))
}
