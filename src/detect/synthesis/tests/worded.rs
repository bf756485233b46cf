//! Texts that follow where the scores lie far apart, beside a score that is taken there.

use super::stands;

#[test]
fn texts_that_follow_elsewhere_are_told_of_and_nobody_says_that_they_look_at_nothing() {
    let body = |noted: &str| {
        format!(
            "    final_score, apart = settled(state.prosecutor_score, state.defense_score, state.tech_lead_score)\n    \
             spread = max(state.scores) - min(state.scores)\n{noted}    return final_score\n\
             def settled(p_score, d_score, t_score):\n    spread = max(p_score, d_score, t_score) - min(p_score, d_score, t_score)\n    \
             if spread > 2:\n        final_score = t_score\n    else:\n        final_score = p_score\n    return final_score, spread > 2\n"
        )
    };
    let rule = "variance_re_evaluation";
    let taken = "lacking: where the scores lie far apart `settled` takes ";
    let alone = stands(rule, &body(""));
    assert!(
        alone.starts_with(taken) && alone.ends_with("looks at no evidence and no argument again"),
        "{alone}"
    );
    let noted = body("    if spread > 2:\n        notes.append('the judges are far apart')\n");
    let worded = stands(rule, &noted);
    assert!(
        worded.starts_with(taken) && worded.ends_with("only texts follow in `chief_justice`"),
        "{worded}"
    );
}
