//! What is said to make each kind of claim.

use super::bench::{models, persona};
use super::justice::rules;
use super::sentence::foreign;
use super::tools::libraries;
use crate::detect::claims::words;
use crate::detect::repo::python::FAMILIES;
use crate::domain::facts::ClaimKind;

/// One way to make a claim: all patterns match within one clause, and the foreign one does not.
pub(super) struct Wording {
    pub kind: ClaimKind,
    /// Parts of words without one of which no sentence makes the claim, in lower case.
    pub keywords: &'static [&'static str],
    pub patterns: &'static [&'static str],
    /// What else the clause must name, where a list of words decides that.
    pub names: Option<fn(&str) -> bool>,
    /// What would make the claim ambiguous in the same clause.
    pub foreign: Option<&'static str>,
    pub scope: Scope,
    pub speaker: Speaker,
}

/// How much of a sentence the patterns may spread over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// One clause.
    Clause,
    /// All clauses that deny nothing, together.
    Sentence,
    /// All clauses together; conditions in them belong to what is claimed.
    Rule,
}

/// Whose work the words describe where a sentence speaks of searching and verifying.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Speaker {
    /// That of the audited code, as likely as the report's own: such a sentence claims nothing.
    Anyone,
    /// The tool's own, as searching is what the tool does.
    Tool,
}

const JUDGES: &str = r"judges?|prosecutor|defen[sc]e|tech ?lead|judicial (?:nodes?|layer|stage|phase|panel|personas?|bench)";
const DETECTIVES: &str = r"detectives?|repo ?investigator|doc ?analyst|vision ?inspector|investigators?|evidence (?:streams?|gathering|collection)|(?:collect|gather)\w* (?:\w+ ){0,2}evidence";
/// Who else may run at once beside judges, and what a judge runs within itself.
const NOT_JUDGES: &str = concat!(
    r"detectives?|repo ?investigator|doc ?analyst|vision ?inspector|investigators?|evidence (?:streams?|gathering|collection)|(?:collect|gather)\w* (?:\w+ ){0,2}evidence",
    r"|threadpool\w*|max_workers|(?:\d+ )?workers? per|per[- ]judge|within (?:each|a|one) judge",
);
const SIDE_BY_SIDE: &str = r"in parallel|parallel(?:ly|ised|ized|ism)?|concurrent(?:ly)?|simultaneous(?:ly)?|fans?[- ]?out|fann(?:ed|ing)[- ]?out";

/// Words for doing something with a thing that is named.
const DOES: &str = concat!(
    r"uses?|using|used|utili[sz]\w+|via|with|through|built|based|powered|integrat\w+|leverag\w+|implement\w*|",
    r"imports?|calls?|calling|rel(?:y|ies) on|runs?|extracts?|extracting|pars(?:es?|ing)|invokes?|driven|",
    r"(?:is|are|was|were|been) (?:chosen|selected|adopted)|written in",
);

const fn plain(
    kind: ClaimKind,
    keywords: &'static [&'static str],
    patterns: &'static [&'static str],
) -> Wording {
    let (scope, speaker) = (Scope::Clause, Speaker::Anyone);
    Wording { kind, keywords, patterns, names: None, foreign: None, scope, speaker }
}

/// What the tool itself does to what it audits.
const fn done(
    kind: ClaimKind,
    keywords: &'static [&'static str],
    patterns: &'static [&'static str],
) -> Wording {
    Wording { speaker: Speaker::Tool, ..plain(kind, keywords, patterns) }
}

/// What may spread over several clauses, such as the names of a list.
const fn spread(
    kind: ClaimKind,
    keywords: &'static [&'static str],
    patterns: &'static [&'static str],
) -> Wording {
    Wording { scope: Scope::Sentence, ..plain(kind, keywords, patterns) }
}

/// With two groups of actors in one clause nobody knows whose the parallelism is.
const fn alone(
    kind: ClaimKind,
    patterns: &'static [&'static str],
    foreign: &'static str,
) -> Wording {
    let keywords = &["parallel", "concurrent", "simultaneous", "fan"];
    Wording { foreign: Some(foreign), ..plain(kind, keywords, patterns) }
}

