//! Reducers on state fields: `Annotated[T, reducer]`.

use super::classes::{Ancestor, aliases, ancestors, bare, class_kind, each, fields, of_messages};
use super::names::scope::Binding;
use super::repository::{At, Origin, Repository};
use super::sources::parse::Module;
use super::syntax::{Class, Expr, ExprKind, Passing, Span, StmtKind};
use crate::domain::facts::{ClassKind, ReducerFact, ReducerKind};

mod by_key;
mod custom;
mod emptied;
mod functions;
mod known;
mod made;
mod replacement;
mod understood;
mod unread;

use functions::{empties, sums};
use known::external;
use understood::{channel, returned, understood};

/// Aliases, tables and classes that are followed one after the other.
const STEPS: usize = 8;

/// The reducers of all states, in source order.
#[derive(Default)]
pub(super) struct Reducers {
    /// Those that work.
    pub working: Vec<ReducerFact>,
    /// Those that `LangGraph` passes over because their annotations go on behind them.
    pub idle: Vec<ReducerFact>,
    /// What stands for fields, or classes, of which it is not known whether a reducer merges them.
    pub unread: Vec<ReducerFact>,
}

/// The reducers of every module.
pub(super) fn reducers(repository: &Repository<'_>) -> Reducers {
    let (mut facts, mut unread) = (Vec::new(), Vec::new());
    for (index, module) in repository.modules.iter().enumerate() {
        let at = At::top(index);
        each(repository, &module.syntax.body, at, &mut |at, stmt| match &stmt.kind {
            StmtKind::Class(class) => {
                of_class(repository, module, at, class, (&mut facts, &mut unread));
            }
            StmtKind::Assign { targets, value: Some(value), .. } => {
                if let ([Expr { kind: ExprKind::Name(name), .. }], ExprKind::Call(call)) =
                    (targets.as_slice(), &value.kind)
                    && let Some(made) = repository.external(&call.callee, at)
                    && (made.ends_with(".TypedDict") || made == "pydantic.create_model")
                {
                    let Some(fields) = made::fields(repository, at, &made, call) else {
                        let written = module.written(value.span, 120);
                        let nothing = (written, (String::new(), ReducerKind::Function));
                        unread.push(fact(module, (name, "", value.span), nothing));
                        return;
                    };
                    for (field, home, kind) in fields {
                        let owner = (*name, field.as_str(), value.span);
                        let found = reducer(repository, module, home, kind, owner);
                        let is_open = found.is_none();
                        facts.extend(found);
                        let open = || unread::unread(repository, module, home, kind, owner);
                        unread.extend(is_open.then(open).flatten());
                    }
                }
            }
            _ => {}
        });
    }
    facts.extend(made::of_library(repository));
    unread.extend(unread::changed(repository));
    hand_down(repository, &mut facts);
    hand_down(repository, &mut unread);
    let (idle, working) = facts.into_iter().partition(|fact| fact.passed_over);
    Reducers { working, idle, unread }
}

/// Notes which classes inherit the fields, and by which other names.
fn hand_down(repository: &Repository<'_>, facts: &mut [ReducerFact]) {
    inherit(repository, facts);
    for (alias, at, class) in aliases(repository) {
        let home = repository.modules[at.module].place(class.span);
        let inside = facts.iter_mut().filter(|fact| {
            let own = fact.class == class.name
                && fact.place.file == home.file
                && (home.line..=home.end_line).contains(&fact.place.line);
            own || fact.inherited_by.iter().any(|heir| heir == class.name)
        });
        inside.for_each(|fact| fact.inherited_by.push(alias.to_owned()));
    }
}

fn inherit(repository: &Repository<'_>, facts: &mut [ReducerFact]) {
    for (index, module) in repository.program_numbered() {
        let at = At::top(index);
        each(repository, &module.syntax.body, at, &mut |at, stmt| {
            let StmtKind::Class(class) = &stmt.kind else { return };
            for ancestor in ancestors(repository, at, class) {
                let Ancestor::Class(of, base) = ancestor else { continue };
                let home = repository.modules[of.module].place(base.span);
                let inside = facts.iter_mut().filter(|fact| {
                    fact.class == base.name
                        && fact.place.file == home.file
                        && (home.line..=home.end_line).contains(&fact.place.line)
                        && !fields(class).any(|(field, _, _)| field == fact.field)
                });
                inside.for_each(|fact| fact.inherited_by.push(class.name.into()));
            }
        });
    }
}

