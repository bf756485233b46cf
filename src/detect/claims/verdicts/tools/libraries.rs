//! Which libraries are used.

use super::super::{NO_NAME, Verdict, done, is_read_whole};
use super::practices::is_of_pictures;
use super::{frameworks, imported, joined, packages};
use crate::detect::claims::wording::tools::libraries;
use crate::detect::claims::{wording, words};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{
    ImportFact, PortFact, Practice, PracticeFact, RepositoryFacts, is_installed,
};
use std::sync::LazyLock;

/// Libraries, by one of their modules, that code can use only by importing them.
const ONLY_IMPORTED: [&str; 11] = [
    "PyPDF2",
    "fitz",
    "git",
    "langgraph",
    "networkx",
    "pdfplumber",
    "pydriller",
    "pypdf",
    "tenacity",
    "tree_sitter",
    "typer",
];

/// Whether a text names none of the libraries that most reports name, nor what takes the place of one.
pub(in super::super) fn names_none(text: &str) -> bool {
    libraries::named(text).is_empty()
        && wording::tools::rejected(text).is_none()
        && wording::state::saver(text).is_none()
}

/// What is said of libraries none of which is among those that most reports name.
pub(in super::super) fn by_any_name(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let others = names_none(text);
    others
        .then(|| packages::told(repository, text))?
        .or_else(|| others.then(|| Verdict::undecided(NO_NAME)))
}

/// Whether all libraries that are named are imported. The code contradicts it where nothing names a library, and
/// another one does all that it is said to do.
pub(in super::super) fn libraries(repository: &RepositoryFacts, text: &str) -> Verdict {
    let python = &repository.python;
    let mut places = Vec::new();
    let mut first = None;
    if let Some(verdict) = rejected(repository, text).or_else(|| other_client(repository, text)) {
        return verdict;
    }
    for (name, modules) in libraries::named(text) {
        let in_tests = modules.contains(&"pytest");
        let is_it = |import: &&ImportFact| {
            import.in_tests == in_tests && libraries::is_of(&import.module, modules)
        };
        let all: Vec<&ImportFact> = python.imports.iter().filter(is_it).collect();
        // What runs shows it sooner than what nothing comes to, and the graph sooner than what is stored of it.
        let running = all.iter().copied().filter(|import| !import.idle);
        let running =
            running.min_by_key(|import| (import.unused, import.module != "langgraph.graph"));
        if let (Some(import), None) = (all.first(), running) {
            let fact =
                format!("`{}` is imported, in code that nothing that runs uses", import.module);
            return Verdict::of(Undecided, fact, [&import.place]);
        }
        let Some(import) = running else {
            let otherwise = by_address(repository, modules)
                .or_else(|| in_tests.then(|| run_by_pytest(repository)).flatten());
            if let Some(verdict) = otherwise {
                return verdict;
            }
            let other = other_library(repository, text, modules);
            if let Some(verdict) = other.or_else(|| frameworks::other(repository, text, modules)) {
                return verdict;
            }
            let told = nowhere(repository, name, modules);
            let certain = ONLY_IMPORTED.iter().any(|only| modules.contains(only))
                && packages::is_absent(repository, text, modules);
            return Verdict::of(if certain { Contradicted } else { Undecided }, told, []);
        };
        if import.unused {
            let fact =
                format!("`{}` is imported at `{}`, and never used", import.module, import.place);
            return Verdict::of(Undecided, fact, [&import.place]);
        }
        first = first.or(Some(&import.module));
        places.push(&import.place);
    }
    let Some(module) = first else { return Verdict::undecided("no library is named") };
    if let Some(other) = joined::named_nowhere(repository, text) {
        let fact = format!("`{module}` is imported, and nothing of the tree is named `{other}`");
        return Verdict::of(Undecided, fact, places);
    }
    if let Some(part) = imported::unnamed_part(repository, text) {
        let fact = format!("`{module}` is imported, and no source names `{part}`");
        let at_odds = is_read_whole(repository);
        return Verdict { at_odds, ..Verdict::of(Undecided, fact, places) };
    }
    Verdict::of(Supported, format!("`{module}` is imported"), places)
}

