//! Probe of nodes that return what they are given, where a reducer adds it to itself.

use super::super::graph::{live, no_nodes};
use super::{NAMED, by_node, nodes_of, unfollowed};
use crate::detect::probes::{About, Answer, Ask, Record, Undecided, count, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{GraphFact, Place, ReducerFact, Unfollowed, UntakenKey, WholeReturn};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Whether nodes return what they add, and not the whole state.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::detect::probes) struct WholeUpdates {}

impl Ask for WholeUpdates {
    const ABOUT: About = About {
        kind: "python.whole_updates",
        artifact: Artifact::GithubRepo,
        summary: "No node of a state graph returns the whole state, or a field with what it held, where a reducer adds up: what the field holds is then added to itself.",
        parameters: &[],
        example: "{}",
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let (graphs, python) = (live(record)?, record.python()?);
        if graphs.is_empty() {
            return no_nodes(record, vec!["the nodes of a graph that runs".to_owned()]);
        }
        let says_nothing = |graph: &&GraphFact| {
            graph.whole_returns.is_empty()
                && graph.open_returns.is_empty()
                && graph.idle_returns.is_empty()
                && graph.vain_resets.is_empty()
        };
        let takes_in_messages = python
            .classes
            .iter()
            .any(|class| class.bases.iter().any(|base| base.ends_with("MessagesState")));
        if python.reducers.is_empty() && !takes_in_messages && graphs.iter().all(says_nothing) {
            let none = "No field with a reducer was found, so that nothing that nodes return is added to what is there";
            record.absent_from_python("field with a reducer", &["Annotated"])?;
            return Err(Undecided::moot(graphs[0].place.clone(), none));
        }
        if let Some(graph) = graphs.iter().find(|graph| !graph.whole_returns.is_empty()) {
            return Ok(noted(doubled(graph), &graphs));
        }
        if let Some((graph, open)) =
            graphs.iter().find_map(|it| Some((it, it.open_returns.iter().find(|one| !one.partly)?)))
        {
            return Err(hanging(graph, open));
        }
        let veiled = |one: &&WholeReturn| one.veiled && !one.partly;
        if let Some(one) = graphs.iter().find_map(|it| it.idle_returns.iter().find(veiled)) {
            return Err(after_unseen(one));
        }
        for graph in graphs.iter().filter(|_| python.reducers.iter().any(ReducerFact::adds_up)) {
            let mut nodes = nodes_of(graph);
            let unread: Vec<_> = graph.unread.iter().cloned().map(Unfollowed::Node).collect();
            nodes.extend(unread.iter().filter(|one| !graph.unfollowed.contains(one)));
            if !nodes.is_empty() {
                return Err(unfollowed(graph, &nodes, "whether it returns what it is given"));
            }
        }
        unseen(&graphs)
    }
}

/// What is said where no node was seen to return what it is given: nothing where no node is known.
fn unseen(graphs: &[&GraphFact]) -> Result<Answer, Undecided> {
    if graphs.iter().all(|graph| graph.nodes.is_empty()) {
        let reason = format!(
            "no node of the graph at `{}` is known, and neither is what any returns",
            graphs[0].place
        );
        return Err(Undecided::new(graphs[0].place.clone(), reason));
    }
    let findings = graphs.iter().take(NAMED).map(|graph| {
        let why = "Functions at the nodes that could be followed, and whether they return what they are given.";
        Finding::found(graph.place.clone(), why)
    });
    let statement = if graphs.iter().all(|graph| graph.idle_returns.is_empty()) {
        "No node was seen to return what a field holds already to a reducer that would add it once more."
    } else {
        "No node was seen to return what nodes before it put into a field to a reducer that would add it once more."
    };
    let answer = Answer {
        outcome: Outcome::Holds,
        statement: statement.to_owned(),
        missing: Vec::new(),
        findings: findings.collect(),
    };
    Ok(noted(answer, graphs))
}

/// A node returns the state, and whether anything stands in a field by then hangs on routers.
fn hanging(graph: &GraphFact, open: &WholeReturn) -> Undecided {
    let fields = listed(open.fields.iter().take(NAMED).map(String::as_str));
    let WholeReturn { node, place, .. } = open;
    let reason = format!(
        "`{node}` returns the whole state (`{place}`), and nodes before it put something into {fields}, which a reducer adds up; whether that stands there by then hangs on a router of the graph at `{}`",
        graph.place
    );
    Undecided::new(place.clone(), reason)
}

/// A node returns the state, and what nodes before it give was not all seen.
fn after_unseen(one: &WholeReturn) -> Undecided {
    let fields = listed(one.fields.iter().take(NAMED).map(String::as_str));
    let WholeReturn { node, place, .. } = one;
    let reason = format!(
        "`{node}` returns the whole state (`{place}`), and a reducer adds up what stands in {fields}; whether anything does by then is open, because not all that nodes before it give was seen"
    );
    Undecided::new(place.clone(), reason)
}

