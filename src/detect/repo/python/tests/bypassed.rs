//! Rules that do not decide to the end: a judge's score raises what evidence lowers, or another rule comes first.

use super::facts;

/// What a synthesis gives for what was found where a judge's score may raise it again.
fn outbid(gives: &str) -> Option<(String, u32)> {
    let text = format!(
        "def apply_evidence(evidences, defense, tech_lead, prosecutor):\n    if evidences.found is False and defense.score >= 4:\n        lowered = max(defense.score - 2, 1)\n        adjusted = min(tech_lead.score, lowered)\n        {gives}\n    return None\n\
         def chief_justice(state, a, b, c):\n    return apply_evidence(state['evidences'], a, b, c)\n"
    );
    let found = facts(&[("src/nodes/justice.py", &text)]).justice;
    assert!(found.iter().any(|one| one.rules == ["fact_supremacy"]), "{text}");
    let told = found.into_iter().find_map(|one| one.outbid)?;
    Some((told.gives, told.place.line))
}

#[test]
fn a_score_of_another_judge_outbids_what_was_found() {
    let gives = |text: &str| outbid(text).map(|one| one.0);
    let most = "max(adjusted, prosecutor.score if prosecutor else 1)";
    assert_eq!(outbid(&format!("return {most}")), Some((most.to_owned(), 5)));
    assert!(gives("return max(prosecutor.score, adjusted), 'overruled'").is_some());
    for other in [
        "return adjusted",
        "return max(adjusted, 1)",
        "return min(adjusted, prosecutor.score)",
        // The judge's score is looked at already, or the greater is bounded.
        "return max(adjusted, defense.score)",
        "return min(max(adjusted, prosecutor.score), 3)",
        // Nothing was lowered by then.
        "plain = tech_lead.score\n        return max(plain, prosecutor.score)",
    ] {
        assert_eq!(gives(other), None, "{other}");
    }
}

/// The rules of a synthesis that another decides before, each with the line of the condition of that.
#[track_caller]
fn check(body: &str, expected: &[(&str, u32)]) {
    let text = format!(
        "def cap_for_security(flaw, scores):\n    if flaw.security:\n        return min(scores[0], 3)\n    return None\n\
         def arbitrate_dissent(scores):\n    gap = max(scores) - min(scores)\n    if gap > 2:\n        return f'They differ by {{gap}}.'\n    return None\n\
         def chief_justice(state, scores, flaw):\n    dissent = None\n    capped = cap_for_security(flaw, scores)\n{body}    return Result(score=score, dissent_summary=dissent)\n"
    );
    let found = facts(&[("src/nodes/justice.py", &text)]).justice;
    let told = found.iter().flat_map(|one| &one.bypassed);
    let told: Vec<(&str, u32)> = told.map(|one| (one.rule.as_str(), one.place.line)).collect();
    assert_eq!(told, expected, "{text}");
}

#[test]
fn a_dissent_that_is_asked_for_only_where_no_cap_decided_is_bypassed() {
    let otherwise =
        "    else:\n        dissent = arbitrate_dissent(scores)\n        score = max(scores)\n";
    let expected = [("dissent", 13)];
    check(&format!("    if capped is not None:\n        score = capped\n{otherwise}"), &expected);
    check(
        &format!("    if flaw.security:\n        score = min(max(scores), 3)\n{otherwise}"),
        &expected,
    );
    check(
        "    if capped is not None:\n        return Result(score=capped, dissent_summary=None)\n    score = max(scores)\n    dissent = arbitrate_dissent(scores)\n",
        &expected,
    );
}

#[test]
fn a_dissent_that_every_case_comes_to_is_not_bypassed() {
    let asks = "dissent = arbitrate_dissent(scores)";
    for body in [
        // Before the rule, after it, in its own branch, or where nothing is decided.
        format!(
            "    {asks}\n    if capped is not None:\n        score = capped\n    else:\n        score = max(scores)\n"
        ),
        format!(
            "    if capped is not None:\n        score = capped\n    else:\n        score = max(scores)\n    {asks}\n"
        ),
        format!(
            "    if capped is not None:\n        score = capped\n        {asks}\n    else:\n        score = max(scores)\n        {asks}\n"
        ),
        format!(
            "    if capped is not None:\n        score = capped\n        dissent = 'The cap decides.'\n    else:\n        score = max(scores)\n        {asks}\n"
        ),
        format!(
            "    if capped is not None:\n        return {{'score': capped, 'dissent_summary': 'The cap decides.'}}\n    score = max(scores)\n    {asks}\n"
        ),
        format!(
            "    if not scores:\n        score = 1\n    else:\n        score = max(scores)\n        {asks}\n"
        ),
        format!(
            "    if max(scores) - min(scores) <= 2:\n        score = scores[0]\n    else:\n        score = max(scores)\n        {asks}\n"
        ),
        // What a name holds is not known.
        format!(
            "    if state.capped:\n        score = state.capped\n    else:\n        score = max(scores)\n        {asks}\n"
        ),
    ] {
        check(&body, &[]);
    }
}

#[test]
fn a_dissent_that_is_one_fixed_text_is_told_as_such() {
    let canned = |text: &str, more: &str| {
        let text = format!(
            "def chief_justice(state, scores, prosecutor):\n    dissent = None\n    if max(scores) - min(scores) > 2:\n        dissent = {text}\n{more}    return Result(score=max(scores), dissent_summary=dissent)\n"
        );
        let found = facts(&[("src/nodes/justice.py", &text)]).justice;
        assert!(found.iter().any(|one| one.rules == ["dissent"]), "{text}");
        found.into_iter().find_map(|one| one.canned).map(|place| place.line)
    };
    assert_eq!(canned("('They differ; '\n            'rules decide.')", ""), Some(4));
    assert_eq!(canned("'They differ.' if scores else ''", ""), Some(4));
    for told in [
        "f'They differ: {scores}.'",
        "prosecutor.argument",
        "tell(scores)",
        "'They differ: %s' % scores",
        "'Prosecutor: ' + prosecutor.argument",
    ] {
        assert_eq!(canned(told, ""), None, "{told}");
    }
    assert_eq!(canned("'They differ: '", "        dissent += prosecutor.argument\n"), None);
    assert_eq!(canned("'They differ: '", "    dissent = '; '.join([dissent, state.why])\n"), None);
}
