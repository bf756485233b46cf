//! Objects of Pydantic classes that are asked for an item, as no such object has any, or made without a field that has to
//! be given: the line fails when it runs.

mod keys;

use super::super::classes::{Ancestor, ancestors, class_kind, fields};
use super::super::repository::{At, Origin, Repository};
use super::super::running::reach::Reach;
use super::super::running::sites::{Site, Sites};
use super::super::running::surely;
use super::super::syntax::{Call, Class, Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind};
use crate::domain::facts::{ClassKind, GraphFact, Lines, Misuse, MisusedModel, Unreadable};
use keys::{asks_by_key, has_no_get, held, is_asked_first};
use std::collections::BTreeSet;

/// Most that are stated.
const MOST: usize = 50;

/// Values that are followed inside each other to what makes an object.
const STEPS: usize = 12;

/// The bases of which Pydantic's models are made and that ask for no other way to be made.
const MODELS: &[&str] = &["pydantic.BaseModel", "pydantic.main.BaseModel"];

/// What lets a class be made or asked otherwise than by its fields.
const OTHERWISE: &[&str] = &[
    "__init__",
    "__new__",
    "__getitem__",
    "__setitem__",
    "__class_getitem__",
    "alias",
    "root_validator",
    "\"before\"",
    "'before'",
    "\"wrap\"",
    "'wrap'",
    "@validator",
    "init=False",
];

/// Annotations of fields that need not be given, or of none.
const OPEN: &[&str] = &["Optional", "Any", "ClassVar", "Annotated", "InitVar", "object"];

/// The misuses in files of the program, by file and line.
pub(in super::super) fn misused(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    graphs: &[GraphFact],
    reach: &Reach,
    unreadable: &[Unreadable],
) -> Vec<MisusedModel> {
    let is_seen = |index: usize| {
        let module = &repository.modules[index];
        let broken = unreadable.iter().any(|lost| lost.place.file == module.path);
        !module.in_tests && !broken && reach.live(index) != Some(false)
    };
    let mut found = Vec::new();
    for site in sites.all.iter().filter(|site| is_seen(site.at.module)) {
        if let Some((class, missing)) = lacking(repository, site) {
            let misuse = Misuse::Lacks { fields: missing };
            found.push(told(repository, graphs, class, misuse, (site.at.module, site.expr.span)));
        }
    }
    // An own method of the name may give anything.
    let is_own = repository.texts.hold("def with_structured_output");
    for (index, module) in
        repository.modules.iter().enumerate().filter(|(index, _)| is_seen(*index))
    {
        let mut asked: BTreeSet<Span> = BTreeSet::new();
        super::super::classes::each(
            repository,
            &module.syntax.body,
            At::top(index),
            &mut |at, stmt| {
                // What is put into an item comes first.
                let first = match &stmt.kind {
                    StmtKind::Assign { value: Some(value), .. } => Some(value.span),
                    _ => None,
                };
                stmt.walk(&mut |part| {
                    let Some((object, is_get)) = asks_by_key(part) else { return };
                    if !asked.insert(part.span) {
                        return;
                    }
                    let found_class = made(repository, object, at, is_own, STEPS);
                    let lacks = |class: &Class<'_>| !is_get || has_no_get(repository, class);
                    if let Some((_, class)) = found_class.filter(|(_, class)| lacks(class)) {
                        let of = module.written(object.span, 60);
                        if is_asked_first(module, &of) {
                            return;
                        }
                        let misuse = if is_get { Misuse::Get { of } } else { Misuse::Item { of } };
                        let mut one = told(
                            repository,
                            graphs,
                            class,
                            misuse,
                            (index, first.unwrap_or(part.span)),
                        );
                        one.place = module.place(part.span);
                        found.push(one);
                    }
                });
            },
        );
    }
    found.sort_by(|one, other| one.place.cmp(&other.place));
    found.dedup_by(|one, other| one.place == other.place);
    found.truncate(MOST);
    found
}

