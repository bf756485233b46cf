//! The fields that a graph takes updates for, and what keeps them from being known.
//!
//! Fields come from the state's class, from the other schemas of the graph, and from the annotation of what a
//! node's function is given.

use crate::detect::repo::python::classes::bare;
use crate::detect::repo::python::classes::{
    Ancestor, ancestors, fields, functional_fields, of_messages,
};
use crate::detect::repo::python::graph::follow::values::family;
use crate::detect::repo::python::graph::follow::values::value::{Built, Step, Value, Wiring};
use crate::detect::repo::python::graph::shape::runner::runner;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{Call, Class, Expr, ExprKind, Passing, Stmt, StmtKind};
use crate::domain::facts::Unfollowed;
use std::collections::BTreeSet;

/// Bases that bring no fields and are not called themselves, and annotations that say nothing of any.
pub(in crate::detect::repo::python::graph) const FIELDLESS: &[&str] = &[
    "typing.TypedDict",
    "typing_extensions.TypedDict",
    "typing.Generic",
    "typing.Protocol",
    "typing.Any",
    "typing.Dict",
    "typing.Mapping",
    "typing.MutableMapping",
    "collections.abc.Mapping",
    "collections.abc.MutableMapping",
    "pydantic.BaseModel",
    "pydantic.main.BaseModel",
    "abc.ABC",
    "builtins.object",
    "builtins.dict",
];

/// Routers of `LangGraph` that take any state.
const STATELESS: &[&str] =
    &["langgraph.prebuilt.tools_condition", "langgraph.prebuilt.tool_node.tools_condition"];

/// The fields that a graph takes updates for, as far as they are known.
#[derive(Default)]
pub(in crate::detect::repo::python::graph) struct Taken {
    pub fields: BTreeSet<String>,
    /// What was not followed, and may bring more of them.
    pub unfollowed: Vec<Unfollowed>,
    /// Whether a node says in its wiring what it is given.
    is_told: bool,
}

impl Taken {
    /// All fields; none where others may be missing.
    pub(in crate::detect::repo::python::graph) fn all(&self) -> BTreeSet<String> {
        if self.unfollowed.is_empty() { self.fields.clone() } else { BTreeSet::new() }
    }

    /// Whether what is missing can only be fields of a class that the sources define: a function that was not found
    /// may name any of these for what it is given.
    pub(in super::super) fn is_enough(&self) -> bool {
        let mut unfollowed = self.unfollowed.iter();
        !self.is_told
            && unfollowed.all(|it| matches!(it, Unfollowed::Node(_) | Unfollowed::Router(_)))
    }
}

/// The fields that a graph takes updates for.
pub(in crate::detect::repo::python::graph) fn taken<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
) -> Taken {
    let schemas = match &built.construction.kind {
        ExprKind::Call(call) => schemas(repository, built, call),
        _ => None,
    };
    let unfollowed = if schemas.is_none() { vec![Unfollowed::State] } else { Vec::new() };
    let is_told = built.steps.iter().any(tells);
    let mut taken = Taken { fields: schemas.unwrap_or_default(), unfollowed, is_told };
    let nodes = built.runs.iter().map(|(name, runs)| (name, runs, true));
    let routers = built.routers.iter().map(|(name, runs)| (name, runs, false));
    for (name, runs, is_node) in nodes.chain(routers) {
        let name = || family::shown(name);
        match given(repository, built, runs) {
            Ok(fields) => taken.fields.extend(fields),
            Err(Lost::Function) if is_node => taken.unfollowed.push(Unfollowed::Node(name())),
            Err(Lost::Function) => taken.unfollowed.push(Unfollowed::Router(name())),
            Err(Lost::Schema) => taken.unfollowed.push(Unfollowed::Given(name())),
        }
    }
    taken.unfollowed.sort();
    taken.unfollowed.dedup();
    taken
}

