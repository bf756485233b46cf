//! Caps that may raise a score or hang on words, and what is taken where scores lie far apart.

use super::facts;
use crate::domain::facts::JusticeFact;

/// What is told of the functions of a synthesis, each where it is told first.
fn told<T>(text: &str, of: impl Fn(&JusticeFact) -> Option<T>) -> Option<T> {
    facts(&[("src/nodes/justice.py", text)]).justice.iter().find_map(of)
}

/// A Chief Justice with this body before a score is worked out from all judges.
fn court(body: &str) -> String {
    format!(
        "def chief_justice(scores, prosecutor, tech_lead, evidences):\n{body}    low, score_max = min(scores), max(scores)\n    \
         if scores and max(scores) - min(scores) > 2:\n        note = f'{{score_max}} of {{low}}'\n    \
         final_score = round(sum(scores) / len(scores))\n    return max(1, min(5, final_score)), note\n"
    )
}

#[track_caller]
fn check_raises(text: &str, expected: Option<&str>) {
    let raises = told(text, |one| one.raises.clone());
    let raises = raises.map(|one| format!("{}@{}", one.gives, one.place.line));
    assert_eq!(raises.as_deref(), expected, "{text}");
}

#[test]
fn a_cap_that_gives_more_than_there_would_be_is_no_cap() {
    let secure = "    argued = prosecutor.argument.lower()\n    if 'os.system' in argued:\n        dissent = 'capped at 3'\n";
    check_raises(
        &court(&format!("{secure}        return min(3, max(scores)), dissent\n")),
        Some("min(3, max(scores))@5"),
    );
    check_raises(&court(&format!("{secure}        return 3, dissent\n")), Some("3@5"));
    // The scores may be named one by one.
    let each = "min(3, max(prosecutor.score, tech_lead.score))";
    check_raises(
        &court(&format!("{secure}        return {each}, dissent\n")),
        Some(&format!("{each}@5")),
    );
    check_raises(
        &court(&format!("{secure}        return min(3, max(1, tech_lead.score)), ''\n")),
        None,
    );
    check_raises(
        &court(&format!(
            "{secure}        return min(3, max(1, min(prosecutor.score, tech_lead.score))), ''\n"
        )),
        None,
    );
    let named = "    if max(scores) - min(scores) > 2:\n        if 1 in scores:\n            return 3, 'Security flaw override applied.'\n";
    check_raises(&court(named), Some("3@4"));
    let set = "def chief_justice(scores, flaw):\n    score = round(sum(scores) / 3)\n    if flaw.security:\n        score = 3\n    return score\n";
    check_raises(set, Some("3@4"));
}

#[test]
fn one_judges_score_may_be_more_than_the_average_that_is_given_else() {
    let secure = |test: &str, body: &str| {
        court(&format!("    if 'os.system' in prosecutor.argument{test}:\n{body}"))
    };
    let given = "        return min(3, tech_lead.score), 'capped'\n";
    check_raises(&secure("", given), Some("min(3, tech_lead.score)@3"));
    let named = "        capped = min(3, tech_lead.score)\n        return capped, 'capped'\n";
    check_raises(&secure(" and tech_lead.score <= 3", named), Some("min(3, tech_lead.score)@3"));
    check_raises(&secure(" and tech_lead.score > 3", given), None);
    // The average itself, or the same judge's score where nothing is averaged.
    let average = "        final_score = round(sum(scores) / len(scores))\n        capped = min(3, final_score)\n        return capped, 'capped'\n";
    check_raises(&secure("", average), None);
    let later = "def chief_justice(scores, tech_lead, flaw):\n    final_score = round(sum(scores) / len(scores))\n    if flaw.security:\n        final_score = min(final_score, 3)\n    if flaw.wide:\n        final_score = tech_lead.score\n    return final_score\n";
    check_raises(later, None);
    let alone = "def chief_justice(scores, tech_lead, flaw):\n    if flaw.security:\n        return min(3, tech_lead.score)\n    return tech_lead.score\n";
    check_raises(alone, None);
}

