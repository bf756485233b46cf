//! Who of the detectives or judges start at once.

use super::super::Verdict;
use super::wiring::{graphs, has_role, is_detective, unsettled};
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::detect::seats::JUDGES;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{Choice, ClaimKind, GraphFact, Lines, PythonFacts};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The three of each group, by parts of the names of their nodes.
const DETECTIVES: [&[&str]; 3] = [&["repo"], &["doc", "pdf"], &["vision", "image", "diagram"]];

/// Most nodes that are passed between a fan-out and whom it starts.
const FAR: usize = 3;

/// How a sentence names each of them, or what each of them does.
static NAMED: LazyLock<[[Parts; 3]; 2]> = LazyLock::new(|| {
    let detectives = [
        r"\b(?:[Rr]epo(?:sitory)?[ _]?(?:[Ii]nvestigator|[Dd]etective|[Aa]nalyst)\w*|AST)\b",
        r"\b(?:[Dd]oc(?:ument)?[ _]?(?:[Aa]nalyst|[Dd]etective|[Ii]nvestigator|[Ss]earch)\w*|[Pp][Dd][Ff][ _]analyst\w*|Doc)\b",
        r"\b(?:(?:[Vv]ision|[Ii]mage|[Dd]iagram)[ _]?(?:[Ii]nspector|[Dd]etective|[Aa]nalyst)\w*|Vision)\b",
    ];
    let judges = [
        r"(?i)\bprosecutor\w*\b",
        r"(?i)\bdefen[sc]e(?:[ _]?attorney|_node)?\b",
        r"(?i)\btech[ _-]?lead\w*\b",
    ];
    [detectives.map(Parts::new), judges.map(Parts::new)]
});

/// What stands for each of them in a list of their names.
const MARKS: [&str; 3] = ["\u{1}", "\u{2}", "\u{3}"];

/// Several of them, one after the other.
static LISTED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(r"[\x01-\x03](?:(?:[\s,/&()`+]|\band\b|\bthe\b|\bnodes?\b)*[\x01-\x03])+")
});

/// Which of the three a sentence lists.
fn listed(sentence: &str, named: &[Parts; 3]) -> [bool; 3] {
    let marked = named
        .iter()
        .zip(MARKS)
        .fold(sentence.to_owned(), |text, (name, mark)| name.replace_all(&text, mark).into_owned());
    let list = LISTED.find(&marked).map_or("", |list| list.as_str());
    MARKS.map(|mark| list.contains(mark))
}

/// All three of them are said to run at once.
static ALL_THREE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:(?:all )?three (?:[\w-]+ ){0,3}(?:detectives?|investigators?|judges?|personas?|branches|nodes)|all three)\b",
    )
});

/// Words by which one of them is said to run before others, or some of them only.
static IN_ORDER: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:after|before|then|first|once|followed|next|when|subsequently|downstream|while|except|remaining|other two|if|depend\w*|conditional\w*|skip\w*)\b",
    )
});

