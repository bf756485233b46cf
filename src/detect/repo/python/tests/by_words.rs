//! Caps for security that words in what a judge argues bring about.

use super::facts;
use crate::domain::facts::JusticeFact;

fn court(text: &str) -> Vec<JusticeFact> {
    facts(&[("src/nodes/justice.py", text)]).justice
}

/// Where the cap hangs on words alone, and where they are enough besides something else.
fn words(text: &str) -> (Option<u32>, Option<u32>) {
    let found = court(text);
    let alone = found.iter().find_map(|one| one.words_alone.as_ref());
    let besides = found.iter().find_map(|one| one.words_besides.as_ref());
    (alone.map(|place| place.line), besides.map(|one| one.place.line))
}

#[test]
fn words_that_a_helper_looks_for_under_a_rule_of_the_rubric_are_told() {
    let text = |rules: &str| {
        format!(
            "MARKERS = ['security', 'os.system']\ndef names_flaw(argument):\n    text = (argument or '').lower()\n    return any(one.lower() in text for one in MARKERS)\n\
             def chief_justice(state, ops, score):\n    synthesis_rules = load({rules})\n    if synthesis_rules.get('security_override'):\n        if any(names_flaw(o.argument or '') for o in ops):\n            final_score = min(score, 3)\n        else:\n            final_score = score\n    return final_score\n"
        )
    };
    assert_eq!(words(&text("state")), (Some(7), None));
    assert_eq!(words(&text("state.evidence")), (None, None));
}

#[test]
fn a_condition_in_a_table_that_looks_for_words_is_told_at_its_cap() {
    let text = |asks: &str| {
        format!(
            "def is_flaw(prosecutor, c):\n    if not prosecutor or not prosecutor.argument:\n        return False\n    arg = prosecutor.argument.lower()\n    if 'shell injection' in arg or 'security flaw' in arg:\n        return True\n    return {asks}\n\
             def cap(prosecutor, c):\n    return min(3, c.score), 'capped'\n\
             def chief_justice(prosecutor, c):\n    for condition, apply in [(is_flaw, cap)]:\n        if condition(prosecutor, c):\n            return apply(prosecutor, c)\n    return c.score, ''\n"
        )
    };
    assert_eq!(words(&text("False")), (Some(8), None));
    assert_eq!(words(&text("c.evidence.found")).0, None);
}

#[test]
fn a_score_that_is_given_by_name_is_a_cap_and_another_judges_bound_is_none() {
    let text = "def chief_justice(prosecutor_score, defense_score, techlead_score, prosecutor_arg, evidence_list):\n    has_security_flaw = any('security' in arg.lower() or 'injection' in arg.lower() for arg in [prosecutor_arg])\n    evidence_supports_prosecution = any(e.confidence < 0.5 for e in evidence_list)\n    if has_security_flaw and prosecutor_score <= 2:\n        return {'final_score': 3, 'reason': 'capped'}\n    if evidence_supports_prosecution and defense_score >= 4:\n        return {'final_score': min(techlead_score, 3), 'reason': 'gaps'}\n    average = (prosecutor_score + defense_score + techlead_score) / 3\n    return {'final_score': round(average)}\n";
    assert_eq!(words(text), (Some(4), None));
    let one =
        court(text).into_iter().find(|one| one.function == "chief_justice").expect("it decides");
    let place = one.places.iter().find(|place| place.rule == "security_override");
    assert_eq!(place.map(|known| known.place.line), Some(4));
    assert_eq!(one.score_alone, None);
    assert_eq!(one.raises.map(|raised| raised.gives).as_deref(), Some("3"));
}

#[test]
fn that_a_score_lies_above_the_cap_asks_for_nothing_more() {
    let text = |asks: &str| {
        format!(
            "def detect_security(opinions):\n    for op in opinions:\n        if op.judge == 'Prosecutor' and 'unsafe' in op.argument.lower():\n            return 2.0\n    return None\n\
             def chief_justice(opinions, weighted, evidence):\n    security_cap = detect_security(opinions)\n    final_score = weighted\n    if security_cap is not None and {asks}:\n        final_score = security_cap\n    return final_score\n"
        )
    };
    let all = |text: &str| {
        let found = court(text);
        let caps = found
            .into_iter()
            .filter(|one| one.rules.iter().any(|rule| rule == "security_override"));
        caps.map(|one| one.words_alone.is_some()).collect::<Vec<_>>()
    };
    assert_eq!(all(&text("weighted > security_cap")), [true, true]);
    assert_eq!(all(&text("evidence.found")), [true, false]);
}

