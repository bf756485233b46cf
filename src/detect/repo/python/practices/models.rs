//! Which language models the sources name, and which functions come to ask one.

use super::super::repository::{Origin, Repository};
use super::super::running::sites::{Site, Sites};
use super::super::syntax::{Call, Expr, Passing};
use super::{Found, posts};
use crate::domain::facts::Practice;

/// Families of language models, by a part that all names of their models have.
pub(in crate::detect) const FAMILIES: &[&str] =
    &["gpt", "claude", "gemini", "llama", "qwen", "mistral", "mixtral", "deepseek"];

/// Callees that make a language model, by their last name.
pub(super) const MAKERS: &[&str] = &[
    "ChatOpenAI",
    "AzureChatOpenAI",
    "ChatAnthropic",
    "ChatGoogleGenerativeAI",
    "ChatGroq",
    "ChatOllama",
    "ChatMistralAI",
    "ChatDeepSeek",
    "ChatBedrock",
    "ChatBedrockConverse",
    "ChatVertexAI",
    "ChatFireworks",
    "ChatTogether",
    "ChatCohere",
    "ChatXAI",
    "ChatOpenRouter",
    "ChatHuggingFace",
    "ChatLiteLLM",
    "ChatNVIDIA",
    "GenerativeModel",
    "HuggingFaceEndpoint",
    "OllamaLLM",
    "init_chat_model",
];
/// Methods that ask a model which is passed by its name.
const ASKS: &[&str] = &[
    "create",
    "parse",
    "chat",
    "chat_completion",
    "complete",
    "completion",
    "acompletion",
    "generate",
    "generate_content",
];
/// Parameters that take the name of a model.
const NAMED_BY: &[&str] = &["model", "model_name", "model_id", "repo_id"];

/// Notes the models and the functions that come to ask one.
pub(super) fn read<'r>(repository: &Repository<'r>, sites: &Sites<'r>, found: &mut Found) {
    let live = || sites.all.iter().filter(|site| !site.around.dead);
    for site in live().filter(|site| asks_model(site.call) || names_model(site.call)) {
        let module = site.module(repository);
        let class = site.call.callee_name();
        if MAKERS.contains(&class) {
            let place = module.place(site.expr.span);
            found.practice(Practice::Client, class, place.clone(), module.in_tests);
            if site.call.keyword("max_retries").is_some() {
                found.practice(Practice::Attempts, "?", place, module.in_tests);
            }
        }
        for name in models(repository, site) {
            let (practice, by) = match &name {
                Some(name) => (Practice::Model, name.as_str()),
                None => (Practice::ModelOpen, class),
            };
            found.practice(practice, by, module.place(site.expr.span), module.in_tests);
        }
    }
    let asks = |site: &&Site<'r>| asks_model(site.call) || posts::is_one(repository, site);
    found.with_callers(repository, sites, Practice::AsksModel, live().filter(asks).collect());
}

fn asks_model(call: &Call<'_>) -> bool {
    let name = call.callee_name();
    MAKERS.contains(&name) || (ASKS.contains(&name) && call.keyword("model").is_some())
}

/// Whether something is told which model to ask, such as an agent of another library.
fn names_model(call: &Call<'_>) -> bool {
    NAMED_BY.iter().any(|name| call.keyword(name).is_some())
}

/// The names of the models that a call asks; `None` is one that the sources do not tell.
fn models<'r>(repository: &Repository<'r>, site: &Site<'r>) -> Vec<Option<String>> {
    let value: Option<&'r Expr<'r>> = site
        .call
        .args
        .iter()
        .find(|arg| matches!(arg.passing, Passing::Keyword(name) if NAMED_BY.contains(&name)))
        .or_else(|| site.call.args.first().filter(|arg| arg.passing == Passing::Position))
        .map(|arg| &arg.value);
    let Some(value) = value else { return vec![None] };
    let told = |origin| match origin {
        Origin::Value(_, value) => value.text(),
        _ => None,
    };
    let names: Vec<_> = repository.origins(value, site.at).into_iter().map(told).collect();
    if names.is_empty() { vec![None] } else { names }
}