/// What the graph says to a sentence that has them run at once, where it names them or all three of them.
pub(in super::super) fn at_once(
    python: &PythonFacts,
    kind: ClaimKind,
    text: &str,
    sentence: &str,
    plain: Verdict,
) -> Verdict {
    // Whom edges start at once and who runs in turn for all that does not run at once.
    if plain.in_turn {
        return plain;
    }
    let detectives = kind == ClaimKind::ParallelDetectives;
    let (roles, named) = if detectives { (DETECTIVES, &NAMED[0]) } else { (JUDGES, &NAMED[1]) };
    let three = ALL_THREE.is_match(text);
    let listed = listed(sentence, named);
    let asked: Vec<&[&str]> = roles
        .into_iter()
        .zip(listed)
        .filter(|(_, is)| three || *is)
        .map(|(words, _)| words)
        .collect();
    let all = graphs(python);
    let [graph] = all.as_slice() else { return plain };
    if asked.is_empty()
        && plain.status == Supported
        && let Some(other) = beside_none(graph, &roles, named, text)
    {
        let fact = format!("{}, and `{other}` was not seen among them", plain.fact);
        return Verdict { status: Undecided, fact, ..plain };
    }
    // Gates may stand between a node and those that it starts, also where none of them is named.
    let open = asked.is_empty() && plain.status == Undecided && graph.families.is_empty();
    if open
        && unsettled(python, &all, |_| true).is_none()
        && let Some(members) =
            roles.iter().map(|words| sole(graph, words)).collect::<Option<Vec<_>>>()
        && let Some(verdict) = started_as_said(graph, graph, &members, text)
    {
        return verdict;
    }
    if asked.len() < 2 || unsettled(python, &all, |_| true).is_some() || !graph.families.is_empty()
    {
        return plain;
    }
    let Some(members) = asked.iter().map(|words| sole(graph, words)).collect::<Option<Vec<_>>>()
    else {
        return plain;
    };
    if !IN_ORDER.is_match(sentence)
        && let Some((first, later, place)) = in_turn(graph, &members)
    {
        let fact = format!("`{later}` starts only after `{first}`");
        return Verdict::of(Contradicted, fact, [place]);
    }
    // A list of names parts what is said of them.
    let said = sentence.split(';').find(|part| part.contains(text)).unwrap_or(text);
    if let Some(verdict) = started_usually(graph, &members, said) {
        return verdict;
    }
    if let Some(verdict) = started_as_said(graph, graph, &members, said) {
        return verdict;
    }
    // Each way through the wiring code wires a graph of its own.
    let mut each = wired(graph).into_iter();
    if let Some(verdict) = each.find_map(|one| started_as_said(&one, graph, &members, said)) {
        return verdict;
    }
    match plain.status {
        Supported => {
            let fact = format!("{}, and not all that are named were seen among them", plain.fact);
            Verdict { status: Undecided, fact, ..plain }
        }
        Contradicted | Undecided => plain,
    }
}

/// What the graph that the sources' own calls have built says to the text, where it starts all of them in one step.
fn started_usually(graph: &GraphFact, members: &[&str], text: &str) -> Option<Verdict> {
    let first = graph.usual.first()?;
    let mut usual = graph.clone();
    usual.edges.retain(|edge| edge.may_be_in(&graph.usual));
    usual.conditional.retain(|edge| edge.may_be_in(&graph.usual));
    let is_open = |choice: &Choice| !graph.usual.contains(choice);
    usual.edges.iter_mut().for_each(|edge| edge.only_in.retain(is_open));
    usual.conditional.iter_mut().for_each(|edge| edge.only_in.retain(is_open));
    let verdict = started_as_said(&usual, &usual, members, text)?;
    let whole = started_as_said(graph, graph, members, text);
    if verdict.status != Supported || whole.is_some_and(|whole| whole.status == Supported) {
        return None;
    }
    let fact = format!(
        "{}, on the branch at `{}` that is taken by the calls in the sources or by default",
        verdict.fact, first.at
    );
    Some(Verdict { fact, ..verdict })
}

/// What a graph that starts all of them in one step says to the text; `all` has the edges of every way through the
/// wiring code.
fn started_as_said(
    graph: &GraphFact,
    all: &GraphFact,
    members: &[&str],
    text: &str,
) -> Option<Verdict> {
    let (point, edges) = started(graph, members)?;
    let fact = format!("`{point}` starts {} at once", in_words(members));
    let sometimes = |member: &&&str| {
        let plain = all.edges.iter().filter(|edge| edge.to == **member);
        let routed =
            all.conditional.iter().filter(|edge| edge.targets.iter().any(|to| to == **member));
        let ways: Vec<&Vec<Choice>> =
            plain.map(|edge| &edge.only_in).chain(routed.map(|edge| &edge.only_in)).collect();
        // It may be that a router picks it, or the wiring code's condition.
        !ways.is_empty()
            && ways.iter().all(|only_in| !only_in.is_empty())
            && !on_each_branch(all, &ways)
    };
    if let Some(member) = members.iter().find(sometimes) {
        let fact = format!(
            "{fact}, but whether `{member}` is among them hangs on a condition of the wiring code"
        );
        return Some(Verdict::of(Undecided, fact, edges));
    }
    if let Some(source) = said_straight(all, point, members, text) {
        let fact = format!("{fact}, and `{source}` leads to none of them");
        return Some(Verdict::of(Contradicted, fact, edges));
    }
    if let Some(source) = said_source(graph, point, text) {
        let fact = format!("{fact}, and `{source}` does not lead straight to it");
        return Some(Verdict { at_odds: true, ..Verdict::of(Undecided, fact, edges) });
    }
    Some(Verdict::of(Supported, fact, edges))
}

