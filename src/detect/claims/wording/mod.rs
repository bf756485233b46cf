//! Sentences → what they claim.

mod agents;
mod aggregated;
mod amounts;
mod averages;
mod changes;
mod checkpoints;
mod columns;
mod commented;
mod demands;
mod elsewhere;
mod emptied;
mod examined;
mod filed;
mod foreign;
mod gaps;
mod gates;
mod general;
mod gone;
mod headings;
mod histories;
mod housed;
mod keyed;
mod labels;
mod lacking;
mod lead;
mod lists;
mod located;
mod narrated;
mod particular;
pub(super) mod plain;
mod prompted;
mod prompts;
mod quotations;
mod reworked;
mod rows;
mod sections;
mod several;
mod shared;
mod starts;
mod stated;
mod table;
mod typed;
mod understated;
mod values;
mod whole;

pub(super) use agents::agent;
pub(super) use amounts::{Amount, amount};
pub(super) use averages::{
    denies_another, denies_any_average, denies_average, names_median, takes_average,
};
pub(super) use changes::tells_a_change;
pub(super) use checkpoints::saver;
pub(super) use columns::{Columns, is_denied_row, unfinished_row};
pub(super) use commented::{Commented, commented};
pub(super) use demands::Demands;
pub(super) use emptied::worked_on;
pub(super) use filed::{Filed, filed};
pub(super) use gaps::denied;
pub(super) use gates::gate;
pub(super) use gone::{is_removed, is_shallow, said as tells_of_clones};
pub(super) use housed::housed;
pub(super) use keyed::{by_criterion, written};
pub(super) use labels::claims_nothing;
pub(super) use lacking::Thing;
pub(super) use lead::{breaks_ties, takes_the_lead, tells_of_the_lead};
pub(super) use lists::{BULLETS, List};
pub(super) use located::located;
pub(super) use particular::{class_in_file, particular, placed_class, refusal, rejected};
pub(super) use prompted::is_own_now;
pub(super) use prompts::{is_one as share_a_prompt, shared_at_most};
pub(super) use quotations::entries;
pub(super) use reworked::is_changed;
pub(super) use rows::{Finished, Rows};
pub(super) use sections::is_under_judges;
pub(super) use starts::{Start, start};
pub(super) use typed::steps as typed;
pub(super) use understated::{
    Understated, commented_out, few_dimensions, stub, understated, unfinished,
};
pub(super) use values::{Given, dimensions, given, is_one_of_several};
pub(super) use whole::{is_citation, is_whole};

use super::words;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimKind;
use aho_corasick::AhoCorasick;
use headings::{asks, names_its_key};
use several::EACH_SIDE_BY_SIDE;
use stated::Stated;
use std::sync::{LazyLock, OnceLock};
use table::{Speaker, WORDINGS, Wording};

/// A claim of a sentence.
pub(super) struct Worded {
    pub kind: ClaimKind,
    /// The part of the sentence that makes it: what is denied in other clauses is left out.
    pub text: String,
}

/// What [`NO_SHELL`] and [`NO_MODEL`] cannot do without.
const DENIALS: &[&str] = &["os.system", "shell", "llm", "language model", "averag", "median"];

/// A claim that something is not done; its negation is what it claims.
const NO_SHELL: &str = concat!(
    r"(?i)\b(?:no|never|without|avoids?|avoiding|not|instead of|rather than|eliminat\w+|zero|replac(?:es|ed|ing))\b[^.;]{0,48}",
    r"(?:os\.system|shell ?= ?true|raw shell|shell (?:commands?|injection|execution))",
    r"|(?:os\.system|shell ?= ?true)\S*(?: calls?| usage)? (?:is|are|was|were) (?:\w+ )?(?:avoided|eliminated|replaced)",
);

