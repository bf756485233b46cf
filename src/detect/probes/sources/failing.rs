//! Probe of nodes that fail whenever they run.

mod refused;
mod unawaited;
pub(in super::super) mod uncompiled;

use super::super::graphs::graph::{idle, live, no_nodes, run_by_code, spoken_of};
use super::super::{About, Answer, Ask, Record, Undecided, capitalised, count, listed};
use crate::detect::seats;
use crate::domain::evidence::Finding;
use crate::domain::facts::{
    BrokenImport, Clash, GraphFact, Lines, MisusedModel, Place, PythonFacts,
};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Most causes that are told.
const TOLD: usize = 4;

/// Whether nodes come to their end.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Failing {
    #[serde(default)]
    judges: bool,
}

impl Ask for Failing {
    const ABOUT: About = About {
        kind: "python.failing_nodes",
        artifact: Artifact::GithubRepo,
        summary: "No node of a state graph was seen to fail whenever it runs, no two of one step to return a field without a reducer, which fails as well, and the graph's file to import nothing in vain. Where none was, this counts neither way.",
        parameters: &[(
            "judges",
            "whether only the judges are looked at, by the names of their nodes, and what fails before they return; false",
        )],
        example: r#"{"judges": true}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let (graphs, python) = (live(record)?, record.python()?);
        if graphs.is_empty() {
            return no_nodes(
                record,
                vec!["the construction of a graph by code that runs".to_owned()],
            );
        }
        let mut causes: Vec<Cause> =
            graphs.iter().flat_map(|graph| causes(graph, python)).collect();
        for cause in &mut causes {
            // What clashes afterwards has been asked for all the same.
            cause
                .nodes
                .retain(|node| !self.judges || (seats::judge(node).is_some() && !cause.is_late));
        }
        causes.retain(|cause| !cause.nodes.is_empty());
        // A judge whose file cannot be imported is told of with the graph.
        let imports = if self.judges { Vec::new() } else { stopping(&graphs, python) };
        let refused = refused::stopping(&graphs, python, self.judges);
        let uncompiled = uncompiled::uncompiled(&graphs);
        let halts = !uncompiled.is_empty() && !self.judges;
        if causes.is_empty() && imports.is_empty() && refused.is_empty() && !halts {
            let all = run_by_code(python);
            if let Some(answer) = (!self.judges).then(|| beside(&all, &graphs, python)).flatten() {
                return Ok(answer);
            }
            let broken = graphs.iter().find_map(|graph| unreached(graph, python));
            let halted = || graphs.iter().find_map(|graph| refused::halts(graph, python));
            let broken = broken.map(|(file, import)| stops("judge", import, file)).or_else(halted);
            let broken = broken.or_else(|| uncompiled.first().map(|one| one.told("judge")));
            let statement = match (self.judges, broken) {
                (true, Some(why)) => capitalised(&why),
                (true, None) => "No judge was seen that fails whenever it runs".to_owned(),
                (false, _) => "No node was seen that fails whenever it runs".to_owned(),
            };
            let place = spoken_of(&graphs, self.judges).map(|graph| Place::from(&graph.place));
            return Err(Undecided::moot(place.unwrap_or(record.python_scope()), statement));
        }
        let nodes: BTreeSet<&str> =
            causes.iter().flat_map(|cause| cause.nodes.iter().map(String::as_str)).collect();
        let names = imports.iter().map(|(_, import)| format!("the import of `{}`", import.name));
        let names = names.chain(refused.iter().map(refused::Refused::missing));
        // As an import in vain, it is told of with the graph.
        let uncompiled = if self.judges { Vec::new() } else { uncompiled };
        let names = names.chain(uncompiled.iter().map(uncompiled::Uncompiled::missing));
        let missing = nodes.into_iter().map(|node| format!("`{node}`")).chain(names).collect();
        let more = match causes.len().saturating_sub(TOLD) {
            0 => String::new(),
            more => format!("; and {}", count(more, "more cause")),
        };
        causes.truncate(TOLD);
        let who = if self.judges { "judge" } else { "node" };
        let others_run = graphs.iter().any(|graph| in_vain(graph, python).next().is_none());
        let told: Vec<String> = imports
            .iter()
            .map(|(graph, one)| stops_graph(graph, one, others_run))
            .chain(refused.iter().map(|one| one.told(who)))
            .chain(uncompiled.iter().map(|one| one.told(who)))
            .chain(causes.iter().map(Cause::told))
            .collect();
        let findings = imports.iter().map(|(graph, import)| shown(import, &graph.place.file));
        Ok(Answer {
            outcome: Outcome::Fails,
            statement: format!("{}{more}.", capitalised(&told.join("; "))),
            missing,
            findings: findings
                .chain(refused.iter().map(refused::Refused::finding))
                .chain(uncompiled.iter().map(uncompiled::Uncompiled::finding))
                .chain(causes.into_iter().map(Cause::finding))
                .collect(),
        })
    }
}

