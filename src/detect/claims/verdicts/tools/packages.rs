//! Libraries that are said to be used, held against what the sources import and the manifests ask for.

use super::super::{NO_NAME, Verdict, is_read_whole};
use super::libraries;
use crate::detect::claims::wording::tools::libraries::{asked_for, is_of};
use crate::detect::claims::wording::tools::{PackageName, packages};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{ImportFact, RepositoryFacts, is_installed};
use std::sync::LazyLock;

/// Libraries that code can use only by importing them, by their names in prose and their modules.
const KNOWN: &[(&str, &[&str])] = &[
    ("aiohttp", &["aiohttp"]),
    ("attrs", &["attr", "attrs"]),
    ("beautifulsoup", &["bs4"]),
    ("beautifulsoup4", &["bs4"]),
    ("bs4", &["bs4"]),
    ("click", &["click"]),
    ("crewai", &["crewai"]),
    ("discord.py", &["discord"]),
    ("djangorestframework", &["rest_framework"]),
    ("djangorestframework-simplejwt", &["rest_framework_simplejwt"]),
    ("faiss-cpu", &["faiss"]),
    ("faiss-gpu", &["faiss"]),
    ("gitpython", &["git"]),
    ("google-genai", &["google.genai"]),
    ("google-generativeai", &["google.generativeai"]),
    ("httpx", &["httpx"]),
    ("instructor", &["instructor"]),
    ("libcst", &["libcst"]),
    ("litellm", &["litellm"]),
    ("llama-index", &["llama_index"]),
    ("loguru", &["loguru"]),
    ("matplotlib", &["matplotlib"]),
    ("numpy", &["numpy"]),
    ("opencv", &["cv2"]),
    ("opencv-python", &["cv2"]),
    ("pdfminer", &["pdfminer"]),
    ("pdfminer.six", &["pdfminer"]),
    ("pillow", &["PIL"]),
    ("pycryptodome", &["Crypto"]),
    ("pydantic", &["pydantic"]),
    ("pygithub", &["github"]),
    ("pyjwt", &["jwt"]),
    ("pymupdf", &["fitz", "pymupdf", "pymupdf4llm"]),
    ("pytesseract", &["pytesseract"]),
    ("python-dateutil", &["dateutil"]),
    ("python-decouple", &["decouple"]),
    ("python-docx", &["docx"]),
    ("python-dotenv", &["dotenv"]),
    ("python-jose", &["jose"]),
    ("python-magic", &["magic"]),
    ("python-pptx", &["pptx"]),
    ("python-slugify", &["slugify"]),
    ("pyyaml", &["yaml"]),
    ("requests", &["requests"]),
    ("rich", &["rich"]),
    ("scikit-learn", &["sklearn"]),
    ("sqlalchemy", &["sqlalchemy"]),
    ("structlog", &["structlog"]),
    ("tiktoken", &["tiktoken"]),
    ("tqdm", &["tqdm"]),
];

/// Names that are words of prose as well, so that they stand for a library only where they are written as one.
const WORDS: &[&str] = &[
    "abc",
    "array",
    "ast",
    "asyncio",
    "attrs",
    "box",
    "calendar",
    "click",
    "code",
    "collections",
    "context",
    "copy",
    "dataclasses",
    "datetime",
    "enum",
    "errors",
    "evidence",
    "fire",
    "functools",
    "git",
    "graph",
    "hashlib",
    "html",
    "http",
    "inspect",
    "instructor",
    "io",
    "json",
    "logging",
    "magic",
    "markdown",
    "math",
    "models",
    "operator",
    "os",
    "path",
    "pathlib",
    "pickle",
    "platform",
    "queue",
    "random",
    "re",
    "requests",
    "resource",
    "rich",
    "schedule",
    "secrets",
    "select",
    "shutil",
    "signal",
    "site",
    "src",
    "state",
    "statistics",
    "string",
    "subprocess",
    "symbol",
    "sys",
    "tempfile",
    "test",
    "tests",
    "threading",
    "time",
    "token",
    "tools",
    "trace",
    "types",
    "typing",
    "unittest",
    "urllib",
    "uuid",
    "warnings",
    "yaml",
    "zipfile",
];
/// Those of them that no capital makes a library's name.
const NEVER: &[&str] = &[
    "ast", "code", "context", "copy", "evidence", "git", "graph", "html", "http", "io", "json",
    "markdown", "models", "os", "path", "re", "src", "state", "string", "test", "tests", "time",
    "token", "tools", "types", "yaml",
];