/// That no model decides is a claim about the rules that do.
const NO_MODEL: &str = concat!(
    r"(?i)\b(?:chief[ _]?justice\w*|synthesis|verdict|conflict resolution)\b[^.;]{0,60}",
    r"\b(?:no|not (?:an?|use|rely|call|invoke)|without|rather than|instead of)\b[^.;]{0,30}\b(?:llm|language model)",
);

/// Words by which several calls are meant where one is denied: "not a single LLM call".
const NUMBER_OF_CALLS: &str = r"(?i)\b(?:single|sole(?:ly)?|one|only|just|alone|merely|simply)\b";

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
    // Lists of scores, sentences on the document itself, and what single commits brought.
    r"|\([0-9]{1,2} ?/ ?(?:5|10)\)[^.;]*\([0-9]{1,2} ?/ ?(?:5|10)\)|^\W*below: |\bpresented alongside\b|\bsuccessive commits\b|^\W*without (?:any |these |the |an? |such |proper |typed )?(?:\w+ )?(?:reducers?|operator\.(?:add|ior)|annotations?|typeddict|pydantic)\b[^,;]*,",
);

/// What is refused because of what it might do, and where a history begins, speak of no other time.
const ATTACK: &str = r"(?i)\b(?:characters|inputs?|payloads?|sequences|urls?) (?:that|which) (?:could|may|might|would)\b|\b(?:catch(?:es)?|rejects?|refuses?) (?:schema|type|validation) violations\b|\bfrom (?:the |an? )?initial (?:\w+ )?(?:set-?up|commits?|scaffold\w*|skeleton|structure|environment|infrastructure)\b";

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

/// Words by which a clause denies what it names, or finds fault with it.
const DENIED: &str = concat!(
    r"(?i)\b(?:not|cannot|never|without|missing|lack(?:s|ed|ing)?|absen(?:t|ce)|nor|unless|whether|weak\w*|",
    r"insufficien\w*|ceilings? (?:(?:is|are) )?set by|gaps?|minimal\w*|inconsisten\w*|unpredictable|unclear|partial\w*|improvements?|refinement|yet to|unfinished|skeletons?|",
    r"no (?:\w+ ){0,4}(?:conditional|fan|parallel|structured|reducers?|retr\w+|detectives?|judges?|support|evidence (?:of|for)|use|",
    r"usage|rules?|security|dissent|overrides?|sandbox\w*|tree-sitter|ast|langgraph|langchain|langsmith|pydantic|docling|pypdf\w*|gitpython)",
    // What is rate-limited lacks nothing.
    r"|no (?:[\w-]+ ){1,6}yet)\b|n't\b|n’t\b|(?:^|[^\w-])limited\b",
);

/// A label by which all that follows it is said not to be there: `Missing: conditional edges for errors.`
const WANTING: &str = r"(?i)(?:^|[.;(]|[^\w ]\s)\W*(?:(?:still |currently )?(?:missing|absent|lacking|lacks?|not yet(?: (?:there|done|implemented))?|not implemented)|(?:known |remaining |the )?gaps?(?: ?/ ?risks?)?)(?: \([^()]*\))? ?:[^;]*";

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
    r"(?:initiali[sz]e|instantiate|pass|attach|configure|register|rename|remove|delete|drop|wrap) (?:the|an?|all|each|every|its|their|our))\b",
);

/// A number of a section, or a figure's: what follows is a heading.
const NUMBERED: &str = r"^(?:(?:(?u:[•●○■▪◦–*-])\s*)?[0-9]+\.[0-9.]*\s+(?u:\p{Lu})|(?i)(?:figure|table|listing|option|phase|step) [0-9])";

/// A section with its number and its title, in which each word but the small ones has a capital, also where the mark
/// of a footnote and a full stop end it.
const SECTION: &str = r"^[0-9]+(?:\.[0-9]+)+\.? (?u:\p{Lu})[\w-]*(?:[ :]+(?:(?u:\p{Lu})[\w-]*|a|an|and|as|at|by|for|in|of|on|or|the|to|vs|via|with|&))*[0-9]*\.?$";