/// What is said where the graphs that are measured by come through, and others cannot be imported.
fn beside(all: &[&GraphFact], measured: &[&GraphFact], python: &PythonFacts) -> Option<Answer> {
    let others = || all.iter().filter(|graph| !measured.iter().any(|one| one.place == graph.place));
    let imports: Vec<(&GraphFact, &BrokenImport)> = others()
        .filter_map(|graph| Some((*graph, in_vain(graph, python).next()?)))
        .take(TOLD)
        .collect();
    if imports.is_empty() {
        return None;
    }
    let told: Vec<String> =
        imports.iter().map(|(graph, import)| stops_graph(graph, import, true)).collect();
    let finding = |(graph, import): &(&GraphFact, &BrokenImport)| shown(import, &graph.place.file);
    let broken = others().count();
    #[expect(clippy::cast_precision_loss, reason = "there are a few graphs")]
    let share = measured.len() as f64 / (measured.len() + broken) as f64;
    Some(Answer {
        outcome: Outcome::Partly { share },
        statement: format!(
            "{}; no node of the others was seen that fails whenever it runs.",
            capitalised(&told.join("; "))
        ),
        missing: imports.iter().map(|(_, one)| format!("the import of `{}`", one.name)).collect(),
        findings: imports.iter().map(finding).collect(),
    })
}

/// That no node of a graph runs, because of an import; with its place where others do.
fn stops_graph(graph: &GraphFact, import: &BrokenImport, others_run: bool) -> String {
    let told = stops("node", import, &graph.place.file);
    if !others_run {
        return told;
    }
    told.replacen(" runs:", &format!(" of the graph at `{}` runs:", graph.place), 1)
}

/// What stops graphs, each with the first of them that it stops; what stands in a graph's own file comes first.
fn stopping<'g>(
    graphs: &[&'g GraphFact],
    python: &'g PythonFacts,
) -> Vec<(&'g GraphFact, &'g BrokenImport)> {
    let mut told = BTreeSet::new();
    let all = graphs.iter().flat_map(|graph| in_vain(graph, python).map(|one| (*graph, one)));
    // Several files may ask for one thing, and what is added to one mends all.
    let new = all.filter(|(_, one)| told.insert((&one.module, &one.name)));
    new.take(TOLD).collect()
}

/// What the graph's own file, or one that it surely imports, imports in vain: the graph is never built. Python tells
/// capitals apart on every system.
pub(in super::super) fn in_vain<'f>(
    graph: &GraphFact,
    python: &'f PythonFacts,
) -> impl Iterator<Item = &'f BrokenImport> {
    let (own, others): (Vec<_>, Vec<_>) = python
        .broken_imports
        .iter()
        .filter(|import| import.is_in_the_way_of(&graph.place.file) || is_inside(import, graph))
        .partition(|import| import.place.file == graph.place.file);
    own.into_iter().chain(others)
}

/// Whether an import stands in the function that builds the graph.
fn is_inside(import: &BrokenImport, graph: &GraphFact) -> bool {
    import.inside.is_some()
        && import.inside == graph.function
        && import.place.file == graph.place.file
}

/// What lets the graph's file or that of a judge not be imported, with that file: whoever names it is not heard.
fn unreached<'f>(
    graph: &'f GraphFact,
    python: &'f PythonFacts,
) -> Option<(&'f str, &'f BrokenImport)> {
    let judges = graph.nodes.iter().filter(|node| seats::judge(&node.name).is_some());
    let theirs = judges.filter_map(|node| node.runs.as_ref()).map(|runs| runs.file.as_str());
    let files: BTreeSet<&str> = theirs.chain([graph.place.file.as_str()]).collect();
    python.broken_imports.iter().find_map(|one| {
        let own = files.get(one.place.file.as_str()).filter(|file| one.is_in_the_way_of(file));
        let file = own.or_else(|| files.iter().find(|file| one.is_in_the_way_of(file)))?;
        Some((*file, one))
    })
}

/// That none of those runs which the file holds, because of an import.
fn stops(who: &str, import: &BrokenImport, file: &str) -> String {
    let BrokenImport { name, place, .. } = import;
    format!(
        "no {who} runs: `{place}` imports `{name}`, {}, so that {}",
        import.why(),
        import.outcome_for(file)
    )
}

/// An import that fails, with those by which the file comes to it.
pub(in super::super) fn shown(import: &BrokenImport, file: &str) -> Finding {
    let why = "The import stands in no `try`, and what it asks for is nowhere.";
    let finding =
        Finding::found(Place::from(&import.place), why).with_confidence(Confidence::STRONG);
    let way = import.stops.get(file).into_iter().flatten();
    let places = std::iter::once(&import.place).chain(way).map(Place::from).collect();
    Finding { places, ..finding }
}

/// Why nodes fail.
struct Cause {
    nodes: Vec<String>,
    /// What happens, with its places, as the end of a sentence.
    how: String,
    why: &'static str,
    shown: String,
    places: Vec<Lines>,
    /// Whether it fails only when all of what runs there is done.
    is_late: bool,
}

