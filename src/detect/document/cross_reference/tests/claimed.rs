//! Sentences that say of a file that it is there, and those that say anything else of it.

use super::*;

/// What became of each sentence, in which `_` stands for a path that the tree does not have.
#[track_caller]
fn check_all(expected: &[PathStatus], sentences: &[&str]) {
    let path = "src/nodes/usher.py";
    let found = |sentence: &&str| {
        let asked = cited(path, &sentence.replace('_', path));
        cross_reference(&[asked], &tree(&TREE), None)[0].clone()
    };
    let wrong: Vec<_> = sentences
        .iter()
        .map(|sentence| (sentence, found(sentence)))
        .filter(|(_, one)| !expected.contains(&one.status))
        .map(|(sentence, one)| (sentence, one.status, one.reason))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn sentences_that_claim_nothing_accuse_nobody() {
    use PathStatus::{Ambiguous, Mention};
    check_all(
        &[Ambiguous, Mention],
        &[
            // There is none.
            "Our repository has no _ of its own.",
            "It ships neither src/bailiff.py nor _.",
            "No extra _ is called for, as the reducer does it.",
            "The team saw no need for _.",
            "We decided not to write _.",
            "We steer clear of a _ full of odds and ends.",
            "It does without _ entirely.",
            // It became something else.
            "_ turned into src/graph.py.",
            "The fourth commit rolled _ into src/graph.py.",
            "We folded src/clerk.py and _ into src/graph.py.",
            "In the first week the whole court sat in _.",
            "The prototype kept a _, which is gone by now.",
            "Before the redesign, _ wired everything.",
            "We threw _ out.",
            "_ has been absorbed by src/graph.py.",
            "_ (later src/graph.py) wires the nodes.",
            // It is a wish.
            "We are going to write _.",
            "We hope to finish _ by Monday.",
            "Next: _ with a second pass.",
            "Ideally _ decides on the order.",
            "It is desirable that the order is kept in _.",
            "Splitting off _ is left for the next release.",
            // It is somebody else's.
            "The other group put the order into _.",
            "Their court is in _ and ours in src/graph.py.",
            "The audited project starts in _.",
            "Run against https://example.org/a/b the agent named _ as its entry.",
            "The error is in Pydantic's own _.",
            "In the standard library, _ wraps the call.",
            "In Ada's repository the nodes live in _.",
            // A model made it up, or a test makes it.
            "The Defense wrongly quoted _.",
            "The model made up _:40.",
            "A verdict that quotes _ is flagged at once.",
            "The test puts a file _ into a temporary repository.",
            "The fixture repository contains _ with a call of eval.",
            "Input: {\"file\": \"_\"}",
            // The reader is told to make it.
            "touch _",
            "mkdir -p _",
            "cp src/graph.py _",
            "You then write your own _ and register it.",
            "Users can place a node into _.",
            "Node: create in _.",
            // It is said in another language.
            "Die Datei _ gibt es nicht.",
            "Geplant ist eine Datei _.",
            // A tool tells what it changed.
            "U _",
            "M _",
        ],
    );
}

#[test]
fn plain_claims_are_believed_whatever_else_they_speak_of() {
    check_all(
        &[PathStatus::Absent],
        &[
            "The usher (_:4-30) never calls a model.",
            "_ is not a stub but all of it.",
            "We never ask a model: _ uses a table.",
            "If a node fails, _ raises an error.",
            "The class Usher in _ replaces the loop.",
            "_ checks whether a name was hallucinated.",
            "Empty lists are ignored by _ when they come in.",
            "The peer criticised our _ for its length.",
            "We added _ in the third commit.",
            "_ passes.",
            "See _ for the order.",
            "The order (_) is fixed.",
            "Unlike before, the order is now in _.",
            "Code Reference: src/graph.py::build, _::Usher",
        ],
    );
}

#[test]
fn a_file_of_a_peer_is_none_of_the_repository() {
    use PathStatus::{Mention, Verified};
    let path = "src/graph.py";
    let status = |sentence: &str, heading: Option<&str>| {
        let asked = CitedPath { heading: heading.map(str::to_owned), ..cited(path, sentence) };
        cross_reference(&[asked], &tree(&TREE), None)[0].status
    };
    for sentence in [
        "It found no edges in the peer's src/graph.py.",
        "Found on peer repo: src/graph.py has no edges.",
        "The nodes are not wired (src/graph.py missing in the cloned repository).",
    ] {
        assert_eq!(status(sentence, None), Mention, "{sentence}");
    }
    let heading = Some("What our agent found in the peer's repo");
    assert_eq!(status("The nodes are in src/graph.py.", heading), Mention);
    assert_eq!(status("We then changed our src/graph.py.", heading), Verified);
    let own = CitedPath {
        heading: heading.map(str::to_owned),
        ..cited("README.md", "All of it is in README.md.")
    };
    assert_eq!(cross_reference(&[own], &tree(&TREE), None)[0].status, Verified);
    let feedback = "The peer asked for edges, which src/graph.py has now.";
    assert_eq!(status(feedback, Some("Feedback of the peer")), Verified);
}

#[test]
fn what_lies_below_a_link_to_another_repository_is_not_absent() {
    let mut tree = tree(&["src/graph.py", "vendor/shop"]);
    tree.entries[1].mode = "submodule".into();
    let status = |path: &str| {
        let sentence = format!("The orders are in {path}.");
        cross_reference(&[cited(path, &sentence)], &tree, None)[0].status
    };
    assert_eq!(status("vendor/shop/orders.sql"), PathStatus::Ambiguous);
    assert_eq!(status("vendor/orders.sql"), PathStatus::Absent);
}

#[test]
fn a_drawn_tree_is_believed_for_all_of_its_lines() {
    let there = ["README.md", "src/graph.py", "src/nodes/judges.py"];
    let found = |lines: &[&str], sign: &str| {
        let asked: Vec<CitedPath> =
            lines.iter().map(|line| cited(line, &format!("{sign} {line}"))).collect();
        let all = cross_reference(&asked, &tree(&TREE), None);
        all.last().map(|one| one.status)
    };
    let drawn = [&there[..], &["start.html"]].concat();
    assert_eq!(found(&drawn, "├──"), Some(PathStatus::Absent));
    assert_eq!(found(&drawn, "named"), Some(PathStatus::Mention));
    let sample = [&there[..], &[".env.example"]].concat();
    assert_eq!(found(&sample, "├──"), Some(PathStatus::Absent));
    assert_eq!(found(&sample, "see"), Some(PathStatus::Mention));
    let strange = [&there[..], &["a.css", "b.css", "c.css", "start.html"]].concat();
    assert_eq!(found(&strange, "├──"), Some(PathStatus::Mention));
}

#[test]
fn a_folder_that_a_commit_took_away_is_absent() {
    let left = |path: &str, commit: &str| crate::domain::facts::Departure {
        path: path.into(),
        to: None,
        commit: commit.into(),
    };
    let departures = vec![left("engine/a.py", "0123456789ab"), left("engine/b.py", "0123456789ab")];
    let history = HistoryFacts { departures, ..HistoryFacts::default() };
    let found = |path: &str, sentence: &str| {
        let asked = [cited(path, sentence)];
        let one = cross_reference(&asked, &tree(&TREE), Some(&history)).remove(0);
        (one.status, one.reason)
    };
    let gone = "the tree had it until commit 0123456789 removed it".to_owned();
    assert_eq!(found("engine/", "engine/ Agents and rules"), (PathStatus::Absent, gone));
    assert_eq!(found("engine/", "We removed engine/ in the end.").0, PathStatus::Mention);
    assert_ne!(found("motor/", "motor/ Agents and rules").0, PathStatus::Absent);
}

#[test]
fn a_name_but_for_its_signs_or_a_letter_may_be_the_one_that_is_meant() {
    use PathStatus::{Absent, Ambiguous, Mention};
    for path in ["src/tools/git-tools.py", "src/nodes/init.py", "src/tools/rebo_tools.py"] {
        check_near(path, Ambiguous);
    }
    check_near("src/tools/tip_tools.py", Absent);
    for path in ["audit/run_YYYYMMDD.md", "tests/path_to_test.py", "src/MY_node.py"] {
        check_near(path, Mention);
    }
}

#[track_caller]
fn check_near(path: &str, status: PathStatus) {
    let sentence = format!("It is in {path}.");
    let found = cross_reference(&[cited(path, &sentence)], &tree(&TREE), None).remove(0);
    assert_eq!(found.status, status, "{path}: {}", found.reason);
}

#[test]
fn the_file_of_a_part_is_said_to_be_there_by_what_the_part_does() {
    let status = |sentence: &str| {
        cross_reference(&[cited("turns.py", sentence)], &tree(&TREE), None)[0].status
    };
    assert_eq!(status("TurnsNode (`turns.py`): alternates the speakers."), PathStatus::Absent);
    assert_eq!(status("• Turn Keeper (turns.py) – alternates them."), PathStatus::Absent);
    assert_eq!(status("Speakers alternate (`turns.py`): they take turns."), PathStatus::Mention);
    assert_eq!(status("TurnsNode (`turns.py`)"), PathStatus::Mention);
}

#[test]
fn sources_of_other_languages_are_missed_as_those_of_python_are() {
    use PathStatus::{Absent, Mention};
    let status = |path: &str, sentence: &str, heading: Option<&str>| {
        let asked = CitedPath {
            heading: heading.map(str::to_owned),
            ..cited(path, &sentence.replace('_', path))
        };
        cross_reference(&[asked], &tree(&TREE), None)[0].status
    };
    for path in ["turns.c", "Turns.cs", "turns.kt", "turns.vhd", "turns.php"] {
        assert_eq!(status(path, "It is implemented in _.", None), Absent, "{path}");
        assert_eq!(status(path, "All about _ now.", None), Mention, "{path}");
    }
    // A header may be one of a library.
    assert_eq!(status("turns.h", "The class is implemented in _.", None), Absent);
    assert_eq!(status("turns.h", "├── _", None), Absent);
    assert_eq!(status("turns.h", "turns.c _", Some("FILE STRUCTURE")), Absent);
    assert_eq!(status("turns.h", "It uses _ for that.", None), Mention);
    assert_eq!(status("src/turns.h", "It uses _ for that.", None), Absent);
}
