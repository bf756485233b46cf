//! Model calls that are bound to a schema.

use super::repository::{At, Origin, Repository};
use super::sites::{Site, Sites};
use super::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::StructuredOutputFact;

/// Methods that send something to a model.
const INVOKES: &[&str] = &[
    "abatch", "ainvoke", "apredict", "batch", "create", "generate", "invoke", "parse", "predict",
    "run", "stream", "__call__",
];

/// Lists the bindings among `sites`.
pub(super) fn structured_output(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
) -> Vec<StructuredOutputFact> {
    sites.all.iter().filter_map(|site| fact(repository, sites, site)).collect()
}

fn fact<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    site: &Site<'r>,
) -> Option<StructuredOutputFact> {
    let (method, schema) = bound(repository, site)?;
    let module = site.module(repository);
    Some(StructuredOutputFact {
        method: method.into(),
        schema: schema.and_then(|schema| class_name(repository, site.at, schema)),
        function: site.around.function(),
        retry: retry(repository, sites, site),
        place: module.place(site.expr.span),
        in_tests: module.in_tests,
    })
}

/// The method and the schema, if the call binds one.
fn bound<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
) -> Option<(&'static str, Option<&'r Expr<'r>>)> {
    let call = site.call;
    let last = match &call.callee.kind {
        ExprKind::Attribute(_, name) | ExprKind::Name(name) => *name,
        _ => return None,
    };
    let method = matches!(call.callee.kind, ExprKind::Attribute(..));
    match last {
        "with_structured_output" if method => {
            return Some(("with_structured_output", call.argument(0, "schema")));
        }
        "bind_tools" if method => return Some(("bind_tools", call.argument(0, "tools"))),
        "create_structured_output_runnable" => {
            return Some(("create_structured_output_runnable", call.argument(0, "output_schema")));
        }
        "PydanticOutputParser" | "JsonOutputParser" => {
            let known = repository.external(&call.callee, site.at)?.starts_with("langchain");
            let schema = call.keyword("pydantic_object").or_else(|| call.position(0));
            return (known && schema.is_some()).then_some(("PydanticOutputParser", schema));
        }
        _ => {}
    }
    let keyword = |name| call.keyword(name).filter(|value| !matches!(value.kind, ExprKind::None));
    if let Some(schema) = keyword("response_model") {
        // Web frameworks have a `response_model` too; a model is asked by `create` and the like.
        return (method
            && matches!(last, "create" | "create_with_completion" | "create_partial" | "extract"))
        .then_some(("response_model", Some(schema)));
    }
    let schema = keyword("response_format")?;
    let names_class = repository.origins(schema, site.at).iter().any(|origin| match origin {
        Origin::Class(..) => true,
        Origin::Value(_, value) => mentions_schema(value),
        _ => false,
    });
    (names_class || mentions_schema(schema)).then_some(("response_format", Some(schema)))
}

/// Whether `{"type": "json_schema", …}` is written there; `json_object` binds no schema.
fn mentions_schema(value: &Expr<'_>) -> bool {
    matches!(&value.kind, ExprKind::Dict(_))
        && value.parts().into_iter().any(|part| part.text().as_deref() == Some("json_schema"))
}

/// The schema's class, or its classes, by name.
fn class_name<'r>(repository: &Repository<'r>, at: At, schema: &'r Expr<'r>) -> Option<String> {
    if let ExprKind::List(items) = &schema.kind {
        let names: Option<Vec<_>> =
            items.iter().map(|item| class_name(repository, at, item)).collect();
        return names.filter(|names| !names.is_empty()).map(|names| names.join(", "));
    }
    repository.origins(schema, at).into_iter().find_map(|origin| match origin {
        Origin::Class(_, class) => Some(class.name.to_owned()),
        Origin::External(name) | Origin::Perhaps(name) => {
            let last = name.rsplit('.').next().unwrap_or_default();
            last.starts_with(|first: char| first.is_ascii_uppercase()).then(|| last.to_owned())
        }
        Origin::Value(at, Expr { kind: ExprKind::List(items), .. }) => {
            let names: Option<Vec<_>> =
                items.iter().map(|item| class_name(repository, at, item)).collect();
            names.filter(|names| !names.is_empty()).map(|names| names.join(", "))
        }
        _ => None,
    })
}