/// Whether ways lead somewhere on each of several branches of a choice that the wiring code makes.
fn on_each_branch(all: &GraphFact, ways: &[&Vec<Choice>]) -> bool {
    let plain = all.edges.iter().flat_map(|edge| &edge.only_in);
    let branches: Vec<&Choice> =
        plain.chain(all.conditional.iter().flat_map(|edge| &edge.only_in)).collect();
    let leads = |choice: &Choice| ways.iter().any(|only_in| only_in.as_slice() == [choice.clone()]);
    ways.iter().flat_map(|only_in| only_in.iter()).any(|one| {
        let others = || branches.iter().filter(|other| other.at == one.at);
        others().any(|other| other.branch != one.branch) && others().all(|other| leads(other))
    })
}

/// The graph as each branch of the wiring code makes it, where there are some.
fn wired(graph: &GraphFact) -> Vec<GraphFact> {
    let plain = graph.edges.iter().flat_map(|edge| &edge.only_in);
    let routed = graph.conditional.iter().flat_map(|edge| &edge.only_in);
    let mut choices: Vec<&Choice> = plain.chain(routed).collect();
    choices.sort_by_key(|choice| (&choice.at, choice.branch));
    choices.dedup();
    let of = |choice: &Choice| {
        let mut graph = graph.clone();
        let chosen = std::slice::from_ref(choice);
        graph.edges.retain(|edge| edge.may_be_in(chosen));
        graph.conditional.retain(|edge| edge.may_be_in(chosen));
        graph
    };
    choices.into_iter().map(of).collect()
}

/// The one member that a text names, where no other was seen to start with it.
fn beside_none<'g>(
    graph: &'g GraphFact,
    roles: &[&[&str]; 3],
    named: &[Parts; 3],
    text: &str,
) -> Option<&'g str> {
    let mut said = roles.iter().zip(named).filter(|(_, name)| name.is_match(text));
    let ((words, _), None) = (said.next()?, said.next()) else { return None };
    let member = sole(graph, words)?;
    let others = roles.iter().filter(|role| *role != words);
    let others = others.map(|role| sole(graph, role)).collect::<Option<Vec<_>>>()?;
    let beside = others.iter().any(|other| started(graph, &[member, other]).is_some());
    (graph.families.is_empty() && !beside).then_some(member)
}

/// The node from which they are said to start.
static FROM: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(r"\b[Ff]rom (?:the )?`?(?P<node>[A-Za-z]\w{4,})`?(?: [Nn]ode)?\s*(?:[.,;)]|$)")
});

/// The one node from which a text has them start, where another node does that, to which it does not lead at once.
fn said_source<'g>(graph: &'g GraphFact, point: &str, text: &str) -> Option<&'g str> {
    let said = words::plain(&FROM.captures(text)?["node"]);
    let mut nodes = graph.nodes.iter().filter(|node| words::plain(&node.name).ends_with(&said));
    let (node, None) = (nodes.next()?, nodes.next()) else { return None };
    let source = node.name.as_str();
    (source != point && !graph.onward(source).any(|next| next == point)).then_some(source)
}

/// That the beginning itself starts them, with nothing between.
static STRAIGHT: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?:START`? (?:node )?(?:fans? out|branches|leads|goes|routes|connects) (?:directly|straight|immediately) (?:in)?to|(?:directly|straight|immediately) from (?:the )?`?START)\b",
    )
});

