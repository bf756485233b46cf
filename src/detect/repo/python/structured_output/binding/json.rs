//! Replies that are asked for as JSON and held against a model afterwards, and whether anything asks
//! a model at all.

use super::super::asking::reply;
use super::super::{Bound, Search};
use super::schemas::class_name;
use crate::detect::repo::python::names::words::speaks_of;
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Passing, Stmt};
use crate::domain::facts::{Binding, ImportFact, Misfit, StructuredOutputFact};

/// Methods of a Pydantic model that hold something against it.
pub(in super::super) const VALIDATES: &[&str] =
    &["model_validate_json", "model_validate", "parse_raw", "parse_obj"];

/// Roots of packages that speak to language models.
const LIBRARIES: &[&str] = &[
    "adalflow",
    "agno",
    "anthropic",
    "autogen",
    "boto3",
    "cohere",
    "crewai",
    "dspy",
    "google",
    "groq",
    "guidance",
    "haystack",
    "huggingface_hub",
    "instructor",
    "langchain",
    "litellm",
    "llama_cpp",
    "llama_index",
    "magentic",
    "marvin",
    "mirascope",
    "mistralai",
    "mlx_lm",
    "ollama",
    "openai",
    "outlines",
    "pydantic_ai",
    "replicate",
    "semantic_kernel",
    "smolagents",
    "together",
    "transformers",
    "vertexai",
    "vllm",
    "zhipuai",
];

/// Parts of addresses at which language models answer.
const ADDRESSES: &[&str] = &[
    "/chat/completions",
    "/v1/messages",
    "/api/generate",
    "/api/chat",
    "generatecontent",
    "generativelanguage",
    "api.openai",
    "api.anthropic",
    "api.groq",
    "openrouter",
    ":11434",
    "api-inference",
];

/// Whether a call asks for JSON by a word of its own: `format="json"`, `response_mime_type=…`.
pub(in super::super) fn format<'r>(site: &Site<'r>) -> Option<Bound<'r>> {
    let name = site.call.callee_name();
    if let Some(kind) = site.call.keyword("response_mime_type") {
        return of_mime_type(kind, site.call.keyword("response_schema"));
    }
    let format = site.call.keyword("format")?;
    let model = name.contains("Ollama") || matches!(name, "chat" | "generate" | "bind");
    model.then(|| of_format(format)).flatten()
}

/// What `"format": value` asks for.
fn of_format<'r>(format: &'r Expr<'r>) -> Option<Bound<'r>> {
    if format.text().as_deref() == Some("json") {
        return Some(Bound {
            method: "format",
            schema: None,
            binding: Binding::Validated,
            asks: false,
        });
    }
    matches!(&format.kind, ExprKind::Call(call)
        if matches!(call.callee_name(), "model_json_schema" | "schema"))
    .then(|| Bound::schema("format", Some(format)))
}

/// Whether `{"type": "json_schema", …}` is written there, for that word.
pub(in super::super) fn names_type(value: &Expr<'_>, word: &str) -> bool {
    matches!(&value.kind, ExprKind::Dict(_))
        && value.parts().into_iter().any(|part| part.text().as_deref() == Some(word))
}

