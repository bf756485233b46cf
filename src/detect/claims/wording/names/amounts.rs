//! Sentences that tell how many nodes or edges the graph has, how many dimensions the rubric, or between which numbers
//! a score lies.

use super::super::sentence::elsewhere;
use super::super::sentence::headings::is_heading;
use crate::detect::claims::words::number;
use crate::detect::parts::{Groups, Parts};
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// A number of things, in digits or as a word.
pub(in super::super) const COUNT: &str = r"[0-9]{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen";

/// What may stand between a number and the nodes or edges that it counts.
const KIND: &str = r"(?:(?:distinct|separate|functional|registered|total|graph|langgraph|stategraph|unique|named) )*";

/// A number of nodes that is said to be all of the graph's.
static NODES: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        concat!(
            r"(?i)\b(?:graph|stategraph|workflow|topology)\b[^.;:(,]{{0,30}}\b(?:with|has|have|of|contains?|containing|comprises?|comprising|consists? of|defines?|registers?) (?:exactly |a total of )?(?P<with>{count}) {kind}nodes?\b(?P<rest>.{{0,40}})",
            r"|\b(?:graph|stategraph)(?: definition| construction| assembly| builder)? \((?P<inside>{count}) {kind}nodes?\b(?P<behind>.{{0,40}})",
            r"|\b(?P<joined>{count})-node (?:(?:langgraph|parallel|directed|hierarchical) )*(?:graph|stategraph|topology)\b",
            r"|\b(?:all )?(?P<registered>{count}) {kind}nodes (?:are|were) (?:\w+ )?(?:registered|added|wired) (?:in|into|on|to) the (?:\w+ )?(?:graph|stategraph)\b",
        ),
        count = COUNT,
        kind = KIND
    ))
});

/// Words behind which the nodes are some of the graph's.
static OF_SOME: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:parallel|concurrent\w*|at once|side by side|simultaneous\w*|per|each|for|that|which|where|in one|in the (?:same|detective|judicial|first|second))\b",
    )
});

/// A number of dimensions that is said of the rubric, or of all that is judged.
static DIMENSIONS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        concat!(
            r"(?i)\b(?P<file>[\w-]*rubric[\w-]*\.json)`?\)? (?:currently |now )?(?:contains?|has|holds|lists?|defines?|includes?|with|encodes|specifies) (?:all |exactly )?(?:the )?(?P<held>{count}) (?:\w+ ){{0,2}}(?:dimensions|criteria)\b",
            r"|\bmachine-?readable rubric \((?P<inside>{count}) (?:\w+ )?(?:dimensions|criteria)\b",
            r"|\b(?:across|over|against|for|of|on) (?:all |each of )?(?:the |our )?(?P<across>{count}) (?:rubric |scoring |evaluation |forensic )?(?:dimensions|criteria)\b",
            r"|\ball (?P<all>{count}) (?:rubric |scoring |evaluation |forensic )?(?:dimensions|criteria)\b",
            r"|\brubric(?: file| json)?,? (?:currently |now )?(?:contains?|has|holds|lists?|defines?|includes?|with|covers|comprises) (?:all |exactly |its )?(?:the )?(?P<said>{count}) (?:\w+ )?(?:dimensions|criteria)\b",
            r"|\b(?:scores?|judges?|evaluates?|grades?|covers?) (?:the )?(?P<scored>{count}) (?:rubric |scoring |evaluation |forensic )?(?:dimensions|criteria)\b",
            r"|\b(?P<joined>{count})[- ](?:dimension(?:al)?|criteri(?:on|a)) rubric\b",
        ),
        count = COUNT
    ))
});

/// A number with or without a fraction.
pub(in super::super) const NUMBER: &str = r"[0-9]{1,3}(?:\.[0-9]{1,2})?";

/// What joins the least number and the greatest.
pub(in super::super) const TO: &str = r" ?(?u:[–—-]|to|and|through|\.\.|,) ?";

