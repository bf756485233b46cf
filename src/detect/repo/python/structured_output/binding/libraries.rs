//! Libraries that bind replies to a schema by functions and classes of their own.

use super::super::Bound;
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Stmt, StmtKind};
use crate::domain::facts::Binding::{self, Schema, Validated};

/// A function or class of a library that is given a schema.
struct Giver {
    /// The package that it is of.
    package: &'static str,
    name: &'static str,
    /// The argument that is the schema, and its place among those without a name.
    argument: &'static str,
    place: Option<usize>,
    binding: Binding,
    /// Whether to call it is to ask the model.
    asks: bool,
}

const fn giver(
    (package, name): (&'static str, &'static str),
    (argument, place): (&'static str, Option<usize>),
    binding: Binding,
    asks: bool,
) -> Giver {
    Giver { package, name, argument, place, binding, asks }
}

const GIVERS: &[Giver] = &[
    giver(("adalflow", "DataClassParser"), ("data_class", Some(0)), Validated, false),
    giver(("adalflow", "JsonOutputParser"), ("data_class", Some(0)), Validated, false),
    giver(("adalflow", "YamlOutputParser"), ("data_class", Some(0)), Validated, false),
    giver(
        ("adalflow", "JsonOutputParserPydanticModel"),
        ("pydantic_model", Some(0)),
        Validated,
        false,
    ),
    giver(("agents", "Agent"), ("output_type", None), Schema, false),
    giver(("agno", "Agent"), ("output_schema", None), Schema, false),
    giver(("agno", "Agent"), ("response_model", None), Schema, false),
    giver(("autogen_agentchat", "AssistantAgent"), ("output_content_type", None), Schema, false),
    giver(("crewai", "Task"), ("output_pydantic", None), Validated, false),
    giver(("crewai", "Task"), ("output_json", None), Validated, false),
    giver(("dspy", "ChainOfThought"), ("signature", Some(0)), Validated, false),
    giver(("dspy", "Predict"), ("signature", Some(0)), Validated, false),
    giver(("dspy", "TypedChainOfThought"), ("signature", Some(0)), Validated, false),
    giver(("dspy", "TypedPredictor"), ("signature", Some(0)), Validated, false),
    giver(("google.adk", "Agent"), ("output_schema", None), Schema, false),
    giver(("google.adk", "LlmAgent"), ("output_schema", None), Schema, false),
    giver(("guardrails", "for_pydantic"), ("output_class", Some(0)), Validated, false),
    giver(("guardrails", "from_pydantic"), ("output_class", Some(0)), Validated, false),
    giver(("guidance", "json"), ("schema", None), Schema, false),
    giver(
        ("langchain", "PydanticOutputFunctionsParser"),
        ("pydantic_schema", None),
        Validated,
        false,
    ),
    giver(
        ("langchain", "create_extraction_chain_pydantic"),
        ("pydantic_schema", Some(0)),
        Schema,
        false,
    ),
    giver(("llama_index", "PydanticOutputParser"), ("output_cls", Some(0)), Validated, false),
    giver(("llama_index", "from_defaults"), ("output_cls", None), Schema, false),
    giver(("marvin", "cast"), ("target", Some(1)), Schema, true),
    giver(("marvin", "cast_async"), ("target", Some(1)), Schema, true),
    giver(("marvin", "extract"), ("target", Some(1)), Schema, true),
    giver(("marvin", "extract_async"), ("target", Some(1)), Schema, true),
    giver(("marvin", "generate"), ("target", Some(0)), Schema, true),
    giver(("marvin", "generate_async"), ("target", Some(0)), Schema, true),
    giver(("marvin", "run"), ("result_type", None), Schema, true),
    giver(("marvin", "Task"), ("result_type", None), Schema, false),
    giver(("mirascope", "call"), ("response_model", None), Schema, false),
    giver(("outlines", "Generator"), ("output_type", Some(1)), Schema, false),
    giver(("outlines.generate", "json"), ("schema_object", Some(1)), Schema, false),
    giver(("trustcall", "create_extractor"), ("tools", None), Schema, false),
];

/// Methods by which an object of a library binds a reply: its package, the method and the schema.
const METHODS: &[Giver] = &[
    giver(("llama_index", "as_structured_llm"), ("output_cls", Some(0)), Schema, false),
    giver(("llama_index", "astructured_predict"), ("output_cls", Some(0)), Schema, true),
    giver(("llama_index", "structured_predict"), ("output_cls", Some(0)), Schema, true),
    giver(("pydantic_ai", "run"), ("output_type", None), Schema, true),
    giver(("pydantic_ai", "run"), ("result_type", None), Schema, true),
    giver(("pydantic_ai", "run_stream"), ("output_type", None), Schema, true),
    giver(("pydantic_ai", "run_stream"), ("result_type", None), Schema, true),
    giver(("pydantic_ai", "run_sync"), ("output_type", None), Schema, true),
    giver(("pydantic_ai", "run_sync"), ("result_type", None), Schema, true),
    giver(("strands", "structured_output"), ("output_model", Some(0)), Schema, true),
    giver(("strands", "structured_output_async"), ("output_model", Some(0)), Schema, true),
];

/// Methods whose names no other library has, so that the object need not be followed where the module speaks of theirs.
const UNMISTAKABLE: &[&str] = &["as_structured_llm", "astructured_predict", "structured_predict"];

/// How a call binds a reply by the means of a library.
pub(in super::super) fn bound<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
) -> Option<Bound<'r>> {
    let call = site.call;
    let called = call.callee_name();
    // An import may call it otherwise.
    let may_be = |giver: &Giver| giver.name == called || call.keyword(giver.argument).is_some();
    if GIVERS.iter().any(may_be)
        && let Some(full) = repository.external(&call.callee, site.at)
    {
        let last = full.rsplit('.').next().unwrap_or_default();
        let is_it = |giver: &&Giver| {
            giver.name == last
                && is_of(&full, giver.package)
                && given(repository, site, giver).is_some()
        };
        return told(repository, site, GIVERS.iter().find(is_it)?);
    }
    let is_it = |giver: &&Giver| giver.name == called && given(repository, site, giver).is_some();
    if let Some(giver) = METHODS.iter().find(is_it) {
        return of_object(repository, site, giver).then(|| told(repository, site, giver))?;
    }
    of_parse(call).or_else(|| of_model(repository, site))
}

