//! Rules of other scales, rules in tables, and at which function a rule is told.

use super::facts;
use crate::domain::facts::{EvidenceUse, JusticeFact, Practice, SpreadUse};

fn court(text: &str) -> Vec<JusticeFact> {
    facts(&[("src/nodes/justice.py", text)]).justice
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found: Vec<String> = court(text)
        .iter()
        .flat_map(|fact| fact.rules.iter().map(|rule| format!("{}: {rule}", fact.function)))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn a_score_of_a_hundred_points_is_capped_too() {
    check(
        "def chief_justice(ops):\n    if prosecutor and prosecutor.score <= 40:\n        final_score = min(final_score, 60)\n",
        &["chief_justice: security_override"],
    );
    check(
        "def chief_justice(s):\n    if s.security_flaw:\n        score = 50\n",
        &["chief_justice: security_override"],
    );
    // Keeping to the scale caps nothing.
    check(
        "def chief_justice(ops):\n    if prosecutor and prosecutor.score <= 40:\n        final_score = min(final_score, 100)\n",
        &[],
    );
    check("def chief_justice(s):\n    if s.security_flaw:\n        score = 95\n", &[]);
}

const ACTIONS: &str = "def is_flaw(p, t, c):\n    if 'shell injection' in p.argument or 'security' in p.argument:\n        return True\n    return False\n\
    def cap(p, t, c):\n    score = min(3, t.score if t else 3)\n    return score, 'capped'\n\
    def re_evaluate(p, t, c):\n    lead = t.score if t.cited_evidence else 1\n    tl_score = t_lead.score if t_lead else (p.score + 1)\n    return lead, 'heard again'\n\
    def lead_decides(p, tech_lead, c):\n    s = tech_lead.score if tech_lead else 3\n    return s, 'the Tech Lead decides'\n";

#[test]
fn rules_in_a_table_are_told_at_what_they_do() {
    let text = format!(
        "{ACTIONS}def chief_justice(p, t, c):\n    rules = [\n        (is_flaw, lambda p, t, c: cap(p, t, c)),\n        (lambda p, t, c: (max([p.score, t.score]) - min([p.score, t.score]) > 2) if all([p, t]) else False, re_evaluate),\n        (lambda p, t, c: 'architecture' in c, lead_decides),\n    ]\n    for condition, apply in rules:\n        if condition(p, t, c):\n            return apply(p, t, c)\n    return p.score, ''\n"
    );
    check(
        &text,
        &[
            "cap: security_override",
            "re_evaluate: variance_re_evaluation",
            "lead_decides: functionality_weight",
        ],
    );
    let named = format!(
        "{ACTIONS}RULES = [{{'when': is_flaw, 'then': cap}}]\ndef chief_justice(p, t, c):\n    for rule in RULES:\n        if rule['when'](p, t, c):\n            score, why = rule['then'](p, t, c)\n"
    );
    check(&named, &["cap: security_override"]);
}

#[test]
fn a_table_that_nothing_goes_through_or_that_only_words_is_no_rule() {
    let unused = format!(
        "{ACTIONS}RULES = [(is_flaw, cap)]\ndef chief_justice(p, t, c):\n    return len(RULES)\n"
    );
    check(&unused, &[]);
    let words = "def is_flaw(p):\n    return 'security' in p.argument\ndef note(p):\n    return 'look at security'\n\
        def chief_justice(p):\n    for condition, apply in [(is_flaw, note)]:\n        if condition(p):\n            lines.append(apply(p))\n";
    check(words, &[]);
}

#[test]
fn the_function_that_evaluates_again_is_told_and_those_after_it_are_not() {
    let text = "def _re_evaluate_for_variance(ops):\n    d_score = min(ops[1].score, 3) if ops[1].cited_evidence else 1\n    return ops[0].score, d_score, 'notes'\n\
        def _security_override(c, p_score, computed, dissent):\n    if p_score <= 1:\n        dissent.append('capped')\n        return min(computed, 3.0), dissent\n    return computed, dissent\n\
        def chief_justice(ops):\n    variance = max(a, b) - min(a, b)\n    if variance > 2:\n        p_score, d_score, notes = _re_evaluate_for_variance(ops)\n    computed, dissent = _security_override(c, p_score, computed, [])\n";
    check(
        text,
        &[
            "_re_evaluate_for_variance: variance_re_evaluation",
            "_security_override: security_override",
            "chief_justice: variance_re_evaluation",
        ],
    );
}

#[test]
fn a_spread_that_is_only_flagged_is_words_and_a_note_about_it_no_trace() {
    let text = "def chief_justice(ops):\n    scores = [o.score for o in ops]\n    gap = max(scores) - min(scores) if scores else 0\n    if gap >= 20:\n        reeval_note = 'the evidence was re-evaluated'\n        summary = summary + reeval_note\n";
    assert_eq!(court(text)[0].spread, Some(SpreadUse::Words));
    let facts = facts(&[("src/nodes/justice.py", text)]);
    let names: Vec<_> = facts
        .rule_traces
        .iter()
        .flatten()
        .filter(|trace| !trace.in_words)
        .map(|trace| trace.name.as_str())
        .collect();
    assert!(!names.contains(&"reeval_note"), "{names:?}");
}

#[test]
fn what_asks_for_a_setting_that_nothing_gives_is_switched_off() {
    let text = |more: &str, field: &str| {
        format!(
            "from pydantic import BaseModel\nclass State(BaseModel):\n    opinions: list = []\n    evidences: dict = {{}}\n{field}\
             def resolve(ops, rules):\n    '''Functionality weight: the highest weight.'''\n    lead_score = next((o.score for o in ops if o.judge == 'TechLead'), None)\n{more}\
             \x20   # Security override caps the score\n    if ops[0].score == 1 and rules.get('security_override'):\n        final_score = 3\n\
             \x20   if lead_score is not None and rules.get('functionality_weight'):\n        return lead_score\n    return sum(o.score for o in ops) / len(ops)\n\
             def chief_justice(state: State):\n    rules = getattr(state, 'rules', {{}})\n    final_score = resolve(state.opinions, rules)\n\
             \x20   if state.evidences.get('commits') and rules.get('override'):\n        final_score = min(final_score, 3)\n    return final_score\n"
        )
    };
    let read = |text: &str| facts(&[("src/nodes/justice.py", text)]);
    let off = |text: &str, rule: &str| {
        let traces = read(text).rule_traces.unwrap_or_default();
        traces.iter().find(|trace| trace.rule == rule).map(|trace| trace.setting.is_some())
    };
    let given = text("", "    rules: dict = {}\n");
    for rule in ["security_override", "functionality_weight"] {
        assert_eq!(off(&text("", ""), rule), Some(true), "{rule}");
        assert_ne!(off(&given, rule), Some(true), "{rule}");
    }
    // A name that serves something else as well is not off.
    assert_eq!(off(&text("    log(lead_score)\n", ""), "functionality_weight"), Some(false));
    let serves = |text: &str| read(text).evidence_in_synthesis.map(|fact| fact.serves);
    assert_ne!(serves(&text("", "")), Some(EvidenceUse::Score));
    assert_eq!(serves(&given), Some(EvidenceUse::Score));
}

#[test]
fn names_outside_the_synthesis_speak_of_no_rule() {
    let facts = facts(&[
        (
            "src/graph.py",
            "from src.nodes.justice import chief_justice_node\ndef evidence_aggregator(state):\n    return state\ndef chief_justice(state):\n    return chief_justice_node(state)\n",
        ),
        (
            "src/nodes/justice.py",
            "def chief_justice_node(state):\n    score = max(op.score for op in state.opinions)\n    return {'score': score}\n",
        ),
    ]);
    let told: Vec<_> = facts.justice.iter().map(|fact| fact.function.as_str()).collect();
    assert_eq!(told, ["chief_justice_node"], "what only hands on is not a second one");
    let traces = facts.rule_traces.unwrap_or_default();
    assert!(traces.iter().all(|trace| trace.rule != "fact_supremacy"), "{traces:?}");
}

#[test]
fn a_distance_is_compared_through_a_variable() {
    let limits = |body: &str| -> Vec<String> {
        let facts = facts(&[("src/nodes/justice.py", body)]);
        let limits = facts.practices.iter().filter(|fact| fact.practice == Practice::SpreadLimit);
        limits.map(|fact| fact.by.clone()).collect()
    };
    let apart = "def resolve(p, d, t):\n    scores = [p, d, t]\n    score_range = max(scores) - min(scores)\n    if score_range > 2:\n        return 3\n";
    assert_eq!(limits(apart), ["> 2"]);
    assert!(
        limits("def resolve(p):\n    pages = len(p)\n    if pages > 2:\n        return 3\n")
            .is_empty()
    );
}

#[test]
fn a_model_that_words_the_report_is_asked_and_decides_nothing() {
    let text = "def chief_justice(s):\n    score = max(s)\n    for model in models:\n        structured_llm = model.with_structured_output(Words)\n        resp = structured_llm.invoke(s)\n        summary = resp.summary\n    return Report(score=score, summary=summary)\n";
    let found = court(text);
    assert!(found[0].asks_model && !found[0].calls_model, "{found:?}");
    assert!(!court("def chief_justice(s):\n    return max(s)\n")[0].asks_model);
    assert_eq!(found[0].asked_in, None);
    let called = "def chief_justice(s):\n    return max(s), advise(s)\ndef advise(s):\n    return llm.invoke(s).content\n";
    assert_eq!(court(called)[0].asked_in.as_deref(), Some("advise"));
}

#[test]
fn who_is_no_judge_may_weigh_more_than_the_tech_lead() {
    let text = |weights: &str| {
        format!(
            "def chief_justice(s):\n    weights = {weights}\n    total = 0.0\n    for one in s:\n        w = weights.get(one['judge'], 1.0)\n        total += one['score'] * w\n    return total / 4\n"
        )
    };
    let rule = &["chief_justice: functionality_weight"];
    check(&text("{'Prosecutor': 1.0, 'Defense': 1.0, 'TechLead': 1.5, 'Moderator': 2.0}"), rule);
    check(&text("{'Prosecutor': 2.0, 'Defense': 1.0, 'TechLead': 1.5}"), &[]);
}

#[test]
fn judges_that_are_unpacked_in_the_order_of_their_names_are_known() {
    let text = |judges: &str| {
        format!(
            "def chief_justice(dim_id, ops, final):\n    one, other, tech = [op for name in {judges} for op in ops if op.judge == name]\n    if dim_id == 'graph_orchestration' and tech.score >= 4:\n        final = max(final, 4)\n    return final\n"
        )
    };
    let rule = &["chief_justice: functionality_weight"];
    check(&text("['Prosecutor', 'Defense', 'TechLead']"), rule);
    check(&text("['TechLead', 'Defense', 'Prosecutor']"), &[]);
}

const OBJECTS: &str = "class Rule:\n    def apply(self, score, ops):\n        raise NotImplementedError\n\
    class Capping(Rule):\n    def apply(self, score, ops):\n        if self.flaw.security:\n            return min(score, 3)\n        return score\n\
    class Strict(Capping):\n    pass\n";

#[test]
fn rules_that_are_objects_are_followed_to_the_method_that_each_is_asked_by() {
    let chief = |rules: &str, each: &str| {
        format!(
            "{OBJECTS}RULES = [Capping()]\ndef all_rules():\n    return [Capping()]\ndef chief_justice(s):\n    score, ops = s.score, s.opinions\n    rules = {rules}\n    for rule in {each}:\n        score = rule.apply(score, ops)\n    return score\n"
        )
    };
    let found = ["Capping.apply: security_override"];
    check(&chief("[Capping()]", "rules"), &found);
    check(&chief("[Strict()]", "rules"), &found);
    check(&chief("{'cap': Capping()}", "rules.values()"), &found);
    check(&chief("None", "RULES"), &found);
    check(&chief("all_rules()", "rules"), &found);
    check(&chief("[Rule()]", "rules"), &[]);
    let held = format!(
        "{OBJECTS}class ChiefJustice:\n    def __init__(self):\n        self.rules = []\n        self.rules.append(Capping())\n    def decide(self, score, ops):\n        for at, rule in enumerate(self.rules):\n            score = rule.apply(score, ops)\n        return score\ndef chief_justice(s):\n    return ChiefJustice().decide(s.score, s.opinions)\n"
    );
    check(&held, &found);
    check(
        &chief("[kind() for kind in KINDS]", "rules")
            .replace("RULES = [Capping()]", "KINDS = [Capping]"),
        &found,
    );
    let engine = "class Engine:\n    def __init__(self, rules):\n        self.rules = rules\n    def run(self, score, ops):\n        for rule in self.rules:\n            score = rule.apply(score, ops)\n        return score\n";
    let given = format!(
        "{OBJECTS}{engine}ENGINE = Engine([Capping()])\ndef chief_justice(s):\n    return ENGINE.run(s.score, s.opinions)\n"
    );
    check(&given, &found);
}

#[test]
fn what_a_rule_asks_of_itself_may_be_that_of_one_derived_from_it() {
    let text = "class Rule:\n    def apply(self, score, ops):\n        if self.holds(ops):\n            return self.change(score)\n        return score\nclass Capping(Rule):\n    def holds(self, ops):\n        return ops.security\n    def change(self, score):\n        if self.flaw.security:\n            return min(score, 3)\n        return score\ndef chief_justice(s):\n    score = s.score\n    for rule in [Capping()]:\n        score = rule.apply(score, s.opinions)\n    return score\n";
    check(text, &["Capping.change: security_override"]);
}

#[test]
fn who_computes_with_scores_is_told_from_who_does_not() {
    let computes = |body: &str| {
        let text = format!("def chief_justice(ops):\n    {body}\n    return {{'score': total}}\n");
        court(&text)[0].computes
    };
    assert!(computes("total = sum(WEIGHTS[o.judge] * o.score for o in ops)"));
    assert!(computes("total = mean(o.score for o in ops)"));
    assert!(computes("total = ops[0].score * 0.5"));
    assert!(computes("total = (a.score + b.score) // 2"));
    assert!(computes(
        "scores = sorted(o.score for o in ops)\n    total = scores[len(scores) // 2]"
    ));
    assert!(computes("total = next(o.score for o in ops if o.judge == 'TechLead')"));
    assert!(!computes("total = ops[0].score"));
    assert!(!computes("total = sum(ops)"));
}