fn told(
    repository: &Repository<'_>,
    graphs: &[GraphFact],
    class: &Class<'_>,
    misuse: Misuse,
    (index, span): (usize, Span),
) -> MisusedModel {
    let module = &repository.modules[index];
    let stopped = surely::stopped(module, span).map(|function| module.place(function.span));
    let mut stops: Vec<Lines> = stopped.into_iter().collect();
    if !stops.is_empty() {
        stops.extend(surely::nodes_that_call(repository, graphs, &stops));
    }
    MisusedModel { class: class.name.to_owned(), misuse, stops, place: module.place(span) }
}

/// The class of which a value surely is an object, where it is a Pydantic model that has no items.
fn made<'r>(
    repository: &Repository<'r>,
    value: &'r Expr<'r>,
    at: At,
    is_own: bool,
    steps: usize,
) -> Option<(At, &'r Class<'r>)> {
    let steps = steps.checked_sub(1)?;
    match &value.kind {
        ExprKind::Name(_) => match repository.origins(value, at).as_slice() {
            [Origin::Value(at, value)] => made(repository, value, *at, is_own, steps),
            _ => None,
        },
        ExprKind::Await(inner) => made(repository, inner, at, is_own, steps),
        ExprKind::Attribute(object, field) => {
            held(repository, made(repository, object, at, is_own, steps)?, field)
        }
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "invoke" | "ainvoke") if !is_own => {
                bound(repository, object, at, steps)
            }
            _ => match repository.origins(&call.callee, at).as_slice() {
                [Origin::Class(at, class)] => model(repository, *at, class),
                _ => None,
            },
        },
        _ => None,
    }
}

/// The class to which a model of language is bound, be it behind a prompt or made by a function of the sources.
fn bound<'r>(
    repository: &Repository<'r>,
    value: &'r Expr<'r>,
    at: At,
    steps: usize,
) -> Option<(At, &'r Class<'r>)> {
    let steps = steps.checked_sub(1)?;
    match &value.kind {
        ExprKind::Name(_) => match repository.origins(value, at).as_slice() {
            [Origin::Value(at, value)] => bound(repository, value, *at, steps),
            _ => None,
        },
        ExprKind::Binary("|", sides) => bound(repository, &sides.1, at, steps),
        ExprKind::Call(call) => {
            if let ExprKind::Attribute(_, "with_structured_output") = call.callee.kind {
                return schema(repository, call, at);
            }
            let (at, function) = repository.function(&call.callee, at)?;
            let inside = repository.inside(at, function.id);
            bound(repository, returned(repository, at, function)?, inside, steps)
        }
        _ => None,
    }
}

fn schema<'r>(
    repository: &Repository<'r>,
    call: &'r Call<'r>,
    at: At,
) -> Option<(At, &'r Class<'r>)> {
    let is_plain = call.args.iter().all(|arg| match arg.passing {
        Passing::Position | Passing::Keyword("schema" | "method" | "strict") => true,
        Passing::Keyword(_) | Passing::Rest | Passing::Named => false,
    });
    match repository.origins(call.argument(0, "schema").filter(|_| is_plain)?, at).as_slice() {
        [Origin::Class(at, class)] => model(repository, *at, class),
        _ => None,
    }
}

/// The only value that a function returns.
fn returned<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
) -> Option<&'r Expr<'r>> {
    let text = repository.modules[at.module].text_of(function.span)?;
    if text.contains("yield") || text.starts_with("async") || !function.decorators.is_empty() {
        return None;
    }
    let mut values = Vec::new();
    Stmt::each_own(&function.body, &mut |stmt| {
        if let StmtKind::Return(value) = &stmt.kind {
            values.push(value.as_ref());
        }
    });
    match values.as_slice() {
        [Some(value)] => Some(value),
        _ => None,
    }
}

