//! Sentences by which a report says of its own code that something is not there.

use super::super::sentence::elsewhere;
use crate::detect::phrase::Phrase;
use std::sync::{LazyLock, OnceLock};

/// What is said not to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) enum Thing {
    /// Conditional edges that deal with errors.
    ErrorEdges,
    /// Conditional edges of any kind.
    Edges,
    /// Reducers of the state.
    Reducers,
    /// Replies of a model that are bound to a schema.
    StructuredOutput,
    /// Malformed replies that are asked for again.
    Retry,
    /// Texts of the judges that differ.
    Personas,
    /// Texts of the judges that open by telling each who it is.
    Preambles,
    /// Code that is read as a syntax tree.
    SyntaxTree,
    /// A temporary directory that the clone goes into.
    Isolation,
    /// A clone that is tried again.
    CloneRetry,
    /// A clone whose time is limited.
    CloneTimeout,
    /// Written rules by which the synthesis decides.
    Rules,
    /// Nodes that run side by side.
    SideBySide,
    /// Judges.
    JudicialLayer,
    /// A node that comes to the verdict.
    Court,
    /// A report in Markdown.
    Markdown,
    /// A detective that looks at pictures.
    Vision,
}

/// A thing, the words for it, and of whom it may be said that they lack it; without a subject it is the program.
struct Wanting {
    thing: Thing,
    /// Parts of words, in small letters, without one of which none of the words stands there.
    parts: &'static [&'static str],
    words: &'static str,
    who: &'static str,
}

const PROGRAM: &str = r"(?:system|graph|implementation|code ?base|code|repository|repo|project|auditor|architecture|workflow|pipeline|StateGraph|swarm|(?:src/)?graph\.py)";
const BENCH: &str = r"(?:judges?|judge nodes?|judicial (?:layer|nodes?)|judge (?:implementation|personas?)|personas|(?:src/(?:\w+/)?)?judges\.py|system|implementation)";
const CLONES: &str = r"(?:repo ?investigator|git (?:operations?|tools?|clone)|clone (?:tool|operation|function|step|logic)|clon\w+_repo\w*(?:\(\))?|(?:src/(?:\w+/)?)?repo_tools\.py|sandbox)";
const COURT: &str = r"(?:chief ?justice(?: node| synthesis engine)?|supreme court|synthesis (?:engine|node)|justice node|(?:src/(?:\w+/)?)?justice\.py)";

/// Where a noun phrase is over and nothing narrows it any more.
const END: &str = r"(?:\s*\([^()]{0,60}\))?(?:\s*[.,;:!]|\s*$| but\b| (?:in|from) (?:the|our) (?:current )?(?:graph|implementation|code ?base|code)\b)";

