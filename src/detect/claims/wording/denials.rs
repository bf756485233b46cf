//! Claims that something is not done: that no command goes through a shell, that no model decides or is asked, that scores
//! are not averaged.

use super::justice::averages;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimKind;
use std::sync::LazyLock;

/// Parts of words without one of which no sentence denies any of it.
pub(super) const KEYWORDS: &[&str] =
    &["os.system", "shell", "llm", "language model", "averag", "median"];

/// A claim that something is not done; its negation is what it claims.
const NO_SHELL: &str = concat!(
    r"(?i)\b(?:no|never|without|avoids?|avoiding|not|instead of|rather than|eliminat\w+|zero|replac(?:es|ed|ing))\b[^.;]{0,48}",
    r"(?:os\.system|shell ?= ?true|raw shell|shell (?:commands?|injection|execution))",
    r"|(?:os\.system|shell ?= ?true)\S*(?: calls?| usage)? (?:is|are|was|were) (?:\w+ )?(?:avoided|eliminated|replaced)",
);

/// That no model decides is a claim about the rules that do.
const NO_MODEL: &str = concat!(
    r"(?i)\b(?:chief[ _]?justice\w*|synthesis|verdict|conflict resolution)\b[^.;]{0,60}",
    r"\b(?:no|not (?:an?|use|rely|call|invoke)|without|rather than|instead of)\b[^.;]{0,30}\b(?:llm|language model)",
);

/// Words by which several calls are meant where one is denied: "not a single LLM call".
const NUMBER_OF_CALLS: &str = r"(?i)\b(?:single|sole(?:ly)?|one|only|just|alone|merely|simply)\b";

static SHELL_IS_AVOIDED: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(NO_SHELL));
static MODEL_IS_AVOIDED: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(NO_MODEL));
static IS_NUMBER: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(NUMBER_OF_CALLS));

/// What the sentence denies.
pub(super) fn denied(sentence: &str) -> Vec<ClaimKind> {
    let avoided = MODEL_IS_AVOIDED.find(sentence);
    let of_model = avoided.is_some_and(|part| !IS_NUMBER.is_match(&sentence[part]));
    [
        (SHELL_IS_AVOIDED.is_match(sentence), ClaimKind::NoShell),
        (of_model, ClaimKind::DeterministicSynthesis),
        (averages::is_model_free(sentence), ClaimKind::ModelFree),
        (averages::is_told(sentence), ClaimKind::Averaging),
    ]
    .into_iter()
    .filter_map(|(is_denied, kind)| is_denied.then_some(kind))
    .collect()
}