/// What opens or owns a sentence about what is audited, and not about the auditor.
const OTHERS: &str = concat!(
    r"(?i)^\W*(?:if |when |where )?(?:the|any|each|every|an?) (?:target|audited|student|submitted|submission|candidate)\b",
    r"|\b(?:target|student|submission|candidate)(?: repo\w*)?(?u:['’])s\b|\brubrics? (?:rule|text|file)s?\b",
    r"|^\W*(?:(?:in|with|of|for|on) )?their (?:own )?(?:\w+ )?(?:code|clones?|graph|repo\w*|project|implementation|judges?|detectives?|prompts?|version)\b",
);

/// Who is said to speak in a row of a table of opinions.
const ROW: &str = r"^(?:Prosecutor|Defen[sc]e|Tech ?Lead)\s+(?u:[—–-])\s+";

/// How a line of code begins, which shows something and says nothing.
const LISTING: &str = concat!(
    r"^(?:(?:[0-9]{1,3} )?import [a-z_.]+ (?:[0-9]{1,3} )?(?:from|import) |(?:async )?def \w+ ?\(|class \w+(?:\([\w., ]*\))?:|for \w+ in [^ ]+: |from [\w.]+ import |return \w+[.(]|",
    // Fields of a class that is not shown with them.
    r"[a-z_]+: ?[A-Za-z]\w*\S*(?: [^:]*)? [a-z_]+: ?(?:str|int|bool|float|[A-Z]\w+)\b(?:[^:]* )[a-z_]+: ?(?:str|int|bool|float|[A-Z]\w+)\b|",
    r"[a-z_][\w.]* = (?:(?:await )?[\w.]+\(|[\[{(][\[{(\x22'])|(?:[a-z_]\w*\.)+\w+\([\[({]*[\x22'].*\)$)",
);

/// Where one statement of a sentence ends and another begins.
const CLAUSE: &str = r"(?u:[;:,|•])|\b(?:then|before|after|while|whereas|and then|followed by|which|but|however|though|although|so that|because)\b|→|->|=>|–|—";

/// What is named only to say that something else is done, what never comes of what is done, or what it is to tell.
const INSTEAD: &str = concat!(
    r"(?i)\b(?:instead of|rather than)\b(?u:[^,;.—])*|\bensur(?:es?|ing)\b(?u:[^,;.—])*\bnever\b(?u:[^,;.—])*",
    // A question in quotation marks is no statement.
    r"|“(?u:[^“”])*\?”|\x22[^\x22]*\?\x22|(?u:[\x22“])(?:does|do|did|is|are|which|what|how|can) (?u:[^\x22“”])*(?u:[\x22”])|\bwithout (?:\w+-)?\w+ing\b(?u:[^,;.—])*|\bto (?:verify|check|see|determine) (?:if|whether)\b(?u:[^,;.—])*",
);

/// A pattern that is compiled when it is asked for: that takes longer than reading a report by it.
type Pattern = LazyLock<Phrase>;

