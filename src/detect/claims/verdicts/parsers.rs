//! Parsers of code that a sentence names.

use super::Verdict;
use crate::detect::claims::libraries;
use crate::domain::facts::ClaimStatus::Undecided;
use crate::domain::facts::{PracticeFact, PythonFacts};

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
