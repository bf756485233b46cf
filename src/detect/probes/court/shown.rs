//! Probe of what judges are told of the evidence.

use super::super::graphs::graph::{live, spoken_of};
use super::super::{About, Answer, Ask, Record, Undecided, listed};
use super::unwired::hears;
use crate::detect::seats;
use crate::domain::evidence::Finding;
use crate::domain::facts::{
    GraphFact, Place, ReducerFact, ReducerKind, UnmatchedKeys, UnshownJudge,
};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Most keys that are named.
const SHOWN: usize = 6;

/// Whether what judges ask a model tells it of the evidence.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Shown {}

impl Ask for Shown {
    const ABOUT: About = About {
        kind: "python.shown_evidence",
        artifact: Artifact::GithubRepo,
        summary: "No judge of a state graph asks a model without telling it anything of what other nodes found. Where none was seen to, this counts neither way.",
        parameters: &[],
        example: "{}",
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let graphs = live(record)?;
        let Some(graph) = graphs.iter().find(|graph| !graph.unshown.is_empty()) else {
            let statement = "No judge was seen to ask a model without any evidence; whether there is some for each criterion was not looked at";
            if let Some(graph) = graphs.iter().find(|graph| !graph.unmatched.is_empty()) {
                return asked(graph, &record.python()?.reducers).ok_or_else(|| unmatched(graph));
            }
            if graphs.iter().all(|graph| has_no_judge(graph)) && !graphs.is_empty() {
                return Err(Undecided::moot(Place::from(&graphs[0].place), no_judge(&graphs)));
            }
            let statement = format!("{statement}{}", passed_over(&graphs));
            let place = spoken_of(&graphs, true).map(|graph| Place::from(&graph.place));
            return Err(Undecided::moot(place.unwrap_or(record.python_scope()), statement));
        };
        Ok(unshown(graph))
    }
}

/// What is said of graphs none of whose nodes is named for one of the three judges.
fn no_judge(graphs: &[&GraphFact]) -> String {
    let nodes = graphs.iter().flat_map(|graph| &graph.nodes).filter(|node| hears(node));
    let nodes: BTreeSet<&str> = nodes.map(|node| node.name.as_str()).collect();
    if nodes.is_empty() {
        return "No node of the graph is named for a judge, so that none was looked at for what it shows a model of the evidence".to_owned();
    }
    let more = match nodes.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "No node of the graph is named for the prosecutor, the defense or the tech lead; what {}{more} may show a model of the evidence was not looked at",
        listed(nodes.into_iter().take(SHOWN))
    )
}

/// Whether all nodes of a graph are known, and none is named for one of the three judges.
fn has_no_judge(graph: &GraphFact) -> bool {
    let mut nodes = graph.nodes.iter();
    graph.unresolved.is_empty()
        && graph.families.is_empty()
        && nodes.all(|node| seats::judge(&node.name).is_none())
}

/// That nothing is taken of what some nodes return, whatever that would tell a judge.
fn passed_over(graphs: &[&GraphFact]) -> String {
    let objects = graphs.iter().flat_map(|graph| &graph.untaken_objects);
    let nodes: BTreeSet<&str> = objects.map(|one| one.node.as_str()).collect();
    let returns = if nodes.len() == 1 { "returns" } else { "return" };
    match listed(nodes.into_iter().take(SHOWN)) {
        nodes if nodes.is_empty() => nodes,
        nodes => format!("; of objects that {nodes} {returns} the state takes nothing"),
    }
}