/// Whether malformed replies are retried or handled around the call or the use of its result.
fn retry<'r>(repository: &Repository<'r>, sites: &Sites<'r>, site: &Site<'r>) -> Option<bool> {
    let Some(function) = site.around.functions.last().copied() else {
        return site.around.guarded.then_some(true);
    };
    if site.around.guarded || handled_in(sites, site.at.module, function) {
        return Some(true);
    }
    let inside = |module, function| sites.inside(module, function).into_iter();
    if inside(site.at.module, function).any(|other| invokes(other.call.callee_name())) {
        return Some(false);
    }
    // The bound model is kept in an object: its other methods use it.
    let kept = matches!(&site.stmt.kind, StmtKind::Assign { targets, .. }
        if targets.iter().any(|target| matches!(target.kind, ExprKind::Attribute(..))));
    let mut users: Vec<(usize, &Function<'r>)> = Vec::new();
    if let (true, Some(class)) = (kept, site.around.class) {
        let used = INVOKES.iter().flat_map(|name| sites.named(name));
        for other in used.filter(|other| other.at.module == site.at.module) {
            let same = other.around.class.is_some_and(|near| {
                near.id == class.id
                    || near.bases.iter().any(|base| {
                        matches!(base.value.kind, ExprKind::Name(name) if name == class.name)
                    })
            });
            if let (true, Some(user)) = (same, other.around.functions.last()) {
                users.push((other.at.module, user));
            }
        }
    }
    // Or it is returned: the callers use it.
    for other in sites.callers(site.at.module, function) {
        users.extend(other.around.functions.last().map(|user| (other.at.module, *user)));
    }
    // More users than that say no more.
    users.truncate(64);
    if users.is_empty() {
        return None;
    }
    if users.iter().any(|(module, user)| handled_in(sites, *module, user)) {
        return Some(true);
    }
    // The model may be handed on to a function that asks again.
    let handed = users.iter().flat_map(|(module, user)| inside(*module, user)).any(|other| {
        repository.origins(&other.call.callee, other.at).iter().any(|origin| match origin {
            Origin::Function(at, called) => {
                !std::ptr::eq(*called, function) && handled_in(sites, at.module, called)
            }
            _ => false,
        })
    });
    if handed {
        return Some(true);
    }
    // A user that invokes nothing itself may pass the model on.
    let all_invoke = users
        .iter()
        .all(|(module, user)| inside(*module, user).any(|other| invokes(other.call.callee_name())));
    all_invoke.then_some(false)
}

fn invokes(name: &str) -> bool {
    INVOKES.contains(&name)
}

/// Whether `function` retries, or invokes a model inside a `try`.
fn handled_in(sites: &Sites<'_>, module: usize, function: &Function<'_>) -> bool {
    let decorated = function.decorators.iter().any(|decorator| {
        let name = match &decorator.kind {
            ExprKind::Call(call) => call.callee_name(),
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => name,
            _ => "",
        };
        name.contains("retry") || name == "on_exception"
    });
    decorated
        || tries_again(&function.body, 0)
        || sites.inside(module, function).into_iter().any(|site| {
            matches!(site.call.callee_name(), "with_retry" | "with_fallbacks")
                || (site.call.keyword("max_retries").is_some()
                    && site.call.keyword("response_model").is_some())
                || (site.around.guarded && invokes(site.call.callee_name()))
        })
}

/// Whether a loop over attempts stands in `body`.
fn tries_again(body: &[Stmt<'_>], depth: usize) -> bool {
    let counts = |value: &Expr<'_>| speaks_of_attempts(value, 0);
    depth < 64
        && body.iter().any(|stmt| {
            let own = match &stmt.kind {
                StmtKind::For { target, iterable, .. } => counts(target) || counts(iterable),
                StmtKind::While { test, .. } => counts(test),
                _ => false,
            };
            own || stmt.blocks().into_iter().any(|block| tries_again(block, depth + 1))
        })
}

fn speaks_of_attempts(value: &Expr<'_>, depth: usize) -> bool {
    let own = match &value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
            let name = name.to_ascii_lowercase();
            ["attempt", "retry", "retries", "tries"].iter().any(|word| name.contains(word))
        }
        _ => false,
    };
    own || (depth < 32 && value.parts().into_iter().any(|part| speaks_of_attempts(part, depth + 1)))
}
