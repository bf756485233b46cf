//! How long a clone may take, how much of the history it fetches, whom it trusts and what is left of it.

use super::super::sentence::unclaimed::{is_looked_for, is_stated};
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Who or what clones.
const CLONE: &str = r"(?:(?:git|repo(?:sitory)?|shallow)[ -])?(?:clon(?:e|es|ing)\b|clone_\w+|cloned repo\w*|Repo\.clone_from\b)(?:\(\))?";

/// How far before the words for a limit its length may stand, in bytes, and how far behind.
const BEFORE: usize = 16;
const BEHIND: usize = 32;

/// What is said of clones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) enum OfClone {
    /// They may take so many seconds, where a number is told.
    Limited(Option<u32>),
    /// They fetch so many commits.
    Depth(u32),
    /// They fetch the whole history.
    Whole,
    /// Whom they fetch from is held against a certificate.
    Verified,
    /// Nothing is left of them.
    Removed,
}

static LIMITED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(&format!(
        concat!(
            r"(?i)\b{clone}`?[^.;]{{0,80}}?\b(?:time-?outs?|time[- ]limit(?:s|ed)?|time[- ]?bound(?:ed)?|time-?boxed|times out)\b",
            r"|\b(?:time-?outs?|time[- ]limits?)\b[^.;]{{0,48}}?\b{clone}",
            r"|\b{clone}`?[^.;]{{0,40}}?\b(?:is|are|gets?) (?:\w+ly )?(?:killed|aborted|stopped|terminated|cancell?ed|limited|bounded|capped|given up)\b[^.;]{{0,24}}?[0-9] ?(?:s\b|sec|min)",
        ),
        clone = CLONE
    ))
});

/// A length of time.
static SECONDS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\b(?P<count>[0-9]{1,4})[ -]?(?P<unit>s|secs?|seconds?|min|mins|minutes?)\b|\btime-?out ?(?:=|:|of|\() ?(?P<given>[0-9]{1,4})\b",
    )
});

static DEPTH: LazyLock<Parts> =
    LazyLock::new(|| Parts::new(r"(?i)\bdepth`? ?(?:=|:|of|is)? ?(?P<depth>[0-9]{1,6})\b"));

static CLONES: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(&format!(r"(?i)\b(?:{CLONE}|shallow|cloned)\b")));

static WHOLE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(&format!(
        concat!(
            r"(?i)\b(?:full|deep|complete|unshallow\w*|full[- ](?:history|depth)) clones?\b|\b{clone}`?[^.;]{{0,40}}?\b(?:full|complete|entire|whole) (?:git |commit )?(?:history|depth)\b",
            r"|\b(?:full|complete|entire|whole) (?:git |commit )?(?:history|depth)\b[^.;]{{0,24}}\b(?:is|are|gets?) (?:cloned|fetched)\b",
        ),
        clone = CLONE
    ))
});

static VERIFIED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:TLS|SSL|certificates?)\b[^.;]{0,48}\b(?:verif\w+|checked|enabled|on\b|enforced)|\bverif\w+[^.;]{0,32}\b(?:TLS|SSL|certificates?)\b|\bssl_?verify\b",
    )
});

static REMOVED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:temp(?:orary)?|clones?d?|sandbox(?:ed)?|working|checked[- ]out)[ -](?:\w+ )?(?:folders?|director(?:y|ies)|workspaces?|dirs?|checkouts?|copies|copy|repo\w*|files)\b[^.;]{0,60}?",
        r"\b(?:is|are|gets?) (?:(?:then|always|also|automatically|immediately|\w+ly) ){0,2}(?:deleted|destroyed|removed|purged|wiped|discarded|disposed|cleaned[- ]up)\b",
        r"|\b(?:deletes?|removes?|cleans? up|wipes?|purges?|destroys?|discards?) (?:the |its |every |each |all )?(?:temp(?:orary)?|clones?d?|sandbox(?:ed)?)\b",
        r"|\b(?:temp(?:orary)?|clones?d?|sandbox(?:ed)?)[ -](?:\w+ )?(?:folders?|director(?:y|ies)|workspaces?|dirs?|checkouts?|repo\w*) clean-?up\b[^.;]{0,40}\b(?:is|are|happens|runs)\b",
    ))
});

