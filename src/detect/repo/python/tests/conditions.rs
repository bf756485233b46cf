//! Rules that hang on words in what a judge argues.

use super::facts;
use crate::domain::facts::JusticeFact;

/// The functions of a synthesis.
fn justice(text: &str) -> Vec<JusticeFact> {
    facts(&[("src/nodes/justice.py", text)]).justice
}

/// Checks which rules hang on words, each with the line of the condition.
#[track_caller]
fn check_words(body: &str, expected: &[(&str, u32)]) {
    let text = format!(
        "def chief_justice(criterion, scores, prosecutor, defense, tech_lead, evidences):\n{body}    return sum(scores) / len(scores)\n"
    );
    let found = justice(&text);
    let told = found.iter().flat_map(|one| &one.by_words);
    let told: Vec<_> = told.map(|one| (one.rule.as_str(), one.place.line)).collect();
    assert_eq!(told, expected, "{text}\n{found:#?}");
}

#[test]
fn rules_that_decide_only_by_words_are_told_with_their_condition() {
    let facts = "    if defense and defense.argument:\n        argued = defense.argument.lower()\n        if 'metacognition' in argued or 'deep' in argued:\n            if evidences and not any(e.found for e in evidences):\n                return prosecutor.score\n";
    check_words(facts, &[("fact_supremacy", 4)]);
    let weight = "    if criterion == 'graph_orchestration' and tech_lead:\n        argued = (tech_lead.argument or '').lower()\n        if 'modular' in argued or 'sound' in argued:\n            return tech_lead.score\n";
    check_words(weight, &[("functionality_weight", 4)]);
    let listed = weight.replace(
        "'modular' in argued or 'sound' in argued",
        "any(word in argued for word in ['modular', 'sound'])",
    );
    check_words(&listed, &[("functionality_weight", 4)]);
    check_words(&format!("{facts}{weight}"), &[("fact_supremacy", 4), ("functionality_weight", 9)]);
}

#[test]
fn rules_that_something_else_decides_too_hang_on_no_words() {
    // Either is enough.
    let either = "    if criterion == 'graph_orchestration' and tech_lead:\n        if 'modular' in tech_lead.argument or tech_lead.score >= 4:\n            return tech_lead.score\n";
    check_words(either, &[]);
    // Another way leads there without words.
    let without = "    if criterion == 'graph_orchestration' and tech_lead:\n        if 'modular' in tech_lead.argument:\n            return tech_lead.score\n        return (tech_lead.score + scores[0]) / 2\n";
    check_words(without, &[]);
    let plain = "    if not any(e.found for e in evidences):\n        return prosecutor.score\n";
    check_words(plain, &[]);
    let worded = "    if 'deep' in defense.argument:\n        if not any(e.found for e in evidences):\n            return prosecutor.score\n";
    check_words(&format!("{worded}{plain}"), &[]);
    // What evidence says is more than words, and so is a place of evidence that is looked for in them.
    let found = "    if 'deep' in evidences.argument_found:\n        if not any(e.found for e in evidences):\n            return prosecutor.score\n";
    check_words(found, &[]);
    let cited = "    for e in evidences:\n        if e.location in defense.argument and not e.found:\n            return prosecutor.score\n";
    check_words(cited, &[]);
}
