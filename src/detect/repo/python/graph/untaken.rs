//! What nodes return that no field of the state takes.
//!
//! Fields come from the state's class, from the other schemas of the graph, and from the annotation of what a
//! node's function is given. Where any of these cannot be followed to its end nothing is said at all.

use super::super::classes::{Ancestor, ancestors, fields, functional_fields, of_messages};
use super::super::parse::Module;
use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{
    Call, Class, Expr, ExprKind, Function, Param, Passing, Span, Stmt, StmtKind,
};
use super::value::{Built, Closure, Value};
use crate::domain::facts::UntakenKey;
use std::collections::BTreeSet;

/// Keys at most that are told of one graph.
const KEYS: usize = 64;

/// Bases that bring no fields, and annotations that say nothing of any.
const FIELDLESS: &[&str] = &[
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

/// Decorators after which a function still returns what it returned.
const TRANSPARENT: &[&str] = &["traceable", "staticmethod", "override", "wraps"];

/// Methods of a dictionary that take no key away.
const KEEPING: &[&str] = &["get", "keys", "values", "items", "setdefault", "update", "copy"];

/// The fields that a graph takes updates for; `None` where not all of them are known.
pub(super) fn taken<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
) -> Option<BTreeSet<String>> {
    let ExprKind::Call(call) = &built.construction.kind else { return None };
    let mut taken = schemas(repository, built.at, call)?;
    for (_, runs) in built.runs.iter().chain(&built.routers) {
        taken.extend(given(repository, built, runs)?);
    }
    Some(taken)
}

/// Lists what the nodes of a graph return in vain, by node and key; nothing where the fields are not known.
pub(super) fn keys<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
    taken: &BTreeSet<String>,
) -> Vec<UntakenKey> {
    in_order(if taken.is_empty() { Vec::new() } else { untaken(repository, built, taken) })
}

/// Those of the keys of a node or router that no field is there for; what `LangGraph` keeps for itself is none.
pub(super) fn lacking<'k>(
    node: &'k str,
    module: &'k Module<'_>,
    keys: Vec<(String, Span)>,
    taken: &'k BTreeSet<String>,
) -> impl Iterator<Item = UntakenKey> + 'k {
    let lacks = |(key, _): &(String, Span)| !taken.contains(key) && !key.starts_with("__");
    keys.into_iter().filter(lacks).map(|(key, span)| UntakenKey {
        node: node.to_owned(),
        key,
        place: module.place(span),
    })
}

/// Keys by node and key, each once per line, and no more than are told.
pub(super) fn in_order(mut found: Vec<UntakenKey>) -> Vec<UntakenKey> {
    found.sort_by(|one, other| {
        let key = |it: &UntakenKey| (it.node.clone(), it.key.clone(), it.place.line);
        key(one).cmp(&key(other))
    });
    found.dedup();
    found.truncate(KEYS);
    found
}

fn untaken<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
    taken: &BTreeSet<String>,
) -> Vec<UntakenKey> {
    let mut found = Vec::new();
    for (node, runs) in &built.runs {
        let (at, returned) = match (runs, runner(repository, runs)) {
            (Value::Lambda(at, lambda), _) => (*at, literal(&lambda.body)),
            (_, Some(runner)) => (runner.at, updates(repository, &runner)),
            (_, None) => continue,
        };
        found.extend(lacking(node, &repository.modules[at.module], returned, taken));
    }
    found
}

/// The function that runs at a node.
pub(super) struct Runner<'r> {
    /// The scope that it is defined in.
    pub at: At,
    pub function: &'r Function<'r>,
    /// Whether its first parameter is the object.
    pub is_method: bool,
}

