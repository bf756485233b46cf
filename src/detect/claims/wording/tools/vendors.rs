//! Names of libraries that stand for something else: their makers, or a product that is called after them.

use crate::detect::phrase::Phrase;
use std::ops::Range;
use std::sync::LazyLock;

/// Most words of a product's name behind that of the library.
const LONGEST: usize = 6;

/// Nouns that a product's name ends with, and no part of a library.
const PRODUCTS: &[&str] = &[
    "app",
    "application",
    "assistant",
    "auditor",
    "bot",
    "cartographer",
    "chatbot",
    "copilot",
    "courtroom",
    "evaluator",
    "examiner",
    "inspector",
    "project",
    "refinery",
    "reviewer",
    "simulator",
    "swarm",
    "system",
    "team",
];
/// The same, where other words stand before them: a library may be called one as well.
const CALLED: &[&str] = &["framework", "platform", "engine", "suite", "toolkit", "agent", "agents"];

/// What makes the name before it the object of a verb.
static TAKES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:us(?:es?|ing)|used|utili[sz]\w+|via|with|through|by|leverag\w+|imports?|adopt\w*|chose|integrat\w+|(?:on|upon)(?: top of)?) $",
    )
});

/// Who made what is spoken of: a company.
static MADE_BY: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:developed|maintained|published|released|founded|created|trained) by (?:the (?:company|team at|people at) )?$",
    )
});

/// What a maker or a library does for everybody, or is.
static FOR_ALL: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"^(?: (?u:\p{Lu})\w*){0,2} (?:provides|offers|announced|specializes|specialises|enables developers|is (?:an?|one of)|(?:was|is) (?:originally |\w+ly )?(?:developed|created|founded|released|published|maintained)) ?(?:by|in|for|\w)",
    )
});

/// Words by which that is said of the author's own work.
static OF_OWN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:our|we|us|this (?:project|system|repo\w*|implementation|tool)|the (?:system|project|pipeline|auditor|swarm|graph|judges?|detectives?|court|audit|agents?|nodes?|backend|frontend|api|service|app\w*|code\w*|implementation|architecture|workflow)(?:(?u:['’])s)?|here)\b",
    )
});

/// Whether the name at this place of a text is that of a maker, or the subject of what is so for everybody.
pub(super) fn is_of_a_vendor(text: &str, name: &Range<usize>) -> bool {
    let (before, after) = (&text[..name.start], &text[name.end..]);
    let begins = before.rsplit(['.', ';', ':', '•', '●']).next().unwrap_or_default();
    let begins = begins.trim_matches(|letter: char| !letter.is_alphanumeric());
    MADE_BY.is_match(before)
        || (begins.is_empty() && FOR_ALL.is_match(after) && !OF_OWN.is_match(after))
}

/// Parts of libraries that a program can do without, by the library's name in small letters: to import it shows none.
const FEATURES: &[(&str, &[&str])] = &[
    ("django", &["Admin", "Debug Toolbar"]),
    ("langchain", &["Expression Language", "Hub"]),
    ("langgraph", &["Cloud", "Platform", "Studio"]),
    ("redis", &["Cluster", "Pub/Sub", "PubSub", "Search", "Sentinel", "Stack", "Streams"]),
    ("streamlit", &["Cloud", "Community Cloud"]),
];

/// Whether the name at this place of a text goes on as that of a part of it.
fn is_of_a_feature(name: &str, rest: &str) -> bool {
    let small = name.trim_matches('`').to_lowercase();
    let own = FEATURES.iter().filter(|(library, _)| *library == small);
    own.flat_map(|(_, features)| *features).any(|feature| {
        let behind = rest.strip_prefix(feature);
        behind.is_some_and(|behind| !behind.starts_with(|next: char| next.is_alphanumeric()))
    })
}

/// Whether the name at this place of a text begins that of a product.
pub(super) fn is_of_a_product(text: &str, name: &Range<usize>) -> bool {
    let (before, after) = (&text[..name.start], &text[name.end..]);
    let Some(rest) = after.strip_prefix(' ') else { return false };
    if is_of_a_feature(&text[name.clone()], rest) {
        return true;
    }
    let called = text[name.clone()].starts_with(|first: char| first.is_uppercase());
    // Behind other words the library is what something is made with: `a hierarchical LangGraph swarm`.
    let articles = ["the ", "The ", "our ", "Our "];
    let article = articles.iter().find_map(|article| before.strip_suffix(article));
    let alone = before.trim_end().is_empty().then_some("");
    let Some(outside) = article.or(alone).filter(|_| called) else { return false };
    if TAKES.is_match(outside) {
        return false;
    }
    let capital = |word: &&str| word.starts_with(|first: char| first.is_uppercase());
    let words = rest.split(' ').take(LONGEST).take_while(capital).enumerate();
    for (at, word) in words {
        let bare = word.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        let bare = bare.trim_end_matches("'s").trim_end_matches("’s").to_lowercase();
        if PRODUCTS.contains(&bare.as_str()) || (at > 0 && CALLED.contains(&bare.as_str())) {
            return true;
        }
        if word.ends_with(['.', ',', ';', ':', ')']) {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::{libraries, packages};

    #[test]
    fn a_maker_and_what_a_library_is_to_everybody_is_no_library_of_the_code() {
        for text in [
            "It is developed by Anthropic, a company that uses much power.",
            "OpenAI provides multiple models, used with many prompts.",
            "LangGraph is an open-source tool developed by many.",
        ] {
            assert!(libraries::named(text).is_empty(), "{text}");
        }
        for text in [
            "It is built by hand with Anthropic models.",
            "LangGraph provides the graph of the judges.",
            "LangGraph is a dependency of our system.",
            "The graph uses LangGraph.",
        ] {
            assert!(!libraries::named(text).is_empty(), "{text}");
        }
        let used = |text: &str| packages(text).iter().any(|one| one.name == "Cohere");
        assert!(!used("It is developed by Cohere, a company for language."));
        assert!(!used("Cohere provides multiple models for classification."));
        assert!(used("The texts are classified with Cohere."));
    }

    #[test]
    fn a_library_in_the_name_of_a_product_is_not_used_by_that() {
        for text in [
            "The LangGraph Auditor is built around several agents.",
            "The LangGraph Multi-Agent MCTS Framework now has runbooks.",
            "This is the part of the LangGraph Agent Auditor's report.",
            "Events are passed with Redis Streams.",
            "The graph is looked at in LangGraph Studio.",
        ] {
            assert!(libraries::named(text).is_empty(), "{text}");
        }
        for text in [
            "It is built on the LangGraph Framework.",
            "The LangGraph StateGraph wires the Auditor.",
            "The Auditor uses LangGraph.",
            "The swarm uses LangGraph System nodes.",
            "LangGraph, Auditor and Swarm.",
            "The cache uses Redis Streamsets.",
        ] {
            assert!(!libraries::named(text).is_empty(), "{text}");
        }
    }
}
