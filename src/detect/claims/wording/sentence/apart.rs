//! Sentences that name others as those of whom they speak, or take back, wish or suppose what they say.

use crate::detect::document::SYSTEMS;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Whose code a sentence is about; [`SYSTEMS`] stand where their name does.
const OTHERS: &str = concat!(
    // What was written or taught, and who did.
    r"(?i)^\W*(?:in |by |as in |like )?(?:the |an? |our |most |many |some |other )?(?:papers?|articles?|tutorials?|textbooks?|literature|lectures?|course|starter (?:code|repo\w*))",
    r"(?:(?u:['’])s\b| (?:\w+ly )?(?:by|runs?|uses?|has|have|defines?|builds?|clones?|never|always|lets?|asks?|calls?|shows?|averages?|merges?|takes?|suggests?|recommends?)\b)",
    r"|^\W*(?:in |by |as in |like )?(?:the |an? )?(?:reference|official|sample|instructor(?u:['’])s|teacher(?u:['’])s|course(?u:['’])s) (?:solution|implementation|template|repo\w*|code)\b|^\W*the state of the art\b",
    r"|\bin the (?:reference|official|sample|instructor(?u:['’])s|teacher(?u:['’])s|course(?u:['’])s) (?:solution|implementation|template|repo\w*|code)\b|\bet al\b|^\W*as (?:shown|taught|seen|discussed|demonstrated) in (?:class|the (?:course|lecture|tutorial))\b",
    r"|\b(?:in|by|of|from) the (?:paper|article|book|tutorial|lecture|contract|assignment|brief)\b",
    // Another group, or a product that does by itself what ours does.
    r"|^\W*(?:team|group) \w{1,3}(?u:['’])?s?\b|^\W*most (?:published|other|existing|such|of the published|public) |\bours (?:is|are|has|have|does|do|runs?|was|were)\b|\bwhereas (?:ours|we|our)\b",
    r"|^\W*(?:where )?(?-i:Inspect|SYSTEMS)(?u:['’]s)? (?:\w+ly )?(?:runs?|uses?|lets?|has|have|defines?|builds?|merges?|clones?|asks?|calls?|judges?|agents?|graphs?|states?)\b",
    r"|^\W*(?-i:Anthropic|OpenAI|Google|Microsoft|Meta|IBM|DeepMind)(?u:['’])s (?:[\w-]+ ){0,3}(?:system|framework|agents?|swarm|pipeline|harness|paper|research|approach)\b",
    r"|^\W*(?:compared (?:with|to)|unlike|in contrast to|contrary to) [^,]{1,60}, (?:in which|where|whose|which)\b|\bof (?-i:SYSTEMS)\b",
);

/// What takes back, all or in part, what a sentence says.
const TAKEN_BACK: &str = concat!(
    r"(?i)\bfailed to (?:make|get|let|have|run|implement|wire|add)\b|\b(?:claims?|statements?|sentences?|assertions?|reports?)\b[^.;]{0,80}\b(?:was|were|proved|turned out) (?:wrong|false|untrue|mistaken|incorrect|inaccurate)\b",
    r"|(?u:[:–—]) (?:no|not yet|none|false|failed|not met|not done|open|missing)[.!]?$|\bresult: (?:failed|not met|no)\b|\bhardly\b|\bonly seem\w*\b|\bin theory\b|\bon paper\b|\bnot (?:all|every)\b|^\W*neither (?:of (?:the|our) )?(?:judges?|detectives?|nodes?|graphs?|class(?:es)?|states?)\b",
    r"|\b(?:in|on) (?:the|an?|our|its own) (?:branch [\w-]*[/_-][\w/-]*|(?:dev|develop|feature|separate|different|experimental|unmerged|side|topic)(?: [\w/-]+)? branch)\b|\b(?:in|on|of) another branch\b|\bbranch\b[^.;]{0,60}\b(?:not|never) (?:yet )?merged\b",
    r"|\bwhich (?:we|i) (?:\w+ )?(?:removed|dropped|deleted|reverted|abandoned)\b|\b(?:was|were) (?:only )?(?:considered|discussed|contemplated|debated|tried)\b|\b(?:old|former|outdated|stale) (?:readme|report|docs|documentation|text|comment)\b",
    r"|\b(?:judges?|detectives?|we|they) used to\b|\bbefore (?:we|i) \w+\b",
    r"|\b(?:in|during|at|of) (?:our|the|my) (?:very )?(?:first|early|earlier|initial|interim|previous) (?:attempts?|versions?|drafts?|prototypes?|submissions?)\b",
);

