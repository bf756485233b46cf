//! What is so in every program, or to be so in any, and so nothing of this one.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// What a library does in every program.
const GENERAL: &str = r"(?i)^\W*(?:langgraph|langchain|pydantic|ast parsing|python(?:(?u:['’])s)?(?: (?:built-?in|standard))?(?: \w+ module)?) (?:\w+ly )?(?:runs|executes|parses|merges|provides|supports|allows|lets|offers|treats|guarantees|requires|is language-specific)\b[^_]*$";

/// Words by which it is said of the own program.
const OWN: [&str; 6] = [" these ", " our ", " my ", " this ", " we ", " the "];

/// What a class or a way is to a library, and what fails in everybody's code without it.
const NATURE: &str = r"(?i)^\W*`?\w+`? (?:is|are) (?:langgraph|langchain|python|pydantic)(?u:['’])s\b|\b(?:langgraph|langchain|pydantic) (?:practitioners|developers|users|programmers)\b|^\W*(?:claude|gpt[\w.-]*|gemini|openai|anthropic|ollama)(?: models?)? (?:requires?|needs?|expects?) (?:an? )?different\b";

/// What others ask for or say, what a word means, what is good, and what was learned of it.
const SAID: &str = concat!(
    r"(?i)\baccording to (?:the |our |its )?(?:\w+ )?(?:briefs?|assignment|spec(?:ification)?s?|rubric|requirements?|course(?: materials?)?|task|lectures?|literature|papers?)\b",
    r"|\b(?:briefs?|assignment|specification|course(?: materials?)?|lectures?|teachers?|instructors?|professors?|tutors?|requirements?|feedback)\b(?: (?:also|then|explicitly|clearly))? (?:asks?|asked|demands?|demanded|says?|said|tells?|told|requires?|required|expects?|expected|wants?|wanted|suggests?|suggested|prescribes?)\b",
    r"|\b(?:says?|said) the (?:briefs?|assignment|specification|course(?: materials?)?|lectures?|teachers?|instructors?)\b",
    r"|^\W*(?:an? |the (?:term|word|concept) )?[\w-]+(?: [\w-]+)? (?:means|denotes) (?:that )?|^\W*an? \w+ such as\b",
    r"|\b(?:best|good|common) practices? (?:is|are|dictates?|says?|suggests?|demands?)\b|^\W*(?:we|i) (?:have )?learn(?:ed|t) that\b",
    r"|\bif time (?:permits|allows)\b|\btime permitting\b",
);

static IS_SAID: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(SAID));
static IS_GENERAL: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(GENERAL));
static IS_NATURE: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(NATURE));

/// Whether this tells what a library does in every program, or what is to be done in any.
pub(super) fn is_general(sentence: &str) -> bool {
    IS_SAID.is_match(sentence)
        || IS_NATURE.is_match(sentence)
        || (IS_GENERAL.is_match(sentence) && !OWN.iter().any(|word| sentence.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_ask_for_and_what_words_mean_is_nothing_of_this_program() {
        for text in [
            "The brief asks that judges run in parallel.",
            "According to the specification, the override caps the score at 3.",
            "Fan-out means that several judges run in parallel.",
            "A reducer such as operator.add appends what judges return.",
            "Best practice is to clone into a temporary directory.",
            "We learned that parallel judges need reducers.",
            "If time permits, the judges run in parallel.",
        ] {
            assert!(is_general(text), "{text}");
        }
        for text in [
            "The judges run in parallel.",
            "The graph fans out to three judges.",
            "We clone into a temporary directory, as such a practice is safe.",
        ] {
            assert!(!is_general(text), "{text}");
        }
    }
}
