mod claimed;
mod elsewhere;
mod governed;

use super::*;
use crate::domain::facts::TreeEntry;

pub(super) fn tree(paths: &[&str]) -> TreeFacts {
    let mut paths = paths.to_vec();
    paths.sort_unstable();
    let entry = |path: &&str| TreeEntry { path: (*path).into(), ..TreeEntry::default() };
    TreeFacts { entries: paths.iter().map(entry).collect(), ..TreeFacts::default() }
}

pub(super) fn cited(path: &str, sentence: &str) -> CitedPath {
    CitedPath {
        written: path.into(),
        path: path.into(),
        status: PathStatus::Unchecked,
        matched: None,
        reason: String::new(),
        page: 1,
        sentence: sentence.into(),
        heading: None,
    }
}

pub(super) const TREE: [&str; 8] = [
    "README.md",
    "src/__init__.py",
    "src/graph.py",
    "src/nodes/__init__.py",
    "src/nodes/judges.py",
    "src/tools/git_tools.py",
    "src/tools/repo_tools.py",
    "tests/test_graph.py",
];

#[track_caller]
fn check(path: &str, sentence: &str, status: PathStatus, matched: Option<&str>) {
    let found = cross_reference(&[cited(path, sentence)], &tree(&TREE), None);
    let found: Vec<_> = found.iter().map(|f| (f.status, f.matched.as_deref())).collect();
    assert_eq!(found, [(status, matched)], "for {path} in {sentence:?}");
}

#[test]
fn what_the_tree_has_is_verified() {
    use PathStatus::Verified;
    check("src/graph.py", "", Verified, Some("src/graph.py"));
    check("graph.py", "", Verified, Some("src/graph.py"));
    check("nodes/judges.py", "", Verified, Some("src/nodes/judges.py"));
    check("my-repo/src/graph.py", "", Verified, Some("src/graph.py"));
    check("src/nodes/", "", Verified, Some("src/nodes"));
    check("nodes/", "", Verified, Some("src/nodes"));
    check("src/nodes/judges", "", Verified, Some("src/nodes/judges.py"));
    check("src\\graph.py", "", Verified, Some("src/graph.py"));
}

#[test]
fn broken_paths_are_repaired_only_where_the_tree_has_them() {
    use PathStatus::{Absent, Ambiguous, Verified};
    check("src/tools/git tools.py", "", Verified, Some("src/tools/git_tools.py"));
    check("src/tools/repo_ tools.py", "", Verified, Some("src/tools/repo_tools.py"));
    check("src/tools/repo_- tools.py", "", Verified, Some("src/tools/repo_tools.py"));
    check("tools.py", "in repo tools.py we", Verified, Some("src/tools/repo_tools.py"));
    check("doc_ tools.py", "defined in doc_ tools.py", Ambiguous, None);
    check("src/tools/audit_ helper.py", "", Absent, None);
    check("src/tools/aud it.py", "", Ambiguous, None);
}

#[test]
fn names_with_spaces_are_recognised_where_the_tree_has_them() {
    let tree = tree(&["audit/report_Ada Lovelace.md", "src/graph.py"]);
    let look_up = |path: &str, sentence: &str| {
        let found = cross_reference(&[cited(path, sentence)], &tree, None).remove(0);
        (found.status, found.matched)
    };
    let sentence = "All of it is in (audit/report_Ada Lovelace.md), which is long.";
    let known = (PathStatus::Verified, Some("audit/report_Ada Lovelace.md".to_owned()));
    assert_eq!(look_up("audit/report_Ada", sentence), known);
    assert_eq!(look_up("Lovelace.md", sentence), known);
    let other = "All of it is in audit/report_Ada and Lovelace.md.";
    assert_ne!(look_up("audit/report_Ada", other), known);
    assert_ne!(look_up("Lovelace.md", other), known);
}

#[test]
fn the_label_of_a_submission_is_no_other_repository() {
    use PathStatus::{Absent, Mention};
    let export = "Submission export: report.pdf (by python scripts/export_pdf.py, or by hand)";
    check("scripts/export_pdf.py", export, Absent, None);
    check("src/agent.py", "In the submission, src/agent.py runs a shell.", Mention, None);
}

