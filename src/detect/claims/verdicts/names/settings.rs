//! What something is said to be limited or tuned by, held against the numbers that its name is set to.

use super::super::doubts::of_every::EVERYWHERE;
use super::super::{Verdict, is_read_whole};
use super::values::NOT_EXAMINED;
use crate::detect::claims::wording::names::{Setting, settings};
use crate::detect::claims::words;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{NotebookFact, RepositoryFacts, SetNumber, SetNumbers};
use std::sync::LazyLock;

/// Words for somebody, with what is called for them and parts of names.
type Subject = (Phrase, &'static [&'static str], &'static [&'static str]);

/// Whom a sentence may speak of, with what is called for them, and with parts of the names of functions and files in which
/// that is done.
static SUBJECTS: LazyLock<[Subject; 4]> = LazyLock::new(|| {
    [
        (
            Phrase::new(r"(?i)\b(?:git|clon\w+|sub-?process\w*|commands?|shell)\b|subprocess\."),
            &[
                "run",
                "Popen",
                "check_output",
                "check_call",
                "call",
                "communicate",
                "clone_from",
                "wait_for",
            ],
            &["git", "clon", "subprocess", "command"],
        ),
        (
            Phrase::new(
                r"(?i)\b(?:llms?|models?|judges?|openai|groq|ollama|anthropic|claude|gemini|chains?|prompts?|completions?|personas?)\b",
            ),
            &["invoke", "ainvoke", "generate", "complete"],
            &[
                "chat",
                "llm",
                "openai",
                "groq",
                "ollama",
                "anthropic",
                "gemini",
                "model",
                "judge",
                "vision",
            ],
        ),
        (
            Phrase::new(r"(?i)\b(?:threads?|pools?|workers?|executors?)\b|ThreadPool"),
            &["Semaphore"],
            &["executor", "pool"],
        ),
        (
            Phrase::new(r"(?i)\b(?:chunks?|splitters?|pdfs?|documents?|pages?|rasteri[sz]\w+)\b"),
            &[],
            &["split", "chunk", "pdf", "doc", "page", "image", "pixmap"],
        ),
    ]
});

/// What the sources say to what a sentence tells of the kind; nothing where it tells none.
pub(super) fn told(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let said = settings(text);
    let all: Vec<Verdict> = said.iter().map(|one| held(repository, text, one)).collect();
    let first = |status| all.iter().position(|one| one.status == status);
    let worst = first(Contradicted).or_else(|| first(Undecided));
    if let Some(at) = worst {
        return all.into_iter().nth(at);
    }
    let facts: Vec<&str> = all.iter().map(|one| one.fact.as_str()).collect();
    let places = all.iter().flat_map(|one| &one.places);
    (!all.is_empty()).then(|| Verdict::of(Supported, facts.join(", and "), places))
}