fn of_class<'r>(
    repository: &Repository<'r>,
    module: &Module<'r>,
    at: At,
    class: &'r Class<'r>,
    (facts, unread): (&mut Vec<ReducerFact>, &mut Vec<ReducerFact>),
) {
    let inside = repository.inside(at, class.id);
    let state = class_kind(repository, at, class) != ClassKind::Other
        || class.name.to_ascii_lowercase().contains("state");
    facts.extend(messages(repository, module, at, class));
    for (field, annotation, stmt) in fields(class) {
        let owner = (class.name, field, stmt.span);
        let found = reducer(repository, module, inside, annotation, owner);
        if found.is_none() && state {
            unread.extend(unread::unread(repository, module, inside, annotation, owner));
        }
        // Where the class is no known kind of state, only well-known reducers are believed.
        let by_name = class.name.to_ascii_lowercase().contains("state");
        facts.extend(found.filter(|fact| {
            let is_known = !matches!(
                fact.kind,
                ReducerKind::Function | ReducerKind::Lambda | ReducerKind::Replacement
            );
            // A function that others may call stands in annotations of many kinds.
            if fact.passed_over {
                by_name || is_known
            } else {
                state || is_known || fact.kind == ReducerKind::Replacement
            }
        }));
    }
}

/// The reducer that a class inherits from `LangGraph`'s own state of messages.
fn messages<'r>(
    repository: &Repository<'r>,
    module: &Module<'r>,
    at: At,
    class: &'r Class<'r>,
) -> Option<ReducerFact> {
    let inherits = |base: &&'r Expr<'r>| {
        repository.external(base, at).is_some_and(|name| of_messages(&name).is_some())
    };
    let mut bases =
        class.bases.iter().filter(|b| b.passing == Passing::Position).map(|base| bare(&base.value));
    let base = bases.find(inherits)?;
    let overridden = fields(class).any(|(field, _, _)| field == "messages");
    (!overridden).then(|| {
        let resolved = "langgraph.graph.message.add_messages".to_owned();
        let found = (module.written(base.span, 120), (resolved, ReducerKind::AddMessages));
        fact(module, (class.name, "messages", base.span), found)
    })
}

/// A field and what merges it, as written and as it is.
fn fact(
    module: &Module<'_>,
    (class, field, span): (&str, &str, Span),
    (written, (resolved, kind)): (String, (String, ReducerKind)),
) -> ReducerFact {
    ReducerFact {
        class: class.into(),
        field: field.into(),
        written,
        resolved,
        kind,
        sums: false,
        empties: false,
        passed_over: false,
        inherited_by: Vec::new(),
        place: module.place(span),
        in_tests: module.in_tests,
    }
}

fn reducer<'r>(
    repository: &Repository<'r>,
    module: &Module<'r>,
    at: At,
    annotation: &'r Expr<'r>,
    owner: (&str, &str, Span),
) -> Option<ReducerFact> {
    if let Some(text) = annotation.text() {
        return Some(fact(module, owner, quoted(repository, at, &text)?));
    }
    let metadata = annotated(repository, at, annotation, STEPS)?;
    let known = |(at, value): &(At, &'r Expr<'r>)| {
        Some((*at, *value, understood(repository, *at, value, STEPS)?))
    };
    let chosen = chosen(repository, &metadata);
    let working = match chosen {
        Some(Chosen::Channel(at, value) | Chosen::Last(at, value)) => known(&(at, value)),
        None => None,
    };
    let passed_over = working.is_none();
    if let Some(Chosen::Last(at, value)) = chosen.filter(|_| passed_over)
        && unread::may_merge(repository, at, value)
    {
        return None;
    }
    let (at, value, found) = working.or_else(|| metadata.iter().rev().skip(1).find_map(known))?;
    let home = &repository.modules[at.module];
    Some(ReducerFact {
        sums: sums(repository, at, value),
        empties: empties(repository, at, value),
        passed_over,
        ..fact(module, owner, (home.written(value.span, 120), found))
    })
}

