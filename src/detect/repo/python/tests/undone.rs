//! Bounds of rules that a later statement undoes.

use super::facts;

/// Where the bound for security of a function is undone, as `line: conditions`; the function's body begins in line 2,
/// and its bound is `BOUND`.
#[track_caller]
fn check(body: &str, expected: &str) {
    let body = body.replace("BOUND", "if security_flaw:\n        score = min(score, 3)");
    let text = format!("def chief_justice(dim, opinions, security_flaw, tech):\n    {body}\n");
    let facts = facts(&[("src/nodes/justice.py", &text)]);
    let told = facts.justice.iter().filter_map(|one| one.security_undone.as_ref());
    let told: Vec<String> =
        told.map(|one| format!("{}: {}", one.place.line, one.when.join(", "))).collect();
    assert_eq!(told.join("; "), expected, "{text}");
}

const WIDE: &str = "spread = max(scores) - min(scores)\n    ";

#[test]
fn a_bound_is_undone_by_what_replaces_the_score_without_asking() {
    let end = "\n    return Result(score=max(1, min(5, score)))";
    check(
        &format!("{WIDE}BOUND\n    if spread > 2:\n        score = tech.score{end}"),
        "6: spread > 2",
    );
    check(
        &format!(
            "{WIDE}BOUND\n    if spread > 2:\n        if tech:\n            score = tech.score{end}"
        ),
        "7: spread > 2, tech",
    );
    check(
        &format!(
            "{WIDE}BOUND\n    score = max(1, min(5, score))\n    if spread > 2:\n        score = round(median(scores)){end}"
        ),
        "7: spread > 2",
    );
    check(
        &format!(
            "{WIDE}BOUND\n    if dim.loose:\n        score = min(score, 2)\n    if spread > 2:\n        score = tech.score{end}"
        ),
        "8: spread > 2",
    );
    check(&format!("BOUND\n    score = round(sum(scores) / len(scores)){end}"), "4: ");
    check(
        &format!("BOUND\n    score = round(sum(o.score for o in opinions) / len(opinions)){end}"),
        "4: ",
    );
    check(&format!("BOUND\n    score = max([x.score for x in opinions]){end}"), "4: ");
    check(&format!("BOUND\n    if dim == 'a':\n        score = 4{end}"), "5: dim == 'a'");
    check(
        &format!(
            "for one in dim:\n        if security_flaw:\n            score = min(score, 3)\n        if one.wide:\n            score = tech.score\n        results.append(score){end}"
        ),
        "6: one.wide",
    );
}

#[test]
fn a_bound_for_what_the_prosecutor_gives_is_undone_as_well() {
    let with = |after: &str| {
        format!(
            "if tech and prosecutor.score <= 40:\n        score = min(score, 60)\n    {after}\n    score = max(1, min(100, score))\n    return Result(score=score)"
        )
    };
    check(&with("if 'graph' in dim:\n        score = lead.score"), "5: 'graph' in dim");
    let noted = "note = f'by {prosecutor.score}'\n    if 'graph' in dim:\n        score = lead.score\n        if note:\n            note += ' undone'";
    check(&with(noted), "6: 'graph' in dim");
    check(&with("if prosecutor.score > 40:\n        score = lead.score"), "");
    check(&with("elif 'graph' in dim:\n        score = lead.score"), "");
    // A score of another judge is no bound for security.
    let other = with("if 'graph' in dim:\n        score = lead.score");
    check(&other.replace("prosecutor", "defense"), "");
}

#[test]
fn what_may_run_in_between_does_not_hide_what_undoes_a_bound() {
    let end = "\n    return Result(score=max(1, min(5, score)))";
    let bound = "if security_flaw in dim.id:\n        score = min(score, 3)";
    let graph = "if 'graph' in dim.id:\n        score = tech.score";
    let wide = "if spread > 2:\n        score = median(scores)";
    check(&format!("{WIDE}{bound}\n    {graph}\n    {wide}{end}"), "8: spread > 2");
    let leaving = graph.replace("score = tech.score", "return tech.score");
    check(&format!("{WIDE}{bound}\n    {leaving}\n    {wide}{end}"), "");
    check(&format!("{WIDE}{bound}\n    {graph}{end}"), "");
}