/// That none of the modules of a library is imported, and what else of the sources speaks of it.
fn nowhere(repository: &RepositoryFacts, name: &str, modules: &[&str]) -> String {
    /// Most modules that are named.
    const NAMED: usize = 3;
    let told = match modules {
        _ if packages::main_language(repository).is_some() => {
            return packages::nothing_imports(repository, name);
        }
        ["pytest"] => "no test imports `pytest`".to_owned(),
        [] => packages::nothing_imports(repository, name),
        [one] => packages::nothing_imports(repository, one),
        [one, other] => format!("neither `{one}` nor `{other}` is imported"),
        several => {
            let named = several.iter().take(NAMED).map(|one| format!("`{one}`"));
            format!("none of {} is imported", named.collect::<Vec<_>>().join(", "))
        }
    };
    // Who is asked over HTTP has a key all the same.
    let key = format!("{}_API_KEY", name.to_ascii_uppercase());
    let names = repository.vocabulary.as_ref().is_some_and(|words| words.names(&key));
    if names { format!("{told}, though the sources name `{key}`") } else { told }
}

/// Ports at which a server answers that needs no library, by one of the library's modules.
const PORTS: &[(&str, u16)] = &[("ollama", 11_434)];

/// What shows that a server is asked without its library: the sources name the port at which it answers. Where a
/// function of that file asks a model, it is that server.
fn by_address(repository: &RepositoryFacts, modules: &[&str]) -> Option<Verdict> {
    let (server, port) = PORTS.iter().find(|(module, _)| modules.contains(module))?;
    let ports = &repository.vocabulary.as_ref()?.ports;
    let ours: Vec<&PortFact> = ports.iter().filter(|one| one.port == *port).collect();
    let first = ours.first()?;
    let asking = done(&repository.python, Practice::AsksModel);
    let asks =
        |one: &&&PortFact| asking.iter().any(|fact| fact.live && fact.place.file == one.place.file);
    if let Some(one) = ours.iter().find(asks) {
        let fact = format!("a model is asked at the port {port}, which is that of `{server}`");
        return Some(Verdict::of(Supported, fact, [&one.place]));
    }
    let fact = format!("no library of `{server}` is imported, and its port {port} is named");
    Some(Verdict::of(Undecided, fact, [&first.place]))
}

/// Tests that pytest runs need not import it: the tree asks for it, and has files that it takes for tests.
fn run_by_pytest(repository: &RepositoryFacts) -> Option<Verdict> {
    let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    let entries = || {
        let paths = repository.tree.entries.iter().map(|entry| &entry.path);
        paths.filter(|path| !is_installed(path.as_bytes()))
    };
    let own = |path: &&String| ["pytest.ini", "conftest.py"].contains(&name(path).as_str());
    let set_up = entries().find(own).map(|path| format!("`{path}` is there"));
    let packages = repository.vocabulary.as_ref().map(|words| &words.packages);
    let asked = packages.is_some_and(|packages| packages.iter().any(|one| one == "pytest"));
    let told = set_up.or_else(|| asked.then(|| "a manifest asks for `pytest`".to_owned()))?;
    let is_test = |path: &&String| {
        let name = name(path);
        let stem = name.strip_suffix(".py");
        stem.is_some_and(|stem| stem.starts_with("test_") || stem.ends_with("_test"))
    };
    let test = entries().find(is_test)?;
    Some(Verdict::of(Supported, format!("{told}, and it takes `{test}` for a test"), []))
}

fn root(module: &str) -> &str {
    module.split('.').next().unwrap_or(module)
}

/// Words by which what is named may be one of several, or of another time.
pub(super) static OPEN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:or|if|when|unless|like|such as|e\.g|fall ?backs?|compatible|support\w*|swap\w*|switch\w*|option\w*|",
        r"available|configurable|example|pattern|integrat\w+|either|both|first|then|after|before|until|replac\w+|",
        r"mov(?:ed|ing)|migrat\w+|tried|earlier|but|however|against|over|than|instead|comput\w+|evaluat\w+|inspired|similar)\b",
    ))
});

/// Clients of models, with the modules that have them.
const CLIENTS: &[(&str, &[&str])] = &[
    ("ChatOpenAI", &["openai", "langchain_openai"]),
    ("ChatAnthropic", &["anthropic", "langchain_anthropic"]),
    ("ChatGroq", &["langchain_groq", "groq"]),
    ("ChatGoogleGenerativeAI", libraries::OF_GOOGLE),
    ("ChatOllama", &["langchain_ollama", "ollama"]),
    ("ChatMistralAI", &["langchain_mistralai", "mistralai"]),
];