const THINGS: &[Wanting] = &[
    Wanting {
        thing: Thing::ErrorEdges,
        parts: &["conditional"],
        words: r"(?:conditional (?:edges?|rout(?:ing|es)|branch(?:es|ing)) (?:for|on|to handle) (?:error|failure)s?(?:[- ](?:handling|states?|scenarios?|paths?|cases?|conditions?|recovery))?|(?:error|failure)[- ](?:handling )?conditional (?:edges?|routing|branches)|conditional (?:error|failure)(?:[- ]handling)? (?:edges?|routing|branches))",
        who: PROGRAM,
    },
    Wanting {
        thing: Thing::Edges,
        parts: &["conditional"],
        words: r"conditional (?:edges?|rout(?:ing|es)|branch(?:es|ing))",
        who: PROGRAM,
    },
    Wanting {
        thing: Thing::Reducers,
        parts: &["reducer"],
        words: r"(?:state |annotated |Annotated )?reducers?(?: functions?)?(?: for (?:parallel )?state)?",
        who: r"(?:system|graph|implementation|code ?base|code|state|AgentState|(?:src/)?state\.py)",
    },
    Wanting {
        thing: Thing::StructuredOutput,
        parts: &["structured"],
        words: r"(?:structured[- ]outputs?(?: enforcement| binding)?|`?\.?with_structured_output(?:\(\))?`?)",
        who: BENCH,
    },
    Wanting {
        thing: Thing::Retry,
        parts: &["retr"],
        words: r"(?:retr(?:y|ies)(?: logic| loops?| mechanisms?)?(?: (?:for|on) (?:malformed|invalid) (?:outputs?|replies|responses|JSON))?(?: before (?:falling back|giving up)\b[^.;]*)?)",
        who: BENCH,
    },
    Wanting {
        thing: Thing::Personas,
        parts: &["persona", "prompt"],
        words: r"(?:(?:distinct|different|separate|conflicting) (?:system )?(?:personas?|prompts?|persona prompts?))",
        who: BENCH,
    },
    Wanting {
        thing: Thing::Preambles,
        parts: &["persona", "role"],
        words: r"(?:(?:persona|role) (?:preambles?|statements?|introductions?))",
        who: BENCH,
    },
    Wanting {
        thing: Thing::SyntaxTree,
        parts: &["ast ", "syntax tree"],
        words: r"(?:AST (?:parsing|analysis)|abstract syntax trees?)",
        who: r"(?:repo ?investigator|system|implementation|auditor|(?:src/(?:\w+/)?)?repo_tools\.py)",
    },
    Wanting {
        thing: Thing::Isolation,
        parts: &["sandbox", "isolation", "director"],
        words: r"(?:sandboxed (?:file ?system|clon\w+|director(?:y|ies)|environment)|(?:clone|file ?system) (?:isolation|sandbox(?:ing)?)|temp(?:orary)? director(?:y|ies)(?: isolation)?)",
        who: CLONES,
    },
    Wanting {
        thing: Thing::CloneRetry,
        parts: &["retr"],
        words: r"(?:retr(?:y|ies)(?: logic| loop)? (?:for|on|around) (?:the )?(?:git )?clon(?:e|es|ing))",
        who: PROGRAM,
    },
    Wanting {
        thing: Thing::CloneTimeout,
        parts: &["time-out", "timeout"],
        words: r"(?:time-?outs? (?:for|on|around) (?:the )?(?:git )?clon(?:e|es|ing))",
        who: PROGRAM,
    },
    Wanting {
        thing: Thing::Rules,
        parts: &["rule", "logic", " code"],
        words: r"(?:(?:(?:deterministic|hard-?coded|python(?:ic)?|rule-based|legal|written|explicit|necessary|named) ){1,3}(?:rules?|logic|code)(?: to resolve (?:the |their |judges(?u:['’])? )?(?:disputes|conflicts|disagreements))?(?: (?:reliably|deterministically))?)",
        who: COURT,
    },
    Wanting {
        thing: Thing::Rules,
        parts: &["conflict resolution"],
        words: r"deterministic conflict[- ]resolution(?: rules?| logic)?",
        who: COURT,
    },
    Wanting {
        thing: Thing::SideBySide,
        parts: &["parallel", "fan-out", "fan out"],
        words: r"(?:parallelism|parallel (?:execution|processing|orchestration|fan-?out(?: ?(?:/|and|or) ?fan-?in)?)|fan-?out(?: ?(?:/|and|or) ?fan-?in)?)",
        who: PROGRAM,
    },
    Wanting {
        thing: Thing::JudicialLayer,
        parts: &["judicial", "judge"],
        words: r"(?:judicial (?:layer|nodes?|personas?)|judge nodes?)",
        who: PROGRAM,
    },
    Wanting {
        thing: Thing::Court,
        parts: &["justice", "synthesis"],
        words: r"(?:(?:deterministic )?chief ?justice(?: ?node| synthesis(?: engine| node)?)?|synthesis engine)",
        who: PROGRAM,
    },
    Wanting {
        thing: Thing::Markdown,
        parts: &["markdown"],
        words: r"markdown (?:audit ?)?(?:reports?|output|verdicts?)(?: (?:generation|output|writer|writing|renderer|rendering|serialization))?",
        who: PROGRAM,
    },
    Wanting {
        thing: Thing::Vision,
        parts: &["vision"],
        words: r"vision ?inspector(?: node| implementation| agent)?",
        who: PROGRAM,
    },
];

/// Each thing with parts of words without one of which it is not named, and the words for it.
pub(super) fn words() -> impl Iterator<Item = (Thing, &'static [&'static str], &'static str)> {
    THINGS.iter().map(|wanting| (wanting.thing, wanting.parts, wanting.words))
}

