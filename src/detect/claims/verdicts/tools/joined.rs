//! Names that are joined to that of a library, as if they were used like it.

use crate::detect::claims::wording::tools::libraries;
use crate::detect::parts::Parts;
use crate::domain::facts::RepositoryFacts;
use std::sync::LazyLock;

/// A list that goes on behind the name of a library, to its last member, or what is joined by a sign.
static BEHIND: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        r"^`?(?:(?P<list>(?:, `?{NAME}`?)*),? (?:and|&) |,? ?[+/] ?)`?(?P<last>{NAME})`?(?P<next> ?[A-Za-z0-9]?)"
    ))
});

/// What a list begins with before it.
static BEFORE: LazyLock<Parts> =
    LazyLock::new(|| Parts::new(&format!(r"`?(?P<first>{NAME})`?(?:,? (?:and|&) | ?[+/] ?)`?$")));

/// A name as products have it.
const NAME: &str = r"[A-Z][A-Za-z0-9]*(?:[.-][A-Za-z0-9]+)*";

/// What is no library, or stands for no single one.
const NONE: [&str; 22] = [
    "ai", "api", "apis", "async", "cli", "csv", "fan-in", "fan-out", "git", "github", "html",
    "http", "json", "llm", "llms", "markdown", "pdf", "python", "rest", "sql", "ui", "yaml",
];

/// A name that the text joins to that of a known library, and that neither a source, nor a manifest, nor a path has.
pub(super) fn named_nowhere<'t>(repository: &RepositoryFacts, text: &'t str) -> Option<&'t str> {
    beside(text).into_iter().find(|name| !is_somewhere(repository, name))
}

fn beside(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    for (name, _) in libraries::named(text) {
        let Some(start) = text.find(name) else { continue };
        let (before, behind) = (&text[..start], &text[start + name.len()..]);
        if let Some(found) = BEHIND.captures(behind) {
            let part = |group: &str| found.name(group).map_or("", |part| part.as_str());
            let list = part("list").split(',').map(|name| name.trim().trim_matches('`'));
            all.extend(list.filter(|name| !name.is_empty()).map(|name| within(text, name)));
            // Where another capital follows, it is the beginning of a name of several words.
            if !part("next").trim().starts_with(|next: char| next.is_uppercase()) {
                all.push(within(text, part("last")));
            }
        }
        if let Some(found) = BEFORE.captures(before) {
            all.extend(found.name("first").map(|first| within(text, first.as_str())));
        }
    }
    all.dedup();
    all.retain(|name| !NONE.contains(&name.to_lowercase().as_str()));
    all
}

/// The name as it stands in the text.
fn within<'t>(text: &'t str, name: &str) -> &'t str {
    text.find(name).map_or("", |at| &text[at..at + name.len()])
}

fn is_somewhere(repository: &RepositoryFacts, name: &str) -> bool {
    let plain = |word: &str| word.to_lowercase().replace(['-', '_', '.', ' '], "");
    let name = plain(name);
    let has = |word: &String| plain(word).contains(&name);
    let Some(words) = &repository.vocabulary else { return true };
    words.names.iter().any(has)
        || words.packages.iter().any(has)
        || repository.python.imports.iter().any(|import| has(&import.module))
        || repository.tree.entries.iter().any(|entry| has(&entry.path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_list_has_beside_a_library_is_taken_for_one() {
        for (text, names) in [
            (
                "Setup with LangGraph, LangChain, and Pinecone vector database.",
                &["LangChain", "Pinecone"][..],
            ),
            ("We use LangGraph and `Weaviate`.", &["Weaviate"]),
            ("Built with Django, and LangGraph runs the agents.", &["Django"]),
            ("LangGraph + Celery", &["Celery"]),
            ("LangGraph and Large Language Models", &[]),
            ("LangGraph and Python", &[]),
            ("Therefore, LangGraph is used, The rest is simple.", &[]),
        ] {
            assert_eq!(beside(text), names, "{text}");
        }
    }
}
