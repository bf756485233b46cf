//! Probe of what nodes return and read, against the fields of the state.

use super::super::{About, Answer, Ask, Record, Undecided, count, listed};
use super::graph::{live, no_nodes};
use crate::domain::evidence::Finding;
use crate::domain::facts::{GraphFact, Lines, LookedUp, Place, RuleTrace, Unfollowed, UntakenKey};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use objects::{object_told, of_node, wished_objects};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

mod early;
mod objects;
mod whole;

pub(in super::super) use whole::WholeUpdates;

/// Nodes at most that are named, and keys of each.
const NAMED: usize = 4;

/// What is done that `getattr` does.
const ASKS: &str = "asks `getattr` for";

/// Whether the state takes what nodes return, and has what they read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Updates {}

impl Ask for Updates {
    const ABOUT: About = About {
        kind: "python.state_updates",
        artifact: Artifact::GithubRepo,
        summary: "Every key that nodes of a state graph return, and that they and its routers read, is a field of the graph's state.",
        parameters: &[],
        example: "{}",
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let graphs = live(record)?;
        if graphs.is_empty() {
            return no_nodes(
                record,
                vec!["what the nodes of a graph that runs return and read".to_owned()],
            );
        }
        let is_vain = |graph: &&&GraphFact| {
            !(graph.untaken.is_empty()
                && graph.untaken_objects.is_empty()
                && graph.unfed.is_empty())
        };
        if let Some(graph) = graphs.iter().find(is_vain) {
            let traces = record.python()?.rule_traces.as_deref().unwrap_or_default();
            return Ok(early::with(in_vain(graph, traces), &graphs));
        }
        if let Some(graph) = graphs.iter().find(|graph| graph.state_fields.is_empty()) {
            if graph.state_class.as_deref() == Some("dict") {
                let place = &graph.place;
                let reason = format!(
                    "the state of the graph at `{place}` is a plain `dict`, which declares no fields"
                );
                return Err(Undecided::new(place.clone(), reason));
            }
            let what = "which fields the state takes";
            return Err(unfollowed(graph, &graph.unfollowed.iter().collect::<Vec<_>>(), what));
        }
        let mut lost = graphs.iter().map(|graph| (graph, nodes_of(graph)));
        if let Some((graph, nodes)) = lost.find(|(_, nodes)| !nodes.is_empty()) {
            let open = "which keys that returns, and which it reads";
            return Err(unfollowed(graph, &nodes, open));
        }
        let findings = graphs.iter().take(NAMED).map(|graph| {
            let fields = graph.state_fields.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            let why = "Fields of the state, through imports and inheritance, against the keys that the functions at the nodes return and read.";
            Finding::found(graph.place.clone(), why).quoting(fields)
        });
        let answer = Answer {
            outcome: Outcome::Holds,
            statement: "Every key that nodes were seen to return, and that nodes and routers were seen to read, is a field of the state."
                .to_owned(),
            missing: Vec::new(),
            findings: findings.collect(),
        };
        Ok(early::with(answer, &graphs))
    }
}

/// What runs at nodes of a graph and was not followed.
fn nodes_of(graph: &GraphFact) -> Vec<&Unfollowed> {
    graph.unfollowed.iter().filter(|it| matches!(it, Unfollowed::Node(_))).collect()
}

/// What is said where the audit could not follow a graph: that is no fault of the submission's.
fn unfollowed(graph: &GraphFact, what: &[&Unfollowed], open: &str) -> Undecided {
    let names: Vec<String> = what.iter().take(NAMED).map(ToString::to_string).collect();
    let names = if names.is_empty() { Unfollowed::State.to_string() } else { names.join(", ") };
    let more = match what.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let place = &graph.place;
    let reason = format!(
        "the audit could not follow {names}{more} in the graph at `{place}`, so that it is not known {open}"
    );
    Undecided::unexamined(place.clone(), reason)
}