/// What a clause says that makes each claim.
pub(super) const WORDINGS: &[Wording] = &[
    alone(ClaimKind::ParallelJudges, &[JUDGES, SIDE_BY_SIDE], NOT_JUDGES),
    alone(ClaimKind::ParallelDetectives, &[DETECTIVES, SIDE_BY_SIDE], JUDGES),
    alone(
        ClaimKind::ParallelGraph,
        &[
            r"(?:architecture|graph|pipeline|orchestration|workflow|swarm|topology) (?:is|runs|executes) (?:(?:explicitly|fully|truly|genuinely|inherently|natively|entirely|completely) ){0,2}(?:in )?parallel\s*[.!]?$|(?:two|dual|double|2)[ -](?:(?:distinct|separate|parallel|explicit|independent|strict|clear|dedicated|symmetric|primary|major|complete|full|successive|consecutive|sequential) ){0,2}fan[- ]?outs?(?: (?:topology|architecture|pattern|design|structure|layer|stage|phase|level|point)s?)?(?:\s*[.!]?$| (?:in|at|from|with|across|where|that|by) )",
        ],
        r"judges?|detectives?|not",
    ),
    Wording {
        foreign: Some(r"fan-in (?:safety|races?|semantics)\b|\bfans in (?:the|an?|our)\b"),
        ..spread(
            ClaimKind::FanIn,
            &["fan", "synchroni", "converge", "feed into", "edges into"],
            &[
                r"fans?[- ]?in|fan-in|fan back|fan-out ?/ ?fan-in|synchroni[sz]ation (?:point|barrier|node)|(?:branches|detectives|judges|outputs|opinions|results|streams)\b.{0,60}\b(?:converges? (?:on|at|in|into|to)|synchroni[sz]ed (?:in|at|by)|feed into|(?:have|has) edges into)",
            ],
        )
    },
    Wording {
        // What else is looked for by its traces is others' code.
        foreign: Some(r"heuristics?"),
        ..plain(
            ClaimKind::ConditionalEdges,
            &["conditional", " back", "loop-back", "loopback"],
            &[
                r"conditional(?:ly)?[ _](?:edges?|rout\w+|branch\w*)|add_conditional_edges|graph (?:\w+ ){0,3}?(?:(?:rout|loop|go|branch|return|jump|lead|cycl)\w* back|(?:trigger|perform|execut|start|initiat|tak)\w* (?:an? |the )?(?:\w+ )?loop-?back)",
            ],
        )
    },
    spread(
        ClaimKind::Reducers,
        &["operator.", "reducer", "add_messages", "annotated[", "concatenat", "the same "],
        &[
            r"operator\.(?:add|ior)|reducers?|add_messages|annotated\[|list concatenations?|(?:opinions?|evidences?)\b.{0,40}\bconcatenated|evidences?\b.{0,60}\b(?:under|to|into) the same (?:\w+ ){0,2}(?:keys?|dimensions?|criterion|criteria)",
        ],
    ),
    spread(
        ClaimKind::StructuredOutput,
        &[
            "structured",
            "bind_tools",
            "response_format",
            "schema",
            "binds",
            "binding",
            "json.loads",
        ],
        &[
            r"with_structured_output|structured[- ]outputs?|bind_tools|response_format|structured (?:judicial ?)?opinions?|bound to (?:a |the )?(?:\w+ ){0,2}schema|bind(?:s|ing) (?:the )?\w+ (?:\w+ ){0,2}as a tool|enforced json schemas?|replaced (?:all|every) (?:the |our |my )?`?json\.loads(?:\([^()]*\))?`?(?: calls?)? with (?:pydantic|structured|validated)",
        ],
    ),
    plain(
        ClaimKind::TemporaryClone,
        &["clon", "temporarydirectory", "mkdtemp", "tempfile"],
        &[
            r"clon(?:e|es|ed|ing)(?:_\w+)?|repo(?:sitory|sitories)?|git operations?|tempfile\.(?:temporarydirectory|mkdtemp)",
            r"temp(?:orary)?[ -]?(?:dir\w*|folders?|paths?|workspaces?)|tempfile\w*|temporarydirectory|mkdtemp|sandbox\w*",
        ],
    ),
    spread(
        ClaimKind::DeterministicSynthesis,
        &[
            "determinis",
            "hardcoded",
            "hard-coded",
            "rule-based",
            "python logic",
            "python rules",
            "python functions",
        ],
        &[
            r"chief[ _]?justice\w*|synthesi[sz]\w*|verdicts?|conflicts?|conflict[- ]resolution|final scor\w+|justice|(?:deterministic|hard-?coded) (?:\w+ ){0,2}(?:rules?|logic|resolution|functions?)|pure python functions|aggregat\w+ (?:\w+ )?opinions|rules? (?:engine|enforcement)|resol(?:ves?|ved|ving) (?:it|disagreements?)",
            r"deterministic(?:ally)?|hard-?coded|rule-based|python (?:logic|rules|functions)",
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
    Wording {
        foreign: Some(
            r"(?:extraction|comparison|overlap|similarity)\b[^.;]*(?:personas?|prompts?)",
        ),
        ..plain(
            ClaimKind::DistinctPersonas,
            &["persona", "prompt", "philosoph"],
            &[
                r"(?:distinct|conflicting|different|separate|unique) (?:[\w-]+ ){0,2}(?:personas?|prompts?|philosoph\w+)|personas? (?:\w+ ){0,2}(?:distinct|conflicting|different)\b",
            ],
        )
    },
    Wording {
        // What three judges have is no judge.
        foreign: Some(foreign::OF_THE_THREE),
        ..plain(
            ClaimKind::Roles,
            &["three"],
            &[
                r"three (?:[\w-]+ ){0,3}?(?:detectives?|judges?|judicial personas?|judge personas?|investigators?)",
            ],
        )
    },
    spread(
        ClaimKind::TypedClasses,
        &["pydantic", "basemodel", "typeddict", "dataclass"],
        &[
            r"pydantic (?:base)?models?|basemodel\w*|typeddict\w*|dataclass(?:es)?|\(pydantic\)|pydantic (?:schemas?|classes|objects)|state\w*[^.;]{0,30}pydantic|pydantic enforcement|pydantic[- ]typed|pydantic[- ](?:validated|based|backed|enforced|powered|driven) `?(?-i:[A-Z]\w*[a-z])|typ(?:ing|ed) (?:\w+ )?(?:with|by|via|through|using) pydantic",
            r"(?:uses?|using|utili[sz]\w+|with|via|by|as|is|are|defin\w+|enforc\w+|typed|usage|strict|through|inherit\w*|extend\w*|bound|selected|contain(?:s|ing)|\((?:pydantic|typeddict))\b",
        ],
    ),
    Wording {
        // What the state holds may be models where the state is none.
        foreign: Some(
            r"pydantic[- ](?:\w+ )?state[- ](?:models?|objects?|schemas?|class(?:es)?|types?|entries|payloads?|validation|fields?|definitions?)",
        ),
        ..spread(
            ClaimKind::TypedClasses,
            &["pydantic"],
            &[
                r"pydantic (?:\(?v?[0-9.]+\)? )?(?:for|across|on) (?:all|every|each|the (?:whole|entire)) (?:graph )?state(?: transitions?| updates?| changes)?\b|pydantic[- ](?:agent |graph |shared )?state with\b",
            ],
        )
    },
    Wording {
        // A judge who has something is no class.
        foreign: Some(
            r"(?:prosecutor|defen[sc]e|tech ?lead) (?:has|contains|holds|with|includes)\b",
        ),
        speaker: Speaker::Tool,
        ..spread(
            ClaimKind::ClassFields,
            &["(", "field"],
            &[
                r"(?:(?-i:[A-Z][a-z0-9]+[A-Z])\w* (?:[a-z]+ ){0,3}?|(?-i:[A-Z])\w+ (?:(?:[a-z]+ ){0,2}?(?:class|model|schema|object|record|dataclass|typeddict)(?:e?s)? (?:[a-z]+ ){0,2}?)?)\((?-i:[a-z_]+)(?:: ?\w+)?(?:, ?(?-i:[a-z_]+)(?:: ?\w+)?){2,}\)|(?-i:[A-Z][a-z]+[A-Z]?)\w* (?:contains|has|with|holds|defines|includes) (?:\w+ ){0,4}(?-i:[a-z]+_[a-z_]+)",
            ],
        )
    },
    Wording {
        names: Some(|part| !words::in_code(part).is_empty()),
        foreign: Some(foreign::ANALYSED_CALL),
        speaker: Speaker::Tool,
        ..spread(
            ClaimKind::Definitions,
            &["_", "()", " node", " class", " function", "inherit", "extends"],
            &[
                r"(?:_?[a-z]+_)[a-z0-9_]*[a-z0-9]\(|\w+\(\)|(?:_?[a-z]+_)[a-z0-9_]*[a-z0-9]`? (?:functions?|nodes?|class(?:es)?|methods?|routers?|tools?|helpers?|is|uses|implements|runs|handles|returns|creates|calls|parses|performs|does|routes|waits|collects|merges|checks|scans|reads|produces|requires|applies|list|dictionary)|\w+_node\b|(?-i:[A-Z][a-z]+[A-Z]\w+)`? (?:nodes?|class(?:es)?|models?|schema|method)|(?:inherits?(?: from)?|extends) (?:an? |the )?`?(?-i:Base(?:[A-LN-Z]|M[a-np-z])|Abstract[A-Z])\w+|(?:in|by|with|from|via|through|using|uses?|utili[sz]es?|implements?|includes?|calls?|defines?) (?:the )?`?(?:_?[a-z]+_)[a-z0-9_]*[a-z0-9]",
            ],
        )
    },
    done(
        ClaimKind::SyntaxTree,
        &["ast", "syntax tree", "tree-sitter", "libcst", "functiondef", "classdef"],
        &[
            r"ast[- ](?:pars\w+|travers\w+|inspect\w*|analy\w+|walk\w*|visitor|verif\w*|based|level|driven)|abstract syntax trees?|ast\.(?:parse|walk|nodevisitor)|tree-sitter|(?:uses?|using|via|through|by|with) (?:python(?u:[’'])?s? )?(?:the )?(?:built-?in )?`?(?-i:AST|ast)\b|(?:identif(?:y|ies)|finds?|visits?|walks?|reads?|extracts?|inspects?|collects?|locates?) (?:all |every |the )?`?(?:ast\.)?(?-i:FunctionDef|ClassDef)\b",
        ],
    ),
    done(
        ClaimKind::GitHistory,
        &["git log", "git history", "commit history", "commits", "extract_git"],
        &[
            r"git log|git history|commit history|iter_commits|extract_git\w*|commit (?:logs?|timestamps)",
            r"extract(?:s|ed|ing|ion|or)?\b|pars(?:es?|ing)|runs?|running|collects?|reads?|analy[sz]\w+|using|uses?|via|inspects?|retriev\w+|from (?:the )?(?:git|commits?|repo\w*|clon\w+)",
        ],
    ),
    done(
        ClaimKind::SafeCommands,
        &["subprocess"],
        &[
            r"subprocess(?:\.run|\.popen|\.check_output)?",
            r"subprocess\.\w+|error\w*|check=true|timeouts?|captur\w+|handl\w+|arguments? lists?|safe\w*|failures?|exceptions?|calledprocesserror|for git",
        ],
    ),
    Wording {
        foreign: Some(foreign::MADE_PDF),
        ..done(
            ClaimKind::PdfText,
            &["pdf"],
            &[
                r"pdfs?|pdf_\w+|\w+_pdf\w*",
                r"extract(?:s|ing)? text|text extraction|pars(?:es?|ed|ing)|ingest\w*|chunk\w*|quer(?:y|ies|ied|ying)\w*|pdfreader|documentconverter|opens?",
            ],
        )
    },
    done(
        ClaimKind::PdfImages,
        &["image"],
        &[
            r"extract(?:s|ed|ing)? (?:\w+ )?images?|images? extraction|extract_images\w*",
            r"pdfs?|vision|\w+_pdf\w*|diagrams?|image extraction",
        ],
    ),
    Wording {
        names: Some(|part| !rules::stated(part).is_empty()),
        scope: Scope::Rule,
        ..done(
            ClaimKind::SynthesisRules,
            &[
                "secur",
                "suprem",
                "functionality",
                "tech lead",
                "tech-lead",
                "techlead",
                "varianc",
                "disagree",
                "dissent",
                "rule of",
                "rule_of",
                "overrul",
                "evidence",
            ],
            &[],
        )
    },
    Wording {
        // What a page in a browser shows is written elsewhere.
        foreign: Some(
            r"(?:ui|front-?end|next\.?js|react|streamlit|dashboard|browser|pandoc|markdown[- ]pdf)\b|full markdown (?:output|report)\s*$",
        ),
        ..done(
            ClaimKind::MarkdownReport,
            &["markdown"],
            &[
                r"markdown",
                r"reports?|outputs?|produc\w+|writ(?:es|ing|ten)|render\w*|serializ\w+|generat\w+|artifacts?",
            ],
        )
    },
    Wording {
        names: Some(|part| !libraries::named(part).is_empty()),
        // What others' code imports, and what it lacks, is no library of the own one.
        foreign: Some(foreign::LIBRARY),
        ..spread(ClaimKind::Libraries, libraries::KEYWORDS, &[DOES])
    },
    Wording {
        names: Some(|part| models::named(part).len() == 1),
        foreign: Some(
            r"(?:or|like|such as|e\.g|fall ?back|compatible|swap\w*|switch\w*|optional\w*|available|configurable|keys?|tokens?|limits?|costs?|even|choice|both|vision-capable|integrat\w+)\b|chatgpt|claude code|api_key",
        ),
        ..done(
            ClaimKind::Models,
            FAMILIES,
            &[
                r"(?:invok(?:es?|ing)|uses?|using|via|powered by|calls?|calling|runs? on|through|sends?|analy[sz](?:es?|ing) \w+ (?:\w+ )?with|built on|backed by|driven by)\b",
            ],
        )
    },
    Wording {
        names: Some(|part| persona(part).is_some()),
        foreign: Some(r"temperature|confidence|evidence weight"),
        scope: Scope::Sentence,
        ..done(
            ClaimKind::Weights,
            &["weight"],
            &[r"weight(?:ed|s|ing)?\b[^.;]{0,12}(?:\b0)?\.[0-9]"],
        )
    },
    Wording {
        foreign: Some(r"http(?:$|[^s0-9a-z])"),
        ..done(
            ClaimKind::SchemeCheck,
            &["https"],
            &[
                r"(?:rejects?|refuses?|blocks?|disallows?) (?:any |all )?non-?https\b|only (?:accepts?|allows?|permits?) https\b|https[- ]only|(?:accepts?|allows?|permits?) (?:only https\b|https(?: urls?)? only)|enforces? https\b",
            ],
        )
    },
    done(ClaimKind::CommitCount, &["commit"], &[r"[0-9]+\+? (?:[\w-]+ ){0,2}commits"]),
    done(
        ClaimKind::RubricFile,
        &["rubric"],
        &[
            r"rubric\w*\.json|rubric json|json rubric",
            r"load\w*|reads?|inject\w*|holds?|from|driven|pars(?:es?|ed|ing)|dynamic\w*",
        ],
    ),
    Wording {
        speaker: Speaker::Tool,
        ..spread(
            ClaimKind::RubricFile,
            &["rubric"],
            &[
                r"rubric\w*\.json|rubric json|json rubric",
                r"(?:load|read|parsed|inject|fetch)\w*[^.;]{0,40}\bat run[- ]?time|at run[- ]?time[^.;]{0,24}\b(?:load|read|parsed|inject|fetch)",
            ],
        )
    },
    done(
        ClaimKind::PathCheck,
        &["cross-refer", "cross refer", "hallucinated", "cross_refer"],
        &[
            r"cross[- _]referenc\w+|(?:verified|hallucinated) (?:\w+ )?(?:and|vs\.?|from) (?:hallucinated|verified)",
            r"paths?|files?|claims?|evidence",
        ],
    ),
];
