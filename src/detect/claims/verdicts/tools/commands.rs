//! Commands: that they go through no shell, that their failures are noticed, and that each has a limit of time.

use super::super::{Asked, Verdict, done, is_read_whole};
use super::practices::running;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{
    CallCertainty, ClaimKind, Practice, PracticeFact, PythonFacts, RepositoryFacts,
};
use std::sync::LazyLock;

/// That commands are never started by `subprocess`, with a shell or without.
static DENIES_SUBPROCESS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:never|(?:does|do|did) not|do(?:es)?n(?u:[’'])t|without|avoids?|no) (?:[a-z]+ ){0,3}(?:`?os\.(?:system|popen)(?:\(\))?`?,? (?:or|and|nor) )?`?subprocess(?:\.run|\.popen)?(?:\(\))?`?",
        r"(?:,? (?:or|and|nor) `?(?:os\.(?:system|popen)|shell)(?:\(\))?`?(?: commands?| calls?)?| calls?| module| commands?)? ?(?:[.;]|$)",
    ))
});

/// Whether no command goes through a shell.
pub(in super::super) fn shell(repository: &RepositoryFacts, text: &str) -> Verdict {
    let calls = || repository.python.calls.iter().filter(|call| !call.in_tests && call.live);
    let asking: Vec<_> = calls().filter(|call| call.asks_for_shell()).collect();
    if let Some(call) = asking.iter().find(|call| call.certainty == CallCertainty::Definite) {
        let fact = format!("`{}` runs a command through a shell", call.callee);
        return Verdict::of(Contradicted, fact, [&call.place]);
    }
    if let Some(call) = calls().find(|call| call.starts_shell()) {
        let how = call.because.as_deref().unwrap_or_default();
        let fact = format!("`{}` starts a shell by `{how}`", call.callee);
        // Whoever denies certain calls denies no others.
        let of_calls = ["shell=True", "shell = True", "os.system", "os.popen"];
        let certain = call.certainty == CallCertainty::Definite
            && !of_calls.iter().any(|name| text.contains(name));
        let status = if certain { Contradicted } else { Undecided };
        return Verdict::of(status, fact, [&call.place]);
    }
    if let Some(call) = asking.first() {
        let fact = format!("`{}` may be a call of `{}`", call.written, call.callee);
        return Verdict::of(Undecided, fact, [&call.place]);
    }
    if let Some((call, open)) = calls().find_map(|call| Some((call, call.open_keywords()?))) {
        let fact = format!("whether `{open}` in `{}` asks for a shell is not known", call.written);
        return Verdict::of(Undecided, fact, [&call.place]);
    }
    if DENIES_SUBPROCESS.is_match(text) {
        let started = done(&repository.python, Practice::Command);
        let started = calls().find(|call| call.callee.starts_with("subprocess.")).map_or_else(
            || started.iter().find(|fact| fact.live).map(|fact| (&fact.by, &fact.place)),
            |call| Some((&call.callee, &call.place)),
        );
        if let Some((by, place)) = started {
            let fact = format!("`{by}` starts a command");
            return Verdict::of(Contradicted, fact, [place]);
        }
        if repository.vocabulary.as_ref().is_none_or(|words| words.names("subprocess")) {
            return Verdict::undecided("whether `subprocess` is used was not followed");
        }
    }
    if is_read_whole(repository) {
        return Verdict::of(
            Supported,
            "no call that goes through a shell was found in any source",
            [],
        );
    }
    Verdict::undecided("not all sources could be read")
}