/// What is said of a graph whose nodes return or read what nobody is given; `traces` tell the rules of the synthesis that
/// hang on it.
fn in_vain(graph: &GraphFact, traces: &[RuleTrace]) -> Answer {
    let state =
        graph.state_class.as_ref().map_or("the state".to_owned(), |name| format!("`{name}`"));
    let (unseen, lacking): (Vec<UntakenKey>, Vec<UntakenKey>) =
        graph.unfed.iter().cloned().partition(|one| one.by_attribute);
    let (untaken, unfed, unseen) = (by_node(&graph.untaken), by_node(&lacking), by_node(&unseen));
    let none = "has no such field, so that";
    let sides = [
        (&untaken, "returns", format!("{none} no other node is given what is there")),
        (&unfed, "reads", format!("{none} nothing is ever there")),
        (
            &unseen,
            ASKS,
            "is a dictionary when the program runs, and `getattr` sees no key of it, so that nothing is ever there"
                .to_owned(),
        ),
    ];
    let (mut told, mut findings) = (Vec::new(), Vec::new());
    let objects = of_node(&graph.untaken_objects);
    told.extend(object_told(&objects, &state));
    findings.extend(objects.iter().take(NAMED).map(|(node, all)| objects::finding(node, all)));
    for (nodes, does, comes) in sides.into_iter().filter(|(nodes, ..)| !nodes.is_empty()) {
        let shown: Vec<String> =
            nodes.iter().take(NAMED).map(|(node, keys)| one_told(node, does, keys)).collect();
        let more = match nodes.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(", and {} more likewise", count(more, "node")),
        };
        told.push(format!("{}{more}: {state} {comes}", shown.join("; ")));
        findings.extend(nodes.iter().take(NAMED).map(|(node, keys)| finding(node, does, keys)));
    }
    let mut missing = wished_objects(&objects);
    missing.extend(wished(graph, &graph.untaken, Use::Returned, traces));
    missing.extend(wished(graph, &graph.unfed, Use::Read, traces));
    missing.truncate(8);
    let keys = untaken.keys().chain(unfed.keys()).chain(unseen.keys());
    let bad = keys.chain(objects.keys()).collect::<BTreeSet<_>>().len();
    let all = graph.nodes.len().max(bad);
    Answer {
        outcome: Outcome::of_share(all - bad, all),
        statement: format!("{}.", told.join(". ")),
        missing,
        findings,
    }
}

/// What a node does with a key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Returned,
    Read,
}

/// The keys that the state has no field for, each with the first place that names it, for what is read the field
/// that may be meant, and whether no node is at the other end, so that it may as well go.
fn wished(graph: &GraphFact, keys: &[UntakenKey], how: Use, traces: &[RuleTrace]) -> Vec<String> {
    let (done, others) = match how {
        Use::Returned => ("returned", &graph.unfed),
        Use::Read => ("read", &graph.untaken),
    };
    let mut seen = BTreeSet::new();
    let first = keys.iter().filter(|one| seen.insert(one.key.as_str()));
    let told = first.map(|one| {
        if one.by_attribute {
            let has = graph.state_fields.contains(&one.key);
            let has = if has { "it has one, but `getattr`" } else { "`getattr`" };
            return format!(
                "`{}` ({has} at `{}` sees no key of a dictionary: read it by `state.get(\"{}\")`)",
                one.key, one.place, one.key
            );
        }
        if let Some(rules) = hanging(traces, &one.key).filter(|_| how == Use::Read) {
            return format!(
                "`{}` (read at `{}`; the branches that speak of {rules} never run without it, and a field alone is not enough: a value has to be given for it where the graph is started)",
                one.key, one.place
            );
        }
        let meant = meant(graph, &one.key).filter(|_| how == Use::Read);
        // What a node does that was not followed is not known.
        let alone = graph.unfollowed.is_empty() && others.iter().all(|other| other.key != one.key);
        if let Some(under) = &one.under {
            return format!("`{}` ({done} at `{}`; {})", one.key, one.place, looked_up(under));
        }
        if let Some(wanted) = &one.wanted {
            return format!(
                "`{}` ({done} at `{}`; `{wanted}` asks what running the graph gives for it, and it is never there)",
                one.key, one.place
            );
        }
        let hint = match (meant, how) {
            (Some(field), _) => format!("; `{field}` may be meant"),
            (None, Use::Returned) if alone => "; no node was seen to read it".to_owned(),
            (None, Use::Read) if alone => "; no node was seen to return it".to_owned(),
            (None, Use::Returned | Use::Read) => String::new(),
        };
        format!("`{}` ({done} at `{}`{hint})", one.key, one.place)
    });
    told.collect()
}

/// The rules of the synthesis that a setting of this name switches on.
fn hanging(traces: &[RuleTrace], key: &str) -> Option<String> {
    let ours = traces.iter().filter(|trace| trace.setting.as_deref() == Some(key));
    let rules: BTreeSet<&str> = ours.map(|trace| trace.rule.as_str()).collect();
    (!rules.is_empty()).then(|| listed(rules))
}

/// Where a key is looked up that is returned beside the field in which it is missed.
fn looked_up(LookedUp { field, spelled, returned, place }: &LookedUp) -> String {
    match (spelled, returned) {
        (true, true) => format!("it is looked up inside `{field}` at `{place}`"),
        (true, false) => format!(
            "or return it inside `{field}`, in which it is looked up at `{place}` and which no node was seen to return"
        ),
        (false, _) => format!(
            "or return it inside `{field}`, in which keys are looked up at `{place}` and which no node was seen to return"
        ),
    }
}

/// The only field of the state that differs from a key by an underscore, a plural or one letter.
pub(in super::super) fn meant<'g>(graph: &'g GraphFact, key: &str) -> Option<&'g str> {
    /// Letters below which names differ by one that have nothing to do with each other.
    const LONG: usize = 5;
    let bare = |name: &str| name.replace('_', "").to_lowercase();
    let wanted = bare(key);
    let is_near = |field: &&str| {
        let field = bare(field);
        field == wanted || (wanted.len().min(field.len()) >= LONG && differ_by_one(&field, &wanted))
    };
    let mut near = graph.state_fields.iter().map(String::as_str).filter(is_near);
    let (only, None) = (near.next()?, near.next()) else { return None };
    Some(only)
}

