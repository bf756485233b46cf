//! Keys that are read of a rubric's criteria, and that none has.

use super::facts;

const RUBRIC: &str = r#"{"dimensions": [
    {"id": "git", "name": "Git", "forensic_instruction": "Count.", "success_pattern": "Many."},
    {"id": "graph", "name": "Graph", "forensic_instruction": "Look.", "success_pattern": "Fans out.", "weight": 2}
]}"#;

/// Checks what is read in vain in a source beside the rubric: `key!` where that fails.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found = facts(&[("rubric/week2_rubric.json", RUBRIC), ("src/judges.py", text)]);
    let told: Vec<String> = found
        .lacked_keys
        .iter()
        .map(|one| format!("{}{}", one.key, if one.fails { "!" } else { "" }))
        .collect();
    assert_eq!(told, expected, "{text}");
}

#[test]
fn what_no_criterion_has_is_read_in_vain() {
    let prompt = |read: &str| {
        format!(
            "def prompt(dim, evidence):\n    return f\"{{dim['forensic_instruction']}} {{{read}}} {{evidence.get('goal')}}\"\n"
        )
    };
    check(&prompt("dim.get('judicial_logic', '')"), &["judicial_logic"]);
    check(&prompt("dim['judicial_logic']['prosecutor']"), &["judicial_logic!"]);
    check(&prompt("dim.get('weight', 1)"), &[]);
    // Another is read in its place, or nothing is made of it.
    check(&prompt("dim.get('description') or dim.get('success_pattern')"), &[]);
    check(&prompt("dim.get('description', dim['name'])"), &[]);
    check(&prompt("'high' if dim.get('severity') else 'low'"), &[]);
    let looped = "def judge(state):\n    for dim in state.get('rubric_dimensions') or []:\n        ask(dim['id'], dim.get('description', ''))\n";
    check(looped, &["description"]);
    let one = "def judge(state, idx):\n    dim = state['rubric_dimensions'][idx]\n    ask(dim['id'], dim['judicial_logic']['defense'])\n";
    check(one, &["judicial_logic!"]);
    check(&one.replace("['rubric_dimensions'][idx]", "['rubric_dimensions']"), &[]);
    // Nobody knows what these are.
    check(&looped.replace("rubric_dimensions", "criteria_results"), &[]);
    check(&looped.replace("ask(", "dim = told(dim)\n        ask("), &[]);
}

#[test]
fn what_is_asked_for_caught_or_made_is_there_perhaps() {
    let read = "def prompt(dim):\n    text = dim['forensic_instruction']\n";
    check(&format!("{read}    return text + dim['judicial_logic']\n"), &["judicial_logic!"]);
    check(
        &format!(
            "{read}    if 'judicial_logic' in dim:\n        text += dim['judicial_logic']\n    return text\n"
        ),
        &[],
    );
    check(
        &format!(
            "{read}    try:\n        text += dim['judicial_logic']\n    except KeyError:\n        pass\n    return text\n"
        ),
        &[],
    );
    let lacks = format!("{read}    return text + dim.get('judicial_logic', '')\n");
    for makes in [
        "def fill(dim):\n    dim['judicial_logic'] = 'harsh'\n",
        "def fill(dim):\n    dim.update(judicial_logic='harsh')\n",
        "def fill(dim):\n    dim.setdefault('judicial_logic', 'harsh')\n",
        "def fill(dim):\n    return {**dim, 'judicial_logic': 'harsh'}\n",
        "DEFAULT = {'id': 'git', 'judicial_logic': 'harsh'}\n",
        "class Dimension(BaseModel):\n    judicial_logic: str = ''\n",
    ] {
        check(&format!("from pydantic import BaseModel\n{makes}{lacks}"), &[]);
    }
    check(&lacks, &["judicial_logic"]);
    let none = facts(&[("src/judges.py", lacks.as_str())]);
    assert!(none.lacked_keys.is_empty(), "no rubric lies in the tree");
}
