//! The calls that bind a reply to a schema, or ask for JSON.

use super::super::Bound;
use super::format::response_format;
use super::{elsewhere, held, json, libraries};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::ExprKind;
use crate::domain::facts::Binding;

/// How the call binds a reply, if it does.
pub(in super::super) fn bound<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
) -> Option<Bound<'r>> {
    let call = site.call;
    let (last, method) = match &call.callee.kind {
        ExprKind::Attribute(_, name) => (*name, true),
        ExprKind::Name(name) => match held::binder(repository, name, site.at) {
            Some(binder) => (binder, true),
            None => (*name, false),
        },
        _ => (held::found(&call.callee)?, true),
    };
    match last {
        "with_structured_output" if method => {
            return Some(Bound::schema("with_structured_output", call.argument(0, "schema")));
        }
        "bind_tools" if method => {
            return Some(Bound::schema("bind_tools", call.argument(0, "tools")));
        }
        "create_structured_output_runnable" => {
            let schema = call.argument(0, "output_schema");
            return Some(Bound::schema("create_structured_output_runnable", schema));
        }
        "PydanticOutputParser" | "JsonOutputParser" => {
            let known = repository.external(&call.callee, site.at)?.starts_with("langchain");
            if !known {
                return libraries::bound(repository, site);
            }
            let schema = call.keyword("pydantic_object").or_else(|| call.position(0));
            let any = last == "JsonOutputParser";
            return (any || schema.is_some()).then_some(Bound {
                method: if any { "JsonOutputParser" } else { "PydanticOutputParser" },
                schema,
                binding: Binding::Validated,
                asks: false,
            });
        }
        _ => {}
    }
    let keyword = |name| call.keyword(name).filter(|value| !matches!(value.kind, ExprKind::None));
    if let Some(schema) = keyword("response_model") {
        // Web frameworks have a `response_model` too; a model is asked by `create` and the like.
        return (method
            && matches!(
                last,
                "create"
                    | "create_with_completion"
                    | "create_partial"
                    | "create_iterable"
                    | "extract"
            ))
        .then(|| Bound { asks: true, ..Bound::schema("response_model", Some(schema)) })
        .or_else(|| libraries::bound(repository, site));
    }
    if let Some(format) = keyword("response_format") {
        return response_format(repository, site, format);
    }
    elsewhere::bound(repository, site)
        .or_else(|| libraries::bound(repository, site))
        .or_else(|| json::format(site))
}