/// Modules that have the clients of many.
const OF_MANY: &[&str] =
    &["langchain_community", "langchain.chat_models", "langchain_classic", "importlib"];

/// Where one client of models is said to be used, all that are constructed are of another class, and nothing
/// imports or asks for a package that has the one that is named.
fn other_client(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let mut named = CLIENTS.iter().filter(|(class, _)| words::find(text, class).is_some());
    let ((class, modules), None) = (named.next()?, named.next()) else { return None };
    let imports = &repository.python.imports;
    let imported = imports.iter().any(|import| {
        libraries::is_of(&import.module, modules)
            || OF_MANY.iter().any(|many| import.module.starts_with(many))
    });
    let clients = done(&repository.python, Practice::Client);
    let clients: Vec<_> = clients.into_iter().filter(|fact| fact.live).collect();
    let certain = !imported
        && !clients.is_empty()
        && clients.iter().all(|fact| fact.by != *class && fact.by != "init_chat_model")
        && !libraries::asked_for(repository, modules)
        && !OPEN.is_match(text)
        && is_read_whole(repository);
    let fact = || {
        format!(
            "nothing imports `{class}`, and the client that is constructed is `{}`",
            clients[0].by
        )
    };
    certain.then(|| Verdict::of(Contradicted, fact(), clients.iter().map(|fact| &fact.place)))
}

/// What stands against the rejection of a provider of models: every client that runs is one of it.
fn rejected(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let name = wording::tools::rejected(text)?;
    let class = CLIENTS.iter().map(|(class, _)| *class).find(|class| {
        class.strip_prefix("Chat").is_some_and(|rest| rest.eq_ignore_ascii_case(name))
    });
    let Some(class) = class else { return Some(Verdict::undecided("no client of it is known")) };
    let clients = done(&repository.python, Practice::Client);
    let clients: Vec<_> = clients.into_iter().filter(|fact| fact.live).collect();
    let all = !clients.is_empty() && clients.iter().all(|fact| fact.by == class);
    let fact = format!("every client of models that is constructed is a `{class}`");
    let status = if all { Contradicted } else { Undecided };
    let fact = if all { fact } else { "other clients are constructed as well".to_owned() };
    Some(Verdict::of(status, fact, clients.iter().map(|fact| &fact.place)))
}

/// Libraries that read PDFs, by the roots of their modules.
const PDF: &[&str] = &["docling", "pypdf", "PyPDF2", "pdfplumber", "fitz"];

/// Where a library is said to do something that nothing imports and no manifest asks for, and another one does it
/// in code that runs.
pub(in super::super) fn other_library(
    repository: &RepositoryFacts,
    text: &str,
    modules: &[&str],
) -> Option<Verdict> {
    let lower = text.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let pdf = ["pdf", "pdfs"].iter().any(|word| words::find(&lower, word).is_some());
    let (practice, what) = if modules.iter().any(|module| PDF.contains(module)) && pdf {
        (Practice::PdfText, "opens PDFs")
    } else if modules.contains(&"tree_sitter") && says(&["ast", "syntax", "pars"]) {
        (Practice::SyntaxTree, "parses code")
    } else {
        return None;
    };
    let others = done(&repository.python, practice);
    let mut others: Vec<&PracticeFact> = others.into_iter().filter(|fact| fact.live).collect();
    others.sort_by_key(|fact| is_of_pictures(fact));
    let loads = repository.python.imports.iter().any(|import| import.module == "importlib");
    let certain = !others.is_empty()
        && !loads
        && others.iter().all(|fact| !modules.contains(&root(&fact.by)))
        && !libraries::asked_for(repository, modules)
        && !OPEN.is_match(text)
        && is_read_whole(repository);
    let fact = || {
        let module = modules.first().unwrap_or(&"it");
        format!(
            "nothing imports `{module}` and no manifest names it, while `{}` {what}",
            others[0].by
        )
    };
    certain.then(|| Verdict::of(Contradicted, fact(), others.iter().map(|fact| &fact.place)))
}
