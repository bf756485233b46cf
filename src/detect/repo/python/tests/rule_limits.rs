//! Rules that are there and do less than they seem to: nothing but words comes of them, or another rule is taken for them.

use super::facts;
use crate::domain::facts::{JusticeFact, SpreadUse};

/// The function of a synthesis that is called so.
fn function(text: &str, name: &str) -> JusticeFact {
    let found = facts(&[("src/nodes/justice.py", text)]).justice;
    found.into_iter().find(|one| one.function == name).expect("the function is listed")
}

/// The line at which a function decides by a rule.
#[track_caller]
fn check_place(text: &str, rule: &str, expected: Option<u32>) {
    let found = function(text, "chief_justice");
    let place = found.places.iter().find(|one| one.rule == rule);
    assert_eq!(place.map(|one| one.place.line), expected, "{text}\n{found:#?}");
}

#[test]
fn a_rule_of_which_only_a_text_comes_is_told_with_the_average_beside_it() {
    let text = |after: &str| {
        format!(
            "def chief_justice(opinions, criterion, lines):\n    raw = sum(op.score for op in opinions) / len(opinions)\n    \
             if criterion == 'graph_orchestration':\n        weighted_scores = []\n        for op in opinions:\n            weight = 2 if op.judge == 'TechLead' else 1\n            weighted_scores.extend([op.score] * weight)\n        shown = sum(weighted_scores) / len(weighted_scores)\n    else:\n        shown = raw\n    \
             lines.append(f'{{shown}} of 5'){after}\n    return raw\n"
        )
    };
    let printed = |text: &str| {
        let found = function(text, "chief_justice").printed;
        found.iter().map(|one| (one.rule.clone(), one.average.line)).collect::<Vec<_>>()
    };
    assert_eq!(printed(&text("")), [("functionality_weight".to_owned(), 2)]);
    assert_eq!(printed(&text("\n    raw = shown")), []);
    assert_eq!(printed(&text("\n    results[criterion] = shown")), []);
}

#[test]
fn a_bound_for_what_the_prosecutor_says_gives_the_tech_lead_no_weight() {
    let text = |test: &str, value: &str| {
        format!(
            "def chief_justice(opinions, criterion):\n    p_score = next((o.score for o in opinions if o.judge == 'Prosecutor'), 3)\n    t_score = next((o.score for o in opinions if o.judge == 'TechLead'), 3)\n    \
             score = weigh(t_score, p_score)\n    if criterion == 'graph_orchestration' and {test}:\n        score = {value}\n    return score\n"
        )
    };
    check_place(&text("p_score <= 2", "min(score, 2.5)"), "functionality_weight", None);
    check_place(&text("t_score >= 4", "max(score, t_score)"), "functionality_weight", Some(5));
    check_place(&text("p_score <= 2", "(score + t_score) / 2"), "functionality_weight", Some(5));
}

#[test]
fn a_cap_hangs_on_a_score_whatever_an_earlier_loop_was_left_for() {
    let text = |test: &str| {
        format!(
            "def chief_justice(opinions, state, score):\n    for one in opinions:\n        if {test}:\n            break\n    if prosecutor.score <= 2:\n        score = min(score, 2)\n    return score\n"
        )
    };
    let alone = |text: &str| function(text, "chief_justice").score_alone.map(|one| one.line);
    assert_eq!(alone(&text("one.path in state.paths")), Some(5));
    let returns = text("one.path in state.paths").replace("break", "return score");
    assert_eq!(alone(&returns), None);
}

#[test]
fn where_scores_lie_close_together_nothing_is_evaluated_again() {
    let text = |rest: &str| {
        format!(
            "def chief_justice(scores, tech):\n    spread = max(scores) - min(scores)\n    if spread <= 1:\n        score = keep(scores)\n    else:\n        {rest}\n    return score\n"
        )
    };
    let rule = "variance_re_evaluation";
    check_place(&text("score = tech.score"), rule, None);
    check_place(&text("score = reevaluate(scores)"), rule, Some(6));
}

