//! Which language models are asked, and by whom.

use super::super::{models, words};
use super::{Verdict, done, is_read_whole};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{Practice, PythonFacts, RepositoryFacts};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Most models that are named.
const NAMED: usize = 3;

/// Whether a model of the family that is named is asked. The code contradicts it where it names every model
/// that it asks, and names none of that family anywhere.
pub(super) fn family(repository: &RepositoryFacts, text: &str) -> Verdict {
    let python = &repository.python;
    let said = models::named(text);
    let [(family, written)] = said.as_slice() else {
        return Verdict::undecided("not one model is named");
    };
    let ours = done(python, Practice::Model);
    let has = |part: &str| ours.iter().find(|fact| fact.by.to_ascii_lowercase().contains(part));
    let is_it = |name: &str| models::is_of(name, family, written);
    let exact = ours.iter().find(|fact| is_it(&fact.by));
    if let Some(fact) = exact {
        // Whoever says that there is no other is held to it.
        let other = ours.iter().find(|fact| !is_it(&fact.by) && ALONE.is_match(text));
        if let Some(other) = other {
            let told = format!("`{}` is named, and `{}` as well", fact.by, other.by);
            return Verdict::of(Undecided, told, [&fact.place, &other.place]);
        }
        return Verdict::of(Supported, format!("`{}` is named", fact.by), [&fact.place]);
    }
    if let Some(fact) = has(family) {
        let other = format!("`{}` is named", fact.by);
        return Verdict::of(Undecided, other, [&fact.place]);
    }
    let open = done(python, Practice::ModelOpen);
    if ours.is_empty() || !open.is_empty() || !is_read_whole(repository) {
        let fact = "the sources do not tell all models that they ask";
        return Verdict::of(Undecided, fact, open.iter().map(|fact| &fact.place));
    }
    let names: BTreeSet<&str> = ours.iter().map(|fact| fact.by.as_str()).collect();
    let names: Vec<String> =
        names.into_iter().take(NAMED).map(|name| format!("`{name}`")).collect();
    let fact = format!("the models that the sources name are {}", names.join(", "));
    Verdict::of(Contradicted, fact, ours.iter().map(|fact| &fact.place))
}

/// That one model is asked and no other.
static ALONE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:only|sole(?:ly)?|single|all|every|each|exclusively|entirely|throughout|everywhere|always)\b",
    )
});

/// That the sources name models, and not the one that a sentence names beside what it tells.
pub(super) fn unnamed(python: &PythonFacts, text: &str) -> Option<String> {
    let ours = done(python, Practice::Model);
    let lacking = |family: &str, model: &str| {
        model.contains(|letter: char| letter.is_ascii_digit())
            && !ours.iter().any(|fact| models::is_of(&fact.by, family, model))
    };
    let mut said = models::named(text).into_iter();
    let (_, model) = said.find(|(family, model)| lacking(family, model))?;
    (!ours.is_empty()).then(|| format!("no source was seen that names the model `{model}`"))
}

/// The detectives of which it is said that no model helps them, by their plain names.
const DETECTIVES: [&str; 2] = ["repoinvestigator", "docanalyst"];

/// Whether the detectives that are named work without a model.
pub(super) fn free(python: &PythonFacts, text: &str) -> Verdict {
    let text = text.to_ascii_lowercase().replace([' ', '_'], "");
    let named: Vec<&str> = DETECTIVES.into_iter().filter(|name| text.contains(name)).collect();
    let asked = if named.is_empty() { DETECTIVES.to_vec() } else { named };
    let asks = done(python, Practice::AsksModel);
    match asks.iter().find(|fact| asked.contains(&words::plain(&fact.by).as_str())) {
        Some(fact) => {
            let fact_text = format!("`{}` comes to ask a language model", fact.by);
            Verdict::of(Contradicted, fact_text, [&fact.place])
        }
        None => Verdict::undecided("what the detectives call was not followed to its end"),
    }
}
