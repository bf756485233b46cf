//! What the judges and the Chief Justice do.

use super::{Verdict, done, is_read_whole, schemas, unbound};
use crate::detect::phrase::Phrase;
use crate::detect::synthesis::Synthesis;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{
    Binding, JusticeFact, Misfit, Practice, PromptFact, PythonFacts, RepositoryFacts,
    StructuredOutputFact, briefs,
};
use std::sync::LazyLock;

/// Share of common text from which two prompts are the same, 0–1.
const SAME: f64 = 0.9;
/// Share of common text up to which two prompts are distinct, 0–1.
const DISTINCT: f64 = 0.5;
/// Number of judges.
const JUDGES: usize = 3;

/// Whether a model is bound to a schema, and by the call that the report names.
pub(super) fn structured_output(repository: &RepositoryFacts, text: &str) -> Verdict {
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
pub(in super::super) fn is_of_every_call(sentence: &str) -> bool {
    EVERY_CALL.is_match(sentence)
}

/// Words by which the calls of one part of the program may be meant.
static OF_SOME: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:judges?|judicial|detectives?|chief|personas?|prosecutor|defen[sc]e|bench|layer|nodes?|module|here|\w+\.py)\b",
    )
});

/// Whether rules decide, and no model.
pub(super) fn synthesis(python: &PythonFacts) -> Verdict {
    let ours = Synthesis::of(python).live;
    let decides = |j: &JusticeFact| j.branches + j.picks > 1 || !j.rules.is_empty();
    let by_rules: Vec<_> =
        ours.iter().filter(|j| !j.calls_model && !j.reply_unclear && decides(j)).collect();
    let by_model: Vec<_> = ours.iter().filter(|justice| justice.calls_model).collect();
    let unclear = ours.iter().find(|justice| justice.reply_unclear);
    match (by_rules.first(), by_model.first(), unclear) {
        (_, None, Some(unclear)) => Verdict::of(
            Undecided,
            format!("where `{}` takes a model's reply could not be followed", unclear.function),
            [&unclear.place],
        ),
        (Some(first), None, None) => {
            // What only words come of decides no score, where something else does.
            let scores = by_rules.iter().filter(|j| !j.only_words && !j.scoreless);
            let most = scores.clone().max_by_key(|j| j.branches);
            let most = most.or(by_rules.iter().max_by_key(|j| j.branches)).unwrap_or(first);
            Verdict::of(
                Supported,
                format!("`{}` decides by code, and {}", most.function, asking(&ours, most)),
                // What is named is shown first.
                std::iter::once(most).chain(&by_rules).map(|justice| &justice.place),
            )
        }
        (None, Some(first), _)
            if ours.iter().all(|j| j.branches + j.picks == 0 && j.rules.is_empty()) =>
        {
            Verdict::of(
                Contradicted,
                format!("`{}` lets a model decide and decides by nothing else", first.function),
                by_model.iter().map(|justice| &justice.place),
            )
        }
        (_, Some(first), _) => Verdict::of(
            Undecided,
            format!(
                "a model's reply to `{}` can reach the score, and code decides too",
                first.function
            ),
            [&first.place],
        ),
        (None, None, None) => {
            Verdict::undecided("no function was recognised that synthesises verdicts")
        }
    }
}

/// Whether a model is asked, where its reply decides nothing, as something that is said of `named`.
fn asking(ours: &[&JusticeFact], named: &JusticeFact) -> String {
    let asks = |justice: &&&JusticeFact| justice.asks_model;
    let Some(asker) = ours.iter().find(asks) else {
        return "no model is asked for the score during the synthesis".to_owned();
    };
    let who = if named.asks_model { "it".to_owned() } else { format!("`{}`", asker.function) };
    format!("the reply of the model that {who} asks for words does not reach the score")
}

/// Whether malformed replies are asked for again.
pub(super) fn retry(repository: &RepositoryFacts, text: &str) -> Verdict {
    unbound::asks_once(repository, text)
        .or_else(|| passing(&repository.python, text))
        .unwrap_or_else(|| retried(&repository.python))
}

/// That failures which pass by themselves are tried again, and not replies that do not fit.
static PASSING: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:transient|temporary|intermittent|network|connection)(?: \w+)? (?:failures?|errors?|issues?|outages?)\b|\brate[- ]limit(?:s|ing)?\b",
    )
});

/// Whether the graph tries again what asks a model, where that is said of failures that pass by themselves.
fn passing(python: &PythonFacts, text: &str) -> Option<Verdict> {
    let ours = python.structured_output.iter().filter(|call| !call.in_tests);
    let ours = ours.filter(|call| call.live != Some(false));
    let retried: Vec<_> = ours.filter(|call| call.misfit == Some(Misfit::TransientOnly)).collect();
    let function = retried.first()?.function.as_deref().filter(|_| PASSING.is_match(text))?;
    let fact = format!("the graph tries `{function}` again after failures that pass by themselves");
    Some(Verdict::of(Supported, fact, retried.iter().map(|call| &call.place)))
}