#[test]
fn what_one_judge_gives_rules_out_no_wide_spread_and_no_median() {
    let drawn = "scores = [one.score for one in opinions if one.id == dim.id]\n    prosecutor = first(opinions, dim.id)\n    spread = max(scores) - min(scores)\n    ";
    let bound = "if security_flaw(prosecutor, dim.id):\n        score = min(score, 3)";
    let wide = "if spread > 2:\n        score = round(sorted(scores)[len(scores) // 2])\n    return Result(score=score)";
    check(&format!("{drawn}{bound}\n    {wide}"), "8: spread > 2");
    let together = bound.replace("dim.id)", "dim.id) and max(scores) < 3");
    check(&format!("{drawn}{together}\n    {wide}"), "");
    let close = bound.replace("dim.id)", "dim.id) and spread < 2");
    check(&format!("{drawn}{close}\n    {wide}"), "");
}

#[test]
fn a_judge_whose_words_are_asked_for_may_have_given_any_score() {
    let end = "\n    return Result(score=score)";
    let bound = "if 'security' in tech.argument.lower():\n        score = min(score, 3)";
    check(
        &format!("{bound}\n    if not opinions:\n        score = tech.score{end}"),
        "5: not opinions",
    );
    check(
        &format!("{bound}\n    if not opinions:\n        score = max(score, 4){end}"),
        "5: not opinions",
    );
    check(&format!("{bound}\n    if not opinions:\n        score = max(score, 2){end}"), "");
    let low = bound.replace("lower():", "lower() and tech.score <= 2:");
    check(&format!("{low}\n    if not opinions:\n        score = tech.score{end}"), "");
}

#[test]
fn a_bound_that_may_last_is_not_told_as_undone() {
    let end = "\n    return Result(score=max(1, min(5, score)))";
    for body in [
        // It is bounded again, by number or by whoever is given it.
        "BOUND\n    if spread > 2:\n        score = min(tech.score, 3)",
        "BOUND\n    if spread > 2:\n        score = tech.score\n    if security_flaw:\n        score = min(score, 3)",
        "BOUND\n    if spread > 2:\n        score = tech.score\n    score = apply_caps(score, security_flaw)",
        "BOUND\n    if spread > 2:\n        score = tech.score\n    final_score = cap_for(score)",
        "BOUND\n    if spread > 2:\n        score = tech.score\n    final_score = min(score, 3) if security_flaw else score",
        "if security_flaw:\n        tech_score = min(tech_score, 3)\n        score = min(score, 3)\n    if spread > 2:\n        score = tech_score",
        // What is set is computed from it, or stays below it.
        "BOUND\n    score = max(1, min(5, score))",
        "BOUND\n    if spread > 2:\n        score = (score + tech.score) / 2",
        "BOUND\n    kept = score\n    score = tech.score\n    score = kept",
        "BOUND\n    kept = score\n    if spread > 2:\n        score = kept",
        "BOUND\n    if spread > 2:\n        score = 1",
        "BOUND\n    low = 2\n    if spread > 2:\n        score = low",
        "BOUND\n    if spread > 2:\n        score = judge_again(opinions, security_flaw)",
        "BOUND\n    if tech.score < score:\n        score = tech.score",
        "BOUND\n    if tech.score < 3:\n        score = tech.score",
        // Both never happen together.
        "BOUND\n    elif spread > 2:\n        score = tech.score",
        "BOUND\n    else:\n        score = tech.score",
        "BOUND\n    if spread > 2 and not security_flaw:\n        score = tech.score",
        "may_weigh = spread > 2 and not security_flaw\n    BOUND\n    if may_weigh:\n        score = tech.score",
        "if security_flaw:\n        score = min(score, 3)\n        capped = True\n    if not capped:\n        score = tech.score",
        "if security_flaw:\n        score = min(score, 3)\n        return score\n    score = tech.score",
        "if dim == 'security':\n        score = min(score, 3)\n    if dim == 'graph':\n        score = tech.score",
        "BOUND\n    if security_flaw:\n        return Result(score=score)\n    score = tech.score",
        // The next round is another score's.
        "for one in dim:\n        score = one.score\n        if security_flaw:\n            score = min(score, 3)\n        results.append(score)\n    score = tech.score",
        "BOUND\n    for one in opinions:\n        score = one.score",
        "score = tech.score\n    BOUND",
        // It is another variable, or never used again.
        "BOUND\n    if spread > 2:\n        other = tech.score",
    ] {
        check(&format!("{WIDE}{body}{end}"), "");
    }
    check(
        &format!("{WIDE}BOUND\n    result = score\n    score = tech.score\n    return result"),
        "",
    );
}