/// What runs where a node is `value`: a function, or the `__call__` of an object.
pub(super) fn runner<'r>(repository: &Repository<'r>, value: &Value<'r>) -> Option<Runner<'r>> {
    match value {
        Value::Function(Closure { at, function, owner, .. }) => {
            Some(Runner { at: *at, function, is_method: owner.is_some() })
        }
        Value::Object(at, class) => {
            let mut methods = class.body.iter().filter_map(|stmt| match &stmt.kind {
                StmtKind::Function(function) if function.name == "__call__" => Some(&**function),
                _ => None,
            });
            let (function, None) = (methods.next()?, methods.next()) else { return None };
            Some(Runner { at: repository.inside(*at, class.id), function, is_method: true })
        }
        _ => None,
    }
}

/// The fields of all schemas that a graph is constructed with.
fn schemas<'r>(
    repository: &Repository<'r>,
    at: At,
    call: &'r Call<'r>,
) -> Option<BTreeSet<String>> {
    let is_own = repository.external(&call.callee, at)?.ends_with(".StateGraph");
    call.argument(0, "state_schema").filter(|_| is_own)?;
    let mut taken = BTreeSet::new();
    for arg in &call.args {
        match arg.passing {
            Passing::Keyword("config_schema" | "context_schema") => continue,
            Passing::Position | Passing::Keyword(_) => {}
            Passing::Rest | Passing::Named => return None,
        }
        taken.extend(fields_of(repository, &arg.value, at)?);
    }
    // A state without any field is one that could not be read.
    (!taken.is_empty()).then_some(taken)
}

/// The fields that what runs at a node brings by the annotation of what it is given.
fn given<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
    runs: &Value<'r>,
) -> Option<BTreeSet<String>> {
    // It brings the state no field of its own.
    if matches!(runs, Value::Lambda(..) | Value::Prebuilt) {
        return Some(BTreeSet::new());
    }
    let runner = runner(repository, runs)?;
    let is_self = |param: &&Param<'r>| runner.is_method && matches!(param.name, "self" | "cls");
    let first = runner.function.params.iter().find(|param| !is_self(param));
    let Some(annotation) = first.and_then(|param| param.annotation.as_ref()) else {
        return Some(BTreeSet::new());
    };
    if annotation.text().is_some_and(|text| built.state.as_ref() == Some(&text)) {
        return Some(BTreeSet::new());
    }
    fields_of(repository, annotation, runner.at)
}

/// The fields of a class that `schema` names; `None` where they are not known for sure.
pub(super) fn fields_of<'r>(
    repository: &Repository<'r>,
    schema: &'r Expr<'r>,
    at: At,
) -> Option<BTreeSet<String>> {
    let schema = bare(schema);
    match repository.origins(schema, at).as_slice() {
        [Origin::Class(at, class)] => fields_of_class(repository, *at, class),
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

/// What stands before the bracket of `Generic[T]` or `Dict[str, Any]`.
fn bare<'r>(schema: &'r Expr<'r>) -> &'r Expr<'r> {
    match &schema.kind {
        ExprKind::Subscript(inner, _) => inner,
        _ => schema,
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
    let is_known = |base: &'r Expr<'r>| match repository.origins(bare(base), at).as_slice() {
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
    let is_read = bases.all(|base| is_known(&base.value))
        && class.body.iter().all(is_plain)
        && class.decorators.iter().all(is_dataclass);
    is_read.then(|| fields(class).map(|(name, _, _)| name.to_owned()).collect())
}

/// Whether no decorator changes what a function is given or returns.
pub(super) fn is_plain(function: &Function<'_>) -> bool {
    let is_transparent = |decorator: &Expr<'_>| {
        let name = match &decorator.kind {
            ExprKind::Call(call) => call.callee_name(),
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => name,
            _ => "",
        };
        TRANSPARENT.contains(&name)
    };
    function.decorators.iter().all(is_transparent)
}

/// The keys that a function surely returns somewhere, each with its place.
pub(super) fn updates<'r>(repository: &Repository<'r>, runner: &Runner<'r>) -> Vec<(String, Span)> {
    let function = runner.function;
    let text = repository.modules[runner.at.module].text;
    let text = text.get(function.span.start..function.span.end).unwrap_or("yield");
    // An update of another graph has that graph's keys.
    if text.contains("yield") || text.contains("PARENT") || !is_plain(function) {
        return Vec::new();
    }
    let mut found = Vec::new();
    Stmt::each_own(&function.body, &mut |stmt| {
        let StmtKind::Return(Some(value)) = &stmt.kind else { return };
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match &value.kind {
                ExprKind::Name(name) => found.extend(local(function, name)),
                ExprKind::Conditional(choice) => open.extend([&choice.then, &choice.otherwise]),
                _ => found.extend(literal(value)),
            }
        }
    });
    found
}

