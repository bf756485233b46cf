//! Caps for security that wait for evidence which no source writes.

use super::facts;

const STATE: &str = "from pydantic import BaseModel\nclass Evidence(BaseModel):\n    goal: str\n    found: bool\n    content: str = ''\n";

/// What a cap waits for in vain, its line, and that of evidence for the same goal; and whether the rule is recognised.
fn unmet(asks: &str, evidence: &str) -> (Option<(String, u32, Option<u32>)>, bool) {
    let court = format!(
        "def chief_justice(opinions, evidence, prosecutor):\n    score = sum(one.score for one in opinions) / len(opinions)\n    if prosecutor.score <= 2 and 'security' in prosecutor.argument.lower():\n        \
         confirmed = False\n        for ev in evidence:\n{asks}        if confirmed:\n            score = min(3, score)\n    return score\n"
    );
    let detective = format!(
        "from src.state import Evidence\ndef detective(state):\n    seen = look(state)\n    return {{'evidences': [{evidence}]}}\n"
    );
    let files = [
        ("src/state.py", STATE),
        ("src/nodes/justice.py", court.as_str()),
        ("src/nodes/detectives.py", detective.as_str()),
    ];
    let justice = facts(&files).justice;
    let told = justice.iter().find_map(|one| one.unmet.clone());
    let has = justice.iter().any(|one| one.rules.iter().any(|rule| rule == "security_override"));
    let line = |one: &crate::domain::facts::Lines| one.line;
    (told.map(|one| (one.asks.join("; "), one.asked.line, one.marked.as_ref().map(line))), has)
}

const ASKS: &str = "            if ev.goal == 'Safe tools' and ev.found is False:\n                confirmed = True\n            if 'security' in ev.goal.lower() and ev.found is False:\n                confirmed = True\n";
const WRITTEN: &str = "Evidence(goal='History', found=bool(seen)), Evidence(goal='Safe tools', found=True, content=seen)";

#[test]
fn a_cap_that_waits_for_evidence_with_another_mark_than_is_written_never_comes() {
    let expected = "ev.goal == 'Safe tools'; ev.found is False".to_owned();
    assert_eq!(unmet(ASKS, WRITTEN), (Some((expected, 6, Some(4))), false));
    let nested = "            if ev.goal == 'Safe tools':\n                if not ev.found:\n                    confirmed = True\n";
    let expected = "ev.goal == 'Safe tools'; not ev.found".to_owned();
    assert_eq!(unmet(nested, WRITTEN), (Some((expected, 7, Some(4))), false));
}

#[test]
fn evidence_that_may_be_so_or_is_made_in_another_way_may_come() {
    for evidence in [
        WRITTEN.replace("found=True", "found=False"),
        WRITTEN.replace("found=True", "found=not seen"),
        WRITTEN.replace("'History'", "'Security of history'"),
        WRITTEN.replace("'History'", "seen.goal"),
        WRITTEN.replace("goal='History', found=bool(seen)", "**seen"),
        format!("{WRITTEN}, llm.with_structured_output(Evidence).invoke(seen)"),
        format!("{WRITTEN}, Evidence.model_validate(seen)"),
        format!("{WRITTEN}, {{'goal': 'Safe tools', 'found': False}}"),
        format!("{WRITTEN}, other.model_copy(update=seen)"),
    ] {
        assert_eq!(unmet(ASKS, &evidence), (None, true), "{evidence}");
    }
    // By another name, or by a method of its own.
    let renamed = WRITTEN.replace("Evidence(goal='History'", "Ev(goal='Security'");
    let renamed = format!("{renamed}]}}\nfrom src.state import Evidence as Ev\nX = {{'y': [1");
    assert_eq!(unmet(ASKS, &renamed), (None, true));
    // Something else confirms it as well, or the mark is not asked for.
    let more = format!(
        "{ASKS}            if 'os.system' in ev.content:\n                confirmed = True\n"
    );
    assert_eq!(unmet(&more, WRITTEN), (None, true));
    let found = ASKS.replace(" is False", "");
    assert_eq!(unmet(&found, WRITTEN), (None, true));
    let goal =
        "            if ev.goal == 'Shell' or ev.content:\n                confirmed = True\n";
    assert_eq!(unmet(goal, WRITTEN), (None, true));
}
