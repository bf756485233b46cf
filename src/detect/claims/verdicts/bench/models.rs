//! Which language models are asked, and by whom.

use super::super::{Verdict, done, is_read_whole};
use crate::detect::claims::wording::bench::models;
use crate::detect::claims::words;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{Practice, PracticeFact, PythonFacts, RepositoryFacts};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Most models that are named.
const NAMED: usize = 3;

/// Whether a model of the family that is named is asked. The code contradicts it where it names every model
/// that it asks, and names none of that family anywhere.
pub(in super::super) fn family(repository: &RepositoryFacts, text: &str) -> Verdict {
    let python = &repository.python;
    let said = models::named(text);
    let ours = asked(python, text);
    let ids = models::ids(text);
    if ids.len() > 1 {
        return several(python, text, &ids, &ours);
    }
    let [(family, written)] = said.as_slice() else {
        return Verdict::undecided("not one model is named");
    };
    let is_it = |name: &str| models::is_of(name, family, written);
    let exact = ours.iter().find(|fact| models::is_name(&fact.by) && is_it(&fact.by));
    if let Some(fact) = exact {
        // Whoever says that there is no other is held to it.
        let other = ours.iter().find(|fact| !is_it(&fact.by) && ALONE.is_match(text));
        if let Some(other) = other {
            let told = format!("`{}` is named, and `{}` as well", fact.by, other.by);
            return Verdict::of(Undecided, told, [&fact.place, &other.place]);
        }
        return Verdict::of(Supported, format!("`{}` is named", fact.by), [&fact.place]);
    }
    if let Some(verdict) = another(repository, &ours, (family, written), text) {
        return verdict;
    }
    let of_vectors = done(python, Practice::Model);
    let is_kin = |fact: &&&PracticeFact| fact.by.to_ascii_lowercase().contains(family);
    if let Some(fact) = of_vectors.iter().find(is_kin) {
        let other = format!("`{}` is named, which makes vectors and no text", fact.by);
        return Verdict::of(Undecided, other, [&fact.place]);
    }
    let open = done(python, Practice::ModelOpen);
    if ours.is_empty() || !open.is_empty() || !is_read_whole(repository) {
        let fact = "the sources do not tell all models that they ask";
        return Verdict::of(Undecided, fact, open.iter().map(|fact| &fact.place));
    }
    Verdict::of(Contradicted, are_named(&ours), ours.iter().map(|fact| &fact.place))
}

/// Whether each of several models is named.
fn several(
    python: &PythonFacts,
    text: &str,
    said: &[(&'static str, String)],
    ours: &[&PracticeFact],
) -> Verdict {
    let is_it = |(family, written): &(&str, String)| {
        ours.iter()
            .find(|fact| models::is_name(&fact.by) && models::is_of(&fact.by, family, written))
    };
    match said.iter().map(is_it).collect::<Option<Vec<_>>>() {
        Some(all) if !all.is_empty() => {
            let names: Vec<&PracticeFact> = all.into_iter().copied().collect();
            Verdict::of(Supported, are_named(&names), names.iter().map(|fact| &fact.place))
        }
        _ => {
            let open = unnamed(python, text);
            Verdict::undecided(
                open.unwrap_or_else(|| "not each model that is named was found".to_owned()),
            )
        }
    }
}

/// What is said of one model where the sources name others of its family: it is contradicted where it is said of all
/// who ask, and every model that is named is another.
fn another(
    repository: &RepositoryFacts,
    ours: &[&PracticeFact],
    (family, written): (&str, &str),
    text: &str,
) -> Option<Verdict> {
    let fact = ours.iter().find(|fact| fact.by.to_ascii_lowercase().contains(family))?;
    let kin = kin(ours, family);
    let certain = models::versioned(written)
        && has_only(ours, family)
        && done(&repository.python, Practice::ModelOpen).is_empty()
        && OF_ALL.is_match(text)
        && !PAST.is_match(text)
        && is_read_whole(repository);
    let status = if certain { Contradicted } else { Undecided };
    let told = if kin.is_empty() { format!("`{}` is named", fact.by) } else { are_named(&kin) };
    let places = std::iter::once(&fact.place).chain(kin.iter().map(|fact| &fact.place));
    Some(Verdict::of(status, told, places))
}

/// The models that the sources name: those that make vectors first where a sentence speaks of vectors, else without
/// them.
fn asked<'p>(python: &'p PythonFacts, text: &str) -> Vec<&'p PracticeFact> {
    let mut all = done(python, Practice::Model);
    if OF_VECTORS.is_match(text) {
        all.sort_by_key(|fact| !models::embeds(&fact.by));
    } else {
        all.retain(|fact| !models::embeds(&fact.by));
    }
    all
}