/// What is wished, asked for, or supposed.
const WISHED: &str = concat!(
    r"(?i)\bought to\b|^\W*(?:assum(?:e|ing)|suppose|imagine|let|optionally)\b|^\W*(?:the |our )?next (?:version|release|iteration)\b|\b(?:i|we) (?:want|wish|would like)\b",
    r"|^\W*(?:(?:design |project |main |key )?goals?|aims?|requirements?|req|(?:acceptance |success |exit )?criteri(?:on|a)|user stor(?:y|ies)|test case|hypothes[ie]s|assumptions?|motivation|related work|background|expectations?|wish|must[- ]haves?|should[- ]haves?|nice[- ]to[- ]haves?)(?: [\w.-]{1,4})? ?:",
    r"|^\W*(?:advantages?|benefits?|disadvantages?|drawbacks?|merits?|downsides?) of [^:]{1,40}:|^\W*[^:]{1,40}\((?:not started|planned|open|pending|tbd|todo|to do|blocked|postponed)\) ?:|\b(?:design|project) goal is\b",
);

static IS_OF_OTHERS: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(&OTHERS.replace("SYSTEMS", SYSTEMS)));
static IS_TAKEN_BACK: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(TAKEN_BACK));
static IS_WISHED: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(WISHED));

/// Whether the sentence is on others, or does not stand by what it says.
pub(super) fn is_apart(sentence: &str) -> bool {
    [&IS_OF_OTHERS, &IS_TAKEN_BACK, &IS_WISHED].iter().any(|phrase| phrase.is_match(sentence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_others_is_not_said_of_the_own_program() {
        for text in [
            "AutoGen runs its judges in parallel, whereas ours are asked one after the other.",
            "Compared with another repository, in which the judges run in parallel, our bench is slow.",
            "In the paper by Zheng et al., three judges run in parallel and the median is taken.",
            "Where Inspect runs its judges in parallel, we chose a sequence.",
            "The judges of PoLL run in parallel.",
            "Most published courts let the judges run in parallel.",
            "Team 4's graph has a conditional edge for errors; ours has none.",
            "JudicialOpinion has five fields in the contract: criterion, judge and score.",
            "The course's template defines AgentState as a Pydantic model.",
            "The reference solution never averages the scores.",
            "The state of the art never averages scores but takes the median.",
            "A conditional edge handles failures in the official solution.",
            "The tutorial clones with a timeout of 120 seconds.",
            "Anthropic's multi-agent system runs its detectives in parallel.",
            "As shown in class, AgentState is a Pydantic model.",
        ] {
            assert!(is_apart(text), "{text}");
        }
    }

    #[test]
    fn what_is_taken_back_or_wished_for_is_not_there() {
        for text in [
            "We failed to make the judges run in parallel.",
            "Our claim in the interim report that judges run in parallel was wrong.",
            "Judges run in parallel: no.",
            "Judges run in parallel: not yet.",
            "Judges hardly ever run in parallel.",
            "In theory the judges run in parallel; in practice they wait for each other.",
            "The judges run in parallel in the branch feature/parallel, which is not merged.",
            "Neither judge uses structured output.",
            "A custom reducer for evidences was considered.",
            "The judges used to run in parallel.",
            "In our first attempt all model calls used gpt-4o.",
            "Clones took more than 120 seconds before we set the timeout.",
            "A weakness is that not all judges run in parallel.",
            "The old README still says that judges run in parallel.",
            "The judges ought to run in parallel.",
            "Goal: judges run in parallel.",
            "Requirement R4: The judges run in parallel.",
            "Acceptance criterion: judges run in parallel.",
            "User story: As an instructor I want the judges to run in parallel.",
            "Milestone 3 (not started): Judges fan out in parallel.",
            "Assume the judges run in parallel.",
            "The next version runs the judges in parallel.",
            "Advantages of a court: judges run in parallel, evidence is shared.",
        ] {
            assert!(is_apart(text), "{text}");
        }
    }

    #[test]
    fn what_is_said_of_the_own_program_stands() {
        for text in [
            "The judges run in parallel.",
            "The course of the graph is linear, and judges run in parallel.",
            "AgentState is used to hold the evidence.",
            "The graph runs three judges in parallel: Prosecutor, Defense and Tech Lead.",
            "Unlike the interim version, the judges run in parallel.",
            "We use LangGraph to run three judges in parallel.",
            "Result: the judges run in parallel.",
            "The template of each prompt is filled in before the model is asked.",
            "Each judge branch runs in parallel.",
        ] {
            assert!(!is_apart(text), "{text}");
        }
    }
}
