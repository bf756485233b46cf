//! What is so in every program, and so nothing of this one.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// What a library does in every program.
const GENERAL: &str = r"(?i)^\W*(?:langgraph|langchain|pydantic|ast parsing|python(?:(?u:['’])s)?(?: (?:built-?in|standard))?(?: \w+ module)?) (?:\w+ly )?(?:runs|executes|parses|merges|provides|supports|allows|lets|offers|treats|guarantees|requires|is language-specific)\b[^_]*$";

/// Words by which it is said of the own program.
const OWN: [&str; 6] = [" these ", " our ", " my ", " this ", " we ", " the "];

/// What a class or a way is to a library, and what fails in everybody's code without it.
const NATURE: &str = r"(?i)^\W*`?\w+`? (?:is|are) (?:langgraph|langchain|python|pydantic)(?u:['’])s\b|\b(?:langgraph|langchain|pydantic) (?:practitioners|developers|users|programmers)\b|^\W*(?:claude|gpt[\w.-]*|gemini|openai|anthropic|ollama)(?: models?)? (?:requires?|needs?|expects?) (?:an? )?different\b";

static IS_GENERAL: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(GENERAL));
static IS_NATURE: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(NATURE));

/// Whether this tells what a library does in every program.
pub(super) fn is_general(sentence: &str) -> bool {
    IS_NATURE.is_match(sentence)
        || (IS_GENERAL.is_match(sentence) && !OWN.iter().any(|word| sentence.contains(word)))
}
