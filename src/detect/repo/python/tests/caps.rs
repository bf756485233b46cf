//! Where rules of the synthesis are decided, and caps that hang on a judge's score alone.

use super::facts;

/// What is known of `chief_justice` with this body: where it decides by the rule, and where its cap hangs on a score.
fn decided(rule: &str, text: &str) -> (Option<(u32, u32)>, Option<u32>) {
    let facts = facts(&[("src/nodes/justice.py", text)]);
    let lines = |rule: &str| {
        let mut placed = facts.justice.iter().flat_map(|one| &one.places);
        placed.find(|one| one.rule == rule).map(|one| (one.place.line, one.place.end_line))
    };
    let alone = facts.justice.iter().find_map(|one| one.score_alone.as_ref());
    (lines(rule), alone.map(|place| place.line))
}

#[track_caller]
fn check_alone(text: &str, expected: Option<u32>) {
    let (placed, alone) = decided("security_override", text);
    assert!(placed.is_some(), "{text}");
    assert_eq!(alone, expected, "{text}");
}

#[test]
fn a_cap_that_asks_for_a_score_and_a_name_alone_is_told_as_such() {
    let with = |body: &str| {
        format!(
            "def chief_justice(state, criterion_id, scores, prosecutor, evidences, final_score):\n{body}    return final_score\n"
        )
    };
    check_alone(
        &with(
            "    if 'security' in criterion_id.lower():\n        if scores['Prosecutor'] <= 3:\n            final_score = min(final_score, 3)\n",
        ),
        Some(2),
    );
    check_alone(
        &with("    if prosecutor.score <= 2:\n        final_score = min(final_score, 2)\n"),
        Some(2),
    );
    check_alone(
        &with(
            "    flaw = any(op.judge == 'Prosecutor' and op.score <= 2 for op in scores) and 'security' in criterion_id\n    if flaw:\n        final_score = min(final_score, 3)\n",
        ),
        Some(3),
    );
    // A flag stands for the conditions under which it is raised, and a comparison for the smaller of two.
    check_alone(
        &with(
            "    flaw = False\n    if criterion_id == 'safe_tool_engineering' and prosecutor and float(prosecutor.score) < 2.0:\n        flaw = True\n    security_flaw = flaw\n    if flaw and 'security' in criterion_id:\n        final_score = min(final_score, 3)\n",
        ),
        Some(6),
    );
    check_alone(
        &with(
            "    if prosecutor and prosecutor.score <= 2:\n        if final_score > 2:\n            final_score = 2\n",
        ),
        Some(2),
    );
    // Where an earlier report is taken over nothing is judged.
    check_alone(
        &with(
            "    if state.get('is_delta') and not state.get('changed'):\n        return {'final_report': state['previous_report']}\n    if prosecutor.score == 1:\n        final_score = min(final_score, 3)\n",
        ),
        Some(4),
    );
    for body in [
        // One of the ways in which a flag is raised asks for more.
        "    security_flaw = False\n    if prosecutor.score < 2:\n        security_flaw = True\n    if evidences.flaw:\n        security_flaw = True\n    if security_flaw:\n        final_score = min(final_score, 3)\n",
        "    security_flaw = False\n    security_flaw |= bool(evidences.flaw)\n    if security_flaw and prosecutor.score < 2:\n        final_score = min(final_score, 3)\n",
        // Evidence, a finding, what the judge argues, or whatever else is asked for.
        "    if 'security' in criterion_id and prosecutor.score <= 2 and evidences.flaw:\n        final_score = min(final_score, 3)\n",
        "    if prosecutor.score <= 2 and 'vulnerability' in prosecutor.argument:\n        final_score = min(final_score, 3)\n",
        "    if 'security' in criterion_id:\n        if prosecutor.score <= 2 and has_flaw(evidences):\n            final_score = min(final_score, 3)\n",
        "    security_flaw = find_flaw(evidences)\n    if security_flaw and prosecutor.score < 3:\n        final_score = min(final_score, 3)\n",
        // The finding is asked for before.
        "    if not evidences.flaw:\n        return final_score\n    if prosecutor.score <= 2:\n        final_score = min(final_score, 3)\n",
        "    if evidences.flaw:\n        if prosecutor.score <= 2:\n            final_score = min(final_score, 3)\n",
        // Another cap is for what is found.
        "    if prosecutor.score <= 2:\n        final_score = min(final_score, 3)\n    if evidences.security_flaw:\n        final_score = min(final_score, 3)\n",
        // What is drawn from elsewhere may be a finding.
        "    low = state.flags\n    if low and 'security' in criterion_id and prosecutor.score <= 2:\n        final_score = min(final_score, 3)\n",
    ] {
        check_alone(&with(body), None);
    }
    // A caller asks for the finding.
    let helper = "def security_cap(scores):\n    if scores['Prosecutor'] <= 2:\n        return min(scores['TechLead'], 3)\n    return None\n";
    let plain =
        format!("{helper}def chief_justice(state, scores):\n    return security_cap(scores)\n");
    check_alone(&plain, Some(2));
    let asked = format!(
        "{helper}def chief_justice(state, scores):\n    if state.evidences.flaw:\n        return security_cap(scores)\n    return scores['TechLead']\n"
    );
    check_alone(&asked, None);
}

