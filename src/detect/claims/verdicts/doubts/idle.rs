//! Functions that nothing that runs calls, and nodes that pass on the state as it is or look at nothing of it.

use super::super::{Verdict, is_read_whole};
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::{Contradicted, Undecided};
use crate::domain::facts::{ClaimKind, FunctionFact, GraphNode, PythonFacts, RepositoryFacts};
use std::sync::LazyLock;

/// Words before a name by which it is said that something calls it.
static CALLS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\b(?:calls?|invokes?|uses?|runs?|executes?|via|through|by calling|by using|delegates to) (?:the )?`?(?P<name>\w+)`?\(?",
    )
});

/// What the code says to a function that is named, where surely nothing that runs calls it.
pub(in super::super) fn called(
    repository: &RepositoryFacts,
    text: &str,
    named: &[words::Named<'_>],
) -> Option<Verdict> {
    let functions = || repository.python.functions.iter().filter(|function| !function.in_tests);
    let idle = |name: &str| -> Option<&FunctionFact> {
        let plain = words::plain(name);
        let mut of_name = functions().filter(|function| words::plain(&function.name) == plain);
        let first = of_name.next()?;
        (first.idle && of_name.all(|other| other.idle)).then_some(first)
    };
    let other = |name: &str| {
        let classes = repository.python.classes.iter();
        let nodes = repository.python.graphs.iter().flat_map(|graph| &graph.nodes);
        let plain = words::plain(name);
        classes.into_iter().any(|class| words::plain(&class.name) == plain)
            || nodes.into_iter().any(|node| words::plain(&node.name) == plain)
    };
    let mut found = named.iter().filter(|one| one.sure && !other(one.name));
    let function = found.find_map(|one| idle(one.name))?;
    let fact = format!("`{}` is defined, and nothing that runs calls it", function.name);
    let said = CALLS.captures_iter(text).any(|found| found["name"] == function.name);
    let status = if said && is_read_whole(repository) { Contradicted } else { Undecided };
    Some(Verdict::of(status, fact, [&function.place]))
}

/// That something does its work on what it is given: `EvidenceAggregator validates`.
static WORKS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?P<name>[A-Z]\w+|\w+_\w+)`?(?: node)?(?: (?:then|also))? (?:validates|verifies|checks|filters|dedup\w*|normali[sz]es|sorts|cleans)\b",
    )
});

/// What leaves open that a node does the work that the sentence says it does: it returns the state as it is.
pub(in super::super) fn passes_on(
    python: &PythonFacts,
    sentence: &str,
    shown: &Verdict,
) -> Option<Verdict> {
    let graphs = || python.graphs.iter().filter(|graph| graph.is_in_use());
    let returns = |name: &str| {
        let plain = words::plain(name);
        let whole =
            graphs().flat_map(|graph| graph.whole_returns.iter().chain(&graph.idle_returns));
        let mut whole = whole.filter(|one| !one.partly && one.changes.is_empty());
        whole.find(|one| words::plain(&one.node) == plain)
    };
    let (name, at) = WORKS.captures_iter(sentence).find_map(|found| {
        let one = returns(&found["name"])?;
        Some((one.node.clone(), &one.place))
    })?;
    let fact = format!(
        "{}, and `{name}` returns the state as it is at `{at}`, so that what else it does was not followed",
        shown.fact
    );
    Some(Verdict::of(Undecided, fact, std::iter::once(at).chain(&shown.places)))
}

/// That something is done with what comes in by a node, also in a clause that tells of it: `Aggregator node (fan-in),
/// which collects`.
static GATHERS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?P<name>[A-Z]\w+|\w+_\w+)`?(?: (?:fan-in )?node)?(?: \([^()]*\))?,?(?: (?:which|that|then|also|safely))* (?:collects|aggregates|merges|combines|consolidates|gathers|cross-references|validates|verifies|checks|filters|dedup\w*|normali[sz]es|sorts|cleans|synthesi[sz]es|processes|transforms)\b",
    )
});

/// What leaves open that a node does what the sentence says it does with what comes in: it looks at nothing of it.
pub(in super::super) fn looks_at_nothing(
    python: &PythonFacts,
    kind: ClaimKind,
    sentence: &str,
    shown: &Verdict,
) -> Option<Verdict> {
    // What reducers merge they merge all the same.
    if !matches!(kind, ClaimKind::FanIn | ClaimKind::Definitions | ClaimKind::PathCheck) {
        return None;
    }
    let graphs = || python.graphs.iter().filter(|graph| graph.is_in_use());
    let passive = |name: &str| {
        let plain = words::plain(name);
        let is_it = |node: &&GraphNode| words::plain(&node.name) == plain;
        let mut known = graphs().filter_map(|graph| Some((graph, graph.nodes.iter().find(is_it)?)));
        known.find(|(graph, node)| graph.passive.contains(&node.name)).map(|(_, node)| node)
    };
    let node = GATHERS.captures_iter(sentence).find_map(|found| passive(&found["name"]))?;
    let place = node.runs.as_ref().unwrap_or(&node.place);
    let fact = format!(
        "{}, and what runs at `{}` looks at nothing of the state and returns nothing",
        shown.fact, node.name
    );
    Some(Verdict::of(Undecided, fact, std::iter::once(place).chain(&shown.places)))
}
