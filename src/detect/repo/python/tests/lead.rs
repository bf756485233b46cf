//! Whether the Tech Lead's score weighs more than another's, and where it does so for all criteria.

use super::facts;
use crate::domain::facts::PythonFacts;

fn court(text: &str) -> PythonFacts {
    facts(&[("src/nodes/justice.py", text)])
}

/// Checks where the Tech Lead weighs more for every criterion alike, by the line.
#[track_caller]
fn check_everywhere(body: &str, expected: Option<u32>) {
    let text = format!(
        "def chief_justice(state):\n    for ops in state.values():\n        prosecutor = next((o for o in ops if o.judge == 'Prosecutor'), None)\n        tech_lead = next((o for o in ops if o.judge == 'TechLead'), None)\n{body}        results.append(final_score)\n"
    );
    let facts = court(&text).justice;
    let rules: Vec<&str> = facts.iter().flat_map(|fact| &fact.rules).map(String::as_str).collect();
    let has = rules.contains(&"functionality_weight");
    let lines: Vec<u32> =
        facts.iter().filter_map(|fact| fact.everywhere.as_ref()).map(|lines| lines.line).collect();
    assert_eq!((has, lines.first().copied()), (expected.is_some(), expected), "{text}");
}

#[test]
fn a_verdict_that_is_the_tech_leads_score_for_every_criterion_weighs_it_for_all() {
    let capped = "        if prosecutor and prosecutor.score == 1:\n            final_score = min(final_score, 3)\n";
    check_everywhere(&format!("        final_score = tech_lead.score\n{capped}"), Some(5));
    let or_three = "        final_score = tech_lead.score if tech_lead else 3\n";
    check_everywhere(&format!("{or_three}{capped}"), Some(5));
    let graphs = "        if any(e.found for e in found if 'Graph' in e.goal):\n            final_score = min(final_score, 2)\n";
    check_everywhere(&format!("{or_three}{graphs}"), Some(5));
    // Something else is the verdict in the end, or it was only looked at whose score it is.
    let mean = "        final_score = round(sum(o.score for o in ops) / len(ops))\n";
    check_everywhere(&format!("{or_three}{mean}"), None);
    check_everywhere(
        &format!("        t_score = tech_lead.score if tech_lead else 3\n{mean}"),
        None,
    );
    check_everywhere(
        &format!(
            "{mean}        if max(x) - min(x) > 2:\n            final_score = tech_lead.score\n"
        ),
        None,
    );
}

#[test]
fn no_name_gives_weight_where_no_judge_is_told_from_the_others() {
    let court_of = |ops: &str| {
        let text = format!(
            "def chief_justice(ops, evidences):\n    final_score = round(sum(o.score for o in ops) / len(ops))\n    if penalty('langgraph_architecture', evidences):\n        final_score = min(final_score, 2)\n{ops}    return final_score\ndef penalty(criterion_id, evidences):\n    if criterion_id in ('langgraph_architecture', 'code'):\n        return any(not e.found for e in evidences)\n    return False\n"
        );
        let traces = court(&text).rule_traces.unwrap_or_default();
        let one = traces.into_iter().find(|trace| trace.rule == "functionality_weight");
        one.map(|trace| (trace.name, trace.criteria))
    };
    let name = "langgraph_architecture".to_owned();
    assert_eq!(court_of(""), Some((name.clone(), true)));
    let by_judge = "    final_score = sum(o.score * shares[o.judge] for o in ops)\n";
    assert_eq!(court_of(by_judge).map(|one| one.1), Some(false));
}

#[test]
fn weights_of_one_sum_count_for_all_criteria_unless_a_criterion_is_asked_for_the_score() {
    let sum = "        total = 0\n        if tech_lead:\n            total += tech_lead.score * 2\n        if prosecutor:\n            total += prosecutor.score\n        final_score = round(total / 3)\n";
    check_everywhere(
        &format!("{sum}        results.append(Criterion(dimension_id=key))\n"),
        Some(7),
    );
    let table = "        weights = {'Prosecutor': 1.0, 'Defense': 1.0, 'TechLead': 2.0}\n        total = 0\n        for op in ops:\n            w = weights.get(op.judge, 1.0)\n            total += op.score * w\n        final_score = round(total / 4)\n        results.append(Criterion(dimension_id=key))\n";
    check_everywhere(table, Some(9));
    let told = "        if key == 'graph_orchestration':\n            hints.append('wire the judges in parallel')\n";
    check_everywhere(&format!("{sum}{told}"), Some(7));
    let asked =
        "        if key == 'graph_orchestration':\n            final_score = tech_lead.score\n";
    let found = court(&format!(
        "def chief_justice(key, ops, prosecutor, tech_lead):\n    for op in ops:\n        pass\n{sum}{asked}        results.append(final_score)\n"
    ));
    assert!(found.justice.iter().all(|fact| fact.everywhere.is_none()));
}

