//! What the synthesis does with what the detectives found.

use super::facts;
use crate::domain::facts::EvidenceUse;

#[track_caller]
fn check(body: &str, expected: EvidenceUse) {
    check_text(&format!("def chief_justice(state):\n{body}"), expected);
}

#[track_caller]
fn check_text(text: &str, expected: EvidenceUse) {
    let found = facts(&[("src/nodes/justice.py", text)]).evidence_in_synthesis;
    assert_eq!(found.map(|fact| fact.serves), Some(expected), "{text}");
}

#[test]
fn a_synthesis_that_reads_only_opinions_reads_no_evidence() {
    check(
        "    ops = state.get('opinions', [])\n    score = sum(op.score for op in ops) / len(ops)\n    return {'final_report': Report(score=score, repo_url=state['repo_url'])}\n",
        EvidenceUse::Unread,
    );
    // A wrapper and a helper change nothing.
    check_text(
        "def settle(scores):\n    return max(scores)\n\
         def chief_justice_node(state):\n    final_score = settle([op.score for op in state.opinions])\n    return {**state, 'final_score': final_score}\n",
        EvidenceUse::Unread,
    );
}

#[test]
fn evidence_that_is_handed_to_what_never_looks_at_it_reaches_no_score() {
    let text = |body: &str| {
        format!(
            "def settle(scores, evidences):\n    {body}\n\
             def chief_justice_node(state):\n    found = state['evidences']\n    score = settle([op.score for op in state['opinions']], found)\n    return {{'final_score': score}}\n"
        )
    };
    check_text(&text("return max(scores)"), EvidenceUse::Words);
    check_text(&text("return max(scores) if evidences else 1"), EvidenceUse::Score);
}

#[test]
fn evidence_that_is_only_printed_reaches_no_score() {
    check(
        "    evidence = state.evidence_collection\n    lines = []\n    for ev in evidence:\n        if ev.found:\n            lines.append(ev.goal)\n        else:\n            continue\n    score = 3\n    return Report(score=score, appendix='\\n'.join(lines))\n",
        EvidenceUse::Words,
    );
    // A result that lists evidence beside its score does not taint the score.
    check(
        "    results = []\n    for op in state.opinions:\n        results.append(Result(final_score=op.score, cited=op.cited_evidence))\n    overall_score = sum(r.final_score for r in results) / len(results)\n",
        EvidenceUse::Words,
    );
}

#[test]
fn a_score_that_is_set_where_an_empty_setting_is_asked_for_is_not_set() {
    let with = |rules: &str| {
        format!(
            "    evidence = state.evidences\n    rules = {rules}\n    score = max(op.score for op in state.opinions)\n    if evidence.found and rules.get('facts'):\n        score = min(score, 2)\n    return Report(score=score, found=evidence)\n"
        )
    };
    check(&with("getattr(state, 'rules', {})"), EvidenceUse::Words);
    check(&with("load()"), EvidenceUse::Score);
}

#[test]
fn a_rubric_that_is_read_from_a_file_is_no_evidence() {
    let with = |name: &str| {
        format!(
            "    {name} = json.load(f)\n    table = {{one['id']: [] for one in {name}['dimensions']}}\n    for op in state['opinions']:\n        if table.get(op['id']) is not None:\n            table[op['id']].append({{'score': op['score']}})\n    score = max(one['score'] for one in table)\n    return score\n"
        )
    };
    check(&with("rubric"), EvidenceUse::Unread);
    check(&with("stored"), EvidenceUse::Score);
}