/// Adds what lowers nothing: that nodes return the whole state before anything stands in it, and that what is returned
/// empty empties nothing.
fn noted(mut answer: Answer, graphs: &[&GraphFact]) -> Answer {
    for graph in graphs {
        let idle = if graph.whole_returns.is_empty() { idle(graph) } else { Vec::new() };
        for (note, finding) in idle {
            answer.statement.push_str(&note);
            answer.findings.push(finding);
        }
        for one in graph.open_returns.iter().filter(|one| one.partly).take(NAMED) {
            let (note, finding) = perhaps(one);
            answer.statement.push_str(&note);
            answer.findings.push(finding);
        }
        for (node, keys) in by_node(&graph.vain_resets).into_iter().take(NAMED) {
            let (note, finding) = kept(node, &keys);
            answer.statement.push_str(&note);
            answer.findings.push(finding);
        }
    }
    answer
}

/// What is said of a node that returns a field with what it held, where a router decides whether anything was.
fn perhaps(one: &WholeReturn) -> (String, Finding) {
    let WholeReturn { node, fields, place, .. } = one;
    let fields = listed(fields.iter().take(NAMED).map(String::as_str));
    let note = note!(
        "`{node}` returns {fields} with what was held there (`{place}`), and a reducer adds that to what is there: wherever a router leads to it with anything in it, that stands there twice afterwards"
    );
    let why = "What runs there returns under this key what the field holds with what is new, in place of what is new alone.";
    (note, Finding::found(place.clone(), why).quoting(node.clone()))
}

/// What is said of nodes that return what they are given before anything stands there.
fn idle(graph: &GraphFact) -> Vec<(String, Finding)> {
    let sides = [(false, false), (true, false), (true, true)];
    let told = sides.iter().filter_map(|(partly, veiled)| {
        let ours = |one: &&WholeReturn| one.partly == *partly && one.veiled == *veiled;
        idle_by(&graph.idle_returns.iter().filter(ours).collect::<Vec<_>>())
    });
    told.collect()
}

fn idle_by(returns: &[&WholeReturn]) -> Option<(String, Finding)> {
    let first = returns.first()?;
    let partly = first.partly;
    let names: BTreeSet<&str> = returns.iter().map(|one| one.node.as_str()).collect();
    let nodes = listed(names.iter().copied().take(NAMED));
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {}", count(more, "more node")),
    };
    let fields: BTreeSet<&str> =
        returns.iter().flat_map(|one| one.fields.iter().map(String::as_str)).collect();
    let fields = listed(fields.into_iter().take(NAMED));
    let does = if names.len() == 1 { "returns" } else { "return" };
    let note = if first.veiled {
        note!(
            "{nodes}{more} {does} {fields} with what was held there, and a reducer adds that to what is there; whether anything stands there by then is open, because not all that nodes before it give was seen"
        )
    } else if partly {
        note!(
            "{nodes}{more} {does} {fields} with what was held there, and a reducer adds that to what is there; no node was seen to put anything there by then, so that it adds nothing on a first run, but what the caller puts there, or a checkpointer keeps of a run before, would be added once more"
        )
    } else {
        note!(
            "{nodes}{more} {does} the whole state, but no node was seen to put anything into {fields} by then; what the caller puts there would stand there twice"
        )
    };
    let why = if partly {
        "What runs there returns under this key what the field holds with what is new, in place of what is new alone."
    } else {
        "What runs there returns what it is given, and LangGraph takes all of it for an update."
    };
    let places = returns.iter().take(NAMED).map(|one| Place::from(&one.place));
    let finding = Finding::found(first.place.clone(), why).quoting(nodes.replace('`', ""));
    Some((note, Finding { places: places.collect(), ..finding }))
}

fn kept(node: &str, keys: &[&UntakenKey]) -> (String, Finding) {
    let fields: BTreeSet<&str> = keys.iter().map(|one| one.key.as_str()).collect();
    let names = listed(fields.iter().take(NAMED).copied());
    let place = &keys[0].place;
    let (keep, it) = if fields.len() == 1 {
        ("whose reducer keeps", "it")
    } else {
        ("whose reducers keep", "them")
    };
    let told = note!(
        "`{node}` runs again in a loop and returns nothing for {names} (`{place}`), {keep} what is there: that does not empty {it}"
    );
    let why = "An empty value is united with or added to what the field holds, and nothing is taken out of that.";
    (told, Finding::found(Place::from(place), why).quoting(names.replace('`', "")))
}