/// Whether a node is added with a schema of its own, or with what is not spelled out.
fn tells(step: &Step<'_>) -> bool {
    let is_schema = |passing: &Passing<'_>| {
        matches!(passing, Passing::Named | Passing::Keyword("input" | "input_schema"))
    };
    let (Wiring::Node { .. }, ExprKind::Call(call)) = (&step.wiring, &step.expr.kind) else {
        return false;
    };
    call.args.iter().any(|arg| is_schema(&arg.passing))
}

/// The fields of all schemas that a graph is constructed with.
fn schemas<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
    call: &'r Call<'r>,
) -> Option<BTreeSet<String>> {
    let at = built.at;
    let is_own = repository.external(&call.callee, at)?.ends_with(".StateGraph");
    let state = call.argument(0, "state_schema").filter(|_| is_own)?;
    let mut taken = BTreeSet::new();
    for arg in &call.args {
        match arg.passing {
            Passing::Keyword("config_schema" | "context_schema") => continue,
            Passing::Position | Passing::Keyword(_) => {}
            Passing::Rest | Passing::Named => return None,
        }
        // A variable may hold the class, or the object whose method makes the graph.
        let held = || match &built.schema {
            Value::Class(at, class) if std::ptr::eq(&raw const arg.value, state) => {
                fields_of_class(repository, *at, class)
            }
            _ => None,
        };
        taken.extend(fields_of(repository, &arg.value, at).or_else(held)?);
    }
    // A state without any field is one that could not be read.
    (!taken.is_empty()).then_some(taken)
}

/// The fields that the state has from one of messages that is not the repository's own.
pub(in crate::detect::repo::python::graph) fn brought<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
) -> Vec<&'static str> {
    match &built.schema {
        Value::External(name) => of_messages(name).unwrap_or_default().to_vec(),
        Value::Class(at, class) => {
            let all = ancestors(repository, *at, class).into_iter();
            let fields = all.filter_map(|ancestor| match ancestor {
                Ancestor::Messages(fields) => Some(fields),
                Ancestor::Class(..) | Ancestor::Made(_) => None,
            });
            fields.flatten().copied().collect()
        }
        _ => Vec::new(),
    }
}

/// What keeps the fields from being known that a node or router brings.
enum Lost {
    /// The function was not found.
    Function,
    /// Its annotation was not followed.
    Schema,
}

/// The fields that what runs at a node brings by the annotation of what it is given.
fn given<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
    runs: &Value<'r>,
) -> Result<BTreeSet<String>, Lost> {
    // It brings the state no field of its own.
    if matches!(runs, Value::Lambda(..) | Value::Prebuilt | Value::Compiled(_) | Value::Tools(_)) {
        return Ok(BTreeSet::new());
    }
    // What takes any state says nothing of it.
    if matches!(runs, Value::External(name) if STATELESS.contains(&name.as_str())) {
        return Ok(BTreeSet::new());
    }
    // A function of a library may be given a class of the library.
    if matches!(runs, Value::External(_)) {
        return Err(Lost::Schema);
    }
    let runner = runner(repository, runs).ok_or(Lost::Function)?;
    let first = runner.state();
    let Some(annotation) = first.and_then(|param| param.annotation.as_ref()) else {
        return Ok(BTreeSet::new());
    };
    if annotation.text().is_some_and(|text| built.state.as_ref() == Some(&text)) {
        return Ok(BTreeSet::new());
    }
    fields_of(repository, annotation, runner.at).ok_or(Lost::Schema)
}

