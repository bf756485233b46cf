//! Whether the synthesis has the rules that are stated, with the numbers that are stated.

use super::super::{Verdict, done, is_read_whole};
use super::{caps, tech_lead};
use crate::detect::claims::wording::justice::rules;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::detect::synthesis::{Standing, Synthesis};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{
    ClaimKind, EvidenceUse, JusticeFact, Lines, Practice, PracticeFact, PythonFacts,
    RepositoryFacts,
};
use std::sync::LazyLock;

/// Whether the synthesis has every rule that is stated, with the limit that is stated.
pub(in super::super) fn synthesis_rules(repository: &RepositoryFacts, text: &str) -> Verdict {
    let python = &repository.python;
    let ours = Synthesis::of(python).live;
    let stated = rules::stated(text);
    let known: Vec<&PracticeFact> = done(python, Practice::SpreadLimit);
    let claimed = rules::limits(text);
    let missing =
        claimed.iter().find(|limit| !known.iter().any(|f| rules::compared(&f.by) == Some(**limit)));
    if let [limit] = claimed.as_slice()
        && is_read_whole(repository)
        && let Some(other) = greater_limit(&ours, &known, *limit)
    {
        let fact = format!("the distance between scores is compared by `{}`", other.by);
        return Verdict::of(Contradicted, fact, known.iter().map(|fact| &fact.place));
    }
    if let Some(verdict) = unmet(repository, &stated, text) {
        return verdict;
    }
    let other = caps::otherwise(repository, &ours, &stated, text);
    if let Some(verdict) = other.or_else(|| caps::lacking(repository, text)) {
        return verdict;
    }
    if stated.contains(&"security_override")
        && let Some(verdict) = caps::unconfirmed(&Synthesis::of(python), text)
    {
        return verdict;
    }
    if let Some(limit) = missing {
        let fact = compared_otherwise(*limit, &known);
        return Verdict::of(Undecided, fact, known.first().map(|fact| &fact.place));
    }
    let fits = |fact: &&&PracticeFact| {
        rules::compared(&fact.by).is_some_and(|limit| claimed.contains(&limit))
    };
    let limits = known.iter().filter(fits).take(1).map(|fact| &fact.place);
    let judged = ours.iter().filter(|j| !j.rules.is_empty()).map(|justice| &justice.place);
    let lead = tech_lead::lead_decides(python, text);
    let shown = |rule: &&&str| lead.is_none() || **rule != "variance_re_evaluation";
    let implemented: Vec<&str> = stated.iter().filter(shown).copied().collect();
    let implements = (!implemented.is_empty() || lead.is_none())
        .then(|| format!("the code implements {}", implemented.join(", ")));
    let takes = lead.map(|place| {
        format!("the Tech Lead's score is taken at `{place}` where the scores lie far apart")
    });
    let fact = implements.into_iter().chain(takes).collect::<Vec<_>>().join(", and ");
    Verdict::of(Supported, fact, limits.chain(lead).chain(judged).collect::<Vec<&Lines>>())
}

/// That the code compares distances by another number than is said, if by any.
fn compared_otherwise(limit: u32, known: &[&PracticeFact]) -> String {
    let compared: Vec<String> = known.iter().map(|fact| format!("`{}`", fact.by)).collect();
    let compared = match compared.as_slice() {
        [] => "no comparison of it was found".to_owned(),
        some => format!("the code compares it by {}", some.join(", ")),
    };
    format!("the distance between scores is said to matter from {limit} on, and {compared}")
}

/// What stands against the stated rules that the code does not implement: against each of those that it surely lacks,
/// or else what leaves the first of the others open.
fn unmet(repository: &RepositoryFacts, stated: &[&str], text: &str) -> Option<Verdict> {
    let synthesis = Synthesis::of(&repository.python);
    let whole = is_read_whole(repository);
    let lead = tech_lead::lead_decides(&repository.python, text).is_some();
    let verdicts = stated.iter().filter_map(|rule| {
        // Who says just this claims no more of the rule that it goes by.
        if lead && *rule == "variance_re_evaluation" {
            return None;
        }
        // Who weighs the Tech Lead more is contradicted where an average that treats all alike is all there is.
        let even = || *rule != "functionality_weight" || synthesis.averages_evenly();
        let told = if plainly(rule, text) && whole && even() { Contradicted } else { Undecided };
        // Who only names a rule may mean what is done where its case is noticed.
        let named = if listed(rule, stated, text) && whole { Contradicted } else { told };
        Some(match synthesis.standing(rule) {
            Standing::Recognised => return None,
            Standing::Told(justice) => {
                let fact = format!(
                    "where scores lie far apart only texts follow in `{}`",
                    justice.function
                );
                Verdict::of(told, fact, [justice.noticed()])
            }
            // Who names facts as what settles a tie by citations does not say that evidence overrules anybody.
            Standing::Lacking { because, place }
                if *rule == "fact_supremacy"
                    && by_citations(&repository.python)
                    && !OF_EVIDENCE.is_match(&NAMES.replace_all(text, " ")) =>
            {
                Verdict::of(Undecided, because, [place])
            }
            // Of several rules the one is named that is not there.
            Standing::Lacking { because, place } if stated.len() > 1 => {
                Verdict::of(told, format!("{because} (`{rule}`)"), [place])
            }
            Standing::Lacking { because, place } => Verdict::of(told, because, [place]),
            Standing::Nowhere => {
                // Where no synthesis was recognised, nobody knows what it lacks.
                let status = if synthesis.live.is_empty() { Undecided } else { named };
                let fact = format!("no code was recognised that implements `{rule}`");
                Verdict::of(status, fact, synthesis.live.iter().map(|one| &one.place))
            }
            Standing::Undecided { because, place } => Verdict::of(Undecided, because, place),
        })
    });
    let (against, open): (Vec<Verdict>, Vec<Verdict>) =
        verdicts.partition(|verdict| verdict.status == Contradicted);
    let mut against = against.into_iter();
    let Some(first) = against.next() else { return open.into_iter().next() };
    let all = against.fold(first, |all, next| {
        let places: Vec<Lines> = all.places.into_iter().chain(next.places).collect();
        Verdict::of(Contradicted, format!("{}; {}", all.fact, next.fact), &places)
    });
    Some(all)
}