#[test]
fn words_that_are_enough_beside_evidence_are_told_besides() {
    let text = |body: &str| {
        format!(
            "def chief_justice(prosecutor, evidences, scores):\n    security_override = False\n    if prosecutor and any(term in prosecutor.argument.lower() for term in ['security', 'unsafe']):\n        security_override = True\n    flaw = any(not e.found for e in evidences['repo'])\n    if flaw:\n        security_override = True\n{body}        score = min(3, min(scores))\n    return score\n"
        )
    };
    assert_eq!(words(&text("    if security_override:\n")), (None, Some(3)));
    let lowered = text("    if security_override:\n").replace(
        "        score = min(3, min(scores))",
        "        if score > 2.0:\n            score = 2.0",
    );
    assert_eq!(words(&lowered), (None, Some(3)));
    assert_eq!(words(&text("    if security_override and flaw:\n")), (None, None));
    let inside = "def chief_justice(prosecutor, evidence, score):\n    if prosecutor and 'security' in prosecutor.argument.lower():\n        confirmed = any(not e.found for e in evidence)\n        if confirmed:\n            return min(3, score), 'capped'\n    return score, ''\n";
    assert_eq!(words(inside), (None, None));
    let quiet = text("    if security_override:\n")
        .replace("prosecutor.argument.lower()", "evidences['text']");
    assert_eq!(words(&quiet), (None, None));
}

/// What is enough for a cap of what a judge gives, as `condition@line`.
#[track_caller]
fn check_enough(asks: &str, more: &str, expected: &str) {
    let source = format!(
        "def is_flawed(ops):\n{more}\ndef chief_justice(state, ops, scan, prosecutor_score, final_score):\n    for one in state.cases:\n        if not ops:\n            continue\n        if {asks}:\n            final_score = min(3, final_score)\n    return final_score\n"
    );
    let found = court(&source);
    let told = found.iter().find_map(|one| one.score_besides.as_ref());
    let told = told.map(|one| format!("{}@{}", one.asks, one.place.line));
    assert_eq!(told.unwrap_or_default(), expected, "{source}");
}

#[test]
fn a_score_that_brings_about_a_cap_besides_a_flaw_is_told() {
    let no = "    return False";
    check_enough("scan.security_flaw or prosecutor_score <= 2", no, "prosecutor_score <= 2@7");
    let with = |asks: &str| {
        format!(
            "    for a in ops:\n        if a['judge'].lower() == 'prosecutor' and {asks}:\n            return True\n    return False"
        )
    };
    let words = with("('security' in a['rationale'].lower() or a['score'] <= 2)");
    check_enough("is_flawed(ops) or scan.security_flaw", &words, "a['score'] <= 2@3");
    // What has to be there besides, and what is no judge's score or no low one.
    for test in [
        "scan.security_flaw and prosecutor_score <= 2",
        "scan.security_flaw or (scan.found and prosecutor_score <= 2)",
        "scan.security_flaw or scan.score <= 2",
        "scan.security_flaw or prosecutor_score >= 2",
    ] {
        check_enough(test, no, "");
    }
    let both = with("'security' in a['rationale'].lower() and a['score'] <= 2");
    check_enough("is_flawed(ops) or scan.security_flaw", &both, "");
    let guarded = format!("    if not scan_found(ops):\n        return False\n{words}");
    check_enough("is_flawed(ops) or scan.security_flaw", &guarded, "");
}

