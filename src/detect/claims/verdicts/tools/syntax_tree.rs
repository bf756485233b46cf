//! Code that is read as a syntax tree: by which parser, by which kinds of its nodes, and whether the bases of classes.

use super::super::{Asked, Verdict, done, is_read_whole};
use crate::detect::claims::wording::tools::libraries;
use crate::detect::claims::words;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{ClaimKind, Practice, PracticeFact, PythonFacts, RepositoryFacts};
use std::sync::LazyLock;

/// Classes of Python's syntax tree by which alone code tells definitions and imports apart.
const DEFINITIONS: &[&str] = &["FunctionDef", "ClassDef", "ImportFrom", "AnnAssign"];

/// Libraries that tell them apart by other names.
const OTHER_PARSERS: &[&str] =
    &["astroid", "griffe", "inspect", "jedi", "parso", "radon", "redbaron", "rope"];

/// The same of parsers of any language, and of a tree that is written out whole.
const OTHERWISE: &[&str] = &["function_definition", "class_definition", "dump", "ast_dump"];

/// What stands against a syntax tree of which kinds of nodes are said to be read that no source names.
pub(in super::super) fn nodes(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let said: Vec<&str> =
        DEFINITIONS.iter().copied().filter(|name| words::find(text, name).is_some()).collect();
    let words = repository.vocabulary.as_ref()?;
    let named = |part: &&str| words.names.iter().any(|name| name.contains(part));
    let certain = !said.is_empty()
        && !said.iter().any(named)
        && !OTHERWISE.iter().any(|name| words.names(name))
        && !by_parser(repository)
        && is_read_whole(repository);
    let fact = format!("no source names `{}`", said.join("` or `"));
    certain.then(|| Verdict::of(Contradicted, fact, []))
}

/// Whether a library is imported that tells definitions and imports apart by other names.
fn by_parser(repository: &RepositoryFacts) -> bool {
    repository.python.imports.iter().any(|import| {
        let root = import.module.split('.').next().unwrap_or_default();
        OTHER_PARSERS.contains(&root)
    })
}

/// That functions that are defined are told from those that are only imported or called.
static APART: LazyLock<Phrase> = LazyLock::new(|| {
    let kind = r"(?:import|call|invo[ck]|defin|implement)\w*";
    Phrase::new(&format!(
        r"(?i)\b(?:distinguish|differentiat|discern)\w*\b[^.;]{{0,40}}\bfunctions?\b[^.;]{{0,40}}\b{kind}\b[^.;]{{0,60}}\b{kind}\b"
    ))
});

/// Classes of the tree of which code that tells so names one.
const OF_FUNCTIONS: [&str; 5] = ["FunctionDef", "AsyncFunctionDef", "Import", "ImportFrom", "Call"];

/// What stands against a tree by which functions that are defined are said to be told from others.
pub(in super::super) fn apart(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    let Asked { kind, sentence, repository, .. } = asked;
    if kind != ClaimKind::SyntaxTree || !APART.is_match(sentence) {
        return None;
    }
    let words = repository.vocabulary.as_ref()?;
    let is_one = |name: &String| {
        OF_FUNCTIONS.iter().any(|class| name.strip_suffix(class).is_some_and(ends_word))
            || ["generic_visit", "get_source_segment", "unparse"].contains(&name.as_str())
    };
    let certain = !words.names.iter().any(is_one)
        && !OTHERWISE.iter().any(|name| words.names(name))
        && !by_parser(repository)
        && is_read_whole(repository);
    let fact = "no source names a class of the tree by which functions, imports or calls are told";
    certain.then(|| Verdict::of(Contradicted, fact, &shown.places))
}

/// Whether a word may follow: `visit_` or nothing stands before it.
fn ends_word(before: &str) -> bool {
    before.is_empty() || before.ends_with(['_', '.'])
}

/// Leaves those that are done by a parser which the text names; what is open where another one alone was seen. What
/// nothing imports is told elsewhere.
pub(super) fn by_another(
    python: &PythonFacts,
    found: &mut Vec<&PracticeFact>,
    text: &str,
) -> Option<Verdict> {
    let own = text.contains("ast.") || text.contains("`ast`");
    let named = libraries::named(text);
    let is_named = |fact: &&PracticeFact| {
        own && fact.by.starts_with("ast.")
            || named.iter().any(|(_, modules)| libraries::is_of(&fact.by, modules))
    };
    let parsers = named.iter().filter(|(name, _)| name.eq_ignore_ascii_case("tree-sitter"));
    let imported = |modules: &[&str]| {
        python.imports.iter().any(|import| libraries::is_of(&import.module, modules))
    };
    let (name, modules) = parsers.copied().next()?;
    if found.iter().any(is_named) {
        found.retain(is_named);
        return None;
    }
    let other = found.first().filter(|_| imported(modules))?;
    let fact =
        format!("`{}` parses code, and no call was recognised that does so by {name}", other.by);
    Some(Verdict::of(Undecided, fact, [&other.place]))
}

/// Whether the sources read the bases of classes in code that they examine.
pub(in super::super) fn bases(repository: &RepositoryFacts) -> Verdict {
    let found = done(&repository.python, Practice::Bases);
    let reads = |by: &str| !by.starts_with('"');
    if let Some(fact) = found.iter().find(|fact| fact.live && reads(&fact.by)) {
        let told = format!("`{}` reads the bases of a class", fact.by);
        return Verdict::of(Supported, told, [&fact.place]);
    }
    if let Some(fact) = found.first() {
        let told = format!("`{}` may tell of it, which was not followed", fact.by);
        return Verdict::of(Undecided, told, [&fact.place]);
    }
    let fact = "no source reads the bases of a class that it parses, and no short text names one";
    let parses = done(&repository.python, Practice::SyntaxTree);
    let status =
        if !parses.is_empty() && is_read_whole(repository) { Contradicted } else { Undecided };
    Verdict::of(status, fact, parses.iter().map(|fact| &fact.place))
}