/// The keys that a dictionary spells out, also one in a `Command(update=…)`.
fn literal(value: &Expr<'_>) -> Vec<(String, Span)> {
    match &value.kind {
        ExprKind::Dict(pairs) => {
            let keys = pairs.iter().filter_map(|(key, _)| key.as_ref());
            keys.filter_map(|key| Some((key.text()?, key.span))).collect()
        }
        ExprKind::Call(call) if call.callee_name() == "Command" => {
            call.keyword("update").map(literal).unwrap_or_default()
        }
        ExprKind::Call(call) if matches!(call.callee.kind, ExprKind::Name("dict")) => {
            let keys = call.args.iter().filter_map(|arg| match arg.passing {
                Passing::Keyword(name) => Some((name.to_owned(), arg.value.span)),
                _ => None,
            });
            keys.collect()
        }
        _ => Vec::new(),
    }
}

/// The keys of a variable that only ever holds a dictionary of this function's own, from which nothing
/// takes a key away.
fn local(function: &Function<'_>, name: &str) -> Vec<(String, Span)> {
    let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(other) if other == name);
    let (mut keys, mut is_own) = (Vec::new(), true);
    let (mut uses, mut seen, mut made) = (0_usize, 0_usize, 0_usize);
    let mut look = |stmt: &Stmt<'_>| {
        for value in stmt.expressions() {
            value.each(&mut |part| {
                seen += usize::from(is_it(part));
                uses += match &part.kind {
                    ExprKind::Subscript(value, _) => usize::from(is_it(value)),
                    ExprKind::Attribute(value, method) => {
                        usize::from(is_it(value) && KEEPING.contains(method))
                    }
                    _ => 0,
                };
            });
        }
        match &stmt.kind {
            StmtKind::Assign { targets, value, .. } => {
                for target in targets {
                    match (&target.kind, value) {
                        (ExprKind::Name(other), Some(value)) if *other == name => {
                            (uses, made) = (uses + 1, made + 1);
                            let found = literal(value);
                            is_own &= matches!(value.kind, ExprKind::Dict(_)) || !found.is_empty();
                            keys.extend(found);
                        }
                        (ExprKind::Subscript(base, index), Some(_)) if is_it(base) => {
                            let key = index.first().and_then(|key| Some((key.text()?, key.span)));
                            keys.extend(key);
                        }
                        _ => {}
                    }
                }
            }
            StmtKind::Return(Some(value)) => {
                let mut open = vec![value];
                while let Some(value) = open.pop() {
                    uses += usize::from(is_it(value));
                    if let ExprKind::Conditional(choice) = &value.kind {
                        open.extend([&choice.then, &choice.otherwise]);
                    }
                }
            }
            // Inside, the name is another's.
            StmtKind::Function(inner) => {
                is_own &= inner.params.iter().all(|param| param.name != name);
            }
            // `del` takes keys away.
            StmtKind::Other(inner) => {
                is_own &= !inner.iter().any(|value| value.any(&is_it));
            }
            _ => {}
        }
    };
    Stmt::each(&function.body, &mut look);
    let is_param = function.params.iter().any(|param| param.name == name);
    // What is made twice may be replaced before it is returned.
    if is_own && made == 1 && uses == seen && !is_param { keys } else { Vec::new() }
}
