//! Judges that look for evidence under the id of each criterion, where nodes put all of it under names of their own.

use super::super::updates::untaken::is_as_written;
use super::super::updates::whole::passed_on;
use super::fields::is_field;
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::routes::for_errors::sated::{keys_by, spelled_out};
use crate::detect::repo::python::graph::shape::runner::{Runner, runner};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Span, Stmt, StmtKind};
use crate::detect::seats;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{GraphFact, KeyedField, NodeKeys, UnmatchedKeys};
use std::collections::BTreeSet;

/// Fields of a criterion that name it.
const IDS: &[&str] = &["id", "criterion_id", "dimension_id"];

/// Lists what judges look up under the ids of criteria, by judge; nothing where a node may put something under them.
///
/// `runs` are the nodes with what runs there.
pub(in crate::detect::repo::python::graph) fn judges<'r>(
    repository: &Repository<'r>,
    graph: &GraphFact,
    runs: &[(String, Value<'r>)],
) -> Vec<UnmatchedKeys> {
    // Whoever is sent to is given what is sent, and a command updates as it likes.
    if ["Send", "Command"].iter().any(|name| repository.mentions_of(name) > 0) {
        return Vec::new();
    }
    let mut found: Vec<UnmatchedKeys> = Vec::new();
    for (node, value) in runs.iter().filter(|(node, _)| seats::judge(node).is_some()) {
        let Some(judge) = runner(repository, value) else { continue };
        for field in &graph.state_fields {
            let Some(read) = looked_up(repository, &judge, field) else { continue };
            let Some(written) = written(repository, runs, field).filter(|keys| !keys.is_empty())
            else {
                continue;
            };
            let told = UnmatchedKeys {
                node: node.clone(),
                field: field.clone(),
                written: written.into_iter().collect(),
                unwritten: Vec::new(),
                criteria: 0,
                rubric: None,
                asked: None,
                place: repository.modules[judge.at.module].place(read),
            };
            if !found.contains(&told) {
                found.push(told);
            }
        }
    }
    found
}

/// Lists the fields for evidence into which nodes put what stands under keys that they spell out.
pub(in crate::detect::repo::python::graph) fn keyed<'r>(
    repository: &Repository<'r>,
    graph: &GraphFact,
    runs: &[(String, Value<'r>)],
) -> Vec<KeyedField> {
    if ["Send", "Command"].iter().any(|name| repository.mentions_of(name) > 0) {
        return Vec::new();
    }
    let of_evidence = |field: &&String| field.to_ascii_lowercase().contains("evidence");
    let fields = graph.state_fields.iter().filter(of_evidence);
    let keyed = fields.map(|field| {
        let (mut nodes, mut open) = (Vec::new(), BTreeSet::new());
        for (node, value) in runs {
            let Some(keys) = given(repository, value, field) else {
                open.insert(node.clone());
                continue;
            };
            let place = runner(repository, value).map(|runner| runner.place(repository));
            let keys: Vec<String> = keys.into_iter().collect();
            let one = place.map(|place| NodeKeys { node: node.clone(), keys, place });
            nodes.extend(one.filter(|one| !one.keys.is_empty() && !nodes.contains(one)));
        }
        let (rubric, criteria) = (None, Vec::new());
        let open = open.into_iter().collect();
        KeyedField { field: field.clone(), nodes, open, rubric, criteria }
    });
    keyed.filter(|one| !one.nodes.is_empty()).collect()
}

/// The keys that nodes put into a field; `None` where they are not all spelled out.
fn written<'r>(
    repository: &Repository<'r>,
    runs: &[(String, Value<'r>)],
    field: &str,
) -> Option<BTreeSet<String>> {
    let each = runs.iter().map(|(_, value)| given(repository, value, field));
    let each: Option<Vec<BTreeSet<String>>> = each.collect();
    Some(each?.into_iter().flatten().collect())
}

/// The keys that what runs at a node puts into a field; `None` where they are not all spelled out.
fn given<'r>(
    repository: &Repository<'r>,
    value: &Value<'r>,
    field: &str,
) -> Option<BTreeSet<String>> {
    if let Value::Lambda(_, lambda) = value
        && let ExprKind::Dict(pairs) = &lambda.body.kind
    {
        let keys: Option<Vec<String>> = pairs.iter().map(|(key, _)| key.as_ref()?.text()).collect();
        return keys.filter(|keys| keys.iter().all(|key| key != field)).map(|_| BTreeSet::new());
    }
    match runner(repository, value) {
        Some(runner) if is_as_written(repository, runner.function) => {
            let spelled =
                |value: &Expr<'_>| spelled_out(value).or_else(|| put_into(runner.function, value));
            keys_by(repository, &runner, field, &spelled)
        }
        None if passed_on(repository, value).is_some() => Some(BTreeSet::new()),
        _ => None,
    }
}

/// The keys that a function puts into a dictionary that it makes; `None` where it may put others.
fn put_into(function: &Function<'_>, value: &Expr<'_>) -> Option<Vec<String>> {
    let ExprKind::Name(name) = value.kind else { return None };
    let is_it = |value: &Expr<'_>| value.is_name(name);
    // How often it is named, and how often that was understood.
    let (mut seen, mut known) = (0_usize, 0_usize);
    let mut keys = Some(Vec::new());
    Stmt::each(&function.body, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Assign { targets, value, .. } if targets.iter().any(&is_it) => {
                known += targets.iter().filter(|target| is_it(target)).count();
                let made = value.as_ref().and_then(spelled_out);
                keys = keys.take().zip(made).map(|(keys, made)| [keys, made].concat());
            }
            StmtKind::Return(Some(Expr { kind: ExprKind::Dict(pairs), .. })) => {
                known += pairs.iter().filter(|(_, value)| is_it(value)).count();
            }
            _ => {}
        }
        stmt.walk(&mut |part| {
            seen += usize::from(is_it(part));
            let key = match &part.kind {
                ExprKind::Subscript(object, indices) if is_it(object) => indices.first(),
                ExprKind::Call(call) => match &call.callee.kind {
                    ExprKind::Attribute(object, "get" | "setdefault") if is_it(object) => {
                        call.position(0)
                    }
                    ExprKind::Name("len") => {
                        known += usize::from(call.position(0).is_some_and(&is_it));
                        None
                    }
                    _ => None,
                },
                _ => None,
            };
            if let (Some(key), Some(keys)) = (key.and_then(Expr::text), &mut keys) {
                known += 1;
                keys.push(key);
            }
        });
    });
    keys.filter(|_| seen == known && function.param(name).is_none())
}

