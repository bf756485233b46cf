//! Rules of the synthesis that change nothing: whatever they ask, the score is the same, or nobody reads what they give.

use super::facts;
use crate::domain::facts::SpreadUse;

/// The rules that `chief_justice` is seen to implement, and what it does with a wide spread.
fn court(body: &str) -> (Vec<String>, Option<SpreadUse>) {
    let text = format!(
        "def chief_justice(criterion, p_score, t_score, d_score, evidence, opinions):\n    spread = max(p_score, t_score, d_score) - min(p_score, t_score, d_score)\n{body}"
    );
    let found = facts(&[("src/nodes/justice.py", &text)]).justice;
    let rules = found.iter().flat_map(|one| one.rules.clone()).collect();
    (rules, found.iter().find_map(|one| one.spread))
}

#[track_caller]
fn check(body: &str, rules: &[&str], spread: Option<SpreadUse>) {
    let rules: Vec<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
    assert_eq!(court(body), (rules, spread), "{body}");
}

/// A synthesis that averages, and does something else where the scores lie far apart.
fn wide(then: &str) -> String {
    format!(
        "    note = ''\n    final_score = round((p_score + t_score + d_score) / 3)\n    if spread > 2:\n        {then}\n    return final_score, note\n"
    )
}

#[test]
fn a_branch_that_comes_to_the_same_score_is_no_rule() {
    let all = "    if d_score >= 4:\n        if not evidence.found:\n            final = t_score\n            return final, 'overruled'\n    \
               if criterion == 'graph_orchestration':\n        if t_score >= 4:\n            final = t_score\n            return final, 'tech_lead'\n    final = t_score\n    return final, ''\n";
    check(all, &[], None);
    let other = all.replace(
        "final = t_score\n            return final, 'overruled'",
        "final = 1\n            return final, 'overruled'",
    );
    check(&other, &["fact_supremacy"], None);
    // A branch on the way gives another.
    let between = all.replace(
        "final = t_score\n            return final, 'tech_lead'",
        "final = d_score\n            return final, 'x'",
    );
    check(&between, &["fact_supremacy"], None);
}

#[test]
fn a_score_that_is_only_written_down_or_dropped_decides_nothing() {
    let told = "median_score = int(sorted([p_score, t_score, d_score])[1])\n        note = f'tiebreak by {median_score}'";
    check(&wide(told), &[], Some(SpreadUse::Words));
    let given = told.to_owned() + "\n        final_score = median_score";
    check(&wide(&given), &[], Some(SpreadUse::Choice));
    let lead = |value: &str| {
        format!(
            "    base = p_score\n    if criterion == 'graph_orchestration':\n        tech_lead_score = t_score\n        base_score = {value} + 1\n    return base_score\n"
        )
    };
    check(&lead("base"), &[], None);
    check(&lead("tech_lead_score"), &["functionality_weight"], None);
    let dissent = |read: &str| {
        format!(
            "    dissent_summary = None\n    if spread > 2:\n        dissent_summary = f'{{p_score}} against {{d_score}}'\n    return p_score{read}\n"
        )
    };
    check(&dissent(""), &[], Some(SpreadUse::Words));
    check(&dissent(", dissent_summary"), &["dissent"], Some(SpreadUse::Words));
}

#[test]
fn other_weights_are_no_second_look() {
    let weighed = "weighted_score = int(round(p_score * 0.4 + d_score * 0.2 + t_score * 0.4))\n        if p_score <= 2:\n            final_score = min(weighted_score, 3)\n        else:\n            final_score = weighted_score";
    check(&wide(weighed), &[], Some(SpreadUse::Choice));
    let again = ["variance_re_evaluation"];
    let cited = weighed.replace("p_score * 0.4", "len(evidence.cited) * p_score");
    check(&wide(&cited), &again, None);
    check(&wide("final_score = round(supported * 0.5 + p_score * 0.5)"), &again, None);
}

#[test]
fn a_field_of_the_same_name_calls_no_function() {
    let told = |more: &str| {
        let text = format!(
            "def dissent_summary(a, b):\n    return f'{{a.score}} against {{b.score}}'\n\
             def chief_justice(state):\n    result = Result(dissent_summary='None.', score=1 if state.low else 2)\n    result.dissent_summary = state.opinions\n    return result.dissent_summary{more}\nNODES = [chief_justice]\n"
        );
        let found = facts(&[("src/nodes/justice.py", &text)]).justice;
        let one = found.into_iter().find(|one| one.function == "dissent_summary");
        one.map(|one| (one.dead, one.uncalled))
    };
    assert_eq!(told(""), Some((true, true)));
    assert_eq!(told(" + dissent_summary(1, 2)"), Some((false, false)));
    assert_eq!(told("\nRULES = {'tell': dissent_summary}"), Some((false, false)));
    // Whoever looks names up may find it.
    assert_eq!(told(" + getattr(state, state.name)"), Some((false, false)));
}