/// The beginning of the graph, where a text has it start them straight, another node does, and it leads to none.
fn said_straight<'g>(
    all: &'g GraphFact,
    point: &str,
    members: &[&str],
    text: &str,
) -> Option<&'g str> {
    let start = all.edges.iter().map(|edge| edge.from.as_str()).find(|from| *from == "START")?;
    let leads = all.onward(start).any(|next| members.contains(&next));
    (point != start && !leads && STRAIGHT.is_match(text)).then_some(start)
}

fn in_words(members: &[&str]) -> String {
    let names: Vec<String> = members.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The one node of the role. A gate before it may have its name too.
fn sole<'g>(graph: &'g GraphFact, words: &[&str]) -> Option<&'g str> {
    let of_role = || graph.nodes.iter().filter(|node| has_role(&node.name, words));
    let mut detectives = of_role().filter(|node| is_detective(&node.name));
    if let (Some(one), None) = (detectives.next(), detectives.next()) {
        return Some(&one.name);
    }
    let mut of_role = of_role();
    of_role.next().filter(|_| of_role.next().is_none()).map(|node| node.name.as_str())
}

/// All steps of a graph, with their lines.
fn steps(graph: &GraphFact) -> impl Iterator<Item = (&str, &str, &Lines)> {
    let plain = graph.edges.iter().map(|edge| (edge.from.as_str(), edge.to.as_str(), &edge.place));
    let routed = graph.conditional.iter().flat_map(|edge| {
        edge.targets.iter().map(move |to| (edge.from.as_str(), to.as_str(), &edge.place))
    });
    plain.chain(routed)
}

/// Two members of which one is on every way to the other, with the line on which it is left.
fn in_turn<'g>(graph: &'g GraphFact, members: &[&'g str]) -> Option<(&'g str, &'g str, &'g Lines)> {
    let all = graph.steps_from("START", &[]);
    let pairs = members.iter().flat_map(|one| members.iter().map(move |other| (*one, *other)));
    pairs.filter(|(first, later)| first != later).find_map(|(first, later)| {
        let waits = all.contains_key(first)
            && all.contains_key(later)
            && !graph.steps_from("START", &[first]).contains_key(later);
        let (.., place) = steps(graph).find(|(from, ..)| *from == first)?;
        waits.then_some((first, later, place))
    })
}

/// A way out of a node: where it can lead, only one of them at a time, and its line.
type Way<'g> = (Vec<&'g str>, &'g Lines);

/// The ways on which a node goes on at once.
fn ways<'g>(graph: &'g GraphFact, point: &str) -> Vec<Way<'g>> {
    let plain = graph.edges.iter().filter(|edge| edge.from == point);
    let mut ways: Vec<Way<'g>> = plain.map(|edge| (vec![edge.to.as_str()], &edge.place)).collect();
    for edge in graph.conditional.iter().filter(|edge| edge.from == point) {
        let targets = edge.targets.iter().map(String::as_str);
        if edge.parallel {
            ways.extend(targets.map(|to| (vec![to], &edge.place)));
        } else {
            ways.push((targets.collect(), &edge.place));
        }
    }
    ways
}

/// The node that starts all members in one step: directly, or each on a way of its own over as many nodes.
fn started<'g>(graph: &'g GraphFact, members: &[&str]) -> Option<(&'g str, Vec<&'g Lines>)> {
    let from = |point: &'g String, most: usize| {
        let ways = ways(graph, point);
        let depth = |way: &Way<'g>, member: &str| {
            let depths =
                way.0.iter().filter_map(|to| graph.steps_from(to, members).get(member).copied());
            depths.min().filter(|depth| *depth <= most)
        };
        let (mut taken, mut depths, mut places) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        for member in members {
            let mut leading =
                ways.iter().enumerate().filter_map(|(at, way)| Some((at, depth(way, member)?)));
            let (at, steps) = leading.next().filter(|_| leading.next().is_none())?;
            if !taken.insert(at) {
                return None;
            }
            depths.insert(steps);
            places.push(ways[at].1);
        }
        (depths.len() == 1).then_some((point.as_str(), places))
    };
    let points = || graph.fan_out.iter();
    points()
        .find_map(|point| from(point, 0))
        .or_else(|| points().find_map(|point| from(point, FAR)))
}
