//! Models that are bound to a schema: by which call, to which, and whether at every call.

use super::super::{Verdict, done, is_read_whole};
use super::{schemas, unbound};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{Binding, Practice, RepositoryFacts, StructuredOutputFact};
use std::sync::LazyLock;

/// Whether a model is bound to a schema, and by the call that the report names.
pub(in super::super) fn structured_output(repository: &RepositoryFacts, text: &str) -> Verdict {
    let python = &repository.python;
    let ours: Vec<&StructuredOutputFact> = python
        .structured_output
        .iter()
        .chain(&python.bound_tools)
        .filter(|call| call.may_be_asked())
        .filter(|call| match call.binding {
            Binding::Schema => true,
            Binding::Tools => text.contains("bind_tools"),
            Binding::Validated => call.method.ends_with("OutputParser"),
        })
        .collect();
    let named: Vec<&str> =
        schemas::BINDINGS.into_iter().filter(|name| text.contains(name)).collect();
    if let [name] = named.as_slice()
        && !python.binders.iter().any(|known| known == name)
        && is_read_whole(repository)
    {
        let fact = format!("no source calls `{name}`");
        return match ours.first() {
            _ if GONE.is_match(text) => Verdict::of(Supported, fact, []),
            Some(first) => {
                let fact = format!("{fact}; {}", first.in_words());
                Verdict::of(Contradicted, fact, [&first.place])
            }
            None => Verdict::of(Contradicted, fact, []),
        };
    }
    let called = ours.iter().filter(|call| named.contains(&call.method.as_str()));
    let called: Vec<_> = called.collect();
    let Some(first) = called.first().copied().or(ours.first()) else {
        if let Some(held) = python.structured_output.iter().find(|call| call.unasked.is_some()) {
            let fact = format!("{}, and nothing that runs asks that model", held.in_words());
            return Verdict::of(Undecided, fact, [&held.place]);
        }
        // A library of the project's own may do it, so its absence alone proves nothing.
        return unbound::contradicts(repository, text).unwrap_or_else(|| {
            Verdict::undecided("no call was recognised that binds a model to a schema")
        });
    };
    if !named.is_empty() && called.is_empty() {
        let fact = format!(
            "models are bound by `{}`, and no call of `{}` was found",
            first.method, named[0]
        );
        return Verdict::of(Undecided, fact, [&first.place]);
    }
    let every = !named.is_empty() && EVERY_CALL.is_match(text) && !OF_SOME.is_match(text);
    let unbound = done(python, Practice::AsksUnbound);
    if let Some(free) = unbound.iter().find(|fact| every && fact.live) {
        let fact = format!("`{}` asks a model that is bound to no schema", free.by);
        return Verdict::of(Contradicted, fact, [&free.place]);
    }
    if let Some((schema, other)) = schemas::other(text, &ours) {
        let fact = format!("models are bound to `{other}`, not to `{schema}`");
        let kin = schemas::is_kin(python, schema, other);
        let certain =
            (every || schemas::surely_others(python, schema, &ours)) && is_read_whole(repository);
        let status = if certain { Contradicted } else { Undecided };
        return Verdict { at_odds: !certain && !kin, ..Verdict::of(status, fact, [&first.place]) };
    }
    let fact = first.in_words();
    if every {
        let fact = format!("{fact}, and whether every call is bound was not examined");
        return Verdict::of(Undecided, fact, [&first.place]);
    }
    let beside = ours.iter().find_map(|call| call.beside.unbound.first());
    if let Some(place) = beside.filter(|_| OF_ALL.is_match(text)) {
        let fact = format!("{fact}, and the same model is asked unbound at `{place}`");
        let certain = CALLS_BOUND.is_match(text) && is_read_whole(repository);
        return Verdict::of(if certain { Contradicted } else { Undecided }, fact, [place]);
    }
    Verdict::of(Supported, fact, ours.iter().map(|call| &call.place))
}

/// That a model is no longer bound by the call that is named.
static GONE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:no|without|not|instead of|replac(?:ed|ing)|remov(?:ed|ing)|dropp(?:ed|ing)) (?:\w+ ){0,2}`?\.?(?:with_structured_output|bind_tools)\b",
        r"|\b(?:with_structured_output|bind_tools)(?:\(\))?`?(?: \w+){0,2} (?:was|were|is|has been) (?:\w+ly )?(?:replaced|removed|dropped)\b",
    ))
});

/// That something is so of all that judges ask or say.
static OF_ALL: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:all|every|each) (?:of (?:the |their )?)?(?:(?:three|single|judges?(?u:['’])?s?|judicial) ){0,2}(?:LLM |model )?(?:calls?|invocations?|requests?|outputs?|repl(?:y|ies)|responses?)\b",
    )
});

/// That all calls of the judges are bound: what they reply may be held to a schema later.
static CALLS_BOUND: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:all|every|each) (?:[\w-]+ ){0,3}(?:calls?|invocations?|requests?) (?:(?:is|are) )?(?:\w+ly )?(?:bound|wrapped|uses?)\b",
    )
});

/// That something is so of every call of a model.
static EVERY_CALL: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:every|each|all) (?:single )?(?:LLM|language[- ]model|model) (?:calls?|invocations?|requests?) ",
        r"(?:always )?(?:uses?|goes|go|passes|pass|runs?|relies|rely|(?:is|are) (?:made|bound|wrapped|sent|run|invoked|enforced))\b",
        r"|\b(?:universally|always) (?:enforced|used|bound|applied)\b|\b(?:enforced|used|bound|applied) (?:universally|everywhere|on (?:every|all|each) (?:LLM|model) calls?)\b",
    ))
});

/// Whether a sentence says something of every call of a model.
pub(in crate::detect::claims) fn is_of_every_call(sentence: &str) -> bool {
    EVERY_CALL.is_match(sentence)
}

/// Words by which the calls of one part of the program may be meant.
static OF_SOME: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:judges?|judicial|detectives?|chief|personas?|prosecutor|defen[sc]e|bench|layer|nodes?|module|here|\w+\.py)\b",
    )
});
