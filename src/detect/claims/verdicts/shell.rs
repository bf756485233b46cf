//! Commands that are said to go through no shell, or not to be started at all.

use super::{Verdict, done, is_read_whole};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{CallCertainty, Practice, RepositoryFacts};
use std::sync::LazyLock;

/// That commands are never started by `subprocess`, with a shell or without.
static DENIES_SUBPROCESS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:never|(?:does|do|did) not|do(?:es)?n(?u:[’'])t|without|avoids?|no) (?:[a-z]+ ){0,3}(?:`?os\.(?:system|popen)(?:\(\))?`?,? (?:or|and|nor) )?`?subprocess(?:\.run|\.popen)?(?:\(\))?`?",
        r"(?:,? (?:or|and|nor) `?(?:os\.(?:system|popen)|shell)(?:\(\))?`?(?: commands?| calls?)?| calls?| module| commands?)? ?(?:[.;]|$)",
    ))
});

/// Whether no command goes through a shell.
pub(super) fn shell(repository: &RepositoryFacts, text: &str) -> Verdict {
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
