//! A synthesis that is written, and that nothing which runs leads to.

use super::{Answer, SHOWN, Undecided, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{JusticeFact, Lines};
use crate::domain::reading::Outcome;

/// What is looked for and not found.
pub(super) const SOUGHT: &str =
    "use, outside the tests, that leads to the code which synthesises a verdict";

/// What is said where nothing outside the tests leads to any of the functions that synthesise.
pub(super) fn answer(
    rules: &[String],
    unused: &[&JusticeFact],
    perhaps: Option<&Lines>,
) -> Result<Answer, Undecided> {
    let written = |one: &&&JusticeFact| rules.iter().any(|rule| one.rules.contains(rule));
    let of_rules: Vec<&JusticeFact> = unused.iter().filter(written).copied().collect();
    let shown = if of_rules.is_empty() { unused } else { &of_rules };
    let shown = &shown[..shown.len().min(SHOWN)];
    let places: Vec<String> =
        shown.iter().map(|one| format!("`{}` at `{}`", one.function, one.place)).collect();
    let would = format!("{} would", places.join(", "));
    if let Some(other) = perhaps {
        let reason = format!(
            "nothing that runs outside the tests leads to what was recognised ({would}), and whether `{other}` synthesises a verdict was not followed"
        );
        return Err(Undecided::new(other.clone(), reason));
    }
    let statement = if rules.is_empty() || of_rules.is_empty() {
        format!(
            "No code that runs synthesises a verdict: {would}, and nothing that runs outside the tests leads there."
        )
    } else {
        let named = listed(rules.iter().map(String::as_str));
        format!(
            "No code that runs implements {named}: {would}, and nothing that runs outside the tests leads there."
        )
    };
    let findings = shown.iter().map(|one| {
        let rationale = format!(
            "`{}` is defined, and nothing that runs outside the tests leads to it.",
            one.function
        );
        Finding::absent(one.place.clone(), rationale)
    });
    let missing = if rules.is_empty() {
        vec!["a run of the code that decides on the opinions of the judges".to_owned()]
    } else {
        rules.iter().map(|rule| format!("`{rule}`")).collect()
    };
    Ok(Answer { outcome: Outcome::Fails, statement, missing, findings: findings.collect() })
}
#[cfg(test)]
mod tests {
    use super::super::tests::facts;
    use super::*;
    use crate::detect::synthesis::Synthesis;

    const CHIEF: &str = "class ChiefJustice:\n    def __call__(self, state):\n        scores = [one.score for one in state['opinions']]\n        if any(one.security for one in state['flaws']):\n            return min(3, *scores)\n        return max(scores)\ndef chief_justice_node(state):\n    chief = ChiefJustice()\n    return chief(state)\n";
    const GRAPH: &str = "from langgraph.graph import StateGraph, START, END\ndef look(state):\n    return {'evidences': []}\ng = StateGraph(dict)\ng.add_node('look', look)\ng.add_edge(START, 'look')\ng.add_edge('look', END)\nrun = g.compile()\n";

    fn said(text: &str, rules: &[&str]) -> Option<String> {
        let facts = facts(text);
        let synthesis = Synthesis::of(&facts);
        let rules: Vec<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
        let unused = Some(synthesis.unused()).filter(|unused| !unused.is_empty())?;
        let answer = answer(&rules, unused, facts.perhaps_synthesis.as_ref());
        let answer = answer.unwrap_or_else(Undecided::into_answer);
        Some(format!("{:?}: {}", answer.outcome, answer.statement))
    }

    #[track_caller]
    fn check(text: &str, rules: &[&str], expected: &str) {
        let said = said(text, rules).unwrap_or_default();
        assert!(said.starts_with(expected) && said.is_empty() == expected.is_empty(), "{said}");
    }

    #[test]
    fn a_chief_justice_that_no_running_code_leads_to_is_told_with_its_place() {
        let both = format!("{CHIEF}{GRAPH}");
        check(
            &both,
            &[],
            "Fails: No code that runs synthesises a verdict: `ChiefJustice.__call__` at `src/nodes/justice.py:2-6`",
        );
        check(
            &both,
            &["security_override"],
            "Fails: No code that runs implements `security_override`: `ChiefJustice.__call__` at",
        );
        check(&both, &["dissent"], "Fails: No code that runs synthesises a verdict");
    }

    #[test]
    fn a_chief_justice_that_may_run_is_accused_of_nothing() {
        for used in [
            "g.add_node('chief', chief_justice_node)\n",
            "g.add_node('chief', ChiefJustice())\n",
            "if __name__ == '__main__':\n    print(chief_justice_node({}))\n",
            "NODES = {'chief': 'chief_justice_node'}\n",
            "def late(name):\n    return getattr(run, name)\n",
        ] {
            check(&format!("{CHIEF}{GRAPH}{used}"), &[], "");
        }
        // Whoever imports what starts nothing may use all of it.
        check(CHIEF, &[], "");
    }

    #[test]
    fn what_runs_and_may_decide_under_another_name_leaves_it_open() {
        let other = "def finish(state):\n    final_score = max(one.score for one in state['opinions'])\n    return {'final': final_score}\nrun.stream(finish({}))\n";
        check(
            &format!("{CHIEF}{GRAPH}{other}"),
            &[],
            "Unknown { reason: \"nothing that runs outside the tests leads to what was recognised",
        );
    }
}