/// Judges look for evidence under the ids of criteria, and nodes put it under names of their own: whether any of these is
/// an id hangs on the rubric that is loaded.
fn unmatched(graph: &GraphFact) -> Undecided {
    let first = &graph.unmatched[0];
    let alike = graph
        .unmatched
        .iter()
        .filter(|one| one.field == first.field && one.written == first.written);
    let nodes: BTreeSet<&str> = alike.map(|one| one.node.as_str()).collect();
    let (looks, they) = if nodes.len() == 1 { ("looks", "it is") } else { ("look", "they are") };
    let rest = match &first.rubric {
        Some(rubric) => format!(
            ", and nothing under {}, which are ids in `{rubric}`; whether a model is asked about these all the same was not followed",
            shown(&first.unwritten)
        ),
        None => format!(": {they} shown no evidence unless criteria have these ids"),
    };
    let reason = format!(
        "{} {looks} in `{}` under the id of each criterion alone (`{}`), and all that nodes put there stands under {}{rest}",
        listed(nodes.into_iter()),
        first.field,
        first.place,
        shown(&first.written)
    );
    Undecided::new(first.place.clone(), reason)
}

/// What is said of judges that look under the ids of criteria where there is nothing, and ask a model about these too.
fn asked(graph: &GraphFact, reducers: &[ReducerFact]) -> Option<Answer> {
    let ours: Vec<&UnmatchedKeys> =
        graph.unmatched.iter().filter(|one| one.asked.is_some()).collect();
    let first = *ours.first()?;
    let rubric = first.rubric.as_ref()?;
    let alike = |one: &&UnmatchedKeys| {
        one.field == first.field && one.written == first.written && one.rubric == first.rubric
    };
    // Another reducer than these may put what it is given under other keys.
    let mut kept = reducers.iter().filter(|one| one.field == first.field);
    let is_kept = kept.all(|one| {
        matches!(one.kind, ReducerKind::OperatorIor | ReducerKind::OperatorAdd) || one.passed_over
    });
    if !is_kept || !ours.iter().all(alike) || first.unwritten.is_empty() {
        return None;
    }
    let nodes: BTreeSet<&str> = ours.iter().map(|one| one.node.as_str()).collect();
    let places: BTreeSet<String> =
        ours.iter().filter_map(|one| Some(format!("`{}`", one.asked.as_ref()?))).collect();
    let (looks, asks) = if nodes.len() == 1 { ("looks", "it asks") } else { ("look", "they ask") };
    let is_all = first.unwritten.len() == first.criteria;
    let (all, lacking) = (first.criteria, first.unwritten.len());
    let which = if is_all {
        format!("none of them one of the {all} ids in `{rubric}`")
    } else {
        format!(
            "and nothing under {lacking} of the {all} ids in `{rubric}` ({})",
            shown(&first.unwritten)
        )
    };
    let statement = format!(
        "{} {looks} in `{}` under the id of each criterion alone (`{}`), and what nodes put there stands under {}, {which}; {asks} a model about these all the same, without any evidence, at {}.",
        listed(nodes.iter().copied()),
        first.field,
        first.place,
        shown(&first.written),
        places.into_iter().take(SHOWN).collect::<Vec<_>>().join(", "),
    );
    let why = "Every key that a node puts there is spelled out, and no condition that hangs on what was looked up stands before the call.";
    let finding = Finding::found(first.place.clone(), why).with_confidence(Confidence::STRONG);
    let judges = graph.nodes.iter().filter(|node| seats::judge(&node.name).is_some()).count();
    #[expect(clippy::cast_precision_loss, reason = "criteria and judges are few")]
    let blind = lacking as f64 / all.max(1) as f64 * nodes.len() as f64 / judges.max(1) as f64;
    Some(Answer {
        outcome: if blind >= 1.0 { Outcome::Fails } else { Outcome::Partly { share: 1.0 - blind } },
        statement,
        missing: nodes.iter().map(|name| format!("`{name}`")).collect(),
        findings: vec![finding.quoting(listed(nodes.iter().copied()))],
    })
}

/// The first of some keys, with how many more there are.
fn shown(keys: &[String]) -> String {
    let more = match keys.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    listed(keys.iter().map(String::as_str).take(SHOWN)) + &more
}

