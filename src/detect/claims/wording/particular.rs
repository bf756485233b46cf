//! Claims of a form of their own, which is looked for in the whole sentence.

use super::{
    agents, aggregated, amounts, checkpoints, elsewhere, emptied, filed, gates, gone, histories,
    housed, is_quoted, keyed, lead, located, plain, prompts, reworked, shared, starts, typed,
    values,
};
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimKind;
use std::sync::LazyLock;

/// That a tool tells of classes what they inherit from.
static BASES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:scanners?|ast|visitors?|parsers?|detectives?|repo ?investigator|engine|tree-sitter)\b[^.;]{0,80}?",
        r"\b(?:verif(?:y|ies)|checks?|detects?|confirms?|identif(?:y|ies)|finds?)\b[^.;]{0,40}?",
        r"(?:\b(?:inherits?|inherit from|extends?|subclass(?:es)?)\b[^.;]{0,24}?\b(?:basemodel|typeddict|pydantic)\b",
        r"|\b(?:basemodel|typeddict|pydantic)\b[^.;]{0,24}?\b(?:inheritance|subclass(?:es|ing)?)\b)",
    ))
});

/// Words by which the sentence speaks of another time, of others or of what is not so.
static ELSEWHERE: LazyLock<Phrase> =
    LazyLock::new(|| elsewhere::of_a_claim(r"can|if|never|not|cannot"));

/// That a file has a class of a name.
static CLASS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?i:files?): ?`?(?P<path>(?:[\w-]+/)*[\w-]+\.py)`? \(`?(?P<name>[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)`? class\)",
    )
});

/// Words by which the class may be what is yet to be made.
static TO_BE_MADE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"new|add\w*|creat\w+|introduc\w+|convert\w*|turn\w*|refactor\w*|extract|into a|must|needs?|target|student",
    )
});

/// The part of a sentence that says of a class in which file it is, and what the code is like there: a plan does
/// so as well.
pub(in super::super) fn class_in_file(sentence: &str) -> Option<&str> {
    let found = sentence.contains("class)").then(|| CLASS.find(sentence))??;
    let around = [&sentence[..found.start()], &sentence[found.end()..]];
    let told = around[1].trim_start().starts_with("Gap:");
    let plain = told && !around.iter().any(|part| TO_BE_MADE.is_match(part));
    plain.then_some(found.as_str())
}

/// The file and the class that [`class_in_file`] has found.
pub(in super::super) fn placed_class(text: &str) -> Option<(&str, &str)> {
    let found = CLASS
        .captures(text)
        .filter(|found| found.get(0).is_some_and(|all| all.as_str().len() == text.len()))?;
    Some((found.name("path")?.as_str(), found.name("name")?.as_str()))
}

/// That a provider of models was not taken, with the reason.
static REJECTED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"^[^A-Za-z]*(?:[A-Za-z-]+ ){0,4}\(?(?P<name>Ollama|OpenAI|Anthropic|Groq|MistralAI)\)?(?: [a-z-]+){0,3}: (?u:[^•]){0,160}?\b[Rr]ejected (?:because|since|as|due to|for)\b",
    )
});

/// The provider of models that the text says was rejected.
pub(in super::super) fn rejected(text: &str) -> Option<&str> {
    let found = text.contains("ejected").then(|| REJECTED.captures(text))??;
    Some(found.name("name")?.as_str())
}

/// A sentence that rejects a provider of models, with the item before it that it goes on with.
pub(in super::super) fn refusal(before: &str, sentence: &str) -> Option<String> {
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

/// What a sentence claims by such a form, with the part that does. `before` and `rest` are what stands before it and
/// after it on its page.
pub(in super::super) fn particular(
    before: &str,
    sentence: &str,
    rest: &str,
) -> Vec<(ClaimKind, String)> {
    if let Some(text) = prompts::listed(before, sentence, rest) {
        return vec![(ClaimKind::Prompts, text)];
    }
    if is_quoted(sentence) {
        return Vec::new();
    }
    // A word that all of a form's sentences have is looked for sooner than the form.
    let instructs = ["rompt", "nstructed"].iter().any(|part| sentence.contains(part));
    let prompt = instructs.then(|| prompts::whole(before, sentence, rest)).flatten();
    let prompt = prompt.map(|text| (ClaimKind::Prompts, text));
    let given = sentence.contains('=') || sentence.contains(" by ");
    let value = given.then(|| values::said(sentence)).flatten();
    let value = value.or_else(|| amounts::said(sentence).then(|| sentence.to_owned()));
    let value = value.map(|text| (ClaimKind::Values, text));
    let speaks = ["nherit", "xtend", "ubclass"].iter().any(|part| sentence.contains(part));
    let bases = speaks && BASES.is_match(sentence) && !ELSEWHERE.is_match(sentence);
    let bases = bases.then(|| (ClaimKind::BaseCheck, sentence.to_owned()));
    let lines = located::said(sentence).filter(|_| !ELSEWHERE.is_match(sentence));
    let lines = lines.or_else(|| housed::said(sentence).filter(|_| !ELSEWHERE.is_match(sentence)));
    let lines = lines.or_else(|| filed::said(sentence).filter(|_| !ELSEWHERE.is_match(sentence)));
    let lines = lines.map(|text| (ClaimKind::Definitions, text));
    let worked = aggregated::said(sentence).then(|| (ClaimKind::Aggregation, sentence.to_owned()));
    let given = shared::said(sentence).then(|| (ClaimKind::SharedEvidence, sentence.to_owned()));
    let decides = sentence.contains('_') && gates::gate(sentence).is_some();
    let gate = decides.then(|| (ClaimKind::ConditionalEdges, sentence.to_owned()));
    let told = |is_said: bool, kind| is_said.then(|| (kind, sentence.to_owned()));
    let keyed = told(worked.is_none() && keyed::said(sentence), ClaimKind::Aggregation);
    let works = told(emptied::worked_on(sentence).is_some(), ClaimKind::Contents);
    let typed = !typed::steps(sentence).is_empty();
    let typed = told(lines.is_none() && typed, ClaimKind::Definitions);
    let removed = told(gone::said(sentence), ClaimKind::TemporaryClone);
    let tie = lead::tells_of_the_lead(sentence) || lead::breaks_ties(sentence);
    let lead = told(tie, ClaimKind::SynthesisRules);
    let own = prompt.into_iter().chain(value).chain(bases).chain(lines);
    let changed = told(reworked::is_changed(sentence), ClaimKind::RubricFile);
    let agent = told(agents::agent(sentence).is_some(), ClaimKind::Roles);
    let kept = told(checkpoints::saver(sentence).is_some(), ClaimKind::Libraries);
    let started = told(starts::start(sentence).is_some(), ClaimKind::ParallelGraph);
    let long = told(histories::is_counted(sentence), ClaimKind::CommitCount);
    let own = own.chain(kept).chain(started).chain(long);
    let own = own.chain(agent).chain(worked).chain(given).chain(gate);
    let own = own.chain(keyed).chain(works).chain(typed).chain(removed).chain(lead).chain(changed);
    own.chain(plain::statements(sentence)).collect()
}
