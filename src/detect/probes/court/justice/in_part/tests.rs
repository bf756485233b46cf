//! Rules that are there and do not do all of their work.

use super::*;
use crate::detect::repo::python::examine;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{EvidenceFact, EvidenceUse, JusticeFact, Lines, PythonFacts};
use crate::domain::limits::Limits;

fn facts(body: &str) -> PythonFacts {
    let text =
        format!("def chief_justice(state, scores, prosecutor, score):\n{body}    return score\n");
    let path = "src/nodes/justice.py".into();
    let source = Source { path, blob: "b".into(), bytes: text.into_bytes() };
    examine(&[source], &Limits::default())
}

/// What is left of a rule that holds, and what is said of it, where the synthesis reads so.
fn read(body: &str, rules: &[&str]) -> (Outcome, String, usize) {
    of(&facts(body), rules)
}

fn of(facts: &PythonFacts, rules: &[&str]) -> (Outcome, String, usize) {
    let rules: Vec<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
    let whole = Answer {
        outcome: Outcome::Holds,
        statement: "There.".to_owned(),
        missing: Vec::new(),
        findings: Vec::new(),
    };
    let Answer { outcome, statement, missing, .. } = told(whole, &rules, &Synthesis::of(facts));
    (outcome, statement, missing.len())
}

const ALONE: &str = "    if prosecutor.score <= 2:\n        score = min(score, 2)\n";

#[test]
fn a_cap_for_a_score_alone_costs_half_of_its_rule_and_no_more_of_others() {
    let (outcome, statement, missing) = read(ALONE, &[RULE]);
    assert_eq!((outcome, missing), (Outcome::Partly { share: 0.5 }, 1));
    assert!(
        statement.starts_with("There. Note: the cap at `src/nodes/justice.py:2"),
        "{statement}"
    );
    let (outcome, ..) = read(ALONE, &[RULE, "dissent"]);
    assert_eq!(outcome, Outcome::Partly { share: 0.75 });
}

#[test]
fn other_rules_and_caps_for_what_was_found_stay_as_they_are() {
    assert_eq!(read(ALONE, &["dissent"]), (Outcome::Holds, "There.".to_owned(), 0));
    let found = "    if any(e.found for e in state['evidences']['security']):\n        score = min(score, 3)\n";
    assert_eq!(read(found, &[RULE]).0, Outcome::Holds);
}

#[test]
fn two_wants_of_one_rule_cost_it_once() {
    let mut facts = facts(ALONE);
    let place = facts.justice[0].place.clone();
    facts.justice[0].security_undone = Some(UndoneBound {
        score: "score".into(),
        caller: None,
        bounded: place.clone(),
        when: vec!["spread > 2".into()],
        by: "score = 5".into(),
        place,
    });
    let (outcome, statement, missing) = of(&facts, &[RULE]);
    assert_eq!((outcome, missing), (Outcome::Partly { share: 0.5 }, 2));
    assert!(
        statement.contains("does not last") && statement.ends_with("where `spread > 2`."),
        "{statement}"
    );
}

#[test]
fn a_cap_that_spares_the_worst_costs_half_and_a_rule_by_words_is_only_told() {
    let mut facts = facts(ALONE);
    let place = facts.justice[0].place.clone();
    let justice = &mut facts.justice[0];
    justice.score_alone = None;
    justice.rules = vec![RULE.into(), FUNCTION.into()];
    let when = "op.score <= 3".to_owned();
    justice.spared = Some(SparedOpinion { when, place: place.clone() });
    let asks = "'sound' in argument".to_owned();
    justice.by_words = vec![RuleByWords { rule: FUNCTION.into(), asks, place }];
    let (outcome, statement, missing) = of(&facts, &[RULE]);
    assert_eq!((outcome, missing), (Outcome::Partly { share: 0.5 }, 1));
    assert!(statement.contains("where `op.score <= 3`, at"), "{statement}");
    let (outcome, statement, missing) = of(&facts, &[FUNCTION]);
    assert_eq!((outcome, missing), (Outcome::Holds, 0));
    assert!(
        statement.starts_with("There. Note: `functionality_weight` decides only where words"),
        "{statement}"
    );
    // Of facts that overrule opinions half is wanting where no score depends on any.
    let words = facts.justice[0].by_words.clone();
    facts.justice[0].rules = vec!["fact_supremacy".into()];
    facts.justice[0].by_words[0].rule = "fact_supremacy".into();
    facts.evidence_in_synthesis = None;
    assert_eq!(of(&facts, &["fact_supremacy"]).0, Outcome::Holds);
    facts.evidence_in_synthesis = Some(EvidenceFact {
        function: "chief_justice".into(),
        serves: EvidenceUse::Words,
        place: facts.justice[0].place.clone(),
    });
    let (outcome, statement, missing) = of(&facts, &["fact_supremacy"]);
    assert_eq!((outcome, missing), (Outcome::Partly { share: 0.5 }, 1));
    assert!(statement.ends_with("depends on what the detectives found."), "{statement}");
    facts.justice[0].rules = vec![RULE.into(), FUNCTION.into()];
    facts.justice[0].by_words = words;
    // Another function has the rule too, and no words decide there.
    let other = JusticeFact { by_words: Vec::new(), ..facts.justice[0].clone() };
    facts.justice.push(other);
    assert_eq!(of(&facts, &[FUNCTION]).1, "There.");
}

