//! Reducers on state fields: `Annotated[T, reducer]`.

use super::classes::{
    Ancestor, ancestors, bare, class_kind, each, fields, functional_fields, of_messages,
};
use super::parse::Module;
use super::repository::{At, Origin, Repository};
use super::scope::Binding;
use super::syntax::{
    Call, Class, Expr, ExprKind, Function, Lambda, Param, Passing, Span, StmtKind, Taking,
};
use crate::domain::facts::{ClassKind, ReducerFact, ReducerKind};

mod by_key;
mod emptied;
mod functions;
mod known;
mod replacement;

use functions::{empties, sums};
use known::external;

/// The reducers of every module, in source order: those that work, and those that `LangGraph` passes over because
/// their annotations go on behind them.
pub(super) fn reducers(repository: &Repository<'_>) -> (Vec<ReducerFact>, Vec<ReducerFact>) {
    let mut facts = Vec::new();
    for (index, module) in repository.modules.iter().enumerate() {
        let at = At { module: index, scope: 0 };
        each(repository, &module.syntax.body, at, &mut |at, stmt| match &stmt.kind {
            StmtKind::Class(class) => of_class(repository, module, at, class, &mut facts),
            StmtKind::Assign { targets, value: Some(value), .. } => {
                if let ([Expr { kind: ExprKind::Name(name), .. }], ExprKind::Call(call)) =
                    (targets.as_slice(), &value.kind)
                    && repository
                        .external(&call.callee, at)
                        .is_some_and(|name| name.ends_with(".TypedDict"))
                {
                    for (field, kind) in functional_fields(call) {
                        let owner = (*name, field.as_str(), kind.span);
                        facts.extend(reducer(repository, module, at, kind, owner));
                    }
                }
            }
            _ => {}
        });
    }
    hand_down(repository, &mut facts);
    let (idle, working) = facts.into_iter().partition(|fact| fact.passed_over);
    (working, idle)
}

