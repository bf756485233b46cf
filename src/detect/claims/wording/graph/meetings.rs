//! Which nodes are said to run side by side, and where they are said to meet.

use super::super::names::amounts::COUNT;
use super::super::sentence::unclaimed::{is_looked_for, is_stated};
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// What is said of the ways of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) enum Meeting<'t> {
    /// Several meet at this node.
    At { node: &'t str },
    /// These run side by side.
    Beside { names: Vec<&'t str> },
    /// So many run side by side, behind a node where one is named.
    Several { count: usize, from: Option<&'t str> },
}

/// A name in code.
const NAME: &str = r"`?[A-Za-z_]\w*`?";
/// Who runs.
const RUNNERS: &str =
    r"(?:\w+ ){0,2}?(?:nodes|branches|detectives|judges|agents|workers|investigators|lanes|paths)";
/// That they do so at once.
const AT_ONCE: &str =
    r"(?:in parallel|concurrently|simultaneously|at once|at the same time|side by side)";
const RUN: &str = r"(?:all |both |each |also |then )?(?:runs?|executes?|starts?|works?|operates?|proceeds?|are (?:run|executed|started|launched|triggered|invoked|dispatched))(?: \w+ly)?";

static AT: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"\b(?:meets?|joins?|rejoins?|merges?|converges?|synchroni[sz]es?|fans?(?: back)?[- ]?in|comes? together|(?:are|get|is) (?:joined|merged|synchroni[sz]ed|collected|gathered|united)|feeds?|flows?)",
        r" (?:again |back |together |directly |all )?(?:at|in|into|to|on) (?:the |an? |one |single |shared |common |node |sync )*`?(?P<node>[A-Za-z_]\w*)`?",
    ))
});

static BESIDE: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        r"(?P<names>{NAME}(?:(?:,? and |, (?:and )?| & |/){NAME})+)(?: nodes?)? {RUN} {AT_ONCE}\b"
    ))
});

static SEVERAL: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        concat!(
            r"\b(?:[Aa]ll )?(?P<count>(?i:{count})) {runners} {run} {at_once}\b(?:[^.;]{{0,16}}? (?:from|after|behind) (?:the )?`?(?P<from>\w+)`?)?",
            r"|\b(?P<source>[A-Za-z_]\w*)`?(?: node)? (?:fans? out|branches|splits|leads|forks|dispatches)(?: in parallel| directly)? (?:in)?to (?:all )?(?P<targets>(?i:{count})) {runners}",
            r"|\b(?P<all>(?i:{count})) {runners} (?:fan out|branch|fork|start|are started|are launched) (?:(?:directly|in parallel|concurrently) )?(?:from|at) (?:the )?`?(?P<start>\w+)`?",
        ),
        count = COUNT,
        runners = RUNNERS,
        run = RUN,
        at_once = AT_ONCE,
    ))
});

/// Words by which it is otherwise, or of another graph.
static OTHERWISE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:not|never|no|without|cannot|instead|rather|if|when|whether|unless|only|either|diagrams?|figure|target|students?|example|e\.g|instances?|runs? of|per)\b",
    )
});

/// What the sentence says of nodes side by side.
pub(in crate::detect::claims) fn meeting(sentence: &str) -> Option<Meeting<'_>> {
    let found = several(sentence).or_else(|| beside(sentence)).or_else(|| at(sentence))?;
    let states = !OTHERWISE.is_match(sentence) && !is_looked_for(sentence) && is_stated(sentence);
    states.then_some(found)
}

fn several(sentence: &str) -> Option<Meeting<'_>> {
    let found = SEVERAL.captures(sentence)?;
    let part = |names: &[&str]| {
        let part = names.iter().find_map(|name| found.name(name))?;
        sentence.get(part.start()..part.end())
    };
    let count = words::number(part(&["count", "targets", "all"])?)?;
    Some(Meeting::Several { count, from: part(&["from", "source", "start"]) })
}

fn beside(sentence: &str) -> Option<Meeting<'_>> {
    let listed = BESIDE.captures(sentence)?.name("names")?;
    let listed = sentence.get(listed.start()..listed.end())?;
    let names: Vec<&str> = words::identifiers(listed).filter(|name| *name != "and").collect();
    let is_code = |name: &&str| {
        let at = name.as_ptr() as usize - sentence.as_ptr() as usize;
        words::is_snake(name) || words::is_camel(name) || sentence[..at].ends_with('`')
    };
    (names.len() > 1 && names.iter().all(is_code)).then_some(Meeting::Beside { names })
}

fn at(sentence: &str) -> Option<Meeting<'_>> {
    let small = sentence.to_lowercase();
    let several = ["branch", "node", "detective", "judge", "parallel", "of them", "both", "all "];
    let node = AT.captures(sentence)?.name("node")?;
    let node = sentence.get(node.start()..node.end())?;
    several.iter().any(|word| small.contains(word)).then_some(Meeting::At { node })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_runs_beside_whom_and_where_they_meet_is_read() {
        let check = |sentence: &str, expected: Meeting<'_>| {
            assert_eq!(meeting(sentence), Some(expected), "{sentence}");
        };
        let several = |count, from| Meeting::Several { count, from };
        check("Three nodes run in parallel from START.", several(3, Some("START")));
        check("All three detectives fan out from START.", several(3, Some("START")));
        check("START fans out to three detective nodes.", several(3, Some("START")));
        check("The four branches are executed concurrently.", several(4, None));
        let names = vec!["repo_investigator", "doc_analyst"];
        check("`repo_investigator` and `doc_analyst` run in parallel.", Meeting::Beside { names });
        check("All of them meet at `aggregator`.", Meeting::At { node: "aggregator" });
        check(
            "The branches converge on the evidence_aggregator node.",
            Meeting::At { node: "evidence_aggregator" },
        );
        check("Both detectives feed into `collector`.", Meeting::At { node: "collector" });
    }

    #[test]
    fn plans_denials_and_drawings_tell_nothing_of_the_graph() {
        for sentence in [
            "Three nodes will run in parallel from START.",
            "The three nodes do not run in parallel.",
            "The diagram shows three nodes run in parallel.",
            "If three nodes run in parallel, they meet at `aggregator`.",
            "The design merges into one story.",
        ] {
            assert_eq!(meeting(sentence), None, "{sentence}");
        }
    }
}
