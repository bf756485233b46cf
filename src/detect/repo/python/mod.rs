//! Python sources → facts. Pure, and linear in the size of the sources.
//!
//! Sources are parsed once (`sources`) and lowered to values of our own (`syntax`). Names are followed
//! through assignments, imports and re-exports (`names`, `repository`), so that a construct is recognised
//! by what it is and not by how it is spelled; from where and how far it runs is told by `running`. One
//! room per concern draws its facts from that: what fails (`failures`), state graphs (`graph`), replies of
//! models (`structured_output`), the synthesis of verdicts (`justice`) and what else reports speak of.

mod bent;
mod calls;
mod classes;
mod clone;
mod failures;
mod foregone;
mod graph;
mod justice;
mod names;
mod own_sources;
mod practices;
mod prompts;
mod reducers;
mod repository;
mod rubric_keys;
mod running;
mod sources;
mod structured_output;
mod syntax;
#[cfg(test)]
mod tests;
mod ways_in;

pub(in super::super) use calls::CALLEES;
pub use failures::absent::confirm;
use failures::{formats, imports, lacking, misused, refusals, stopped, unbound, undeclared};
pub(in super::super) use graph::routes::for_errors::bypass;
pub(in super::super) use graph::shape::{joins, lost, mending};
pub(in super::super) use practices::FAMILIES;
pub(in super::super) use prompts::SHINGLE;
use running::uncalled;
pub(in super::super) use sources::parse::{as_run, in_tests};
use sources::{hidden, others, parse};
pub(in super::super) use structured_output::speaks_to_models;

use super::manifests::Manifests;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{GraphFact, PythonFacts, Unreadable};
use crate::domain::limits::Limits;
use crate::spread::{all, begun, both, spread};
use justice::Synthesis;
use practices::Found;
use repository::Repository;
use running::reach::Reach;
use running::sites::Sites;
use sources::parse::Module;
use sources::settled::settled;
use std::borrow::Cow;
use std::cmp::Reverse;
use tree_sitter::Parser;

/// Reads the Python files of one tree, sorted by path, and the prompts that lie beside them as texts.
///
/// Never fails: what could not be understood is listed under `unreadable` and inside the facts it
/// concerns. The result depends on nothing but `sources` and `limits`.
#[must_use]
pub fn examine(sources: &[Source], limits: &Limits) -> PythonFacts {
    examine_beside(sources, limits, || ()).0
}

/// The same, with the answer of `other`, which is found once the files are parsed: all processors can parse, and
/// few do what comes after.
pub fn examine_beside<T: Send>(
    sources: &[Source],
    limits: &Limits,
    other: impl FnOnce() -> T + Send,
) -> (PythonFacts, T) {
    let mut unreadable = Vec::new();
    let mut decoded = Vec::new();
    let (own, others) = others::apart(sources);
    for source in own {
        match parse::decode(source) {
            Ok(text) => decoded.push(text),
            Err(refusal) => unreadable.push(refusal),
        }
    }
    let mut modules = Vec::with_capacity(decoded.len());
    let parse = |parser: &mut Parser, at: usize| parse::parse(parser, &decoded[at], limits);
    let parsed = spread(decoded.len(), parse::parser, parse);
    for (module, refusals) in parsed {
        modules.extend(module);
        unreadable.extend(refusals);
    }
    unreadable.sort_by(|left, right| left.place.cmp(&right.place));
    let (other, facts) = both(other, || understood(sources, &modules, unreadable));
    (PythonFacts { others, ..facts }, other)
}

