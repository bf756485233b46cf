//! The rules of synthesis as reports word them.

use super::words;
use crate::detect::phrase::Phrase;
use crate::domain::facts::Practice;
use regex::Regex;
use std::sync::LazyLock;

/// A rule and the ways to state it.
struct Rule {
    /// Its name among the facts of the synthesis.
    name: &'static str,
    words: &'static str,
}

const RULES: &[Rule] = &[
    Rule {
        name: "security_override",
        words: r"security[- ](?:override|cap)s?|rule[ _]of[ _]security|overrides? for security|(?:security|vulnerabilit\w+)\b.{0,60}\b(?:caps?|capped|overrides?)\b|capped at [1-3]|caps? (?:the )?(?:\w+ ){0,3}(?:score )?at [1-3]|cap [1-3]\b",
    },
    Rule {
        name: "fact_supremacy",
        words: r"facts?[- ]supremacy|rule[ _]of[ _]evidence|overrul(?:e|es|ed|ing)|evidence (?:over opinions?|prevails|contradicts)|unsupported claims (?:are )?(?:rejected|overruled)",
    },
    Rule {
        name: "functionality_weight",
        words: r"functionality[- ]weight\w*|rule[ _]of[ _]functionality|tech[- ]?lead(?:'s|’s)?[- ](?:\w+ ){0,3}(?:weight\w*|carries)|weight\w* (?:by|of|for) (?:the )?tech[- ]?lead|architecture[- ]weight",
    },
    Rule {
        name: "dissent",
        words: r"dissent(?:[-_ ](?:summar\w+|requirement|logic|check|identification|detection|explanation|recorded))|dissent when|(?:creat|generat|requir|produc|writ|trigger|mandat)\w* (?:an? |the )?(?:\w+ ){0,2}dissent|dissent (?:is|required)",
    },
    Rule {
        name: "variance_re_evaluation",
        words: r"varianc\w*[^.;]{0,40}re-?evaluat\w+|re-?evaluat\w+[^.;]{0,40}varianc\w*",
    },
];

static COMPILED: LazyLock<Vec<(&str, Phrase)>> = LazyLock::new(|| {
    let compiled = |rule: &Rule| (rule.name, Phrase::new(&format!(r"(?i)\b(?:{})", rule.words)));
    RULES.iter().map(compiled).collect()
});

/// The limit on how far scores may lie apart: `variance > 2`, `exceeds 2`.
static LIMIT: LazyLock<Regex> = LazyLock::new(|| {
    words::parts(
        r"(?i)(?:varianc\w*|spread|differ\w*|delta|disagree\w*)\b[^.;]{0,40}?(?:>|≥|>=|exceed\w*|more than|greater than|over|above)\s*\(?>?\s*([0-9]+)",
    )
});

/// The names of the rules that a text states, in the order of the contract.
pub(super) fn stated(text: &str) -> Vec<&'static str> {
    COMPILED.iter().filter(|(_, words)| words.is_match(text)).map(|(name, _)| *name).collect()
}

/// The number of points from which on scores are said to lie too far apart.
pub(super) fn limit(text: &str) -> Option<u32> {
    LIMIT.captures(text)?.get(1)?.as_str().parse().ok()
}

/// Whether code that compares a spread like `by` has the limit that is claimed.
pub(super) fn is_limit(practice: Practice, by: &str, limit: u32) -> bool {
    practice == Practice::SpreadLimit
        && (by == format!("> {limit}")
            || by == format!("> {limit}.0")
            || by == format!(">= {}", limit.saturating_add(1)))
}
