//! What classes are, through aliases and inheritance inside the repository.

use super::repository::{At, Origin, Repository};
use super::sources::parse::Module;
use super::syntax::{Arg, Body, Call, Class, Expr, ExprKind, Passing, Stmt, StmtKind};
use crate::domain::facts::{ClassFact, ClassKind};
use std::collections::BTreeSet;

mod aliases;

pub(super) use aliases::aliases;

/// How many bases are followed upwards.
const ANCESTORS: usize = 16;
/// Longest annotation that is kept whole, in bytes.
const ANNOTATION: usize = 240;

/// What stands for a default that a call makes.
const OPEN_DEFAULT: &str = "?";

/// Lists the classes of every module, in source order.
pub(super) fn classes(repository: &Repository<'_>) -> Vec<ClassFact> {
    let mut facts = Vec::new();
    for (index, module) in repository.modules.iter().enumerate() {
        let at = At::top(index);
        each(repository, &module.syntax.body, at, &mut |at, stmt| match &stmt.kind {
            StmtKind::Class(class) => facts.push(fact(repository, module, at, class)),
            StmtKind::Assign { targets, value: Some(value), .. } => {
                facts.extend(functional(repository, module, at, targets, value));
            }
            _ => {}
        });
    }
    for (alias, at, class) in aliases(repository) {
        let home = repository.modules[at.module].place(class.span);
        let named = facts.iter_mut().filter(|fact| fact.name == class.name && fact.place == home);
        named.for_each(|fact| fact.aliases.push(alias.to_owned()));
    }
    facts
}

/// Shows every statement with the scope that it stands in, definitions before their bodies.
pub(super) fn each<'r>(
    repository: &Repository<'r>,
    body: &'r Body<'r>,
    at: At,
    see: &mut impl FnMut(At, &'r Stmt<'r>),
) {
    for stmt in body {
        see(at, stmt);
        let inner = match &stmt.kind {
            StmtKind::Function(function) => repository.inside(at, function.id),
            StmtKind::Class(class) => repository.inside(at, class.id),
            _ => at,
        };
        for block in stmt.blocks() {
            each(repository, block, inner, see);
        }
    }
}
/// What stands before the bracket of `Generic[T]` or `Dict[str, Any]`.
pub(super) fn bare<'r>(schema: &'r Expr<'r>) -> &'r Expr<'r> {
    match &schema.kind {
        ExprKind::Subscript(inner, _) => inner,
        _ => schema,
    }
}

fn fact<'r>(
    repository: &Repository<'r>,
    module: &Module<'r>,
    at: At,
    class: &'r Class<'r>,
) -> ClassFact {
    ClassFact {
        name: class.name.into(),
        kind: kind(repository, at, class, ANCESTORS),
        bases: class
            .bases
            .iter()
            .filter(|base| base.passing == Passing::Position)
            .map(|base| module.written(base.value.span, 120))
            .collect(),
        fields: fields(class).map(|(name, _, _)| name.to_owned()).collect(),
        inherited: inherited(repository, at, class),
        annotations: fields(class)
            .map(|(_, annotation, _)| module.written(annotation.span, ANNOTATION))
            .collect(),
        defaults: fields(class).map(|(_, _, stmt)| default(module, stmt)).collect(),
        altered: !class.decorators.is_empty()
            || class.bases.iter().any(|base| base.passing != Passing::Position),
        aliases: Vec::new(),
        place: module.place(class.span),
        in_tests: module.in_tests,
    }
}

/// The annotated fields in the body of `class`: name, annotation and statement.
pub(super) fn fields<'r>(
    class: &'r Class<'r>,
) -> impl Iterator<Item = (&'r str, &'r Expr<'r>, &'r Stmt<'r>)> {
    class.body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Assign { targets, annotation: Some(annotation), .. } => {
            match targets.as_slice() {
                [Expr { kind: ExprKind::Name(name), .. }] => Some((*name, annotation, stmt)),
                _ => None,
            }
        }
        _ => None,
    })
}