/// The facts of modules.
fn understood(
    sources: &[Source],
    modules: &[Module<'_>],
    unreadable: Vec<Unreadable>,
) -> PythonFacts {
    let repository = Repository::new(modules, hidden::hidden(modules, sources));
    let modules = &*settled(&repository).map_or(Cow::Borrowed(modules), Cow::Owned);
    // To follow the verdict takes longest and comes last, so what it needs is begun first.
    begun(
        || justice::by_value(modules),
        |by_value| {
            let repository = Repository::new(modules, hidden::hidden(modules, sources));
            facts(&repository, sources, unreadable, by_value)
        },
    )
}

/// The facts of a repository, whose modules `by_value` has with their variables called by what they hold.
fn facts<'m>(
    repository: &Repository<'_>,
    sources: &[Source],
    unreadable: Vec<Unreadable>,
    by_value: impl FnOnce() -> Option<Vec<Module<'m>>> + Send,
) -> PythonFacts {
    let reducers::Reducers { working, idle, unread } = reducers::reducers(repository);
    let mut facts = PythonFacts {
        files: u32::try_from(repository.modules.len()).unwrap_or(u32::MAX),
        unreadable,
        classes: classes::classes(repository),
        reducers: working,
        idle_reducers: idle,
        unread_reducers: unread,
        hidden_files: hidden::told(repository),
        ..PythonFacts::default()
    };
    let sites = Sites::new(repository);
    let (mut graphs, reach) = graphs(repository, &sites, sources, &mut facts);
    let (mut synthesis, mut found) = (None, None);
    let (mut foreign_ids, mut speaks) = (None, None);
    all(vec![
        Box::new(|| {
            let idle = uncalled::unused(repository, &sites, sources, &graphs);
            let heard = justice::justice(repository, by_value(), &graphs, &idle);
            foreign_ids = justice::foreign_ids(repository, sources, &heard.functions, &idle);
            let is_open = heard.functions.is_empty();
            speaks = is_open.then(|| justice::speaks_of_verdicts(repository));
            synthesis = Some(heard);
        }),
        Box::new(|| found = Some(practices::gather(repository, &sites, &reach))),
        Box::new(|| {
            (facts.structured_output, facts.bound_tools) = structured_output::bindings(
                repository,
                (&sites, sources),
                (&reach, &graphs),
                &facts.classes,
            );
            facts.binders = structured_output::binders(repository, &sites);
            facts.unfollowed_binders = structured_output::unfollowed(repository, &sites);
            facts.held_afterwards = structured_output::held_afterwards(repository, &sites);
        }),
        Box::new(|| {
            facts.unbound_names = unbound::unbound(repository, &graphs, &reach, &facts.unreadable);
            facts.broken_imports =
                imports::broken(repository, (&reach, &graphs), &facts.unreadable);
            stopped::mark(repository, &graphs, &mut facts.broken_imports);
            facts.refused_files = refusals::refusals(repository, &graphs);
        }),
        Box::new(|| {
            let manifests = Manifests::read(sources);
            facts.undeclared_imports = undeclared::undeclared(repository, &reach, &manifests);
            facts.lost_commands = undeclared::commands(repository, &manifests, &facts.unreadable);
        }),
        Box::new(|| {
            (facts.prompts, facts.open_templates) = prompts::prompts(repository, &sites, &reach);
            facts.prompts.extend(prompts::files(repository, &reach, sources));
            (facts.prompt_similarity, facts.common_words) =
                prompts::similarity(repository, &mut facts.prompts);
        }),
        Box::new(|| {
            facts.lacking_methods = lacking::lacking(repository, &sites, &reach, &facts.unreadable);
            facts.misformatted_texts = formats::misformatted(repository, &reach, &facts.unreadable);
            facts.misused_models =
                misused::misused(repository, &sites, &graphs, &reach, &facts.unreadable);
            facts.constant_evidence = foregone::evidence(repository, &sites, &reach, &graphs);
            facts.own_sources = own_sources::read(repository, &sites, &reach, &graphs);
            facts.bent_numbers = bent::bent(repository);
            facts.lacked_keys = rubric_keys::lacked(repository, &reach, sources, &facts.classes);
            facts.frameworks = graph::frameworks(repository, &sites, &reach);
            facts.ways_in = ways_in::ways_in(repository);
            facts.calls = calls::calls(repository, &sites);
            facts.clone = clone::clones(repository, &sites, &reach);
        }),
    ]);
    // What is said of several graphs is shown at the one that does most.
    graphs.sort_by_key(|graph| (graph.in_tests, Reverse(graph.nodes.len())));
    facts.graphs = graphs;
    let synthesis: Synthesis = synthesis.expect("every task is done");
    let found: Found = found.expect("every task is done");
    facts.justice = synthesis.functions;
    justice::against_rubric(graph::the_rubric(sources).as_ref(), &mut facts.justice);
    facts.rule_traces = Some(synthesis.traces);
    facts.evidence_in_synthesis = synthesis.evidence;
    facts.foreign_ids = foreign_ids;
    facts.perhaps_synthesis = synthesis.perhaps;
    facts.speaks_of_verdicts = speaks;
    practices::state(repository, &sites, &reach, found, &mut facts);
    practices::called_from_outside(sources, &mut facts.functions);
    let is_read_whole = facts.unreadable.iter().all(|lost| in_tests(&lost.place.file));
    facts.calls_model =
        structured_output::calls_model(repository, &sites, &facts.imports, is_read_whole);
    facts
}

/// The graphs of a repository, and what its program reaches by them and by its imports.
fn graphs<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    sources: &[Source],
    facts: &mut PythonFacts,
) -> (Vec<GraphFact>, Reach) {
    // What may merge a field is not to be taken for nothing.
    let reducers = [facts.reducers.as_slice(), &facts.unread_reducers].concat();
    let mut graphs = graph::graphs(repository, &sites.all, &reducers);
    graph::retire(repository, sites, sources, &mut graphs);
    graph::against_rubric(sources, &mut graphs);
    let mut reach = Reach::new(repository, sites, &graphs, &facts.unreadable, sources);
    reach.leave(&graph::leave(repository, sites, sources, &reach, &mut graphs));
    graph::unawaited(repository, &sites.all, sources, &mut graphs);
    graph::mark_leading(repository, &mut graphs);
    facts.engines = graph::engines(repository, &sites.all, &graphs);
    facts.ready_graphs = graph::ready(repository, sites, &graphs);
    facts.unmade_graph = graph::unmade(repository, &sites.all, &graphs);
    (graphs, reach)
}