#[test]
fn claimed_files_that_nothing_resembles_are_absent() {
    use PathStatus::Absent;
    check("src/nodes/chief.py", "The chief is in src/nodes/chief.py.", Absent, None);
    check("chief.py", "The chief is implemented in chief.py.", Absent, None);
    check("src/judges/personas/", "Personas are in src/judges/personas/.", Absent, None);
}

#[test]
fn what_claims_nothing_is_a_mention() {
    use PathStatus::Mention;
    check("src/chief.py", "We will add src/chief.py.", Mention, None);
    check("src/chief.py", "File: src/chief.py (NEW FILE).", Mention, None);
    check("src/chief.py", "File src/chief.py [NEW]", Mention, None);
    check("src/chief.py", "The old src/chief.py had it.", Mention, None);
    check("src/chief.py", "If src/chief.py exists, it passes.", Mention, None);
    check("src/*.js", "All of src/*.js is parsed.", Mention, None);
    check("/home/me/src/x1.py", "Run /home/me/src/x1.py.", Mention, None);
    check("path/to/file.py", "See path/to/file.py.", Mention, None);
    check(".env", "Keys are in .env.", Mention, None);
    check("reports/final_report.pdf", "See reports/final_report.pdf.", Mention, None);
    check("ast.py", "Python's ast.py", Mention, None);
    check("Pass/", "Pass/ fail", Mention, None);
    // What is said to be unwritten is cited for nothing, also where it is there by now.
    let there = Some("src/graph.py");
    check("src/graph.py", "src/graph.py is not implemented yet.", Mention, there);
    check("src/graph.py", "Judges not wired (src/graph.py missing).", Mention, there);
    check(
        "src/graph.py",
        "The judges are in src/graph.py, absent from the figure.",
        PathStatus::Verified,
        there,
    );
    check("graph.py", "So far graph.py: not yet written.", Mention, there);
    check("src/graph.py", "src/graph.py is not a stub.", PathStatus::Verified, there);
}

#[test]
fn what_fits_in_part_is_ambiguous() {
    use PathStatus::Ambiguous;
    check("__init__.py", "", Ambiguous, None);
    check("src/Graph.py", "", Ambiguous, Some("src/graph.py"));
    check("src/repo_tools.py", "", Ambiguous, Some("src/tools/repo_tools.py"));
    check("langgraph/pregel.py", "It is in langgraph/pregel.py.", Ambiguous, None);
    check("src/gr\u{430}ph.py", "It is in src/gr\u{430}ph.py.", Ambiguous, None);
}

#[test]
fn of_files_of_one_name_those_fit_whose_folders_do() {
    let paths = ["a/roles/one/tasks/main.yml", "a/roles/two/tasks/main.yml", "b/one/main.yml"];
    let tree = tree(&paths);
    let reason = |path: &str| {
        let found = cross_reference(&[cited(path, "It is there.")], &tree, None).remove(0);
        assert_eq!(found.status, PathStatus::Ambiguous, "{path}");
        (found.matched, found.reason)
    };
    let (matched, _) = reason("xa/roles/two/tasks/main.yml");
    assert_eq!(matched.as_deref(), Some(paths[1]));
    let (matched, told) = reason("other/tasks/main.yml");
    assert_eq!(matched, None);
    assert!(told.starts_with("the tree has 2 files of this name elsewhere"), "{told}");
    assert!(reason("other/main.yml").1.contains("has 3 files"));
}

#[test]
fn a_path_with_an_asterisk_is_verified_by_the_files_that_it_stands_for() {
    use PathStatus::{Mention, Verified};
    check("src/*/judges.py", "", Verified, Some("src/nodes/judges.py"));
    check("src/tools/*.py", "", Verified, None);
    check("src/**/judges.py", "", Verified, Some("src/nodes/judges.py"));
    // Files of the name lie elsewhere, or it says of no folder that it is here.
    check("src/*/graph.py", "", Mention, None);
    check("lib/*/judges.py", "", Mention, None);
    check("*.py", "", Mention, None);
}

#[test]
fn what_a_command_is_told_to_write_is_cited_for_nothing() {
    use PathStatus::{Absent, Mention, Verified};
    let path = "src/made.py";
    for command in [
        "run.sh --out src/made.py",
        "x --output=src/made.py",
        "x -o `src/made.py`",
        "x --out-file src/made.py",
    ] {
        check(path, command, Mention, None);
    }
    check(path, "python x.py > src/made.py", Mention, None);
    check("src/graph.py", "x --out src/graph.py", Verified, Some("src/graph.py"));
    check(path, "The layout is in src/made.py.", Absent, None);
    check(path, "x --input src/made.py", Absent, None);
    check(path, "The graph calls out src/made.py.", Absent, None);
}

