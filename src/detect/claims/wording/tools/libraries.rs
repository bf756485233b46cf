//! The libraries and providers that reports name, and the modules that they are imported by.

use super::vendors;
use crate::domain::facts::{RepositoryFacts, Vocabulary};
use aho_corasick::AhoCorasick;
use std::sync::LazyLock;

/// Modules that ask the models of Google; what else stands under `google` is another service.
pub(in crate::detect::claims) const OF_GOOGLE: &[&str] = &[
    "langchain_google_genai",
    "langchain_google_vertexai",
    "google.generativeai",
    "google.genai",
    "google.cloud.aiplatform",
    "vertexai",
];

/// A library by its names in prose, in lower case, and the first parts of its modules' names.
const LIBRARIES: &[(&[&str], &[&str])] = &[
    (&["langgraph"], &["langgraph"]),
    (&["langchain"], &["langchain", "langchain_core", "langchain_community", "langchain_openai"]),
    (&["langsmith"], &["langsmith"]),
    (&["docling"], &["docling"]),
    (&["pypdf2"], &["PyPDF2"]),
    (&["pypdf"], &["pypdf"]),
    (&["pdfreader"], &["pypdf", "PyPDF2"]),
    (&["pymupdf", "fitz"], &["fitz", "pymupdf", "pymupdf4llm"]),
    (&["pdfplumber"], &["pdfplumber"]),
    (&["pdf2image"], &["pdf2image"]),
    (&["ollama"], &["langchain_ollama", "ollama"]),
    (&["groq"], &["langchain_groq", "groq"]),
    (&["chatopenai", "openai"], &["openai", "langchain_openai"]),
    (&["gemini"], OF_GOOGLE),
    (&["anthropic"], &["anthropic", "langchain_anthropic"]),
    (&["gitpython"], &["git"]),
    (&["pydriller"], &["pydriller"]),
    (&["tree-sitter"], &["tree_sitter", "tree_sitter_languages", "tree_sitter_language_pack"]),
    (&["fastapi"], &["fastapi"]),
    (&["streamlit"], &["streamlit"]),
    (&["gradio"], &["gradio"]),
    (&["typer"], &["typer"]),
    (&["tenacity"], &["tenacity"]),
    (&["dotenv"], &["dotenv"]),
    (&["networkx"], &["networkx"]),
    (&["faiss"], &["faiss", "langchain_community.vectorstores"]),
    (
        &["chromadb"],
        &[
            "chromadb",
            "langchain_chroma",
            "langchain_community.vectorstores",
            "haystack_integrations.document_stores.chroma",
            "llama_index.vector_stores.chroma",
        ],
    ),
    (&["pytest"], &["pytest"]),
    (&["jinja2", "jinja"], &["jinja2"]),
    (&["redis"], &["redis"]),
    (&["pandas"], &["pandas"]),
    (&["weasyprint"], &["weasyprint"]),
    (&["sentence-transformers"], &["sentence_transformers"]),
    // What is called after another one and is none of it.
    (&["django channels"], &["channels"]),
    (&["django ninja"], &["ninja"]),
    (&["django rest framework"], &["rest_framework"]),
    (&["flask cors"], &["flask_cors"]),
    (&["flask login"], &["flask_login"]),
    (&["flask migrate"], &["flask_migrate"]),
    (&["flask restful"], &["flask_restful"]),
    (&["flask socketio"], &["flask_socketio"]),
    (&["flask sqlalchemy"], &["flask_sqlalchemy"]),
    (&["langchain text splitters"], &["langchain_text_splitters", "langchain.text_splitter"]),
    (&["openai gym"], &["gym", "gymnasium"]),
    (&["openai whisper"], &["whisper"]),
    (&["pytorch geometric"], &["torch_geometric"]),
    (&["pytorch lightning"], &["pytorch_lightning", "lightning"]),
    (&["redis queue"], &["rq"]),
];

/// Parts of words without one of which no library is named.
pub(in super::super) const KEYWORDS: &[&str] = &[
    "langgraph",
    "langchain",
    "langsmith",
    "docling",
    "pypdf",
    "pdfreader",
    "pymupdf",
    "fitz",
    "pdfplumber",
    "pdf2image",
    "ollama",
    "groq",
    "openai",
    "gemini",
    "anthropic",
    "gitpython",
    "pydriller",
    "tree-sitter",
    "fastapi",
    "streamlit",
    "gradio",
    "typer",
    "tenacity",
    "dotenv",
    "networkx",
    "faiss",
    "chromadb",
    "pytest",
    "jinja",
    "redis",
    "pandas",
    "weasyprint",
    "sentence-transformers",
    "django",
    "flask",
    "pytorch",
];

/// Finds all names; each belongs to the library with its number. The longest name at a place counts.
static NAMES: LazyLock<(AhoCorasick, Vec<usize>)> = LazyLock::new(|| {
    let all = LIBRARIES.iter().enumerate();
    let owned = all.flat_map(|(number, (names, _))| names.iter().map(move |name| (name, number)));
    let (names, owners): (Vec<&&str>, Vec<usize>) = owned.unzip();
    let found = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(aho_corasick::MatchKind::LeftmostLongest)
        .build(names);
    (found.expect("the names are few"), owners)
});

