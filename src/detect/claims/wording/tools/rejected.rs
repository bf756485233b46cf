//! Providers of models that were not taken, with the reason.

use super::super::sentence::unclaimed::is_quoted;
use crate::detect::parts::Parts;
use std::sync::LazyLock;

/// That a provider of models was not taken, with the reason.
static REJECTED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"^[^A-Za-z]*(?:[A-Za-z-]+ ){0,4}\(?(?P<name>Ollama|OpenAI|Anthropic|Groq|MistralAI)\)?(?: [a-z-]+){0,3}: (?u:[^•]){0,160}?\b[Rr]ejected (?:because|since|as|due to|for)\b",
    )
});

/// The provider of models that the text says was rejected.
pub(in crate::detect::claims) fn rejected(text: &str) -> Option<&str> {
    let found = text.contains("ejected").then(|| REJECTED.captures(text))??;
    Some(found.name("name")?.as_str())
}

/// A sentence that rejects a provider of models, with the item before it that it goes on with.
pub(in crate::detect::claims) fn refusal(before: &str, sentence: &str) -> Option<String> {
    if !sentence.contains("ejected ") || is_quoted(sentence) {
        return None;
    }
    let item = before.rsplit("\n\n").next().unwrap_or_default();
    let item = item.rfind(['•', '●', '-']).filter(|_| sentence.starts_with("Rejected"));
    let item = item.map(|_| before.rsplit("\n- ").next().unwrap_or_default());
    let item = item.and_then(|item| item.rsplit('•').next()).unwrap_or_default();
    let text = format!("{item} {sentence}").split_whitespace().collect::<Vec<_>>().join(" ");
    rejected(&text).is_some().then_some(text)
}
