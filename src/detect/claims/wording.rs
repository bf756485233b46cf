//! Sentences → what they claim.

use crate::domain::facts::ClaimKind;
use aho_corasick::AhoCorasick;
use regex::Regex;
use std::sync::{LazyLock, OnceLock};

/// One way to make a claim: all patterns match within one clause, and the foreign one does not.
struct Wording {
    kind: ClaimKind,
    /// Parts of words without one of which no sentence makes the claim, in lower case.
    keywords: &'static [&'static str],
    patterns: &'static [&'static str],
    /// What would make the claim ambiguous in the same clause.
    foreign: Option<&'static str>,
}

const JUDGES: &str =
    r"judges?|prosecutor|defen[sc]e|tech ?lead|judicial (?:nodes?|layer|panel|personas?|bench)";
const DETECTIVES: &str =
    r"detectives?|repo ?investigator|doc ?analyst|vision ?inspector|investigators?";
const SIDE_BY_SIDE: &str = r"in parallel|parallel(?:ly|ised|ized|ism)?|concurrent(?:ly)?|simultaneous(?:ly)?|fans?[- ]?out|fann(?:ed|ing)[- ]?out";

const fn plain(
    kind: ClaimKind,
    keywords: &'static [&'static str],
    patterns: &'static [&'static str],
) -> Wording {
    Wording { kind, keywords, patterns, foreign: None }
}

/// With two groups of actors in one clause nobody knows whose the parallelism is.
const fn alone(
    kind: ClaimKind,
    patterns: &'static [&'static str],
    foreign: &'static str,
) -> Wording {
    let keywords = &["parallel", "concurrent", "simultaneous", "fan"];
    Wording { kind, keywords, patterns, foreign: Some(foreign) }
}

/// What a clause says that makes each claim.
const WORDINGS: &[Wording] = &[
    alone(ClaimKind::ParallelJudges, &[JUDGES, SIDE_BY_SIDE], DETECTIVES),
    alone(ClaimKind::ParallelDetectives, &[DETECTIVES, SIDE_BY_SIDE], JUDGES),
    plain(
        ClaimKind::FanIn,
        &["fan", "synchroni"],
        &[r"fans?[- ]?in|fan-in|synchroni[sz]ation (?:point|barrier|node)"],
    ),
    plain(
        ClaimKind::ConditionalEdges,
        &["conditional"],
        &[r"conditional (?:edges?|rout\w+)|add_conditional_edges"],
    ),
    plain(
        ClaimKind::Reducers,
        &["operator.", "reducer", "add_messages"],
        &[r"operator\.(?:add|ior)|reducers?|add_messages"],
    ),
    plain(
        ClaimKind::StructuredOutput,
        &["structured", "bind_tools", "response_format"],
        &[r"with_structured_output|structured[- ]outputs?|bind_tools|response_format"],
    ),
    plain(
        ClaimKind::TemporaryClone,
        &["clon"],
        &[
            r"clon(?:e|es|ed|ing)",
            r"temp(?:orary)?[ -]?(?:dir\w*|folders?|paths?|workspaces?)|tempfile\w*|temporarydirectory|mkdtemp|sandbox\w*",
        ],
    ),
    plain(
        ClaimKind::DeterministicSynthesis,
        &["justice", "synthesis", "verdict", "conflict", "final"],
        &[
            r"chief ?justice|synthesis|verdicts?|conflict resolution|final scor\w+|justice",
            r"deterministic(?:ally)?|hard-?coded|rule-based|python (?:logic|rules)|no llm|without (?:an |any )?llm",
        ],
    ),
    plain(
        ClaimKind::Retry,
        &["retr"],
        &[
            r"retr(?:y|ies|ied|ying)",
            r"malformed|pars(?:e|es|ed|ing)|validat\w+|json|llm|model|schema|structured|judges?",
        ],
    ),
    plain(
        ClaimKind::DistinctPersonas,
        &["persona", "prompt", "philosoph"],
        &[
            r"(?:distinct|conflicting|different|separate|unique) (?:\w+ )?(?:personas?|prompts?|philosoph\w+)",
        ],
    ),
];

/// What [`NO_SHELL`] cannot do without.
const SHELLS: &[&str] = &["os.system", "shell"];

/// A claim that something is not done; its negation is what it claims.
const NO_SHELL: &str = concat!(
    r"(?i)\b(?:no|never|without|avoids?|avoiding|not|instead of|rather than|eliminat\w+|zero)\b[^.;]{0,48}",
    r"(?:os\.system|shell ?= ?true|raw shell|shell (?:commands?|injection|execution))",
);

