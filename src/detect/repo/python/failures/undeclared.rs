//! Imports of packages that no manifest or lock file brings, and commands that start what is not there.
//!
//! Few packages are asked for, each known to bring the module alone: what another one may bring is not missed.

use super::super::repository::Repository;
use super::super::running::reach::Reach;
use super::super::running::sites::is_unused;
use super::super::sources::parse::Module;
use super::super::syntax::{Body, Expr, ExprKind, Import, Span, StmtKind};
use super::imports::may_bind;
use crate::detect::repo::manifests::{Command, Manifests};
use crate::detect::repo::python::names::words::speaks_of;
use crate::domain::facts::{LostCommand, UndeclaredImport, Unreadable};
use std::collections::BTreeMap;

/// Most that are stated.
const MOST: usize = 20;
/// Modules with a word that the name of every package has which brings them.
const KNOWN: [(&str, &str); 47] = [
    ("PIL", "pillow"),
    ("PyPDF2", "pypdf2"),
    ("anthropic", "anthropic"),
    ("bs4", "beautifulsoup"),
    ("chromadb", "chroma"),
    ("cohere", "cohere"),
    ("cv2", "opencv"),
    ("docling", "docling"),
    ("dotenv", "dotenv"),
    ("faiss", "faiss"),
    ("fastapi", "fastapi"),
    ("fitz", "pymupdf"),
    ("git", "gitpython"),
    ("github", "pygithub"),
    ("google.generativeai", "generativeai"),
    ("google.genai", "genai"),
    ("gradio", "gradio"),
    ("groq", "groq"),
    ("httpx", "httpx"),
    ("instructor", "instructor"),
    ("langchain_anthropic", "anthropic"),
    ("langchain_community", "langchain-community"),
    ("langchain_deepseek", "deepseek"),
    ("langchain_google_genai", "genai"),
    ("langchain_groq", "groq"),
    ("langchain_mistralai", "mistral"),
    ("langchain_ollama", "ollama"),
    ("langchain_openai", "openai"),
    ("langgraph", "langgraph"),
    ("litellm", "litellm"),
    ("matplotlib", "matplotlib"),
    ("networkx", "networkx"),
    ("ollama", "ollama"),
    ("openai", "openai"),
    ("pandas", "pandas"),
    ("pdf2image", "pdf2image"),
    ("pdfplumber", "pdfplumber"),
    ("pypdf", "pypdf"),
    ("pymupdf", "pymupdf"),
    ("pytesseract", "pytesseract"),
    ("rich", "rich"),
    ("sentence_transformers", "sentence-transformers"),
    ("sklearn", "scikit"),
    ("streamlit", "streamlit"),
    ("tree_sitter", "tree-sitter"),
    ("uvicorn", "uvicorn"),
    ("yaml", "yaml"),
];
/// Those that a package of another name hardly ever asks for.
const ALONE: [&str; 12] = [
    "docling",
    "fitz",
    "groq",
    "langchain_anthropic",
    "langchain_deepseek",
    "langchain_google_genai",
    "langchain_groq",
    "langchain_mistralai",
    "langchain_ollama",
    "langchain_openai",
    "pymupdf",
    "streamlit",
];
/// Packages that ask for some of those.
const ASKING: [&str; 18] = [
    "agno",
    "browser-use",
    "crewai",
    "deepagents",
    "deepeval",
    "embedchain",
    "gpt-researcher",
    "guardrails",
    "langflow",
    "langmem",
    "litellm",
    "llama-index",
    "mem0",
    "pandasai",
    "ragas",
    "scrapegraph",
    "trulens",
    "unstructured",
];
/// Packages that ask for `PyMuPDF`, and one that brings another module of its former name.
const ASKING_PYMUPDF: [&str; 14] = [
    "docquery",
    "fitz",
    "gmft",
    "kotaemon",
    "magic-pdf",
    "mineru",
    "paddleocr",
    "paper-qa",
    "pdf2docx",
    "pdf4llm",
    "pdf2zh",
    "pix2text",
    "rapidocr",
    "zerox",
];
/// Words of files that get packages by other means.
const BY_OTHER_MEANS: [&str; 4] = ["sys.modules", "# /// script", "ensurepip", "\"pip\""];

/// The packages that files of the program import and nothing installs, one import of each.
pub(in super::super) fn undeclared(
    repository: &Repository<'_>,
    reach: &Reach,
    manifests: &Manifests,
) -> Vec<UndeclaredImport> {
    let tricks = |module: &Module<'_>| BY_OTHER_MEANS.iter().any(|word| module.text.contains(word));
    if !manifests.any || repository.modules.iter().any(tricks) {
        return Vec::new();
    }
    let mut found: BTreeMap<&str, UndeclaredImport> = BTreeMap::new();
    for (index, module) in repository.modules.iter().enumerate() {
        if module.in_tests || reach.live(index) == Some(false) {
            continue;
        }
        let mut imports = Vec::new();
        needed(
            repository,
            &module.syntax.body,
            Run { at_once: true, guarded: false },
            &mut imports,
        );
        for (import, span, Run { at_once, guarded }) in imports {
            let Some((name, package)) = missed(repository, manifests, import, index) else {
                continue;
            };
            let is_run = reach.live(index) == Some(true);
            let fails =
                at_once && is_run && (manifests.lock.is_some() || reach.is_of_graphs(index));
            let import = UndeclaredImport {
                module: name.to_owned(),
                package: package.to_owned(),
                lock: manifests.lock.clone(),
                fails,
                guarded,
                place: module.place(span),
            };
            let known = found.entry(name).or_insert_with(|| import.clone());
            if (import.fails && !known.fails) || (known.guarded && !import.guarded) {
                *known = import;
            }
        }
    }
    let mut found: Vec<_> = found.into_values().collect();
    found.sort_by(|one, other| (one.guarded, &one.place).cmp(&(other.guarded, &other.place)));
    found.truncate(MOST);
    found
}