#[test]
fn a_dissent_without_arguments_costs_half_of_its_rule_unless_another_tells_them() {
    let mut facts = facts(ALONE);
    let place = facts.justice[0].place.clone();
    let justice = &mut facts.justice[0];
    justice.rules = vec!["dissent".into()];
    justice.unargued = Some(place);
    let (outcome, statement, missing) = of(&facts, &["dissent"]);
    assert_eq!((outcome, missing), (Outcome::Partly { share: 0.5 }, 1));
    assert!(
        statement
            .ends_with(" is made of no more than fixed words, scores or judges' names, and nothing enters it that a judge argues."),
        "{statement}"
    );
    let place = facts.justice[0].place.clone();
    facts.justice[0].apart.unargued = vec![Lines { line: 9, end_line: 9, ..place }];
    let (_, statement, _) = of(&facts, &["dissent"]);
    assert!(statement.contains("Note: the dissents at `src/nodes/justice.py:1"), "{statement}");
    assert!(statement.contains(", `src/nodes/justice.py:9` are made of"), "{statement}");
    let other = JusticeFact { unargued: None, ..facts.justice[0].clone() };
    facts.justice.push(other);
    assert_eq!(of(&facts, &["dissent"]).0, Outcome::Holds);
}

#[test]
fn a_dissent_on_two_of_three_judges_is_told_and_costs_nothing() {
    let opinions = "    p_op = next((o for o in state if o.judge == 'Prosecutor'), None)\n    d_op = next((o for o in state if o.judge == 'Defense'), None)\n    dissent = None\n";
    let read = |test: &str| {
        let given = "        dissent = f'{p_op.argument} and {d_op.argument}'\n";
        let kept = "    score = Result(score, dissent=dissent)\n";
        read(&format!("{opinions}    if {test}:\n{given}{kept}"), &["dissent"])
    };
    let (outcome, statement, missing) = read("p_op and d_op and abs(p_op.score - d_op.score) > 2");
    assert_eq!((outcome, missing), (Outcome::Holds, 0));
    assert!(
        statement.contains("how far the Prosecutor and the Defense lie apart, at"),
        "{statement}"
    );
    for test in ["max(scores) - min(scores) > 2", "abs(scores[0] - scores[2]) > 2"] {
        assert_eq!(read(test).1, "There.", "{test}");
    }
    // The spread of all is asked for as well.
    let both = read("abs(p_op.score - d_op.score) > 2 or max(scores) - min(scores) > 2").1;
    assert_eq!(both, "There.");
}

#[test]
fn rules_that_do_not_last_or_are_passed_over_cost_half_of_each() {
    let mut facts = facts(ALONE);
    let place = facts.justice[0].place.clone();
    let justice = &mut facts.justice[0];
    justice.rules = vec![FACTS.into(), "dissent".into()];
    justice.outbid = Some(RaisingCap { gives: "max(a, b.score)".into(), place: place.clone() });
    justice.bypassed = vec![BypassedRule { rule: "dissent".into(), place: place.clone() }];
    let (outcome, statement, missing) = of(&facts, &[FACTS, "dissent"]);
    assert_eq!((outcome, missing), (Outcome::Partly { share: 0.5 }, 2));
    assert!(
        statement.contains("`max(a, b.score)` at `src/nodes/justice.py:1")
            && statement.contains("`dissent` is passed over where an earlier rule decides"),
        "{statement}"
    );
    // Another function has the rule too, and lets it decide.
    let mut other = facts.justice[0].clone();
    (other.outbid, other.bypassed) = (None, Vec::new());
    facts.justice.push(other);
    assert_eq!(of(&facts, &[FACTS, "dissent"]).0, Outcome::Holds);
}

#[test]
fn what_was_found_that_only_lifts_a_score_is_half_of_its_rule() {
    let body = |given: &str| {
        format!(
            "    strong = any(e.found for e in state['evidences'])\n    if prosecutor:\n        if strong:\n            return {given}\n"
        )
    };
    for given in ["VERDICT_PASS, 'why'", "max(score, 4)"] {
        let (outcome, statement, missing) = read(&body(given), &[FACTS]);
        assert_eq!((outcome, missing), (Outcome::Partly { share: 0.5 }, 1), "{given}: {statement}");
        assert!(statement.contains("only lifts a score for what was found"), "{statement}");
    }
    for given in ["min(score, 2)", "max(1, score - 2)", "max(score - 2, 3)", "max(1, score)"] {
        assert_ne!(read(&body(given), &[FACTS]).0, Outcome::Partly { share: 0.5 }, "{given}");
    }
    // Another branch lowers one.
    let both = body("VERDICT_PASS") + "    if not strong:\n        score = min(score, 2)\n";
    assert_eq!(read(&both, &[FACTS]).0, Outcome::Holds);
}
