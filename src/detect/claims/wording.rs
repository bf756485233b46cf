//! Sentences → what they claim.

use crate::domain::facts::ClaimKind;
use regex::Regex;
use std::sync::LazyLock;

/// One way to make a claim: all patterns match within one clause.
struct Wording {
    kind: ClaimKind,
    patterns: Vec<Regex>,
}

const JUDGES: &str =
    r"judges?|prosecutor|defen[sc]e|tech ?lead|judicial (?:nodes?|layer|panel|personas?|bench)";
const DETECTIVES: &str =
    r"detectives?|repo ?investigator|doc ?analyst|vision ?inspector|investigators?";
const SIDE_BY_SIDE: &str = r"in parallel|parallel(?:ly|ised|ized|ism)?|concurrent(?:ly)?|simultaneous(?:ly)?|fans?[- ]?out|fann(?:ed|ing)[- ]?out";

/// Kinds that two groups of actors in one clause would make ambiguous: whose is the parallelism?
const ALONE: [(ClaimKind, &str, &str); 2] = [
    (ClaimKind::ParallelJudges, JUDGES, DETECTIVES),
    (ClaimKind::ParallelDetectives, DETECTIVES, JUDGES),
];

/// The other kinds, and what a clause says that makes such a claim.
const WORDINGS: &[(ClaimKind, &[&str])] = &[
    (ClaimKind::FanIn, &[r"fans?[- ]?in|fan-in|synchroni[sz]ation (?:point|barrier|node)"]),
    (ClaimKind::ConditionalEdges, &[r"conditional (?:edges?|rout\w+)|add_conditional_edges"]),
    (ClaimKind::Reducers, &[r"operator\.(?:add|ior)|reducers?|add_messages"]),
    (
        ClaimKind::StructuredOutput,
        &[r"with_structured_output|structured[- ]outputs?|bind_tools|response_format"],
    ),
    (
        ClaimKind::TemporaryClone,
        &[
            r"clon(?:e|es|ed|ing)",
            r"temp(?:orary)?[ -]?(?:dir\w*|folders?|paths?|workspaces?)|tempfile\w*|temporarydirectory|mkdtemp|sandbox\w*",
        ],
    ),
    (
        ClaimKind::DeterministicSynthesis,
        &[
            r"chief ?justice|synthesis|verdicts?|conflict resolution|final scor\w+|justice",
            r"deterministic(?:ally)?|hard-?coded|rule-based|python (?:logic|rules)|no llm|without (?:an |any )?llm",
        ],
    ),
    (
        ClaimKind::Retry,
        &[
            r"retr(?:y|ies|ied|ying)",
            r"malformed|pars(?:e|es|ed|ing)|validat\w+|json|llm|model|schema|structured|judges?",
        ],
    ),
    (
        ClaimKind::DistinctPersonas,
        &[
            r"(?:distinct|conflicting|different|separate|unique) (?:\w+ )?(?:personas?|prompts?|philosoph\w+)",
        ],
    ),
];

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

struct Reader {
    wordings: Vec<Wording>,
    alone: Vec<(ClaimKind, Regex, Regex, Regex)>,
    no_shell: Regex,
    not_claimed: Regex,
    demand: Regex,
    clause: Regex,
    aside: Regex,
}

static READER: LazyLock<Reader> = LazyLock::new(|| {
    let plain = |pattern: &str| Regex::new(pattern).expect("the pattern is a constant and valid");
    let word = |words: &str| plain(&format!(r"(?i-u)\b(?:{words})\b"));
    let wording = |(kind, patterns): &(ClaimKind, &[&str])| Wording {
        kind: *kind,
        patterns: patterns.iter().map(|words| word(words)).collect(),
    };
    let alone = |(kind, own, others): (ClaimKind, &str, &str)| {
        (kind, word(own), word(others), word(SIDE_BY_SIDE))
    };
    Reader {
        wordings: WORDINGS.iter().map(wording).collect(),
        alone: ALONE.map(alone).into(),
        no_shell: plain(NO_SHELL),
        not_claimed: plain(NOT_CLAIMED),
        demand: plain(DEMAND),
        clause: plain(&format!("(?i){CLAUSE}")),
        aside: plain(r"\(([^()]*)\)"),
    }
});

/// What the sentence claims about the code; empty where it claims nothing that is known here.
pub(super) fn kinds(sentence: &str) -> Vec<ClaimKind> {
    let reader = &*READER;
    let mut kinds = Vec::new();
    if reader.no_shell.is_match(sentence) {
        kinds.push(ClaimKind::NoShell);
    }
    if reader.not_claimed.is_match(sentence) || reader.demand.is_match(sentence) {
        return kinds;
    }
    // What stands in brackets is a statement of its own, and parts none around it.
    let outside = reader.aside.replace_all(sentence, " ");
    let inside = reader.aside.captures_iter(sentence).filter_map(|found| found.get(1));
    let mut clauses: Vec<&str> = reader.clause.split(&outside).collect();
    clauses.extend(inside.map(|part| part.as_str()));
    for (kind, own, others, how) in &reader.alone {
        let claims =
            |part: &&str| own.is_match(part) && how.is_match(part) && !others.is_match(part);
        if clauses.iter().any(claims) {
            kinds.push(*kind);
        }
    }
    for Wording { kind, patterns } in &reader.wordings {
        let claims = |part: &&str| patterns.iter().all(|pattern| pattern.is_match(part));
        if clauses.iter().any(claims) {
            kinds.push(*kind);
        }
    }
    kinds
}