/// Between which numbers a score or a confidence lies.
static BOUNDS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        concat!(
            // As code: `score: int = Field(..., ge=1, le=5)`.
            r"(?i)\b(?P<field>(?:final_)?score|confidence)`?(?: field)?(?:\b[^.;()]{{0,40}}?|: ?(?:int|float) ?= ?)(?:Field\((?:\.\.\.,? ?)?|\()?ge ?= ?(?P<ge>{n}),? *(?:and )?le ?= ?(?P<le>{n})\b",
            // The same before the field.
            r"|\b(?:enforces?|enforcing|validates?|constrains?|requires?|guarantees?|applies) (?:the )?`?ge ?= ?(?P<above>{n}),? *(?:and )?le ?= ?(?P<below>{n})`?(?: (?:range|bounds?|constraints?|limits?))? (?:on|for|of|to) (?:the |each |every )?`?(?P<of>(?:final_)?score|confidence)\b",
            // What holds it there.
            r"|\b(?:enforces?|enforcing|validates?|validating|constrains?|constraining|bounds?|bounding|restricts?|requires?|guarantees?) (?:that )?(?:the |an? |each |every |integer )*(?P<held>scores?|confidence)(?: (?:values?|fields?|bounds?|ranges?))?(?: (?:is|are|to be|to|from|between|of|in|within|as|the range))* ?[\[(]?(?P<from>{n}){to}(?P<until>{n})\b",
            r"|\b(?P<kept>scores?|confidence)(?: (?:values?|fields?))?(?: of (?:each|every|an?|the) \w+)? (?:is|are|must be|be)(?: \w+ly)? (?:(?:an? )?(?:integers?|floats?|ints?|numbers?) )?(?:(?:constrained|bounded|limited|restricted|validated|clamped|confined|held|enforced|typed)(?: \w+)?(?: (?:to|between|within|in|from|as))? )?(?:(?:from|between|within|in) )?(?:the range )?[\[(]?(?P<least>{n}){to}(?P<most>{n})\b",
            // As one of what an opinion has.
            r"|[(,] ?(?:an? )?(?:\w+ )?(?P<listed>scores?|confidence) ?(?::? ?int(?:eger)? ?)?\(?(?P<low>{n}){to}(?P<high>{n})\b",
            r"|\b(?P<told>scores?|confidence) \(?(?:from )?(?P<one>[01](?:\.0)?) ?(?u:[–-]|to) ?(?P<five>{n})\b",
        ),
        n = NUMBER,
        to = TO
    ))
});

/// Words by which the sentence speaks of another time, of others or of what is not so.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"example|imagine|suppose|interim|diagrams?|figures?|sub-?graphs?|was|were|never|not|no|only|if|target|students?|grows?|beyond|need\w*|add|change|set|expand\w*|remaining|normali[sz]\w+|scal\w+|map\w*|rais\w+|lower\w+",
    )
});

/// What makes a graph that is spoken of a part of it, or another one.
static OF_A_PART: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:detectives?|detection|forensic|judicial|judges?|interim|sub|partial|simplified|minimal|inner|nested|small\w*|inspection|second|first|knowledge|import|call|dependency)[- ]?$",
    )
});

/// The same of bounds, which keep something else from being so.
static OTHER_BOUNDS: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"imagine|suppose|was|were|target|students?|need\w*|add|change|set|normali[sz]\w+|scal\w+|map\w*|rais\w+|lower\w+|variance|lean\w*|instead|rather",
    )
});

/// What becomes of a number beyond the bounds, by which none is moved.
static REFUSES: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(r"(?i)\brais\w+ (?:an? |the )?`?(?:\w+ ){0,2}?(?:\w*error|\w*exception)s?\b")
});

/// What a sentence tells an amount of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) enum Amount<'t> {
    /// The graph has so many nodes.
    Nodes(usize),
    /// The rubric's file has so many dimensions.
    Held(usize),
    /// So many dimensions are judged, as the sentence has it.
    Judged(usize),
    /// The numbers of a field lie between these, the least first; and whether something is said to hold them there.
    Bounds { field: &'t str, least: &'t str, most: &'t str, held: bool },
}

/// Parts of words without one of which no sentence tells an amount.
const PARTS: [&str; 8] =
    ["node", "Node", "dimension", "criteri", "rubric", "core", "onfidence", "riteri"];

/// Whether the sentence tells one.
pub(in super::super) fn said(sentence: &str) -> bool {
    let named = PARTS.iter().any(|part| sentence.contains(part));
    // The head of a table tells no amount.
    named && !is_heading(sentence) && amount(sentence).is_some()
}

/// What the sentence tells an amount of.
pub(in crate::detect::claims) fn amount(sentence: &str) -> Option<Amount<'_>> {
    // What stands in the sources is an example all the same.
    if let Some(bounds) = bounds(sentence) {
        let plain = REFUSES.replace_all(sentence, " ").replace("e.g.", " ");
        return (!OTHER_BOUNDS.is_match(&plain)).then_some(bounds);
    }
    let elsewhere = ELSEWHERE.is_match(sentence);
    (!elsewhere).then(|| nodes(sentence).or_else(|| dimensions(sentence))).flatten()
}

fn nodes(sentence: &str) -> Option<Amount<'_>> {
    let found = NODES.captures(sentence)?;
    let rest = part(&found, &["rest", "behind"]).unwrap_or_default();
    let count = number(part(&found, &["with", "inside", "joined", "registered"])?)?;
    let before = &sentence[..found.get(0)?.start()];
    let whole = !OF_SOME.is_match(rest) && !OF_A_PART.is_match(before);
    whole.then_some(Amount::Nodes(count))
}