#[test]
fn a_number_that_the_test_tells_is_that_number() {
    let secure = |test: &str, gives: &str| {
        let text = court(&format!(
            "    if {test} and 'security' in argued:\n        return {gives}, 'x'\n"
        ));
        text.replace("evidences):", "evidences, argued, found):")
    };
    check_raises(&secure("found == 1", "min(found + 2, 3)"), Some("min(found + 2, 3)@3"));
    check_raises(&secure("found == 1", "min(found, 3)"), None);
    check_raises(&secure("found <= 1", "min(found + 2, 3)"), None);
    check_raises(&secure("found == 3", "min(tech_lead, 3)"), None);
}

#[test]
fn what_only_lowers_or_may_not_be_a_score_is_a_cap() {
    let secure = |gives: &str| {
        court(&format!("    if 'os.system' in prosecutor.argument:\n        {gives}\n"))
    };
    // It lowers, or is the least that there is.
    check_raises(&secure("return min(3, min(scores)), 'capped'"), None);
    check_raises(&secure("return min(3, prosecutor.score), 'capped'"), None);
    check_raises(&secure("return min(3, final_score), 'capped'"), None);
    check_raises(&secure("return 1, 'capped'"), None);
    // Low scores do not come to it.
    check_raises(
        &court(
            "    if evidences.security_flaw and tech_lead.score > 3:\n        return 3, 'capped'\n",
        ),
        None,
    );
    check_raises(
        &court(
            "    if evidences.security_flaw:\n        if 3 < tech_lead.score:\n            return 3, 'x'\n",
        ),
        None,
    );
    // The greatest score is what is given without it, too.
    let most = "def chief_justice(scores, flaw):\n    if flaw.security:\n        return min(3, max(scores))\n    return max(scores)\n";
    check_raises(most, None);
    let held = most.replace("    return max(scores)", "    best = max(scores)\n    return best");
    check_raises(&held, None);
    // Another criterion's greatest score is none of this one's.
    let of = |name: &str| {
        format!(
            "def chief_justice(scores, flaw, name):\n    if flaw.security:\n        if 'tools' in name:\n            return min(3, max(scores))\n    if name == '{name}':\n        return max(scores)\n    return min(scores)\n"
        )
    };
    check_raises(&of("graph"), Some("min(3, max(scores))@4"));
    check_raises(&of("safe_tools"), None);
    // A bound for others to use, and one that bounds later.
    check_raises(
        "def security_cap(scores, flaw):\n    if flaw.security:\n        return 3\n    return None\n",
        None,
    );
    let later = "def chief_justice(scores, flaw):\n    score = scores[0]\n    if flaw.security:\n        score = 3\n    return min(score, scores[1])\n";
    check_raises(later, None);
    let limit = "def chief_justice(scores, flaw):\n    max_score = scores[0]\n    if flaw.security:\n        max_score = 3\n    return scores[1]\n";
    check_raises(limit, None);
    // No other rule is meant.
    check_raises(&court("    if evidences.missing:\n        return 3, 'nothing found'\n"), None);
}

#[track_caller]
fn check_words(text: &str, expected: Option<u32>) {
    let words = told(text, |one| one.words_alone.as_ref().map(|place| place.line));
    assert_eq!(words, expected, "{text}");
}