/// What of the metadata of a field `LangGraph` looks at.
#[derive(Clone, Copy)]
enum Chosen<'r> {
    /// A channel works wherever it stands.
    Channel(At, &'r Expr<'r>),
    /// Of all other entries it takes the last, and no other.
    Last(At, &'r Expr<'r>),
}

fn chosen<'r>(repository: &Repository<'r>, metadata: &[(At, &'r Expr<'r>)]) -> Option<Chosen<'r>> {
    let is_channel = |(at, value): &&(At, &'r Expr<'r>)| channel(repository, *at, value).is_some();
    match metadata.iter().find(is_channel) {
        Some((at, value)) => Some(Chosen::Channel(*at, value)),
        None => metadata.last().map(|(at, value)| Chosen::Last(*at, value)),
    }
}

/// The reducer in an annotation that is written as a text, by its name alone: as written, and what it is.
fn quoted(
    repository: &Repository<'_>,
    at: At,
    text: &str,
) -> Option<(String, (String, ReducerKind))> {
    let (name, inner) = text.trim().split_once('[')?;
    let whole = At { scope: 0, ..at };
    let is_alias = || {
        let bindings = repository.scope(whole).bindings.get(name);
        bindings.is_some_and(|all| {
            let of_it = |binding: &Binding<'_>| match binding {
                Binding::Import(import) => import.name == Some("Annotated"),
                _ => false,
            };
            all.iter().all(of_it)
        })
    };
    if name.rsplit('.').next() != Some("Annotated") && !is_alias() {
        return None;
    }
    let inner = inner.strip_suffix(']')?;
    let (_, last) = inner.rsplit_once(',')?;
    let name = last.trim();
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
    (!name.is_empty() && name.chars().all(is_name))
        .then(|| external(name.to_owned()))?
        .map(|found| (name.to_owned(), found))
}

/// The metadata of `Annotated[T, …]`, that of an annotated `T` first, through `Required[…]`, `Optional[…]` and type aliases.
#[expect(clippy::match_same_arms, reason = "an empty bracket is told apart on purpose")]
fn annotated<'r>(
    repository: &Repository<'r>,
    at: At,
    annotation: &'r Expr<'r>,
    steps: usize,
) -> Option<Vec<(At, &'r Expr<'r>)>> {
    let steps = steps.checked_sub(1)?;
    match &annotation.kind {
        ExprKind::Subscript(value, indices) => {
            let origins = repository.origins(value, at);
            // `Listed[str]`, where `Listed` is `Annotated[list[T], add]`.
            if let [Origin::Value(at, alias)] = origins.as_slice()
                && !std::ptr::eq(*alias, &raw const **value)
            {
                return annotated(repository, *at, alias, steps);
            }
            let name = origins.into_iter().find_map(|origin| match origin {
                Origin::External(name) | Origin::Perhaps(name) => Some(name),
                _ => None,
            })?;
            let (_, last) = name.rsplit_once('.')?;
            match (last, indices.as_slice()) {
                ("Annotated", [inner, metadata @ ..]) => {
                    let mut all = annotated(repository, at, inner, steps).unwrap_or_default();
                    all.extend(metadata.iter().map(|value| (at, value)));
                    Some(all)
                }
                ("Annotated", []) => None,
                ("Required" | "NotRequired", [inner]) => annotated(repository, at, inner, steps),
                _ => None,
            }
        }
        // `log: listof(str)`
        ExprKind::Call(call) => match repository.origins(&call.callee, at).as_slice() {
            [Origin::Function(at, maker)] => {
                let inside = repository.inside(*at, maker.id);
                annotated(repository, inside, returned(maker)?, steps)
            }
            _ => None,
        },
        ExprKind::Name(_) | ExprKind::Attribute(..) => {
            repository.origins(annotation, at).into_iter().find_map(|origin| match origin {
                Origin::Value(at, value) if !std::ptr::eq(value, annotation) => {
                    annotated(repository, at, value, steps)
                }
                _ => None,
            })
        }
        _ => None,
    }
}