/// Words by which a sentence speaks of what is not, or not yet, or only perhaps there.
const NOT_CLAIMED: &str = concat!(
    r"(?i-u)\b(?:will|would|should|could|may|might|shall|plans?|planned|planning|todo|future|upcoming|",
    r"next (?:steps?|phase)|not|cannot|no longer|never|later|propos\w+|intend\w*|goal|aims?|if|recommend\w*|",
    r"needs? to|to be (?:added|implemented|wired)|expected|ideal(?:ly)?|previous(?:ly)?|initial(?:ly)?|original(?:ly)?|",
    r"at first|peers?(?:'s)?|missing|lack(?:s|ed|ing)?|stubs?|stubbed|placeholders?|incomplete|pending|remaining|",
    r"unimplemented|absent|without|you|your|alternatives?|considered|rejected|versus|vs\.?|",
    r"no (?:conditional|fan|parallel|structured|reducers?|retr\w+)|search\w* for|seek\w*|look\w* for|verif\w+|detects?|",
    r"checks? (?:for|that|whether)|flags?|whether|asking|diagrams?|rationale|priority \d+)\b|n't\b|\?$|(?:\. ){4}|\.{6}",
);

/// How a demand begins, after a bullet or a label: it asks for what is not there.
const DEMAND: &str = concat!(
    r"(?i)^(?:[^:]{0,60}:)?[^\p{L}]*(?:add|implement|produce|detect|create|build|ensure|verify|check|make|refactor|",
    r"replace|introduce|wire|fix|enable|extend|improve|convert|move|run|write|explain|describe|show|include|consider|",
    r"increase|strengthen|complete|finish|look|scan|identify|confirm|search)\b",
);

/// Where one statement of a sentence ends and another begins.
const CLAUSE: &str =
    r"[;:,|•]|\b(?:then|before|after|while|whereas|and then|followed by|which)\b|→|->|=>|–|—";

/// A pattern that is compiled when it is asked for: that takes longer than reading a report by it.
type Pattern = LazyLock<Regex>;

static SHELL_IS_AVOIDED: Pattern = LazyLock::new(|| compiled(NO_SHELL));
static IS_NOT_CLAIMED: Pattern = LazyLock::new(|| compiled(NOT_CLAIMED));
static IS_DEMAND: Pattern = LazyLock::new(|| compiled(DEMAND));
static CLAUSE_ENDS: Pattern = LazyLock::new(|| compiled(&format!("(?i){CLAUSE}")));
static ASIDE: Pattern = LazyLock::new(|| compiled(r"\(([^()]*)\)"));

fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is a constant and valid")
}

/// The compiled patterns of one wording, and the foreign one.
type Compiled = (Vec<Regex>, Option<Regex>);

/// The patterns of the wording with this number, compiled.
fn patterns(number: usize) -> &'static Compiled {
    static ALL: [OnceLock<Compiled>; WORDINGS.len()] = [const { OnceLock::new() }; WORDINGS.len()];
    ALL[number].get_or_init(|| {
        let word = |words: &&str| compiled(&format!(r"(?i-u)\b(?:{words})\b"));
        let Wording { patterns, foreign, .. } = &WORDINGS[number];
        (patterns.iter().map(word).collect(), foreign.as_ref().map(word))
    })
}

/// Finds all keywords in one pass; each belongs to the wording with its number, the last ones to a shell.
static KEYWORDS: LazyLock<(AhoCorasick, Vec<usize>)> = LazyLock::new(|| {
    let all = WORDINGS.iter().map(|wording| wording.keywords).chain([SHELLS]);
    let owned = all.enumerate().flat_map(|(number, words)| words.iter().map(move |w| (w, number)));
    let (words, owners): (Vec<&&str>, Vec<usize>) = owned.unzip();
    let found = AhoCorasick::builder().ascii_case_insensitive(true).build(words);
    (found.expect("the keywords are few"), owners)
});

/// Which wordings have a keyword in the sentence, and at the end whether a shell has.
fn candidates(sentence: &str) -> [bool; WORDINGS.len() + 1] {
    let (keywords, owners) = &*KEYWORDS;
    let mut found = [false; WORDINGS.len() + 1];
    for hit in keywords.find_overlapping_iter(sentence) {
        found[owners[hit.pattern().as_usize()]] = true;
    }
    found
}

/// What the sentence claims about the code; empty where it claims nothing that is known here.
pub(super) fn kinds(sentence: &str) -> Vec<ClaimKind> {
    let mut kinds = Vec::new();
    let found = candidates(sentence);
    if found[WORDINGS.len()] && SHELL_IS_AVOIDED.is_match(sentence) {
        kinds.push(ClaimKind::NoShell);
    }
    let others = &found[..WORDINGS.len()];
    if !others.contains(&true) || IS_NOT_CLAIMED.is_match(sentence) || IS_DEMAND.is_match(sentence)
    {
        return kinds;
    }
    // What stands in brackets is a statement of its own, and parts none around it.
    let outside = ASIDE.replace_all(sentence, " ");
    let inside = ASIDE.captures_iter(sentence).filter_map(|found| found.get(1));
    let mut clauses: Vec<&str> = CLAUSE_ENDS.split(&outside).collect();
    clauses.extend(inside.map(|part| part.as_str()));
    for (number, wording) in WORDINGS.iter().enumerate().filter(|(number, _)| others[*number]) {
        let (own, foreign) = patterns(number);
        let claims = |part: &&str| {
            own.iter().all(|pattern| pattern.is_match(part))
                && !foreign.as_ref().is_some_and(|pattern| pattern.is_match(part))
        };
        if clauses.iter().any(claims) {
            kinds.push(wording.kind);
        }
    }
    kinds
}