/// How an import runs.
#[derive(Clone, Copy)]
struct Run {
    /// As soon as its file is imported.
    at_once: bool,
    /// With a handler around it that catches that it fails.
    guarded: bool,
}

/// The module that an import needs and no package brings, with the word that its package would have.
fn missed(
    repository: &Repository<'_>,
    manifests: &Manifests,
    import: &Import<'_>,
    from: usize,
) -> Option<(&'static str, &'static str)> {
    if import.level > 0 || repository.imported_module(import, from).is_ok() {
        return None;
    }
    let whole = match import.name {
        Some(name) => format!("{}.{name}", import.module),
        None => import.module.to_owned(),
    };
    let is_it = |module: &str| {
        whole.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let (module, word) = KNOWN.into_iter().find(|(module, _)| is_it(module))?;
    // A folder of that name may be a package whose files were left out.
    let root = module.split('.').next().unwrap_or(module);
    let is_ours = stands(repository, root);
    let asked_for =
        manifests.names_any(ASKING) || (word == "pymupdf" && manifests.names_any(ASKING_PYMUPDF));
    let settled = manifests.lock.is_some() || (ALONE.contains(&module) && !asked_for);
    (settled && !is_ours && !manifests.names_any([word])).then_some((module, word))
}

/// Whether a folder or a file with this name is in the tree, wherever.
fn stands(repository: &Repository<'_>, name: &str) -> bool {
    let is_it = |part: &str| part.trim_end_matches(".py") == name;
    repository.modules.iter().any(|module| module.path.split('/').any(is_it))
}

/// The imports that are needed, with how they run.
fn needed<'a, 'r>(
    repository: &Repository<'r>,
    body: &'a Body<'r>,
    run: Run,
    found: &mut Vec<(&'a Import<'r>, Span, Run)>,
) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Import(imports) => {
                found.extend(imports.iter().map(|import| (import, stmt.span, run)));
            }
            StmtKind::Function(function) if !is_unused(repository, function) => {
                needed(repository, &function.body, Run { at_once: false, guarded: false }, found);
            }
            StmtKind::Class(class) => needed(repository, &class.body, run, found),
            // A condition may ask whether the package is there, or for types alone.
            StmtKind::If { branches, otherwise }
                if !branches.iter().any(|(test, _)| asks(test)) =>
            {
                for body in branches.iter().map(|(_, body)| body).chain([otherwise]) {
                    needed(repository, body, Run { at_once: false, ..run }, found);
                }
            }
            StmtKind::Try { handlers, .. } => {
                let guarded = run.guarded || !handlers.is_empty();
                let run = Run { at_once: run.at_once && !guarded, guarded };
                for block in stmt.blocks() {
                    needed(repository, block, run, found);
                }
            }
            _ => {}
        }
    }
}

/// Whether a condition may hold only where a package is there.
fn asks(test: &Expr<'_>) -> bool {
    test.any(&|part| match &part.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => speaks_of(
            name,
            &[
                "type_checking",
                "find_spec",
                "version",
                "avail",
                "has_",
                "have",
                "install",
                "enabled",
            ],
        ),
        _ => false,
    })
}

/// The commands of the manifests whose module or function is surely nowhere in the tree.
pub(in super::super) fn commands(
    repository: &Repository<'_>,
    manifests: &Manifests,
    unreadable: &[Unreadable],
) -> Vec<LostCommand> {
    if !unreadable.is_empty() {
        return Vec::new();
    }
    let lost = |command: &Command| {
        let lacking = match repository.modules_named(&command.module) {
            [] if command.is_plain => {
                // A package whose folder is not in the tree may be made when it is built.
                let root = command.module.split('.').next().unwrap_or_default();
                let is_there = stands(repository, root);
                let is_made = repository.modules.iter().any(|module| module.path == "setup.py");
                (!is_there && !is_made).then_some(None)
            }
            [module] if !may_bind(repository, *module, command.name()) => {
                let module = &repository.modules[*module];
                (!module.path.ends_with("__init__.py")).then(|| Some(module.path.to_owned()))
            }
            _ => None,
        }?;
        Some(LostCommand {
            target: format!("{}:{}", command.module, command.function),
            lacking,
            place: command.place.clone(),
        })
    };
    manifests.commands.iter().filter_map(lost).take(MOST).collect()
}

#[cfg(test)]
mod tests;
