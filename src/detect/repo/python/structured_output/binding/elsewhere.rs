//! Schemas that a call is given under a name of its own library, and methods that only share a binder's name.

use super::super::Bound;
use crate::detect::repo::python::names::built_in::is_giving;
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{Class, Expr, ExprKind, StmtKind};

/// Whether a method of the repository's own that is called like a binder binds nothing: it calls nothing at all.
pub(in super::super) fn binds_nothing<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    site: &Site<'r>,
) -> bool {
    let ExprKind::Attribute(object, name) = &site.call.callee.kind else { return false };
    let origins = repository.origins(object, site.at);
    let idle = |origin: &Origin<'r>| {
        let Origin::Value(at, Expr { kind: ExprKind::Call(made), .. }) = origin else {
            return false;
        };
        match repository.origins(&made.callee, *at).as_slice() {
            [Origin::Class(home, class)] => calls_nothing(sites, home.module, class, name),
            _ => false,
        }
    };
    !origins.is_empty() && origins.iter().all(idle)
}

/// Methods of texts, lists and dictionaries that change what they are called on, or give it in another form.
const CHANGING: &[&str] = &["append", "copy", "extend", "title", "update"];

/// Whether a class has a method of this name in which no call stands, but for those of texts, lists and dictionaries.
fn calls_nothing<'r>(sites: &Sites<'r>, module: usize, class: &'r Class<'r>, name: &str) -> bool {
    let is_plain = |site: &&Site<'r>| match &site.call.callee.kind {
        ExprKind::Attribute(_, method) => is_giving(method) || CHANGING.contains(method),
        _ => false,
    };
    class.body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Function(method) => {
            method.name == name && sites.inside(module, method).iter().all(&is_plain)
        }
        _ => false,
    })
}

/// The schema of a call whose library has its own name for it.
pub(in super::super) fn bound<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
) -> Option<Bound<'r>> {
    let call = site.call;
    match call.callee_name() {
        "parse" => {
            let ExprKind::Attribute(object, _) = &call.callee.kind else { return None };
            let of_responses = matches!(object.kind, ExprKind::Attribute(_, "responses"));
            let schema = call.keyword("text_format").filter(|_| of_responses)?;
            Some(Bound::schema("text_format", Some(schema)))
        }
        "Agent" => {
            let schema = call.keyword("output_type").or_else(|| call.keyword("result_type"))?;
            let known = repository.external(&call.callee, site.at)?.starts_with("pydantic_ai.");
            let is_text = repository.external(schema, site.at).is_some_and(|n| n == "builtins.str");
            (known && !is_text).then(|| Bound::schema("output_type", Some(schema)))
        }
        "generate_content" | "generate_content_async" => {
            let ExprKind::Dict(pairs) = &call.keyword("config")?.kind else { return None };
            let schema = pairs.iter().find_map(|(key, value)| {
                let is_it = key.as_ref()?.text()? == "response_schema";
                is_it.then_some(value)
            })?;
            Some(Bound::schema("response_schema", Some(schema)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::tests::facts;

    /// Checks the bindings in `text`, each as method and schema.
    #[track_caller]
    fn check(text: &str, expected: &[(&str, Option<&str>)]) {
        let head = "from pydantic import BaseModel\nclass Opinion(BaseModel):\n    score: int\n";
        let found = facts(&[("a.py", &format!("{head}{text}"))]).structured_output;
        let found: Vec<_> =
            found.iter().map(|fact| (fact.method.as_str(), fact.schema.as_deref())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_method_that_only_shares_the_name_binds_nothing() {
        let bound = [("with_structured_output", Some("Opinion"))];
        let own = |body: &str| {
            format!(
                "class Own:\n    def with_structured_output(self, schema):\n        {body}\n\
                 Own().with_structured_output(Opinion)\n"
            )
        };
        check(&own("return schema"), &[]);
        check(&own("return [one.upper() for one in schema]"), &[]);
        check(&own("return self.inner.bind(schema)"), &bound);
        check(&own("return Runner(self, schema)"), &bound);
        check("llm.with_structured_output(Opinion)\n", &bound);
    }

    #[test]
    fn schemas_are_seen_under_the_names_of_other_libraries() {
        check(
            "client.responses.parse(model='m', input='x', text_format=Opinion)\n",
            &[("text_format", Some("Opinion"))],
        );
        check(
            "from pydantic_ai import Agent\nAgent('openai:x', output_type=Opinion)\n",
            &[("output_type", Some("Opinion"))],
        );
        check(
            "client.models.generate_content(model='m', config={'response_schema': Opinion})\n",
            &[("response_schema", Some("Opinion"))],
        );
        check("from pydantic_ai import Agent\nAgent('openai:x', output_type=str)\n", &[]);
        check("from mine import Agent\nAgent(output_type=Opinion)\n", &[]);
        check("loader.parse(text_format=Opinion)\n", &[]);
    }
}
