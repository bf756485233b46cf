//! Sentences by which a report says less of its own code than is there.

use super::super::sentence::elsewhere;
use super::lacking::{Thing, lacking};
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// What a sentence says of the report's own code, to its disadvantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) enum Understated {
    /// Commands run by `os.system`.
    Shell,
    /// `tempfile` is not used.
    NoTemporaryFolder,
    /// There is no Pydantic model.
    NoModels,
    /// The judges run one after the other.
    JudgesInTurn,
    /// A model decides instead of rules.
    ModelDecides,
    /// There is no rule of the name that the sentence has.
    NoRule,
    /// What a row of a table names is not there yet.
    Unfinished,
    /// The rubric has no more dimensions than are told.
    FewDimensions,
    /// A node is not part of the graph, as its lines are comments.
    CommentedOut,
    /// A node only stands for one.
    Stub,
    /// Code is examined by regular expressions.
    RegularExpressions,
    /// A mechanism is not there.
    Lacks(Thing),
}

/// How many dimensions a rubric is said to have, and no more.
const FEW: &str = concat!(
    r"(?:(?P<file>[\w-]*rubric[\w-]*\.json)`? (?:currently |still )?(?:contains?|has|holds|lists?|defines?|includes?) only (?P<count>[0-9]{1,2}|two|three|four|five) (?:\w+ ){0,2}(?:dimensions|criteria)\b",
    r"|only (?P<of>[0-9]{1,2}|two|three|four|five) (?:of (?:the |our )?(?:[0-9]{1,2}|ten) )?(?:\w+ ){0,2}(?:dimensions|criteria) are (?:currently |still )?(?:live|present|defined|included|listed|contained) in (?:the )?`?(?P<place>[\w-]*rubric[\w-]*\.json)\b)",
);

/// Which node is said to be a comment of which file.
const COMMENTED: &str = r"(?P<node>[A-Z][a-z]+[A-Z]\w+|[a-z]+_[a-z_]+)`?(?: node)?(?: is)?(?: currently| still)? commented out (?:in|of) (?:the )?`?(?P<path>(?:[\w-]+/)*[\w-]+\.py)\b";

/// Which node is said to be no more than a stub.
const STUB: &str = r"(?:\b[Tt]he (?:stubbed|placeholder) `?(?P<of>[A-Z][a-z]+[A-Z]\w+|[a-z]+_[a-z_]+)\b|\b(?P<node>[A-Z][a-z]+[A-Z]\w+|[a-z]+_[a-z_]+)`?(?: node)? (?:(?:still )?remains|is still|is currently|is) (?:(?:just|only|merely) )?(?:a|an) (?:mere )?(?:stub|placeholder)\b(?:\s*[.,;]|\s*$))";