#[test]
fn a_tree_read_in_part_proves_no_absence() {
    let partial = TreeFacts { truncated: true, ..tree(&TREE) };
    let found = cross_reference(&[cited("src/x1.py", "It is in src/x1.py.")], &partial, None);
    assert_eq!(found[0].status, PathStatus::Ambiguous);
}

#[test]
fn a_document_missing_among_its_kind_is_absent_and_not_output() {
    let tree = tree(&["audit/received/first_report.md", "audit/made/run_1.json", "src/graph.py"]);
    let status = |path: &str, sentence: &str| {
        let found = cross_reference(&[cited(path, sentence)], &tree, None);
        (found[0].status, found[0].written.clone())
    };
    let path = "audit/received/second_report.md";
    for sentence in [
        "The peer report (audit/received/second_report.md) is generic and doesn't cite issues.",
        "Source snapshot: audit/received/second_report.md",
    ] {
        assert_eq!(status(path, sentence).0, PathStatus::Absent, "{sentence}");
    }
    for sentence in [
        "The program writes audit/received/second_report.md at its end.",
        "A name is, for example, audit/received/second_report.md there.",
        "Note that audit/received/second_report.md does not exist.",
        "We will add audit/received/second_report.md soon.",
    ] {
        assert_eq!(status(path, sentence).0, PathStatus::Mention, "{sentence}");
    }
    assert_eq!(status("audit/made/run.log", "See audit/made/run.log.").0, PathStatus::Mention);
    let broken = CitedPath {
        written: "audit/ received/second_report.md".into(),
        ..cited(path, "The peer report (audit/ received/second_report.md) is generic.")
    };
    let found = cross_reference(&[broken], &tree, None);
    assert_eq!((found.len(), found[0].status), (1, PathStatus::Absent));
}

#[test]
fn a_label_says_that_there_is_what_it_names() {
    use PathStatus::{Absent, Mention, Verified};
    check("src/prompts/first.txt", "● Location: src/prompts/first.txt, etc.", Absent, None);
    check("Report_One.md", "● Location: Report_One.md", Absent, None);
    check("src/prompts/first.txt", "Prompts are src/prompts/first.txt, etc.", Mention, None);
    check("src/x1.py", "Location: src/x1.py (will be added)", Mention, None);
    let protocol = "doc.check -> found=false (missing=src/nodes, src/graph.py).";
    check("src/graph.py", protocol, Mention, None);
    check("src/nodes", protocol, Mention, None);
    check("output\\nsrc/", "Writes output\\nsrc/ there", Verified, Some("src"));
}

#[test]
fn the_source_of_results_that_no_commit_has_is_absent_and_not_output() {
    use PathStatus::{Absent, Ambiguous, Mention};
    let path = "audit/report_2026-02-27_22-11-15.md";
    check(path, &format!("Self-audit (`{path}`, overall 2.5 / 5):"), Absent, None);
    check(path, &format!("Results of {path} (aggregate score: 2.5/5) follow."), Absent, None);
    for sentence in [
        format!("The program writes the report to {path}, overall 2.5/5."),
        format!("From `{path}` (overall 4.0 / 5, peer auditor):"),
        format!("For example `{path}`, overall 4.0 / 5."),
        format!("We will commit {path} (overall 4.0 / 5)."),
        format!("The self-audit is {path}, and its scores follow."),
    ] {
        check(path, &sentence, Mention, None);
    }
    let template = "audit/report_<timestamp>.md";
    check(template, &format!("Self-audit ({template}, overall 2.5/5):"), Mention, None);
    let commit = crate::domain::facts::CommitFact {
        id: "0123456789abcdef".into(),
        names_changed: vec!["report_2026-02-27_22-11-15.md".into()],
        ..Default::default()
    };
    let history = HistoryFacts { commits: vec![commit], ..HistoryFacts::default() };
    let asked = [cited(path, &format!("Self-audit (`{path}`, overall 2.5 / 5):"))];
    let found = cross_reference(&asked, &tree(&TREE), Some(&history));
    assert_eq!(found[0].status, Ambiguous);
}

