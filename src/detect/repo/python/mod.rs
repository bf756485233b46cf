//! Python sources → facts. Pure, and linear in the size of the sources.
//!
//! Sources are parsed once and lowered to values of our own (`syntax`). Names are followed through
//! assignments, imports and re-exports (`repository`), so that a construct is recognised by what
//! it is and not by how it is spelled. One file per concern draws its facts from that.

mod calls;
mod classes;
mod clone;
mod graph;
mod justice;
mod lower;
mod parse;
mod practices;
mod prompts;
mod reducers;
mod repository;
mod scope;
mod sites;
mod structured_output;
mod syntax;
#[cfg(test)]
mod tests;

pub(in crate::detect) use parse::in_tests;

use crate::domain::exhibit::repository::Source;
use crate::domain::facts::PythonFacts;
use crate::domain::limits::Limits;
use repository::Repository;

/// Reads the Python files of one tree, sorted by path.
///
/// Never fails: what could not be understood is listed under `unreadable` and inside the facts it
/// concerns. The result depends on nothing but `sources` and `limits`.
#[must_use]
pub fn examine(sources: &[Source], limits: &Limits) -> PythonFacts {
    let mut unreadable = Vec::new();
    let mut decoded = Vec::new();
    for source in sources {
        match parse::decode(source) {
            Ok(text) => decoded.push(text),
            Err(refusal) => unreadable.push(refusal),
        }
    }
    let modules: Vec<_> = decoded
        .iter()
        .filter_map(|decoded| parse::parse(decoded, limits, &mut unreadable))
        .collect();
    unreadable.sort_by(|left, right| left.place.cmp(&right.place));
    let repository = Repository::new(&modules);
    let mut facts = PythonFacts {
        files: u32::try_from(modules.len()).unwrap_or(u32::MAX),
        unreadable,
        classes: classes::classes(&repository),
        reducers: reducers::reducers(&repository),
        ..PythonFacts::default()
    };
    let sites = sites::Sites::new(&repository);
    facts.calls = calls::calls(&repository, &sites.all);
    facts.structured_output = structured_output::structured_output(&repository, &sites);
    facts.clone = clone::clones(&repository, &sites);
    facts.prompts = prompts::prompts(&repository);
    facts.prompt_similarity = prompts::similarity(&facts.prompts);
    let (functions, traces) = justice::justice(&repository);
    facts.justice = functions;
    facts.rule_traces = Some(traces);
    practices::gather(&repository, &sites, &mut facts);
    facts.graphs = graph::graphs(&repository, &sites.all);
    facts
}