#[test]
fn a_rule_for_facts_that_spares_who_has_not_the_words_hangs_on_words_all_the_same() {
    let text = |asks: &str| {
        format!(
            "def hallucinates(op, evidences):\n    arg = (op.argument or '').lower()\n    found = '\\n'.join(e.content for e in evidences['repo'])\n    if {asks}:\n        if 'reducer' not in found:\n            return True\n    return False\n\
             def chief_justice(ops, tech, evidences):\n    valid_scores = []\n    for op in ops:\n        if hallucinates(op, evidences):\n            valid_scores.append(min(op.score, 2))\n        else:\n            valid_scores.append(op.score)\n    \
             is_wrong = hallucinates(tech, evidences)\n    if not is_wrong:\n        score = (tech.score + sum(valid_scores)) / 4\n    else:\n        score = sum(valid_scores) / 3\n    return round(score)\n"
        )
    };
    let worded = |asks: &str| {
        let found = court(&text(asks));
        let of = |one: &JusticeFact| one.by_words.first().map(|one| one.place.line);
        (
            found.iter().any(|one| one.rules.iter().any(|rule| rule == "fact_supremacy")),
            found.iter().find_map(of),
        )
    };
    assert_eq!(worded("'reducer' in arg or 'operator.add' in arg"), (true, Some(11)));
    assert_eq!(worded("'reducer' in arg or not evidences"), (true, None));
}

#[test]
fn a_judge_who_agrees_with_the_tech_lead_and_is_left_out_is_told() {
    let agreeing = |list: &str, rest: &str| {
        let text = format!(
            "def chief_justice(ops, tech_lead, criterion_id):\n    valid_scores = [o.score for o in ops]\n    tech_score = tech_lead.score\n    if criterion_id == 'architecture':\n        {list}\n        \
             score = 0.5 * tech_lead.score + 0.2 * sum({rest})\n    else:\n        score = sum(valid_scores) / 3\n    return round(score)\n"
        );
        let found = court(&text);
        let weighs =
            |one: &JusticeFact| one.rules.iter().any(|rule| rule == "functionality_weight");
        assert!(found.iter().any(weighs), "{text}");
        found.into_iter().find_map(|one| one.agreeing).map(|one| one.asks)
    };
    let told = |asks: &str| Some(asks.to_owned());
    let by_value = "others = [s for s in valid_scores if s != tech_lead.score]";
    assert_eq!(agreeing(by_value, "others"), told("s != tech_lead.score"));
    let turned = "others = [o.score for o in ops if tech_score != o.score]";
    assert_eq!(agreeing(turned, "others"), told("tech_score != o.score"));
    let own = "[s for s in valid_scores if s != tech_score]";
    assert_eq!(agreeing("pass", own), told("s != tech_score"));
    // Who differs is only counted.
    let counted =
        "differ = [s for s in valid_scores if s != tech_score]\n        note = len(differ)";
    assert_eq!(agreeing(counted, "valid_scores"), None);
    // Judges are compared, or other scores, or one score alone is taken away.
    for list in [
        "others = [o.score for o in ops if o.judge != tech_lead.judge]",
        "others = [o.score for o in ops if o != tech_lead]",
        "others = [s for s in valid_scores if s != max(valid_scores)]",
        "others = [s for s in valid_scores if s != 0]",
        "others = list(valid_scores)\n        others.remove(tech_score)",
    ] {
        assert_eq!(agreeing(list, "others"), None, "{list}");
    }
}

#[test]
fn a_flag_that_words_raise_is_ruled_as_the_words_are() {
    let text = |raised: &str, asked: &str| {
        format!(
            "def chief_justice(opinions, evidences, final_score):\n    prosecutor = next((o for o in opinions if o.judge == 'Prosecutor'), None)\n{raised}    if {asked}:\n        final_score = min(final_score, 3)\n    return final_score\n"
        )
    };
    let asks = "prosecutor and prosecutor.score <= 2 and 'security' in prosecutor.argument.lower()";
    assert_eq!(words(&text("", asks)), (Some(3), None));
    let raised = |more: &str| {
        format!(
            "    is_security_flaw = False\n    if prosecutor and prosecutor.score <= 2{more}:\n        is_security_flaw = any(w in prosecutor.argument.lower() for w in ['security', 'flaw'])\n"
        )
    };
    let flagged = text(&raised(""), "is_security_flaw");
    assert_eq!(words(&flagged), (Some(6), None));
    let scores =
        court(&flagged).into_iter().find_map(|one| one.words_alone.map(|_| one.words_scores));
    assert_eq!(scores.unwrap_or_default(), ["prosecutor.score <= 2"]);
    assert_eq!(words(&text(&raised(" and evidences.flaw"), "is_security_flaw")).0, None);
    // That the score lies above the cap asks for nothing.
    let above = court(&text("", &format!("{asks} and final_score > 3")));
    let scores = above.into_iter().find_map(|one| one.words_alone.map(|_| one.words_scores));
    assert_eq!(scores.unwrap_or_default(), ["prosecutor.score <= 2"]);
}

