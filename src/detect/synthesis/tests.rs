//! Where rules stand.

mod inert;
mod silent;
mod worded;

use super::*;
use crate::detect::repo::python::examine;
use crate::domain::exhibit::repository::Source;
use crate::domain::limits::Limits;

/// Where `rule` stands in a Chief Justice with this body, as one line.
fn stands(rule: &str, body: &str) -> String {
    let text = format!("def chief_justice(state):\n{body}");
    let path = "src/nodes/justice.py".into();
    let source = Source { path, blob: "b".into(), bytes: text.into_bytes() };
    let facts = examine(&[source], &Limits::default());
    match Synthesis::of(&facts).standing(rule) {
        Standing::Recognised => "recognised".into(),
        Standing::Told(justice) => format!("told in {}", justice.function),
        Standing::Lacking { because, .. } => format!("lacking: {because}"),
        Standing::Nowhere => "nowhere".into(),
        Standing::Undecided { because, .. } => format!("undecided: {because}"),
    }
}

#[test]
fn a_rule_is_nowhere_only_where_no_name_comment_or_text_speaks_of_it() {
    let rule = "security_override";
    assert_eq!(stands(rule, "    return max(state.scores)\n"), "nowhere");
    for (body, told) in [
        ("    # The security override comes first.\n    return 3\n", "says \"security override\""),
        (
            "    notes.append('Rule of Security applied')\n    return 3\n",
            "says \"rule of security\"",
        ),
        ("    flaws = state.flaws\n    return 3\n", "the name `flaws` at"),
    ] {
        let found = stands(rule, body);
        assert!(found.starts_with("undecided") && found.contains(told), "{found}");
    }
    assert_eq!(
        stands(
            rule,
            "    # Security Override\n    if prosecutor.score <= 40:\n        final_score = min(final_score, 60)\n"
        ),
        "recognised"
    );
}

#[test]
fn a_cap_that_waits_for_evidence_that_nothing_writes_is_lacking() {
    let body = "    score = max(state.scores)\n    security_flaw = False\n    for ev in state.evidence:\n        if ev.goal == 'Safe tools' and not ev.found:\n            security_flaw = True\n    if security_flaw:\n        score = min(score, 3)\n    return score\n\
                class Evidence:\n    goal: str\n    found: bool\ndef detective(state):\n    return Evidence(goal='Safe tools', found=FOUND)\n";
    let rule = "security_override";
    assert_eq!(stands(rule, &body.replace("FOUND", "look(state)")), "recognised");
    assert_eq!(
        stands(rule, &body.replace("FOUND", "True")),
        "lacking: the cap at `src/nodes/justice.py:7-8` waits for evidence that meets `ev.goal == 'Safe tools'` and `not ev.found` at `src/nodes/justice.py:5`, and none that the sources write does, as what is written for that goal is always marked otherwise, like that at `src/nodes/justice.py:14`"
    );
}

#[test]
fn a_rule_that_only_a_setting_which_nothing_gives_switches_on_is_lacking() {
    let body = |more: &str| {
        format!(
            "    \"\"\"Security override: caps at 3.\"\"\"\n    rules = getattr(state, 'rules', {{}})\n    score = max(state.scores)\n    worst_flaw = state.worst\n    # Rule of Security Override\n    if worst_flaw == 1 and rules.get('security_override'):\n        return worst_flaw\n{more}    return score\n"
        )
    };
    let rule = "security_override";
    let found = stands(rule, &body(""));
    let told = "the branch at `src/nodes/justice.py:7` that speaks of it never runs, for `rules` is always empty there";
    assert!(found.starts_with("lacking") && found.ends_with(told), "{found}");
    // Another branch may be the rule.
    for live in [
        "    # Security Override\n    if state.worst == 1:\n        score = 4\n",
        "    if state.flaws:\n        score = 4\n",
        "    score = worst_flaw\n",
        "    rules['security_override'] = True\n",
    ] {
        let found = stands(rule, &body(live));
        assert!(found.starts_with("undecided"), "{live}: {found}");
    }
}

#[test]
fn an_import_says_nothing_of_the_rule_that_it_is_called_after() {
    let body =
        "    from .security_override import SecurityOverride\n    return max(state.scores)\n";
    assert_eq!(stands("security_override", body), "nowhere");
}