fn dimensions(sentence: &str) -> Option<Amount<'_>> {
    let found = DIMENSIONS.captures(sentence)?;
    if let Some(held) = part(&found, &["held", "inside", "joined"]) {
        return number(held).map(Amount::Held);
    }
    number(part(&found, &["across", "all", "said", "scored"])?).map(Amount::Judged)
}

fn bounds(sentence: &str) -> Option<Amount<'_>> {
    let found = BOUNDS.captures(sentence)?;
    let field = part(&found, &["field", "of", "held", "kept", "listed", "told"])?;
    let least = part(&found, &["ge", "above", "from", "least", "low", "one"])?;
    let most = part(&found, &["le", "below", "until", "most", "high", "five"])?;
    let held = part(&found, &["field", "of", "held", "kept"]).is_some();
    let ascending = least.parse::<f64>().ok()? < most.parse::<f64>().ok()?;
    ascending.then_some(Amount::Bounds { field, least, most, held })
}

/// What the first of these groups that fits holds.
fn part<'t>(found: &Groups<'t>, names: &[&str]) -> Option<&'t str> {
    names.iter().find_map(|name| Some(found.name(name)?.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: Option<Amount<'_>>) {
        assert_eq!(amount(sentence), expected, "{sentence}");
    }

    #[test]
    fn the_nodes_of_a_whole_graph_are_counted() {
        let all = |count| Some(Amount::Nodes(count));
        check("The StateGraph contains twelve nodes.", all(12));
        check("It compiles a graph with 12 nodes and 2 conditional edges.", all(12));
        check("src/graph.py StateGraph definition (12 nodes, 2 conditional edges)", all(12));
        check("We built a 9-node LangGraph StateGraph.", all(9));
        check("All ten nodes are registered in the graph.", all(10));
        check("The graph has three nodes in parallel.", None);
        check("The graph has four nodes that collect evidence.", None);
        check("The graph would have 12 nodes.", None);
        check("The graph has three judges.", None);
        check("The detective graph has four nodes.", None);
        check("The interim report shows a graph with four nodes.", None);
    }

    #[test]
    fn the_head_of_a_table_tells_nothing() {
        assert!(said("The score lies in no other place (score 1–5, argument)."));
        assert!(!said("Criterion Score (1-5) Justification"));
    }

    #[test]
    fn the_dimensions_of_a_rubric_are_counted() {
        check("rubric.json contains 10 dimensions.", Some(Amount::Held(10)));
        check(
            "rubric/week2_rubric.json Full machine-readable rubric (10 dimensions,",
            Some(Amount::Held(10)),
        );
        check("The auditor scores work across ten rubric dimensions.", Some(Amount::Judged(10)));
        check("Judges score all 8 criteria.", Some(Amount::Judged(8)));
        check("The rubric defines 10 dimensions.", Some(Amount::Judged(10)));
        check("Three judges score ten criteria each.", Some(Amount::Judged(10)));
        check("rubric.json only contains 2 dimensions.", None);
        check("Three judges score each dimension.", None);
    }

    #[test]
    fn the_bounds_of_a_score_are_read() {
        let of = |field, least, most, held| Some(Amount::Bounds { field, least, most, held });
        check(
            "JudicialOpinion enforces score: int = Field(..., ge=1, le=5).",
            of("score", "1", "5", true),
        );
        check(
            "JudicialOpinion.score is similarly constrained to ge=1, le=5.",
            of("score", "1", "5", true),
        );
        check(
            "JudicialOpinion.score is constrained to ge=1, le=5 without raising a ValidationError later on.",
            of("score", "1", "5", true),
        );
        check(
            "Pydantic enforces the ge=0.0, le=1.0 range on confidence at once.",
            of("confidence", "0.0", "1.0", true),
        );
        check("JudicialOpinion enforces score 1–5 and a judge.", of("score", "1", "5", true));
        check("Pydantic checks it at run time (a score must be 1–5).", of("score", "1", "5", true));
        check(
            "Each returns a JudicialOpinion (score 1–5, argument).",
            of("score", "1", "5", false),
        );
        check("confidence: float = Field(ge=0.0, le=1.0)", of("confidence", "0.0", "1.0", true));
        check(
            "Every piece of evidence has a confidence (0.0–1.0).",
            of("confidence", "0.0", "1.0", false),
        );
        check("JudicialOpinion restricts the score to the range 1-5.", of("score", "1", "5", true));
        check(
            "The confidence of each Evidence is a float between 0.0 and 1.0.",
            of("confidence", "0.0", "1.0", true),
        );
        check("Scores from 1 to 5 are given.", of("Scores", "1", "5", false));
        check(
            "Its fields are constrained (e.g., score: int = Field(ge=1, le=5)), so it is not silent.",
            of("score", "1", "5", true),
        );
        check("Change the prompt to \"score (1–5)\".", None);
        check("The score of 4 out of 5 is fair.", None);
        check("Scores are normalized to 1–5.", None);
    }
}