#[test]
fn a_finished_verdict_that_is_read_from_a_file_is_no_evidence() {
    let text = |file: &str| {
        format!(
            "class Report:\n    def __init__(self):\n        self.final_verdict = self._load('{file}')\n        self.opinions = self._load('opinions.json')\n        if not self.final_verdict and self.opinions:\n            self.final_verdict = self._synthesize_verdict()\n\
             \x20   def _load(self, path):\n        return json.load(open(path))\n\
             \x20   def _synthesize_verdict(self):\n        score = max(one['score'] for one in self.opinions)\n        return {{'score': score}}\n"
        )
    };
    check_text(&text("audit/final_verdict.json"), EvidenceUse::Unread);
    check_text(&text("audit/evidence.json"), EvidenceUse::Score);
    // A text or a number that it is built with is no state.
    let built = |param: &str| {
        text("final_verdict.json").replace(
            "(self):\n        self.final",
            &format!("(self, {param}):\n        self.kind = kind\n        self.final"),
        )
    };
    check_text(&built("kind: str = 'peer'"), EvidenceUse::Unread);
    check_text(&built("kind"), EvidenceUse::Unclear);
}

#[test]
fn evidence_that_reaches_a_score_is_seen_through_variables_helpers_and_conditions() {
    for body in [
        "    if state['evidences']:\n        score = 2\n",
        "    gaps = [e for e in state.get('evidences') if not e.found]\n    final_score = 5 - len(gaps)\n",
        "    for e in state.evidences:\n        score -= 1\n",
        "    total = Report(final_score=3 if state.repo_findings else 4)\n",
        // Whatever a part of the state is called, it may be evidence.
        "    seen = state['repo_results']\n    if seen:\n        score = 1\n",
        // So may what is read from files.
        "    if os.path.exists('report.json'):\n        score = 1\n",
        "    if state.hallucinated:\n        results['a'] = Result(final_score=1)\n",
    ] {
        check(body, EvidenceUse::Score);
    }
    check_text(
        "def weak(state):\n    return len(state['evidences']) < 3\n\
         def chief_justice(state):\n    thin = weak(state)\n    if thin:\n        score = 2\n",
        EvidenceUse::Score,
    );
    check_text(
        "def cap(items, score):\n    if items:\n        score = 2\n    return score\n\
         def chief_justice(state):\n    final_score = cap(state['evidences'], 4)\n",
        EvidenceUse::Score,
    );
}

#[test]
fn what_calls_the_synthesis_from_outside_counts_too() {
    let synthesis = "def chief_justice(opinions):\n    score = max(op.score for op in opinions)\n    return Result(score=score)\n";
    let run = |body: &str| {
        format!(
            "{synthesis}def run(state):\n    result = chief_justice(state['opinions'])\n{body}    return result\nrun({{}})\n"
        )
    };
    check_text(&run(""), EvidenceUse::Unread);
    check_text(
        &run("    if not state['evidences']:\n        result.score = 1\n"),
        EvidenceUse::Score,
    );
}

#[test]
fn evidence_of_security_alone_is_told_apart_and_a_state_that_is_handed_on_is_unclear() {
    check(
        "    flagged = False\n    for ev in state.evidence:\n        if ev.type == 'security_scan' and not ev.found:\n            flagged = True\n            break\n    security = flagged\n    if security:\n        final_score = min(final_score, 3)\n",
        EvidenceUse::Security,
    );
    check("    score = library.settle(state)\n", EvidenceUse::Unclear);
    check("    for name, part in state.items():\n        score += part\n", EvidenceUse::Unclear);
}

#[test]
fn what_a_judge_gave_is_no_evidence_though_the_state_holds_both() {
    let text = |given: &str| {
        format!(
            "class ChiefJustice:\n    def __init__(self, state):\n        self.state = state\n\
             \x20   def weigh(self, opinions):\n        return max(one.score for one in opinions)\n\
             \x20   def synthesize(self):\n        found = [one for some in self.state.evidences.values() for one in some]\n        dims = getattr(self.state, 'rubric_dimensions', [])\n        opinions = self.state.opinions\n\
             \x20       for dim in dims:\n            final_score = self.weigh({given})\n            notes = [one for one in found if not one.found]\n        self.state.final_report = Report(notes, final_score)\n        return self.state.final_report\n"
        )
    };
    check_text(&text("[op for op in opinions if op.criterion_id == dim.id]"), EvidenceUse::Words);
    check_text(&text("opinions + found"), EvidenceUse::Score);
}

