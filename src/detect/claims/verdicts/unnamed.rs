//! Names without which a sentence cannot be true, and that no source has.

use super::{Verdict, is_read_whole};
use crate::detect::claims::words;
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::RepositoryFacts;

/// Classes of Python's syntax tree by which alone code tells definitions and imports apart.
const NODES: &[&str] = &["FunctionDef", "ClassDef", "ImportFrom", "AnnAssign"];

/// Libraries that tell them apart by other names.
const PARSERS: &[&str] =
    &["astroid", "griffe", "inspect", "jedi", "parso", "radon", "redbaron", "rope"];

/// The same of parsers of any language, and of a tree that is written out whole.
const OTHERWISE: &[&str] = &["function_definition", "class_definition", "dump", "ast_dump"];

/// What stands against a syntax tree of which kinds of nodes are said to be read that no source names.
pub(super) fn nodes(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let said: Vec<&str> =
        NODES.iter().copied().filter(|name| words::find(text, name).is_some()).collect();
    let words = repository.vocabulary.as_ref()?;
    let named = |part: &&str| words.names.iter().any(|name| name.contains(part));
    let by_parser = repository.python.imports.iter().any(|import| {
        let root = import.module.split('.').next().unwrap_or_default();
        PARSERS.contains(&root)
    });
    let certain = !said.is_empty()
        && !said.iter().any(named)
        && !OTHERWISE.iter().any(|name| words.names(name))
        && !by_parser
        && is_read_whole(repository);
    let fact = format!("no source names `{}`", said.join("` or `"));
    certain.then(|| Verdict::of(Contradicted, fact, []))
}