#[test]
fn a_key_with_nothing_behind_it_is_no_trace() {
    let told = |value: &str| {
        let body = format!("    result = {{'flawed': {value}}}\n    return result\n");
        stands("security_override", &body)
    };
    assert_eq!(told("False"), "nowhere");
    assert_eq!(told("[]"), "nowhere");
    let said = "    return {'security_override_triggered': False}\n";
    assert_eq!(stands("security_override", said), "nowhere");
    assert!(told("flagged(state)").starts_with("undecided"));
}

#[test]
fn a_weight_counts_where_it_stands_beside_a_judge_or_a_criterion() {
    let rule = "functionality_weight";
    let told = |body: &str| stands(rule, &format!("{body}    return max(state.scores)\n"));
    for body in [
        "    weight = BY_JUDGE.get(op.judge, 1)\n",
        "    weights = {d['criterion']: d['weight'] for d in rubric}\n    tech_lead = 2\n    return tech_lead\n",
        "    for persona, weight in SHARES.items():\n        total += weight\n",
        "    weights = [1, 1, 2]\n",
        "    total = sum(s * w for s, w in zip(state.scores, state.weights))\n",
    ] {
        assert!(told(body).starts_with("undecided"), "{body}");
    }
    for body in
        ["    total_weight = sum(op.confidence for op in ops)\n", "    font.weight = 'bold'\n"]
    {
        assert_eq!(told(body), "nowhere", "{body}");
    }
}

#[test]
fn a_graph_that_leads_back_from_the_synthesis_leaves_open_whether_judges_are_heard_again() {
    let told = "    gap = max(scores) - min(scores)\n    if gap > 2:\n        notes.append('variance re-evaluation is due')\n    return gap\n";
    let wired = |back: &str| {
        format!(
            "{told}from langgraph.graph import StateGraph, START, END\ng = StateGraph(dict)\ng.add_node('judge', judge)\n\
             g.add_node('end_of_it', chief_justice)\ng.add_edge(START, 'judge')\ng.add_edge('judge', 'end_of_it')\n\
             def way(s):\n    return 'again' if s['again'] else 'done'\n\
             g.add_conditional_edges('end_of_it', way, {{'again': {back}, 'done': END}})\n"
        )
    };
    let rule = "variance_re_evaluation";
    let found = stands(rule, &wired("'judge'"));
    assert!(
        found.starts_with("undecided: the graph leads from `end_of_it` back to `judge`"),
        "{found}"
    );
    assert_eq!(stands(rule, &wired("'report'")), "told in chief_justice");
}

#[test]
fn to_lead_on_is_not_to_lead_back_whatever_a_loop_around_does() {
    let wired = |more: &str| {
        format!(
            "    gap = max(scores) - min(scores)\n    if gap > 2:\n        notes.append('variance re-evaluation is due')\n    return gap\n\
             from langgraph.graph import StateGraph, START, END\ng = StateGraph(dict)\ng.add_node('judge', judge)\n\
             g.add_node('verdict_check', chief_justice)\ng.add_edge(START, 'judge')\ng.add_edge('judge', 'verdict_check')\n\
             def way(s):\n    return 'look' if s['wide'] else 'save'\n\
             g.add_conditional_edges('verdict_check', way, {{'look': 'look', 'save': 'save'}})\n\
             def again(s):\n    return 'judge' if s['more'] else END\ng.add_edge('look', 'save')\n\
             g.add_conditional_edges('save', again, {{'judge': 'judge', END: END}})\n{more}"
        )
    };
    let rule = "variance_re_evaluation";
    assert_eq!(stands(rule, &wired("")), "told in chief_justice");
    let looks = wired("").replace("'look'", "'re_evaluate'");
    let found = stands(rule, &looks);
    assert!(
        found.contains("from `verdict_check` to `re_evaluate` and on to `save`, without a judge"),
        "{found}"
    );
    let heard = looks.replace(
        "g.add_edge('re_evaluate', 'save')",
        "g.add_edge('re_evaluate', 'defense')\ng.add_edge('defense', 'save')",
    );
    assert!(stands(rule, &heard).contains("on to `save`, and whether"));
    // What leads there again, and not from the beginning, leads back.
    let again =
        wired("").replace("g.add_edge('look', 'save')", "g.add_edge('look', 'verdict_check')");
    let found = stands(rule, &again);
    assert!(found.contains("leads from `verdict_check` back to `look`"), "{found}");
    // One that another way comes to first is led back to.
    let found = stands(rule, &wired("g.add_edge(START, 'look')\n"));
    assert!(found.contains("leads from `verdict_check` back to `look`"), "{found}");
}

