//! Names of which nothing but words comes.

use super::stands;

const NOTHING: &str = "nothing comes but words";

#[test]
fn a_judge_of_whom_only_an_argument_is_written_down_is_no_weight() {
    let rule = "functionality_weight";
    let body = |score: &str| {
        format!(
            "    tech_lead = next((o for o in state.opinions if o.judge == 'TechLead'), None)\n    score = {score}\n    return Result(final_score=score, remediation=tech_lead.argument if tech_lead else 'none')\n"
        )
    };
    let average = "sum(o.score for o in state.opinions) / 3";
    let told = stands(rule, &body(average));
    assert!(
        told.starts_with("lacking: no code was recognised that does it, and of what"),
        "{told}"
    );
    assert!(told.ends_with(NOTHING), "{told}");
    for more in [
        "settle(state.opinions, tech_lead)",
        "pick(tech_lead)",
        "[o for o in state.opinions if o is not tech_lead][0]",
        "llm.invoke({'lead_summary': tech_lead})",
    ] {
        let told = stands(rule, &body(more));
        assert!(!told.contains(NOTHING), "{more}: {told}");
    }
}

#[test]
fn a_spread_that_only_a_dissent_beside_another_text_hangs_on_is_told() {
    let rule = "variance_re_evaluation";
    let body = |more: &str| {
        format!(
            "    overruled = None\n    variance = max(o.score for o in ops) - min(o.score for o in ops)\n    dissent = overruled or (f'Variance: {{variance}}' if len(ops) > 1 and variance > 2 else None)\n{more}    return Result(final_score=3, dissent_summary=dissent)\n"
        )
    };
    assert_eq!(stands(rule, &body("")), "told in chief_justice");
    let other = stands(rule, &body("    score = hear(ops) if variance > 2 else 3\n"));
    assert_ne!(other, "told in chief_justice");
}

#[test]
fn what_a_function_words_is_silent_only_where_all_who_call_it_write_it_down() {
    let rule = "variance_re_evaluation";
    let body = |call: &str, gives: &str| {
        format!(
            "    score = sorted(state.scores)[1]\n{call}    return Result(final_score=score, dissent_summary=dissent)\n\
             def re_evaluate(ops):\n    lines = [f'{{op.judge}}: {{op.argument}}' for op in ops]\n    return {gives}\n"
        )
    };
    let (words, noted) = ("'\\n'.join(lines)", "    dissent = re_evaluate(state.opinions)\n");
    let told = stands(rule, &body(noted, words));
    assert!(told.starts_with("lacking") && told.ends_with(NOTHING), "{told}");
    let read = "    dissent = re_evaluate(state.opinions)\n    if 'Defense' in dissent:\n        score = 4\n";
    for (call, gives) in [
        (read, words),
        (noted, "len(lines)"),
        ("    dissent = ''\n    score = parse(re_evaluate(state.opinions))\n", words),
    ] {
        let told = stands(rule, &body(call, gives));
        assert!(!told.contains(NOTHING), "{call} {gives}: {told}");
    }
}

#[test]
fn one_of_several_values_is_silent_where_all_who_take_it_write_it_down() {
    let rule = "functionality_weight";
    let body = |score: &str| {
        format!(
            "    score, tech_lead_view = resolve(state)\n    return Result(final_score={score}, remediation=tech_lead_view)\n\
             def resolve(state):\n    tech_lead_view = state.tech_lead.view\n    return sorted(state.scores)[1], tech_lead_view\n"
        )
    };
    let told = stands(rule, &body("score"));
    assert!(told.starts_with("lacking") && told.ends_with(NOTHING), "{told}");
    let told = stands(rule, &body("score + tech_lead_view"));
    assert!(!told.contains(NOTHING), "{told}");
}

#[test]
fn a_weight_that_is_given_another_score_for_the_tech_leads_is_none() {
    let rule = "functionality_weight";
    let body = |more: &str, given: &str| {
        format!(
            "    base = sorted(state.scores)[1]\n    {more}\n    if state.criterion == 'graph_orchestration':\n        base = rule_of_functionality({given}, state.parallel)\n    return base\n\
             def rule_of_functionality(techlead_score, parallel):\n    if parallel and techlead_score >= 4:\n        return min(5, techlead_score + 1)\n    return techlead_score\n"
        )
    };
    let told = stands(rule, &body("pass", "base"));
    assert!(
        told.starts_with(
            "lacking: `rule_of_functionality` is given `base` for `techlead_score` at"
        ),
        "{told}"
    );
    let picked =
        "for o in state.ops:\n        if o.judge == 'TechLead':\n            base = o.score";
    for (more, given) in [
        ("tech_lead_score = state.tech_lead.score", "tech_lead_score"),
        ("base = state.tech_lead.score", "base"),
        (picked, "base"),
        ("pass", "state.score"),
    ] {
        assert_eq!(stands(rule, &body(more, given)), "recognised", "{more} {given}");
    }
}

#[test]
fn weights_of_criteria_are_none_of_a_judge_where_no_judge_is_told_from_the_others() {
    let rule = "functionality_weight";
    let body = |score: &str| {
        format!(
            "    weights = {{d['criterion']: d['weight'] for d in state.rubric}}\n    score = {score}\n    return score * weights.get(state.criterion, 1)\n"
        )
    };
    let told = stands(rule, &body("sum(state.scores) / 3"));
    assert!(
        told.starts_with("lacking: no code was recognised that does it, and what `weights` at"),
        "{told}"
    );
    let paired =
        body("sum(s * w for s, w in [(r.score, weights.get(r.criterion_id)) for r in all])");
    assert!(stands(rule, &paired).contains("are criteria"), "{}", stands(rule, &paired));
    for score in ["state.scores[2]", "state.tech_lead.score"] {
        assert!(!stands(rule, &body(score)).contains("are criteria"), "{score}");
    }
    let by_judge = body("sum(weights.get(o.judge, 1) * o.score for o in state.opinions)");
    assert!(!stands(rule, &by_judge).contains("are criteria"));
}