#[test]
fn what_opinions_cite_is_no_evidence_until_it_is_held_against_some() {
    let text = |test: &str| {
        format!(
            "def settle(defense, prosecutor, evidences):\n    score = defense.score\n    if {test}:\n        score = prosecutor.score\n    return score\n\
             def chief_justice(state):\n    score = settle(state['opinions'][0], state['opinions'][1], state['evidences'])\n    return {{'final_score': score}}\n"
        )
    };
    check_text(&text("not defense.cited_evidence"), EvidenceUse::Cited);
    check_text(
        &text("len(prosecutor.cited_evidence) > len(defense.cited_evidence)"),
        EvidenceUse::Cited,
    );
    check_text(
        &text("not any(one in evidences for one in defense.cited_evidence)"),
        EvidenceUse::Score,
    );
    check_text(&text("evidences['git'].found"), EvidenceUse::Score);
    check(
        "    for op in state.opinions:\n        if not op.cited_evidence:\n            continue\n        scores.append(op.score)\n",
        EvidenceUse::Cited,
    );
}

/// A synthesis by an object that is made with the state.
fn with_object(class: &str, make: &str) -> String {
    format!(
        "{class}\n\
         \x20   def weigh(self, opinions):\n        return max(one.score for one in opinions)\n\
         \x20   def run(self):\n        final_score = self.weigh(self.kept.opinions)\n        notes = [one for one in self.kept.evidences if not one.found]\n        return Report(notes=notes, final_score=final_score)\n\
         def chief_justice_node(state):\n{make}"
    )
}

const KEEPING: &str = "class ChiefJustice:\n    def __init__(self, kept):\n        self.kept = kept\n        self.log = []";

#[test]
fn a_state_that_an_object_only_keeps_is_followed_into_its_methods() {
    let run = "    chief = ChiefJustice(state)\n    return {'final_report': chief.run()}\n";
    check_text(&with_object(KEEPING, run), EvidenceUse::Words);
    for make in [
        "    return {'final_report': ChiefJustice(kept=state).run()}\n",
        "    chief = ChiefJustice(state)\n    report = chief.run()\n    return {'final_report': report}\n",
    ] {
        check_text(&with_object(KEEPING, make), EvidenceUse::Words);
    }
    let record =
        "from dataclasses import dataclass\n@dataclass\nclass ChiefJustice:\n    kept: dict";
    check_text(&with_object(record, run), EvidenceUse::Words);
    let model = "from pydantic import BaseModel\nclass ChiefJustice(BaseModel):\n    kept: dict";
    let named = run.replace("(state)", "(kept=state)");
    check_text(&with_object(model, &named), EvidenceUse::Words);
    // What reads it is heard.
    let heard = with_object(KEEPING, run).replace("(self.kept.opinions)", "(self.kept.evidences)");
    check_text(&heard, EvidenceUse::Score);
    let unnamed = with_object(KEEPING, run).replace("(self.kept.opinions)", "(self.kept.seen)");
    check_text(&unnamed, EvidenceUse::Score);
}