#[test]
fn a_cap_for_a_judge_whom_nobody_is_called_is_no_rule() {
    let signs = |name: &str| {
        format!(
            "    if opinion.judge == 'Prosecution' and opinion.score == 1:\n        score = min(score, 3)\n    return score\n\
             def prosecutor(case):\n    return Opinion(judge='{name}', score=1)\n"
        )
    };
    let rule = "security_override";
    let found = stands(rule, &signs("Prosecutor"));
    assert!(
        found.starts_with("lacking: the cap at") && found.contains("are signed `Prosecutor`"),
        "{found}"
    );
    assert_eq!(stands(rule, &signs("Prosecution")), "recognised");
    // Nobody of that seat was seen to sign at all.
    assert_eq!(stands(rule, &signs("Defense")), "recognised");
    // The name stands elsewhere, so that it may come from there.
    let roles = format!("{}ROLES = ['Prosecution']\n", signs("Prosecutor"));
    assert!(stands(rule, &roles).starts_with("undecided: the cap at"));
}

#[test]
fn a_function_that_nothing_calls_is_no_trace_of_a_rule() {
    let rule = "variance_re_evaluation";
    let body = |call: &str| {
        format!(
            "    return max(scores){call}\ndef compute_variance(scores):\n    return sum(scores)\n"
        )
    };
    let found = stands(rule, &body(""));
    assert!(found.starts_with("lacking") && found.contains("`compute_variance`"), "{found}");
    assert!(stands(rule, &body(" + compute_variance(scores)")).starts_with("undecided"));
}

#[test]
fn a_rule_in_a_function_that_nothing_calls_is_not_implemented() {
    let rule = "security_override";
    let body = |value: &str, more: &str| {
        format!(
            "    report = Report(score=1)\n    return {value}\ndef security_override(flaw, score):\n    if flaw.security:\n        score = min(score, 3)\n    return score\nNODES = [chief_justice]\n{more}"
        )
    };
    let lacking = "lacking: what was recognised of it stands in `security_override`, which nothing that runs calls";
    assert_eq!(stands(rule, &body("report.score", "")), lacking);
    assert_eq!(stands(rule, &body("security_override(state.flaw, 4)", "")), "recognised");
    assert_eq!(stands(rule, &body("settle(state)", "RULES = [security_override]\n")), "recognised");
    // Whoever looks functions up by their names may find it.
    let found = stands(rule, &body("getattr(rules, state.name)(4)", ""));
    assert_ne!(found, lacking);
}

#[test]
fn a_spread_that_tools_of_the_synthesis_ask_for_is_followed() {
    let found = |file: &str| {
        let tools = "def detect_variance(scores):\n    return max(scores) - min(scores) > 2\n";
        let chief = format!(
            "from src.tools.{file} import detect_variance\ndef chief_justice(state):\n    score = max(state.scores)\n    dissent = None\n    if detect_variance(state.scores):\n        dissent = 'They differ.'\n    return Result(score=score, dissent_summary=dissent)\n"
        );
        let source = |path: String, text: &str| Source {
            path: path.as_str().into(),
            blob: "b".into(),
            bytes: text.as_bytes().to_vec(),
        };
        let sources = [
            source(format!("src/tools/{file}.py"), tools),
            source("src/nodes/judges.py".into(), &chief),
        ];
        let facts = examine(&sources, &Limits::default());
        matches!(Synthesis::of(&facts).standing("variance_re_evaluation"), Standing::Told(_))
    };
    assert!(found("chief_justice_tools"));
    // What other tools do is not looked into.
    assert!(!found("repo_tools"));
}

