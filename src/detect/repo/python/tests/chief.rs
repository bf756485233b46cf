//! Who decides for the Chief Justice, whatever the functions are called, and what is made for nobody.

use super::facts;
use crate::domain::facts::PythonFacts;

const GRAPH: &str = "from langgraph.graph import StateGraph, START, END\nfrom src.nodes.justice import Court\n\
                     def build():\n    court = Court()\n    graph = StateGraph(dict)\n    graph.add_node('chief_justice', court.hold)\n    graph.add_edge(START, 'chief_justice')\n    graph.add_edge('chief_justice', END)\n    return graph.compile()\n";

fn court(text: &str, graph: &str) -> PythonFacts {
    facts(&[("src/nodes/justice.py", text), ("src/graph.py", graph)])
}

/// The functions that are told, each with its rules.
#[track_caller]
fn check(text: &str, graph: &str, expected: &[&str]) {
    let told = court(text, graph).justice.into_iter();
    let told: Vec<_> =
        told.map(|one| format!("{}: {}", one.function, one.rules.join(" "))).collect();
    assert_eq!(told, expected, "{text}");
}

#[test]
fn who_decides_is_found_by_calls_from_the_node_of_the_chief_justice() {
    let text = |rule: &str| {
        format!(
            "class Court:\n    def hold(self, state):\n        return {{'out': [self._weigh(one) for one in state['cases']]}}\n    \
             def _weigh(self, case):\n        final_score = case.lead.score\n{rule}        return Verdict(final_score=final_score)\n    \
             def _list(self, case):\n        return case.title\n"
        )
    };
    let capped =
        text("        if case.security_flaw:\n            final_score = min(final_score, 3)\n");
    check(&capped, GRAPH, &["Court._weigh: security_override"]);
    // No named rule, and still it is the one that decides.
    let plain = text("        if case.late:\n            final_score = 1\n");
    check(&plain, GRAPH, &["Court._weigh: "]);
    // Another node's function is none of the synthesis.
    check(&capped, &GRAPH.replace("'chief_justice'", "'collect'"), &[]);
    // Nothing puts down a score there.
    let listed = "class Court:\n    def hold(self, state):\n        return {'out': [one.title for one in state['cases']]}\n";
    check(listed, GRAPH, &[]);
}

#[test]
fn the_method_of_the_chief_justice_is_followed_without_a_graph() {
    let text = "class ChiefJusticeNode:\n    def synthesize(self, state):\n        return [self._weigh(one) for one in state['cases']]\n    \
                def _weigh(self, case):\n        final_score = case.lead.score\n        if case.security_flaw:\n            final_score = min(final_score, 3)\n        return Verdict(final_score=final_score)\n";
    check(text, "", &["ChiefJusticeNode._weigh: security_override"]);
}

#[test]
fn who_gives_back_texts_alone_only_words() {
    let words = |text: &str| court(text, "").justice.iter().any(|one| one.only_words);
    let dissent = "def write_dissent(opinions):\n    parts = []\n    if max(opinions) - min(opinions) > 2:\n        parts.append('apart')\n    return '\\n'.join(parts)\n";
    assert!(words(dissent));
    assert!(!words(&dissent.replace("'\\n'.join(parts)", "parts")));
    assert!(!words(&dissent.replace("parts = []", "final_score = opinions[0]")));
}

/// Where a dissent is put together that nothing reads.
fn unread(text: &str) -> Option<u32> {
    court(text, "").justice.into_iter().find_map(|one| one.unread).map(|place| place.line)
}

#[test]
fn a_dissent_that_nothing_reads_is_told() {
    let text = |gives: &str| {
        format!(
            "def chief_justice(opinions):\n    scores = [one.score for one in opinions]\n    dissent_summary = None\n    \
             if max(scores) - min(scores) > 2:\n        dissent_summary = write_dissent(opinions)\n    return {gives}\n\
             def write_dissent(opinions):\n    return ' '.join(one.argument for one in opinions)\n"
        )
    };
    assert_eq!(unread(&text("Result(score=max(scores))")), Some(5));
    assert_eq!(unread(&text("Result(score=max(scores), note=dissent_summary)")), None);
    assert_eq!(unread(&text("Result(score=max(scores), dissent=write_dissent(opinions))")), None);
    assert_eq!(unread(&text("{'score': max(scores), 'dissent': opinions[0].argument}")), None);
}

#[test]
fn an_object_that_is_called_and_one_that_a_field_holds_are_followed() {
    let chief = "class Bench:\n    def settle(self, s):\n        if s.security_flaw:\n            score = min(score, 3)\n        return score\n    def __call__(self, s):\n        return self.settle(s)\n";
    let rules = |text: &str| -> Vec<String> {
        let facts = facts(&[("src/nodes/justice.py", &format!("{chief}{text}"))]);
        let all = facts.justice.iter().flat_map(|one| &one.rules);
        all.cloned().collect()
    };
    for called in [
        "def chief_justice(s):\n    bench = Bench()\n    return bench(s)\n",
        "class ChiefJustice:\n    def __init__(self):\n        self.bench = Bench()\n    def run(self, s):\n        return self.bench.settle(s)\n",
        "class ChiefJustice:\n    def __init__(self):\n        self.bench = Bench()\n    def run(self, s):\n        return self.bench(s)\n",
    ] {
        assert_eq!(rules(called), ["security_override"], "{called}");
    }
    // Which of two is held nobody knows.
    let either = "class Other:\n    def settle(self, s):\n        return s.score\nclass ChiefJustice:\n    def __init__(self, kind):\n        self.bench = Bench() if kind else Other()\n    def run(self, s):\n        return self.bench.settle(s)\n";
    assert!(rules(either).is_empty());
}
