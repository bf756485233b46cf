//! Fields that a node reads in a step in which no node can have given them anything: what hangs on them never runs.

use super::super::updates::taken::Taken;
use super::super::updates::untaken::updates;
use super::super::updates::whole::of_state;
use super::super::updates::writes::{Constant, values};
use super::handing::CHANGING;
use super::unfed::{is_indirect, key};
use crate::detect::repo::python::failures::unbound::Failing;
use crate::detect::repo::python::graph::follow::built::begun::{Begun, runs_graph};
use crate::detect::repo::python::graph::follow::values::family;
use crate::detect::repo::python::graph::follow::values::value::{Built, START};
use crate::detect::repo::python::graph::routes::asking::vain;
use crate::detect::repo::python::graph::routes::for_errors::inputs::is_known;
use crate::detect::repo::python::graph::shape::runner::{Runner, each_once, runner};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Span, Stmt, StmtKind};
use crate::domain::facts::{EarlyRead, GraphFact, ReducerFact, ReducerKind};
use std::collections::{BTreeMap, BTreeSet};

/// Reads at most that are told of one graph.
const READS: usize = 8;

/// Lists what nodes read too early, where something hangs on it that never runs for that.
pub(in crate::detect::repo::python::graph) fn reads<'r>(
    repository: &Repository<'r>,
    (graph, built): (&GraphFact, &Built<'r>),
    (taken, sites): (&Taken, &[Site<'r>]),
    reducers: &[ReducerFact],
) -> Vec<EarlyRead> {
    let in_families = || graph.nodes.iter().any(|node| family::is_marked(&node.name));
    // Where a node says itself what runs next, or who else is sent to, not all ways are edges; what a run leaves in a
    // checkpoint is there when the next one begins.
    let jumps = ["Command", "Send", "interrupt"].iter().any(|it| repository.mentions_of(it) > 0);
    let keeps = may_go_on(repository, sites) || repository.mentions_of("update_state") > 0;
    if !graph.unresolved.is_empty()
        || jumps
        || keeps
        || in_families()
        || graph.nodes.iter().any(|node| graph.may_be_deferred(&node.name))
        || is_indirect(repository)
        || !taken.is_enough()
        || !is_known(graph, &built.runs)
    {
        return Vec::new();
    }
    let steps = graph.steps_from(START, &[]);
    let wanted: BTreeSet<&str> = graph.state_fields.iter().map(String::as_str).collect();
    let mut giving: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let runs = each_once(repository, &built.runs);
    for one in &runs {
        let state = graph.state_class.as_deref();
        let written = values(repository, std::iter::once(*one), (&wanted, state), &Failing::none());
        let Some(written) = written else { return Vec::new() };
        giving.entry(&one.0).or_default().extend(written.found.into_keys());
    }
    let begun = Begun { repository, sites, runs: &built.runs, routers: &built.routers, graph };
    let mut found = Vec::new();
    for (node, value) in &runs {
        let is_sole = runs.iter().filter(|(name, _)| name == node).count() == 1;
        let runner = runner(repository, value).filter(|_| is_sole);
        let (Some(runner), Some(last)) = (runner, last_step(graph, node)) else { continue };
        let Some(param) = runner.param().filter(|param| is_kept(&runner, param)) else { continue };
        for (field, place) in fields(&runner, param) {
            let later: Vec<&str> = giving
                .iter()
                .filter(|(_, fields)| fields.contains(&field))
                .map(|(node, _)| *node)
                .collect();
            let is_later = |giver: &&str| steps.get(giver).is_none_or(|first| *first >= last);
            let gives = |giver: &&&str| {
                let mut runs = runs.iter().filter(|(name, _)| name == **giver);
                let sure = |runner: &Runner<'r>| {
                    updates(repository, runner).iter().any(|(key, _)| *key == field)
                };
                runs.any(|(_, runs)| {
                    crate::detect::repo::python::graph::shape::runner::runner(repository, runs)
                        .is_some_and(|it| sure(&it))
                })
            };
            let mut reducing = of_state(graph, reducers).filter(|fact| fact.field == field);
            let is_plain = |fact: &ReducerFact| {
                matches!(fact.kind, ReducerKind::OperatorAdd | ReducerKind::OperatorIor)
            };
            if !graph.state_fields.contains(&field)
                || !later.iter().all(is_later)
                || !reducing.all(is_plain)
                || is_filled_in_place(repository, &field)
            {
                continue;
            }
            let later: Vec<String> =
                later.iter().filter(gives).map(|it| (*it).to_owned()).collect();
            // What a node alone gives it may ask for to be sure that it has not.
            if later.iter().all(|giver| giver == node)
                || begun.of(&field) != Some(BTreeSet::from([Constant::Nothing]))
            {
                continue;
            }
            let Some(dead) = vain(repository, (runner.at, runner.function), param, &field) else {
                continue;
            };
            let module = &repository.modules[runner.at.module];
            found.push(EarlyRead {
                node: node.clone(),
                key: field,
                later,
                dead: module.place(dead),
                place: module.place(place),
            });
        }
    }
    found.sort_by(|one, other| (&one.node, &one.key).cmp(&(&other.node, &other.key)));
    found.truncate(READS);
    found
}

/// Whether a run may begin with what another one left in a checkpoint: there is something that saves them, and not each run
/// is one of its own.
fn may_go_on(repository: &Repository<'_>, sites: &[Site<'_>]) -> bool {
    let modules = || repository.program_numbered();
    let saves = |text: &str| text.contains("Saver(") || text.contains("Saver.");
    if !modules().any(|(_, module)| saves(module.text)) {
        return false;
    }
    let runs =
        |index: usize| sites.iter().any(|site| site.at.module == index && runs_graph(site.call));
    let mut threads = modules()
        .filter(|(index, _)| runs(*index))
        .flat_map(|(_, module)| module.text.lines())
        .filter(|line| line.contains("thread_id"))
        .peekable();
    threads.peek().is_none() || !threads.all(|line| line.contains("uuid"))
}

