use super::*;
use crate::domain::chat::Account;
use crate::domain::facts::{DocumentFacts, FigureFacts, RepositoryFacts};
use crate::domain::opinion::{Persona, Round, Seat};
use crate::render::fixture;
use std::path::PathBuf;
use std::sync::Arc;

#[track_caller]
fn check(event: &AuditEvent, expected: &str) {
    assert_eq!(progress_line(event).as_deref(), Some(expected));
}

fn seat() -> Seat {
    Seat { criterion: fixture::id("graph"), round: Round::Second, persona: Persona::TechLead }
}

#[test]
fn a_detective_says_how_much_was_read() {
    let mut facts = RepositoryFacts::default();
    facts.python.files = 1;
    let examined = |detective, facts| AuditEvent::Examined { detective, facts: Arc::new(facts) };
    check(
        &examined(Detective::RepoInvestigator, Facts::Repository(facts.clone())),
        "RepoInvestigator read 0 commits, 0 files, 1 Python file",
    );
    facts.limits_reached = vec!["The history has more than 20,000 commits.".into()];
    check(
        &examined(Detective::RepoInvestigator, Facts::Repository(facts)),
        "RepoInvestigator read 0 commits, 0 files, 1 Python file; not everything: The history has \
         more than 20,000 commits",
    );
    check(
        &examined(Detective::DocAnalyst, Facts::Document(DocumentFacts::default())),
        "DocAnalyst read 0 pages, 0 cited paths",
    );
    check(
        &examined(Detective::VisionInspector, Facts::Figures(FigureFacts::default())),
        "VisionInspector read 0 pages, 0 figures",
    );
}

#[test]
fn a_judge_gives_a_score_or_is_lost_with_a_reason() {
    let report = fixture::report();
    let opinion = report.criteria[0].judge_opinions[1].clone();
    check(
        &AuditEvent::Heard { attempt: 1, opinion, account: Account::new() },
        "Defense on safe_tool_engineering: 4",
    );
    let failure = Failure::passing(FailureKind::Crash, "index out of\nbounds \u{1b}[2J");
    check(
        &AuditEvent::lost(Task::Hear { seat: seat() }, 1, failure),
        "Tech Lead on graph (second hearing): lost (attempt 1): crashed: index out of bounds \
         ⟨U+001B⟩[2J",
    );
    let failure = Failure::passing(FailureKind::Unreachable, "no route to host");
    check(
        &AuditEvent::lost(Task::Fetch, 2, failure),
        "Fetch the repository: lost (attempt 2): unreachable: no route to host",
    );
}

#[test]
fn the_end_is_a_score_and_a_file() {
    let report = fixture::report();
    let testified = AuditEvent::Testified {
        detective: Detective::RepoInvestigator,
        evidences: report.evidences.clone(),
        readings: report.readings.clone(),
    };
    check(
        &testified,
        "RepoInvestigator gave 7 pieces of evidence: 4 of 7 probes hold, 1 in part, 1 not, 1 \
         undecided",
    );
    check(
        &AuditEvent::Decided { report: Arc::new(report) },
        "Overall 3.0 of 5 over 3 criteria, 1 not scored",
    );
    let files = vec![PathBuf::from("audit/\u{202e}report.md"), PathBuf::from("audit/report.json")];
    check(&AuditEvent::Published { files }, "Report written to audit/⟨U+202E⟩report.md");
    let failure = Failure::lasting(FailureKind::Unreadable, "no git repository");
    check(
        &AuditEvent::Abandoned { task: Task::Fetch, failure },
        "No report: failed to fetch the repository: unreadable: no git repository",
    );
}

#[test]
fn a_detective_with_nothing_to_say_has_no_line() {
    let event = AuditEvent::Testified {
        detective: Detective::DocAnalyst,
        evidences: Evidences::new(),
        readings: Vec::new(),
    };
    assert_eq!(progress_line(&event), None);
}
