//! Nodes of one step that return the same field: without a reducer `LangGraph` takes one value of a step alone, and
//! stops with an `InvalidUpdateError`.

use super::untaken::is_as_written;
use super::whole::of_state;
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::shape::runner::{Runner, runner};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::ending::ends;
use crate::detect::repo::python::running::surely;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::{Clash, GraphFact, Lines, ReducerFact};
use std::collections::{BTreeMap, BTreeSet};

/// Clashes at most that are told of one graph.
const MOST: usize = 4;

/// Lists the groups of nodes that start in one step on every way there, and of which each returns the same field.
pub(in crate::detect::repo::python::graph) fn clashes<'r>(
    repository: &Repository<'r>,
    graph: &GraphFact,
    runs: &[(String, Value<'r>)],
    routers: &[(String, Value<'r>)],
    reducers: &[ReducerFact],
) -> Vec<Clash> {
    let name = graph.state_class.as_deref().and_then(|name| name.rsplit('.').next());
    if graph.state_fields.is_empty() || name.is_none_or(|name| repository.is_model(name)) {
        return Vec::new();
    }
    if is_unread(graph, reducers) {
        return Vec::new();
    }
    let reduced: BTreeSet<&str> =
        of_state(graph, reducers).map(|fact| fact.field.as_str()).collect();
    let plain: BTreeSet<&str> = graph
        .state_fields
        .iter()
        .map(String::as_str)
        .filter(|field| !reduced.contains(field) && !is_of_messages(repository, field))
        .collect();
    let mut writers = BTreeMap::new();
    for (node, runs) in runs {
        if let Some(writes) = runner(repository, runs).and_then(|it| writes(repository, &it)) {
            writers.entry(node.as_str()).or_insert(Some(writes));
        } else {
            writers.insert(node, None);
        }
    }
    let mut found: Vec<Clash> = Vec::new();
    for from in graph
        .edges
        .iter()
        .map(|edge| &edge.from)
        .chain(graph.conditional.iter().map(|edge| &edge.from))
    {
        let ours: Vec<(&str, &Writes)> = at_once(repository, graph, from, routers)
            .into_iter()
            .filter_map(|node| Some((node, writers.get(node)?.as_ref()?)))
            .collect();
        let clash = plain.iter().find_map(|field| {
            let there = ours.iter().any(|(_, one)| one.has.contains(*field));
            let both =
                ours.iter().filter(|(_, one)| one.keys.contains(*field) || (one.whole && there));
            let both: Vec<_> = both.collect();
            (both.len() > 1 && is_bare(repository, field)).then(|| Clash {
                field: (*field).to_owned(),
                nodes: both.iter().map(|(node, _)| (*node).to_owned()).collect(),
                whole: both.iter().all(|(_, one)| one.whole),
                places: both.iter().map(|(_, one)| one.place.clone()).collect(),
            })
        });
        found.extend(clash.filter(|new| found.iter().all(|known| known.nodes != new.nodes)));
    }
    found.truncate(MOST);
    found
}

/// Whether it is not known which fields of the state have reducers.
pub(in super::super) fn is_unread(graph: &GraphFact, reducers: &[ReducerFact]) -> bool {
    of_state(graph, reducers).any(|fact| fact.field.is_empty())
}

/// Whether a field may be that of a state of messages that a library brings, whatever else is the graph's state.
pub(in super::super) fn is_of_messages(repository: &Repository<'_>, field: &str) -> bool {
    field == "messages" && repository.mentions_of("MessagesState") > 0
}

/// Whether no line of the sources annotates a field of this name with what may be a channel of its own.
fn is_bare(repository: &Repository<'_>, field: &str) -> bool {
    let naming = repository.modules.iter().filter(|module| module.text.contains(field));
    naming.flat_map(|module| module.text.lines()).all(|line| {
        let rest = line.trim_start().strip_prefix(field).map(str::trim_start);
        let annotation = rest.and_then(|rest| rest.strip_prefix(':'));
        annotation.is_none_or(|it| !it.contains("Annotated") && !it.contains("Channel"))
    })
}

/// The nodes that one starts in the next step, all of them wherever it starts any.
pub(in super::super) fn at_once<'g>(
    repository: &Repository<'_>,
    graph: &'g GraphFact,
    from: &str,
    routers: &[(String, Value<'_>)],
) -> BTreeSet<&'g str> {
    let plain = graph.edges.iter().filter(|edge| edge.from == from);
    let plain = plain.filter(|edge| edge.only_in.is_empty() && !edge.waits);
    let mut nodes: BTreeSet<&str> = plain.map(|edge| edge.to.as_str()).collect();
    let mut routed = graph.conditional.iter().filter(|edge| edge.from == from);
    if let (Some(edge), None, true) = (routed.next(), routed.next(), nodes.is_empty())
        && edge.together
        && edge.only_in.is_empty()
        && hands_all_on(repository, &edge.router, routers)
    {
        nodes.extend(edge.targets.iter().filter(|to| !edge.alone.contains(to)).map(String::as_str));
    }
    nodes.retain(|node| *node != "END" && !graph.may_be_deferred(node));
    nodes
}

/// Whether whoever a router sends to is given the whole of the state.
fn hands_all_on(
    repository: &Repository<'_>,
    written: &str,
    routers: &[(String, Value<'_>)],
) -> bool {
    if repository.mentions_of("Send") == 0 {
        return true;
    }
    routers.iter().filter(|(name, _)| name == written).all(|(_, router)| {
        let Some(Runner { function, is_method: false, .. }) = runner(repository, router) else {
            return false;
        };
        let Some(param) = function.params.first().map(|param| param.name) else { return false };
        let mut whole = true;
        Stmt::each(&function.body, &mut |stmt| {
            whole &= !stmt.any(&|part| {
                matches!(&part.kind, ExprKind::Call(call) if call.callee_name() == "Send"
                        && !call.position(1).is_some_and(|sent| sent.is_name(param)))
            });
        });
        whole
    })
}

/// What a node returns on every way.
struct Writes {
    /// Whether it returns the state that it is given.
    whole: bool,
    /// The keys that it spells out.
    keys: BTreeSet<String>,
    /// The keys that are in the state as it is given, because it takes them from there.
    has: BTreeSet<String>,
    place: Lines,
}

fn writes(repository: &Repository<'_>, runner: &Runner<'_>) -> Option<Writes> {
    let function = runner.function;
    let module = &repository.modules[runner.at.module];
    let text = module.text_of(function.span)?;
    let param = runner.param()?;
    if text.contains("yield") || !is_as_written(repository, function) || !is_kept(function, param) {
        return None;
    }
    // Whoever falls off the end returns nothing.
    if !function.body.iter().any(ends) {
        return None;
    }
    let (mut whole, mut keys, mut known) = (true, None::<BTreeSet<String>>, true);
    let mut last = None;
    Stmt::each_own(&function.body, &mut |stmt| {
        let StmtKind::Return(value) = &stmt.kind else { return };
        last = Some(stmt.span);
        match value.as_ref().map(|value| &value.kind) {
            Some(ExprKind::Name(name)) if *name == param => {}
            Some(ExprKind::Dict(pairs)) => {
                whole = false;
                let ours: BTreeSet<String> =
                    pairs.iter().filter_map(|(key, _)| key.as_ref()?.text()).collect();
                keys = Some(keys.take().map_or_else(
                    || ours.clone(),
                    |before| before.intersection(&ours).cloned().collect(),
                ));
            }
            _ => known = false,
        }
    });
    let place = module.place(last.filter(|_| known)?);
    let mut has = BTreeSet::new();
    surely::each(&function.body, &mut |value| {
        if let ExprKind::Subscript(object, indices) = &value.kind
            && object.is_name(param)
        {
            has.extend(indices.first().and_then(Expr::text));
        }
    });
    Some(Writes { whole, keys: keys.unwrap_or_default(), has, place })
}

/// Whether the name keeps standing for what is given, with all that was in it.
fn is_kept(function: &Function<'_>, param: &str) -> bool {
    let mut is_kept = true;
    let it = |value: &Expr<'_>| value.is_name(param);
    Stmt::each(&function.body, &mut |stmt| {
        is_kept &= match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                // What is in a tuple is bound as well.
                !targets.iter().any(|target| match &target.kind {
                    ExprKind::Subscript(..) | ExprKind::Attribute(..) => false,
                    _ => target.any(&it),
                })
            }
            StmtKind::Augment { target, .. } => !it(target),
            StmtKind::For { target, .. } => !target.any(&it),
            StmtKind::With { items, .. } => {
                !items.iter().any(|(_, name)| name.as_ref().is_some_and(|name| name.any(&it)))
            }
            StmtKind::Function(_) | StmtKind::Class(_) => false,
            StmtKind::Other(inner) => !inner.iter().any(|value| value.any(&it)),
            _ => true,
        };
        is_kept &= !stmt.any(&|part| match &part.kind {
            ExprKind::Attribute(object, "pop" | "clear" | "popitem") => it(object),
            ExprKind::Named(name, _) => *name == param,
            _ => false,
        });
    });
    is_kept
}
