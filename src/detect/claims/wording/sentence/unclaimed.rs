//! Words and forms by which a sentence claims nothing of the code as it is.

use super::super::tools::examined;
use super::headings::is_heading;
use super::{apart, general, narrated, prompted};
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::cell::RefCell;
use std::sync::LazyLock;

/// Words by which a sentence speaks of what is not yet, or was, or only perhaps is there.
const ELSEWHERE: &str = concat!(
    r"(?i)\b(?:will|would|should|could|may|might|shall|(?:we|i|the|our|to) plan|plans? to|planned|planning|todo|future|",
    r"upcoming|next (?:steps?|phase)|no longer|later|propos\w+|intend\w*|(?:the|our|a|success|primary) goal|aims?|",
    r"recommend\w*|needs? (?:to|[\w-]+ing)\b|to be (?:added|implemented|wired)|expected|ideal(?:ly)?|previous(?:ly)?|initial(?:ly)?|",
    r"original(?:ly)?|at first|peers?(?:'s)?|stubs?|stubbed|placeholders?|incomplete|pending|remaining|unimplemented|",
    r"you|your|alternatives?|rejected|versus|vs\.?|asking|(?:design|decision) rationale|priority \d+|score: ?\d\.\d|",
    r"requirements? for|rubric (?:means|requires|demands|asks)|superficial mentions?|keyword[- ](?:drop|count|spot)\w*|term (?:frequency|counts?)|",
    r"areas? for \w+|when (?:faced|examining)|success criteri\w+|triggered the|was present|attempted|violat\w+|",
    r"(?:appear|mentioned) (?:\w+ ){0,3}(?:times|handful))\b|’s agent|\?$|(?:\. ){4}|\.{6}|(?u:[│┌┐└┘├┤▼])|[+|`\\]-- [\w.]|^\W*\d ?/ ?5\b|",
    r"^\W*(?:in|with|since) (?:langgraph|langchain|python|pydantic)\b[^,.;]{0,20},",
    // What a pattern does everywhere, and what a day is to bring.
    r"|\bis (?:the|an?) (?:\w+ )?(?:pattern|technique|concept|practice)\b|\bpattern tells\b|^\W*gaps?: |^\W*(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bshown for clarity\b",
    // What is said first, and then that it is not done.
    r"|\b(?:it|this|that|they|these) (?:is|are|was|were|has|have)(?: (?:currently |still )?not|n(?u:['’])t) (?:yet |been |fully |really )*(?:wired|implemented|enforced|used|called|there|done|finished|present|built|complete|in place|active)\b",
    // What work takes, and what a library is like.
    r"|\b(?:implementation|development|integration|prototyp\w+|phases?|milestones?|sprints?|took|takes|extended|delayed|schedule\w*)\b[^.;]{0,24}\b[0-9]+ ?(?:(?u:→|-|–) ?[0-9]+ ?)?(?:days?|weeks?|months?|hours?)\b|\b(?:adequate|enough|more|additional) time for\b|\b(?:development|implementation) (?:was )?(?:extended|delayed)\b|\bcritical path\b|\b(?:is|are|was) (?:broken|buggy|flaky) in (?:some|certain|most|older)\b",
    // Lists of scores, sentences on the document itself, and what single commits brought.
    r"|\([0-9]{1,2} ?/ ?(?:5|10)\)[^.;]*\([0-9]{1,2} ?/ ?(?:5|10)\)|^\W*below: |\bpresented alongside\b|\bsuccessive commits\b|^\W*without (?:any |these |the |an? |such |proper |typed )?(?:\w+ )?(?:reducers?|operator\.(?:add|ior)|annotations?|typeddict|pydantic)\b[^,;]*,",
);

/// What is refused because of what it might do, what a rule is applied to, and where a history begins, speak of no other
/// time.
const ATTACK: &str = r"(?i)\b(?:characters|inputs?|payloads?|sequences|urls?) (?:that|which) (?:could|may|might|would)\b|\b(?:catch(?:es)?|rejects?|refuses?) (?:schema|type|validation) violations\b|\b(?:confirmed|critical|proven) (?:\w+ )?violations?\b|\bfrom (?:the |an? )?initial (?:\w+ )?(?:set-?up|commits?|scaffold\w*|skeleton|structure|environment|infrastructure)\b";