/// Tells under the ids of which criteria no node puts anything, where one rubric lies in the tree.
pub(in crate::detect::repo::python) fn against_rubric(
    sources: &[Source],
    graphs: &mut [GraphFact],
) {
    let Some((path, ids)) = the_rubric(sources) else { return };
    for graph in graphs {
        for one in &mut graph.unmatched {
            let lacks = |id: &&String| !one.written.contains(*id);
            one.unwritten = ids.iter().filter(lacks).cloned().collect();
            one.criteria = ids.len();
            one.rubric = Some(path.clone());
        }
        graph.unmatched.retain(|one| !one.unwritten.is_empty());
        for one in &mut graph.keyed {
            let keys = one.keys();
            // A key may be short for an id.
            if keys.iter().any(|key| ids.iter().any(|id| key != id && is_part(key, id))) {
                continue;
            }
            one.criteria = ids.iter().filter(|id| keys.contains(id.as_str())).cloned().collect();
            one.rubric = Some(path.clone());
        }
    }
}

/// Whether all words of one name are among those of another, whichever is longer.
fn is_part(one: &str, other: &str) -> bool {
    let words = |name: &str| -> BTreeSet<String> {
        name.split(['_', '-', ' ']).map(str::to_lowercase).collect()
    };
    let (one, other) = (words(one), words(other));
    one.is_subset(&other) || other.is_subset(&one)
}

/// The rubric that lies in the tree, if it is one alone: its path, and the ids of its criteria.
pub(in crate::detect::repo::python) fn the_rubric(
    sources: &[Source],
) -> Option<(String, Vec<String>)> {
    let base = |path: &str| path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let is_rubric = |source: &&Source| {
        let name = base(&source.path);
        name.contains("rubric") && name.rsplit_once('.').is_some_and(|(_, end)| end == "json")
    };
    let mut rubrics = sources.iter().filter(is_rubric);
    let (Some(rubric), None) = (rubrics.next(), rubrics.next()) else { return None };
    Some((rubric.path.clone(), ids(rubric.text().as_ref())?))
}