/// What introduces rules by their names.
static LISTS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:rules?|overrides?|logic|hierarchy)\b[^.;]{0,24}(?:\b(?:including|includes?|such as|named|called|like|namely)\b|[:(])",
    )
});

/// Whether `text` names this rule in a list of several that it says the synthesis has, and tells nothing of what
/// the rule does, which may be all that its author calls so.
fn listed(rule: &str, stated: &[&str], text: &str) -> bool {
    let small = text.to_lowercase();
    if stated.len() < 2 || !LISTS.is_match(text) || denies(&small) || wishes(&small) {
        return false;
    }
    let name = match rule {
        "security_override" => r"(?:security[- _]override|rule[ _]of[ _]security)",
        "fact_supremacy" => r"(?:facts?[- _]supremacy|rule[ _]of[ _]evidence)",
        "functionality_weight" => r"(?:functionality[- _]weight\w*|rule[ _]of[ _]functionality)",
        "dissent" => r"(?:dissent[- _](?:requirement|summar(?:y|ies)))",
        "variance_re_evaluation" => r"(?:variance[- _]re[- _]?evaluation)",
        _ => return false,
    };
    // Nothing stands between the names but what joins them.
    let item = r"[`\x22'*]*(?:\s*(?:,|;|/|\+|&|\band\b|\bor\b)|\s*[.)]|\s*$)";
    Phrase::new(&format!(
        r"(?i)(?:[,;:(/+&]|\b(?:and|or|including|includes?|such as|named|called|like|namely)\b)\s*(?:(?:the|an?|our) )?[`\x22'*]*{name}{item}"
    ))
    .is_match(text)
}

/// That something is judged again: the mere name of the rule does not say what it does.
pub(super) static AGAIN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\bre[-_ ]?(?:evaluat(?:e|es|ed|ing)|scor(?:e|es|ed|ing)|judg(?:e|es|ed|ing))\b",
        r"|\b(?:scor|judg|evaluat|ask|hear|heard)\w* again\b",
        r"|\bre-?(?:examin|read|assess|weigh|consider)\w* (?:(?:all|the|their|its|cited|judges(?u:['’])?) ){0,3}(?:evidence|arguments|opinions)\b",
        r"|\b(?:trigger|forc|caus|start|initiat|perform|requir)\w* (?:(?:an?|the|appropriate|automatic|full|specific) ){0,2}(?:re-?evaluation|(?:second|another|new) (?:pass|round|hearing|evaluation))\b",
        r"|\b(?:trigger|forc|requir|mandat)(?:s|es|ed|ing)? (?:(?:an?|the) )?(?:\w+[- ]){1,3}and (?:\w+ )?re-?evaluation\b",
    ))
});

/// That a flaw bounds the score, or sets what speaks for it aside.
static CAPS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:caps?|capped|capping) (?:[\w-]+ ){0,5}?(?:at|to) (?:[\w-]+ ){0,4}?[1-3]\b|\boverrid(?:es?|den|ing) (?:all|any|every|the)\b",
    )
});

/// What the sentence itself tells the rule does instead, which may be all that its author calls so.
static OTHERWISE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:weight\w*|median|averag\w*|re-?evaluation rule|(?:by|through|via) (?:\w+ ){0,2}(?:\w+ing|dissent)|flag\w*|mark\w*|not(?:es|ed|ing))\b",
    )
});

/// That the Tech Lead's score counts for more than the others'.
static OUTWEIGHS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\btech[- ]?lead(?u:['’]s)?\b[^.;]{0,40}?\b(?:(?:carries|carrying|has|have|gets?|receives?|given|takes) (?:\w+ ){0,2}(?:highest|greater|greatest|most|more|double|higher|extra) (?:weight|influence)|(?:is|are) weighted (?:\w+ )?(?:more|higher|double|twice))\b",
    )
});

