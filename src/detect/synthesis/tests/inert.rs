//! Branches that come to the score that is come to without them.

use super::stands;

#[test]
fn evidence_that_gives_the_score_back_as_it_was_overrules_nobody() {
    let body = |gives: &str| {
        format!(
            "    tech_lead, prosecutor, defense = state.tech_lead, state.prosecutor, state.defense\n    final_score = tech_lead.score\n    \
             if prosecutor.flaw.security:\n        final_score = min(final_score, 3)\n    if not holds(defense, state['evidences']):\n        final_score = {gives}\n    return final_score\n\
             def holds(defense, evidences):\n    if not evidences.code:\n        return False\n    return True\n"
        )
    };
    let found = stands("fact_supremacy", &body("tech_lead.score"));
    assert_eq!(
        found,
        "lacking: the branch at `src/nodes/justice.py:6-7` gives the score that `chief_justice` gives without it, but for a cap for security that was put on it before, which it lifts"
    );
    assert_eq!(stands("fact_supremacy", &body("2")), "recognised");
    let deeper = body("tech_lead.score").replace(
        "    if not holds(defense, state['evidences']):\n        final_score",
        "    if defense.score >= 4:\n        if not holds(defense, state['evidences']):\n            final_score",
    );
    let found = stands("fact_supremacy", &deeper);
    assert!(
        found.starts_with("lacking: the branch at `src/nodes/justice.py:7-8` gives"),
        "{found}"
    );
}