impl<'r> Search<'r, '_> {
    /// The Pydantic model that the reply to `site` is held against, and where.
    pub(in super::super) fn validated(&self, site: &Site<'r>) -> Option<(String, Site<'r>)> {
        let function = site.function()?;
        let names = reply::names(function, site);
        self.checked_near(site, function, &|built| reply::reaches(built, site, &names))
    }

    /// The Pydantic model that something is held against near `site`; `by_fields` says of an object that is built
    /// field by field in the same function whether it is.
    fn checked_near(
        &self,
        site: &Site<'r>,
        function: &Function<'r>,
        by_fields: &dyn Fn(&Site<'r>) -> bool,
    ) -> Option<(String, Site<'r>)> {
        let module = site.at.module;
        self.checked_in(module, function, Some(by_fields)).or_else(|| {
            let called = self.sites.inside(module, function).into_iter().flat_map(|other| {
                self.repository.origins(&other.call.callee, other.at).into_iter()
            });
            let called = called.filter_map(|origin| match origin {
                Origin::Function(at, called) => Some((at.module, called)),
                _ => None,
            });
            let callers = self
                .sites
                .callers(module, function)
                .into_iter()
                .filter_map(|caller| Some((caller.at.module, caller.function()?)));
            // Elsewhere, an object that is built field by field need not come from the reply.
            let mut near = called.chain(callers);
            near.find_map(|(module, near)| self.checked_in(module, near, None))
        })
    }

    fn checked_in(
        &self,
        module: usize,
        function: &Function<'r>,
        by_fields: Option<&dyn Fn(&Site<'r>) -> bool>,
    ) -> Option<(String, Site<'r>)> {
        let mut inside = self.sites.inside(module, function).into_iter();
        inside.find_map(|site| Some((self.holds_against(site, by_fields)?, site.clone())))
    }

    /// The Pydantic model that a call holds something against. An object that is built field by field counts where
    /// `by_fields` says so, and nowhere without it.
    pub(in super::super) fn holds_against(
        &self,
        site: &Site<'r>,
        by_fields: Option<&dyn Fn(&Site<'r>) -> bool>,
    ) -> Option<String> {
        let whole = || site.call.args.iter().any(|arg| arg.passing == Passing::Named);
        let (class, condition) = match &site.call.callee.kind {
            ExprKind::Attribute(object, name) if VALIDATES.contains(name) => (&**object, None),
            ExprKind::Name(_) | ExprKind::Attribute(..) if whole() => (&site.call.callee, None),
            ExprKind::Name(_) | ExprKind::Attribute(..) => (&site.call.callee, Some(by_fields?)),
            _ => return None,
        };
        let name = class_name(self.repository, self.sites, site.at, class)?;
        let counts = || condition.is_none_or(|holds| holds(site));
        (self.models.contains(name.as_str()) && counts()).then_some(name)
    }

    /// The requests that are written out as dictionaries: `{"model": …, "format": "json"}`.
    pub(in super::super) fn payloads(&self) -> Vec<StructuredOutputFact> {
        let mut facts = Vec::new();
        for site in &self.sites.all {
            // The statement's own calls are seen one by one; the dictionary is told once.
            if let Some(function) = site.function()
                && self
                    .sites
                    .inside(site.at.module, function)
                    .first()
                    .is_some_and(|first| std::ptr::eq(first.expr, site.expr))
            {
                for (dictionary, bound) in dictionaries(&function.body) {
                    facts.push(self.payload(site, dictionary, &bound));
                }
            }
        }
        facts
    }

    fn payload(
        &self,
        near: &Site<'r>,
        dictionary: &'r Expr<'r>,
        bound: &Bound<'r>,
    ) -> StructuredOutputFact {
        // Which call sends the dictionary is not followed.
        let function = near.function();
        let checked = function.and_then(|function| self.checked_near(near, function, &|_| true));
        let named = bound
            .schema
            .and_then(|schema| class_name(self.repository, self.sites, near.at, schema));
        let misfit: Option<Misfit> = checked.as_ref().map(|(_, site)| self.care.of(site));
        let held =
            checked.as_ref().filter(|_| named.is_none()).map(|(_, site)| self.held(&[], site));
        let schema = named.or_else(|| checked.map(|(class, _)| class));
        let mut fact = self.told(near, bound.method, schema, bound.binding, misfit);
        fact.held = held;
        fact.place = near.module(self.repository).place(dictionary.span);
        fact
    }
}

/// The dictionaries in `body` that ask a model for JSON, nested definitions left out, and of those that
/// stand inside one another the outermost.
fn dictionaries<'r>(body: &'r Body<'r>) -> Vec<(&'r Expr<'r>, Bound<'r>)> {
    let mut found: Vec<(&Expr<'_>, Bound<'_>)> = Vec::new();
    Stmt::each_own(body, &mut |stmt| {
        stmt.walk(&mut |part| {
            let inside = found.last().is_some_and(|(last, _)| part.span.end <= last.span.end);
            if let ExprKind::Dict(pairs) = &part.kind
                && let Some(bound) = asked(pairs).filter(|_| !inside)
            {
                found.push((part, bound));
            }
        });
    });
    found
}

/// What `response_mime_type=` asks for, beside a schema or alone.
fn of_mime_type<'r>(kind: &Expr<'r>, schema: Option<&'r Expr<'r>>) -> Option<Bound<'r>> {
    (kind.text().as_deref() == Some("application/json")).then_some(Bound {
        method: "response_mime_type",
        schema,
        binding: if schema.is_some() { Binding::Schema } else { Binding::Validated },
        asks: false,
    })
}

/// How a dictionary of a request binds the reply.
fn asked<'r>(pairs: &'r [(Option<Expr<'r>>, Expr<'r>)]) -> Option<Bound<'r>> {
    let under = |name: &str| {
        let named = |key: &Option<Expr<'r>>| key.as_ref().and_then(Expr::text);
        pairs.iter().find(|(key, _)| named(key).as_deref() == Some(name)).map(|(_, value)| value)
    };
    if let Some(format) = under("response_format") {
        let binding = if names_type(format, "json_schema") {
            Binding::Schema
        } else if names_type(format, "json_object") {
            Binding::Validated
        } else {
            return None;
        };
        return Some(Bound { method: "response_format", schema: None, binding, asks: false });
    }
    if let Some(kind) = under("response_mime_type") {
        return of_mime_type(kind, under("response_schema"));
    }
    under("model").and(under("format")).and_then(of_format)
}

/// Whether a module is of a library by which programs speak to language models.
pub(in crate::detect) fn speaks_to_models(module: &str) -> bool {
    let root = module.split('.').next().unwrap_or_default();
    // The core of LangChain has messages and tools, but no model.
    LIBRARIES.contains(&root) || (root.starts_with("langchain_") && root != "langchain_core")
}

/// Whether any source outside the tests speaks to a language model, by a library or an address.
///
/// `None` where a source could not be read, or something is called as models are.
pub(in crate::detect::repo::python) fn calls_model(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    imports: &[ImportFact],
    is_read_whole: bool,
) -> Option<bool> {
    if imports.iter().any(|import| !import.in_tests && speaks_to_models(&import.module)) {
        return Some(true);
    }
    let speaks = |text: &str| speaks_of(text, ADDRESSES);
    let mut ours = repository.program();
    let named = |site: &Site<'_>| {
        let span = site.call.callee.span;
        let module = site.module(repository);
        let callee = module.text_of(span).unwrap_or_default().to_ascii_lowercase();
        !module.in_tests
            && ["llm", "chat", "language_model"].iter().any(|word| callee.contains(word))
    };
    let may = ours.any(|module| speaks(module.text)) || sites.all.iter().any(named);
    (is_read_whole && !may).then_some(false)
}