/// What is said of a graph of which judges see no evidence.
fn unshown(graph: &GraphFact) -> Answer {
    let names: Vec<&str> = graph.unshown.iter().map(|one| one.node.as_str()).collect();
    let judges = graph.nodes.iter().filter(|node| seats::judge(&node.name).is_some()).count();
    let asks = if names.len() == 1 { "asks" } else { "each ask" };
    let (less, blind): (Vec<&UnshownJudge>, Vec<&UnshownJudge>) =
        graph.unshown.iter().partition(|one| !one.unsent.is_empty());
    let (through, blind): (Vec<&UnshownJudge>, Vec<&UnshownJudge>) =
        blind.into_iter().partition(|one| !one.through.is_empty());
    let reads = [(blind, false), (less, true)].into_iter().filter(|(judges, _)| !judges.is_empty());
    let mut reads: Vec<String> = reads.map(|(judges, less)| sent(&judges, less)).collect();
    if !through.is_empty() {
        reads.push(handed_on(&through) + &passed_over(&[graph]));
    }
    let reads = reads.join("; ");
    let mut places: Vec<Place> = graph.unshown.iter().map(|one| Place::from(&one.place)).collect();
    places.dedup();
    let why = if graph.unshown.iter().all(|one| one.unsent.is_empty()) {
        "What runs at these nodes was followed through all that it calls: nothing that another node returns reaches the call."
    } else {
        "What is sent there was followed to where it comes from: nothing that another node returns reaches the call."
    };
    let finding = Finding::found(places[0].clone(), why).with_confidence(Confidence::STRONG);
    let finding = Finding { places, ..finding.quoting(names.join(", ")) };
    Answer {
        outcome: Outcome::of_share(judges.saturating_sub(names.len()), judges.max(names.len())),
        statement: format!(
            "{} {asks} a model without any evidence: {reads}.",
            listed(names.iter().copied())
        ),
        missing: names.iter().map(|name| format!("`{name}`")).collect(),
        findings: vec![finding],
    }
}

/// What these judges read, and out of what the nodes make it that put something there.
fn handed_on(judges: &[&UnshownJudge]) -> String {
    let all = |of: fn(&UnshownJudge) -> &Vec<String>| -> BTreeSet<&str> {
        judges.iter().flat_map(|one| of(one).iter().map(String::as_str)).collect()
    };
    let (reads, through, sources) =
        (all(|it| &it.reads), all(|it| &it.through), all(|it| &it.sources));
    let it_reads = if judges.len() == 1 { "it reads" } else { "they read" };
    let puts = if through.len() == 1 { "puts" } else { "put" };
    let besides = match listed(sources) {
        besides if besides.is_empty() => String::new(),
        besides => format!(" and of {besides}, where no node puts anything else"),
    };
    format!(
        "all that {it_reads} of the state is {}, and what {} {puts} there is made of what the state holds there{besides}",
        listed(reads),
        listed(through)
    )
}

