//! Items of a plan that tell by a label what is to be done.

use super::Statements;
use super::statements::{Kind, Section};

/// Labels before what is to be done.
const LABELS: [&str; 9] = [
    "action",
    "actions",
    "action items",
    "fix",
    "proposed change",
    "proposed fix",
    "remediation",
    "task",
    "tasks",
];

/// Whether a title in a part on what is yet to be done has an order below it: `Action: emit the opinions`.
pub(super) fn orders(statements: &Statements, number: usize) -> bool {
    let one = &statements.all[number];
    let below = || number..statements.owned(number);
    one.kind == Kind::Heading
        && one.section == Section::Aside
        && below().any(|at| statements.said(at).lines().any(is_order))
}

/// Whether a line has such a label before words that do not tell what was done.
fn is_order(line: &str) -> bool {
    let line = line.trim_start_matches(|sign: char| !sign.is_alphanumeric());
    let Some((label, order)) = line.split_once(':') else { return false };
    let first = order.split_whitespace().next().unwrap_or_default().to_lowercase();
    LABELS.contains(&label.trim_end_matches(['*', ' ']).to_lowercase().as_str())
        && !first.ends_with("ed")
        && !matches!(first.as_str(), "" | "none" | "we" | "done")
}

#[cfg(test)]
mod tests {
    use super::super::concept;
    use super::*;
    use crate::detect::document::numbered;

    #[track_caller]
    fn check(text: &str, expected: &[bool]) {
        let uses = concept(&Statements::of(&numbered(&[text])), "dialectical");
        assert_eq!(uses.iter().map(|one| one.substantive).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn an_order_below_a_title_explains_nothing_that_is_there() {
        let plan = "6) Remediation Plan\n\nPriority 2 — Dialectical Transparency\n\nAffected dimensions: judicial_nuance\n\
            Files: src/nodes/judges.py, src/nodes/justice.py\nAction: Emit how each judge disagrees, with the evidence that it cites, before merging.\n";
        check(plan, &[false]);
        check(&plan.replace("Action: Emit", "Action: Added"), &[true]);
        check(&plan.replace("Remediation Plan", "The Court").replace("Priority 2 — ", ""), &[true]);
    }
}