#[test]
fn weights_that_only_what_nothing_calls_looks_up_are_no_trace() {
    let rule = "functionality_weight";
    let body = |read: &str| {
        format!(
            "    return max(scores){read}\nWEIGHTS = {{'TechLead': 2}}\ndef weighted(op):\n    return op.score * WEIGHTS.get(op.judge, 1)\n"
        )
    };
    assert!(stands(rule, &body("")).starts_with("lacking"), "{}", stands(rule, &body("")));
    assert!(stands(rule, &body(" + len(WEIGHTS)")).starts_with("undecided"));
}

#[test]
fn a_dissent_alone_that_is_chosen_by_the_spread_evaluates_nothing_again() {
    let rule = "variance_re_evaluation";
    let body = |last: &str| {
        format!(
            "    gap = max(scores) - min(scores)\n    dissent = tell(scores) if gap > 2 else None\n{last}"
        )
    };
    let plain = "    return Result(score=max(scores), dissent_summary=dissent)\n";
    assert_eq!(stands(rule, &body(plain)), "told in chief_justice");
    let heard = "    final = hear(scores) if gap > 2 else max(scores)\n    return final\n";
    assert_ne!(stands(rule, &body(heard)), "told in chief_justice");
}

#[test]
fn who_is_sent_to_a_mediator_whose_notes_nothing_reads_is_not_heard_again() {
    let rule = "variance_re_evaluation";
    let wired = |gives: &str, more: &str| {
        format!(
            "    return max(state['scores'])\ndef variance_check(state):\n    gap = max(state['scores']) - min(state['scores'])\n    wide = False\n\
             \x20   if gap > 2:\n        wide = True\n    return {{'has_variance': wide}}\n\
             def variance_router(state):\n    if state.get('has_variance'):\n        return 're_evaluation'\n    return 'done'\n\
             def re_evaluation_node(state):\n    notes = llm.invoke(state['arguments'])\n    return {{'re_evaluated': True, '{gives}': notes}}\n{more}"
        )
    };
    assert_eq!(stands(rule, &wired("mediation", "")), "told in variance_check");
    let read = "def report(state):\n    return state['mediation']\n";
    assert_eq!(stands(rule, &wired("mediation", read)), "recognised");
}

#[test]
fn a_spread_that_only_words_follow_is_told_and_no_evidence_overrules_nobody() {
    let told = "    gap = max(scores) - min(scores)\n    if gap > 2:\n        notes.append('variance re-evaluation is due')\n    return gap\n";
    assert_eq!(stands("variance_re_evaluation", told), "told in chief_justice");
    assert!(stands("fact_supremacy", told).starts_with("lacking: `chief_justice`, with all"));
    let heard = "    if state['evidences']:\n        score = 2\n";
    assert!(stands("fact_supremacy", heard).starts_with("undecided: evidence may reach"));
}

#[test]
fn a_branch_that_comes_to_the_same_score_takes_no_weight_from_a_verdict_that_is_the_tech_leads() {
    let rule = "functionality_weight";
    let body = |flaw: &str, otherwise: &str| {
        format!(
            "    tech_lead, prosecutor = state.tech_lead, state.prosecutor\n    t_score = tech_lead.score\n    final = t_score\n    if prosecutor.flaw.security:\n        final = {flaw}\n    \
             if state.criterion == 'graph_orchestration':\n        final = {otherwise}\n    else:\n        final = t_score\n    return final\n"
        )
    };
    let at = "the branch at `src/nodes/justice.py:7-8` gives the score that `chief_justice` gives without it";
    let found = stands(rule, &body("min(3, t_score)", "t_score"));
    assert_eq!(found, "recognised");
    // Where another judge's score may enter, something else may weigh.
    let found = stands(rule, &body("prosecutor.score", "t_score"));
    assert!(found.starts_with(&format!("undecided: {at}")), "{found}");
    assert_eq!(stands(rule, &body("min(3, t_score)", "t_score + 1")), "recognised");
}

#[test]
fn a_dissent_that_nothing_reads_is_not_implemented() {
    let made = "    dissent = ' '.join(state.arguments)\n";
    let found = stands("dissent", &format!("{made}    return max(state.scores)\n"));
    assert!(
        found.starts_with("lacking: `chief_justice` puts a dissent together at `")
            && found.ends_with("nothing reads the variable that it is given to"),
        "{found}"
    );
    let read = stands("dissent", &format!("{made}    return max(state.scores), dissent\n"));
    assert_eq!(read, "recognised");
}