static SHELL_IS_AVOIDED: Pattern = LazyLock::new(|| Phrase::new(NO_SHELL));
static IS_NUMBER: Pattern = LazyLock::new(|| Phrase::new(NUMBER_OF_CALLS));
static MODEL_IS_AVOIDED: Pattern = LazyLock::new(|| Phrase::new(NO_MODEL));
static IS_ELSEWHERE: Pattern = LazyLock::new(|| Phrase::new(ELSEWHERE));
static IS_QUOTED: Pattern = LazyLock::new(|| Phrase::new(QUOTED));
static IS_DENIED: Pattern = LazyLock::new(|| Phrase::new(DENIED));
static IS_OF_OTHERS: Pattern = LazyLock::new(|| Phrase::new(OTHERS));
static IS_WANTING: LazyLock<Parts> = LazyLock::new(|| Parts::new(WANTING));
static IS_CONDITION: Pattern = LazyLock::new(|| Phrase::new(CONDITION));
static IS_SEARCHED: Pattern = LazyLock::new(|| Phrase::new(SEARCHED));
static IS_SEARCHED_FOR: Pattern = LazyLock::new(|| Phrase::new(SEARCHED_FOR));
static IS_DEMAND: Pattern = LazyLock::new(|| Phrase::new(DEMAND));
static IS_LISTING: Pattern = LazyLock::new(|| Phrase::new(LISTING));
static CLAUSE_ENDS: LazyLock<Parts> = LazyLock::new(|| Parts::new(&format!("(?i){CLAUSE}")));
static ASIDE: LazyLock<Parts> = LazyLock::new(|| Parts::new(r"\(([^()]*)\)"));
static ATTACKS: LazyLock<Parts> = LazyLock::new(|| Parts::new(ATTACK));
static REPLACED: LazyLock<Parts> = LazyLock::new(|| Parts::new(INSTEAD));
static IS_NUMBERED: Pattern = LazyLock::new(|| Phrase::new(NUMBERED));
static IS_SECTION: Pattern = LazyLock::new(|| Phrase::new(SECTION));
static ROW_BEGINS: Pattern = LazyLock::new(|| Phrase::new(ROW));
static EACH: Pattern = LazyLock::new(|| Phrase::new(&format!("(?i){EACH_SIDE_BY_SIDE}")));

/// The compiled patterns of one wording, and the foreign one.
type Compiled = (Vec<Phrase>, Option<Phrase>);

/// The patterns of the wording with this number, compiled.
fn patterns(number: usize) -> &'static Compiled {
    static ALL: [OnceLock<Compiled>; WORDINGS.len()] = [const { OnceLock::new() }; WORDINGS.len()];
    ALL[number].get_or_init(|| {
        let word = |words: &&str| Phrase::new(&format!(r"(?i)(?:\b|_)(?:{words})"));
        let Wording { patterns, foreign, .. } = &WORDINGS[number];
        (patterns.iter().map(word).collect(), foreign.as_ref().map(word))
    })
}

/// Finds all keywords in one pass; each belongs to the wording with its number, the last ones to denials.
static KEYWORDS: LazyLock<(AhoCorasick, Vec<usize>)> = LazyLock::new(|| {
    let all = WORDINGS.iter().map(|wording| wording.keywords).chain([DENIALS]);
    let owned = all.enumerate().flat_map(|(number, words)| words.iter().map(move |w| (w, number)));
    let (words, owners): (Vec<&&str>, Vec<usize>) = owned.unzip();
    let found = AhoCorasick::builder().ascii_case_insensitive(true).build(words);
    (found.expect("the keywords are few"), owners)
});

/// Which wordings have a keyword in the sentence, and at the end whether a denial has.
fn candidates(sentence: &str) -> [bool; WORDINGS.len() + 1] {
    let (keywords, owners) = &*KEYWORDS;
    let mut found = [false; WORDINGS.len() + 1];
    for hit in keywords.find_overlapping_iter(sentence) {
        found[owners[hit.pattern().as_usize()]] = true;
    }
    found
}

/// Whether the sentence asks for what is not there.
pub(super) fn is_demand(sentence: &str) -> bool {
    IS_DEMAND.is_match(sentence)
}

/// Whether the sentence is somebody's who is quoted, names a task or shows code.
pub(super) fn is_quoted(sentence: &str) -> bool {
    IS_QUOTED.is_match(sentence) || ends_quotation(sentence)
}

/// Whether the sentence ends a quotation that an earlier one begins.
fn ends_quotation(sentence: &str) -> bool {
    let sentence = sentence.trim_end();
    let straight = sentence.ends_with('"') && sentence.matches('"').count() == 1;
    straight || (sentence.ends_with('”') && !sentence.contains('“'))
}