#[test]
fn results_that_are_said_to_be_from_a_file_claim_that_file() {
    use PathStatus::{Absent, Mention};
    let path = "the_report.md";
    check(
        path,
        "(Note: These are the results derived from your the_report.md generation)",
        Absent,
        None,
    );
    check(path, "All scores are taken from the_report.md.", Absent, None);
    check(path, "The program generates the_report.md with the results.", Mention, None);
    check(path, "We will take the results from the_report.md.", Mention, None);
    let score = cited(path, "Scores from the_report.md.");
    let source = cited(path, "Source snapshot: the_report.md");
    let named = cited(path, "The report is the_report.md.");
    assert_eq!([leans(&score), leans(&source), leans(&named)], [2, 1, 0]);
}

#[test]
fn a_file_that_a_plan_names_for_what_is_wrong_with_it_has_to_be_there() {
    use PathStatus::{Absent, Mention};
    let path = "src/chief.py";
    let wrong = "Priority 5 File: src/chief.py Gap: no rule is named. Change: add a section.";
    check(path, wrong, Absent, None);
    check(path, "Priority 5 File: src/chief.py or README.md Gap: no rule is named.", Absent, None);
    check(
        path,
        "Priority 5 File: src/chief.py Gap: no rule. Change: create a module.",
        Mention,
        None,
    );
    check(path, "Priority 5 File: src/chief.py Change: add the rules.", Mention, None);
}

#[test]
fn two_words_with_a_slash_between_them_are_no_path() {
    let tree = tree(&["rubric/week.json", "src/graph.py"]);
    let found = |path: &str| {
        let sentence = format!("Add gates for {path} consistency.");
        cross_reference(&[cited(path, &sentence)], &tree, None).len()
    };
    assert_eq!(found("rubric/report"), 0);
    for path in ["rubric/week.json", "rubric/report.json", "src/report", "rubric/my_report"] {
        assert_eq!(found(path), 1, "{path}");
    }
}

#[test]
fn a_path_with_characters_without_shape_is_not_the_one_it_looks_like() {
    use PathStatus::Ambiguous;
    let path = "src/no\u{200B}des/judges.py";
    let like = Some("src/nodes/judges.py");
    check(path, &format!("The judges are in {path}."), Ambiguous, like);
}

#[test]
fn a_hyphen_that_only_says_where_a_line_may_break_makes_no_other_file() {
    use PathStatus::{Absent, Ambiguous};
    let sentence = |path: &str| format!("The judges are implemented in {path}.");
    let path = "src/nodes/jud-ges.py";
    check(path, &sentence(path), Ambiguous, Some("src/nodes/judges.py"));
    let other = "src/nodes/jud-ging.py";
    check(other, &sentence(other), Absent, None);
}

#[test]
fn a_name_but_for_one_letter_may_be_the_one_that_is_meant() {
    use PathStatus::{Absent, Ambiguous, Mention};
    let found = |path: &str, sentence: &str| {
        let found = cross_reference(&[cited(path, sentence)], &tree(&TREE), None).remove(0);
        (found.status, found.reason)
    };
    let near = (Ambiguous, "no such file; the tree has src/tools/repo_tools.py".to_owned());
    assert_eq!(found("src/tools/repo_tool.py", "It is in src/tools/repo_tool.py."), near);
    assert_eq!(found("src/tools/repo_tool.py", "For example src/tools/repo_tool.py."), near);
    assert_eq!(found("repo_tool.py", "It is in repo_tool.py."), near);
    let judge = found("src/nodes/judges2.py", "They are in src/nodes/judges2.py.");
    assert_eq!(judge.0, Absent);
    let other = found("src/nodes/repo_tool.py", "It is in src/nodes/repo_tool.py.");
    assert_eq!(other.0, Absent);
    let made = found("src/tools/repo_tool.py", "Create src/tools/repo_tool.py.");
    assert_ne!(made.0, Ambiguous);
    assert_eq!(found("src/nodes/judge.py", "We will add src/nodes/judge.py.").0, Mention);
}

#[test]
fn an_environment_is_cited_and_not_committed() {
    let path = "envs/reader/bin/python";
    check(path, "It runs envs/reader/bin/python.", PathStatus::Mention, None);
    check("envs/reader", "It runs in envs/reader there.", PathStatus::Mention, None);
}