#[test]
fn a_dissent_of_scores_and_fixed_words_is_one_through_helpers_too() {
    let unargued = |text: &str| {
        let facts = court(text).justice;
        let of = facts.iter().filter(|fact| fact.rules.iter().any(|rule| rule == "dissent"));
        let all: Vec<bool> = of.map(|fact| fact.unargued.is_some()).collect();
        !all.is_empty() && all.into_iter().all(|one| one)
    };
    let helper = |said: &str| {
        format!(
            "def dissent_of(opinions):\n    scores = [op.score for op in opinions]\n    spread = max(scores) - min(scores)\n    if spread >= 2:\n        summary = f\"High variance (spread: {{spread}}). \"\n        if opinions:\n            summary += {said}\n        return summary\n    return None\n\
             def chief_justice(state):\n    for ops in state['opinions']:\n        dissent = dissent_of(ops)\n        results.append(Result(final_score=2, dissent_summary=dissent))\n"
        )
    };
    assert!(unargued(&helper("'The Prosecutor saw gaps.'")));
    assert!(!unargued(&helper("opinions[0].argument")));
    let own = "def chief_justice(one, two, three):\n    def score(o):\n        if o is None:\n            return 3\n        return getattr(o, 'score', None) or (o.get('score') if isinstance(o, dict) else 3)\n    p_score, final_score = score(one), 3\n    t_score = score(three)\n    if max(p_score, t_score) - min(p_score, t_score) > 2:\n        dissent = f'Prosecutor={t_score}, Tech Lead={t_score}. Tech Lead adopted.'\n        return final_score, dissent\n    return final_score, None\n";
    assert!(unargued(own));
}

#[test]
fn a_flag_for_scores_that_lie_far_apart_evaluates_nothing_again() {
    let verdict = |report: &str, more: &str| {
        let text = format!(
            "def decide(scores, prosecutor_score, techlead_score, criterion_id):\n    variance = max(scores) - min(scores)\n    needs_reeval = variance > 2\n    if needs_reeval:\n        if criterion_id == 'security':\n            score = prosecutor_score\n        else:\n            score = techlead_score\n    else:\n        score = round(sum(scores) / len(scores))\n    return score, needs_reeval\n\
             def chief_justice(state):\n    any_reeval = False\n    for one in state['all']:\n        score, needs_reeval = decide(one.scores, one.p, one.t, one.id)\n        any_reeval = any_reeval or needs_reeval\n    parts = []\n    if any_reeval:\n        {report}\n    return {{'needs_reeval': any_reeval, 'parts': parts}}\n"
        );
        let files = [("src/nodes/justice.py", text.as_str()), ("src/graph.py", more)];
        let traces = facts(&files).rule_traces.unwrap_or_default();
        traces.into_iter().find(|one| one.rule == "variance_re_evaluation").map(|one| one.name)
    };
    let words = "parts.append('A review is due.')";
    let field = "class State(TypedDict):\n    needs_reeval: bool\n";
    assert_eq!(verdict(words, field), None);
    assert_eq!(verdict("parts = ask(state)", field).as_deref(), Some("any_reeval"));
    let routed = "def route(state):\n    return 'again' if state['needs_reeval'] else 'end'\n";
    assert_eq!(verdict(words, routed).as_deref(), Some("needs_reeval"));
}

#[test]
fn the_tech_leads_score_in_a_text_beside_a_cap_weighs_nothing() {
    let rules = |score: &str, asked: &str| {
        let text = format!(
            "def chief_justice(criterion_id, scores, has_violation):\n    tech_lead_score = scores.get('TechLead', 3)\n    \
             if {asked}criterion_id in ('safe_tool_engineering', 'graph_orchestration'):\n        final_score = {score}\n        \
             dissent = f'Security: capped. TechLead={{tech_lead_score}}.' if has_violation else None\n        return final_score, dissent\n    \
             return round(sum(scores.values()) / len(scores)), None\n"
        );
        let found = court(&text).justice;
        found.iter().any(|one| one.rules.iter().any(|rule| rule == "functionality_weight"))
    };
    let capped = "min(3, max(scores.values()))";
    assert!(!rules(capped, "has_violation and "));
    assert!(!rules(capped, ""));
    assert!(rules("tech_lead_score", ""));
}

#[test]
fn a_judge_is_known_by_the_key_and_not_by_the_variable() {
    let has = |key: &str, variable: &str| {
        let text = format!(
            "def chief_justice(criterion, opinions, final_score):\n    by_judge = {{o.judge: o for o in opinions}}\n    {variable} = by_judge.get('{key}')\n    if criterion == 'graph_orchestration' and {variable}:\n        final_score = {variable}.score\n    return final_score\n"
        );
        court(&text)
            .justice
            .iter()
            .any(|fact| fact.rules.iter().any(|rule| rule == "functionality_weight"))
    };
    assert!(has("TechLead", "tech_lead"));
    assert!(has("TechLead", "one"));
    assert!(has("TechLead", "defense"));
    assert!(!has("Defense", "tech_lead"));
    assert!(!has("Defense", "defense"));
}