/// What the sentence claims about the code; empty where it claims nothing that is known here.
pub(super) fn claims(sentence: &str) -> Vec<Worded> {
    let sentence = &*prompted::without_origin(sentence);
    let mut claims: Vec<Worded> = Vec::new();
    let found = candidates(sentence);
    if !found.contains(&true)
        || is_heading(sentence)
        || is_torn(sentence)
        || IS_ELSEWHERE.is_match(&ATTACKS.replace_all(sentence, " "))
        || is_quoted(sentence)
        || general::is_general(sentence)
        || IS_DEMAND.is_match(sentence)
        || IS_LISTING.is_match(sentence)
        || narrated::narrates(sentence)
    {
        return claims;
    }
    let sentence = &sentence[ROW_BEGINS.find(sentence).map_or(0, |row| row.end)..];
    let whole = |kind| Worded { kind, text: sentence.to_owned() };
    if found[WORDINGS.len()] {
        if SHELL_IS_AVOIDED.is_match(sentence) {
            claims.push(whole(ClaimKind::NoShell));
        }
        let avoided = MODEL_IS_AVOIDED.find(sentence);
        if avoided.is_some_and(|part| !IS_NUMBER.is_match(&sentence[part])) {
            claims.push(whole(ClaimKind::DeterministicSynthesis));
        }
        if averages::is_model_free(sentence) {
            claims.push(whole(ClaimKind::ModelFree));
        }
        if averages::is_told(sentence) {
            claims.push(whole(ClaimKind::Averaging));
        }
    }
    let stated = Stated::of(sentence);
    let searched = IS_SEARCHED.is_match(sentence) || examined::is_examined(sentence);
    for (number, wording) in WORDINGS.iter().enumerate().filter(|(number, _)| found[*number]) {
        let known = claims.iter().any(|claim| claim.kind == wording.kind);
        let found =
            || wording.kind == ClaimKind::SafeCommands && IS_SEARCHED_FOR.is_match(sentence);
        let alone =
            || wording.kind == ClaimKind::ParallelJudges && !several::names_judges(sentence);
        let of_file = || {
            wording.kind == ClaimKind::CommitCount && foreign::counts_changes_of_a_file(sentence)
        };
        if known
            || alone()
            || of_file()
            || (searched && wording.speaker == Speaker::Anyone)
            || found()
        {
            continue;
        }
        if let Some(text) = stated.part(number, wording) {
            claims.push(Worded { kind: wording.kind, text });
        }
    }
    claims
}

/// Whether this names something without saying anything of it.
fn is_heading(sentence: &str) -> bool {
    if sentence.split(' ').count() > headings::LONGEST {
        return false;
    }
    if IS_SECTION.is_match(sentence) {
        return true;
    }
    if sentence.trim_end().ends_with(['.', '!', ';']) {
        return false;
    }
    if asks(sentence) || names_its_key(sentence) {
        return true;
    }
    // Small words such as `of` stand in headings too; a name in code makes a statement of a line.
    let mut names = words::identifiers(sentence).filter(|word| word.len() > 3);
    // What everybody builds on, or writes with, stands in titles as well.
    let own = |word: &&str| !["LangGraph", "StateGraph", "GenAI", "ChatGPT"].contains(word);
    let mut own = words::identifiers(sentence).filter(own);
    let code = own.any(|w| words::is_camel(w) || words::is_snake(w));
    IS_NUMBERED.is_match(sentence)
        || (!code && names.all(|word| word.starts_with(|l: char| l.is_ascii_uppercase())))
}

/// Whether the sentence speaks of what is audited.
pub(super) fn is_of_others(sentence: &str) -> bool {
    IS_OF_OTHERS.is_match(sentence)
}

/// Whether this is the rest of a cell of a table: it begins in the middle of something, and not with code.
fn is_torn(sentence: &str) -> bool {
    sentence.starts_with(|first: char| first.is_ascii_lowercase())
        && !sentence.contains(['(', '[', '_', '`', ':'])
        && !sentence.contains("operator.")
}