#[test]
fn a_score_for_which_a_judge_is_passed_over_has_to_be_another() {
    let scores = |body: &str| {
        let text = format!(
            "def chief_justice(opinions, final_score):\n    flaw = False\n    for op in opinions:\n{body}    if flaw:\n        final_score = min(final_score, 3)\n    return final_score\n"
        );
        let found = court(&text).into_iter();
        let told = found.filter(|one| one.words_alone.is_some()).map(|one| one.words_scores);
        told.flatten().collect::<Vec<_>>()
    };
    let raised = "if 'security' in op.argument.lower():\n            flaw = True\n";
    let not = ["not op.score > 2"];
    assert_eq!(
        scores(&format!("        if op.score > 2:\n            continue\n        {raised}")),
        not
    );
    assert_eq!(
        scores(&format!("        if op.score > 2:\n            pass\n        el{raised}")),
        not
    );
    let passed = "if op.judge != 'Prosecutor' or op.score > 2:\n            continue\n";
    assert_eq!(scores(&format!("        {passed}        {raised}")), not);
    let both = raised.replace("if ", "if not (op.score > 2) and ");
    assert_eq!(scores(&format!("        {both}")), ["not (op.score > 2)"]);
    let low = raised.replace("if ", "if op.score <= 2 and ");
    assert_eq!(scores(&format!("        {low}")), ["op.score <= 2"]);
}

#[test]
fn words_that_are_enough_are_told_where_a_helper_or_a_flag_asks_for_evidence_besides() {
    let helper = |last: &str| {
        format!(
            "def has_security_flaw(state, ops):\n    said = ' '.join(op.argument.lower() for op in ops if op.judge == 'Prosecutor')\n    if any(term in said for term in ('security', 'os.system')):\n        return True\n    {last}\n\
             def chief_justice(state, ops, score):\n    if has_security_flaw(state, ops):\n        return min(3, score)\n    return score\n"
        )
    };
    let found = "return any(one.found for one in state['evidences'])";
    assert_eq!(words(&helper(found)), (None, Some(3)));
    let flag = |asks: &str| {
        format!(
            "def chief_justice(state, ops, score):\n    security_flaw = False\n    for one in state['evidences']:\n        if one.found and one.kind == 'SECURITY':\n            security_flaw = True\n    if not security_flaw:\n        for op in ops:\n            if op.judge == 'Prosecutor' and {asks}:\n                if any(term in op.argument.lower() for term in ['security', 'os.system']):\n                    security_flaw = True\n    if security_flaw:\n        score = min(score, 3)\n    return score\n"
        )
    };
    assert_eq!(words(&flag("op.argument")), (None, Some(9)));
    assert_eq!(words(&flag("state.evidence.found")), (None, None));
}

#[test]
fn words_that_a_helper_looks_for_are_told_whatever_stands_around_them() {
    let text = |body: &str| {
        format!(
            "WORDS = ('security', 'os.system')\ndef flags_security(op):\n{body}\
             def chief_justice(state, opinions, score):\n    prosecutor = next((o for o in opinions if o.judge == 'Prosecutor'), None)\n    if prosecutor and flags_security(prosecutor):\n        score = min(score, 3)\n    return score\n"
        )
    };
    let asks = |indent: &str| {
        format!(
            "{indent}text = op.argument.lower()\n{indent}return any(w in text for w in WORDS)\n"
        )
    };
    let inner = asks("        ");
    let alone = |body: &str| words(&text(body)).0.is_some();
    assert!(alone(&asks("    ")));
    assert!(alone(&format!("    try:\n{inner}    except AttributeError:\n        return False\n")));
    assert!(alone(&format!("    try:\n{inner}    finally:\n        pass\n")));
    assert!(alone(&format!("    with suppress(AttributeError):\n{inner}    return False\n")));
    let read =
        "    with open('seen.txt') as seen:\n        return any(w in seen.read() for w in WORDS)\n";
    assert!(!alone(read));
    let judged = "    try:\n        return op.evidence.found\n    except AttributeError:\n        return False\n";
    assert!(!alone(judged));
}
