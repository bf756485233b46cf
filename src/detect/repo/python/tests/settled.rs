//! Numbers that stand under a name, in a module or a class, and are read as if they were written where the name is.

use super::facts;
use crate::domain::facts::Practice;

/// What the synthesis in a module does with scores that lie far apart, and beyond which limit.
#[track_caller]
fn check(beside: &[(&str, &str)], module: &str, limit: &str, expected: &[&str]) {
    let text = format!(
        "{module}\ndef chief_justice(scores):\n    spread = max(scores) - min(scores)\n    if {limit}:\n        return min(scores)\n    return median(scores)\n"
    );
    let mut all = beside.to_vec();
    all.push(("src/nodes/justice.py", text.as_str()));
    let found = facts(&all).practices;
    let limits: Vec<&str> = found
        .iter()
        .filter(|one| one.practice == Practice::SpreadLimit)
        .map(|one| one.by.as_str())
        .collect();
    assert_eq!(limits, expected, "{module} {limit}");
}

#[test]
fn a_number_means_the_same_under_a_name() {
    let own = "EDGE = 2\n";
    check(&[], own, "spread > 2", &["> 2"]);
    check(&[], own, "spread > EDGE", &["> 2"]);
    check(&[], own, "EDGE < spread", &["> 2"]);
    check(&[], "class Edges:\n    wide = 2\n", "spread > Edges.wide", &["> 2"]);
    let limits = ("src/limits.py", "EDGE = 2\n");
    check(&[limits], "from src.limits import EDGE\n", "spread > EDGE", &["> 2"]);
    check(&[limits], "from src.limits import EDGE as E\n", "E < spread", &["> 2"]);
    check(&[limits], "from src import limits\n", "spread > limits.EDGE", &["> 2"]);
}
