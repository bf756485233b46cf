//! Functions that are named for a rule and called by nothing.

use super::Synthesis;
use std::collections::BTreeSet;

/// Parts of names that functions have for a rule of synthesis.
const NAMED_FOR_RULES: &[&str] = &[
    "rule_of_",
    "apply_rule",
    "check_rule",
    "security_override",
    "security_rule",
    "security_cap",
    "fact_supremacy",
    "evidence_supremacy",
    "evidence_rule",
    "overrule",
    "functionality_weight",
    "functionality_rule",
    "variance_re_eval",
    "variance_reeval",
    "dissent",
];

/// Whether a function is named for a rule of synthesis.
fn names_rule(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    NAMED_FOR_RULES.iter().any(|part| name.contains(part))
}

impl<'a> Synthesis<'a> {
    /// The functions that are named for a rule, stand beside those that decide, and are called by nothing that runs; none
    /// where nothing is called, or of `known`.
    pub(super) fn idle_rules(&self, known: &[&str]) -> BTreeSet<&'a str> {
        let mut beside: BTreeSet<&str> =
            self.live.iter().map(|one| one.place.file.as_str()).collect();
        beside.retain(|_| !self.live.iter().all(|one| one.dead));
        let functions = || self.python.functions.iter().filter(|one| !one.in_tests);
        let is_known = |name: &str| known.iter().any(|one| one.rsplit('.').next() == Some(name));
        // Of several of one name it is not told which is meant.
        let is_alone = |name: &str| functions().filter(|other| other.name == name).count() == 1;
        let ours = functions().filter(|one| one.idle && beside.contains(one.place.file.as_str()));
        let names = ours.map(|one| one.name.as_str());
        names.filter(|name| names_rule(name) && !is_known(name) && is_alone(name)).collect()
    }
}
