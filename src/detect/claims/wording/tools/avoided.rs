//! What is said never to be called, never to be run or never to stand in the sources.

use super::super::sentence::unclaimed::{is_looked_for, is_stated};
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// What is avoided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) enum Avoided {
    /// Calls of these.
    Calls(Vec<&'static str>),
    /// Keys and passwords in the sources; also in their history.
    Secrets { history: bool },
    /// Running the code that is audited.
    Running,
}

impl Avoided {
    /// Whether nothing but calls that go through a shell is avoided.
    pub(in super::super) fn is_of_shells(&self) -> bool {
        match self {
            Self::Calls(calls) => calls.iter().all(|call| SHELLS.contains(call)),
            Self::Secrets { .. } | Self::Running => false,
        }
    }
}

/// Calls that go through a shell.
const SHELLS: [&str; 3] = ["os.system", "os.popen", "shell=True"];

/// What may be avoided, as it is written.
const CALLS: [&str; 8] =
    ["os.system", "os.popen", "shell=True", "eval", "exec", "pickle", "yaml.load", "marshal"];

const CALL: &str = r"`?\b(?:os\.(?:system|popen)|shell ?= ?True|eval|exec|pickle(?:\.loads?)?|yaml\.load|marshal)\b(?:\(\))?`?";

/// That what is named is not used.
static IS_AVOIDED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        concat!(
            r"(?i)(?P<first>{call}(?:(?:,? (?:and|or|nor) |, |/)(?:the )?{call})*)(?: calls?| usage| statements?)? (?:is|are|was|were) (?:\w+ ){{0,2}}?(?:(?:never|not|nowhere) (?:\w+ )?(?:used|called|invoked|executed|run|needed|present|there|found|allowed|permitted)|(?:deliberately |strictly |entirely )?(?:avoided|banned|absent|forbidden|excluded|prohibited|disallowed))\b",
            r"|\b(?:no|never|nowhere|without|avoids?|avoiding|zero|free of|neither|do(?:es)? not|do(?:es)?n(?u:['’])t|bans|forbids) (?:[\w-]+ ){{0,4}}?(?P<second>{call}(?:(?:,? (?:and|or|nor) |, |/)(?:the )?{call})*)(?P<rest>[^.;,]{{0,16}})",
        ),
        call = CALL
    ))
});

/// A noun behind `eval` or `exec` by which it is no call.
static OTHER_NOUN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^ (?:sets?|loops?|metrics?|scores?|suites?|harness\w*|summar\w+|results?|runs?|prompts?)\b",
    )
});

const SECRET: &str = r"(?:secrets?|credentials?|(?:api[- ]?)?keys?|tokens?|passwords?)";

static SECRETS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        concat!(
            r"(?i)\bno (?:\w+ ){{0,2}}?(?:hard-?coded|committed|embedded|leaked|checked-in|plain-?text) (?:\w+ ){{0,2}}{secret}\b",
            r"|\bno (?:(?:api|real|private|\w+ and) )?{secret}(?: (?:or|and) {secret})? (?:(?:is|are|were) )?(?:ever )?(?:hard-?coded|committed|embedded|stored|checked in|in (?:the |its )?(?:code|sources?|repo\w*|git|history|tree))\b",
            r"|\b{secret}(?: (?:or|and) {secret})? (?:is|are) (?:never|not) (?:\w+ )?(?:hard-?coded|committed|embedded|checked in|in (?:the |its )?(?:code|sources?|repo\w*|git|history))\b",
            r"|\b(?:never|does not|do not|without|avoids?) (?:hard-?cod\w+|commit\w*|embed\w*) (?:any |the |its |api )*{secret}\b",
        ),
        secret = SECRET
    ))
});

