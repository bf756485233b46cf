//! Judges who surely ask a model that is bound to nothing, and keep what it replies.

use super::super::{Verdict, done, is_read_whole};
use crate::detect::phrase::Phrase;
use crate::detect::seats;
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::{
    ClassFact, ClassKind, Lines, Misfit, Practice, PracticeFact, PythonFacts, RepositoryFacts,
    StructuredOutputFact,
};
use std::sync::LazyLock;

/// Names by which a reply may be held against a class or a schema, or asked for in its form.
const CHECKS: [&str; 18] = [
    "model_validate",
    "model_validate_json",
    "model_validate_strings",
    "validate_python",
    "validate_json",
    "parse_obj",
    "parse_raw",
    "TypeAdapter",
    "jsonschema",
    "instructor",
    "outlines",
    "response_format",
    "response_schema",
    "response_mime_type",
    "guided_json",
    "PydanticOutputParser",
    "JsonOutputParser",
    "create_extraction_chain",
];

/// Names by which something may be tried again.
const AGAIN: [&str; 14] = [
    "retry",
    "retries",
    "max_retries",
    "num_retries",
    "retry_count",
    "attempt",
    "attempts",
    "max_attempts",
    "tenacity",
    "backoff",
    "with_retry",
    "with_fallbacks",
    "RetryPolicy",
    "RetryOutputParser",
];

/// That replies are held to a schema: that they are "structured" may mean less.
static HELD: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\bstructured[- ]outputs? (?:enforcement|binding)\b|\b(?:enforc\w+|forc(?:es|ed)|strict(?:ly)?|guarante\w+|bound|binds?)\b[^.;]{0,60}\b(?:schemas?|structured[- ]outputs?|pydantic)\b",
        r"|\breplaced (?:all|every) (?:the |our |my )?`?json\.loads\b",
    ))
});

/// That a reply that does not fit is asked for again.
static ASKED_AGAIN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:validation|parse|parsing|schema|json|malformed|invalid)\b[^.;]{0,60}\bretr(?:y|ies|ied|ying)\b|\bretr(?:y|ies|ied|ying)\b[^.;]{0,60}\b(?:validation|parse|parsing|schema|json|malformed|invalid)\b",
    )
});

/// What contradicts that judges are held to a schema.
pub(super) fn contradicts(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let judge = keeps(repository).filter(|_| HELD.is_match(text))?;
    let fact = format!(
        "`{}` asks a model that is bound to no schema, and holds the reply against none",
        judge.by
    );
    Some(Verdict::of(Contradicted, fact, [&judge.place]))
}

/// What contradicts that judges are asked again where their reply does not fit.
pub(super) fn asks_once(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    if !ASKED_AGAIN.is_match(text) {
        return None;
    }
    let again = repository.python.practices.iter().any(|fact| fact.practice == Practice::Attempts);
    let once = |fact: String, place: &Lines| {
        let certain = !again && !names(repository, &AGAIN);
        certain.then(|| Verdict::of(Contradicted, fact, [place]))
    };
    if let Some(judge) = keeps(repository) {
        let fact = format!(
            "`{}` asks a model once and holds the reply against no schema, and nothing in the sources tries again",
            judge.by
        );
        return once(fact, &judge.place);
    }
    let call = bound_once(repository)?;
    let fact = format!(
        "`{}` asks a model once, and nothing in the sources tries again",
        call.function.as_deref()?
    );
    once(fact, &call.place)
}

/// A call that is bound to a schema, where all that are were seen to ask once. A handler of one that is no judge's may
/// do something else than ask again: where replies that do not fit are, those of judges are meant.
fn bound_once(repository: &RepositoryFacts) -> Option<&StructuredOutputFact> {
    let ours = repository.python.structured_output.iter().filter(|call| !call.in_tests);
    let mut ours: Vec<_> = ours.filter(|call| call.live != Some(false)).collect();
    let of_judges = |call: &&StructuredOutputFact| {
        call.function.as_deref().is_some_and(|by| is_court(by, &call.place.file))
    };
    let judges = ours.iter().copied().filter(of_judges).collect::<Vec<_>>();
    let handled = |call: &&StructuredOutputFact| call.misfit == Some(Misfit::Handled);
    if !judges.is_empty() {
        ours.retain(|call| of_judges(call) || !handled(call));
    }
    let once = |call: &&StructuredOutputFact| {
        // What takes a reply's place may have been asked for again.
        let open = call.misfit.is_none_or(Misfit::is_retried) || handled(call);
        call.retry == Some(false) && !open
    };
    let first = judges.first().or(ours.first()).copied()?;
    (ours.iter().all(once) && is_read_whole(repository)).then_some(first)
}

/// A judge who asks a model that is bound to nothing and keeps the reply unchecked, where every judge who asks one
/// does, and nothing in the sources binds or checks any.
fn keeps(repository: &RepositoryFacts) -> Option<&PracticeFact> {
    let python = &repository.python;
    let of_bench = |fact: &&PracticeFact| fact.live && is_of_bench(fact);
    let free = done(python, Practice::AsksUnbound).into_iter().filter(of_bench);
    let free: Vec<&PracticeFact> = free.collect();
    let kept = done(python, Practice::KeepsUnchecked);
    let is_kept = |fact: &&PracticeFact| kept.iter().any(|other| other.place == fact.place);
    let asks = done(python, Practice::AsksModel);
    // A judge in a file where no plain question was seen asks in a way that was not followed.
    let followed = |fact: &PracticeFact| free.iter().any(|one| one.place.file == fact.place.file);
    let certain = free.iter().all(is_kept)
        && asks.into_iter().filter(of_bench).all(followed)
        && !python.structured_output.iter().any(|call| !call.in_tests)
        && python.binders.is_empty()
        && !names(repository, &CHECKS)
        && !checks_updates(python)
        && is_read_whole(repository);
    free.first().copied().filter(|_| certain)
}

/// Whether a state is a Pydantic model, by which the graph may check what its nodes return.
fn checks_updates(python: &PythonFacts) -> bool {
    let is_state = |name: &str| python.reducers.iter().any(|reducer| reducer.class == name);
    let model = |class: &&ClassFact| class.kind == ClassKind::BaseModel && !class.in_tests;
    python.classes.iter().filter(model).any(|class| is_state(&class.name))
}

/// Whether what is told is done by a function of the judges.
fn is_of_bench(fact: &PracticeFact) -> bool {
    is_court(&fact.by, &fact.place.file)
}

/// Whether a function is one of the judges', by its name or its file's.
fn is_court(function: &str, file: &str) -> bool {
    let named = format!("{function} {file}").to_ascii_lowercase();
    seats::judge(&named).is_some() || ["judge", "judicial"].iter().any(|word| named.contains(word))
}

/// Whether the tree names any of these, or nobody knows.
fn names(repository: &RepositoryFacts, words: &[&str]) -> bool {
    let known = |word: &&str| {
        repository.vocabulary.as_ref().is_none_or(|vocabulary| vocabulary.names(word))
            || repository.python.imports.iter().any(|import| import.module.contains(word))
    };
    words.iter().any(known)
}