#[test]
fn a_cap_that_hangs_on_words_of_a_judge_is_told_as_such() {
    check_words(
        &court(
            "    if 'security' in prosecutor.argument.lower() and prosecutor.score <= 2:\n        return min(3, tech_lead.score), 'x'\n",
        ),
        Some(2),
    );
    let helper = "MARKERS = ['os.system']\n\
                  def has_flaw(op):\n    if op is None or op.score > 2:\n        return False\n    text = (op.argument or '').lower()\n    return any(word in text for word in MARKERS)\n";
    let asks = "    if has_flaw(prosecutor) and tech_lead.score <= 3:\n        return min(3, tech_lead.score), 'security override'\n";
    let named = court(asks).replace("has_flaw", "has_security_flaw");
    let helper = helper.replace("has_flaw", "has_security_flaw");
    check_words(&format!("{helper}{named}"), Some(8));
    let of_all = "def flagged(opinions):\n    for op in opinions:\n        if 'security' in op.argument and op.score <= 2:\n            return True\n    return False\n\
                  def chief_justice(state, score):\n    opinions = state.get('opinions', [])\n    if flagged(opinions) and 'security' in state.rule:\n        score = min(score, 3)\n    return score\n";
    check_words(of_all, None);
    // What is looked up by its name, drawn from several at once, or asked of the rubric beside it.
    let looked_up = "    argued = getattr(prosecutor, 'argument', '') or ''\n    if any(kw in argued.lower() for kw in ['os.system', 'security']):\n        return min(3, tech_lead.score), 'x'\n";
    check_words(&court(looked_up), Some(3));
    let found = looked_up.replace("argument", "evidence_found");
    check_words(&court(&found), None);
    // What is cited beside what is argued, by a judge who is picked out of any list.
    let cited = "    judge = next((one for one in records if one.judge == 'Prosecutor'), None)\n    blob = ' '.join([judge.argument, *judge.cited_evidence]).lower()\n    if any(word in blob for word in ['os.system', 'security']):\n        return min(3, tech_lead.score), 'x'\n";
    check_words(&court(cited), Some(4));
    check_words(&court(&cited.replace("*judge.cited_evidence", "*state.evidences")), None);
    check_words(&court(&cited.replace("one in records", "one in evidences")), None);
    let together = "def chief_justice(state, final):\n    opinions = [op for op in state['opinions'] if op['criterion_id'] == 'x']\n    pros, defe, tech = [op for j in ['Prosecutor', 'Defense', 'TechLead'] for op in opinions if op['judge'] == j]\n    if 'security' in pros.argument.lower():\n        final = min(final, 3)\n    return final\n";
    check_words(together, Some(4));
    check_words(&together.replace("state['opinions']", "state['evidences']"), None);
    check_words(
        &of_all.replace(" and 'security' in state.rule", "").replace("flagged", "security_flagged"),
        Some(8),
    );
}

#[test]
fn what_a_judge_cites_is_words_of_the_judge_until_it_is_looked_for() {
    let with = |text: &str| {
        format!(
            "SIGNALS = ['os.system']\n\
             def has_security_flaw(opinion):\n    if opinion.judge != 'Prosecutor':\n        return False\n    \
             whole = {text}.lower()\n    return any(signal in whole for signal in SIGNALS)\n\
             def chief_justice(state, prosecutor, score):\n    if prosecutor and has_security_flaw(prosecutor):\n        return min(score, 3)\n    return score\n"
        )
    };
    check_words(&with("(opinion.argument + ' '.join(opinion.cited_evidence))"), Some(8));
    check_words(&with("(opinion.argument + ' '.join(evidences))"), None);
    check_words(&with("(opinion.argument + look_up(opinion.cited_evidence))"), None);
}

#[test]
fn a_cap_of_so_much_of_the_scale_hangs_on_words_as_well() {
    let scaled = |most: &str| {
        format!(
            "def chief_justice(state, scores, op, evidences):\n    rubric = state.get('rubric', {{}})\n    report = ask(op)\n    scores = report.dimension_scores\n    if 'os.system' in op.argument:\n\
             \x20       dim = next((d for d in rubric.get('dimensions', []) if d['id'] == op.criterion_id), None)\n\
             \x20       max_val = {most}\n        cap = int(max_val * 0.6)\n\
             \x20       if scores.get(op.criterion_id, max_val) > cap:\n            scores[op.criterion_id] = cap\n    return scores\n"
        )
    };
    check_words(&scaled("dim.get('max_score', 5) if dim else 5"), Some(5));
    check_words(&scaled("5 if evidences.flaw else 3"), None);
}

#[test]
fn a_cap_that_asks_for_what_was_found_does_not_hang_on_words() {
    let secure = "'security' in prosecutor.argument";
    for body in [
        format!("    if {secure} and evidences.flaw:\n        return min(3, tech_lead.score), 'x'\n"),
        format!("    if {secure} and confirmed(evidences):\n        return min(3, tech_lead.score), 'x'\n"),
        // A flag stands for what it was set under.
        format!("    confirmed = False\n    for one in evidences:\n        if one.found is False:\n            confirmed = True\n    if {secure}:\n        if confirmed:\n            return min(3, tech_lead.score), 'x'\n"),
        format!("    if not evidences.flaw:\n        return 5, 'x'\n    if {secure}:\n        return min(3, tech_lead.score), 'x'\n"),
        // Another cap asks for it.
        format!("    if {secure}:\n        return min(3, tech_lead.score), 'x'\n    if evidences.security:\n        return min(3, tech_lead.score), 'x'\n"),
        "    argued = [one.content for one in evidences]\n    if 'security' in argued:\n        return min(3, tech_lead.score), 'x'\n".to_owned(),
    ] {
        check_words(&court(&body), None);
    }
    // The caller asks for it.
    let helper = "def security_cap(op, score):\n    if 'security' in op.argument:\n        return min(score, 3)\n    return score\n";
    let calls = |test: &str| {
        format!(
            "{helper}def chief_justice(op, evidences, score):\n    if {test}:\n        score = security_cap(op, score)\n    return score\n"
        )
    };
    check_words(&calls("op.score"), Some(2));
    check_words(&calls("evidences.flaw"), None);
}

