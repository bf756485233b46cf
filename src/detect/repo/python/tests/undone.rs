//! Bounds for security that a later statement undoes.

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