fn held(repository: &RepositoryFacts, text: &str, said: &Setting<'_>) -> Verdict {
    let sets: Vec<&SetNumbers> =
        repository.python.set_numbers.iter().filter(|set| is_named(set, said)).collect();
    let all: Vec<(&SetNumbers, &SetNumber)> =
        sets.iter().flat_map(|set| set.numbers.iter().map(|one| (*set, one))).collect();
    let Some((_, any)) = all.first() else {
        let name = said.name.map_or_else(|| said.parts.join("_"), ToOwned::to_owned);
        if is_torn(repository, &name) {
            return Verdict::undecided(NOT_EXAMINED);
        }
        if let Some(notebook) = repository.notebooks.iter().find(|one| may_set(one, said)) {
            let path = &notebook.path;
            let fact = format!("`{name}` may be set in `{path}`, of which no values were read");
            return Verdict::undecided(fact);
        }
        return Verdict::undecided(format!("no source was seen to set `{name}` to a number"));
    };
    let meant: Vec<_> = all.iter().filter(|(_, one)| is_meant(one, text, said)).copied().collect();
    let Some((set, _)) = meant.first() else {
        let (set, _) = all[0];
        let fact = format!(
            "`{}` is set to {}, and whether that is what is meant was not followed",
            set.name, any.number
        );
        return Verdict::of(Undecided, fact, [&any.place]);
    };
    let is_it = |(_, one): &&(&SetNumbers, &SetNumber)| same(&one.number, said.number);
    let (fits, others): (Vec<_>, Vec<_>) = meant.iter().partition(|one| is_it(one));
    match (fits.first(), others.first()) {
        (Some(fit), None) => {
            let other = sets.iter().any(|set| set.open) && EVERYWHERE.is_match(text);
            let open =
                if other { "; what it says of all or every one was not examined" } else { "" };
            Verdict::of(Supported, told_of(fit) + open, fits.iter().map(|(_, one)| &one.place))
        }
        (Some(fit), Some(other)) => {
            let fact = format!("{}, and {} as well", told_of(fit), told_of(other));
            Verdict::of(Undecided, fact, [&fit.1.place, &other.1.place])
        }
        (None, _) => {
            let mut numbers: Vec<&str> = meant.iter().map(|(_, one)| &*one.number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            let numbers = numbers.join(" and to ");
            let fact = format!("`{}` is set to {numbers}, not to {}", set.name, said.number);
            let places = meant.iter().map(|(_, one)| &one.place);
            let certain = said.name.is_some_and(is_of_several_words)
                && !sets.iter().any(|set| set.open)
                && !is_set_elsewhere(repository, said)
                && is_read_whole(repository);
            Verdict::of(if certain { Contradicted } else { Undecided }, fact, places)
        }
    }
}

/// Whether a notebook has a name that may be the one that is said.
fn may_set(notebook: &NotebookFact, said: &Setting<'_>) -> bool {
    let names = notebook.names.iter().flatten();
    notebook.names.is_none() || names.into_iter().any(|name| is_alike(name, said))
}

/// Whether a name is the end of one that the sources have, which a column has broken.
fn is_torn(repository: &RepositoryFacts, name: &str) -> bool {
    let words = repository.vocabulary.iter().flat_map(|words| &words.names);
    let mut longer = words.filter_map(|word| word.strip_suffix(name));
    longer.any(|rest| rest.ends_with(|last: char| last.is_ascii_alphanumeric()))
}

fn told_of((set, one): &(&SetNumbers, &SetNumber)) -> String {
    format!("`{}` is set to {}", set.name, one.number)
}

/// Whether a name may be the one that is said.
fn is_named(set: &SetNumbers, said: &Setting<'_>) -> bool {
    is_alike(&set.name, said)
}

/// Whether a name may be the one that is said: a constant has the letters of another name in capitals.
fn is_alike(name: &str, said: &Setting<'_>) -> bool {
    let small = name.to_ascii_lowercase();
    if let Some(said) = said.name {
        return small.trim_matches('_') == said.trim_matches('_').to_ascii_lowercase();
    }
    said.parts.iter().all(|part| small.contains(part))
}

/// Whether a number is given to those of whom the sentence speaks.
fn is_meant(one: &SetNumber, text: &str, said: &Setting<'_>) -> bool {
    if let Some(of) = said.of {
        return one.of.as_deref() == Some(of);
    }
    // A name of several words tells enough.
    if said.name.is_some_and(is_of_several_words) {
        return true;
    }
    let spoken = SUBJECTS.iter().filter(|(of, ..)| of.is_match(text));
    let mut spoken = spoken.peekable();
    let names = [one.of.as_deref(), one.function.as_deref(), Some(one.place.file.as_str())];
    let has = |part: &&str| names.iter().flatten().any(|name| name.to_lowercase().contains(part));
    spoken.peek().is_none()
        || spoken.any(|(_, called, parts)| {
            one.of.as_deref().is_some_and(|of| called.contains(&of)) || parts.iter().any(&has)
        })
}

fn is_of_several_words(name: &str) -> bool {
    name.trim_matches('_').contains('_')
}

/// Whether another name that is akin to it is set to the number.
fn is_set_elsewhere(repository: &RepositoryFacts, said: &Setting<'_>) -> bool {
    let plain = |name: &str| words::plain(name).replace("max", "");
    let name = plain(said.name.unwrap_or_default());
    let akin = |set: &&SetNumbers| {
        let other = plain(&set.name);
        other.contains(&name) || name.contains(&other)
    };
    let mut akin = repository.python.set_numbers.iter().filter(akin);
    akin.any(|set| set.open || set.numbers.iter().any(|one| same(&one.number, said.number)))
}

fn same(one: &str, other: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    number(one).zip(number(other)).is_some_and(|(one, other)| (one - other).abs() < 1e-9)
}

/// Whether a number of seconds in a sentence is the limit of time that is set for those of whom it speaks.
pub(in super::super) fn is_limit(repository: &RepositoryFacts, text: &str, number: &str) -> bool {
    if !number.contains("second") {
        return false;
    }
    let digits = number.split(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default();
    let said = settings(text);
    let mut of_time = said.iter().filter(|one| one.number == digits && one.parts == ["timeout"]);
    of_time.any(|one| held(repository, text, one).status == Supported)
}
