//! What a sentence says of its path, and what became of a file that left.

use super::*;

#[test]
fn files_that_left_are_told_by_where_they_went_and_when() {
    use PathStatus::{Absent, Ambiguous, Mention};
    let left = |path: &str, to: Option<&str>, commit: &str| crate::domain::facts::Departure {
        path: path.into(),
        to: to.map(str::to_owned),
        commit: commit.into(),
    };
    let history = HistoryFacts {
        departures: vec![
            left("src/mid.py", Some("src/state.py"), "fedcba9876543210"),
            left("src/old/state_defs.py", Some("src/mid.py"), "0123456789abcdef"),
            left("src/gone.py", None, "00112233445566778899"),
            left("src/lost.py", Some("src/nowhere.py"), "99887766554433221100"),
        ],
        ..HistoryFacts::default()
    };
    let found = |path: &str, sentence: &str| {
        let answer =
            cross_reference(&[cited(path, sentence)], &tree(&["src/state.py"]), Some(&history));
        (answer[0].status, answer[0].matched.clone(), answer[0].reason.clone())
    };
    let moved = "moved to src/state.py in commit 0123456789".to_owned();
    let path = "src/old/state_defs.py";
    assert_eq!(
        found(path, "The state is defined in src/old/state_defs.py with all its reducers."),
        (Ambiguous, Some("src/state.py".into()), moved)
    );
    let removed = |commit: &str| format!("the tree had it until commit {commit} removed it");
    let gone = (Absent, None, removed("0011223344"));
    assert_eq!(found("src/gone.py", "The graph is built in src/gone.py."), gone);
    let lost = (Absent, None, removed("9988776655"));
    assert_eq!(found("src/lost.py", "The graph is built in src/lost.py."), lost);
    // What a message says is left to the tree, which says more.
    let message = crate::domain::facts::CommitFact {
        id: "0123456789abcdef".into(),
        message: "Remove state_defs.py".into(),
        ..Default::default()
    };
    let told = HistoryFacts { commits: vec![message], ..history.clone() };
    let asked = [cited(path, "The state is defined in src/old/state_defs.py.")];
    let answer = cross_reference(&asked, &tree(&["src/state.py"]), Some(&told));
    assert_eq!(answer[0].matched.as_deref(), Some("src/state.py"));
    let (never, _, reason) = found("src/never.py", "The graph is built in src/never.py.");
    assert_eq!((never, reason.as_str()), (Absent, "no file of this path is in the tree"));
    assert_eq!(found("src/gone.py", "We will bring src/gone.py back.").0, Mention);
}

#[test]
fn words_excuse_a_path_only_where_they_govern_it() {
    use PathStatus::{Absent, Mention};
    let path = "src/lost.py";
    for sentence in [
        "We implemented a cache in src/lost.py for replies that were paid once.",
        "The retry loop is implemented in src/lost.py, which handles missing fields.",
        "The parser in src/lost.py validates each claim of the report against the tree.",
        "The wiring is in src/lost.py and returns early if the evidence is empty.",
        "The checker in src/lost.py tells absent files from present ones.",
        "The node in src/lost.py removes duplicates and replaces stale evidence.",
        "The planner in src/lost.py schedules the future tasks of the graph.",
        "Our file src/lost.py defines the TypedDict state for example with reducers.",
        "We previously had one node, now src/lost.py has three.",
        "We will walk through src/lost.py, where the graph is compiled.",
        "Not only does src/lost.py clone the repository, it also sandboxes it.",
    ] {
        check(path, sentence, Absent, None);
    }
    for sentence in [
        "The cache will be implemented in src/lost.py for replies.",
        "For example, src/lost.py defines a class.",
        "If src/lost.py defines a class, it counts.",
        "The cache is not implemented in src/lost.py.",
        "The loop is implemented in src/lost.py, which is still missing.",
        "The parser in src/lost.py validates claims and has been removed.",
        "The retry is implemented in src/lost.py (not yet committed).",
        "We look for nodes defined in src/lost.py.",
        "The planner in src/lost.py schedules tasks of the target repository.",
        "The audited repo: src/lost.py defines the state.",
        "We will create src/lost.py, where the graph is compiled.",
        "The state was defined in src/lost.py but was moved in the second week.",
        "We previously had src/lost.py, which has three nodes.",
    ] {
        check(path, sentence, Mention, None);
    }
}