/// Whether `text` states the rule itself, and not only words that go with it.
fn plainly(rule: &str, text: &str) -> bool {
    let text = text.to_lowercase();
    let states = |text: &str| {
        let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
        match rule {
            "fact_supremacy" => {
                says(&["supremacy", "rule of evidence"])
                    || (says(&["overrul"]) && says(&["evidence", "facts"]))
            }
            "variance_re_evaluation" => AGAIN.is_match(text) && !OTHERWISE.is_match(text),
            "security_override" => says(&["secur", "vulnerab"]) && CAPS.is_match(text),
            "functionality_weight" => OUTWEIGHS.is_match(text),
            _ => false,
        }
    };
    // What another clause denies is something else.
    let clause = text.split(';').find(|clause| states(clause)).unwrap_or(&text);
    states(&text) && !denies(clause) && !wishes(&text)
}

/// Whether a text in small letters says that something is not.
fn denies(text: &str) -> bool {
    ["not ", "n't ", "no ", "without"].iter().any(|word| text.contains(word))
}

/// Whether a text in small letters speaks of what is yet to be.
fn wishes(text: &str) -> bool {
    ["should", "would", "will ", "plan"].iter().any(|word| text.contains(word))
}

/// The limit that the synthesis has, where every comparison of distances asks for more than is said: what is
/// said of a greater distance than the code's holds all the same.
fn greater_limit<'f>(
    ours: &[&JusticeFact],
    known: &[&'f PracticeFact],
    said: u32,
) -> Option<&'f PracticeFact> {
    let greater =
        known.iter().all(|fact| rules::compared(&fact.by).is_some_and(|limit| limit > said));
    let inside = |place: &Lines| ours.iter().any(|justice| justice.place.file == place.file);
    known.iter().find(|fact| greater && inside(&fact.place)).copied()
}

/// Whether scores depend on what opinions cite, which nothing holds against what was found.
fn by_citations(python: &PythonFacts) -> bool {
    python.evidence_in_synthesis.as_ref().is_some_and(|fact| fact.serves == EvidenceUse::Cited)
}

/// The names of other rules, which tell nothing of this one.
static NAMES: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(r"(?i)\b(?:security[- _]overrides?|overrides? for security|rules? of evidence)\b")
});

/// What a rule is about by which facts overrule a judge.
static OF_EVIDENCE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)\b(?:evidence\w*|overrul\w*|overrid\w*|detectives?|facts\b)")
});

/// Whether a rule of this name has a say in the score: a dissent is a text beside it.
pub(super) fn decides(rule: &str) -> bool {
    rule != "dissent"
}

/// That a judge heeds or applies something, as the subject of the sentence.
static OF_A_JUDGE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^[^A-Za-z]*(?:(?:the|each|every|all|our) )?(?:three )?(?:prosecutors?|defen[sc]e(?: attorney)?|tech[ -]?lead|judges?)(?: (?:node|judge|persona|agent))?\b",
        r"[^.;:]{0,60}?\b(?:(?:is|are) (?:\w+ly )?(?:wired|instructed|told|prompted|asked|designed|encouraged|required|configured) to\b|pays?\b|heeds?\b|considers?\b|looks?\b|",
        r"watch(?:es)?\b|appl(?:y|ies)\b|enforces?\b|follows?\b|respects?\b|must\b)",
    ))
});

/// What leaves open that a judge does what the synthesis does: its code is no judge's.
pub(in super::super) fn of_a_judge(
    kind: ClaimKind,
    text: &str,
    sentence: &str,
    shown: &Verdict,
) -> Option<Verdict> {
    // How much a judge's score weighs is the synthesis's to say.
    let weighs = || rules::stated(text).contains(&"functionality_weight");
    let other = || sentence.to_ascii_lowercase().contains("chief");
    if kind != ClaimKind::SynthesisRules || !OF_A_JUDGE.is_match(sentence) || weighs() || other() {
        return None;
    }
    let fact = format!(
        "{} in the synthesis, and whether the judge that is spoken of does the same was not followed",
        shown.fact
    );
    Some(Verdict::of(Undecided, fact, &shown.places))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_stated_by_what_it_does_and_not_by_its_name() {
        for (rule, text, expected) in [
            ("functionality_weight", "TechLead carries highest weight.", true),
            ("functionality_weight", "The Tech Lead's opinion has the greatest influence.", true),
            ("functionality_weight", "Functionality weight is one of the rules.", false),
            ("functionality_weight", "The Tech Lead should carry the highest weight.", false),
            ("functionality_weight", "The Tech Lead does not have more weight.", false),
            (
                "variance_re_evaluation",
                "Variance >2 requires dissent summary and re-evaluation.",
                true,
            ),
            ("variance_re_evaluation", "Variance re-evaluation is one of the rules.", false),
        ] {
            assert_eq!(plainly(rule, text), expected, "{text}");
        }
    }
}