fn told<'r>(repository: &Repository<'r>, site: &Site<'r>, giver: &Giver) -> Option<Bound<'r>> {
    let schema = Some(given(repository, site, giver)?);
    let method = match giver.name {
        "from_defaults" | "Agent" | "AssistantAgent" | "LlmAgent" | "Task" | "call" | "run"
        | "run_stream" | "run_sync" => giver.argument,
        name => name,
    };
    Some(Bound { method, schema, binding: giver.binding, asks: giver.asks })
}

/// The schema that a call gives, where it is none of Python's own types and no text.
fn given<'r>(repository: &Repository<'r>, site: &Site<'r>, giver: &Giver) -> Option<&'r Expr<'r>> {
    let call: &'r Call<'r> = site.call;
    let schema = call.keyword(giver.argument);
    let schema = schema.or_else(|| call.position(giver.place?))?;
    let is_plain = matches!(schema.kind, ExprKind::None | ExprKind::Str(_))
        || repository
            .external(schema, site.at)
            .is_some_and(|name| name.starts_with("builtins.") || name.starts_with("typing."));
    (!is_plain).then_some(schema)
}

/// Whether a name is of a package, also where that is imported by a shorter name for it or is one of a family.
fn is_of(full: &str, package: &str) -> bool {
    let rest = full.strip_prefix(package).or_else(|| {
        // What `adalflow` was called before, and what `agno` was.
        let former = match package {
            "adalflow" => "lightrag",
            "agno" => "phi",
            _ => return None,
        };
        full.strip_prefix(former)
    });
    rest.is_some_and(|rest| {
        rest.starts_with('.') || (package == "langchain" && rest.starts_with('_'))
    })
}

/// Whether the object whose method is called is made by the library.
fn of_object<'r>(repository: &Repository<'r>, site: &Site<'r>, giver: &Giver) -> bool {
    let ExprKind::Attribute(object, name) = &site.call.callee.kind else { return false };
    let origins = repository.origins(object, site.at);
    let is_made = |origin: &Origin<'r>| match origin {
        Origin::Value(at, Expr { kind: ExprKind::Call(made), .. }) => {
            repository.external(&made.callee, *at).is_some_and(|full| is_of(&full, giver.package))
        }
        Origin::External(full) => is_of(full, giver.package),
        _ => false,
    };
    let is_theirs = !origins.is_empty() && origins.iter().all(is_made);
    let is_open = origins.iter().all(|origin| !matches!(origin, Origin::Value(..)));
    is_theirs
        || (is_open
            && UNMISTAKABLE.contains(name)
            && imports(repository, site.at.module, giver.package))
}

/// Whether a module imports something of a package.
fn imports(repository: &Repository<'_>, module: usize, package: &str) -> bool {
    let mut found = false;
    Stmt::each(&repository.modules[module].syntax.body, &mut |stmt| {
        if let StmtKind::Import(imports) = &stmt.kind {
            let of_it = |module: &str| module == package || is_of(module, package);
            found |= imports.iter().any(|import| import.level == 0 && of_it(import.module));
        }
    });
    found
}

/// `client.messages.parse(output_format=Model)`.
fn of_parse<'r>(call: &'r Call<'r>) -> Option<Bound<'r>> {
    let ExprKind::Attribute(object, "parse" | "stream") = &call.callee.kind else { return None };
    let of_messages = matches!(object.kind, ExprKind::Attribute(_, "messages"));
    let schema = call.keyword("output_format").filter(|_| of_messages)?;
    let is_class = matches!(schema.kind, ExprKind::Name(_) | ExprKind::Attribute(..));
    is_class.then(|| Bound::schema("output_format", Some(schema)))
}