/// What is drawn or written outside the program, by whatever tools.
static OUTSIDE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:diagrams?|figures?|charts?|this (?:report|document|pdf)|screenshots?|video|slides|notebooks?|front-?end|ui)\b",
    )
});

/// What is said to be built is a graph.
static OF_GRAPH: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:(?:state ?)?graphs?|orchestrat\w*|swarm|workflow|multi-agent|state machine)\b",
    )
});

/// Endings of sources in other languages, which may use the library in the program's place.
const OTHERS: [&str; 12] =
    [".ts", ".tsx", ".js", ".mjs", ".go", ".java", ".rs", ".ipynb", ".php", ".rb", ".cs", ".kt"];

/// What the sources say to the libraries that are named; nothing where no name is one.
pub(super) fn told(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let each: Vec<Verdict> = packages(text)
        .into_iter()
        .filter(|named| is_name(*named))
        .filter_map(|named| one(repository, text, named))
        .collect();
    let worst = |status| each.iter().position(|verdict| verdict.status == status);
    let first = worst(Contradicted).or_else(|| worst(Undecided)).or_else(|| worst(Supported))?;
    each.into_iter().nth(first)
}

/// Whether a word may be the name of a library as it is written.
fn is_name(named: PackageName<'_>) -> bool {
    let small = named.name.to_lowercase();
    let capital = named.name.starts_with(|first: char| first.is_ascii_uppercase());
    let long = small.len() > 2 && !is_word(named.name);
    named.marked || long || (capital && !NEVER.contains(&small.as_str()))
}

/// Whether a name is a word of prose as well.
fn is_word(name: &str) -> bool {
    WORDS.binary_search(&name.to_lowercase().as_str()).is_ok()
}

/// The modules of a library: what is known of it, or its own name.
fn modules(name: &str) -> (Vec<String>, bool) {
    let dashed = name.to_lowercase().replace('_', "-");
    let known = KNOWN.iter().find(|(known, modules)| *known == dashed || modules.contains(&name));
    match known {
        Some((_, modules)) => (modules.iter().map(|module| (*module).to_owned()).collect(), true),
        None => (vec![name.replace('-', "_")], false),
    }
}

