//! Sentences by which a report says less of its own code than is there.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// What a sentence says of the report's own code, to its disadvantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Understated {
    /// Commands run by `os.system`.
    Shell,
    /// `tempfile` is not used.
    NoTemporaryFolder,
    /// There is no Pydantic model.
    NoModels,
}

static FLAWS: LazyLock<[(Understated, Phrase); 3]> = LazyLock::new(|| {
    [
        (
            Understated::Shell,
            Phrase::new(
                r"(?i)\b(?:uses?|using|relies on|runs?|invokes?|calls) (?:(?:a|raw|direct|plain|unsafe) ){0,2}`?os\.system\b",
            ),
        ),
        (
            Understated::NoTemporaryFolder,
            Phrase::new(
                r"(?i)\b(?:no (?:evidence|use|usage|sign) of|does not use|doesn(?u:[’'])t use|lacks?) (?:any )?`?(?:tempfile\b|TemporaryDirectory\b)",
            ),
        ),
        (
            Understated::NoModels,
            Phrase::new(
                r"(?i)\blacks? (?:any )?(?:Pydantic ?/ ?)?(?:BaseModel|Pydantic (?:models?|BaseModels?))\b",
            ),
        ),
    ]
});

/// Words by which the sentence may speak of another time, another repository or a condition.
static OPEN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:never|avoids?|instead of|without|if|when|would|will|could|should|must|was|were|had|previous\w*|original\w*|",
        r"initial\w*|peers?|target|student|submission|flags?|detects?|checks?|scans?|caps?|penali[sz]es?|whether|unless|",
        r"any (?:code|file|repo\w*)|not|no|nor|neither|none|nowhere|cannot|that|which|who|those|such|risks?|dangers?|attack\w*|",
        r"prevents?|forbids?|bans?|banned|replac\w+|eliminat\w+|look\w*|search\w*|find\w*|example|e\.g)\b|n(?u:['’])t\b",
    ))
});

/// What the sentence says, where it plainly speaks of the present code.
pub(in super::super) fn understated(sentence: &str) -> Option<Understated> {
    let (flaw, found) =
        FLAWS.iter().find_map(|(flaw, pattern)| Some((*flaw, pattern.find(sentence)?)))?;
    let around = format!("{} {}", &sentence[..found.start], &sentence[found.end..]);
    (!OPEN.is_match(&around) && !super::is_quoted(sentence)).then_some(flaw)
}