/// Words by which nothing is said of all clones, or the contrary.
static OTHERWISE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:not?|never|without|lack\w*|missing|cannot|unless|when|manually|operating system|reboot|cached?|branch(?:es)?|target|students?|if|e\.g|example|fail\w*|model|llm|api|judges?|parser|pdf)\b",
    )
});

/// What the sentence says of clones.
pub(in crate::detect::claims) fn cloning(sentence: &str) -> Option<OfClone> {
    let small = sentence.to_lowercase();
    let speaks = small.contains("clon")
        || ["shallow", "depth", "tls", "ssl", "temp", "sandbox"]
            .iter()
            .any(|word| small.contains(word));
    if !speaks
        || OTHERWISE.is_match(sentence)
        || !is_stated(sentence)
        || is_looked_for_here(sentence)
    {
        return None;
    }
    let clones = CLONES.is_match(sentence);
    if let Some(limit) = LIMITED.find(sentence) {
        let start = sentence.floor_char_boundary(limit.start.saturating_sub(BEFORE));
        let end = sentence.ceil_char_boundary((limit.end + BEHIND).min(sentence.len()));
        // Behind a semicolon something else is told.
        let behind = sentence[limit.end..end].split(';').next().unwrap_or_default();
        return Some(OfClone::Limited(seconds(&sentence[start..limit.end + behind.len()])));
    }
    let depth = DEPTH.captures(sentence).filter(|_| clones);
    if let Some(depth) = depth.and_then(|found| found.name("depth")?.as_str().parse().ok()) {
        return Some(OfClone::Depth(depth));
    }
    if WHOLE.is_match(sentence) {
        return Some(OfClone::Whole);
    }
    if clones && VERIFIED.is_match(sentence) {
        return Some(OfClone::Verified);
    }
    REMOVED.is_match(sentence).then_some(OfClone::Removed)
}

/// That certificates are verified is nothing that is looked for.
fn is_looked_for_here(sentence: &str) -> bool {
    is_looked_for(sentence) && !VERIFIED.is_match(sentence)
}

/// The one length of time that is told.
fn seconds(sentence: &str) -> Option<u32> {
    let mut all = SECONDS.captures_iter(sentence).filter_map(|found| {
        let count = found.name("count").or_else(|| found.name("given"))?;
        let count: u32 = count.as_str().parse().ok()?;
        let minutes = found.name("unit").is_some_and(|unit| unit.as_str().starts_with(['m', 'M']));
        Some(if minutes { count * 60 } else { count })
    });
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_clones_is_read_in_many_words() {
        let check = |sentence: &str, expected| {
            assert_eq!(cloning(sentence), expected, "{sentence}");
        };
        let limited = |seconds| Some(OfClone::Limited(seconds));
        check("git clone has a timeout of 60 seconds.", limited(Some(60)));
        check("Each git clone is bounded by a timeout.", limited(None));
        check("The clone is killed after 2 minutes.", limited(Some(120)));
        check("A 120-second timeout protects every clone.", limited(Some(120)));
        check("`clone_repo` runs with timeout=90 and captures stderr.", limited(Some(90)));
        check(
            "The repository is fetched by a shallow clone with depth=1.",
            Some(OfClone::Depth(1)),
        );
        check("We clone with --depth 50 to keep it small.", Some(OfClone::Depth(50)));
        check("The tool makes a full clone of the repository.", Some(OfClone::Whole));
        check("We clone the entire git history.", Some(OfClone::Whole));
        check("TLS certificates are verified on every clone.", Some(OfClone::Verified));
        check("The temporary folder is always removed after the audit.", Some(OfClone::Removed));
        check("The tool deletes the cloned repository at the end.", Some(OfClone::Removed));
    }

    #[test]
    fn plans_conditions_denials_and_others_work_say_nothing_of_clones() {
        for sentence in [
            "git clone will have a timeout of 60 seconds.",
            "The clone has no timeout.",
            "Add a timeout to git clone.",
            "Without a timeout the clone hangs.",
            "The detective looks for clones with a timeout.",
            "If the clone has a timeout, it ends.",
            "The peer's clone has a timeout of 60 seconds.",
            "The timeout of the LLM is 60 seconds and the repo is cloned.",
            "Next step: the clone gets a timeout of 30 seconds.",
            "The analysis goes to a depth of 3.",
        ] {
            assert_eq!(cloning(sentence), None, "{sentence}");
        }
    }
}