#[test]
fn who_only_gives_back_a_text_evaluates_no_score_again() {
    let text = |gives: &str| {
        format!(
            "def re_evaluate(opinions, evidences):\n    lines = []\n    for one in opinions:\n        lines.append(one.argument)\n    return {gives}\n\
             def chief_justice(opinions, evidences, scores):\n    score = max(scores)\n    dissent = None\n    if max(scores) - min(scores) > 2:\n        dissent = re_evaluate(opinions, evidences)\n    return Result(score=score, dissent=dissent)\n"
        )
    };
    let found = function(&text("'\\n'.join(lines)"), "chief_justice");
    assert_eq!((found.spread, found.rules.len()), (Some(SpreadUse::Words), 1), "{found:#?}");
    let found = function(&text("settle(lines)"), "chief_justice");
    assert!(found.rules.iter().any(|rule| rule == "variance_re_evaluation"), "{found:#?}");
}

#[test]
fn a_dissent_is_placed_where_it_has_a_branch_of_its_own() {
    let text = "def chief_justice(opinions, scores, dissent):\n    variance = max(scores) - min(scores)\n    if variance > 2:\n        scores = re_evaluate(opinions)\n        dissent.append('wide')\n    \
                score = max(scores)\n    if variance > 2:\n        dissent.append(' '.join(one.argument for one in opinions))\n    return score, dissent\n";
    check_place(text, "variance_re_evaluation", Some(3));
    check_place(text, "dissent", Some(7));
}

#[test]
fn what_only_gives_back_what_it_was_given_is_no_rule() {
    let text = "def apply_fact_supremacy(score, defense_score, evidence):\n    if defense_score < 4:\n        return score\n    if not any(one.found for one in evidence):\n        return min(score, 3)\n    return score\n\
                def chief_justice(state, evidence):\n    score = apply_fact_supremacy(state.score, state.defense_score, evidence)\n    return score\n";
    let found = function(text, "apply_fact_supremacy");
    let places: Vec<u32> = found.places.iter().map(|one| one.place.line).collect();
    assert_eq!(places, [4], "{found:#?}");
}

#[test]
fn facts_go_first_behind_a_branch_that_gives_the_score_back() {
    let text = |guard: &str| {
        format!(
            "def apply_fact_supremacy(score, scores, evidence):\n    if {guard}:\n        return score, ''\n    updated = min(int(score), 2)\n    return updated, 'capped'\n\
             def chief_justice(state, evidence):\n    score, note = apply_fact_supremacy(state.score, state.scores, evidence)\n    return score\n"
        )
    };
    let places = |guard: &str| -> Vec<u32> {
        let found = function(&text(guard), "apply_fact_supremacy");
        found.places.iter().map(|one| one.place.line).collect()
    };
    assert_eq!(places("not evidence_missing(evidence)"), [4]);
    assert_eq!(places("scores['Defense'] < 4"), [0; 0]);
    assert_eq!(places("not evidence"), [0; 0]);
}

#[test]
fn facts_go_first_where_a_text_made_of_evidence_is_asked() {
    let text = |made: &str| {
        format!(
            "def apply_fact_supremacy(score, argument, evidence):\n    combined = ' '.join(one.content for one in {made})\n    if 'metacognition' not in combined:\n        return min(score, 3.0)\n    return score\n\
             def chief_justice(state, evidence):\n    return apply_fact_supremacy(state.score, state.argument, evidence)\n"
        )
    };
    let rules = |made: &str| function(&text(made), "apply_fact_supremacy").rules.clone();
    assert_eq!(rules("evidence"), ["fact_supremacy"]);
    assert!(rules("argument").is_empty());
}

#[test]
fn who_only_measures_how_far_scores_lie_apart_puts_down_none() {
    let text = "def variance_check(state):\n    gap = max(state['scores']) - min(state['scores'])\n    wide = False\n    if gap > 2:\n        wide = True\n    return {'has_variance': wide}\n\
                def chief_justice(state):\n    if state['has_variance']:\n        return 2\n    final_score = max(state['scores'])\n    return final_score\n";
    assert!(function(text, "variance_check").scoreless);
    assert!(!function(text, "chief_justice").scoreless);
}