/// What a field holds where nobody says otherwise: `0.5` of `confidence: float = Field(0.5, ge=0)`.
fn default(module: &Module<'_>, field: &Stmt<'_>) -> String {
    let StmtKind::Assign { value: Some(value), .. } = &field.kind else { return String::new() };
    let open = || OPEN_DEFAULT.to_owned();
    match &value.kind {
        ExprKind::Call(call) if matches!(call.callee_name(), "Field" | "field") => {
            if call.keyword("default_factory").is_some() {
                return open();
            }
            let given = call.keyword("default").or_else(|| call.position(0));
            given.map_or_else(String::new, |given| match module.written(given.span, ANNOTATION) {
                required if required == "..." => String::new(),
                value => value,
            })
        }
        ExprKind::Call(_) => open(),
        _ => match module.written(value.span, ANNOTATION) {
            required if required == "..." => String::new(),
            value => value,
        },
    }
}

/// The fields that the bases of `class` give it, which it does not define itself.
fn inherited<'r>(repository: &Repository<'r>, at: At, class: &'r Class<'r>) -> Vec<String> {
    let mut found = Vec::new();
    for ancestor in ancestors(repository, at, class) {
        match ancestor {
            Ancestor::Class(_, base) => {
                found.extend(fields(base).map(|(name, _, _)| name.to_owned()));
            }
            Ancestor::Made(call) => found.extend(functional_fields(call).map(|(name, _)| name)),
            Ancestor::Messages(fields) => {
                found.extend(fields.iter().map(|field| (*field).to_owned()));
            }
        }
    }
    let mut seen: BTreeSet<String> = fields(class).map(|(name, _, _)| name.to_owned()).collect();
    found.retain(|name| seen.insert(name.clone()));
    found
}

/// A base from which fields come, of whatever generation.
pub(super) enum Ancestor<'r> {
    /// A class of the repository.
    Class(At, &'r Class<'r>),
    /// What a call such as `TypedDict("Name", {…})` makes.
    Made(&'r Call<'r>),
    /// A state of messages that is not the repository's own, by its fields.
    Messages(&'static [&'static str]),
}

/// The bases of `class` and theirs, nearest first.
pub(super) fn ancestors<'r>(
    repository: &Repository<'r>,
    at: At,
    class: &'r Class<'r>,
) -> Vec<Ancestor<'r>> {
    let (mut found, mut open, mut seen) = (Vec::new(), vec![(at, class)], vec![class]);
    while let Some((at, class)) = open.pop().filter(|_| seen.len() <= ANCESTORS) {
        for base in class.bases.iter().filter(|base| base.passing == Passing::Position) {
            for origin in repository.origins(bare(&base.value), at) {
                match origin {
                    Origin::Class(at, base) if !seen.iter().any(|s| std::ptr::eq(*s, base)) => {
                        seen.push(base);
                        open.push((at, base));
                        found.push(Ancestor::Class(at, base));
                    }
                    Origin::Value(_, Expr { kind: ExprKind::Call(call), .. }) => {
                        found.push(Ancestor::Made(call));
                    }
                    Origin::External(name) | Origin::Perhaps(name) => {
                        found.extend(of_messages(&name).map(Ancestor::Messages));
                    }
                    _ => {}
                }
            }
        }
    }
    found
}

/// What `class` is, looked up from the scope that it stands in.
pub(super) fn class_kind<'r>(
    repository: &Repository<'r>,
    at: At,
    class: &'r Class<'r>,
) -> ClassKind {
    kind(repository, at, class, ANCESTORS)
}

fn kind<'r>(repository: &Repository<'r>, at: At, class: &'r Class<'r>, steps: usize) -> ClassKind {
    let decorated = class.decorators.iter().any(|decorator| {
        let name = match &decorator.kind {
            ExprKind::Call(call) => repository.external(&call.callee, at),
            _ => repository.external(decorator, at),
        };
        name.is_some_and(|name| {
            matches!(name.as_str(), "dataclasses.dataclass" | "pydantic.dataclasses.dataclass")
        })
    });
    if decorated {
        return ClassKind::Dataclass;
    }
    let Some(steps) = steps.checked_sub(1) else { return ClassKind::Other };
    let positional = class.bases.iter().filter(|base| base.passing == Passing::Position);
    for Arg { value, .. } in positional {
        // `Generic[T]`-like bases and `Model[int]` are what stands before the bracket.
        let value = match &value.kind {
            ExprKind::Subscript(inner, _) => inner,
            _ => value,
        };
        for origin in repository.origins(value, at) {
            let kind = match origin {
                Origin::External(name) | Origin::Perhaps(name) => external_kind(&name),
                Origin::Class(at, base) if !std::ptr::eq(base, class) => {
                    kind(repository, at, base, steps)
                }
                Origin::Value(at, value) => called_kind(repository, at, value),
                _ => ClassKind::Other,
            };
            if kind != ClassKind::Other {
                return kind;
            }
        }
    }
    ClassKind::Other
}

