//! Rules that hang on words in what a judge argues, and caps that pass over what is judged worst.

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
fn words_are_seen_in_loops_and_in_functions_that_tell_of_them() {
    let looped = "    if criterion == 'graph_orchestration':\n        for op in scores:\n            if op.judge == 'TechLead' and 'modular' in op.argument.lower():\n                return op.score\n";
    check_words(looped, &[("functionality_weight", 4)]);
    let free = looped.replace(" and 'modular' in op.argument.lower()", "");
    check_words(&free, &[]);
    let text = |told: &str| {
        format!(
            "def is_sound(op):\n    if 'modular' in op.argument.lower():\n        return True\n    return {told}\n\
             def chief_justice(criterion, tech_lead, scores):\n    if criterion == 'graph_orchestration' and is_sound(tech_lead):\n        return tech_lead.score\n    return sum(scores) / len(scores)\n"
        )
    };
    let told = |text: &str| justice(text).iter().map(|one| one.by_words.len()).sum::<usize>();
    assert_eq!(told(&text("False")), 1);
    assert_eq!(told(&text("op.score > 3")), 0);
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

/// Checks the condition under which a cap passes over an opinion.
#[track_caller]
fn check_spared(text: &str, expected: Option<&str>) {
    let found = justice(text);
    let spared = found.iter().find_map(|one| one.spared.as_ref());
    let told = spared.map(|one| format!("{}@{}", one.when, one.place.line));
    assert_eq!(told.as_deref(), expected, "{text}\n{found:#?}");
}

const CALLED: &str = "def security_override(opinions, evidences):
    ours = [op for op in opinions if op.judge == 'Prosecutor']
    if not ours:
        return None, []
    found: list = []
    for op in ours:
        if op.score <= 3:
            continue
        if 'security' in op.argument.lower():
            found.extend(evidences)
    unique = {}
    for one in found:
        unique[one.goal] = one
    if not unique:
        return None, []
    return 3, list(unique.values())
def chief_justice(opinions, evidences):
    score = sum(op.score for op in opinions) / len(opinions)
    cap, why = security_override(opinions, evidences)
    if cap is not None:
        score = min(score, cap)
    return score
";

const LOOPED: &str = "def chief_justice(opinions):
    score = sum(op.score for op in opinions) / len(opinions)
    for opinion in opinions:
        if opinion.judge == 'Prosecutor' and opinion.score <= 3:
            continue
        if 'security' in opinion.argument:
            score = min(score, 3)
    return score
";

#[test]
fn a_cap_that_passes_over_a_low_score_of_the_prosecutor_is_told() {
    check_spared(CALLED, Some("op.score <= 3@7"));
    check_spared(LOOPED, Some("opinion.judge == 'Prosecutor' and opinion.score <= 3@4"));
}

#[test]
fn a_cap_that_something_else_comes_to_as_well_spares_nobody() {
    // High scores are passed over, or those of another judge.
    check_spared(&CALLED.replace("op.score <= 3", "op.score > 3"), None);
    check_spared(&CALLED.replace("== 'Prosecutor'", "== 'Defense'"), None);
    check_spared(&CALLED.replace("== 'Prosecutor'", "!= 'Prosecutor'"), None);
    check_spared(&LOOPED.replace("== 'Prosecutor'", "!= 'Prosecutor'"), None);
    // What is filled in before, or elsewhere, brings the cap about.
    check_spared(&CALLED.replace("found: list = []", "found = list(evidences)"), None);
    let before = "        if op.score <= 3:";
    check_spared(&CALLED.replace(before, &format!("        found.append(op)\n{before}")), None);
    check_spared(&CALLED.replace("    unique = {}", "    collect(found)\n    unique = {}"), None);
    check_spared(&CALLED.replace("    if not unique:\n        return None, []\n", ""), None);
    // Another cap stands beside it.
    let other = "    if any('security' in op.argument for op in opinions):\n        score = min(score, 3)\n    return score\n";
    check_spared(&LOOPED.replace("    return score\n", other), None);
    check_spared(&CALLED.replace("    return score\n", other), None);
    // Where the least of all scores is taken a low one needs no cap.
    let least = LOOPED.replace(
        "sum(op.score for op in opinions) / len(opinions)",
        "min(op.score for op in opinions)",
    );
    check_spared(&least, None);
}