/// The class itself, where it and all of its bases are Pydantic models that are made by their fields alone and have no
/// items.
fn model<'r>(
    repository: &Repository<'r>,
    at: At,
    class: &'r Class<'r>,
) -> Option<(At, &'r Class<'r>)> {
    let mut all = vec![(at, class)];
    for ancestor in ancestors(repository, at, class) {
        let Ancestor::Class(at, base) = ancestor else { return None };
        all.push((at, base));
    }
    let is_plain = |(at, class): &(At, &'r Class<'r>)| {
        let text = repository.modules[at.module].text_of(class.span);
        let is_known = |value: &'r Expr<'r>| match repository.origins(value, *at).as_slice() {
            [Origin::Class(..)] => true,
            [Origin::External(name)] => MODELS.contains(&name.as_str()),
            _ => false,
        };
        class.decorators.is_empty()
            && class
                .bases
                .iter()
                .all(|base| base.passing == Passing::Position && is_known(&base.value))
            && text.is_some_and(|text| OTHERWISE.iter().all(|mark| !text.contains(mark)))
    };
    let is_model = class_kind(repository, at, class) == ClassKind::BaseModel;
    (is_model && all.iter().all(is_plain)).then_some((at, class))
}

/// The class that a call makes an object of, with the fields that have to be given and are not.
fn lacking<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
) -> Option<(&'r Class<'r>, Vec<String>)> {
    let call = site.call;
    if !matches!(call.callee.kind, ExprKind::Name(_) | ExprKind::Attribute(..)) {
        return None;
    }
    let mut given = BTreeSet::new();
    for arg in &call.args {
        let Passing::Keyword(name) = arg.passing else { return None };
        given.insert(name);
    }
    let origins = repository.origins(&call.callee, site.at);
    let [Origin::Class(at, class)] = origins.as_slice() else { return None };
    model(repository, *at, class)?;
    let mut wanted: Vec<&str> = Vec::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let bases = ancestors(repository, *at, class).into_iter().filter_map(|one| match one {
        Ancestor::Class(_, base) => Some(base),
        Ancestor::Made(_) | Ancestor::Messages(_) => None,
    });
    for class in std::iter::once(*class).chain(bases) {
        // The nearest class that has a field, or gives it a value, says what it is.
        for (name, annotation, stmt) in fields(class) {
            if known.insert(name) && is_required(name, annotation, stmt) {
                wanted.push(name);
            }
        }
        for stmt in &class.body {
            if let StmtKind::Assign { targets, annotation: None, .. } = &stmt.kind {
                known.extend(targets.iter().filter_map(Expr::name));
            }
        }
    }
    wanted.retain(|name| !given.contains(name));
    (!wanted.is_empty()).then(|| (*class, wanted.into_iter().map(str::to_owned).collect()))
}

/// Whether a field has to be given, by every version of Pydantic.
fn is_required(name: &str, annotation: &Expr<'_>, stmt: &Stmt<'_>) -> bool {
    // What is written as a text is not read, but for the values of a `Literal`.
    let is_literal = annotation.any(&|part| part.is_name("Literal"));
    let is_open = annotation.any(&|part| match &part.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => OPEN.contains(name),
        ExprKind::Str(_) => !is_literal,
        ExprKind::None => true,
        _ => false,
    });
    let StmtKind::Assign { value, .. } = &stmt.kind else { return false };
    let has_default = value.as_ref().is_some_and(|value| match &value.kind {
        ExprKind::Literal("...") => false,
        ExprKind::Call(call) if call.callee_name() == "Field" => {
            let keyword =
                |arg: &Passing<'_>| matches!(arg, Passing::Keyword("default" | "default_factory"));
            call.args.iter().any(|arg| match &arg.passing {
                Passing::Position => !matches!(arg.value.kind, ExprKind::Literal("...")),
                Passing::Rest | Passing::Named => true,
                passing @ Passing::Keyword(_) => {
                    keyword(passing) && !matches!(arg.value.kind, ExprKind::Literal("..."))
                }
            })
        }
        _ => true,
    });
    !name.starts_with('_') && name != "model_config" && !has_default && !is_open
}