static FLAWS: LazyLock<[(Understated, Phrase); 7]> = LazyLock::new(|| {
    [
        (
            Understated::Shell,
            Phrase::new(concat!(
                r"(?i)\b(?:uses?|using|relies on|runs?|invokes?|calls) (?:(?:a|raw|direct|plain|unsafe) ){0,2}`?os\.system\b",
                r"|^(?:[^.:]{0,30}: ?)?[^A-Za-z]*(?:raw |unsafe )?`?(?:os\.system(?:\(\))?|shell ?= ?True)`?(?: calls?)? (?:(?:is|are) )?(?:still )?(?:used|called|present|open)\b",
            )),
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
        (
            Understated::RegularExpressions,
            Phrase::new(
                r"(?i)\b(?:repo ?investigator|(?:our |the )?(?:code |forensic |ast )?(?:scanner|detector|analy[sz]er)s?) (?:currently |still |mainly |mostly )?relies on (?:simple |plain |brittle )?(?:regex|regular expressions?)\b",
            ),
        ),
        (Understated::FewDimensions, Phrase::new(&format!(r"(?i)\b{FEW}"))),
        (Understated::CommentedOut, Phrase::new(&format!(r"\b{COMMENTED}"))),
        (Understated::Stub, Phrase::new(STUB)),
    ]
});

/// The same, where a denial may stand beside what is said, each with parts of words without one of which no
/// sentence says it.
static FAULTS: LazyLock<[(Understated, &[&str], Phrase); 3]> = LazyLock::new(|| {
    [
        (
            Understated::JudgesInTurn,
            &["judge", "Judge", "udicial"],
            Phrase::new(concat!(
                r"(?i)\b(?:no (?:true |real |actual |genuine )?parallel(?:ism| execution| processing) (?:of|for|among|across|between) (?:the )?judges\b",
                r"|judges (?:(?:run|execute|are (?:run|executed|invoked|called|processed))|(?:still |currently |all )+(?:run|execute)|are (?:still |currently |all )+(?:run|executed|invoked|called|processed))(?: (?:in|inside|within|a|one|single|graph|node|\([a-z_`]+\))){0,6}? ",
                r"(?:sequentially|serially|in sequence|one after (?:another|the other)|(?:inside|within|in) (?:one|a single) (?:graph )?node)\b",
                r"|judicial panel runs (?:\w+ ){0,3}calls in sequence\b)",
            )),
        ),
        (
            Understated::ModelDecides,
            &["LLM"],
            Phrase::new(concat!(
                r"(?i)\b(?:node|chief ?justice\w*|synthesis(?: engine| node)?|justice\.py`?) (?:currently )?(?:uses|relies on|is|calls) (?:just )?(?:an? )?",
                r"(?:simple |single |plain |basic )?LLM (?:prompt|call)s? (?:to average|to decide|averag\w+|that (?:averages|decides))\b",
            )),
        ),
        (
            Understated::NoRule,
            &["ule of", "verride", "upremacy", "unctionality"],
            Phrase::new(concat!(
                r"(?i)\b(?:no (?:evidence|sign|trace) of|lacks?|(?:does not|doesn(?u:[’'])t) (?:yet )?(?:implement|enforce|contain|have)) (?:any |the |an? |explicit |hard-?coded |named )*",
                r"(?u:[“”‘’\x22'`])*(?:rule of (?:security|evidence|functionality)|security override|fact supremacy|functionality weight)\b",
            )),
        ),
    ]
});

/// Words by which such a sentence may speak of another time, another repository or a condition.
static OPEN_FAULT: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_fault(concat!(
        r"(?:sequentially|in sequence|node) after|target|submission|flags?|detectives?|narrative|summar\w+|prose|wording|",
        r"triggered|needed|violation|argues?|cannot|could not",
    ))
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

static SAID_FEW: LazyLock<Parts> = LazyLock::new(|| Parts::new(&format!(r"(?i)\b{FEW}")));
static SAID_COMMENTED: LazyLock<Parts> = LazyLock::new(|| Parts::new(&format!(r"\b{COMMENTED}")));

/// The rubric's file and the number of dimensions that the sentence says to be all.
pub(in crate::detect::claims) fn few_dimensions(sentence: &str) -> Option<(&str, u32)> {
    let found = SAID_FEW.captures(sentence)?;
    let file = found.name("file").or(found.name("place"))?.as_str();
    let count = found.name("count").or(found.name("of"))?.as_str().to_ascii_lowercase();
    let word = ["two", "three", "four", "five"].iter().position(|word| *word == count);
    let count = word.map_or_else(|| count.parse().ok(), |at| u32::try_from(at + 2).ok())?;
    Some((file, count))
}

/// The node and the file in which the sentence says it to be a comment.
pub(in crate::detect::claims) fn commented_out(sentence: &str) -> Option<(&str, &str)> {
    let found = SAID_COMMENTED.captures(sentence)?;
    Some((found.name("node")?.as_str(), found.name("path")?.as_str()))
}

static SAID_STUB: LazyLock<Parts> = LazyLock::new(|| Parts::new(STUB));

/// The node that the sentence says to be a stub.
pub(in crate::detect::claims) fn stub(sentence: &str) -> Option<&str> {
    let found = SAID_STUB.captures(sentence)?;
    found.name("of").or(found.name("node")).map(|node| node.as_str())
}

static UNFINISHED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"(?i)^\W*(?P<what>(?:[\w-]+/)*[\w-]+\.py|vision ?inspector|conditional edges?)[\s:]+",
        r"(?:stub(?:bed)?|not started|not (?:yet )?implemented|placeholder|todo)\b(?P<rest>.*)$",
    ))
});

/// Words by which such a row tells more than one time, or of more than one place.
static OTHER_TIME: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:complete\w*|done|live|fixed|finished|resolved|now|was|were|final\w*|after|implemented)\b|(?u:[→✓✔✅])|->|=>",
    )
});

/// What a row of a table says not to be there yet.
pub(in crate::detect::claims) fn unfinished(row: &str) -> Option<&str> {
    let found = UNFINISHED.captures(row)?;
    let what = found.name("what")?.as_str();
    (!OTHER_TIME.is_match(&found["rest"])).then_some(what)
}

/// What the sentence says, where it plainly speaks of the present code.
pub(in crate::detect::claims) fn understated(sentence: &str) -> Option<Understated> {
    // A heading that the layout does not part from the sentence below it says that it is about the present.
    let sentence = sentence
        .strip_prefix("The Gap")
        .map_or(sentence, |rest| rest.trim_start_matches([':', ' ']));
    let said = |(_, parts, pattern): &&(Understated, &[&str], Phrase)| {
        parts.iter().any(|part| sentence.contains(part)) && pattern.is_match(sentence)
    };
    if let Some((fault, ..)) = FAULTS.iter().find(said) {
        let plain = !OPEN_FAULT.is_match(sentence)
            && !super::super::sentence::unclaimed::is_quoted(sentence);
        return plain.then_some(*fault);
    }
    let flaw = FLAWS.iter().find_map(|(flaw, pattern)| Some((*flaw, pattern.find(sentence)?)));
    let Some((flaw, found)) = flaw else {
        let lacks =
            lacking(sentence).filter(|_| !super::super::sentence::unclaimed::is_quoted(sentence));
        return lacks.map(Understated::Lacks);
    };
    let (before, after) = (&sentence[..found.start], &sentence[found.end..]);
    let around = match flaw {
        // What follows the clause is of something else, unless it is its condition.
        Understated::Stub => {
            let first = after.split_whitespace().next().unwrap_or_default();
            format!("{} {first}", before.replace(" such as ", " "))
        }
        Understated::Shell
        | Understated::NoTemporaryFolder
        | Understated::NoModels
        | Understated::JudgesInTurn
        | Understated::ModelDecides
        | Understated::NoRule
        | Understated::Unfinished
        | Understated::FewDimensions
        | Understated::CommentedOut
        | Understated::RegularExpressions
        | Understated::Lacks(_) => format!("{before} {after}"),
    };
    (!OPEN.is_match(&around) && !super::super::sentence::unclaimed::is_quoted(sentence))
        .then_some(flaw)
}
