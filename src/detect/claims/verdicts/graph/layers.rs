//! How often branches are said to part or to meet, and at which nodes one beside the other.

use super::super::Verdict;
use super::wiring::{graphs, unsettled};
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::detect::repo::python::joins::meetings;
use crate::domain::facts::ClaimStatus::{Supported, Undecided};
use crate::domain::facts::{ClaimKind, GraphFact, Lines, PythonFacts};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// How often branches part, meet or do both.
static COUNTED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"(?i)\b(?P<count>two|three|four|[2-4]|both|dual|double|second|third)(?:[- ](?:levels?|layers?|tiers?|stages?|phases?|way|distinct|separate|parallel|explicit|independent|strict|clear|dedicated|symmetric|primary|major|complete|full|successive|consecutive|sequential|nested|graph|consolidated))*[- ]",
        r"(?:(?P<whole>fan[- ]?out(?: ?[/+&-] ?| and | to |[- ])fan[- ]?ins?|fan[- ]?in(?: ?[/+&-] ?| and )fan[- ]?outs?)|(?P<meet>fan[- ]?ins?|synchroni[sz]ation (?:points?|barriers?|nodes?|layers?)|(?:convergence|meeting|aggregation|join) points?)|(?P<part>fan[- ]?outs?))\b",
        r"|\bfan[- ]?(?:in|out)\b[^.;:]{0,24}\bfan[- ]?(?:in|out)\b[^.;:]{0,24} (?:at|on|across|in) (?P<layers>two|three|2|3) (?:\w+ ){0,2}(?:layers|levels|stages|phases|points)\b",
    ))
});

/// That what is counted are ways, or not these nodes.
static OF_WAYS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^ (?:edges|branches|targets|paths|ways|nodes|workers|agents|detection|checks?|tests?)\b",
    )
});

/// What is left open of a graph in which branches part or meet less often than is said.
pub(in super::super) fn fewer(
    python: &PythonFacts,
    kind: ClaimKind,
    text: &str,
    verdict: Verdict,
) -> Verdict {
    let of_graph = matches!(
        kind,
        ClaimKind::FanIn
            | ClaimKind::ParallelGraph
            | ClaimKind::ParallelJudges
            | ClaimKind::ParallelDetectives
            | ClaimKind::ConditionalEdges
            | ClaimKind::Roles
            | ClaimKind::Definitions
    );
    if !of_graph || verdict.status != Supported {
        return verdict;
    }
    let graphs = graphs(python);
    let met: BTreeSet<String> = graphs.iter().flat_map(|graph| meetings(graph)).collect();
    let parted: BTreeSet<String> =
        graphs.iter().flat_map(|graph| graph.fan_out.iter().cloned()).collect();
    let open = COUNTED.captures_iter(text).find_map(|found| {
        let end = found.get(0)?.end();
        let meets = found.name("part").is_none();
        if OF_WAYS.is_match(&text[end..]) && found.name("whole").is_none() {
            return None;
        }
        let counted = found.name("count").or(found.name("layers"))?.as_str();
        let said = match &counted.to_lowercase()[..] {
            "both" | "dual" | "double" | "second" => 2,
            "third" => 3,
            number => words::number(number)?,
        };
        let parts = found.name("meet").is_none();
        let alone = |nodes: &BTreeSet<String>| {
            let all: Vec<String> = nodes.iter().map(|node| format!("`{node}`")).collect();
            all.join(" and ")
        };
        if meets && !met.is_empty() && met.len() < said {
            return Some(format!("branches meet at {} alone", alone(&met)));
        }
        (parts && !parted.is_empty() && parted.len() < said)
            .then(|| format!("{} alone leads to several nodes at once", alone(&parted)))
    });
    let Some(fact) = open else { return verdict };
    let at_odds = unsettled(python, &graphs, |_| true).is_none();
    Verdict { status: Undecided, fact, at_odds, ..verdict }
}

/// What stands between two nodes of a list.
static LISTED: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)^[`(]*\)?`?(?: nodes?)?(?: and| ?&|,| ?/)(?: the)? `?$"));

/// What stands behind a node that does something by itself.
static ACTS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^[`(]*\)?`?(?: node)? (?:then |alone |finally )?(?:is|has|[a-z]+(?:[^s\W]s|ses))\b",
    )
});

/// A node at which no branches meet, where a sentence lists it beside one at which they do.
pub(super) fn listed_beside<'g>(
    graph: &'g GraphFact,
    points: &[&str],
    text: &str,
) -> Option<(&'g str, &'g Lines)> {
    let names = graph.nodes.iter().flat_map(|node| {
        let stands = places(text, &node.name);
        stands.into_iter().map(move |(from, to)| (from, to, node))
    });
    let mut names: Vec<_> = names.collect();
    names.sort_by_key(|(from, to, _)| (*from, std::cmp::Reverse(*to)));
    names.dedup_by(|later, first| later.0 < first.1);
    let is_point = |name: &str| points.contains(&name);
    names.windows(2).find_map(|pair| {
        let [(_, end, one), (start, behind, other)] = pair else { return None };
        let outside = match (is_point(&one.name), is_point(&other.name)) {
            (true, false) => other,
            (false, true) => one,
            (true, true) | (false, false) => return None,
        };
        let leads_there =
            graph.edges.iter().any(|edge| edge.from == outside.name && is_point(&edge.to));
        let rest = &text[*behind..];
        let acts = ACTS.is_match(rest) && !rest.starts_with(" nodes");
        let is_list = LISTED.is_match(&text[*end..*start]) && !acts;
        (is_list && !leads_there).then_some((outside.name.as_str(), &outside.place))
    })
}

/// Where a node stands in a text, be it in words: `Chief Justice` for `chief_justice`.
fn places(text: &str, node: &str) -> Vec<(usize, usize)> {
    let plain = words::plain(node);
    let letters: Vec<(usize, char)> = text
        .char_indices()
        .filter(|(_, letter)| !matches!(letter, ' ' | '-' | '_'))
        .map(|(at, letter)| (at, letter.to_ascii_lowercase()))
        .collect();
    let count = plain.chars().count();
    let inside = |at: usize| text[at..].starts_with(|letter: char| letter.is_alphanumeric());
    let ends = |all: &[(usize, char)]| {
        let (last, letter) = all[count - 1];
        last + letter.len_utf8()
    };
    let all = letters.windows(count.max(1)).filter(|all| {
        all.iter().map(|(_, letter)| *letter).eq(plain.chars())
            && !text[..all[0].0].ends_with(char::is_alphanumeric)
            && !inside(ends(all))
    });
    all.map(|all| (all[0].0, ends(all))).collect()
}