#[track_caller]
fn check_takes(body: &str, expected: Option<&str>) {
    let text = format!(
        "def chief_justice(scores, prosecutor, tech_lead, evidences):\n    gap = max(scores) - min(scores)\n{body}    return tech_lead.score\n"
    );
    let takes = told(&text, |one| one.spread_takes.clone()).map(|one| one.takes);
    assert_eq!(takes.as_deref(), expected, "{text}");
}

#[test]
fn what_is_only_taken_where_scores_lie_far_apart_is_told() {
    let wide = |body: &str| format!("    if gap > 2:\n{body}");
    check_takes(&wide("        final_score = tech_lead.score\n"), Some("the Tech Lead's score"));
    check_takes(&wide("        final_score = int(median(scores))\n"), Some("the median"));
    check_takes(
        &wide(
            "        note = f'spread {gap}'\n        if 1 in scores:\n            return 3, note\n        ordered = sorted(scores)\n        final = ordered[1]\n        return final, note + f'{final}'\n",
        ),
        Some("a fixed score or the median"),
    );
    let worded = "        parts = []\n        for op in scores:\n            parts.append(f'{op.argument[:150]}')\n        final_score = max(1, min(5, prosecutor.score))\n";
    check_takes(&wide(worded), Some("one judge's score"));
    let named = "        reevaluated = tech_lead.score\n        final_score = reevaluated\n";
    check_takes(&wide(named), Some("the Tech Lead's score"));
    let weighed = "        final_score = round(tech_lead.score * 0.5 + 1)\n";
    check_takes(&wide(weighed), Some("the scores weighed against each other"));
}

#[test]
fn whoever_may_look_again_is_not_said_to_take_only() {
    let wide = |body: &str| format!("    if gap > 2:\n{body}");
    for body in [
        "        final_score = settle(scores)\n",
        "        if evidences:\n            final_score = tech_lead.score\n",
        "        final_score = tech_lead.score if prosecutor.cited_evidence else 2\n",
        "        if 'proof' in prosecutor.argument:\n            final_score = prosecutor.score\n",
        "        for op in scores:\n            final_score = prosecutor.score\n",
        "        note = 'far apart'\n",
    ] {
        check_takes(&wide(body), None);
    }
    let other = "    if gap > 2:\n        final_score = tech_lead.score\n    if gap > 3:\n        final_score = settle(scores) - 1\n";
    check_takes(other, None);
}

#[test]
fn what_a_cap_by_words_asks_of_scores_besides_is_told_with_it() {
    let scores = |text: &str| {
        told(text, |one| Some(one.words_scores.join(", ")).filter(|asked| !asked.is_empty()))
    };
    let helper = "def has_security_flaw(op):\n    if op.score > 2:\n        return False\n    text = op.argument.lower()\n    return any(word in text for word in MARKERS)\n";
    let asks = "    if has_security_flaw(prosecutor) and tech_lead.score <= 3:\n        return min(3, tech_lead.score), 'x'\n";
    assert_eq!(
        scores(&format!("{helper}{}", court(asks))).as_deref(),
        Some("not op.score > 2, tech_lead.score <= 3")
    );
    let words = "    if 'security' in prosecutor.argument.lower():\n        return min(3, tech_lead.score), 'x'\n";
    assert_eq!(scores(&court(words)), None);
    // A comparison by which a cap is written asks for nothing.
    let written = "    if 'security' in prosecutor.argument.lower():\n        if final_score > 3:\n            final_score = 3\n";
    assert_eq!(scores(&court(written)), None);
    let asks = written.replace("final_score > 3", "prosecutor.score > 3");
    assert_eq!(scores(&court(&asks)).as_deref(), Some("prosecutor.score > 3"));
}