/// Whether a retry stands around a model's reply.
pub(super) fn retried(python: &PythonFacts) -> Verdict {
    let ours = python.structured_output.iter().filter(|call| !call.in_tests);
    let seen_to = ours.filter(|call| call.is_seen_to() == Some(true));
    let (ours, handled): (Vec<_>, Vec<_>) =
        seen_to.partition(|call| call.misfit.is_none_or(|misfit| misfit == Misfit::AskedAgain));
    match ours.first() {
        Some(first) => {
            // What is no call of its own only asks for the form of a reply.
            let named = ours.iter().find(|call| call.method.contains(['_', '.'])).unwrap_or(first);
            let what = if named.method.contains(['_', '.']) {
                format!("`{}`", named.method)
            } else {
                "a question to a model".to_owned()
            };
            let fact = format!("a retry stands around {what}");
            Verdict::of(Supported, fact, ours.iter().map(|call| &call.place))
        }
        None if handled.iter().any(|call| call.misfit == Some(Misfit::AskedUnbound)) => {
            Verdict::of(
                Undecided,
                "the model is asked again, though what it replies then is bound to nothing",
                handled.iter().map(|call| &call.place),
            )
        }
        None if !handled.is_empty() => Verdict::of(
            Undecided,
            "what fails is handled, and no retry was recognised around a model's reply",
            handled.iter().map(|call| &call.place),
        ),
        None => Verdict::undecided("no retry was recognised around a model's reply"),
    }
}

/// Whether the personas' texts differ.
pub(super) fn personas(python: &PythonFacts) -> Verdict {
    let live = |prompt: &&PromptFact| !prompt.in_tests && prompt.live != Some(false);
    let ours: Vec<_> = python.prompts.iter().filter(live).collect();
    let shares: Vec<f64> = python.prompt_similarity.iter().map(|pair| pair.shared).collect();
    let places = ours.iter().map(|prompt| &prompt.place);
    if shares.len() >= JUDGES && shares.iter().all(|share| *share <= DISTINCT) {
        if !briefs(ours.iter().copied()).is_empty() {
            return Verdict::undecided("a persona's text is too short to be compared with another");
        }
        let most = shares.iter().copied().fold(0.0, f64::max) * 100.0;
        let texts = if ours.iter().all(|prompt| prompt.template.is_some()) {
            "of the personas' texts, with the templates around them,"
        } else {
            "of the texts that were read for the personas"
        };
        let fact = format!(
            "no two {texts} have more than {most:.0} % of their five-word phrases in common"
        );
        return Verdict::of(Supported, fact, places);
    }
    if shares.len() >= JUDGES && shares.iter().all(|share| *share > SAME) {
        // A template may make what is sent alike whose own parts are not.
        return match ours.iter().find_map(|prompt| prompt.template.as_ref()) {
            Some(template) => {
                let fact = format!(
                    "what is sent to the personas is nearly the same, with the template at `{template}` around the text of each"
                );
                Verdict::of(Undecided, fact, places)
            }
            None => Verdict::of(Contradicted, "the personas' texts are nearly the same", places),
        };
    }
    if shares.len() < JUDGES {
        return Verdict::undecided(
            "the texts of the three personas, or what is sent with them, were not all found",
        );
    }
    let most = shares.iter().copied().fold(0.0, f64::max) * 100.0;
    let fact = format!(
        "the closest two of the personas' texts have {most:.0} % of their five-word phrases in common as sent"
    );
    Verdict::of(Undecided, fact, places)
}

/// That prompts differ, without a word that says how much.
static DIFFERENT: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\bdifferent (?:system )?prompts?\b"));
/// Words by which they are said to do more than that.
static MORE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:distinct\w*|conflict\w*|separate\w*|unique\w*|oppos\w*|independent\w*|philosoph\w*|\w+ly different)\b",
    )
});

/// Prompts that are said to be different, and no more: any do of which no two are nearly the same.
pub(super) fn differ(python: &PythonFacts, text: &str, shown: Verdict) -> Verdict {
    let shares: Vec<f64> = python.prompt_similarity.iter().map(|pair| pair.shared).collect();
    let differ = shares.len() >= JUDGES && shares.iter().all(|share| *share <= SAME);
    if shown.status != Undecided || !differ || !DIFFERENT.is_match(text) || MORE.is_match(text) {
        return shown;
    }
    Verdict::of(Supported, "no two of the personas' texts are the same", &shown.places)
}