#[test]
fn a_cap_beside_what_a_wide_spread_takes_is_told() {
    let body = "    spread = max(scores) - min(scores)\n    if spread > 2:\n        final_score = tech_lead_score\n        if security_issue(state):\n            final_score = min(final_score, 3)\n    return final_score\n";
    let found = stands("variance_re_evaluation", body);
    assert!(found.starts_with("lacking: where the scores lie far apart `chief_justice` takes the Tech Lead's score at `src/nodes/justice.py:3-6`, which the cap for security may lower there, and looks at no other evidence"), "{found}");
}

#[test]
fn rules_that_nothing_calls_are_listed_beside_those_that_decide() {
    let uncalled = |calls: &str| {
        let text = format!(
            "def rule_of_evidence(op, found):\n    return 'deep' in op.argument and not found\ndef clamp_unused(score):\n    return score\n\
             def chief_justice(state):\n    {calls}\n    if state.security_flaw.found:\n        final_score = min(state.score, 3)\n    return final_score\n\
             from langgraph.graph import StateGraph, START, END\ng = StateGraph(dict)\ng.add_node('chief_justice', chief_justice)\ng.add_edge(START, 'chief_justice')\ng.add_edge('chief_justice', END)\napp = g.compile()\n"
        );
        let path = "src/nodes/justice.py".into();
        let source = Source { path, blob: "b".into(), bytes: text.into_bytes() };
        let facts = examine(&[source], &Limits::default());
        Synthesis::of(&facts).uncalled().join(", ")
    };
    assert_eq!(uncalled("final_score = 5"), "rule_of_evidence");
    assert_eq!(uncalled("final_score = 1 if rule_of_evidence(state.op, True) else 5"), "");
    assert_eq!(uncalled("final_score = getattr(state, state.name)"), "");
}

#[test]
fn naming_the_tech_lead_beside_the_others_weighs_nobody() {
    let rule = "functionality_weight";
    let body = |each: &str, settle: &str| {
        format!(
            "    prosecutor_score = 3\n    defense_score = 3\n    tech_lead_score = 3\n    for op in state.opinions:\n        if op.judge == 'Prosecutor':\n            prosecutor_score = op.score\n        \
             elif op.judge == 'Defense':\n            defense_score = op.score\n        elif op.judge == 'TechLead':\n            tech_lead_score = {each}\n    final_score = {settle}\n    return Report(final_score)\n\
             def resolve(prosecutor_score, defense_score, tech_lead_score):\n    scores = [prosecutor_score, defense_score, tech_lead_score]\n    if max(scores) - min(scores) > 2:\n        return sorted(scores)[1]\n    return round(sum(scores) / 3)\n"
        )
    };
    let even = |each: &str, settle: &str| {
        stands(rule, &body(each, settle)).contains("all judges' scores are treated alike")
    };
    assert!(even("op.score", "resolve(prosecutor_score, defense_score, tech_lead_score)"));
    assert!(even("op.score", "max(prosecutor_score, defense_score, tech_lead_score)"));
    assert!(even("op.score", "(prosecutor_score + defense_score + tech_lead_score) / 3"));
    for (each, settle) in [
        ("op.score + 1", "resolve(prosecutor_score, defense_score, tech_lead_score)"),
        ("op.score", "resolve(prosecutor_score, defense_score, 2 * tech_lead_score)"),
        ("op.score", "max(prosecutor_score, tech_lead_score)"),
        ("op.score", "tech_lead_score or max(prosecutor_score, defense_score)"),
        ("op.score", "settle(prosecutor_score, defense_score, tech_lead_score)"),
        ("op.score", "[prosecutor_score, defense_score, tech_lead_score][2]"),
        ("op.score", "dot([prosecutor_score, defense_score, tech_lead_score], WEIGHING)"),
    ] {
        assert!(!even(each, settle), "{each}: {settle}");
    }
    // Who stands where in the list tells who it is.
    let call = "resolve(prosecutor_score, defense_score, tech_lead_score)";
    for other in ["scores[0] * 0.2 + scores[2] * 0.8", "dot(scores, (1, 1, 2))", "scores"] {
        let text = body("op.score", call).replace("round(sum(scores) / 3)", other);
        assert!(!stands(rule, &text).contains("treated alike"), "{other}");
    }
}