#[test]
fn rules_are_placed_at_the_branches_that_decide() {
    let text = "def chief_justice(state, evidences, tech_lead, prosecutor):\n    tech = tech_lead.score\n    final_score = tech\n    \
                if evidences.security_flaw:\n        final_score = min(final_score, 3)\n    \
                if not evidences.found:\n        final_score = 1\n    return final_score\n";
    assert_eq!(decided("security_override", text).0, Some((4, 5)));
    assert_eq!(decided("fact_supremacy", text).0, Some((6, 7)));
}

#[test]
fn the_branch_below_a_comment_is_told_where_it_changes_the_score() {
    let trace = |body: &str| {
        let text = format!(
            "def chief_justice(state, prosecutor, final_score):\n{body}    return final_score\n"
        );
        let facts = facts(&[("src/nodes/justice.py", &text)]);
        let traces = facts.rule_traces.unwrap_or_default();
        let found = traces.into_iter().find(|trace| trace.rule == "security_override");
        found.map(|trace| (trace.place.line, trace.block.map(|place| (place.line, place.end_line))))
    };
    let cap = "    # =====\n    # Security Override Cap\n    # of the Prosecutor.\n    if prosecutor.score <= 2:\n        if final_score > 2:\n            final_score = 2\n";
    assert_eq!(trace(cap), Some((3, Some((5, 7)))));
    let other = "    # Security Override Cap\n    print(1)\n    if prosecutor.score <= 2:\n        final_score = 2\n";
    assert_eq!(trace(other), Some((2, None)));
    let words =
        "    # Security Override Cap\n    if prosecutor.score <= 2:\n        print('low')\n";
    assert_eq!(trace(words), Some((2, None)));
}

#[test]
fn a_text_of_the_rubric_confirms_no_flaw() {
    let with = |test: &str| {
        format!(
            "def apply_security_override(p_score, computed_score, synthesis_rules, hits):\n    rule = synthesis_rules.get('security_override', '')\n    if {test}:\n        return min(computed_score, 3.0)\n    return computed_score\ndef chief_justice(state, p_score, score, rules):\n    return apply_security_override(p_score, score, rules, state['hits'])\n"
        )
    };
    check_alone(&with("p_score <= 1 and 'cap' in rule.lower()"), Some(3));
    check_alone(&with("p_score <= 1 and 'cap' in hits"), None);
    // What rules found is no text of the rubric.
    check_alone(&with("p_score <= 1 and hits.rule_violations"), None);
}

#[test]
fn a_dissent_is_decided_where_scores_lie_apart_and_neither_at_a_guard_nor_by_another_rule() {
    let guard = "def summarize_dissent(opinions):\n    if not opinions:\n        return ''\n    return 'They differ.'\n\
                 def chief_justice(state, scores):\n    gap = max(scores) - min(scores)\n    dissent = summarize_dissent(scores) if gap > 2 else None\n    return Result(dissent_summary=dissent)\n";
    assert_eq!(decided("dissent", guard).0, Some((7, 7)));
    let noted = |test: &str| {
        format!(
            "def chief_justice(report, flaw, score, gap):\n    if {test}:\n        score = min(score, 3)\n        report.dissent_summary += f' [Capped at {{score}}]'\n    return score\n"
        )
    };
    assert_eq!(decided("dissent", &noted("flaw.security")).0, None);
    assert_eq!(decided("dissent", &noted("gap.variance > 2")).0, Some((2, 4)));
}