/// Notes which classes inherit the fields.
fn hand_down(repository: &Repository<'_>, facts: &mut [ReducerFact]) {
    for (index, module) in repository.modules.iter().enumerate().filter(|(_, m)| !m.in_tests) {
        let at = At { module: index, scope: 0 };
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
    facts: &mut Vec<ReducerFact>,
) {
    let inside = repository.inside(at, class.id);
    let state = class_kind(repository, at, class) != ClassKind::Other
        || class.name.to_ascii_lowercase().contains("state");
    facts.extend(messages(repository, module, at, class));
    for (field, annotation, stmt) in fields(class) {
        let found = reducer(repository, module, inside, annotation, (class.name, field, stmt.span));
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
    (!overridden).then(|| ReducerFact {
        class: class.name.into(),
        field: "messages".into(),
        written: module.written(base.span, 120),
        resolved: "langgraph.graph.message.add_messages".into(),
        kind: ReducerKind::AddMessages,
        sums: false,
        empties: false,
        passed_over: false,
        inherited_by: Vec::new(),
        place: module.place(base.span),
        in_tests: module.in_tests,
    })
}

fn reducer<'r>(
    repository: &Repository<'r>,
    module: &Module<'r>,
    at: At,
    annotation: &'r Expr<'r>,
    (class, field, span): (&str, &str, Span),
) -> Option<ReducerFact> {
    if let Some(text) = annotation.text() {
        let (written, (resolved, kind)) = quoted(repository, at, &text)?;
        return Some(ReducerFact {
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
        });
    }
    let metadata = annotated(repository, at, annotation, 8)?;
    // A channel works wherever it stands; of all other entries LangGraph takes the last, and no other.
    let is_channel = |(at, value): &&(At, &'r Expr<'r>)| channel(repository, *at, value).is_some();
    let chosen = metadata.iter().find(is_channel).or(metadata.last());
    let known =
        |(at, value): &(At, &'r Expr<'r>)| Some((*at, *value, understood(repository, *at, value)?));
    let working = chosen.and_then(known);
    let passed_over = working.is_none();
    let (at, value, (resolved, kind)) =
        working.or_else(|| metadata.iter().rev().skip(1).find_map(known))?;
    let home = &repository.modules[at.module];
    Some(ReducerFact {
        class: class.into(),
        field: field.into(),
        written: home.written(value.span, 120),
        resolved,
        kind,
        sums: sums(repository, at, value),
        empties: empties(repository, at, value),
        passed_over,
        inherited_by: Vec::new(),
        place: module.place(span),
        in_tests: module.in_tests,
    })
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
            let name =
                repository.origins(value, at).into_iter().find_map(|origin| match origin {
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

/// The reducer's full name and kind; `None` for metadata that is no reducer.
fn understood<'r>(
    repository: &Repository<'r>,
    at: At,
    value: &'r Expr<'r>,
) -> Option<(String, ReducerKind)> {
    repository.origins(value, at).into_iter().find_map(|origin| match origin {
        Origin::External(name) | Origin::Perhaps(name) => external(name),
        Origin::Function(at, function) => {
            let path = repository.modules[at.module].path;
            takes_two(function)
                .then(|| (format!("{path}:{}", function.name), replacement::of_function(function)))
        }
        Origin::Value(at, Expr { kind: ExprKind::Lambda(lambda), span }) => {
            let written = repository.modules[at.module].written(*span, 120);
            merges(lambda).then(|| (written, replacement::of_lambda(lambda)))
        }
        Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) => {
            if let [Origin::Function(at, maker)] = repository.origins(&call.callee, at).as_slice() {
                return made(repository, *at, maker);
            }
            let made = repository.external(&call.callee, at)?;
            match made.rsplit('.').next() {
                Some("partial") => partly_applied(repository, at, call)
                    .or_else(|| understood(repository, at, call.position(0)?)),
                _ => understood(repository, at, operator(&made, call)?),
            }
        }
        Origin::Value(..)
        | Origin::Module(_)
        | Origin::Class(..)
        | Origin::With(..)
        | Origin::Part(..)
        | Origin::Param(..)
        | Origin::Unknown => None,
    })
}

/// A function of the repository's own that is handed all but the two values: `partial(latest, 500)`.
fn partly_applied<'r>(
    repository: &Repository<'r>,
    at: At,
    call: &'r Call<'r>,
) -> Option<(String, ReducerKind)> {
    let given = call.args.iter().filter(|arg| arg.passing == Passing::Position).count();
    let is_plain = given == call.args.len() && given > 1;
    match repository.origins(call.position(0).filter(|_| is_plain)?, at).as_slice() {
        [Origin::Function(at, function)] if two(function.params.get(given - 1..)?) => {
            let path = repository.modules[at.module].path;
            Some((format!("{path}:{}", function.name), ReducerKind::Function))
        }
        _ => None,
    }
}

/// What a function of the repository's own makes, where it gives back a function that it defines.
fn made<'r>(
    repository: &Repository<'r>,
    at: At,
    maker: &'r Function<'r>,
) -> Option<(String, ReducerKind)> {
    let inside = repository.inside(at, maker.id);
    let path = repository.modules[at.module].path;
    let value = maker.body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Return(value) => value.as_ref(),
        _ => None,
    })?;
    match repository.origins(value, inside).as_slice() {
        [Origin::Function(_, inner)] if takes_two(inner) => {
            let name = format!("{path}:{}.{}", maker.name, inner.name);
            Some((name, replacement::of_function(inner)))
        }
        [Origin::Value(_, Expr { kind: ExprKind::Lambda(lambda), .. })] if merges(lambda) => {
            Some((format!("{path}:{}", maker.name), replacement::of_lambda(lambda)))
        }
        _ => None,
    }
}

/// The operator of `LangGraph`'s own channel that stands in metadata, spelled out.
fn channel<'r>(repository: &Repository<'r>, at: At, value: &'r Expr<'r>) -> Option<&'r Expr<'r>> {
    repository.origins(value, at).into_iter().find_map(|origin| match origin {
        Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) => {
            operator(&repository.external(&call.callee, at)?, call)
        }
        _ => None,
    })
}

fn operator<'r>(made: &str, call: &'r Call<'r>) -> Option<&'r Expr<'r>> {
    match made.rsplit('.').next() {
        Some("BinaryOperatorAggregate") => call.argument(1, "operator"),
        Some("DeltaChannel") => call.argument(0, "reducer"),
        _ => None,
    }
}

fn takes_two(function: &Function<'_>) -> bool {
    two(&function.params)
}

fn merges(lambda: &Lambda<'_>) -> bool {
    two(&lambda.params)
}

/// Whether two arguments fit: a reducer is called with the old and the new value.
fn two(params: &[Param<'_>]) -> bool {
    let rest = params.iter().any(|param| param.taking == Taking::Rest);
    let one: Vec<_> = params.iter().filter(|param| param.taking == Taking::One).collect();
    let needed = one.iter().filter(|param| param.default.is_none()).count();
    needed <= 2 && (one.len() >= 2 || rest)
}