/// Whether one letter is added, left out or another.
fn differ_by_one(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let (short, long) = if one.len() < other.len() { (&one, &other) } else { (&other, &one) };
    let same = short.iter().zip(long).take_while(|(left, right)| left == right).count();
    match long.len() - short.len() {
        0 => short.get(same + 1..) == long.get(same + 1..),
        1 => short.get(same..) == long.get(same + 1..),
        _ => false,
    }
}

fn by_node(keys: &[UntakenKey]) -> BTreeMap<&str, Vec<&UntakenKey>> {
    let mut by_node: BTreeMap<&str, Vec<&UntakenKey>> = BTreeMap::new();
    for one in keys {
        by_node.entry(&one.node).or_default().push(one);
    }
    by_node
}

fn finding(node: &str, does: &str, keys: &[&UntakenKey]) -> Finding {
    let places: Vec<Place> = keys.iter().take(8).map(|one| Place::from(&one.place)).collect();
    let why = if does == ASKS {
        format!(
            "What runs as `{node}` {does} these keys of a state that is a dictionary, which has no such attributes."
        )
    } else {
        format!(
            "What runs as `{node}` {does} these keys, and no schema of the graph has a field for them."
        )
    };
    let names: BTreeSet<&str> = keys.iter().map(|one| one.key.as_str()).collect();
    let finding = Finding::found(places[0].clone(), why)
        .quoting(names.into_iter().collect::<Vec<_>>().join(", "));
    Finding { places, ..finding }
}

/// `` `node` returns `key` (path:line) ``.
fn one_told(node: &str, does: &str, keys: &[&UntakenKey]) -> String {
    let names: BTreeSet<&str> = keys.iter().map(|one| one.key.as_str()).collect();
    let shown = listed(names.iter().take(NAMED).copied());
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let first: &Lines = &keys[0].place;
    format!("`{node}` {does} {shown}{more} (`{first}`)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_meant_where_it_is_the_only_one_so_close() {
        let check = |fields: &[&str], key: &str, expected: Option<&str>| {
            let state_fields = fields.iter().map(|field| (*field).to_owned()).collect();
            let graph = GraphFact { state_fields, ..GraphFact::default() };
            assert_eq!(meant(&graph, key), expected, "{fields:?} {key}");
        };
        check(&["pdf_path", "repo_url"], "pdf_paths", Some("pdf_path"));
        check(&["pdf_paths"], "pdf_path", Some("pdf_paths"));
        check(&["repourl"], "repo_url", Some("repourl"));
        check(&["evidences"], "evidencex", Some("evidences"));
        check(&["path_a", "path_b"], "path_c", None);
        check(&["pdf_path"], "repo_path", None);
        check(&["log"], "dog", None);
        check(&[], "log", None);
    }

    #[test]
    fn every_key_is_wished_for_at_its_own_place() {
        let key = |node: &str, key: &str, line: u32| UntakenKey {
            node: node.into(),
            key: key.into(),
            by_attribute: false,
            under: None,
            wanted: None,
            place: Lines::new("g.py", "b", line, line),
        };
        let graph = GraphFact {
            state_fields: vec!["pdf_path".into(), "flaws".into()],
            untaken: vec![key("n", "flaw", 3), key("n", "both", 5)],
            unfed: vec![
                key("n", "pdf_paths", 4),
                key("way", "pdf_paths", 9),
                key("m", "both", 6),
                key("m", "started_by", 7),
            ],
            ..GraphFact::default()
        };
        assert_eq!(
            in_vain(&graph, &[]).missing,
            [
                "`flaw` (returned at `g.py:3`; no node was seen to read it)",
                "`both` (returned at `g.py:5`)",
                "`pdf_paths` (read at `g.py:4`; `pdf_path` may be meant)",
                "`both` (read at `g.py:6`)",
                "`started_by` (read at `g.py:7`; no node was seen to return it)",
            ]
        );
        // Rules that a setting of this name switches on are told with it.
        let trace = RuleTrace {
            rule: "security_override".into(),
            name: "cap".into(),
            in_words: false,
            uncalled: false,
            even: false,
            told: false,
            criteria: false,
            block: None,
            setting: Some("started_by".into()),
            place: Lines::new("j.py", "b", 1, 1),
        };
        assert_eq!(
            in_vain(&graph, &[trace]).missing[4],
            "`started_by` (read at `g.py:7`; the branches that speak of `security_override` never run without it, and a field alone is not enough: a value has to be given for it where the graph is started)"
        );
        // A node that was not followed may be at the other end.
        let open = GraphFact { unfollowed: vec![Unfollowed::State], ..graph };
        assert_eq!(in_vain(&open, &[]).missing[0], "`flaw` (returned at `g.py:3`)");
    }
}