fn one(repository: &RepositoryFacts, text: &str, named: PackageName<'_>) -> Option<Verdict> {
    let (modules, known) = modules(named.name);
    let is_it = |import: &&ImportFact| {
        modules.iter().any(|module| {
            let small = import.module.to_lowercase();
            small
                .strip_prefix(&module.to_lowercase())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    let all: Vec<&ImportFact> = repository.python.imports.iter().filter(is_it).collect();
    let ours = || all.iter().filter(|import| !import.in_tests);
    if let Some(import) = ours().filter(|import| !import.idle).min_by_key(|import| import.unused) {
        let (status, fact) = if import.unused {
            (
                Undecided,
                format!("`{}` is imported at `{}`, and never used", import.module, import.place),
            )
        } else {
            (Supported, format!("`{}` is imported", import.module))
        };
        return Some(Verdict::of(status, fact, [&import.place]));
    }
    if let Some(import) = ours().next() {
        let fact = format!("`{}` is imported, in code that nothing that runs uses", import.module);
        return Some(Verdict::of(Undecided, fact, [&import.place]));
    }
    if let Some(import) = all.first() {
        let fact = format!("tests alone import `{}`", import.module);
        return Some(Verdict::of(Undecided, fact, [&import.place]));
    }
    // A word with which a sentence begins has a capital, whatever it stands for.
    if !named.marked && (!known || is_word(named.name)) {
        return None;
    }
    let packages = &repository.vocabulary.as_ref()?.packages;
    let dashed = named.name.to_lowercase().replace('_', "-");
    let own: Vec<&str> = modules.iter().map(String::as_str).collect();
    let declared = packages.contains(&dashed) || (known && asked_for(repository, &own));
    if declared {
        // What a package is imported by need not be called like it.
        let none = if known { "nothing imports it" } else { "no import was recognised as its own" };
        let fact = format!("a manifest or a text names `{}`, and {none}", named.name);
        return Some(Verdict::undecided(fact));
    }
    let fact = nothing_imports(repository, own[0]);
    if known && is_absent(repository, text, &own) {
        return Some(Verdict::of(Contradicted, fact, []));
    }
    // What is written as code may be anything, such as a function.
    known.then(|| Verdict::undecided(fact)).or_else(|| Some(Verdict::undecided(NO_NAME)))
}

/// That nothing imports a module, as far as the sources were read that import anything.
pub(in super::super) fn nothing_imports(repository: &RepositoryFacts, module: &str) -> String {
    if let Some(language) = main_language(repository) {
        return format!("most sources are {language}, of which no imports were read");
    }
    let nothing = if has_other_sources(repository) { "no Python source" } else { "nothing" };
    format!("{nothing} imports `{module}`")
}

/// Languages whose imports are not read, by the endings of their sources.
const UNREAD: &[(&str, &[&str])] = &[
    ("C", &["c", "h"]),
    ("C#", &["cs"]),
    ("C++", &["cc", "cpp", "cxx", "hpp"]),
    ("Dart", &["dart"]),
    ("Go", &["go"]),
    ("Java", &["java"]),
    ("JavaScript or TypeScript", &["cjs", "js", "jsx", "mjs", "svelte", "ts", "tsx", "vue"]),
    ("Jupyter notebooks", &["ipynb"]),
    ("Kotlin", &["kt", "kts"]),
    ("PHP", &["php"]),
    ("R", &["R", "r"]),
    ("Ruby", &["rb"]),
    ("Rust", &["rs"]),
    ("Swift", &["swift"]),
];

/// How many times as many sources in another language make those in Python few.
const FEW: usize = 3;

/// The language that nearly all sources are written in, where it is none whose imports are read.
pub(in super::super) fn main_language(repository: &RepositoryFacts) -> Option<&'static str> {
    let entries = repository.tree.entries.iter();
    let own = entries.filter(|entry| !is_installed(entry.path.as_bytes()));
    let ends = own.filter_map(|entry| Some(entry.path.rsplit_once('.')?.1));
    let mut counts = vec![0_usize; UNREAD.len()];
    let mut python = 0;
    for end in ends {
        python += usize::from(end == "py");
        let language = UNREAD.iter().position(|(_, own)| own.contains(&end));
        if let Some(at) = language {
            counts[at] += 1;
        }
    }
    let (at, most) = counts.into_iter().enumerate().max_by_key(|(_, count)| *count)?;
    (most > python * FEW).then_some(UNREAD[at].0)
}

/// Whether the tree has sources in which other modules are imported, and in another way.
fn has_other_sources(repository: &RepositoryFacts) -> bool {
    let mut paths = repository.tree.entries.iter().map(|entry| &entry.path);
    paths.any(|path| OTHERS.iter().any(|end| path.ends_with(end)))
}

/// What was used or chosen may have been so for something that is not in the tree.
static PAST: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:was|were|been) (?:\w+ly )?(?:used|employed|utili[sz]ed|leveraged|imported|chosen|selected|adopted)\b",
    )
});

/// Whether a library that is said to be used is surely not: nothing imports it, nor asks for it, and nothing that could
/// use it in another way was left out.
pub(super) fn is_absent(repository: &RepositoryFacts, text: &str, modules: &[&str]) -> bool {
    let python = &repository.python;
    let loads = |import: &ImportFact| {
        import.module.starts_with("importlib") || is_of(&import.module, modules)
    };
    let of_graph = modules.contains(&"langgraph");
    // That a manifest asks for it builds no graph.
    let asked = asked_for(repository, modules) && !(of_graph && repository.vocabulary.is_some());
    let other = has_other_sources(repository);
    !python.imports.iter().any(loads)
        && !asked
        && !other
        && (!of_graph
            || (OF_GRAPH.is_match(text)
                && python.unmade_graph.is_none()
                && python.graphs.is_empty()))
        && python.others.is_none()
        && !libraries::OPEN.is_match(text)
        && !OUTSIDE.is_match(text)
        && !PAST.is_match(text)
        && is_read_whole(repository)
}