/// The fields of the states of messages that `LangGraph` and `LangChain` bring along; `None` for any other name.
pub(super) fn of_messages(name: &str) -> Option<&'static [&'static str]> {
    let (package, last) = name.rsplit_once('.')?;
    let within = |home: &str| {
        package == home || package.strip_prefix(home).is_some_and(|rest| rest.starts_with('.'))
    };
    match last {
        "MessagesState" => Some(&["messages"]),
        "AgentState" if within("langchain.agents") => {
            Some(&["messages", "jump_to", "structured_response"])
        }
        "AgentState" if within("langgraph.prebuilt") => Some(&["messages", "remaining_steps"]),
        _ => None,
    }
}

fn external_kind(name: &str) -> ClassKind {
    match name {
        "pydantic.BaseModel"
        | "pydantic.main.BaseModel"
        | "pydantic.v1.BaseModel"
        | "pydantic.RootModel"
        | "pydantic.generics.GenericModel"
        | "pydantic_settings.BaseSettings"
        | "pydantic.BaseSettings"
        | "langchain_core.pydantic_v1.BaseModel"
        | "langchain.pydantic_v1.BaseModel"
        | "sqlmodel.SQLModel" => ClassKind::BaseModel,
        "typing.TypedDict" | "typing_extensions.TypedDict" => ClassKind::TypedDict,
        _ if of_messages(name).is_some() => ClassKind::TypedDict,
        _ => ClassKind::Other,
    }
}

/// What `TypedDict("Name", {…})` and `create_model("Name", …)` make.
fn called_kind<'r>(repository: &Repository<'r>, at: At, value: &'r Expr<'r>) -> ClassKind {
    let ExprKind::Call(call) = &value.kind else { return ClassKind::Other };
    match repository.external(&call.callee, at).as_deref() {
        Some("pydantic.create_model") => ClassKind::BaseModel,
        Some("dataclasses.make_dataclass") => ClassKind::Dataclass,
        Some(name) if external_kind(name) == ClassKind::TypedDict => ClassKind::TypedDict,
        _ => ClassKind::Other,
    }
}

/// A class made by a call: `Name = TypedDict("Name", {"field": T})`.
fn functional<'r>(
    repository: &Repository<'r>,
    module: &Module<'r>,
    at: At,
    targets: &[Expr<'r>],
    value: &'r Expr<'r>,
) -> Option<ClassFact> {
    let [Expr { kind: ExprKind::Name(name), .. }] = targets else { return None };
    let kind = called_kind(repository, at, value);
    let ExprKind::Call(call) = &value.kind else { return None };
    (kind != ClassKind::Other).then(|| ClassFact {
        name: (*name).into(),
        kind,
        bases: vec![module.written(call.callee.span, 120)],
        fields: functional_fields(call).map(|(name, _)| name).collect(),
        inherited: Vec::new(),
        annotations: functional_fields(call)
            .map(|(_, annotation)| module.written(annotation.span, ANNOTATION))
            .collect(),
        defaults: Vec::new(),
        altered: false,
        aliases: Vec::new(),
        place: module.place(value.span),
        in_tests: module.in_tests,
    })
}

/// The fields that such a call spells out.
pub(super) fn functional_fields<'r>(
    call: &'r Call<'r>,
) -> impl Iterator<Item = (String, &'r Expr<'r>)> {
    let pairs = match call.position(1).map(|fields| &fields.kind) {
        Some(ExprKind::Dict(pairs)) => pairs.as_slice(),
        _ => &[],
    };
    let pairs = pairs.iter().filter_map(|(key, value)| Some((key.as_ref()?.text()?, value)));
    let keywords = call.args.iter().filter_map(|arg| match arg.passing {
        Passing::Keyword(name) if !name.starts_with("__") && name != "total" => {
            Some((name.to_owned(), &arg.value))
        }
        _ => None,
    });
    pairs.chain(keywords)
}