/// What may stand before such a sentence in a row of opinions, a list of findings or behind another clause.
static LABELS: LazyLock<[Phrase; 3]> = LazyLock::new(|| {
    [
        Phrase::new(
            r"(?i)^(?:prosecutor|defen[sc]e|tech ?lead)(?: \d(?: ?/ ?\d{1,2})?)? ?(?u:[:.—-])? ?",
        ),
        Phrase::new(r"(?i)^[A-Za-z& -]{3,60} \(\d ?/ ?\d{1,2}\): "),
        Phrase::new(
            r"(?i)^(?:rationale|findings?(?:: failure\.)?|(?:the )?gaps?|weakness|shortcoming|current state|status|honesty statement|note):? ",
        ),
    ]
});
static CONNECTIVES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)^(?:(?:however|currently|today|still|also),? |but |while [^,;.]{3,60}, )")
});

/// The sentence from its first letter on, and what is left of it behind its label and its connective.
fn openings(sentence: &str) -> Vec<&str> {
    let sentence = sentence.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let labelled = LABELS.iter().filter_map(|label| behind(label, sentence));
    let mut all: Vec<&str> = std::iter::once(sentence).chain(labelled).collect();
    let joined: Vec<&str> = all.iter().filter_map(|text| behind(&CONNECTIVES, text)).collect();
    all.extend(joined);
    all
}

/// What is left of a text behind the phrase that opens it.
fn behind<'t>(phrase: &Phrase, text: &'t str) -> Option<&'t str> {
    phrase.find(text).map(|opening| &text[opening.end..])
}

/// Words that say no more of a thing than that it is one.
const ANY: &str = r"(?:(?:any|the|an?|explicit|actual|real) ){0,3}";

/// A way to deny a thing.
struct Way {
    /// Parts of words, in small letters, without one of which nothing is denied in this way.
    parts: &'static [&'static str],
    /// The pattern. In place of `@` stand the thing's words, of `%` those for who lacks it, and of `ANY` and `END`
    /// what the constants of that name hold.
    pattern: &'static str,
}

const WAYS: &[Way] = &[
    Way {
        // Behind a label that says whose it is, as a list of failures would not.
        parts: &[": no "],
        pattern: r"(?:gaps?(?: ?/ ?risks?)?|risks?|limitations?|weakness(?:es)?|shortcomings?): no ANY@END",
    },
    Way {
        parts: &["missing", "absent"],
        pattern: r"(?:the )?(?:missing|absent) ANY@(?:\s*\([^()]{0,60}\))? (?:(?:still|currently) )?(?:prevents?|represents?|remains?|keeps?|costs?|limits?|is|are|means?)\b",
    },
    Way {
        parts: &["no evidence", "no sign", "no trace", "no us"],
        pattern: r"no (?:evidence|sign|trace|use|usage) of ANY@END",
    },
    Way {
        parts: &["there is", "there are"],
        pattern: r"there (?:is|are) (?:(?:currently|still) )?no (?:(?:explicit|actual|real) )?@END",
    },
    Way {
        parts: &["lack", "missing", "has no", "have no", " not", "n't", "n’t"],
        pattern: r"(?:the |our |my |this |all |three |current ){0,3}(?u:[“”‘’\x22'`])?%(?u:[“”‘’\x22'`])? (?:(?:[^.;]|vs\.)*? (?:and|but) )?(?:(?:currently|still|also) )?(?:lacks?|(?:is|are) missing|ha(?:s|ve) no|do(?:es)?(?: not|n(?u:[’'])t) (?:yet )?(?:have|use|implement|include|contain|define)) ANY@END",
    },
    Way {
        parts: &["absence of", "lack of"],
        pattern: r"(?:the |our |my )?(?:only|main|single|sole|one|biggest|primary|remaining|key) (?:\w+ )?(?:gap|shortcoming|weakness|flaw|deduction|limitation) (?:is|remains) (?:the )?(?:absence|lack) of ANY@END",
    },
    Way {
        parts: &["absent", "missing", "lacking", "not "],
        pattern: r"ANY@(?:\s*\([^()]{0,60}\))? (?:is|are) (?:(?:currently|still|entirely|completely) )?(?:absent|missing|lacking|not (?:yet )?(?:present|implemented|used|there|wired))\bEND",
    },
];

