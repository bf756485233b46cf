//! Scores that lie far apart: one yardstick for what evaluates them again and what only takes what is there.

use super::facts;
use crate::domain::facts::SpreadUse;

const RULE: &str = "variance_re_evaluation";

/// Whether scores are evaluated again in `text`, and what is taken for the score if that is all.
fn read(text: &str) -> (bool, Option<SpreadUse>, Option<String>) {
    let facts = facts(&[("src/nodes/justice.py", text)]);
    let again = facts.justice.iter().any(|one| one.rules.iter().any(|rule| rule == RULE));
    let spread = facts.justice.iter().find_map(|one| one.spread);
    let takes = facts.justice.iter().find_map(|one| one.spread_takes.clone());
    (again, spread, takes.map(|one| one.takes))
}

/// Where scores lie far apart `body` follows, beside `more` functions.
fn wide(body: &str, more: &str) -> (bool, Option<SpreadUse>, Option<String>) {
    read(&format!(
        "def chief_justice(prosecutor_score, defense_score, techlead_score, p, d, t, opinions, evidences):\n    scores = [prosecutor_score, defense_score, techlead_score]\n    spread = max(scores) - min(scores)\n    strong = any(e.confidence > 0.5 for e in evidences)\n    if spread > 2:\n        {body}\n    return round(sum(scores) / 3)\n{more}"
    ))
}

#[track_caller]
fn taken(body: &str, more: &str, takes: &str) {
    let found = wide(body, more);
    assert_eq!(found, (false, Some(SpreadUse::Choice), Some(takes.to_owned())), "{body}");
}

#[track_caller]
fn again(body: &str, more: &str) {
    assert!(wide(body, more).0, "{body}");
}

#[test]
fn what_takes_a_score_evaluates_nothing_again_however_it_is_written() {
    taken(
        "table = {'prosecutor': prosecutor_score, 'techlead': techlead_score}\n        final_score = table['techlead']\n        return {'final_score': final_score, 'reason': 'the Tech Lead decides by the evidence'}",
        "",
        "the Tech Lead's score",
    );
    taken(
        "if min(scores) < techlead_score < max(scores):\n            return techlead_score\n        return min(scores) + 1 if min(scores) < 3 else min(scores)",
        "",
        "a score moved by a fixed number or the lowest score or the Tech Lead's score",
    );
    taken("return t", "", "the Tech Lead's score");
    taken(
        "final_score = median(scores) * 0.6 + scores[0] * 0.4",
        "",
        "the scores weighed against each other",
    );
    taken(
        "return weighted_score(p, d, t, 2)",
        "def weighted_score(p, d, t, weight):\n    return (p.score + d.score + weight * t.score) / 4\n",
        "what `weighted_score` gives",
    );
    taken(
        "final_score = techlead_score\n        if security_flaw:\n            final_score = min(final_score, 3)",
        "",
        "the Tech Lead's score",
    );
    taken(
        "ours = len(p.cited_evidence) if p else 0\n        if ours > len(scores):\n            final_score = prosecutor_score\n        else:\n            final_score = techlead_score",
        "",
        "one judge's score or the Tech Lead's score, by how many citations each opinion has",
    );
}

#[test]
fn what_is_worked_out_and_returned_beside_words_is_no_text() {
    let judged = "def judged(opinions, evidences):\n    return sum(len(o.cited_evidence) for o in opinions)\n";
    let (_, spread, _) = wide(
        "value = judged(opinions, evidences)\n        note = f'apart by {spread}'\n        return value, note",
        judged,
    );
    assert_ne!(spread, Some(SpreadUse::Words));
    let (_, spread, _) = wide("note = f'apart by {spread}'\n        return scores[1], note", "");
    assert_ne!(spread, Some(SpreadUse::Words));
}

#[test]
fn what_looks_at_evidence_or_arguments_does() {
    again("if strong:\n            final_score = techlead_score", "");
    again("final_score = techlead_score if 'os.system' in p.argument else 1", "");
    again("final_score = weigh(scores)", "");
    let helper = "def weigh(scores, opinions):\n    return max(scores) if opinions[0].cited_evidence else min(scores)\n";
    again("final_score = weigh(scores, opinions)", helper);
    again("final_score = rejudge(opinions)", "");
}

#[test]
fn a_name_alone_evaluates_nothing_again() {
    let named = "def re_evaluate(scores):\n    return sorted(scores)[1]\n";
    assert!(!wide("final_score = re_evaluate(scores)", named).0);
    assert!(!wide("re_evaluated = True\n        final_score = techlead_score", "").0);
    assert_eq!(wide("score = min(techlead_score, max(scores) - 1)", "").2, None);
    assert_eq!(wide("final_score = max(scores) - prosecutor_score // 2", "").2, None);
}