/// The last step in which a node can run; `None` where it may run again and again.
fn last_step(graph: &GraphFact, node: &str) -> Option<usize> {
    fn of<'g>(
        graph: &'g GraphFact,
        node: &'g str,
        known: &mut BTreeMap<&'g str, Option<usize>>,
    ) -> Option<usize> {
        if node == START {
            return Some(0);
        }
        if let Some(step) = known.get(node) {
            return *step;
        }
        // Who comes here again while this is open goes round.
        known.insert(node, None);
        let plain = graph.edges.iter().filter(|edge| edge.to == node).map(|edge| &edge.from);
        let routed =
            graph.conditional.iter().filter(|edge| edge.targets.iter().any(|to| to == node));
        let before: BTreeSet<&str> =
            plain.chain(routed.map(|edge| &edge.from)).map(String::as_str).collect();
        let mut last = None;
        for earlier in before {
            last = last.max(Some(of(graph, earlier, known)? + 1));
        }
        known.insert(node, last);
        last
    }
    let name = graph.nodes.iter().find(|one| one.name == node).map(|one| one.name.as_str())?;
    of(graph, name, &mut BTreeMap::new())
}

/// Whether a function leaves what it is given as it is.
fn is_kept(runner: &Runner<'_>, param: &str) -> bool {
    let is_it = |value: &Expr<'_>| value.is_name(param);
    let mut kept = true;
    Stmt::each(&runner.function.body, &mut |stmt| {
        let targets = stmt.targets();
        kept &= !targets.iter().any(|target| target.any(&is_it));
        if let StmtKind::Function(inner) = &stmt.kind {
            kept &= inner.param(param).is_none();
        }
        stmt.walk(&mut |part| {
            if let Some((object, method, _)) = part.method_call() {
                kept &= !(is_it(object) && CHANGING.contains(&method));
            }
        });
    });
    kept
}

/// The fields that a function reads itself, each with the first place.
fn fields(runner: &Runner<'_>, param: &str) -> BTreeMap<String, Span> {
    let mut fields: BTreeMap<String, Span> = BTreeMap::new();
    let is_it = |value: &Expr<'_>| value.is_name(param);
    Stmt::each_own(&runner.function.body, &mut |stmt| {
        stmt.walk(&mut |part| {
            let read = key(part, param).or_else(|| match &part.kind {
                ExprKind::Attribute(object, name) if is_it(object) => {
                    Some(((*name).to_owned(), part.span))
                }
                _ => None,
            });
            if let Some((field, span)) = read {
                fields.entry(field).or_insert(span);
            }
        });
    });
    fields
}

/// Whether something is put into a field where it stands, which everybody sees who holds it.
fn is_filled_in_place(repository: &Repository<'_>, field: &str) -> bool {
    let ends = [format!("[\"{field}\"]"), format!("['{field}']"), format!(".{field}")];
    repository.program().any(|module| {
        ends.iter().any(|end| {
            module.text.match_indices(end.as_str()).any(|(at, _)| {
                let rest = &module.text[at + end.len()..];
                let changes = |method: &str| {
                    rest.strip_prefix('.').is_some_and(|rest| {
                        rest.strip_prefix(method).is_some_and(|rest| rest.starts_with('('))
                    })
                };
                rest.starts_with('[') || CHANGING.iter().any(|method| changes(method))
            })
        })
    })
}