/// The phrases by which each thing is denied in each way, each compiled for the first sentence that has a part of
/// the words of both: few reports deny more than one or two of them.
static DENIALS: [[OnceLock<Phrase>; WAYS.len()]; THINGS.len()] =
    [const { [const { OnceLock::new() }; WAYS.len()] }; THINGS.len()];

/// The phrase by which a thing is denied in a way, at the head of what is left of a sentence.
fn denial(Wanting { words, who, .. }: &Wanting, way: &Way) -> Phrase {
    let pattern = way.pattern.replace("ANY", ANY).replace("END", END);
    Phrase::new(&format!("(?i)^(?:{})", pattern.replace('@', words).replace('%', who)))
}

/// Further ways to say it.
static OTHERWISE: LazyLock<[(Thing, Phrase); 3]> = LazyLock::new(|| {
    [
        (
            Thing::Isolation,
            Phrase::new(&format!(
                r"(?i)\b(?:code|repos?|repositor(?:y|ies)) (?:is|are) (?:currently )?cloned directly (?:in)?to (?:the )?(?:local (?:environment|file ?system|machine)|host(?: file ?system)?|(?:current )?working directory){END}"
            )),
        ),
        (
            Thing::CloneRetry,
            Phrase::new(
                r"(?i)\bretr(?:y|ies)(?: logic)? (?:exists?|is|are) [^.;]{0,40}\bbut (?:not|none) (?:for|around|in) (?:the )?(?:git )?clon(?:e|es|ing)\b",
            ),
        ),
        (
            Thing::CloneTimeout,
            Phrase::new(&format!(
                r"(?i)\b(?:git )?clon(?:e|ing)(?: operation| command| tool| step)? (?:has no|lacks an?|runs without an?) time-?out{END}"
            )),
        ),
    ]
});

/// Parts of words without one of which no sentence denies anything that is known here.
const PARTS: &[&str] = &[
    "issing",
    "bsen",
    "o evidence",
    "o sign",
    "o trace",
    "o use",
    "here is",
    "here are",
    "lack",
    "Lack",
    "has no",
    ": No ",
    "have no",
    "not ",
    "n't ",
    "n’t ",
    "directly",
    "without",
];

/// Words by which such a sentence speaks of another time, of others' code, of a condition or of what is looked for.
static OPEN: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_fault(concat!(
        r"target(?:s|ed)?|submissions?|where|flags?|flagged|caps?|capped|claimed|argue[sd]?|cited?|cites|noted|reported|",
        r"expect\w*|pattern|now|added|criteri\w+|identif\w+|evidence (?:that|on)|figures?|docstrings?|comments?|that|which|who",
    ))
});

/// What the sentence says not to be there, where it plainly speaks of the program as it is.
pub(super) fn lacking(sentence: &str) -> Option<Thing> {
    // What is done behind something is no other time.
    let timeless = sentence.replace(" before falling back", "").replace(" before giving up", "");
    if !PARTS.iter().any(|part| sentence.contains(part)) || OPEN.is_match(&timeless) {
        return None;
    }
    let small = sentence.to_lowercase();
    if small.contains("clon")
        && let Some((thing, _)) = OTHERWISE.iter().find(|(_, phrase)| phrase.is_match(sentence))
    {
        return Some(*thing);
    }
    let named = |wanting: &Wanting| wanting.parts.iter().any(|part| small.contains(part));
    let ways: Vec<usize> = (0..WAYS.len())
        .filter(|way| WAYS[*way].parts.iter().any(|part| small.contains(part)))
        .collect();
    let openings = openings(sentence);
    let denied = |thing: usize| {
        ways.iter().any(|way| {
            let denial = || denial(&THINGS[thing], &WAYS[*way]);
            let phrase = DENIALS[thing][*way].get_or_init(denial);
            openings.iter().any(|opening| phrase.is_match(opening))
        })
    };
    let thing = (0..THINGS.len()).find(|thing| named(&THINGS[*thing]) && denied(*thing));
    thing.map(|thing| THINGS[thing].thing)
}
