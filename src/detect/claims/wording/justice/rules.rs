//! The rules of synthesis as reports word them.

use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
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
        words: r"security[- ](?:override|cap)s?|rule[ _]of[ _]security|overrides? for security|(?:security|vulnerabilit\w+)\b.{0,60}\b(?:caps?|capped|overrides?)\b|capped at [1-3]|caps? (?:the )?(?:\w+ ){0,3}(?:score )?at [1-3]|capped at an? (?:\w+ )?score of [1-3]|cap [1-3]\b",
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
        words: r"dissent(?:[-_ ](?:summar\w+|requirement|logic|check|identification|detection|explanation|recorded))|dissent when|(?:creat|generat|requir|produc|writ|trigger|mandat)\w* (?:an? |the )?(?:\w+ ){0,2}dissent|dissent (?:is|required)|(?:documents?|records?|flags?|logs?|marks?)\b[^.;]{0,24}\bdissent",
    },
    Rule {
        name: "variance_re_evaluation",
        words: r"variance_re_?evaluat\w+|varianc\w*[^.;]{0,60}\bre-?(?:evaluat|examin|assess|read|consider)\w*|re-?evaluat\w+[^.;]{0,40}(?:varianc\w*|\bdisagree\w*)|(?:disagree\w*|high-disagreement)[^.;]{0,40}\bre-?evaluat\w+",
    },
];

static COMPILED: LazyLock<Vec<(&str, Phrase)>> = LazyLock::new(|| {
    let compiled = |rule: &Rule| (rule.name, Phrase::new(&format!(r"(?i)\b(?:{})", rule.words)));
    RULES.iter().map(compiled).collect()
});

/// A limit on how far scores may lie apart: `variance > 2`, `exceeds 2`.
static LIMIT: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)(?:varianc\w*|spread|differ\w*|delta|disagree\w*|diverg\w*)\b[^.;]{0,40}?(?P<by>>=|≥|>|exceed\w*|more than|greater than|over|above|at least)\s*\(?>?\s*(?P<number>[0-9]+(?:\.[0-9]+)?)(?P<share>\s*(?:%|percent\b))?",
    )
});

/// That it is told why an opinion was overruled, or that somebody heeds the rules, which is no rule itself.
static EXPLAINED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:why|rationale|reasons?|explanations?|reasoning)\b[^.;]{0,48}?\boverrul(?:es?|ed|ing)\b|\b(?:attention|weight|regard|heed) to (?:the )?`?synthesis[ _]rules\b(?:e\.g\.|i\.e\.|[^.;])*",
    )
});

/// Identifiers in brackets, with commas between them.
static IN_BRACKETS: LazyLock<Parts> =
    LazyLock::new(|| Parts::new(r"\((?:[a-z]+(?:_[a-z]+)*, ?){2,}[a-z]+(?:_[a-z]+)*\)"));

/// The text without lists of identifiers most of which are the names of no rule: those are fields.
fn without_fields(text: &str) -> String {
    let mut left = text.to_owned();
    for list in IN_BRACKETS.find_iter(text) {
        let all: Vec<&str> = list.as_str().split(',').collect();
        let is_rule =
            |one: &&&str| COMPILED.iter().any(|(_, words)| words.is_match(&one.replace('_', " ")));
        if all.iter().filter(is_rule).count() * 2 <= all.len() {
            left = left.replace(list.as_str(), " ");
        }
    }
    left
}

/// The names of the rules that a text states, in the order of the contract.
pub(in crate::detect::claims) fn stated(text: &str) -> Vec<&'static str> {
    let told = EXPLAINED.is_match(text).then(|| EXPLAINED.left_out(text));
    let text = told.as_deref().unwrap_or(text);
    let bare = text.contains('(').then(|| without_fields(text));
    let text = bare.as_deref().unwrap_or(text);
    COMPILED.iter().filter(|(_, words)| words.is_match(text)).map(|(name, _)| *name).collect()
}

/// The least distances of whole scores from which on they are said to lie too far apart, in points.
pub(in crate::detect::claims) fn limits(text: &str) -> Vec<u32> {
    let stated = LIMIT.captures_iter(text).filter(|found| found.name("share").is_none());
    stated.filter_map(|found| least(at_least(&found["by"]), &found["number"])).collect()
}

/// The same of code that compares a distance: `> 2`.
pub(in crate::detect::claims) fn compared(by: &str) -> Option<u32> {
    let (by, number) = by.split_once(' ')?;
    least(at_least(by), number)
}

fn at_least(by: &str) -> bool {
    matches!(by.to_lowercase().as_str(), ">=" | "≥" | "at least")
}

/// The least whole number that is `number` or more, or more than it.
fn least(included: bool, number: &str) -> Option<u32> {
    let (whole, rest) = number.split_once('.').unwrap_or((number, ""));
    let whole: u32 = whole.parse().ok()?;
    let even = rest.bytes().all(|digit| digit == b'0');
    if included && even { Some(whole) } else { whole.checked_add(1) }
}
