//! Rules of the synthesis that are written the wrong way round.

use super::facts;

/// Checks the rules of a chief justice with these statements before `return final`.
#[track_caller]
fn check(body: &str, expected: &[&str]) {
    let text = format!(
        "def resolve(criterion, opinions, evidences, final):\n    prosecutor = next((o for o in opinions if o.judge == 'Prosecutor'), None)\n    confirmed_vulnerability = any(e.goal == 'security' and e.found for e in evidences)\n{body}    return final\n\
         def chief_justice(state):\n    return resolve(state['id'], state['opinions'], state['evidences'], 4)\n"
    );
    let found: Vec<String> = facts(&[("src/nodes/justice.py", &text)])
        .justice
        .iter()
        .flat_map(|fact| fact.rules.clone())
        .collect();
    assert_eq!(found, expected, "{text}");
}

/// One `if` with one statement.
fn branch(test: &str, then: &str) -> String {
    format!("    if {test}:\n        {then}\n")
}

const CAP: &str = "final = min(final, 3)";

#[test]
fn a_cap_where_there_is_no_flaw_is_no_rule_of_security() {
    let security: &[&str] = &["security_override"];
    for right in [
        "confirmed_vulnerability",
        "not no_security_flaw",
        "not is_secure",
        "security_flaw and not defended",
        "prosecutor and any(w in prosecutor.argument for w in ('security', 'injection'))",
        "not (confirmed_vulnerability == False)",
        // Which way round these ask is not told by their words.
        "not security_check",
        "safe_tooling and not safe_tooling.found",
        "no_injection_protection",
        "vulnerability_evidence is None",
        "not any(e.goal == 'security' and e.found for e in evidences)",
        "not any(w in prosecutor.argument for w in ('security_safe', 'sandboxed'))",
    ] {
        check(&branch(right, CAP), security);
    }
    for wrong in [
        "not confirmed_vulnerability",
        "confirmed_vulnerability is False",
        "criterion == 'safe_tools' and not confirmed_vulnerability",
        "no_security_flaw",
        "is_secure",
        "not (prosecutor and any(w in prosecutor.argument for w in ('security', 'injection')))",
        "not has_vulnerability(evidences)",
    ] {
        check(&branch(wrong, CAP), &[]);
    }
    check(
        "    clean = not confirmed_vulnerability\n    if clean:\n        final = min(final, 3)\n",
        &[],
    );
    check("    final = min(final, 3 if not confirmed_vulnerability else 5)\n", &[]);
    check("    final = min(final, 3 if confirmed_vulnerability else 5)\n", security);
}

#[test]
fn a_cap_where_there_is_no_flaw_leaves_another_where_there_is_one() {
    let security: &[&str] = &["security_override"];
    check(
        "    if not confirmed_vulnerability:\n        return final\n    if confirmed_vulnerability:\n        final = min(final, 3)\n",
        security,
    );
    check(
        "    if not confirmed_vulnerability:\n        final = min(final, opinions[0].score)\n    else:\n        final = min(final, 3)\n",
        security,
    );
    check(
        "    if not confirmed_vulnerability:\n        return min(final, opinions[0].score)\n    final = min(final, 3)\n",
        security,
    );
}

#[test]
fn a_score_that_is_lowered_where_evidence_was_found_is_no_rule_of_facts() {
    let facts: &[&str] = &["fact_supremacy"];
    let lower = "final = min(final, 2)";
    for right in [
        "not any(e.found for e in evidences)",
        "all(not e.found for e in evidences)",
        "unsupported",
        "hallucinations.found",
        "one_evidence.found",
        "any(e.found and e.is_contradicting for e in evidences)",
        "any(e.found for e in evidences if 'Graph' in e.goal)",
        "hallucinated and any(e.found for e in evidences)",
        "any(e.found for e in evidences) and not complete",
    ] {
        check(&branch(right, lower), facts);
    }
    for wrong in [
        "any(e.found for e in evidences)",
        "any(e.found for e in evidences if e.criterion_id == criterion) and final > 2",
        "not all(not e.found for e in evidences)",
    ] {
        check(&branch(wrong, lower), &[]);
    }
    check(
        "    if any(e.found for e in evidences):\n        final = min(final, 4)\n    else:\n        final = min(final, 2)\n",
        facts,
    );
    check(&branch("any(e.found for e in evidences)", "final = max(final, 4)"), facts);
}

#[test]
fn what_lowers_no_score_where_no_evidence_was_found_is_no_rule_of_facts() {
    let facts: &[&str] = &["fact_supremacy"];
    let missing = "not any(e.found for e in evidences)";
    for wrong in
        ["final = 5", "final = min(final, 5)", "final = max(final, 1)", "final = max(2, final)"]
    {
        check(&branch(missing, wrong), &[]);
    }
    for right in
        ["final = 2", "final = max(1, final - 2)", "final = max(1, min(final, 2))", "final = 3"]
    {
        check(&branch(missing, right), facts);
    }
    // Five is low on a scale of a hundred.
    check(&format!("{}    bonus = 10\n", branch(missing, "final = 5")), facts);
}