/// The libraries that a text names: the name as written, and the first parts of the modules' names.
pub(in crate::detect::claims) fn named(text: &str) -> Vec<(&str, &'static [&'static str])> {
    let (names, owners) = &*NAMES;
    let bytes = text.as_bytes();
    let inside_word = |at: Option<&u8>| at.is_some_and(u8::is_ascii_alphanumeric);
    let mut found: Vec<(&str, &'static [&'static str])> = Vec::new();
    for hit in names.find_iter(text) {
        let before = hit.start().checked_sub(1).and_then(|at| bytes.get(at));
        let word = inside_word(before) || inside_word(bytes.get(hit.end()));
        let modules = LIBRARIES[owners[hit.pattern().as_usize()]].1;
        let is_other = || goes_on(&text[hit.start()..], hit.len(), modules);
        let is_id = || is_in_model_id(text, hit.range());
        let is_named = || {
            vendors::is_of_a_vendor(text, &hit.range())
                || vendors::is_of_a_product(text, &hit.range())
        };
        if word || is_id() || is_other() || is_named() || is_in_message(text, hit.start()) {
            continue;
        }
        if !found.iter().any(|(_, known)| *known == modules) {
            found.push((&text[hit.range()], modules));
        }
    }
    found
}

/// Whether a name is the publisher in the id of a model: `openai/gpt-oss-120b`.
fn is_in_model_id(text: &str, name: std::ops::Range<usize>) -> bool {
    let Some(model) = text[name.end..].strip_prefix('/') else { return false };
    let inside =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.' | '_' | ':');
    let end = model.find(|letter| !inside(letter)).unwrap_or(model.len());
    let model = model[..end].trim_end_matches(['.', ':']);
    let small = |word: &str| word.starts_with(|first: char| first.is_ascii_lowercase());
    small(&text[name]) && small(model) && model.contains('-')
}

/// Words that are joined to the name of a library, and make no other name of it.
const JOINED: &[&str] = &[
    "agnostic",
    "api",
    "aware",
    "centric",
    "class",
    "compatible",
    "compliant",
    "first",
    "free",
    "friendly",
    "grade",
    "level",
    "like",
    "native",
    "only",
    "ready",
    "side",
    "specific",
    "style",
    "type",
];

/// Whether the name at the head of a text goes on with a letter behind a sign, which makes another library of it:
/// `fastapi-mcp` is none of `fastapi`, as `fastapi-based` is, and `tree-sitter-languages` of `tree-sitter`.
fn goes_on(text: &str, name: usize, modules: &[&str]) -> bool {
    let rest = &text[name..];
    let Some(behind) = rest.strip_prefix(['-', '_']) else { return false };
    if !behind.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return false;
    }
    let inside = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    let end = |text: &str| text.find(|letter| !inside(letter)).unwrap_or(text.len());
    let whole = text[..name + end(rest)].to_ascii_lowercase().replace('-', "_");
    let first = behind.split(|letter: char| !letter.is_ascii_alphanumeric()).next();
    let first = first.unwrap_or_default().to_ascii_lowercase();
    // `Docling-parsed` and `Redis-backed` say what becomes of something.
    let joined = JOINED.contains(&first.as_str())
        || first.len() > 4 && ["ed", "ing", "en"].iter().any(|end| first.ends_with(end))
        || ["built", "driven", "led", "run"].contains(&first.as_str())
        || super::super::bench::models::is_tier(&first);
    !joined && !modules.contains(&whole.as_str())
}

/// Whether a module is one of a library's, or a part of one.
pub(in crate::detect::claims) fn is_of(module: &str, modules: &[&str]) -> bool {
    modules.iter().any(|own| {
        module.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// Whether a place of a text lies in quotation marks that open behind `e.g.`: there an example of a message stands.
fn is_in_message(text: &str, at: usize) -> bool {
    let before = &text[..at];
    let opened = before.rfind(['“', '"']).filter(|open| {
        let inside = &before[*open..];
        let mark = inside.chars().next().unwrap_or('"');
        let closes = if mark == '“' { '”' } else { '"' };
        !inside[mark.len_utf8()..].contains(closes)
    });
    let lead = opened.map(|open| before[..open].trim_end().trim_end_matches(',').to_lowercase());
    lead.is_some_and(|lead| lead.ends_with("e.g.") || lead.ends_with("e.g"))
}

/// Whether a manifest or a lock file names the library of a module; nothing where there is none, or the library is not
/// known.
pub(in crate::detect::claims) fn in_manifest(
    repository: &RepositoryFacts,
    module: &str,
) -> Option<bool> {
    let packages = &repository.vocabulary.as_ref()?.packages;
    let (names, modules) = LIBRARIES.iter().find(|(_, known)| known.contains(&module))?;
    let dashed = |name: &str| name.to_lowercase().replace(['_', '.'], "-");
    let is_it = |package: &String| {
        modules.iter().any(|module| *package == dashed(module))
            || names.iter().any(|name| package.contains(name))
    };
    (!packages.is_empty()).then(|| packages.iter().any(is_it))
}

/// Whether a manifest may ask for the library of these modules, or a source names it in a text. Where not all of
/// them were read, it may be so.
pub(in crate::detect::claims) fn asked_for(repository: &RepositoryFacts, modules: &[&str]) -> bool {
    let Some(Vocabulary { names, packages, .. }) = &repository.vocabulary else { return true };
    let library = LIBRARIES.iter().find(|(_, known)| *known == modules);
    let own = library.map_or(&[][..], |(names, _)| names);
    let dashed: Vec<String> =
        modules.iter().map(|module| module.to_lowercase().replace(['_', '.'], "-")).collect();
    // `langchain-openai` is one of the packages of `openai`.
    packages
        .iter()
        .any(|package| dashed.contains(package) || own.iter().any(|name| package.contains(name)))
        || names.iter().any(|name| modules.contains(&name.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_a_part_without_which_no_library_is_looked_for() {
        let names = LIBRARIES.iter().flat_map(|(names, _)| *names);
        for name in names {
            assert!(KEYWORDS.iter().any(|keyword| name.contains(keyword)), "{name}");
        }
    }
}
