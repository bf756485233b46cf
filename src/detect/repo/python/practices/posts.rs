//! Language models that are asked by plain HTTP: `requests.post(HOST + "/api/chat", json={"model": …})`.

use super::super::repository::{At, Origin, Repository};
use super::super::running::sites::{Site, Sites};
use super::super::syntax::{Call, Expr, ExprKind, Piece};
use super::Found;
use crate::domain::facts::Practice;

/// Ends of the addresses at which models answer.
const PATHS: &[&str] = &[
    "/api/chat",
    "/api/generate",
    "/chat/completions",
    "/v1/completions",
    "/v1/messages",
    "/v1/responses",
    ":generatecontent",
];

/// Arguments that carry what is sent.
const BODIES: &[&str] = &["json", "data", "content"];

/// Words of a request that may ask for a reply of some form.
const FORMS: &[&str] =
    &["format", "schema", "Schema", "tools", "functions", "grammar", "guided", "mime", "Mime"];

/// Names that are followed to where they are bound.
const STEPS: usize = 6;

/// Whether a call sends a question to a language model by its address.
pub(in super::super) fn is_one<'r>(repository: &Repository<'r>, site: &Site<'r>) -> bool {
    asks(repository, site.call, site.at, || said(repository, site))
}

/// The same of a call in the scope `at`; `said` gives the source of the function around it.
pub(in super::super) fn asks<'r>(
    repository: &Repository<'r>,
    call: &'r Call<'r>,
    at: At,
    said: impl FnOnce() -> &'r str,
) -> bool {
    let name = call.callee_name();
    let url = match name {
        "post" | "urlopen" | "Request" => call.argument(0, "url"),
        "request" => call.argument(1, "url"),
        _ => return false,
    };
    let sends = BODIES.iter().any(|body| call.keyword(body).is_some())
        || (matches!(name, "urlopen" | "Request" | "post") && call.position(1).is_some());
    let Some(end) = url.filter(|_| sends).and_then(|url| end(repository, at, url, STEPS)) else {
        return false;
    };
    let end = end.split('?').next().unwrap_or_default().trim_end_matches('/').to_lowercase();
    let named = end.ends_with(":generatecontent") || said().contains("model");
    named && PATHS.iter().any(|path| end.ends_with(path))
}

/// Notes the functions that ask a model so and say nothing of the form of its reply, with those that call them.
pub(super) fn read<'r>(repository: &Repository<'r>, sites: &Sites<'r>, found: &mut Found) {
    let is_plain = |site: &&Site<'r>| {
        let said = said(repository, site);
        !FORMS.iter().any(|form| said.contains(form))
    };
    let live = sites.all.iter().filter(|site| !site.around.dead);
    let asks = live.filter(|site| is_one(repository, site)).filter(is_plain);
    found.with_callers(repository, sites, Practice::AsksUnbound, asks.collect());
}

/// The source of the function that a call stands in.
fn said<'r>(repository: &Repository<'r>, site: &Site<'r>) -> &'r str {
    let module = site.module(repository);
    let span = site.function().map(|function| function.span);
    span.and_then(|span| module.text_of(span)).unwrap_or_default()
}

/// How an address ends, as far as it is written in the sources.
fn end<'r>(
    repository: &Repository<'r>,
    at: At,
    value: &'r Expr<'r>,
    steps: usize,
) -> Option<String> {
    let steps = steps.checked_sub(1)?;
    match &value.kind {
        ExprKind::Str(pieces) => match pieces.last()? {
            Piece::Hole(hole) if !value.template()?.contains('?') => {
                end(repository, at, hole, steps)
            }
            Piece::Hole(_) | Piece::Literal(_) => value.template(),
        },
        ExprKind::Binary("+", sides) | ExprKind::Logic("or", sides) => {
            end(repository, at, &sides.1, steps)
        }
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "rstrip" | "strip") => end(repository, at, object, steps),
            _ if matches!(call.callee_name(), "getenv" | "get" | "urljoin") => {
                end(repository, at, call.position(1)?, steps)
            }
            _ => None,
        },
        _ => match repository.origins(value, at).as_slice() {
            [Origin::Value(at, bound)] if !std::ptr::eq(*bound, value) => {
                end(repository, *at, bound, steps)
            }
            [Origin::Param(at, function, index)] => {
                end(repository, *at, function.params.get(*index)?.default.as_ref()?, steps)
            }
            _ => None,
        },
    }
}