/// Where the bound for what was found is undone, as `line: conditions`; the bound is `BOUND`.
#[track_caller]
fn check_facts(body: &str, expected: &str) {
    let body = body.replace("BOUND", "if not evidence.found:\n        score = min(score, 2)");
    let text = format!("def chief_justice(dim, opinions, evidence, tech):\n    {body}\n");
    let facts = facts(&[("src/nodes/justice.py", &text)]);
    let told = facts.justice.iter().filter_map(|one| one.facts_undone.as_ref());
    let told: Vec<String> =
        told.map(|one| format!("{}: {}", one.place.line, one.when.join(", "))).collect();
    assert_eq!(told.join("; "), expected, "{text}");
}

#[test]
fn a_bound_for_what_was_found_is_undone_as_well() {
    let end = "\n    return Result(score=score)";
    check_facts(
        &format!("{WIDE}BOUND\n    if spread > 2:\n        score = tech.score{end}"),
        "6: spread > 2",
    );
    for body in [
        "BOUND\n    if spread > 2:\n        score = min(tech.score, 2)",
        "BOUND\n    if spread > 2 and evidence.found:\n        score = tech.score",
        // What is set is what the score is held to.
        "if not evidence.found:\n        score = min(score, tech)\n    if spread > 2:\n        score = tech",
        // Another bound of the rule lasts.
        "BOUND\n    if spread > 2:\n        score = tech.score\n    if not evidence.found:\n        score = min(score, 2)",
    ] {
        check_facts(&format!("{WIDE}{body}{end}"), "");
    }
}

/// A function that bounds the entries of a table by both rules, and what comes after.
fn table(after: &str) -> String {
    format!(
        "scores = dict(state.scores)\n    for op in opinions:\n        if op.judge == 'Prosecutor' and 'security' in op.argument:\n            scores[op.criterion_id] = 3\n    \
         for op in opinions:\n        if evidence.goal in op.argument and not evidence.found:\n            scores[op.criterion_id] = min(scores[op.criterion_id], 2)\n    \
         {after}\n    report.scores = scores\n    return report"
    )
}

#[test]
fn an_entry_that_is_bounded_is_undone_by_a_later_loop_that_writes_it_anew() {
    let after = "for key, ops in grouped.items():\n        is_arch = 'architecture' in key\n        if is_arch and len(ops) > 2:\n            weighted = round(sum(one.score for one in ops) / len(ops))\n            scores[key] = weighted";
    let told = "13: is_arch and len(ops) > 2";
    let simple =
        after.replace("round(sum(one.score for one in ops) / len(ops))", "round(ops.lead.score)");
    check(&table(&simple), told);
    check_facts(&table(&simple), told);
    let guarded = "for key, ops in grouped.items():\n        if key not in architecture:\n            continue\n        scores[key] = ops.lead.score";
    check(&table(guarded), "12: not (key not in architecture)");
}