#[test]
fn what_is_to_be_changed_has_to_be_there() {
    use PathStatus::{Absent, Mention};
    let path = "src/nodes/builder.py";
    for sentence in [
        "Fix: Refactor src/nodes/builder.py to iterate over all.",
        "Extend `src/nodes/builder.py` by a check.",
        "Next, update the file src/nodes/builder.py.",
    ] {
        let sentence = sentence.replace('`', "");
        check(path, &sentence, Absent, None);
    }
    check("starter.py", "Wire this into the cleanup step in starter.py.", Absent, None);
    for sentence in [
        "Fix: create src/nodes/builder.py and extend it.",
        "Add a builder and update src/nodes/builder.py.",
        "The peer should refactor src/nodes/builder.py.",
        "If it grows, refactor src/nodes/builder.py.",
        "We will add a check to src/nodes/builder.py.",
        "2. Add src/nodes/builder.py.",
    ] {
        check(path, sentence, Mention, None);
    }
    // What another sentence makes is there by then, and what stands under others' names is theirs.
    let made = [
        cited(path, "Create src/nodes/builder.py."),
        cited(path, "Then update src/nodes/builder.py."),
    ];
    let found = cross_reference(&made, &tree(&TREE), None);
    assert!(found.iter().all(|one| one.status == Mention), "{found:?}");
    let under = |heading: &str| {
        let one = CitedPath {
            heading: Some(heading.into()),
            ..cited(path, "Refactor src/nodes/builder.py.")
        };
        cross_reference(&[one], &tree(&TREE), None)[0].status
    };
    assert_eq!(under("Peer feedback"), Mention);
    assert_eq!(under("Remediation plan"), Absent);
}

#[test]
fn what_is_said_beside_a_path_takes_nothing_back() {
    use PathStatus::{Absent, Mention};
    let status = |path: &str, sentence: &str| {
        let all = tree(&["src/state.py", "tests/common/mod.rs", "tests/a.rs"]);
        cross_reference(&[cited(path, sentence)], &all, None)[0].status
    };
    for (path, sentence, expected) in [
        (
            "src/bus/orchestrator/",
            "A backend is shipped in the source tree (src/bus/orchestrator/ [13]) but is not used in any reported result.",
            Absent,
        ),
        (
            "src/bus/orchestrator/",
            "A backend is shipped in the source tree (src/bus/orchestrator/) but is not there.",
            Mention,
        ),
        (
            "tests/common/stub_embed.rs",
            "The stub is defined in tests/common/stub_embed.rs and is shared across all suites.",
            Absent,
        ),
        (
            "src/stub_embed.rs",
            "The stub is defined in src/stub_embed.rs and is shared across all suites.",
            Mention,
        ),
        (
            "tests/common/pdf_gen.rs",
            "It generates synthetic files at test time using a shared helper module (tests/common/pdf_gen.rs).",
            Absent,
        ),
        (
            "tests/common/pdf_gen.rs",
            "At test time it generates tests/common/pdf_gen.rs anew.",
            Mention,
        ),
    ] {
        assert_eq!(status(path, sentence), expected, "{sentence}");
    }
}

#[test]
fn what_is_missing_in_one_clause_is_not_what_another_has_in_a_file_now() {
    use PathStatus::{Absent, Mention};
    let path = "src/nodes/chief.py";
    let missing = "Missing judicial module: the task calls for a justice node;";
    let gaps = |sentence: String| {
        let heading = Some("2.1 Known Gaps (Current State)".to_owned());
        let asked = CitedPath { heading, ..cited(path, &sentence) };
        cross_reference(&[asked], &tree(&TREE), None).remove(0).status
    };
    let now = format!("{missing} the current synthesis sits statically in {path} and is untested.");
    assert_eq!(gaps(now), Absent);
    for other in [
        format!("{missing} a reducer defined in {path}."),
        format!("{missing} the synthesis would sit in {path}."),
        format!("Missing: the current synthesis in {path}."),
        format!("{missing} the current synthesis sits in {path}, which is still missing."),
    ] {
        assert_eq!(gaps(other.clone()), Mention, "{other}");
    }
}

#[test]
fn the_words_of_another_box_say_nothing_of_a_path() {
    use PathStatus::{Absent, Mention};
    let path = "src/nodes/chief.py";
    check(path, &format!("│ Groq (external) │ {path} │ missing │"), Absent, None);
    check(path, &format!("│ Groq │ {path} (missing) │ court │"), Mention, None);
    check(path, &format!("Groq (external) {path} │ court │"), Mention, None);
}