/// What is said of a graph whose nodes return the whole state, or a field with what it held.
fn doubled(graph: &GraphFact) -> Answer {
    let (anew, kept): (Vec<_>, Vec<_>) = graph.whole_returns.iter().partition(|one| one.anew);
    let (parts, whole): (Vec<_>, Vec<_>) = kept.into_iter().partition(|one| one.partly);
    let sides = [
        (&whole, "the whole state"),
        (&parts, "a field with what it held"),
        (&anew, "a field with something made of each item that it held"),
    ];
    let told = sides.into_iter().filter(|(nodes, _)| !nodes.is_empty());
    let told: Vec<String> = told.map(|(nodes, what)| doubled_by(nodes, what)).collect();
    let findings = graph.whole_returns.iter().take(NAMED).map(|one| {
        let why = if one.anew {
            format!(
                "What runs as `{}` returns under this key what it makes of each item of the field, and the reducer adds that to these items.",
                one.node
            )
        } else if one.partly {
            format!(
                "What runs as `{}` returns under this key what the field holds, and the reducer adds it to what the field holds.",
                one.node
            )
        } else {
            format!(
                "What runs as `{}` returns what it is given, and LangGraph takes all of it for an update.",
                one.node
            )
        };
        Finding::found(one.place.clone(), why).quoting(one.fields.join(", "))
    });
    let nodes: BTreeSet<&str> = graph.whole_returns.iter().map(|one| one.node.as_str()).collect();
    let all = graph.nodes.len().max(nodes.len());
    let mut missing: Vec<String> = graph.whole_returns.iter().take(8).map(new_alone).collect();
    missing.dedup();
    let more = nodes.len().saturating_sub(8);
    missing.extend((more > 0).then(|| count(more, "more node")));
    Answer {
        outcome: Outcome::of_share(all - nodes.len(), all),
        statement: told.join(" "),
        missing,
        findings: findings.collect(),
    }
}

/// What a node should return in place of what it was given.
fn new_alone(one: &WholeReturn) -> String {
    let WholeReturn { node, changes, unsure, .. } = one;
    if one.anew {
        let fields = listed(changes.iter().map(String::as_str));
        return format!("`{node}` (what it makes of {fields} under a field of its own)");
    }
    if changes.is_empty() && *unsure {
        return format!("`{node}` (what is new alone)");
    }
    if changes.is_empty() {
        return format!("`{node}` (`return {{}}`: it was not seen to add anything)");
    }
    format!("`{node}` (what is new in {})", listed(changes.iter().map(String::as_str)))
}

/// What is said of the nodes that return `what`.
fn doubled_by(returns: &[&WholeReturn], what: &str) -> String {
    let nodes: BTreeSet<&str> = returns.iter().map(|one| one.node.as_str()).collect();
    let more = match nodes.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {}", count(more, "more node")),
    };
    let fields: BTreeSet<&str> =
        returns.iter().flat_map(|one| one.fields.iter().map(String::as_str)).collect();
    let (does, adds) = (
        if nodes.len() == 1 { "returns" } else { "return" },
        if fields.len() == 1 { "is" } else { "are" },
    );
    let twice = if returns.iter().any(|one| one.anew) {
        "has a second item beside it"
    } else {
        "stands there twice"
    };
    format!(
        "{}{more} {does} {what}, and {} {adds} added up by a reducer: whatever stands there by then {twice} afterwards.",
        listed(nodes.iter().take(NAMED).copied()),
        match fields.len().saturating_sub(NAMED) {
            0 => listed(fields.iter().copied()),
            more => format!("{} and {more} more", listed(fields.iter().take(NAMED).copied())),
        }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{GraphNode, Lines};

    #[test]
    fn a_graph_without_a_known_node_holds_nothing() {
        let place = Lines::new("g.py", "b", 4, 4);
        let node = GraphNode {
            name: "look".into(),
            action: None,
            runs: None,
            deferred: false,
            only_in: Vec::new(),
            place: place.clone(),
        };
        let bare = GraphFact { place, live: true, ..GraphFact::default() };
        let whole = GraphFact { nodes: vec![node], ..bare.clone() };
        let answer = |graphs: &[&GraphFact]| unseen(graphs).unwrap_or_else(Undecided::into_answer);
        assert!(matches!(answer(&[&bare]).outcome, Outcome::Unknown { .. }));
        assert_eq!(answer(&[&whole]).outcome, Outcome::Holds);
        assert_eq!(answer(&[&bare, &whole]).outcome, Outcome::Holds);
    }

    #[test]
    fn what_is_made_of_each_item_is_told_apart_from_what_is_handed_back() {
        let one = |anew, partly| WholeReturn {
            node: "aggregator".into(),
            fields: vec!["evidences".into()],
            changes: vec!["evidences".into()],
            unsure: false,
            partly,
            anew,
            veiled: false,
            place: Lines::new("n.py", "b", 9, 9),
        };
        let told = |returns| {
            let whole_returns = vec![returns];
            let Answer { statement, missing, .. } =
                doubled(&GraphFact { whole_returns, ..GraphFact::default() });
            (statement, missing.join("; "))
        };
        let (statement, missing) = told(one(true, true));
        assert_eq!(
            statement,
            "`aggregator` returns a field with something made of each item that it held, and `evidences` is added up by a reducer: whatever stands there by then has a second item beside it afterwards."
        );
        assert_eq!(missing, "`aggregator` (what it makes of `evidences` under a field of its own)");
        let (statement, missing) = told(one(false, true));
        assert!(statement.ends_with("stands there twice afterwards."), "{statement}");
        assert_eq!(missing, "`aggregator` (what is new in `evidences`)");
    }
}