/// Those of a family, which a key of its maker is none of.
fn kin<'p>(ours: &[&'p PracticeFact], family: &str) -> Vec<&'p PracticeFact> {
    let is_kin = |fact: &&&PracticeFact| {
        models::is_name(&fact.by) && fact.by.to_ascii_lowercase().contains(family)
    };
    ours.iter().filter(is_kin).copied().collect()
}

/// Whether all that are named are of one family, each by its version.
fn has_only(ours: &[&PracticeFact], family: &str) -> bool {
    let named = ours.iter().filter(|fact| models::is_name(&fact.by));
    let is_one = |fact: &&PracticeFact| {
        models::versioned(&fact.by) && fact.by.to_ascii_lowercase().contains(family)
    };
    let mut named = named.peekable();
    named.peek().is_some() && named.all(is_one)
}

/// Which models the sources name.
fn are_named(ours: &[&PracticeFact]) -> String {
    let (names, one) = names(ours);
    if one {
        return format!("the model that the Python sources name is {names}");
    }
    format!("the models that the Python sources name are {names}")
}

/// The names of models, and whether it is one.
fn names(ours: &[&PracticeFact]) -> (String, bool) {
    let names: BTreeSet<&str> = ours.iter().map(|fact| fact.by.as_str()).collect();
    let one = names.len() == 1;
    let names: Vec<String> =
        names.into_iter().take(NAMED).map(|name| format!("`{name}`")).collect();
    (names.join(", "), one)
}

/// That vectors are made of texts.
static OF_VECTORS: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\b(?:embed\w*|vectors?|vectori[sz]\w+|semantic search)\b"));

/// That it is said of all calls, or of all who ask.
static OF_ALL: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:all|every|each)\b(?: \w+){0,2} (?:calls?|tasks?|judges?|agents?|requests?|nodes?|prompts?|personas?|model|llm)\b",
    )
});
/// That it may be told of another time.
static PAST: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"(?i)\b(?:was|were|been|had|ran)\b"));

/// That one model is asked and no other.
static ALONE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:only|sole(?:ly)?|single|all|every|each|exclusively|entirely|throughout|everywhere|always)\b",
    )
});

/// That the sources name models, and not the one that a sentence names beside what it tells.
pub(in super::super) fn unnamed(python: &PythonFacts, text: &str) -> Option<String> {
    let ours = done(python, Practice::Model);
    let lacking = |family: &str, model: &str| {
        model.contains(|letter: char| letter.is_ascii_digit())
            && !ours.iter().any(|fact| models::is_of(&fact.by, family, model))
    };
    let mut said = models::named(text).into_iter();
    let (family, model) = said.find(|(family, model)| lacking(family, model))?;
    let of_vectors = |fact: &&PracticeFact| models::embeds(&fact.by) != models::embeds(&model);
    let kin: Vec<_> = kin(&ours, family).into_iter().filter(|fact| !of_vectors(fact)).collect();
    let told = if kin.is_empty() {
        String::new()
    } else {
        format!("; of its family they name {}", names(&kin).0)
    };
    (!ours.is_empty()).then(|| {
        format!("no source outside the tests was seen that names the model `{model}`{told}")
    })
}

/// The detectives of which it is said that no model helps them, by their plain names.
const DETECTIVES: [&str; 2] = ["repoinvestigator", "docanalyst"];

/// Whether the detectives that are named work without a model.
pub(in super::super) fn free(python: &PythonFacts, text: &str) -> Verdict {
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