/// The fields of a class that `schema` names; `None` where they are not known for sure.
pub(in super::super) fn fields_of<'r>(
    repository: &Repository<'r>,
    schema: &'r Expr<'r>,
    at: At,
) -> Option<BTreeSet<String>> {
    let schema = bare(schema);
    match repository.origins(schema, at).as_slice() {
        [Origin::Class(at, class)] => fields_of_class(repository, *at, class),
        // A class that takes the name of its base has what the base has.
        [Origin::External(_), Origin::Class(at, class)]
            if class.bases.iter().any(|base| base.value.is_name(class.name)) =>
        {
            fields_of_class(repository, *at, class)
        }
        [Origin::Value(_, Expr { kind: ExprKind::Call(call), .. })] if is_spelled_out(call) => {
            Some(functional_fields(call).map(|(name, _)| name).collect())
        }
        [Origin::External(name)] if FIELDLESS.contains(&name.as_str()) => Some(BTreeSet::new()),
        [Origin::External(name)] => {
            Some(of_messages(name)?.iter().map(|name| (*name).to_owned()).collect())
        }
        _ => None,
    }
}

/// Whether it is `TypedDict("Name", {…})` with every field in its place.
fn is_spelled_out(call: &Call<'_>) -> bool {
    call.callee_name() == "TypedDict"
        && matches!(call.position(1).map(|it| &it.kind), Some(ExprKind::Dict(pairs))
            if pairs.iter().all(|(key, _)| key.as_ref().is_some_and(|key| key.text().is_some())))
}

fn fields_of_class<'r>(
    repository: &Repository<'r>,
    at: At,
    class: &'r Class<'r>,
) -> Option<BTreeSet<String>> {
    let mut all: BTreeSet<String> = own(repository, at, class)?;
    for ancestor in ancestors(repository, at, class) {
        match ancestor {
            Ancestor::Class(at, base) => all.extend(own(repository, at, base)?),
            Ancestor::Made(call) if is_spelled_out(call) => {
                all.extend(functional_fields(call).map(|(name, _)| name));
            }
            Ancestor::Made(_) => return None,
            Ancestor::Messages(fields) => {
                all.extend(fields.iter().map(|name| (*name).to_owned()));
            }
        }
    }
    Some(all)
}

/// The fields in the body of a class, where body and bases hold nothing that could bring others.
fn own<'r>(repository: &Repository<'r>, at: At, class: &'r Class<'r>) -> Option<BTreeSet<String>> {
    let is_plain = |stmt: &Stmt<'_>| match &stmt.kind {
        StmtKind::Assign { .. } | StmtKind::Function(_) | StmtKind::Class(_) => true,
        StmtKind::Expr(value) => matches!(value.kind, ExprKind::Str(_) | ExprKind::Literal(_)),
        StmtKind::Other(inner) => inner.is_empty(),
        _ => false,
    };
    let is_itself = |origin: &Origin<'r>| matches!(origin, Origin::Class(_, other) if std::ptr::eq(*other, class));
    let before = |base: &'r Expr<'r>| {
        let mut origins = repository.origins(bare(base), at);
        // What a class is called is not called so before it.
        origins.retain(|origin| !is_itself(origin));
        origins
    };
    let is_known = |base: &'r Expr<'r>| match before(base).as_slice() {
        [Origin::Class(..)] => true,
        [Origin::Value(_, Expr { kind: ExprKind::Call(call), .. })] => is_spelled_out(call),
        [Origin::External(name)] => {
            FIELDLESS.contains(&name.as_str()) || of_messages(name).is_some()
        }
        _ => false,
    };
    let mut bases = class.bases.iter().filter(|base| base.passing == Passing::Position);
    let is_dataclass = |decorator: &Expr<'_>| match &decorator.kind {
        ExprKind::Call(call) => call.callee_name() == "dataclass",
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => *name == "dataclass",
        _ => false,
    };
    // What is put into its annotations afterwards is a field as well.
    let changed = format!("{}.__annotations__", class.name);
    let is_changed = || {
        repository.mentions_of("__annotations__") > 0
            && repository
                .modules
                .iter()
                .any(|module| !module.in_tests && module.text.contains(&changed))
    };
    let is_read = !is_changed()
        && bases.all(|base| is_known(&base.value))
        && class.body.iter().all(is_plain)
        && class.decorators.iter().all(is_dataclass);
    is_read.then(|| fields(class).map(|(name, _, _)| name.to_owned()).collect())
}
