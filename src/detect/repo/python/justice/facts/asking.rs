//! Whether a call asks a language model, by what its object was made of, whatever it is called.

use super::super::reading::functions::court::{Court, Key};
use super::super::reading::variables::terms::{has, speaks as speaks_of};
use super::schema::asks_by_name;
use crate::detect::repo::python::practices::posts;
use crate::detect::repo::python::repository::{At, Origin};
use crate::detect::repo::python::structured_output::speaks_to_models;
use crate::detect::repo::python::syntax::{Call, Class, Expr, ExprKind, Stmt, StmtKind};

/// How many variables and functions an object is followed through.
const STEPS: usize = 6;

/// Methods by which a model, or what is made of one, is asked.
const ASKS: &[&str] = &[
    "acall",
    "achat",
    "acomplete",
    "acompletion",
    "agenerate",
    "ainvoke",
    "apredict",
    "arun",
    "batch",
    "chat",
    "chat_completion",
    "complete",
    "completion",
    "completions",
    "create",
    "generate",
    "generate_content",
    "generate_content_async",
    "invoke",
    "parse",
    "predict",
    "prompt",
    "respond",
    "run",
    "run_sync",
    "send_message",
    "text_completion",
    "text_generation",
];

/// Those that hardly anything but a model has.
const TELLING: &[&str] = &[
    "achat",
    "acomplete",
    "acompletion",
    "ainvoke",
    "apredict",
    "chat",
    "chat_completion",
    "complete",
    "completion",
    "generate_content",
    "invoke",
    "predict",
    "run_sync",
    "send_message",
    "text_generation",
];

/// What judges and those that hear them are called.
const JUDGES: &[&str] =
    &["judge", "prosecut", "defense", "defence", "techlead", "tech_lead", "opinion", "graph"];

/// Packages that speak to models beside those that bind replies to a schema.
const OTHERS: &[&str] =
    &["aisuite", "dspy", "huggingface_hub", "transformers", "vllm", "llama_cpp", "vertexai"];

/// What such packages have that is no model.
const NO_MODELS: &[&str] = &[
    "error",
    "exception",
    "parser",
    "prompt",
    "message",
    "embedding",
    "tokenizer",
    "config",
    "schema",
    "signature",
    "inputfield",
    "outputfield",
    "settings",
    "splitter",
    "loader",
    "retriever",
    "vector",
    "history",
    "tool",
];

/// What `LangChain` makes models of, beside the classes that begin with `Chat`.
const LANGCHAIN: &[&str] = &[
    "init_chat_model",
    "OpenAI",
    "AzureOpenAI",
    "Anthropic",
    "AnthropicLLM",
    "BaseChatModel",
    "BaseLLM",
    "BaseLanguageModel",
    "Bedrock",
    "BedrockLLM",
    "Cohere",
    "GoogleGenerativeAI",
    "HuggingFaceEndpoint",
    "HuggingFacePipeline",
    "LLMChain",
    "LlamaCpp",
    "Ollama",
    "OllamaLLM",
    "VertexAI",
    "create_agent",
    "create_react_agent",
];

/// How a call stands to language models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Asked {
    No,
    /// What it is called on could not be followed, and it is called as models are.
    Perhaps,
    Yes,
    /// It is bound to a schema.
    Bound,
    /// It is bound to a judge's opinion.
    Judge,
}

/// How a call in the function `key` stands to language models.
pub(super) fn asked<'r>(court: &Court<'r, '_>, key: Key, call: &'r Call<'r>) -> Asked {
    let by_name = if asks_by_name(call) { Asked::Yes } else { Asked::No };
    let Some(part) = court.parts.get(&key) else { return by_name };
    let look = Look { court, class: part.class };
    look.call(call, part.inside, key).max(by_name)
}

struct Look<'r, 'c, 'a> {
    court: &'c Court<'r, 'a>,
    class: Option<&'r Class<'r>>,
}

impl<'r> Look<'r, '_, '_> {
    fn call(&self, call: &'r Call<'r>, at: At, key: Key) -> Asked {
        let repository = self.court.repository;
        let said = || {
            let span = self.court.parts[&key].function.span;
            self.court.module(key).text.get(span.start..span.end).unwrap_or_default()
        };
        if posts::asks(repository, call, at, said) {
            return Asked::Yes;
        }
        let name = call.callee_name();
        let origins = repository.origins(&call.callee, at);
        if let [Origin::External(whole)] = origins.as_slice() {
            // A function of a library: `litellm.completion(…)`.
            let is_asking = ASKS.contains(&name) && speaks(whole);
            return if is_asking { Asked::Yes } else { Asked::No };
        }
        let ExprKind::Attribute(object, method) = &call.callee.kind else {
            // An object that is called itself: `pipeline("text-generation")(text)`.
            let is_object = origins.iter().any(|origin| matches!(origin, Origin::Value(..)));
            let found = if is_object { self.is_model(&call.callee, at, STEPS) } else { Asked::No };
            return if found == Asked::Perhaps { Asked::No } else { found };
        };
        if !ASKS.contains(method) {
            return Asked::No;
        }
        match self.is_model(object, at, STEPS) {
            // Whoever hears a judge once more decides nothing yet.
            Asked::Perhaps if !TELLING.contains(method) || speaks_of(object, JUDGES) => Asked::No,
            found => found,
        }
    }