impl Cause {
    fn told(&self) -> String {
        let fails = if self.nodes.len() == 1 { "fails" } else { "fail" };
        format!("{} {fails} whenever {}", listed(self.nodes.iter().map(String::as_str)), self.how)
    }

    fn finding(self) -> Finding {
        let places: Vec<Place> = self.places.iter().take(8).map(Place::from).collect();
        let finding = Finding::found(places[0].clone(), self.why)
            .with_confidence(Confidence::STRONG)
            .quoting(self.shown);
        Finding { places, ..finding }
    }
}

/// What lets nodes of a graph fail that ways from its entry lead to.
fn causes(graph: &GraphFact, python: &PythonFacts) -> Vec<Cause> {
    let idle = idle(graph);
    let stopped = |stops: &[Lines]| -> Vec<String> {
        let runs = |place: &Option<Lines>| place.as_ref().is_some_and(|it| stops.contains(it));
        let nodes = graph.nodes.iter().filter(|node| !idle.contains(node.name.as_str()));
        nodes.filter(|node| runs(&node.runs)).map(|node| node.name.clone()).collect()
    };
    let names = python.unbound_names.iter().map(|one| {
        let it = if stopped(&one.stops).len() == 1 { "it comes" } else { "they come" };
        Cause {
            nodes: stopped(&one.stops),
            how: format!("{it} so far: {}", one.told()),
            why: "No condition and no `try` of what runs at the node stands around the use of the name.",
            shown: one.name.clone(),
            places: std::iter::once(&one.place).chain(&one.also).cloned().collect(),
            is_late: false,
        }
    });
    let texts = python.misformatted_texts.iter().filter_map(|one| {
        let nodes = stopped(std::slice::from_ref(one.stops.as_ref()?));
        let it = if nodes.len() == 1 { "it comes" } else { "they come" };
        Some(Cause {
            nodes,
            how: format!("{it} to `{}`, where an f-string formats the text `{}` by what is no rule of format", one.place, one.text),
            why: "The braces around the text make it a field of the f-string, and no condition and no `try` stands around it.",
            shown: one.text.clone(),
            places: vec![one.place.clone()],
            is_late: false,
        })
    });
    // What fails in the same way further on is not reached by the same nodes.
    let is_new = |(at, one): &(usize, &MisusedModel)| {
        let mut earlier = python.misused_models[..*at].iter();
        !earlier.any(|other| {
            (&other.class, &other.misuse, &other.stops) == (&one.class, &one.misuse, &one.stops)
        })
    };
    let models = python.misused_models.iter().enumerate().filter(is_new).map(|(_, one)| {
        let nodes = stopped(&one.stops);
        let it = if nodes.len() == 1 { "it comes" } else { "they come" };
        Cause {
            nodes,
            how: format!("{it} so far: {}", one.told()),
            why: "No condition and no `try` of what runs at the node stands around the line, and all that makes the object was followed.",
            shown: one.class.clone(),
            places: vec![one.place.clone()],
            is_late: false,
        }
    });
    let clashes = graph.clashes.iter().map(|one| {
        let Clash { field, nodes, whole, places } = one;
        let what = if *whole {
            format!("each returns the whole state, of which `{field}` has no reducer")
        } else {
            format!("each returns `{field}`, which has no reducer")
        };
        Cause {
            nodes: nodes.clone(),
            how: format!("they run in one step, as the graph is wired: {what}, and LangGraph takes one value of a step alone (`InvalidUpdateError`)"),
            why: "The nodes start in one step, and every way through what runs there returns the field.",
            shown: field.clone(),
            places: places.clone(),
            is_late: true,
        }
    });
    names
        .chain(texts)
        .chain(models)
        .chain(clashes)
        .chain(astray(graph, &idle))
        .chain(unawaited::cause(graph, &idle))
        .filter(|cause| !cause.nodes.is_empty())
        .collect()
}

/// Routers that return nothing their path maps have a way for: the run ends there.
fn astray<'g>(graph: &'g GraphFact, idle: &BTreeSet<&str>) -> impl Iterator<Item = Cause> + 'g {
    let idle: Vec<String> = idle.iter().map(|node| (*node).to_owned()).collect();
    let edges = graph.conditional.iter().filter(move |edge| {
        edge.astray
            && edge.only_in.is_empty()
            && edge.each_in.is_empty()
            && !idle.contains(&edge.from)
    });
    edges.map(|edge| {
        let keys = listed(edge.unmapped.iter().map(String::as_str).take(TOLD));
        let done = if edge.from == "START" { "the graph is run" } else { "it is done" };
        Cause {
            nodes: vec![edge.from.clone()],
            how: format!("{done}: its router returns nothing but {keys}, and the path map at `{}` has no way for any of it (`KeyError`)", edge.place),
            why: "All that the router returns was followed, and so were the keys of its path map.",
            shown: edge.router.clone(),
            places: vec![edge.place.clone()],
            is_late: true,
        }
    })
}

#[cfg(test)]
mod tests;
