//! Where a section about plans or about others' code begins, and where it ends.

use super::super::*;

/// How many claims a text makes.
#[track_caller]
fn check(text: &str, expected: usize) {
    let page = ReportPage { text: text.into(), ..ReportPage::default() };
    assert_eq!(claims(&[page], None).len(), expected, "{text:?}");
}

const SAID: &str = "The judges run in parallel over the same evidence.";

#[test]
fn a_numbered_heading_rules_its_own_section_alone() {
    let of_peer = "6.2 Peer Audit Findings\n\nText of it.\n\n";
    check(&format!("{of_peer}{SAID}\n"), 0);
    check(&format!("{of_peer}7. The Court: How It Decides Cases\n\n{SAID}\n"), 1);
    check(&format!("{of_peer}6.3 Judges\n\n{SAID}\n"), 1);
    check(&format!("{of_peer}6.2.1 Judges\n\n{SAID}\n"), 0);
    check(&format!("{of_peer}Graph Orchestration\n\n{SAID}\n"), 0);
    // An item of a list is no section, and neither is a list that begins anew.
    check(&format!("{of_peer}7. Judges: wire what is there in parallel\n\n{SAID}\n"), 0);
    check(&format!("{of_peer}1. First Finding\n\n{SAID}\n"), 0);
    check(&format!("8. Remediation Plan\n\n1. Judges\n\n{SAID}\n"), 0);
    check(&format!("8. Remediation Plan\n\n9. Conclusion\n\n{SAID}\n"), 1);
    check(&format!("7 Peer Feedback\n\n7.2 Root Causes\n\n{SAID}\n\n8 Decisions\n\n{SAID}\n"), 1);
}

#[test]
fn a_table_of_contents_heads_nothing() {
    let contents = "Contents\n\n1 The Court 3\n\n2 Judges . . . . . . . 4\n\n6 Remediation Plan for Remaining Gaps 9\n\n";
    check(&format!("{contents}1. The Court\n\n{SAID}\n"), 1);
    check(&format!("{contents}1. The Court\n\nText.\n\n2. Judges\n\n{SAID}\n"), 1);
    let plan = "6. Remediation Plan for Remaining Gaps\n\n";
    check(&format!("{contents}1. The Court\n\nText.\n\n{plan}{SAID}\n"), 0);
    check(&format!("{contents}1. The Court\n\nText.\n\n{plan}1. Wiring\n\n{SAID}\n"), 0);
}

#[test]
fn a_gap_behind_a_full_stop_parts_no_cells() {
    let text =
        "The judges run in parallel over all that was seen by\nthose before.  Each is a node.";
    let page = ReportPage { text: text.into(), ..ReportPage::default() };
    assert!(claims(&[page], None)[0].sentence.ends_with("before."));
}

#[test]
fn lists_of_scores_and_sentences_on_the_document_claim_nothing() {
    check(
        "Lowest scores: Structured Output (2/5), Deterministic Chief Justice Synthesis (1/5).",
        0,
    );
    check("Below: the judges run in parallel over the same evidence.", 0);
    check("Here successive commits add state reducers and what they merge.", 0);
    check("Structured Output (2/5): the judges are bound to a schema by bind_tools.", 1);
}

#[test]
fn what_a_table_calls_not_started_is_not_there() {
    let row = "Tree-sitter grammars that parse SQL, YAML and JS/TS";
    let mark = |status: &str| format!("Component  Status  Notes\n\n{row}  {status}\n");
    let says = |text: &str| {
        let page = ReportPage { text: text.into(), ..ReportPage::default() };
        !claims(&[page], None).is_empty()
    };
    assert!(says(&mark("in src/parse.py")));
    for status in ["❌", "✗ none", "Not started", "TODO", "Planned", "Open"] {
        check(&mark(status), 0);
    }
    let said = format!("{row} are used by the tool.\n");
    assert!(says(&said));
    check(&format!("Not Started\n\n{said}"), 0);
    check(&format!("Not Started\n\nComponent  Status  Notes\n\n{said}"), 0);
    assert!(says(&format!("2.3 Not Yet Started\n\nText.\n\n2.4 The Parser\n\n{said}")));
}