/// What opens a sentence that quotes a judge, names a task or an effect, or shows code.
const QUOTED: &str = concat!(
    r"(?i)^[^A-Za-z#]*(?:",
    r"(?:the )?(?:prosecutor|defen[sc]e(?: attorney)?|tech ?lead|judges?) ?(?:\([^)]{0,12}\))? ?:? ?(?:[\x22]|“|(?:\w+ly )?",
    r"(?:asks?|argue[sd]?|notes?|noted|call(?:s|ed)|praise[sd]?|confirm(?:s|ed)|labels?|points? out|highlight(?:s|ed)|",
    r"claim(?:s|ed)|applauds?|applauded|rewards?|rewarded|attempted|verifies|credit(?:s|ed)|warn(?:s|ed))\b)",
    r"|(?:the )?(?:disagreement|chief justice (?:effect|ruling)|judicial opinions?|impact|action|remediation|effect|problem|issue)\b[^:]{0,30}:",
    // An entry of a dictionary is code.
    r"|\w+\x22: ?[\[{]",
    r"|why this (?:improves|matters)|desired state|implementation (?:steps?|plan)|the gap\b|comprehensive documentation|findings: comprehensive|#)",
    r"|\bvulnerable\b|\bgets? (?:overwritten|lost)\b|\black of \w+ leads? to\b|\bin (?:a|any|most) multi-agent systems?\b|",
    r"\bfalse positives?\b|\b(?:docstrings?|comments?|readme) (?:says?|states?|notes?|claims?) that\b|\b(?:charge|rule|criterion) in the rubric\b|\bthe rubric(?:'s|’s)? (?:expects|caps|says|states|wants|looks)\b",
);

/// Words by which a clause sets a condition.
const CONDITION: &str = r"(?i)\bif\s";

/// Words by which a sentence speaks of what the tool looks for in what it audits, or of words alone.
const SEARCHED: &str = concat!(
    r"(?i)^\W*(?:detection|presence|existence) of\b|\b(?:search\w* for|seek\w*|look\w* for|verif\w+|detect(?:s|ed|ing)?|check(?:s|ing)? (?:for|that|whether)|flag(?:s|ging)?|scan(?:s|ning)?|",
    r"assess\w*|focus\w* on|metacognition|describes?|diagrams?|rationale|identif(?:y|ies)|explains?|explanations?|terms?)\b",
);

/// Calls that are what the tool looks for in others' code.
const SEARCHED_FOR: &str = concat!(
    r"(?i)\b(?:detects?|scan(?:s|ning)?(?: \w+)? for|looks? for|search\w* for|flags?|checks? (?:for|that|whether)|",
    r"identif(?:y|ies)|finds?|presence of)\b[^;]*subprocess",
);

/// How a demand begins, after a bullet or a label: it asks for what is not there.
const DEMAND: &str = concat!(
    r"(?i)^(?:[^:]{0,60}:)?[^A-Za-z]*(?:p\d[^A-Za-z]+)?(?:add|implement|produce|detect|create|build|ensure|verify|check|make|",
    r"makes|refactor|replace|introduce|wire|fix|enable|extend|improve|convert|move|run|write|explain|describe|",
    r"show|include|consider|increase|strengthen|complete|finish|look|scan|identify|confirm|search|use|avoid|expand|",
    r"enhance|update|enforce|receive|inject|load|apply|integrate|execute|generate|modify|bind|standardi[sz]e|migrate|adopt|upgrade|transition|",
    // What may be the name of a node as well, where nothing is told of what is done to what.
    r"(?:initiali[sz]e|instantiate|validate|expose|pass|attach|configure|register|rename|remove|delete|drop|wrap) (?:the|an?|all|each|every|its|their|our))\b",
);

/// What opens or owns a sentence about what is audited, and not about the auditor.
const OTHERS: &str = concat!(
    r"(?i)^\W*(?:if |when |where )?(?:the|any|each|every|an?) (?:target|audited|student|submitted|submission|candidate)\b",
    r"|\b(?:target|student|submission|candidate)(?: repo\w*)?(?u:['’])s\b|\brubrics? (?:rule|text|file)s?\b",
    // `AutoGen (Wu et al., 2023) uses`
    r"|^\W*\w[\w-]* \((?:\w+(?: et al\.?| (?:and|&) \w+)?,? )?(?:19|20)[0-9]{2}[a-z]?\)",
    r"|^\W*(?:(?:in|with|of|for|on) )?their (?:own )?(?:\w+ )?(?:code|clones?|graph|repo\w*|project|implementation|judges?|detectives?|prompts?|version)\b",
);

/// How a line of code begins, which shows something and says nothing.
const LISTING: &str = concat!(
    r"^(?:(?:[0-9]{1,3} )?import [a-z_.]+ (?:[0-9]{1,3} )?(?:from|import) |(?:async )?def \w+ ?\(|class \w+(?:\([\w., ]*\))?:|for \w+ in [^ ]+: |from [\w.]+ import |return \w+[.(]|",
    // What a docstring ends before, a block, and a list that is filled.
    r"(?:\x22\x22\x22|''') ?(?:[a-z_][\w.]* = |for \w+ in |return |if |with )|(?:async )?with [\w.]+\(.*\) as \w+:|for \w+(?:, \(?\w[\w, ]*\)?)? in [\w.]+(?:\(.*\))?:|[a-z_]\w* = (?:\[\]|\{\}) \w|",
    // Fields of a class that is not shown with them.
    r"[a-z_]+: ?[A-Za-z]\w*\S*(?: [^:]*)? [a-z_]+: ?(?:str|int|bool|float|[A-Z]\w+)\b(?:[^:]* )[a-z_]+: ?(?:str|int|bool|float|[A-Z]\w+)\b|",
    r"[a-z_][\w.]* = (?:(?:await )?[\w.]+\(|[\[{(][\[{(\x22'])|(?:[a-z_]\w*\.)+\w+\([\[({]*[\x22'].*\)$)",
);

