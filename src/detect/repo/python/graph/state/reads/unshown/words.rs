//! Names by which evidence may be brought to a judge from elsewhere, and those that bring none.

use crate::detect::repo::python::names::built_in::is_within;
use crate::detect::repo::python::syntax::{Expr, ExprKind};

/// Methods that send something to a model, whatever it is.
pub(super) const ASKS: &[&str] =
    &["invoke", "ainvoke", "predict", "apredict", "generate_content", "generate_content_async"];
/// Methods that do where they are given the messages.
pub(super) const ASKS_WITH: &[&str] =
    &["create", "acreate", "complete", "completion", "acompletion", "chat"];
/// What these are given then.
pub(super) const MESSAGES: &[&str] = &["messages", "contents", "input"];

/// Functions that ask a model by its address.
pub(super) const POSTS: &[&str] = &["post", "urlopen", "Request", "request"];
/// Packages of which a function may ask a model.
const ASKING: &[&str] = &["anthropic", "google", "groq", "litellm", "ollama", "openai"];
/// Methods that give something of what they are called on, and ask nobody.
pub(super) const READING: &[&str] = &[
    "bind",
    "casefold",
    "critical",
    "decode",
    "dict",
    "encode",
    "find",
    "findall",
    "group",
    "isdigit",
    "isoformat",
    "json",
    "log",
    "lstrip",
    "model_dump",
    "model_dump_json",
    "model_validate",
    "now",
    "rstrip",
    "splitlines",
    "sub",
    "with_retry",
    "with_structured_output",
];

/// Packages whose functions bring in nothing of the case by themselves.
const QUIET: &[&str] = &[
    "anthropic",
    "asyncio",
    "builtins",
    "collections",
    "copy",
    "dataclasses",
    "datetime",
    "dotenv",
    "enum",
    "google",
    "groq",
    "json",
    "langsmith",
    "litellm",
    "logging",
    "math",
    "ollama",
    "openai",
    "operator",
    "pydantic",
    "random",
    "re",
    "rich",
    "tenacity",
    "textwrap",
    "time",
    "traceback",
    "typing",
    "uuid",
];
/// Packages of `LangChain` that bring the models of one vendor, or what all of them share.
const VENDORS: &[&str] = &[
    "anthropic",
    "aws",
    "azure_ai",
    "cerebras",
    "cohere",
    "core",
    "deepseek",
    "fireworks",
    "google_genai",
    "google_vertexai",
    "groq",
    "huggingface",
    "mistralai",
    "nvidia_ai_endpoints",
    "ollama",
    "openai",
    "openrouter",
    "together",
    "xai",
];
/// Parts of the names of models, prompts and messages.
const CHAT: &[&str] =
    &["chat_models", "init_chat_model", "messages", "output_parsers", "prompts", "schema"];
/// Functions of `os` of which the same is true.
const ENVIRONMENT: &[&str] = &["os.getenv", "os.environ"];
/// Functions and methods that tell no model what they are given.
pub(super) const SILENT: &[&str] = &[
    "isinstance",
    "len",
    "bool",
    "print",
    "type",
    "debug",
    "info",
    "warning",
    "error",
    "exception",
];
/// Parts of the names of functions and methods that may bring evidence from somewhere else.
const BRINGING: &[&str] = &[
    "read",
    "load",
    "open",
    "fetch",
    "query",
    "search",
    "retriev",
    "store",
    "memory",
    "vector",
    "tool",
    "agent",
    "glob",
    "walk",
    "iterdir",
    "listdir",
    "execute",
    "recv",
    "urlopen",
    "popen",
    "check_output",
    "import_module",
    "evidence",
    "finding",
];
/// Names with such a part that bring nothing.
const HARMLESS: &[&str] = &["load_dotenv", "loads", "model_validate_json", "get_event_loop"];
/// Methods of texts, lists and dictionaries, whoever defines others of the same name.
pub(super) const PLAIN: &[&str] = &[
    "get",
    "items",
    "keys",
    "values",
    "append",
    "extend",
    "insert",
    "join",
    "format",
    "strip",
    "lower",
    "upper",
    "replace",
    "split",
    "update",
    "setdefault",
    "copy",
    "pop",
    "startswith",
    "endswith",
    "index",
    "count",
    "sort",
    "add",
    "title",
];

/// Whether a function outside the repository brings in nothing of the case.
pub(super) fn is_quiet(name: &str) -> bool {
    let mut parts = name.split('.');
    match (parts.next(), parts.next()) {
        // Exceptions are made.
        (Some("builtins"), Some(name)) => is_built_in(name) || name.starts_with(char::is_uppercase),
        (Some("os"), _) => ENVIRONMENT.iter().any(|known| name.starts_with(known)),
        (Some(root), _) => {
            (QUIET.contains(&root) || is_of_models(root, name))
                && !name.split('.').skip(1).any(brings)
        }
        (None, _) => false,
    }
}

/// Whether a name of `LangChain`'s is that of a model, or of what is said to one; of its other packages some look things up.
fn is_of_models(root: &str, name: &str) -> bool {
    let is_chat = |part: &str| CHAT.contains(&part) || part.starts_with("Chat");
    match root.strip_prefix("langchain") {
        Some("") => name.split('.').skip(1).any(is_chat),
        Some(rest) => {
            rest.strip_prefix('_').is_some_and(|vendor| VENDORS.contains(&vendor))
                || name.split('.').skip(1).any(is_chat)
        }
        None => false,
    }
}

/// Whether a function outside the repository may ask a model; who makes a client asks nothing yet.
pub(super) fn is_asking(name: &str) -> bool {
    let mut parts = name.split('.');
    parts.next().is_some_and(|root| ASKING.contains(&root))
        && !parts.next_back().is_some_and(|last| last.starts_with(char::is_uppercase))
}

/// Whether a dotted name begins with one that Python does not have itself.
pub(super) fn is_local(name: &str) -> bool {
    let rest = name.strip_prefix("builtins.").and_then(|rest| rest.split_once('.'));
    rest.is_some_and(|(first, _)| !is_built_in(first) && !first.starts_with(char::is_uppercase))
}

/// Whether a name says that something may be brought from elsewhere.
pub(super) fn brings(name: &str) -> bool {
    let name = name.to_lowercase();
    !HARMLESS.contains(&name.as_str())
        && name.split('_').any(|word| BRINGING.iter().any(|bringing| word.starts_with(bringing)))
}

/// The names of which a callee consists: `self.model.invoke`.
pub(super) fn names<'r>(callee: &Expr<'r>) -> Vec<&'r str> {
    let (mut names, mut open) = (Vec::new(), callee);
    loop {
        match &open.kind {
            ExprKind::Attribute(object, name) => {
                names.push(*name);
                open = object;
            }
            ExprKind::Name(name) => {
                names.push(*name);
                return names;
            }
            _ => return names,
        }
    }
}

/// Whether a function of Python's own brings nothing in; what `filter` and `map` call is given to them.
fn is_built_in(name: &str) -> bool {
    is_within(name) || matches!(name, "filter" | "map")
}