/// `model(prompt, Model)`, where the model is made by `outlines.from_…`.
fn of_model<'r>(repository: &Repository<'r>, site: &Site<'r>) -> Option<Bound<'r>> {
    let call: &'r Call<'r> = site.call;
    let ExprKind::Name(_) = call.callee.kind else { return None };
    let schema = call.keyword("output_type").or_else(|| call.position(1))?;
    let [Origin::Value(at, Expr { kind: ExprKind::Call(made), .. })] =
        repository.origins(&call.callee, site.at)[..]
    else {
        return None;
    };
    let full = repository.external(&made.callee, at)?;
    let is_class =
        repository.origins(schema, site.at).iter().any(|it| matches!(it, Origin::Class(..)));
    let is_model = full.starts_with("outlines.from_") || full.starts_with("outlines.models.");
    (is_class && is_model).then_some(Bound {
        method: "output_type",
        schema: Some(schema),
        binding: Schema,
        asks: true,
    })
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::tests::facts;

    /// Checks the bindings in `text`, each as method, schema, and how many places it is asked at.
    #[track_caller]
    fn check(text: &str, expected: &[(&str, Option<&str>, usize)]) {
        let head = "from pydantic import BaseModel\nclass Opinion(BaseModel):\n    score: int\n";
        let found = facts(&[("a.py", &format!("{head}{text}"))]).structured_output;
        let found: Vec<_> = found
            .iter()
            .map(|fact| (fact.method.as_str(), fact.schema.as_deref(), fact.asked.len()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    const OPINION: Option<&str> = Some("Opinion");

    #[test]
    fn libraries_bind_by_means_of_their_own() {
        for (text, method, asked) in [
            (
                "import adalflow as adal\nadal.DataClassParser(data_class=Opinion)\n",
                "DataClassParser",
                0,
            ),
            (
                "from adalflow.components.output_parsers import JsonOutputParser\nJsonOutputParser(data_class=Opinion)\n",
                "JsonOutputParser",
                0,
            ),
            ("import marvin\nmarvin.extract('x', target=Opinion)\n", "extract", 1),
            ("import marvin\nmarvin.cast('x', list[Opinion])\n", "cast", 1),
            ("import outlines\noutlines.generate.json(load(), Opinion)\n", "json", 0),
            (
                "import outlines\nm = outlines.from_openai(load(), 'x')\nm('prompt', Opinion)\n",
                "output_type",
                1,
            ),
            ("import dspy\ndspy.Predict(Opinion)\n", "Predict", 0),
            (
                "from crewai import Task\nTask(description='x', output_pydantic=Opinion)\n",
                "output_pydantic",
                0,
            ),
            (
                "from llama_index.llms.openai import OpenAI\nOpenAI('x').as_structured_llm(Opinion)\n",
                "as_structured_llm",
                0,
            ),
            (
                "from llama_index.core import Settings\ndef ask(llm):\n    return llm.structured_predict(Opinion, 'x')\n",
                "structured_predict",
                1,
            ),
            (
                "from llama_index.core.program import LLMTextCompletionProgram as P\nP.from_defaults(output_cls=Opinion)\n",
                "output_cls",
                0,
            ),
            (
                "from pydantic_ai import Agent\na = Agent('x')\na.run_sync('y', output_type=Opinion)\n",
                "output_type",
                1,
            ),
            (
                "from pydantic_ai import Agent, NativeOutput\nAgent('x', output_type=NativeOutput(Opinion))\n",
                "output_type",
                0,
            ),
            (
                "import anthropic\nanthropic.Anthropic().beta.messages.parse(output_format=Opinion)\n",
                "output_format",
                1,
            ),
            (
                "from google.adk.agents import LlmAgent\nLlmAgent(output_schema=Opinion)\n",
                "output_schema",
                0,
            ),
        ] {
            check(text, &[(method, OPINION, asked)]);
        }
    }

    #[test]
    fn what_is_called_alike_elsewhere_binds_nothing() {
        for text in [
            "from mine import DataClassParser\nDataClassParser(data_class=Opinion)\n",
            "import bs4\nbs4.extract('x', target=Opinion)\n",
            "import marvin\nmarvin.extract('x', target=str)\n",
            "import marvin\nmarvin.extract('x')\n",
            "import dspy\ndspy.Predict('question -> answer')\n",
            "def ask(llm):\n    return llm.structured_predict(Opinion, 'x')\n",
            "import subprocess\nsubprocess.run(['x'], output_type=Opinion)\n",
            "def load(m):\n    return m('prompt', Opinion)\n",
            "import json\njson.parse(output_format=Opinion)\n",
            "from crewai import Task\nTask(description='x')\n",
        ] {
            check(text, &[]);
        }
    }
}