    /// Whether a value is a model, or something that is made of one.
    fn is_model(&self, value: &'r Expr<'r>, at: At, steps: usize) -> Asked {
        let Some(steps) = steps.checked_sub(1) else { return Asked::Perhaps };
        match &value.kind {
            ExprKind::Binary("|", sides) => {
                self.is_model(&sides.0, at, steps).max(self.is_model(&sides.1, at, steps))
            }
            ExprKind::Attribute(object, name) => {
                if let (ExprKind::Name("self" | "cls"), Some(class)) = (&object.kind, self.class) {
                    return self.kept(class, name, at, steps);
                }
                let origins = self.court.repository.origins(value, at);
                if origins.iter().any(|origin| matches!(origin, Origin::Unknown)) {
                    return self.is_model(object, at, steps);
                }
                self.each(origins, value, steps)
            }
            _ => self.each(self.court.repository.origins(value, at), value, steps),
        }
    }

    fn each(&self, origins: Vec<Origin<'r>>, value: &'r Expr<'r>, steps: usize) -> Asked {
        let found = origins.into_iter().map(|origin| match origin {
            Origin::Value(at, inner) => match &inner.kind {
                ExprKind::Call(call) => self.made(call, at, steps),
                ExprKind::Binary("|", _) | ExprKind::Attribute(..)
                    if !std::ptr::eq(inner, value) =>
                {
                    self.is_model(inner, at, steps)
                }
                ExprKind::Subscript(..) => Asked::Perhaps,
                _ => Asked::No,
            },
            Origin::With(at, inner) => self.is_model(inner, at, steps),
            Origin::Param(at, function, index) => {
                let annotation = function.params[index].annotation.as_ref();
                let outside =
                    At { scope: self.court.repository.scope(at).parent.unwrap_or_default(), ..at };
                match annotation {
                    Some(annotation) => {
                        let named = self.court.repository.external(annotation, outside);
                        match named {
                            Some(name) if speaks(&name) => Asked::Yes,
                            Some(_) => Asked::No,
                            None => Asked::Perhaps,
                        }
                    }
                    None if matches!(function.params[index].name, "self" | "cls" | "state") => {
                        Asked::No
                    }
                    None => Asked::Perhaps,
                }
            }
            Origin::Part(..) | Origin::Perhaps(_) | Origin::Unknown => Asked::Perhaps,
            Origin::External(name) if speaks(&name) => Asked::Yes,
            Origin::External(_) | Origin::Module(_) | Origin::Function(..) | Origin::Class(..) => {
                Asked::No
            }
        });
        found.max().unwrap_or(Asked::No)
    }

    /// Whether what a call gives is a model.
    fn made(&self, call: &'r Call<'r>, at: At, steps: usize) -> Asked {
        let repository = self.court.repository;
        for origin in repository.origins(&call.callee, at) {
            match origin {
                Origin::External(name) => {
                    return if speaks(&name) { bound(call, Asked::Yes) } else { Asked::No };
                }
                Origin::Class(..) => return Asked::No,
                Origin::Function(at, function) => {
                    let inside = repository.inside(at, function.id);
                    let mut found = Asked::No;
                    Stmt::each_returned(&function.body, &mut |value| {
                        found = found.max(self.is_model(value, inside, steps));
                    });
                    return found;
                }
                _ => {}
            }
        }
        // `model.with_structured_output(Verdict)`, `client.chats.create(…)`
        match &call.callee.kind {
            ExprKind::Attribute(object, method) => {
                let found = self.is_model(object, at, steps);
                let binds = *method == "with_structured_output" && found == Asked::Perhaps;
                match found {
                    Asked::Perhaps | Asked::No if !binds => Asked::No,
                    found => bound(call, found.max(Asked::Yes)),
                }
            }
            _ => Asked::No,
        }
    }

    /// Whether what methods of a class keep under a name is a model.
    fn kept(&self, class: &'r Class<'r>, field: &str, at: At, steps: usize) -> Asked {
        let repository = self.court.repository;
        let module = At::top(at.module);
        let mut found = None;
        for method in Stmt::functions(&class.body) {
            let inside = repository.inside(module, method.id);
            Stmt::each_own(&method.body, &mut |stmt| {
                let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else {
                    return;
                };
                let is_it = |target: &Expr<'_>| {
                    matches!(&target.kind, ExprKind::Attribute(object, name)
                    if *name == field && object.is_name("self"))
                };
                if targets.iter().any(is_it) {
                    found = found.max(Some(self.is_model(value, inside, steps)));
                }
            });
        }
        found.unwrap_or(Asked::No)
    }
}

/// What a model becomes by a call that may bind it to a schema.
fn bound(call: &Call<'_>, model: Asked) -> Asked {
    let forms = ["output_type", "result_type", "response_model", "output_schema", "signature"];
    let by_name = forms.iter().find_map(|name| call.keyword(name));
    let schema = match call.callee_name() {
        "with_structured_output" => call.position(0).or_else(|| call.keyword("schema")),
        _ => by_name,
    };
    match schema {
        Some(schema) if speaks_of(schema, &["opinion"]) => Asked::Judge,
        Some(_) => model.max(Asked::Bound),
        None => model,
    }
}

/// Whether a name outside the repository is a model, makes one, or is what a library asks one by.
fn speaks(name: &str) -> bool {
    let root = name.split('.').next().unwrap_or_default();
    let last = name.rsplit('.').next().unwrap_or_default();
    if root == "langchain" || root.starts_with("langchain_") || root == "langgraph" {
        let is_chat = last.starts_with("Chat") && !has(last, NO_MODELS);
        return is_chat || LANGCHAIN.contains(&last);
    }
    let is_of_models = match root {
        "google" => ["google.genai", "google.generativeai", "google.adk"]
            .iter()
            .any(|package| name.starts_with(package)),
        // Of many services one speaks to models.
        "boto3" => false,
        _ => OTHERS.contains(&root) || speaks_to_models(name),
    };
    is_of_models && !has(last, NO_MODELS)
}