#[test]
fn a_row_of_a_table_is_read_by_the_same_yardstick() {
    let table = |then: &str| {
        read(&format!(
            "def re_evaluate(p, d, t):\n    score = t.score if t else 1\n{then}    return score, 'high spread'\n\
             def chief_justice(p, d, t):\n    rules = [(lambda p, d, t: max([p.score, d.score]) - min([p.score, d.score]) > 2, re_evaluate)]\n    for condition, apply in rules:\n        if condition(p, d, t):\n            return apply(p, d, t)\n    return t.score, ''\n"
        ))
    };
    let takes = Some("the Tech Lead's score".to_owned());
    assert_eq!(table(""), (false, Some(SpreadUse::Choice), takes));
    assert!(table("    if t.cited_evidence[0].found:\n        return p.score, ''\n").0);
}

#[test]
fn a_cap_that_asks_the_evidence_once_more_leaves_what_is_taken_what_it_is() {
    let capped = |cap: &str, helper: &str| {
        let text = format!(
            "def chief_justice(scores, techlead_score, evidences):\n    spread = max(scores) - min(scores)\n    final_score = sorted(scores)[1]\n    if has_security_issue(evidences):\n        final_score = min(final_score, 3)\n    \
             if spread > 2:\n        final_score = techlead_score\n        if {helper}(evidences):\n            {cap}\n    return final_score\n\
             def {helper}(evidences):\n    return any('os.system' in (e.content or '') for e in evidences)\n"
        );
        let facts = facts(&[("src/nodes/justice.py", text.as_str())]);
        let takes = facts.justice.iter().find_map(|one| one.spread_takes.clone());
        takes.map(|one| (one.takes, one.capped))
    };
    let lead = |capped| Some(("the Tech Lead's score".to_owned(), capped));
    let cap = "final_score = min(final_score, 3)";
    assert_eq!(capped(cap, "has_security_issue"), lead(true));
    // What is done there is no cap, or is none for what is unsafe.
    assert_eq!(capped("final_score = 2", "has_security_issue"), None);
    assert_eq!(capped(cap, "is_refuted"), None);
}

#[test]
fn a_field_that_tells_of_a_wide_spread_sends_a_case_back_to_the_judges() {
    let text = |sets: &str, asks: &str| {
        format!(
            "def chief_justice_node(state):\n    results = [synthesize(ops) for ops in state['opinions']]\n    again = any(one.again_required for one in results)\n    if again and state['rounds'] < 1:\n        {sets}\n    return state\n\
             def synthesize(ops):\n    scores = [op.score for op in ops]\n    variance = max(scores) - min(scores)\n    wide = variance > 2\n    return CriterionResult(final_score=min(scores), again_required=wide)\n\
             def route(state):\n    if state.get('{asks}'):\n        return 'judges'\n    return 'report'\n"
        )
    };
    let again = |sets: &str, asks: &str| read(&text(sets, asks)).0;
    assert!(again("state['again_needed'] = True", "again_needed"));
    // Nobody asks for it, or it says nothing.
    assert!(!again("state['again_needed'] = True", "other"));
    assert!(!again("state['again_needed'] = False", "again_needed"));
    assert!(!again("notes.append('again')", "again_needed"));
    let even =
        text("state['again_needed'] = True", "again_needed").replace("variance > 2", "len(ops)");
    assert!(!read(&even).0);
}

#[test]
fn what_gives_nothing_whatever_the_spread_writes_no_dissent() {
    let has = |then: &str| {
        let text = format!(
            "def _variance_dissent(opinions):\n    scores = [o.score for o in opinions]\n    variance = max(scores) - min(scores)\n    if variance > 2:\n        {then}\n    return False, None\n\
             def chief_justice(state):\n    has, told = _variance_dissent(state['opinions'])\n    return {{'final_report': f'{{told}}'}}\n"
        );
        let found = super::facts(&[("src/nodes/justice.py", &text)]).justice;
        found.iter().any(|fact| fact.rules.iter().any(|rule| rule == "dissent"))
    };
    assert!(has("return True, '; '.join(f'{o.judge}: {o.argument}' for o in opinions)"));
    assert!(has("return True, 'the judges differ'"));
    for then in ["pass", "return False, None", "print('far apart')"] {
        assert!(!has(then), "{then}");
    }
}
