//! Sentences that say of a path itself that something is there, whatever else they speak of.
//!
//! "The parser in `src/a.py` validates each claim" claims the file, though "claim" and "each" might speak of
//! something imagined: such words count where they govern the path, not wherever they stand.

use crate::detect::phrase::Phrase;
use crate::domain::facts::CitedPath;
use std::sync::LazyLock;

/// What stands before a path that something is said to be in.
static PLACED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:(?:implemented|defined|located|housed|encapsulated|declared|centrali[sz]ed|(?:lives?|resides?|sits?)(?: [a-z]+ly)?) |",
        r"(?:is|are|was|were) (?:(?:all|both|now|fully|already|entirely) )?(?:(?:placed|written|built|compiled|wired|handled|stored|kept|coded|provided|orchestrated|configured|specified) )?|",
        r"we (?:have )?(?:also )?(?:implemented|implement|defined|define|put|placed|wrote|built|build|keep) (?:[^.;:]|\.\w){1,60} )",
        r"(?:in|inside|within|under) (?:(?:the|our|its) )?(?:(?:file|module|script) )?(?:[`(*\x22]|“)*$",
    ))
});

/// What stands behind a path that is said to do something.
static ACTS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^(?:[`)*\x22]|”)*(?: (?:file|module|script))?(?: \([^()]{1,60}\))? (?:(?:now|also|then|already|currently|only|simply|just|never) )?",
        r"(?:defines|implements|contains|handles|has|holds|provides|creates|builds|wires|parses|declares|exposes|",
        r"runs|clones|compiles|validates|schedules|tells|removes|reads|writes|returns|calls|merges|checks|loads|",
        r"stores|uses|imports|registers|performs|collects|computes|applies|orchestrates|connects|invokes|wraps|",
        r"extracts|generates|includes|keeps|enforces|routes|aggregates|dispatches|raises|catches|converts|maps|",
        r"splits|scans|sorts|filters|tracks|logs|renders|executes|starts|sends|binds|encapsulates|ensures|detects|replaces|implement|define|contain|handle|provide|enforce)\b",
    ))
});

/// What stands behind a path in which something is said to be done.
static WHERE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^(?:[`)*\x22]|”)*,? (?:where|in which) [^.;:]{1,60} (?:is|are) (?:implemented|defined|compiled|built|wired|handled|declared|kept)\b",
    )
});

/// The beginning of a sentence that goes on to show what is there.
static SHOWING: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^(?:(?:next|first|then|here|below),? )?(?:we|i) will (?:now )?(?:walk (?:you )?through|look at|describe|discuss|show|explain|examine|present|go through) (?:(?:the|our) )?(?:(?:file|module|script) )?(?:[`(*\x22]|“)*$",
    )
});

/// What sets what is so now against what was so before.
static NOW: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)[,;:] (?:(?:and|but) )?now (?:[`(*\x22]|“)*$"));

/// What stands around a path of which a deed is stressed: `Not only does src/a.py clone …`.
static NOT_ONLY: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)^not only does (?:[`(*\x22]|“)*$"));

/// What takes back behind a path that it is there.
static TAKEN_BACK: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:(?:is|are|was|were|be|been|being|has|have|had|gets?|got|remains?|still|currently|now|yet|since|later|then|but|marked|left) (?:\w+ )?",
        r"(?:missing|absent|remov|delet|renam|replac|deprecat|obsolete|planned|proposed|pending|moved|migrat|stubbed|not\b|no longer|never\b|to be\b)|",
        r"(?:is|are|was|were|as|only|just|still) (?:an? )?(?:stub|skeleton|placeholder|hallucinat|fabricat|fictional|hypothetic|example)|",
        r"not yet|yet to|no longer|to-?do\b|next steps?\b|in progress|future work|in (?:the )?future\b|does(?: not|n(?u:[’'])t) (?:yet )?exist|no such|",
        r"(?:will|shall|should|would|could|to) be (?:\w+ )?(?:added|created|implemented|written|built|done|finished|completed|introduced|extended)|",
        r"never (?:written|created|committed|finished|implemented|added|existed)|",
        r"(?:of|in|from|by|against) (?:(?:the|an?|their|each|every|another|any) )?(?:target|peer|student|submi|audited|cloned|external|other repo|upstream))",
    ))
});

/// What stands behind a path that is said to be more than the beginning of something.
static NO_STUB: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^(?:[`)*\x22]|”)* (?:is|are) (?:not|no longer) (?:(?:just|only|merely) )?an? (?:stub|skeleton|placeholder|mock)",
    )
});

/// A condition that is over before a path of which the sentence says what it does then.
static CONDITION: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^\W{0,4}(?:if|when|whenever|unless) [^,;:]+, (?:then )?(?:`?[\w.]+(?:\(\))?`? in )?(?:[`(*\x22]|“)*$",
    )
});

/// What stands before a path by which something is done.
static AGENT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:is|are|was|were|gets?) (?:\w+ )?\w+ by (?:(?:the|our) )?(?:[`*\x22]|“)*$",
    )
});