#[test]
fn a_cap_for_words_that_the_program_writes_to_deny_a_flaw_is_told() {
    let court = "def has_security_issue(evidences):\n    for one in evidences:\n        content = (one.content or '') + (one.rationale or '')\n        if 'os.system' in content or 'unsanitized' in content.lower():\n            return True\n    return False\n\
                 def chief_justice(state, score):\n    if has_security_issue(state['evidences']):\n        score = min(score, 3)\n    return score\n";
    let denied = |evidence: &str| {
        let detective =
            format!("def detective(state):\n    return {{'evidences': [{evidence}]}}\n");
        let files = [("src/nodes/justice.py", court), ("src/nodes/detectives.py", &detective)];
        let found = facts(&files).justice;
        let told = found.into_iter().find_map(|one| one.denied);
        told.map(|one| (one.word, one.place.line, one.said.line))
    };
    let clean = "Evidence(found=True, content='subprocess.run; no os.system with user input')";
    assert_eq!(denied(clean), Some(("os.system".to_owned(), 4, 2)));
    // Case counts where nothing lowers it.
    assert_eq!(denied(&clean.replace("os.system", "OS.SYSTEM")), None);
    // It is marked as missing, says that the flaw is there, or stands in what was read.
    assert_eq!(denied(&clean.replace("True", "False")), None);
    assert_eq!(denied(&clean.replace("no os.system", "calls os.system")), None);
    assert_eq!(denied("Evidence(found=True, content=f'{text}')"), None);
}

#[test]
fn a_cap_for_words_in_a_goal_that_is_met_where_there_is_no_flaw_is_upside_down() {
    let denied = |guard: &str, evidence: &str| {
        let court = format!(
            "def get(ev, key, default=''):\n    return getattr(ev, key, default)\n\
             def text_of(ev):\n    return ' '.join([str(get(ev, 'goal', '')), str(get(ev, 'content', ''))]).lower()\n\
             def has_flaw(evidences, rule):\n    terms = {{'shell injection', 'os.system'}}\n    terms.update(rule)\n    for items in evidences.values():\n        for ev in items:\n{guard}            text = text_of(ev)\n            \
             if any(term in text for term in terms):\n                return True\n    return False\n\
             def chief_justice(state, score):\n    security_flaw = bool(state['rule']) and has_flaw(state['evidences'], state['rule'])\n    if security_flaw and score > 3:\n        score = 3\n    return score\n"
        );
        let detective = format!(
            "def detective(state):\n    has_os_system = look(state)\n    return {{'evidences': [{evidence}]}}\n"
        );
        let files =
            [("src/nodes/justice.py", court.as_str()), ("src/nodes/detectives.py", &detective)];
        facts(&files).justice.into_iter().find_map(|one| one.denied).map(|one| one.word)
    };
    let clean =
        "_evidence(goal='Check tool safety: ensure no os.system() usage', found=not has_os_system)";
    let found = "            if not is_found(ev):\n                continue\n";
    let told = Some("os.system".to_owned());
    assert_eq!(denied(found, clean), told);
    assert_eq!(denied("            if not ev.found:\n                continue\n", clean), told);
    let tool = "            if 'tool' not in text_of(ev) and 'security' not in text_of(ev):\n                continue\n";
    assert_eq!(denied(tool, clean), told);
    for (guard, evidence) in [
        // It is for what was not found, or for other evidence, or that is not known.
        ("            if ev.found:\n                continue\n", clean.to_owned()),
        (
            "            if 'network' not in text_of(ev):\n                continue\n",
            clean.to_owned(),
        ),
        (
            "            if ev.goal != 'Security scan':\n                continue\n",
            clean.to_owned(),
        ),
        // It is found where the flaw is.
        (found, clean.replace("not has_os_system", "has_os_system")),
        (found, clean.replace("not has_os_system", "not clean")),
        (found, clean.replace("ensure no", "look for")),
        (found, clean.replace("goal=", "location=")),
    ] {
        assert_eq!(denied(guard, &evidence), None, "{guard} {evidence}");
    }
}

#[test]
fn a_weight_that_asks_for_no_criterion_counts_for_all_of_them() {
    let text = |test: &str, given: &str| {
        format!(
            "def weigh(opinions{given}):\n    weights = {{'Prosecutor': 1, 'Defense': 1, 'TechLead': 2}}\n    total = sum(one.score * weights[one.judge] for one in opinions)\n    return total / 4\n\
             def chief_justice(state, opinions, criterion):\n    score = weigh(opinions)\n    if {test}:\n        score = min(score, 3)\n    return score\n"
        )
    };
    let told = |text: &str| {
        let found = facts(&[("src/nodes/justice.py", text)]).justice;
        found.into_iter().find_map(|one| one.everywhere).map(|place| place.line)
    };
    assert_eq!(told(&text("state.flaw.security", "")), Some(3));
    assert_eq!(told(&text("criterion == 'graph_orchestration'", "")), None);
    let chosen =
        text("state.flaw.security", ", table").replace("* weights", "* table[one.criterion_id]");
    assert_eq!(told(&chosen), None);
}