static RUNNING: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:never|not|without|no|nothing)\b (?:\w+ ){0,2}?(?:execut\w+|runs?|running|imports?|importing|evaluat\w+) (?:(?:the|any|of|from) ){0,3}(?:cloned|target|audited|students?(?u:['’])?s?|untrusted|submitted|submission(?u:['’])?s?|candidate|foreign)(?u:['’]s)?[ -](?:\w+ )?(?:code|repo\w*|scripts?|modules?|files?|projects?|programs?)\b",
        r"|\b(?:cloned|target|audited|untrusted|submitted|student|foreign) (?:\w+ )?(?:code|repo\w*|scripts?|modules?|files?) (?:is|are) (?:never|not) (?:\w+ )?(?:executed|run|imported|evaluated)\b",
    ))
});

/// Words by which others avoid it, or only some do.
static OTHERWISE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:why|rubric|prosecutor|rule|flags?|scans?|finding|evidence|found|longer|only|most|yet|if|when|report(?:s|ed)?|peers?|innerhtml|xss|javascript|react|jsx|browsers?)\b",
    )
});

/// What the sentence says to be avoided.
pub(in crate::detect::claims) fn avoided(sentence: &str) -> Option<Avoided> {
    if OTHERWISE.is_match(sentence) || is_looked_for(sentence) || !is_stated(sentence) {
        return None;
    }
    if let Some(found) = SECRETS.find(sentence) {
        let small = found.as_str().to_lowercase();
        let history =
            ["commit", "git", "history", "checked"].iter().any(|word| small.contains(word));
        return Some(Avoided::Secrets { history });
    }
    if RUNNING.is_match(sentence) {
        return Some(Avoided::Running);
    }
    let found = IS_AVOIDED.captures(sentence)?;
    let named = found.name("first").or_else(|| found.name("second"))?.as_str();
    let rest = found.name("rest").map_or("", |rest| rest.as_str());
    if OTHER_NOUN.is_match(rest) {
        return None;
    }
    let named = named.to_lowercase().replace(" = ", "=");
    let has = |call: &&str| {
        let call = call.to_lowercase();
        named
            .split(|letter: char| !(letter.is_alphanumeric() || "._=".contains(letter)))
            .any(|word| word.starts_with(&call))
    };
    Some(Avoided::Calls(CALLS.into_iter().filter(|call| has(call)).collect()))
        .filter(|avoided| !matches!(avoided, Avoided::Calls(calls) if calls.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_never_done_is_read_in_many_words() {
        let check = |sentence: &str, expected: Avoided| {
            assert_eq!(avoided(sentence), Some(expected), "{sentence}");
        };
        let calls = |all: &[&'static str]| Avoided::Calls(all.to_vec());
        check("`eval` is never used.", calls(&["eval"]));
        check("The code never calls eval() or exec().", calls(&["eval", "exec"]));
        check(
            "`eval`, `exec` and `pickle` are not used anywhere.",
            calls(&["eval", "exec", "pickle"]),
        );
        check("There is no `os.system` in the tools.", calls(&["os.system"]));
        check("`os.system` is never called.", calls(&["os.system"]));
        check("shell=True is avoided throughout.", calls(&["shell=True"]));
        let secrets = |history| Avoided::Secrets { history };
        check("There are no hard-coded secrets in the sources.", secrets(false));
        check("API keys are never hardcoded and come from the environment.", secrets(false));
        check("No secrets are committed to git.", secrets(true));
        check("The auditor never executes the cloned code.", Avoided::Running);
        check("Cloned code is never executed by the tools.", Avoided::Running);
    }

    #[test]
    fn what_is_looked_for_planned_or_found_elsewhere_is_avoided_by_nobody() {
        for sentence in [
            "The detective verifies that `eval` is never used.",
            "We will never use eval().",
            "The prosecutor flags code in which `os.system` is not avoided.",
            "If `eval` is never used, the score is 5.",
            "The model has no eval set.",
            "The peer's repository has no hard-coded secrets.",
            "The tools call eval() on the expression.",
            "Replace `os.system` so that it is never used.",
        ] {
            assert_eq!(avoided(sentence), None, "{sentence}");
        }
    }
}