#[test]
fn a_rule_is_placed_behind_a_guard_and_not_at_it() {
    let build = |guard: &str| {
        format!(
            "def build_dissent(opinions):\n{guard}    return f'They differ: {{opinions[0].argument}}'\n\
             def chief_justice(state, scores):\n    return Result(text=build_dissent(scores), score=max(scores))\n"
        )
    };
    for guard in [
        "    if not opinions:\n        return 'No opinions were given.'\n",
        "    if len(opinions) < 2:\n        return 'Too few opinions.'\n",
        "    if max(opinions) - min(opinions) <= 2:\n        return None\n",
        "    if len(opinions) < 2:\n        return False, None\n",
    ] {
        assert_eq!(decided("dissent", &build(guard)).0, Some((4, 4)), "{guard}");
    }
    let again = "def variance_re_evaluation(scores, evidences, base):\n    spread = max(scores) - min(scores)\n    if spread <= 2:\n        return base.score\n    weighed = weigh(scores, evidences)\n    return weighed\n\
                 def chief_justice(state, scores):\n    return variance_re_evaluation(scores, state['evidences'], state)\n";
    assert_eq!(decided("variance_re_evaluation", again).0, Some((5, 6)));
    // What is returned is no guard's text.
    let told = "    if not opinions:\n        return f'{opinions} are none'\n";
    assert_eq!(decided("dissent", &build(told)).0, Some((2, 3)));
}

#[test]
fn variables_of_comprehensions_are_drawn_from_what_these_go_through() {
    let text = |looked: &str| {
        format!(
            "def chief_justice(state, criteria):\n    results = []\n    for criterion in criteria:\n        results.append(Result(criterion, final_score=3))\n    overall_score = sum(r.final_score for r in results)\n    \
             if any(r.final_score <= 1 and r.dimension_id == 'safe_tool_engineering' for r in {looked}):\n        overall_score = min(overall_score, 2.0)\n    \
             failed = [r for r in results if r.final_score < 3]\n    names = ', '.join(r.dimension_name for r in failed)\n    return Report(overall_score=overall_score, names=names)\n"
        )
    };
    check_alone(&text("results"), Some(6));
    check_alone(&text("state.evidences"), None);
}

/// The evidence of which a cap asks no more than that it was not found, with the lines of its handler and of the cap.
fn unconfirmed(asks: &str, fails: &str) -> Option<(String, u32, u32)> {
    let scan = format!(
        "def scan(target):\n    try:\n        tree = clone(target)\n    except Exception as exc:\n        {fails}\n    hits = look(tree)\n    return Evidence(id='security_scan', found=len(hits) == 0, content=str(hits))\n"
    );
    let justice = format!(
        "def chief_justice(state):\n    scan = state['evidences'].get('security_scan')\n    final_score = max(op.score for op in state['opinions'])\n    claimed = 'security' in state['said']\n    \
         if scan is not None and {asks}:\n        final_score = min(final_score, 3)\n    return final_score\n"
    );
    let facts = facts(&[("src/tools/scan.py", &scan), ("src/nodes/justice.py", &justice)]);
    let rule = |rule: &String| rule == "security_override";
    assert!(facts.justice.iter().any(|one| one.rules.iter().any(rule)), "{asks}");
    let flaw = facts.justice.into_iter().find_map(|one| one.unconfirmed)?;
    Some((flaw.evidence, flaw.written.line, flaw.place.line))
}

#[test]
fn evidence_that_a_failure_leaves_unfound_confirms_no_flaw() {
    let fails = "return Evidence(id='security_scan', found=False, content=str(exc))";
    let flaw = Some(("security_scan".to_owned(), 5, 5));
    let security = "not scan.found and 'security' in state['said']";
    assert_eq!(unconfirmed(security, fails), flaw);
    assert_eq!(unconfirmed("scan.found is False and state['security_claimed']", fails), flaw);
    let flagged = &format!(
        "{security}:\n        is_capped = True\n        final_score = min(final_score, 3)\n    if is_capped"
    );
    let raised = |asks: &str| unconfirmed(asks, fails);
    assert_eq!(raised(flagged), flaw);
    assert_eq!(
        raised(&flagged.replace("    if is_capped", "    if is_capped and scan.content")),
        None
    );
    // What the evidence says besides tells the two apart.
    assert_eq!(unconfirmed(&format!("{security} and scan.content"), fails), None);
    assert_eq!(unconfirmed(&format!("{security} and 'failed' not in scan.tags"), fails), None);
    assert_eq!(unconfirmed(&format!("{security} and confirms(scan)"), fails), None);
    // A failure ends it, or writes something else.
    assert_eq!(unconfirmed(security, "raise"), None);
    assert_eq!(unconfirmed(security, "return Evidence(id='access', found=False)"), None);
    assert_eq!(unconfirmed(security, "return Evidence(id='security_scan', found=True)"), None);
}