/// What of the state comes to a model that these judges ask: where they read `less`, they send less than that.
fn sent(judges: &[&UnshownJudge], less: bool) -> String {
    let fields = |of: fn(&UnshownJudge) -> &Vec<String>| -> BTreeSet<&str> {
        judges.iter().flat_map(|one| of(one).iter().map(String::as_str)).collect()
    };
    let (reaching, unsent) = (fields(|one| &one.reads), fields(|one| &one.unsent));
    let (it_reads, it_sends) =
        if judges.len() == 1 { ("it reads", "it sends") } else { ("they read", "they send") };
    let reached = listed(reaching.iter().copied());
    let unsent = listed(unsent);
    match (reaching.is_empty(), less) {
        (true, false) => format!("what {it_sends} is made of nothing that the state holds"),
        (false, false) => {
            format!("all that {it_reads} of the state is {reached}, where no node puts anything")
        }
        (true, true) => format!(
            "{it_reads} {unsent}, and what {it_sends} is made of nothing that the state holds"
        ),
        (false, true) => format!(
            "{it_reads} {unsent}, and nothing of the state reaches what {it_sends} but {reached}, where no node puts anything"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{GapAbout, GraphNode, Lines, Unresolved, UntakenObject};

    #[test]
    fn who_reads_more_than_is_sent_is_told_what() {
        let check = |reads: &[&str], unsent: &[&str], expected: &str| {
            let names = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
            let judge = UnshownJudge {
                node: "prosecutor".into(),
                reads: names(reads),
                unsent: names(unsent),
                through: Vec::new(),
                sources: Vec::new(),
                place: Lines::new("n.py", "b", 1, 1),
            };
            let graph = GraphFact { unshown: vec![judge], ..GraphFact::default() };
            let Answer { statement, .. } = unshown(&graph);
            assert_eq!(
                statement,
                format!("`prosecutor` asks a model without any evidence: {expected}.")
            );
        };
        check(&[], &[], "what it sends is made of nothing that the state holds");
        check(
            &["rubric"],
            &[],
            "all that it reads of the state is `rubric`, where no node puts anything",
        );
        check(
            &[],
            &["evidences"],
            "it reads `evidences`, and what it sends is made of nothing that the state holds",
        );
        check(
            &["rubric"],
            &["evidences"],
            "it reads `evidences`, and nothing of the state reaches what it sends but `rubric`, where no node puts anything",
        );
    }

    #[test]
    fn what_is_handed_on_of_nothing_is_told_with_who_hands_it_on() {
        let check = |sources: &[&str], expected: &str| {
            let judge = UnshownJudge {
                node: "prosecutor".into(),
                reads: vec!["evidences".into()],
                unsent: Vec::new(),
                through: vec!["aggregator".into()],
                sources: sources.iter().map(|one| (*one).to_owned()).collect(),
                place: Lines::new("n.py", "b", 1, 1),
            };
            assert_eq!(handed_on(&[&judge]), expected);
        };
        check(
            &[],
            "all that it reads of the state is `evidences`, and what `aggregator` puts there is made of what the state holds there",
        );
        check(
            &["found"],
            "all that it reads of the state is `evidences`, and what `aggregator` puts there is made of what the state holds there and of `found`, where no node puts anything else",
        );
    }

    #[test]
    fn a_graph_whose_nodes_are_all_known_may_have_no_judge() {
        let graph = |name: &str| {
            let node = GraphNode {
                name: name.to_owned(),
                place: Lines::new("g.py", "b", 1, 1),
                ..GraphNode::default()
            };
            GraphFact { nodes: vec![node], ..GraphFact::default() }
        };
        assert!(has_no_judge(&graph("detective")));
        assert!(
            no_judge(&[&graph("detective")])
                .starts_with("No node of the graph is named for a judge, ")
        );
        let told = no_judge(&[&graph("judge")]);
        assert!(told.contains("or the tech lead; what `judge` may show"), "{told}");
        assert!(!has_no_judge(&graph("prosecutor")));
        let gap = Unresolved {
            reason: "x".into(),
            about: GapAbout::Node,
            place: Lines::new("g.py", "b", 1, 1),
        };
        let open = GraphFact { unresolved: vec![gap], ..graph("detective") };
        assert!(!has_no_judge(&open));
    }

    #[test]
    fn objects_of_which_the_state_takes_nothing_are_told_where_nothing_is_known_of_the_judges() {
        let check = |nodes: &[&str], expected: &str| {
            let object = |node: &&str| UntakenObject {
                node: (*node).to_owned(),
                class: "Evidence".into(),
                place: Lines::new("n.py", "b", 1, 1),
            };
            let untaken_objects = nodes.iter().map(object).collect();
            let graph = GraphFact { untaken_objects, ..GraphFact::default() };
            assert_eq!(passed_over(&[&graph]), expected);
        };
        check(&[], "");
        check(&["b"], "; of objects that `b` returns the state takes nothing");
        check(&["b", "a", "b"], "; of objects that `a`, `b` return the state takes nothing");
    }
}
