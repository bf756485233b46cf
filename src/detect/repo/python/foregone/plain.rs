//! Evidence in plain dictionaries that a node writes before it looks at anything.
//!
//! `seen.append({"found": True, "goal": "Diagram", "rationale": "VERIFIED"})` in a node that has called nothing so far
//! which could open a file says the same of every repository.

use super::super::names::built_in::{is_giving, is_within};
use super::super::names::words::speaks_of;
use super::super::own_sources::DETECTIVES;
use super::super::repository::{At, Repository};
use super::super::sources::parse::Module;
use super::super::syntax::{Expr, ExprKind, Function, Piece, Stmt, StmtKind};
use super::{FOUND, SAYS};
use crate::domain::facts::{ConstantEvidence, GraphFact, GraphNode};

/// What else evidence has besides that something is found and what was seen.
const BESIDES: &[&str] =
    &["confidence", "criterion", "criterion_id", "dimension_id", "goal", "location", "source"];
/// Methods of texts, lists and dictionaries besides those that change nothing.
const METHODS: &[&str] = &["append", "copy", "extend", "title"];
/// Parts of names of functions that do something else than to look.
const OTHERS: &[&str] = &["aggregat", "collect", "context", "init", "load", "merge"];

fn is_method(name: &str) -> bool {
    is_giving(name) || METHODS.contains(&name)
}

/// The evidence that nodes of the graphs write so.
pub(super) fn plain(repository: &Repository<'_>, graphs: &[GraphFact]) -> Vec<ConstantEvidence> {
    let ours = graphs.iter().filter(|graph| graph.is_in_use());
    let mut found = Vec::new();
    for (index, module) in repository.modules.iter().enumerate() {
        let is_node = |function: &Function<'_>| {
            let place = module.place(function.span);
            let runs = |node: &GraphNode| node.runs.as_ref() == Some(&place);
            ours.clone().any(|graph| graph.nodes.iter().any(runs))
        };
        for stmt in &module.syntax.body {
            if let StmtKind::Function(function) = &stmt.kind
                && is_detective(module, function)
                && is_node(function)
            {
                let at = repository.inside(At::top(index), function.id);
                found.extend(Node { repository, module, at, function }.evidence());
            }
        }
    }
    found
}

/// Whether a function is called a detective's, or stands in a file that is, and does nothing else by its name.
fn is_detective(module: &Module<'_>, function: &Function<'_>) -> bool {
    let is_of = speaks_of(module.path, DETECTIVES) || speaks_of(function.name, DETECTIVES);
    !module.in_tests && is_of && !speaks_of(function.name, OTHERS)
}

/// A function that runs as a node.
struct Node<'r, 'p> {
    repository: &'p Repository<'r>,
    module: &'p Module<'r>,
    at: At,
    function: &'r Function<'r>,
}

impl<'r> Node<'r, '_> {
    fn evidence(&self) -> Vec<ConstantEvidence> {
        let mut found = Vec::new();
        for stmt in &self.function.body {
            if self.may_look(stmt) {
                break;
            }
            if let Some(put) = put(stmt)
                && self.is_given(&put)
            {
                found.extend(put.items.iter().filter_map(|item| self.told(item)));
            }
            if leaves(stmt) {
                break;
            }
        }
        found
    }

    fn told(&self, item: &Expr<'r>) -> Option<ConstantEvidence> {
        let ExprKind::Dict(pairs) = &item.kind else { return None };
        let mut given = Vec::new();
        for (key, value) in pairs {
            given.push((key.as_ref()?.text()?, value));
        }
        let of = |field: &str| given.iter().find(|(name, _)| name == field).map(|(_, value)| value);
        let is_found = |field: &&str| {
            of(field).is_some_and(|value| matches!(value.kind, ExprKind::Bool(true)))
        };
        let is_evidence = FOUND.iter().any(is_found)
            && BESIDES.iter().any(|field| of(field).is_some())
            && given.iter().all(|(_, value)| is_written(value));
        let says = SAYS.iter().filter_map(|field| of(field)?.text()).find(|text| text.len() > 1)?;
        is_evidence.then(|| ConstantEvidence {
            class: String::new(),
            says,
            repeats: None,
            answers: None,
            fallback: false,
            leftover: None,
            function: Some(self.function.name.to_owned()),
            place: self.module.place(item.span),
        })
    }

    /// Whether anything in a statement may look at something.
    fn may_look(&self, stmt: &Stmt<'r>) -> bool {
        let mut found = false;
        Stmt::each(std::slice::from_ref(stmt), &mut |stmt| {
            found |= matches!(stmt.kind, StmtKind::With { .. } | StmtKind::Import(_));
            found |= stmt.any(&|part| match &part.kind {
                ExprKind::Call(call) => !self.is_plain(&call.callee),
                ExprKind::Await(_) => true,
                _ => false,
            });
        });
        found
    }

    fn is_plain(&self, callee: &Expr<'_>) -> bool {
        let is_bound = |name: &str, at: At| self.repository.scope(at).bindings.contains_key(name);
        let outside = At { scope: 0, ..self.at };
        match &callee.kind {
            // What Python brings along may be something else here.
            ExprKind::Name(name) => {
                is_within(name) && !is_bound(name, self.at) && !is_bound(name, outside)
            }
            ExprKind::Attribute(object, name) => {
                let is_module = matches!(object.kind, ExprKind::Name(owner)
                    if is_bound(owner, outside));
                is_method(name) && !is_module
            }
            _ => false,
        }
    }

    /// Whether what is put there is given back as evidence, and nothing else is done with it.
    fn is_given(&self, put: &Put<'_, 'r>) -> bool {
        let Some(name) = put.name else { return true };
        let is_it = |part: &Expr<'_>| part.is_name(name);
        let (mut given, mut other) = (false, false);
        Stmt::each(&self.function.body, &mut |stmt| match &stmt.kind {
            StmtKind::Return(Some(value)) => {
                given |= as_evidence(value).iter().any(|value| value.any(&is_it));
            }
            StmtKind::Assign { targets, .. } => {
                let is_start = matches!(targets.as_slice(), [target] if is_it(target));
                let uses = stmt.any(&|part| is_changing(part, &is_it));
                other |= uses || is_start && stmt.span.start > put.start;
            }
            StmtKind::Expr(value) => other |= value.any(&|part| is_changing(part, &is_it)),
            _ => {
                other |= stmt.any(&is_it);
            }
        });
        given && !other
    }
}

