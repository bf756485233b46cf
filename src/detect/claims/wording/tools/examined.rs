//! Sentences that tell what a tool examines in the code that it audits, which need not be in its own.

use super::super::sentence::elsewhere;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Who examines.
const TOOL: &str = concat!(
    r"(?:ast[- ](?:\w+ )?(?:visitor|walker|parser|tools?|analy[sz]er|inspector|module|scanner|checks?|analysis|pass|layer)|",
    r"(?:graph|code|static|repository|repo|structural|structure) (?:analysis|analy[sz]er|inspector|parser|scanner|visitor|walker|checks?)|",
    r"(?:node)?visitor|analy[sz]er|inspector|repo ?investigator|detectives?|`?(?:analy[sz]e|check|inspect|detect|find|extract|scan|verify)_\w+`?(?:\(\)`?)?)",
);

/// What it does.
const EXAMINES: &str = concat!(
    r"(?:finds?|counts?|reports?|extracts?|locates?|recogni[sz]es?|inspects?|analy[sz]es?|examines?|greps? for|parses?|records?|lists?|collects?|notes?|",
    r"confirms?|validates?|evaluates?|walks?|visits?|returns?|captures?|covers?|maps?|traces?|reads?|tracks?|gathers?|checks?|spots?|discovers?|measures?|",
    r"tests?(?: for)?|asks?(?: for| whether)?|knows?|sees?|picks? (?:up|out)|matches|queries|enumerates?|summari[sz]es?|looks? (?:at|up|into))",
);

/// The same, done to something.
const EXAMINED: &str = concat!(
    r"(?:found|counted|reported|extracted|located|recogni[sz]ed|inspected|analy[sz]ed|examined|parsed|recorded|listed|collected|noted|confirmed|",
    r"validated|evaluated|detected|checked|identified|captured|traced|read|tracked|matched)",
);

/// Words that may stand before what is examined.
const BEFORE: &str = concat!(
    r"(?:(?:the|an?|any|all|every|each|both|its|their|of|for|on|in|number|calls?|how|many|whether|graph(?:'s)?|StateGraph(?:'s)?|and|or|where|there|",
    r"are|is|has|have|code|wiring|nodes|edges|presence|use|uses|usage|existence|missing)[ ,]+){0,6}",
);

/// Parts of a graph and of judges that are looked for in what is audited.
const PART: &str = r"`?\.?(?:add_conditional_edges?|with_structured_output|add_edges?|add_nodes?|StateGraph|conditional edges?|fan-?(?:in|out)s?|reducers?|structured[- ]outputs?)\b";

static IS_EXAMINED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(&format!(
        r"(?i)\b{TOOL}(?: nodes?| agents?)? (?:\w+ly |then |also |now )?{EXAMINES} {BEFORE}{PART}|{PART}`?(?:\(\)`?)?(?: calls?| usage| points?)? (?:is|are) (?:\w+ly )?{EXAMINED} (?:by|via|through|with) (?:the |our |its )?(?:\w+ )?{TOOL}\b|\b(?:graphs?|repositor(?:y|ies)|submissions?|trees?) (?:is|are) (?:\w+ly )?(?:checked|inspected|examined|searched|scanned|tested|judged|graded|scored|evaluated) (?:for|on|by) {BEFORE}{PART}|\b(?:points?|credit|marks?|evidence|facts?|findings?) (?:is|are) (?:given|collected|awarded|gathered|recorded|reported|taken|granted) (?:for|on|about|of) {BEFORE}{PART}",
    ))
});

/// Whether the sentence tells what a tool finds, counts or reports elsewhere.
pub(in super::super) fn is_examined(sentence: &str) -> bool {
    IS_EXAMINED.is_match(sentence)
}

/// That a tool tells of classes what they inherit from.
static BASES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:scanners?|ast|visitors?|parsers?|detectives?|repo ?investigator|engine|tree-sitter)\b[^.;]{0,80}?",
        r"\b(?:verif(?:y|ies)|checks?|detects?|confirms?|identif(?:y|ies)|finds?)\b[^.;]{0,40}?",
        r"(?:\b(?:inherits?|inherit from|extends?|subclass(?:es)?)\b[^.;]{0,24}?\b(?:basemodel|typeddict|pydantic)\b",
        r"|\b(?:basemodel|typeddict|pydantic)\b[^.;]{0,24}?\b(?:inheritance|subclass(?:es|ing)?)\b)",
    ))
});

/// Words by which such a sentence speaks of another time, of others or of what is not so.
static ELSEWHERE: LazyLock<Phrase> =
    LazyLock::new(|| elsewhere::of_a_claim(r"can|if|never|not|cannot"));

/// Whether the sentence says that a tool tells of classes what they inherit from.
pub(in super::super) fn tells_bases(sentence: &str) -> bool {
    let speaks = ["nherit", "xtend", "ubclass"].iter().any(|part| sentence.contains(part));
    speaks && BASES.is_match(sentence) && !ELSEWHERE.is_match(sentence)
}

#[cfg(test)]
mod tests {
    use super::super::super::claims;
    use super::*;
    use crate::domain::facts::ClaimKind;

    #[test]
    fn what_a_tool_finds_elsewhere_is_no_claim_of_ones_own_graph() {
        for said in [
            "The AST visitor finds add_conditional_edges calls.",
            "The RepoInvestigator reports with_structured_output where judges use it.",
            "The detectives extract all conditional edges of the graph.",
            "`analyze_graph_structure()` counts the conditional edges.",
            "with_structured_output calls are counted by the AST tool.",
            "Graphs are checked for fan-in and fan-out.",
            "The graph analysis covers fan-out, fan-in and conditional edges.",
            "Points are given for conditional edges.",
            "Evidence is collected on conditional edges.",
        ] {
            assert!(is_examined(said), "{said}");
            let own = |kind| {
                matches!(
                    kind,
                    ClaimKind::ConditionalEdges | ClaimKind::StructuredOutput | ClaimKind::FanIn
                )
            };
            assert!(!claims(said).iter().any(|claim| own(claim.kind)), "{said}");
        }
    }

    #[test]
    fn what_is_theirs_is_nobodys_own() {
        use super::super::super::sentence::unclaimed::is_of_others;
        assert!(is_of_others("Their clone has no timeout."));
        assert!(is_of_others("In their code the judges run one after another."));
        assert!(!is_of_others("The judges take their turns side by side."));
    }

    #[test]
    fn what_the_graph_has_itself_is_claimed() {
        for said in [
            "The graph has conditional edges that lead to END when a node fails.",
            "RepoInvestigator returns evidence, which is merged through reducers.",
            "The detectives fan out from START and fan in at the aggregator.",
            "Judges call with_structured_output.",
        ] {
            assert!(!is_examined(said), "{said}");
        }
        let own = "The graph has conditional edges that lead to END when a node fails.";
        assert!(claims(own).iter().any(|claim| claim.kind == ClaimKind::ConditionalEdges));
    }
}