/// The ids of the criteria of a rubric, where each has one.
fn ids(text: &str) -> Option<Vec<String>> {
    let rubric: serde_json::Value = serde_json::from_str(text).ok()?;
    let lists = ["dimensions", "criteria"].iter().find_map(|key| rubric.get(key)?.as_array());
    lists?.iter().map(|one| Some(one.get("id")?.as_str()?.to_owned())).collect()
}

/// Where a judge looks something up in a field under the id of a criterion, if it does nothing else with the field, and
/// hands the state to nobody.
fn looked_up(repository: &Repository<'_>, judge: &Runner<'_>, field: &str) -> Option<Span> {
    let function = judge.function;
    let param = judge.param().filter(|_| is_as_written(repository, function))?;
    let is_state = |value: &Expr<'_>| value.is_name(param);
    let is_read = |value: &Expr<'_>| match &value.kind {
        ExprKind::Call(call) => {
            matches!(&call.callee.kind, ExprKind::Attribute(object, "get") if is_state(object))
                && call.position(0).and_then(Expr::text).as_deref() == Some(field)
        }
        _ => is_field(value, &is_state, field),
    };
    let held = names(function, &is_read);
    let holds = |value: &Expr<'_>| {
        is_read(value) || matches!(value.kind, ExprKind::Name(name) if held.contains(name))
    };
    // How often the field and the state are named, and how often that was understood.
    let (mut seen, mut known) = (0_usize, held.len());
    let (mut states, mut fields) = (0_usize, 0_usize);
    let mut place = None;
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            known += targets.iter().filter(|target| holds(target)).count();
        }
        stmt.walk(&mut |part| {
            seen += usize::from(holds(part));
            states += usize::from(is_state(part));
            fields += match &part.kind {
                ExprKind::Subscript(object, _) | ExprKind::Attribute(object, _) => {
                    usize::from(is_state(object))
                }
                _ => 0,
            };
            let key = match &part.kind {
                ExprKind::Subscript(object, indices) if holds(object) => indices.first(),
                ExprKind::Call(call) => match &call.callee.kind {
                    ExprKind::Attribute(object, "get") if holds(object) => call.position(0),
                    _ => None,
                },
                _ => None,
            };
            if key.is_some_and(|key| is_id(function, key)) {
                known += 1;
                place = place.or(Some(part.span));
            }
        });
    });
    place.filter(|_| seen == known && states == fields)
}

/// The variables that are bound once, to what is read.
fn names<'r>(
    function: &'r Function<'r>,
    is_read: &impl Fn(&Expr<'_>) -> bool,
) -> BTreeSet<&'r str> {
    let mut found = Vec::new();
    let mut bound = Vec::new();
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind {
            for target in targets {
                if let ExprKind::Name(name) = target.kind {
                    bound.push(name);
                    found.extend(is_read(value).then_some(name));
                }
            }
        }
    });
    let once = |name: &&str| bound.iter().filter(|other| *other == name).count() == 1;
    found.into_iter().filter(once).collect()
}

/// Whether a key is the id of a criterion that a loop goes through: `dimension["id"]`, or a variable that holds that.
fn is_id(function: &Function<'_>, key: &Expr<'_>) -> bool {
    let of_criterion = |value: &Expr<'_>| match &value.kind {
        ExprKind::Subscript(object, indices) => {
            matches!(object.kind, ExprKind::Name(_))
                && indices.first().and_then(Expr::text).is_some_and(|id| IDS.contains(&id.as_str()))
        }
        ExprKind::Attribute(object, id) => {
            matches!(object.kind, ExprKind::Name(_)) && IDS.contains(id)
        }
        ExprKind::Call(call) => {
            matches!(&call.callee.kind, ExprKind::Attribute(object, "get") if matches!(object.kind, ExprKind::Name(_)))
                && call
                    .position(0)
                    .and_then(Expr::text)
                    .is_some_and(|id| IDS.contains(&id.as_str()))
        }
        _ => false,
    };
    let ExprKind::Name(name) = key.kind else { return of_criterion(key) };
    let (mut bound, mut ids) = (0_usize, 0_usize);
    Stmt::each(&function.body, &mut |stmt| {
        let is_it = |value: &Expr<'_>| value.is_name(name);
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let ours = targets.iter().filter(|target| target.any(&is_it)).count();
                bound += ours;
                ids += if of_criterion(value) { ours } else { 0 };
            }
            StmtKind::For { target, .. } => bound += usize::from(target.any(&is_it)),
            _ => {}
        }
    });
    bound == 1 && ids == 1
}