/// Dictionaries that a statement puts somewhere.
struct Put<'e, 'r> {
    /// The variable; none where they are given back at once.
    name: Option<&'r str>,
    items: Vec<&'e Expr<'r>>,
    start: usize,
}

/// `seen.append({…})`, `seen = [{…}]`, `seen["diagram"] = [{…}]`, `return {"evidences": {"diagram": [{…}]}}`.
fn put<'e, 'r>(stmt: &'e Stmt<'r>) -> Option<Put<'e, 'r>> {
    let (name, items) = match &stmt.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
            let ExprKind::Attribute(object, "append" | "extend") = &call.callee.kind else {
                return None;
            };
            (Some(base(object)?), listed(call.position(0)?))
        }
        StmtKind::Assign { targets, value: Some(value), .. } => match targets.as_slice() {
            [target] => (Some(base(target)?), listed(value)),
            _ => return None,
        },
        StmtKind::Return(Some(value)) => {
            (None, as_evidence(value).into_iter().flat_map(listed).collect())
        }
        _ => return None,
    };
    Some(Put { name, items, start: stmt.span.start })
}

/// The variable that a target is, or an entry of which it is.
fn base<'r>(target: &Expr<'r>) -> Option<&'r str> {
    match &target.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Subscript(object, _) => base(object),
        _ => None,
    }
}

/// The dictionaries of evidence that a value holds, however it is nested.
fn listed<'e, 'r>(value: &'e Expr<'r>) -> Vec<&'e Expr<'r>> {
    match &value.kind {
        ExprKind::List(items) | ExprKind::Tuple(items) => items.iter().flat_map(listed).collect(),
        ExprKind::Dict(pairs) => {
            let is_found = |(key, _): &(Option<Expr<'r>>, Expr<'r>)| {
                let key = key.as_ref().and_then(Expr::text);
                key.is_some_and(|key| FOUND.contains(&key.as_str()))
            };
            if pairs.iter().any(is_found) {
                vec![value]
            } else {
                pairs.iter().flat_map(|(_, value)| listed(value)).collect()
            }
        }
        _ => Vec::new(),
    }
}

/// What a value that is given back holds under a key for evidence.
fn as_evidence<'e, 'r>(value: &'e Expr<'r>) -> Vec<&'e Expr<'r>> {
    let ExprKind::Dict(pairs) = &value.kind else { return Vec::new() };
    let is_evidence = |key: &Option<Expr<'r>>| {
        let key = key.as_ref().and_then(Expr::text).unwrap_or_default();
        ["evidence", "finding"].iter().any(|word| key.contains(word))
    };
    pairs.iter().filter(|(key, _)| is_evidence(key)).map(|(_, value)| value).collect()
}

/// Whether a value is written out, and comes of nothing.
fn is_written(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Literal(_) | ExprKind::Bool(_) | ExprKind::None => true,
        ExprKind::Str(pieces) => pieces.iter().all(|piece| matches!(piece, Piece::Literal(_))),
        _ => false,
    }
}

/// Whether a part hands a variable on, so that others may change what it holds.
fn is_changing(part: &Expr<'_>, is_it: &dyn Fn(&Expr<'_>) -> bool) -> bool {
    match &part.kind {
        ExprKind::Call(call) => {
            let is_counted = matches!(call.callee.kind, ExprKind::Name("len" | "bool" | "print"));
            !is_counted && call.args.iter().any(|arg| arg.value.any(is_it))
        }
        ExprKind::Attribute(object, name) => is_it(object) && !is_method(name),
        _ => false,
    }
}

/// Whether a statement may leave the function.
fn leaves(stmt: &Stmt<'_>) -> bool {
    let mut found = false;
    Stmt::each_own(std::slice::from_ref(stmt), &mut |stmt| {
        found |= stmt.ends_function();
    });
    found
}
