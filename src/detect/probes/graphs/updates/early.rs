//! What nodes read before any node has given it anything.

use crate::detect::probes::{Answer, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{EarlyRead, GraphFact, Place};

/// Reads at most that are told.
const TOLD: usize = 3;

/// The answer with what is told of such reads beside it; it lowers nothing.
pub(super) fn with(mut answer: Answer, graphs: &[&GraphFact]) -> Answer {
    let reads: Vec<&EarlyRead> = graphs.iter().flat_map(|graph| &graph.early).collect();
    if reads.is_empty() {
        return answer;
    }
    let told: Vec<String> = reads.iter().take(TOLD).map(|read| told(read)).collect();
    let more = match reads.len().saturating_sub(TOLD) {
        0 => String::new(),
        more => format!("; {more} more are like it"),
    };
    let note = note!("{}{more}", told.join("; "));
    answer.statement.push_str(&note);
    answer.findings.extend(reads.into_iter().take(TOLD).map(finding));
    answer
}

fn told(EarlyRead { node, key, later, dead, place }: &EarlyRead) -> String {
    let others: Vec<&str> =
        later.iter().filter(|other| *other != node).map(String::as_str).collect();
    let who = match (others.as_slice(), others.len() < later.len()) {
        ([one], false) => format!("{} gives it something", listed([*one])),
        (several, false) => {
            format!("{} give it something", listed(several.iter().copied().take(4)))
        }
        (several, true) => {
            format!("it and {} give it something", listed(several.iter().copied().take(4)))
        }
    };
    format!(
        "`{node}` reads `{key}` (`{place}`) before it can hold anything, as {who} in the same step or later, so that `{dead}` never runs"
    )
}

fn finding(read: &EarlyRead) -> Finding {
    let why = format!(
        "The steps in which nodes can give `{}` something, against the last one in which `{}` runs: what a node returns is there from the next step on.",
        read.key, read.node
    );
    let places = vec![Place::from(&read.place), Place::from(&read.dead)];
    let finding = Finding::found(read.place.clone(), why)
        .quoting(format!("{} reads {}", read.node, read.key));
    Finding { places, ..finding }
}
