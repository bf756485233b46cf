//! Where the syntax trees of each language have names, and where they have calls.

use crate::domain::facts::{Language, Lookup, Tests};

/// The capture of all queries.
const PLACE: &str = "place";

/// Nodes of one language that name something, and those that call it. What an import names is no use of it in Python,
/// where most code begins with more imports than it needs.
struct Nodes {
    language: Language,
    names: &'static str,
    calls: &'static str,
}

const LANGUAGES: [Nodes; 6] = [
    Nodes {
        language: Language::Python,
        names: "(call function: [(identifier) @place (attribute attribute: (identifier) @place)])
            (decorator [(identifier) @place (attribute attribute: (identifier) @place)])
            (class_definition name: (identifier) @place)
            (class_definition superclasses: (argument_list [(identifier) @place (attribute attribute: (identifier) @place)]))
            (function_definition name: (identifier) @place)
            (type [(identifier) @place (generic_type (identifier) @place)])
            (type_parameter (type (identifier) @place))
            (attribute attribute: (identifier) @place)
            (attribute object: (identifier) @place)
            (subscript value: (identifier) @place)
            (subscript subscript: [(identifier) @place (string (string_content) @place)])
            (argument_list (identifier) @place)
            (keyword_argument name: (identifier) @place)
            (keyword_argument value: (identifier) @place)
            (assignment left: (identifier) @place)
            (parameters (identifier) @place)
            (typed_parameter (identifier) @place)
            (default_parameter name: (identifier) @place)
            (typed_default_parameter name: (identifier) @place)
            (pair key: (string (string_content) @place))",
        calls: "(call function: [(identifier) @place (attribute attribute: (identifier) @place)])
            (decorator [(identifier) @place (attribute attribute: (identifier) @place)])",
    },
    Nodes {
        language: Language::Javascript,
        names: "(identifier) @place (property_identifier) @place (shorthand_property_identifier) @place",
        calls: "(call_expression function: [(identifier) @place (member_expression property: (property_identifier) @place)])
            (new_expression constructor: (identifier) @place)",
    },
    Nodes {
        language: Language::Typescript,
        names: "(identifier) @place (property_identifier) @place (type_identifier) @place (shorthand_property_identifier) @place",
        calls: "(call_expression function: [(identifier) @place (member_expression property: (property_identifier) @place)])
            (new_expression constructor: (identifier) @place)",
    },
    Nodes {
        language: Language::Rust,
        names: "(identifier) @place (type_identifier) @place (field_identifier) @place",
        calls: "(call_expression function: [(identifier) @place (field_expression field: (field_identifier) @place) (scoped_identifier name: (identifier) @place)])
            (macro_invocation macro: (identifier) @place)",
    },
    Nodes {
        language: Language::Go,
        names: "(identifier) @place (type_identifier) @place (field_identifier) @place",
        calls: "(call_expression function: [(identifier) @place (selector_expression field: (field_identifier) @place)])",
    },
    Nodes {
        language: Language::Java,
        names: "(identifier) @place (type_identifier) @place",
        calls: "(method_invocation name: (identifier) @place)",
    },
];

/// Questions to the syntax trees of all languages, outside the tests or in them.
///
/// `module` is what has to stand before the name in Python, as in `os.system`, or to be where it is imported from.
pub(super) fn lookups(module: Option<&str>, name: &str, called: bool, tests: Tests) -> Vec<Lookup> {
    let of = |nodes: &Nodes| {
        let query = if let (Language::Python, Some(module)) = (nodes.language, module) {
            in_module(module, name)
        } else {
            let nodes = if called { nodes.calls } else { nodes.names };
            format!("([{nodes}] (#match? @{PLACE} \"{name}\"))")
        };
        Lookup::Query {
            language: nodes.language,
            query,
            capture: PLACE.into(),
            files: Vec::new(),
            tests,
        }
    };
    // Elsewhere a module has another name, if there is one of the kind.
    let all = LANGUAGES.iter().filter(|one| module.is_none() || one.language == Language::Python);
    all.map(of).collect()
}

/// What is taken from a module of Python, by its name or by an import.
fn in_module(module: &str, name: &str) -> String {
    let last = module.rsplit('.').next().unwrap_or(module);
    format!(
        "((attribute object: (_) @_of attribute: (identifier) @{PLACE}) (#match? @_of \"(^|\\\\.){last}$\") (#match? @{PLACE} \"{name}\"))
        ((import_from_statement module_name: (_) @_of name: [(dotted_name) @{PLACE} (aliased_import name: (dotted_name) @{PLACE})]) (#match? @_of \"(^|\\\\.){last}$\") (#match? @{PLACE} \"{name}\"))"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::repo::query::check;

    #[test]
    fn the_queries_fit_the_grammars() {
        for (module, called) in [(None, true), (None, false), (Some("os.path"), true)] {
            for lookup in lookups(module, "^a_b$", called, Tests::Excluded) {
                let Lookup::Query { language, query, capture, .. } = lookup else { continue };
                assert_eq!(check(language, &query, &capture), Ok(()), "{language:?}");
            }
        }
    }
}
