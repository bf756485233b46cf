//! The synthesis: its rules, where a model's reply goes, and which functions are told.

use super::facts;
use crate::domain::facts::{JusticeFact, PythonFacts, SpreadUse};

const FILE: &str = "src/nodes/justice.py";

fn court(text: &str) -> PythonFacts {
    facts(&[(FILE, text)])
}

/// Checks the rules that the functions in `text` implement, each with its function.
#[track_caller]
fn check_rules(text: &str, expected: &[&str]) {
    let found: Vec<String> = court(text)
        .justice
        .iter()
        .flat_map(|fact| fact.rules.iter().map(|rule| format!("{}: {rule}", fact.function)))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn rules_are_recognised_by_what_the_code_does() {
    check_rules(
        "def chief_justice(s):\n    if s.security_flaw:\n        score = min(score, 3)\n",
        &["chief_justice: security_override"],
    );
    check_rules(
        "def chief_justice(s):\n    '''security override: min(score, 3)'''\n    return 1\n",
        &[],
    );
    check_rules(
        "def chief_justice(s):\n    spread = max(x) - min(x)\n    if spread > 2:\n        dissent_summary = 'they disagree'\n    return dissent_summary\n",
        &["chief_justice: dissent"],
    );
    check_rules(
        "def chief_justice(s):\n    return decide(s)\ndef decide(s):\n    if max(x) - min(x) > 2:\n        final_score = settle(x)\n",
        &["decide: variance_re_evaluation"],
    );
    check_rules(
        "def chief_justice(s):\n    if s.id == 'graph_orchestration':\n        final_score = tech_lead.score\n    return final_score\n",
        &["chief_justice: functionality_weight"],
    );
}

#[test]
fn a_verdict_can_be_capped_in_many_ways() {
    check_rules(
        "def security_override(ops):\n    for op in ops:\n        if any(p in op.argument for p in PHRASES):\n            return VERDICT_FAIL\n    return None\n\
         def chief_justice(s):\n    return security_override(s['opinions'])\n",
        &["security_override: security_override"],
    );
    check_rules(
        "def _security_override(ops):\n    if not ops:\n        return None, []\n    return 3, ops\n\
         def chief_justice(s):\n    cap, seen = _security_override(s['opinions'])\n",
        &["_security_override: security_override"],
    );
    check_rules(
        "def chief_justice(ops):\n    for op in ops:\n        if getattr(op, 'judge', '') == 'Prosecutor' and op.score == 1:\n            rounded = min(rounded, 3)\n",
        &["chief_justice: security_override"],
    );
    // Keeping to the scale caps nothing.
    check_rules(
        "def chief_justice(s):\n    if s.security_flaw:\n        score = max(1, min(5, score))\n",
        &[],
    );
}

#[test]
fn the_tech_lead_can_weigh_most_in_many_ways() {
    for body in [
        "    for op in s:\n        w = LEAD if op.judge == 'TechLead' else 1.0\n        total += op.score * w\n",
        "    if techlead_op:\n        final_score = (final_score + techlead_op.score) / 2\n",
        "    for name, score in s:\n        if _is_architecture(s) and name == 'TechLead':\n            weighted.append(score * 0.5)\n",
        "    t_score = t_op.score if t_op.judge == 'TechLead' else 1\n    score = t_score * 0.4 + p_score * 0.3\n",
        "    if tech_lead:\n        total += tech_lead.score * 2\n    total += defense.score\n",
        "    t_op = next((o for o in s if o.judge == 'TechLead'), None)\n    t_score = t_op.score if t_op else 3\n    if s.id in ['graph_orchestration'] and t_score >= 4:\n        final_score = t_score\n",
        "    tech = s.get('TechLead')\n    pros = s.get('Prosecutor')\n    base = tech if tech is not None else (pros if pros is not None else 1)\n    final_score = int(base)\n",
    ] {
        check_rules(
            &format!("def chief_justice(s):\n{body}"),
            &["chief_justice: functionality_weight"],
        );
    }
    check_rules("def chief_justice(s):\n    score = (a.score + tech_lead.score) / 2\n", &[]);
    // A parameter is what every caller gives it.
    let helper = "def _resolve(p, t):\n    return round((p + t * 2) / 3)\ndef chief_justice(s):\n    t = tech_lead.score if tech_lead else 3\n    score = _resolve(pros.score, t)\n";
    check_rules(helper, &["_resolve: functionality_weight"]);
    check_rules(&format!("{helper}    other = _resolve(t, pros.score)\n"), &[]);
}

#[test]
fn evidence_overrules_through_flags_helpers_and_omission() {
    for text in [
        "def chief_justice(s):\n    nothing = True\n    for e in s:\n        if e.goal and e.found:\n            nothing = False\n    if nothing and s:\n        return VERDICT_FAIL, 'why'\n",
        "def _gaps(es):\n    gaps = [e for e in es if not e.found]\n    return len(gaps) > 0, gaps\n\
         def chief_justice(s):\n    has_gaps, items = _gaps(s)\n    if has_gaps:\n        judge_weights['Defense'] = 0.0\n",
        "def chief_justice(s):\n    for score in s:\n        if repo_confidence < 0.5 and score >= 4.0:\n            continue\n",
    ] {
        check_rules(text, &["chief_justice: fact_supremacy"]);
    }
    // An artifact is no fact.
    check_rules(
        "def chief_justice(s):\n    if s.target_artifact == 'repo':\n        score = 4\n",
        &[],
    );
}

#[test]
fn another_score_is_no_second_look_whatever_is_printed() {
    for picked in
        ["sorted(scores)[1]", "ordered_scores[1]", "t_score", "tech_score", "median(scores)"]
    {
        let text = format!(
            "def chief_justice(s):\n    if max(scores) - min(scores) > 2:\n        final_score = {picked}\n        print('Triggering variance re-evaluation')\n    else:\n        final_score = round(sum(scores) / len(scores))\n"
        );
        check_rules(&text, &[]);
        let apart = text.replace(
            &format!("= {picked}"),
            &format!("= sorted(scores)\n        score = {picked}"),
        );
        check_rules(&apart.replace("final_score = sorted", "sorted_scores = sorted"), &[]);
        let again = text.replace(&format!("= {picked}"), "= re_evaluate(scores)");
        check_rules(&again, &["chief_justice: variance_re_evaluation"]);
    }
}

#[test]
fn what_a_setting_that_nothing_gives_switches_on_is_no_rule() {
    let text = |more: &str| {
        format!(
            "from pydantic import BaseModel\nclass State(BaseModel):\n    opinions: list = []\n{more}\
             def settle(ops, rules):\n    if ops.security_flaw and rules.get('override'):\n        return min(3, score)\n    return 4\n\
             def chief_justice(state: State):\n    rules = getattr(state, 'rules', {{}})\n    return settle(state.opinions, rules)\n"
        )
    };
    check_rules(&text(""), &[]);
    let switched = &["settle: security_override"];
    for filled in ["rules.update(load())", "rules['override'] = True", "rules |= load()"] {
        let asked = "rules = getattr(state, 'rules', {})\n";
        let text = text("").replace(asked, &format!("{asked}    {filled}\n"));
        check_rules(&text, switched);
    }
    for given in [
        "def run(parser):\n    return chief_justice(parser.parse_args())\n",
        "    rules: dict = {}\n",
        "def run(g):\n    return g.invoke(State(rules={}))\n",
        "def run(s):\n    s.rules = load()\n",
        "def run(s, name):\n    setattr(s, name, load())\n",
        "def other(s):\n    return settle(s, load())\n",
        "def other(s):\n    return s.apply(settle)\n",
    ] {
        check_rules(&text(given), switched);
    }
}

#[test]
fn a_wide_spread_is_evaluated_again_or_only_told() {
    check_rules(
        "def _score_variance(ops):\n    return max(ops) - min(ops)\n\
         def chief_justice(s):\n    gap = _score_variance(s)\n    needs_reeval = gap > 2\n    if needs_reeval:\n        score = _weighted_median(s)\n",
        &["chief_justice: variance_re_evaluation"],
    );
    check_rules(
        "def _far(scores):\n    return max(scores) - min(scores) >= 3\n\
         def settle(weighted, dissent, evidence):\n    if dissent and not evidence:\n        return VERDICT_PARTIAL, 'they disagree'\n    return VERDICT_PASS, ''\n\
         def chief_justice(s):\n    dissent = _far(s)\n    return settle(1, dissent, s)\n",
        &["settle: variance_re_evaluation"],
    );
    check_rules(
        "def variance_check(state):\n    '''opinions'''\n    has_variance = False\n    max_s = max(scores)\n    min_s = min(scores)\n    if (max_s - min_s) > limit:\n        has_variance = True\n    return {'has_variance': has_variance}\n\
         def router(state):\n    if state.get('has_variance'):\n        return 're_evaluate'\n    return 'synthesize'\n",
        &["variance_check: variance_re_evaluation"],
    );
    let spread = |text: &str| court(text).justice.iter().find_map(|fact| fact.spread);
    let told = "def chief_justice(s):\n    gap = max(s) - min(s)\n    if gap > 2:\n        label = 'SPLIT'\n        split = True\n        records.append(f'{gap}')\n";
    check_rules(told, &[]);
    assert_eq!(spread(told), Some(SpreadUse::Words));
    let tie = "def chief_justice(s):\n    gap = max(s) - min(s)\n    if gap > 2:\n        final_score = tech_lead.score\n    return final_score\n";
    check_rules(tie, &[]);
    assert_eq!(spread(tie), Some(SpreadUse::Choice));
}

#[test]
fn a_weight_is_looked_up_in_the_table_that_favours_the_tech_lead() {
    let sum = |table: &str, weight: &str| {
        format!(
            "def chief_justice(s):\n    weights = {table}\n    total = 0.0\n    for one in s:\n        w = {weight}\n\
             \x20       total += one['score'] * w\n    return total / 4\n"
        )
    };
    let lead = "{'Prosecutor': 1.0, 'Defense': 1.0, 'TechLead': 2.0}";
    let rule = &["chief_justice: functionality_weight"];
    check_rules(&sum(lead, "weights.get(one['judge'], 1.0)"), rule);
    check_rules(&sum(lead, "weights[one['judge']]"), rule);
    check_rules(&sum(lead, "others[one['judge']]"), &[]);
    let even = "{'Prosecutor': 1.0, 'Defense': 1.0, 'TechLead': 1.0}";
    check_rules(&sum(even, "weights[one['judge']]"), &[]);
}

#[test]
fn a_branch_that_comes_to_the_same_score_evaluates_nothing_again() {
    let court_of = |body: &str| {
        let text = format!("def chief_justice(s):\n    gap = max(s) - min(s)\n{body}");
        court(&text).justice.iter().find_map(|fact| fact.spread)
    };
    let told = Some(SpreadUse::Words);
    let branch = "    if gap > 2:\n        note = 're-evaluation applied'\n";
    let mean = "final_score = sum(s) // len(s)\n";
    let back = "    return final_score, note\n";
    let same = format!("{branch}        {mean}        return final_score, note\n    {mean}{back}");
    assert_eq!(court_of(&same), told);
    assert_eq!(court_of(&format!("    {mean}{branch}        {mean}{back}")), told);
    assert_eq!(court_of(&format!("{branch}        {mean}    else:\n        {mean}{back}")), told);
    let returned = format!(
        "{branch}        return round(sum(s) / 3), note\n    return round(sum(s)  /  3), ''\n"
    );
    assert_eq!(court_of(&returned), told);
    let capped =
        format!("    {mean}    final_score = min(final_score, 3)\n{branch}        {mean}{back}");
    assert_ne!(court_of(&capped), told);
    for renewed in ["s = reviewed(s)", "s.sort()", "s[0] = 1"] {
        let fresh = format!("    {mean}{branch}        {renewed}\n        {mean}{back}");
        assert_ne!(court_of(&fresh), told, "{renewed}");
    }
    let other = format!("{branch}        final_score = min(s)\n    else:\n        {mean}{back}");
    assert_ne!(court_of(&other), told);
}

#[test]
fn a_summary_of_every_criterion_is_dissent_too() {
    check_rules(
        "def chief_justice(s):\n    dissent_summary = '\\n'.join(lines) if lines else None\n    return dissent_summary\n",
        &["chief_justice: dissent"],
    );
    check_rules("def chief_justice(s):\n    dissent_summary = None\n", &[]);
}

/// Checks whether a model's reply reaches the score; `None` where nobody can tell.
#[track_caller]
fn check_model(text: &str, expected: Option<bool>) {
    let found = court(text).justice;
    let decides = found.iter().any(|fact| fact.calls_model);
    let unclear = found.iter().any(|fact| fact.reply_unclear);
    assert_eq!((!unclear || decides).then_some(decides), expected, "{text}");
}

#[test]
fn a_model_that_only_words_decides_nothing() {
    check_model(
        "def _summary(score):\n    response = llm.invoke(score)\n    return response.content.strip()\n\
         def chief_justice(s):\n    score = sum(s) / 3\n    summary = _summary(score)\n    return Report(executive_summary=summary, score=score)\n",
        Some(false),
    );
    check_model(
        "def chief_justice(s):\n    def _dissent_summary(lines):\n        response = llm.invoke(lines)\n        return str(getattr(response, 'content', ''))\n\
         \x20   words = _dissent_summary(s)\n    return Report(score=2, remediation_plan='x' + f'{words}')\n",
        Some(false),
    );
    check_model(
        "def chief_justice(s):\n    wording = model.with_structured_output(Words).invoke(s)\n    score = 3\n    return Report(score=score, summary=wording.summary)\n",
        Some(false),
    );
}

#[test]
fn a_model_whose_reply_becomes_the_score_decides() {
    for body in [
        "    return llm.invoke(s['opinions'])\n",
        "    score = int(llm.invoke(s).content)\n",
        "    chain = prompt | model.with_structured_output(Report)\n    report = chain.invoke(s)\n    final_scores = report.dimension_scores\n    return {'report': report}\n",
        "    reply = llm.invoke(s)\n    data = json.loads(reply.content)\n    return Report(final_score=data['score'])\n",
        "    verdict = llm.with_structured_output(Verdict).invoke(s)\n    return {'final': verdict}\n",
        "    reply = llm.invoke(s)\n    if 'APPROVE' in reply.content:\n        score = 5\n",
    ] {
        check_model(&format!("def chief_justice(s):\n{body}"), Some(true));
    }
}

#[test]
fn a_reply_that_cannot_be_followed_is_undecided() {
    check_model(
        "def chief_justice(s):\n    data = json.loads(llm.invoke(s).content)\n    registry.settle(data)\n    final_score = registry.get()\n    return final_score\n",
        None,
    );
}

#[test]
fn functions_are_told_by_their_class_and_branches_counted_once() {
    let text = "class ChiefJustice:\n    def __call__(self, state):\n        '''opinions'''\n        return self._resolve(state)\n    def _resolve(self, s):\n        if s.security:\n            score = min(score, 3)\n        def dissent_text(scores):\n            if scores:\n                return 'x'\n        return dissent_text(s)\n";
    let found = court(text).justice;
    let told: Vec<_> = found.iter().map(|fact| (fact.function.as_str(), fact.branches)).collect();
    assert_eq!(
        told,
        [("ChiefJustice._resolve", 1), ("ChiefJustice.dissent_text", 1)],
        "what only hands on is not told"
    );
    let picks: Vec<_> = found.iter().map(|fact| fact.picks).collect();
    assert_eq!(picks, [1, 0]);
}

#[test]
fn what_nothing_calls_and_what_only_makes_opinions_is_told_apart() {
    let text = "def security_override(score):\n    '''opinions'''\n    return 3\nclass Rules:\n    @staticmethod\n    def fact_supremacy(score):\n        '''opinions'''\n        return 2\n\
        def synthesize_opinions(c):\n    return [JudicialOpinion(score=c)]\n\
        def chief_justice(s):\n    return 1 if s else 2\n\
        NODES = [chief_justice, synthesize_opinions]\n";
    let found = court(text).justice;
    let told: Vec<_> =
        found.iter().map(|fact: &JusticeFact| (fact.function.as_str(), fact.dead)).collect();
    assert_eq!(
        told,
        [("security_override", true), ("Rules.fact_supremacy", true), ("chief_justice", false)]
    );
}

#[test]
fn a_plain_average_is_noted_and_an_overall_one_is_not() {
    let average = |body: &str| {
        court(&format!("def chief_justice(s):\n{body}")).justice[0]
            .average
            .as_ref()
            .map(|one| one.line)
    };
    assert_eq!(average("    base = sum(scores) / len(scores)\n"), Some(2));
    assert_eq!(average("    x = round((p_score + d_score + t_score) / 3)\n"), Some(2));
    assert_eq!(average("    overall = sum(c.final_score for c in done) / len(done)\n"), None);
    assert_eq!(average("    x = (p_score + t_score * 2) / 3\n"), None);
    assert_eq!(average("    return round(sum(scores) / 3), 'even'\n"), Some(2));
    assert_eq!(
        average(
            "    raw = sum(op.score for op in opinions) / len(opinions) if opinions else 0.0\n"
        ),
        Some(2)
    );
    assert_eq!(average("    base = sum(scores) // len(scores)\n"), Some(2));
    // It only stands in for a judge who is missing.
    assert_eq!(
        average("    base = tl.score if tl else (sum(scores) // len(scores) if scores else 3)\n"),
        None
    );
}

#[test]
fn names_that_speak_of_a_rule_are_pointed_to_in_the_synthesis_alone() {
    let facts = facts(&[
        (
            FILE,
            "def chief_justice(s):\n    '''the facts and the vulnerability'''\n    # dissent\n    return factory(s.artifact)\n\
            def weight_map(judges):\n    return judges\n",
        ),
        ("src/config.py", "security = 1\n"),
    ]);
    let traces: Vec<_> = facts
        .rule_traces
        .iter()
        .flatten()
        .map(|trace| (trace.rule.as_str(), trace.name.as_str(), trace.place.line))
        .collect();
    assert_eq!(traces, [("functionality_weight", "weight_map", 5), ("dissent", "dissent", 3)]);
    let in_words: Vec<_> = facts.rule_traces.iter().flatten().map(|trace| trace.in_words).collect();
    assert_eq!(in_words, [false, true]);
}

#[test]
fn rules_are_recognised_in_guards_and_in_lists_of_pairs() {
    let chief = "def chief_justice(s):\n    return settle(s)\n";
    check_rules(
        &format!(
            "{chief}def settle(s):\n    return build_dissent(s)\ndef build_dissent(s):\n    if max(x) - min(x) <= 2:\n        return None\n    return f'{{x}} differ'\n"
        ),
        &["build_dissent: dissent"],
    );
    check_rules(
        &format!(
            "{chief}def settle(s):\n    total = 0\n    pairs = [('Prosecutor', 0.25), ('Defense', 0.25), ('TechLead', 0.5)]\n    for judge, weight in pairs:\n        total += s[judge].score * weight\n    return total\n"
        ),
        &["settle: functionality_weight"],
    );
    check_rules(
        &format!(
            "{chief}def settle(s):\n    return apply_fact_supremacy(s)\ndef apply_fact_supremacy(s):\n    supported = [c for c in s.cited if c in known]\n    if not supported:\n        s.score = min(s.score, 2)\n    return s\n"
        ),
        &["apply_fact_supremacy: fact_supremacy"],
    );
    check_rules(
        &format!(
            "{chief}def settle(s):\n    if max(x) - min(x) > 2:\n        valid = [e for e in shared if s[e].found]\n        if valid:\n            score = (score + tech_lead.score) / 2\n    return score\n"
        ),
        &["settle: fact_supremacy", "settle: variance_re_evaluation"],
    );
    // A point less is a penalty, and nothing is evaluated again.
    let less = court(&format!(
        "{chief}def settle(s):\n    if max(x) - min(x) > 2:\n        score = score - 1\n    return score\n"
    ));
    let spread: Vec<_> = less.justice.iter().filter_map(|one| one.spread).collect();
    assert_eq!(spread, [SpreadUse::Choice]);
}