/// Whether commands run without a shell, with what else is said of them.
pub(in super::super) fn run(python: &PythonFacts, text: &str) -> Verdict {
    let text = text.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let mut asked = vec![(Practice::Command, "runs a command without a shell")];
    if says(&["error", "fail", "exception", "check", "captur", "handl"]) {
        asked.push((Practice::CommandHandled, "notices that a command failed"));
    }
    if says(&["timeout", "time limit"]) {
        asked.push((Practice::CommandLimited, "limits a command's time"));
    }
    let checked = |fact: &&PracticeFact| !text.contains("check=true") || fact.by == "check=True";
    let mut places = Vec::new();
    for (practice, what) in &asked {
        let handled = *practice == Practice::CommandHandled;
        let mut found = done(python, *practice);
        if found.is_empty() && *practice == Practice::Command {
            // Of many calls not all are kept; one whose failure is noticed is one.
            found = done(python, Practice::CommandHandled);
        }
        let found = found.into_iter().filter(|fact| !handled || checked(fact)).collect();
        let Some(first) = running(found).first().copied() else {
            return Verdict::undecided(format!("no call was recognised that {what}"));
        };
        if !first.live {
            let fact = format!("what {what} stands in code that nothing that runs uses");
            return Verdict::of(Undecided, fact, [&first.place]);
        }
        places.insert(0, &first.place);
    }
    let all: Vec<&str> = asked.iter().map(|(_, what)| *what).collect();
    Verdict::of(Supported, format!("the code {}", all.join(", ")), places)
}

/// What stands against commands whose time is limited, as the sentence says in another part: none is.
pub(in super::super) fn unlimited(asked: Asked<'_>, verdict: &Verdict) -> Option<Verdict> {
    let Asked { kind, sentence, repository, .. } = asked;
    let python = &repository.python;
    let said = LIMITED.find(sentence)?;
    let none = kind == ClaimKind::SafeCommands
        && verdict.status == Supported
        && done(python, Practice::CommandLimited).is_empty()
        && !done(python, Practice::CommandUnlimited).is_empty();
    let fact = format!("{}, and no call was recognised that limits a command's time", verdict.fact);
    let of_models = OF_MODELS.is_match(&sentence[..said.start]);
    (none && !of_models).then(|| Verdict::of(Undecided, fact, &verdict.places))
}

/// A limit of time.
static LIMITED: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\btime-?outs?\b|\btime limits?\b"));

/// What else has limits of time.
static OF_MODELS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)\b(?:llms?|models?|judges?|api|requests?|providers?|network)\b[^.;]{0,60}$")
});

/// That every command has a limit of time.
static LIMITED_EACH: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:all|every|each) (?:of (?:the|its|our) )?(?:(?:external|git|child|single) )?`?(?:subprocess(?:\.run)?`? )?",
        r"(?:calls?|commands?|subprocess(?:es)?|invocations?|executions?)\b[^.;]{0,60}\btime-?outs?\b",
    ))
});

/// Names of what limits the time of whatever is called.
const AROUND: [&str; 6] =
    ["with_timeout", "time_limit", "wait_for", "func_timeout", "alarm", "timeout_decorator"];

/// What stands against a limit of time for every command: one that is waited for as long as it runs.
pub(in super::super) fn not_every(asked: Asked<'_>) -> Option<Verdict> {
    let Asked { kind, sentence, repository, .. } = asked;
    if kind != ClaimKind::SafeCommands
        || !LIMITED_EACH.is_match(sentence)
        || !is_read_whole(repository)
    {
        return None;
    }
    let names = |name: &&str| repository.vocabulary.as_ref().is_none_or(|words| words.names(name));
    if !sentence.contains("timeout=") && AROUND.iter().any(names) {
        return None;
    }
    let limited = done(&repository.python, Practice::CommandLimited);
    let is_beside =
        |fact: &&PracticeFact| limited.iter().any(|other| other.place.file == fact.place.file);
    let mut found = done(&repository.python, Practice::CommandUnlimited);
    found.retain(|fact| fact.live);
    found.sort_by_key(|fact| !is_beside(fact));
    let first = found.first()?;
    let fact = format!("`{}` is called without a `timeout`", first.by);
    Some(Verdict::of(Contradicted, fact, found.iter().map(|fact| &fact.place)))
}