/// What stands before a path that something is said to be handed out in.
static SHIPPED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:is|are) (?:\w+ )?(?:shipped|included|provided|committed|checked in(?:to)?) (?:(?:as part of|with|in|into|to) )?(?:the|our|this) (?:source tree|repository|code ?base|tree|sources?)(?:,? (?:under|at|in))? ?(?:[`(*\x22]|“)*$",
    )
});

/// What stands behind it that denies something else than that it is there.
static UNUSED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^[^.;]{0,16}\b(?:but|and|though|although) (?:it )?(?:is|are|was|were) (?:not|never) (?:used|evaluated|exercised|run|called|reported|benchmarked|measured)\b",
    )
});

/// What stands before a path of which something is made.
static TOOL: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:using|via|through|by|with) (?:(?:the|an?|our) )?(?:[\w-]+ ){0,3}(?:module|helper|script|tool|function|utility|generator)s? ?(?:[`(*\x22]|“)*$",
    )
});

/// Whether a path is said to be what something is made with, and not what is made.
pub(super) fn is_tool(before: &str) -> bool {
    TOOL.is_match(before)
}

/// What stands behind a path in brackets that explains what does not do something.
static EXPLAINED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)^[0-9:,-]*(?:[`*\x22]|”)*\) (?:never|does not|doesn(?u:[’'])t|do not) [a-z]+")
});

/// What stands before the file in brackets of a part of the program whose name begins the sentence.
static PART: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"^(?u:[^\p{L}(]*)[A-Z]\w*[a-z]\w*(?: [A-Z]\w*){0,3}[`*]* \([`*]*$")
});

/// What stands behind it, before what the part does.
static DOES: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"^[`*]*\)[`*]*(?::| (?u:[–—-])) \w"));

/// Whether a path is that of a part of which the sentence tells what it does: "Reader (`reader.py`): takes turns".
pub(super) fn is_of_a_part(before: &str, after: &str) -> bool {
    PART.is_match(before) && DOES.is_match(after)
}

/// What is left of the words before a path to excuse it, where the sentence says of the path itself that something is
/// there; nothing where it does not.
pub(super) fn before<'t>(before: &'t str, after: &str) -> Option<&'t str> {
    if NO_STUB.is_match(after) || (SHIPPED.is_match(before) && UNUSED.is_match(after)) {
        return Some(before);
    }
    let acts = ACTS.is_match(after);
    // What it is said to look for is no word on itself.
    let said = if acts { after.split(" whether ").next().unwrap_or(after) } else { after };
    if TAKEN_BACK.is_match(said) {
        return None;
    }
    if NOT_ONLY.is_match(before) || (SHOWING.is_match(before) && WHERE.is_match(after)) {
        return Some("");
    }
    if acts && (NOW.is_match(before) || CONDITION.is_match(before)) {
        return Some("");
    }
    (acts || PLACED.is_match(before)).then_some(before)
}

/// Where words such as "never" say of the path itself that it is missing; nothing where they may stand anywhere.
pub(super) fn lacking<'t>(before: &'t str, after: &str) -> Option<&'t str> {
    if TAKEN_BACK.is_match(after) {
        return None;
    }
    if before.ends_with('(') && EXPLAINED.is_match(after) {
        return Some(before);
    }
    if AGENT.is_match(before) {
        return Some("");
    }
    let clause = before.rfind([':', ';']).map(|end| &before[end..]);
    clause.filter(|clause| {
        ACTS.is_match(after) || (clause.starts_with(';') && is_there_now(clause, after))
    })
}

/// What says of a place before a path that something is there as of now.
static AT_PRESENT: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\b(?:current(?:ly)?|at present|as of now)\b[^.;:]*$"));

/// Whether something is said to be at the path now, whatever the heading above plans to change.
pub(super) fn is_there_now(before: &str, after: &str) -> bool {
    AT_PRESENT.is_match(before) && PLACED.is_match(before) && !TAKEN_BACK.is_match(after)
}

/// What stands before a path in which something of one's own is said to be.
static MADE_HERE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:implemented|coded|encapsulated|housed|written|we (?:have )?(?:also )?(?:implemented|implement|defined|define|put|placed|wrote|built|build|keep|added) (?:[^.;:]|\.\w){1,60}) ",
        r"(?:in|inside|within|under) (?:(?:the|our|its) )?(?:(?:file|module|script|header) )?(?:[`(*\x22]|“)*$",
    ))
});

/// Whether a path is said to be where something of one's own is.
pub(super) fn is_made_here(cited: &CitedPath) -> bool {
    let before = cited.sentence.split_once(cited.written.as_str()).map_or("", |(it, _)| it);
    is_own(before) || MADE_HERE.is_match(before)
}

/// Whether something is said to be done by what follows.
pub(super) fn is_agent(before: &str) -> bool {
    AGENT.is_match(before)
}

/// Where words such as "clone" say of a path that begins its sentence that it is another's: in the bracket behind it.
/// Nothing where they may stand anywhere.
pub(super) fn beside_first<'t>(before: &str, after: &'t str) -> Option<&'t str> {
    if before.contains(char::is_alphanumeric) || TAKEN_BACK.is_match(after) {
        return None;
    }
    let inside = after.trim_start_matches(['`', '*', '"', '”', ' ']).strip_prefix('(');
    Some(inside.map_or("", |inside| inside.split(')').next().unwrap_or(inside)))
}

/// Whether what follows is called one's own.
pub(super) fn is_own(before: &str) -> bool {
    let words = before.trim_end_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase();
    let words = ["file", "module", "own"]
        .iter()
        .fold(words.as_str(), |rest, word| rest.strip_suffix(word).map_or(rest, str::trim_end));
    words.rsplit(' ').next().is_some_and(|last| matches!(last, "our" | "my"))
}
