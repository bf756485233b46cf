//! What of a sentence states something.

use super::super::graph::several::EACH_SIDE_BY_SIDE;
use super::super::keywords::patterns;
use super::super::wordings::{Scope, Wording};
use super::unclaimed::IS_CONDITION;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimKind;
use std::sync::LazyLock;

/// Flags of the tool's own, which tell of what it audits.
static FLAGS: LazyLock<Parts> = LazyLock::new(|| Parts::new(r"\b(?:has|is)_\w+"));

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

/// Where one statement of a sentence ends and another begins.
const CLAUSE: &str = r"(?u:[;:,|•])|\b(?:then|before|after|while|whereas|and then|followed by|which|but|however|though|although|so that|because)\b|→|->|=>|–|—";

/// What is named only to say that something else is done, what never comes of what is done, or what it is to tell.
const INSTEAD: &str = concat!(
    r"(?i)\b(?:instead of|rather than)\b(?u:[^,;.—])*|\bensur(?:es?|ing)\b(?u:[^,;.—])*\bnever\b(?u:[^,;.—])*",
    // What the own work is compared with: `Unlike AutoGen, which binds its judges to a schema, ours …`
    r"|^\W*(?:compared (?:with|to)|in (?:contrast|comparison) (?:with|to)|unlike)\b(?u:[^,;.—])*,(?: (?:which|whose|that|where)\b(?u:[^,;.—])*,)?",
    // A question in quotation marks is no statement.
    r"|“(?u:[^“”])*\?”|\x22[^\x22]*\?\x22|(?u:[\x22“])(?:does|do|did|is|are|which|what|how|can) (?u:[^\x22“”])*(?u:[\x22”])|\bwithout (?:\w+-)?\w+ing\b(?u:[^,;.—])*|\bto (?:verify|check|see|determine) (?:if|whether)\b(?u:[^,;.—])*",
);

static IS_DENIED: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(DENIED));
static IS_WANTING: LazyLock<Parts> = LazyLock::new(|| Parts::new(WANTING));
static CLAUSE_ENDS: LazyLock<Parts> = LazyLock::new(|| Parts::new(&format!("(?i){CLAUSE}")));
static ASIDE: LazyLock<Parts> = LazyLock::new(|| Parts::new(r"\(([^()]*)\)"));
static REPLACED: LazyLock<Parts> = LazyLock::new(|| Parts::new(INSTEAD));
static EACH: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(&format!("(?i){EACH_SIDE_BY_SIDE}")));

/// The clauses of a sentence that deny nothing.
pub(in super::super) struct Stated {
    clauses: Vec<String>,
    /// The same, joined, with what stands in brackets where it stood.
    sentence: String,
    /// The same with conditions.
    rules: String,
}

impl Stated {
    pub(in super::super) fn of(sentence: &str) -> Self {
        let sentence = IS_WANTING.replace_all(sentence, " ");
        let sentence = REPLACED.replace_all(&sentence, " ");
        // What stands in brackets is a statement of its own, and parts none around it.
        let outside = ASIDE.replace_all(&sentence, " ");
        let inside = ASIDE.captures_iter(&sentence).filter_map(|found| found.get(1));
        let affirms = |part: &&str| !IS_DENIED.is_match(part);
        let mut clauses: Vec<&str> = CLAUSE_ENDS.split(&outside).filter(affirms).collect();
        clauses.extend(inside.map(|part| part.as_str()).filter(affirms));
        let unconditional = |part: &&&str| !IS_CONDITION.is_match(part);
        let mut rest = Vec::new();
        let mut start = 0;
        for end in CLAUSE_ENDS.find_iter(&sentence) {
            rest.push(&sentence[start..end.end()]);
            start = end.end();
        }
        rest.push(&sentence[start..]);
        rest.retain(|part| affirms(&&**part));
        Self {
            clauses: clauses.iter().filter(unconditional).map(|&part| part.to_owned()).collect(),
            sentence: rest.iter().filter(unconditional).copied().collect(),
            rules: rest.concat(),
        }
    }

    /// The part of the sentence that makes the claim, if any does.
    pub(in super::super) fn part(&self, number: usize, wording: &Wording) -> Option<String> {
        let (own, foreign) = patterns(number);
        let of_graph = matches!(
            wording.kind,
            ClaimKind::ParallelJudges
                | ClaimKind::ParallelDetectives
                | ClaimKind::FanIn
                | ClaimKind::ConditionalEdges
        );
        let claims = |whole: &str| {
            // A flag of the tool's own tells of what it audits.
            let bare = of_graph.then(|| FLAGS.replace_all(whole, " "));
            let part = bare.as_deref().unwrap_or(whole);
            own.iter().all(|pattern| pattern.is_match(part))
                && wording.names.is_none_or(|names| names(part))
                && (!foreign.as_ref().is_some_and(|pattern| pattern.is_match(part))
                    || EACH.is_match(part))
        };
        match wording.scope {
            Scope::Clause => self.clauses.iter().find(|part| claims(part)).cloned(),
            Scope::Sentence => claims(&self.sentence).then(|| self.sentence.clone()),
            Scope::Rule => claims(&self.rules).then(|| self.rules.clone()),
        }
    }
}
