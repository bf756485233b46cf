//! Sentences that tell what keeps the state of a graph between its steps.

use super::super::sentence::elsewhere;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// A class that keeps it.
static SAVER: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?P<class>(?:InMemory|Memory|Async ?Sqlite|Sqlite|Async ?Postgres|Postgres)Saver)\b",
    )
});

/// Words by which it is said to be at work.
static WORKS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:uses?|using|with|via|through|compiles?|compiled|provides?|enables?|persists?|persisted|stores?|saves?|is|checkpoints?|checkpoint(?:er|ing)|and)\b",
    )
});

/// Words by which the sentence speaks of another time, of others, of several or of what is not so.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"or|if|when|such as|like|instead|rather|alternatives?|options?|optional\w*|replac\w+|swap\w*|switch\w*|production|never|not|no|without|rejected|considered|upgrade\w*|migrat\w+|add|target|students?",
    )
});

/// The class that is said to keep the state.
pub(in crate::detect::claims) fn saver(sentence: &str) -> Option<&str> {
    let mut found = sentence.contains("Saver").then(|| SAVER.captures_iter(sentence))?;
    let (one, None) = (found.next()?, found.next()) else { return None };
    let is_said = WORKS.is_match(sentence) && !ELSEWHERE.is_match(sentence);
    is_said.then(|| one.name("class").map(|class| class.as_str())).flatten()
}

/// That `LangGraph`, or the graph, is said to keep its state by checkpoints, of whichever class.
static CHECKPOINTS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:langgraph|(?:state ?|compiled )?graph)(?:(?u:['’])s)?(?: is (?:compiled|used|built|run))? (?:with|has|uses|using|via|through|supports|provides|and) ",
        r"(?:(?:an?|its|the|built-in|native|persistent|state|automatic|full) ){0,3}checkpoint(?:s|ing|er|ers)\b",
    ))
});

/// Whether the graph's state is said to be kept by checkpoints, and no class of them is named.
pub(in crate::detect::claims) fn is_checkpointed(sentence: &str) -> bool {
    CHECKPOINTS.is_match(sentence) && !sentence.contains("Saver") && !ELSEWHERE.is_match(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saver_that_is_at_work_is_named() {
        let check = |sentence, expected| assert_eq!(saver(sentence), expected, "{sentence}");
        check("The graph is compiled with MemorySaver for checkpointing.", Some("MemorySaver"));
        check(
            "src/graph.py StateGraph with fan-out/fan-in and MemorySaver checkpointing",
            Some("MemorySaver"),
        );
        check("State is persisted through SqliteSaver.", Some("SqliteSaver"));
        check("State could be persisted through SqliteSaver.", None);
        check("State is kept by MemorySaver or SqliteSaver.", None);
        check("MemorySaver is not used.", None);
    }

    #[test]
    fn checkpoints_may_be_said_of_the_graph_without_their_class() {
        for sentence in [
            "This platform uses LangGraph with checkpointing, enabling resumable execution.",
            "The graph is compiled with a checkpointer.",
            "LangGraph's built-in state: the StateGraph uses persistent checkpoints.",
        ] {
            assert!(is_checkpointed(sentence), "{sentence}");
        }
        for sentence in [
            "LangGraph could be used with checkpointing.",
            "The model's checkpoints are loaded by the graph.",
            "The graph is compiled with MemorySaver checkpointing.",
        ] {
            assert!(!is_checkpointed(sentence), "{sentence}");
        }
    }
}