#[test]
fn an_object_that_does_more_with_the_state_than_to_keep_it_is_unclear() {
    let run = "    chief = ChiefJustice(state)\n    return {'final_report': chief.run()}\n";
    for class in [
        "class ChiefJustice(library.Chief):\n    def __init__(self, kept):\n        self.kept = kept",
        "class ChiefJustice:\n    def __init__(self, kept):\n        self.kept = kept\n        library.settle(kept)",
        "class ChiefJustice:\n    def __init__(self, kept):\n        self.kept = kept\n    def __call__(self):\n        return library.settle(self)",
        "class ChiefJustice:\n    def __init__(self, kept):\n        self.kept = kept\n    @property\n    def seen(self):\n        return self.kept.evidences",
    ] {
        check_text(&with_object(class, run), EvidenceUse::Unclear);
    }
    // Others may look into it.
    for make in [
        "    chief = ChiefJustice(state)\n    return {'final_report': library.run(chief)}\n",
        "    return library.run(ChiefJustice(state))\n",
        "    chief = ChiefJustice(**state)\n    return {'final_report': chief.run(), 'score': library.settle(state)}\n",
        "    chief = ChiefJustice(state)\n    score = chief.kept.seen\n    return {'final_report': chief.run()}\n",
    ] {
        check_text(&with_object(KEEPING, make), EvidenceUse::Unclear);
    }
}

#[test]
fn evidence_that_an_object_keeps_is_evidence_there() {
    let text = |given: &str| {
        format!(
            "class ChiefJustice:\n    def __init__(self, opinions, rest):\n        self.opinions = opinions\n        self.rest = rest\n\
             \x20   def run(self):\n        final_score = max(one.score for one in self.opinions)\n        if self.rest:\n            final_score = 2\n        return final_score\n\
             def chief_justice_node(state):\n    chief = ChiefJustice(state['opinions'], state['{given}'])\n    return {{'final_score': chief.run()}}\n"
        )
    };
    check_text(&text("evidences"), EvidenceUse::Score);
    check_text(&text("rubric"), EvidenceUse::Unread);
}

#[test]
fn what_is_capped_for_security_alone_stays_so_under_any_name() {
    let text = |other: &str| {
        format!(
            "def has_security_issue(evidences):\n    for ev in evidences.get('tools', []):\n        if not ev.found and 'os.system' in ev.content:\n            return True\n    return False\n\
             def chief_justice_node(state):\n    evidences = state.get('evidences', {{}})\n    security_issue = has_security_issue(evidences)\n    results = []\n    for op in state['opinions']:\n        final_score = op.score\n        \
             if security_issue:\n            final_score = min(final_score, 3)\n        results.append(Result(final_score=final_score))\n    overall = sum(r.final_score for r in results) / 3\n    if security_issue:\n        overall = min(overall, 3.0)\n    \
             notes = 'capped' if security_issue else ''\n    {other}\n    return {{'final_report': Report(overall_score=float(overall), summary=notes)}}\n"
        )
    };
    check_text(&text("pass"), EvidenceUse::Security);
    check_text(&text("log(evidences)"), EvidenceUse::Security);
    check_text(&text("overall = overall - len(evidences['missing'])"), EvidenceUse::Score);
    check_text(
        &text("if not evidences['repo']:\n        overall = min(overall, 2.0)"),
        EvidenceUse::Score,
    );
}

#[test]
fn a_helper_that_says_whether_evidence_is_there_makes_a_cap_one_of_facts() {
    let rules = |helper: &str| -> bool {
        let text = format!(
            "def chief_justice(state):\n    evidences = state['evidences']\n    lacking = is_lacking(state['target'], evidences)\n    return settle(state['opinions'], lacking)\n\
             def settle(opinions, lacking):\n    final_score = max(op.score for op in opinions)\n    if lacking:\n        final_score = min(final_score, 3)\n    return final_score\n\
             def is_lacking(target, evidences):\n    {helper}\n"
        );
        let found = facts(&[("src/nodes/justice.py", &text)]).justice;
        found.iter().any(|one| one.rules.iter().any(|rule| rule == "fact_supremacy"))
    };
    assert!(rules("return not any(one in evidences for one in (target, 'all'))"));
    assert!(rules("if not evidences.get(target):\n        return True\n    return False"));
    // What is cited, and what is no answer, tells nothing of what was found.
    assert!(!rules("return any(op.cited_evidence for op in target)"));
    assert!(!rules("return evidences"));
    assert!(!rules("return target == 'pdf'"));
}