#[test]
fn an_entry_that_may_keep_its_bound_is_not_told_as_undone() {
    for after in [
        // The old value enters, or decides.
        "for key, ops in grouped.items():\n        scores[key] = round((scores[key] + ops.lead.score) / 2)",
        "for key, ops in grouped.items():\n        if scores[key] > 3:\n            scores[key] = ops.lead.score",
        "for key, ops in grouped.items():\n        scores[key] = min(scores[key], ops.lead.score)",
        // It is bounded again.
        "for key, ops in grouped.items():\n        scores[key] = ops.lead.score\n    scores = cap_all(scores)",
        "for key, ops in grouped.items():\n        scores[key] = ops.lead.score\n        scores[key] = min(scores[key], 3)",
        // It is another table, or the way to it was not understood.
        "for key, ops in grouped.items():\n        weights[key] = ops.lead.score",
        "for key, ops in grouped.items():\n        try:\n            scores[key] = ops.lead.score\n        except KeyError:\n            pass",
        "for key, ops in grouped.items():\n        if ops.few:\n            return report\n        scores[key] = ops.lead.score",
    ] {
        check(&table(after), "");
        check_facts(&table(after), "");
    }
    // Which entries are bounded and which are written anew may not be the same.
    let after = "for key, ops in grouped.items():\n        if key == 'graph':\n            scores[key] = ops.lead.score";
    let chosen =
        table(after).replace("'Prosecutor' and", "'Prosecutor' and op.criterion_id == 'tools' and");
    check(&chosen, "");
}

#[test]
fn a_bound_is_undone_by_what_adds_to_it() {
    let end = "\n    return Result(score=max(1, min(5, score)))";
    let with = |after: &str| format!("BOUND\n    {after}{end}");
    check(
        &with("if tech.score >= 4 and score < tech.score:\n        score = min(score + 1, 5)"),
        "5: tech.score >= 4 and score < tech.score",
    );
    check(&with("if score >= 3:\n        score = score + 1"), "5: score >= 3");
    check(&with("score = max(score, tech.score)"), "4: ");
    for after in [
        "score = min(score + 1, 3)",
        "score = score - 1",
        "score = max(score, 1)",
        "if score >= 4:\n        score = score + 1",
        "if score > tech.score:\n        score = score + 1",
        "if not security_flaw:\n        score = score + 1",
        "score = score + 1\n    score = min(score, 3)",
        "low = 2\n    score = max(score, low)",
    ] {
        check(&with(after), "");
    }
}

#[test]
fn what_stands_in_for_a_missing_judge_is_another_case() {
    let text = |stands: &str| {
        format!(
            "prosecutor = next(opinions)\n    lead = next(opinions)\n    {stands}\n    score = lead.score\n    if prosecutor.score <= 1:\n        if security_flaw:\n            score = min(score, 3)\n    if dim.wrong:\n        score = lead.score\n    return Result(score=score)"
        )
    };
    check(&text("if not lead:\n        lead = prosecutor"), "11: dim.wrong");
    // It may always be what was asked for.
    check(&text("if dim.small:\n        lead = prosecutor"), "");
    check(&text("lead = prosecutor"), "");
}

/// What a caller does with a score that a helper bounds.
#[track_caller]
fn check_called(helper: &str, body: &str, expected: Option<(&str, u32)>) {
    let text = format!(
        "def security_override(scores, flaw):\n    if flaw:\n        return {helper}\n    return max(scores)\n\
         def chief_justice(dim, scores, lead, argument):\n    flaw = 'security' in argument\n    score = security_override(scores, flaw)\n    {body}\n    return Result(score=score)\n"
    );
    let facts = facts(&[("src/nodes/justice.py", &text)]);
    let told = facts.justice.iter().find_map(|one| one.security_undone.as_ref());
    let told = told.map(|one| (one.caller.as_deref().unwrap_or_default(), one.place.line));
    assert_eq!(told, expected, "{text}");
}

#[test]
fn a_bound_that_a_function_gives_back_is_undone_by_its_caller() {
    let more = "if lead >= 4 and score < lead:\n        score = min(score + 1, 5)";
    check_called("min(max(scores), 3)", more, Some(("chief_justice", 9)));
    check_called(
        "min(max(scores), 3)",
        "if dim.wide:\n        score = lead",
        Some(("chief_justice", 9)),
    );
    check_called("min(max(scores), 3)", "if not flaw and dim.wide:\n        score = lead", None);
    check_called("min(max(scores), 3)", "if dim.wide:\n        score = min(lead, 3)", None);
    check_called("max(scores)", more, None);
    check_called(
        "min(max(scores), 3)",
        &format!("{more}\n    other = security_override(dim, flaw)"),
        None,
    );
}
