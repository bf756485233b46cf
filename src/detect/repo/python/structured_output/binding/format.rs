//! What `response_format=` asks for.

use super::super::Bound;
use super::json;
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind};
use crate::domain::facts::Binding;

/// How `response_format=` binds replies.
pub(in super::super) fn response_format<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
    format: &'r Expr<'r>,
) -> Option<Bound<'r>> {
    let origins = repository.origins(format, site.at);
    let written = origins.iter().filter_map(|origin| match origin {
        Origin::Value(_, value) => Some(*value),
        _ => None,
    });
    let written: Vec<_> = written.chain([format]).collect();
    // How an agent gets its reply into the schema, as `ToolStrategy(Schema)`.
    let by_strategy = written.iter().find_map(|value| match &value.kind {
        ExprKind::Call(call) => {
            let name = repository.external(&call.callee, site.at)?;
            let is_one = name.starts_with("langchain.agents") && name.ends_with("Strategy");
            call.argument(0, "schema").filter(|_| is_one)
        }
        _ => None,
    });
    if let Some(schema) = by_strategy {
        return Some(Bound::schema("response_format", Some(schema)));
    }
    let is_class = origins.iter().any(|origin| matches!(origin, Origin::Class(..)));
    if is_class || written.iter().any(|value| json::names_type(value, "json_schema")) {
        return Some(Bound::schema("response_format", Some(format)));
    }
    written.iter().any(|value| json::names_type(value, "json_object")).then_some(Bound {
        method: "response_format",
        schema: None,
        binding: Binding::Validated,
        asks: false,
    })
}