static IS_ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(ELSEWHERE));
static ATTACKS: LazyLock<Parts> = LazyLock::new(|| Parts::new(ATTACK));
static IS_QUOTED: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(QUOTED));
pub(super) static IS_CONDITION: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(CONDITION));
static IS_SEARCHED: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(SEARCHED));
static IS_SEARCHED_FOR: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(SEARCHED_FOR));
static IS_DEMAND: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(DEMAND));
static IS_OF_OTHERS: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(OTHERS));
static IS_LISTING: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(LISTING));

/// Whether the sentence claims nothing, whatever it names.
pub(in super::super) fn claims_nothing(sentence: &str) -> bool {
    is_heading(sentence)
        || is_torn(sentence)
        || IS_ELSEWHERE.is_match(&ATTACKS.replace_all(sentence, " "))
        || is_aside(sentence)
}

/// Whether the sentence states something of the author's own code as it is.
pub(in super::super) fn is_stated(sentence: &str) -> bool {
    !is_heading(sentence) && is_of_own(sentence)
}

/// What was found of the text that was asked about last: each form of a claim asks about the same sentence.
type Last = RefCell<Option<(String, bool)>>;

thread_local! {
    static OWN: Last = const { RefCell::new(None) };
    static ASIDE: Last = const { RefCell::new(None) };
}

/// What `find` tells of a text; where it is the last one, what it told.
fn once(last: &Last, text: &str, find: fn(&str) -> bool) -> bool {
    let known = last.borrow().as_ref().filter(|(known, _)| known == text).map(|(_, found)| *found);
    known.unwrap_or_else(|| {
        let found = find(text);
        last.replace(Some((text.to_owned(), found)));
        found
    })
}

/// The same of what may be the head of something as well.
pub(in super::super) fn is_of_own(sentence: &str) -> bool {
    let find = |sentence: &str| {
        !(IS_CONDITION.is_match(sentence)
            || IS_ELSEWHERE.is_match(sentence)
            || prompted::without_origin(sentence).is_empty()
            || is_aside(sentence))
    };
    OWN.with(|last| once(last, sentence, find))
}

/// Whether the sentence quotes, asks, tells or shows something, or speaks of what is so in general.
fn is_aside(sentence: &str) -> bool {
    let find = |sentence: &str| {
        is_quoted(sentence)
            || general::is_general(sentence)
            || apart::is_apart(sentence)
            || IS_DEMAND.is_match(sentence)
            || IS_LISTING.is_match(sentence)
            || narrated::narrates(sentence)
    };
    ASIDE.with(|last| once(last, sentence, find))
}

/// Whether the sentence tells what is looked for in others' code.
pub(in super::super) fn is_looked_for(sentence: &str) -> bool {
    IS_SEARCHED.is_match(sentence) || examined::is_examined(sentence)
}

/// Whether the sentence tells of calls that are looked for in others' code.
pub(in super::super) fn looks_for_calls(sentence: &str) -> bool {
    IS_SEARCHED_FOR.is_match(sentence)
}

/// Whether the sentence asks for what is not there.
pub(in crate::detect::claims) fn is_demand(sentence: &str) -> bool {
    IS_DEMAND.is_match(sentence)
}

/// Whether the sentence is somebody's who is quoted, names a task or shows code.
pub(in crate::detect::claims) fn is_quoted(sentence: &str) -> bool {
    IS_QUOTED.is_match(sentence) || ends_quotation(sentence)
}

/// Whether the sentence ends a quotation that an earlier one begins.
fn ends_quotation(sentence: &str) -> bool {
    let sentence = sentence.trim_end();
    let straight = sentence.ends_with('"') && sentence.matches('"').count() == 1;
    straight || (sentence.ends_with('”') && !sentence.contains('“'))
}

/// Whether the sentence speaks of what is audited.
pub(in crate::detect::claims) fn is_of_others(sentence: &str) -> bool {
    IS_OF_OTHERS.is_match(sentence)
}

/// Whether this is the rest of a cell of a table: it begins in the middle of something, and not with code.
fn is_torn(sentence: &str) -> bool {
    sentence.starts_with(|first: char| first.is_ascii_lowercase())
        && !sentence.contains(['(', '[', '_', '`', ':'])
        && !sentence.contains("operator.")
}
