//! How an audit is conducted, without any runtime.

#[allow(dead_code, reason = "other tests use the rest of the doubles")]
mod doubles;

use automaton_auditor::domain::chat::Account;
use automaton_auditor::domain::conduct::{Conduct, Due, Next};
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::evidence::Detective;
use automaton_auditor::domain::facts::{Facts, Sights};
use automaton_auditor::domain::failure::{Failure, FailureKind};
use automaton_auditor::domain::opinion::{Persona, Round, Seat};
use automaton_auditor::domain::request::AuditRequest;
use automaton_auditor::domain::state::AgentState;
use automaton_auditor::domain::task::{Step, Task};
use automaton_auditor::{detect, justice, render};
use doubles::counsel::opinion;
use doubles::submission::{self, CRITERIA, remote_request, request, seat};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

fn opening(request: AuditRequest) -> AgentState {
    AgentState::new(Arc::new(request), submission::rubric())
}

fn scores(seat: &Seat) -> u8 {
    match (seat.criterion.as_str(), seat.persona) {
        ("history", Persona::Prosecutor) => 1,
        ("history", Persona::Defense | Persona::TechLead) => 5,
        _ => 4,
    }
}

/// Does a step as everybody would who does their work.
fn done(step: &Step, state: &AgentState) -> AuditEvent {
    match &step.task {
        Task::Fetch => AuditEvent::Fetched { path: "/tmp/repository.git".into() },
        Task::Locate => AuditEvent::Located {
            path: "/tmp/report.pdf".into(),
            shown: "reports/final.pdf".into(),
            choice: None,
        },
        Task::Examine { detective } => AuditEvent::Examined {
            detective: *detective,
            facts: Arc::new(match detective {
                Detective::RepoInvestigator => Facts::Repository(submission::repository()),
                Detective::DocAnalyst => Facts::Document(submission::document()),
                Detective::VisionInspector => Facts::Figures(submission::figures()),
            }),
        },
        Task::Look => {
            let sights = Sights { model: "eyes".into(), seen: Vec::new(), unseen: Vec::new() };
            AuditEvent::Looked { sights: Arc::new(sights), account: Account::new() }
        }
        Task::Testify { detective } => {
            let (evidences, readings) = detect::testify(*detective, state);
            AuditEvent::Testified { detective: *detective, evidences, readings }
        }
        Task::Hear { seat } => {
            let case = state.case(seat).expect("the seat is on a criterion");
            AuditEvent::Heard {
                attempt: step.attempt,
                opinion: opinion(&case, scores(seat)),
                account: Account::new(),
            }
        }
        Task::Decide => AuditEvent::Decided { report: Arc::new(justice::decide(state, "0")) },
        Task::Publish => AuditEvent::Published { files: vec!["report.md".into()] },
    }
}

fn lost(task: &Task, attempt: u32, transient: bool) -> AuditEvent {
    let failure = if transient {
        Failure::passing(FailureKind::Unreadable, "no")
    } else {
        Failure::lasting(FailureKind::Unreadable, "no")
    };
    AuditEvent::lost(task.clone(), attempt, failure)
}

/// What is started now.
#[track_caller]
fn started(conduct: &mut Conduct) -> Vec<Due> {
    match conduct.next() {
        Next::Start(due) => due,
        other => panic!("{other:?}"),
    }
}

fn tasks(due: &[Due]) -> Vec<String> {
    due.iter().map(|due| due.step.task.to_string()).collect()
}

/// Conducts an audit to its end; returns what was started and what was recorded, in order.
fn walk(conduct: &mut Conduct) -> (Vec<Step>, Vec<AuditEvent>) {
    let (mut steps, mut events) = (Vec::new(), Vec::new());
    let mut waiting = VecDeque::new();
    loop {
        match conduct.next() {
            Next::Start(due) => waiting.extend(due.into_iter().map(|due| due.step)),
            Next::Record(event) => {
                conduct.take(&event);
                events.push(event);
                continue;
            }
            Next::Close => return (steps, events),
        }
        let step: Step =
            waiting.pop_front().expect("an audit that is not over waits for something");
        let event = done(&step, &conduct.state());
        assert!(conduct.admits(step.attempt, &event), "{event:?}");
        conduct.take(&event);
        steps.push(step);
        events.push(event);
    }
}

#[test]
fn the_plan_walks_from_the_fetch_to_the_report() {
    let mut conduct = Conduct::resume(opening(remote_request()));
    let (steps, _) = walk(&mut conduct);
    let names: Vec<String> = steps.iter().map(|step| step.task.to_string()).collect();
    let reading = [
        "fetch the repository",
        "locate the report",
        "examine as RepoInvestigator",
        "examine as DocAnalyst",
        "examine as VisionInspector",
        "testify as RepoInvestigator",
        "testify as DocAnalyst",
        "testify as VisionInspector",
    ];
    let of = |part: &[String]| part.iter().cloned().collect::<BTreeSet<_>>();
    assert_eq!(of(&names[..8]), reading.map(String::from).into_iter().collect());
    let at = |name: &str| names.iter().position(|one| one == name).expect(name);
    assert_eq!(names[0], reading[0]);
    assert!(at("locate the report") < at("examine as DocAnalyst"));
    assert!(at("examine as RepoInvestigator") < at("testify as DocAnalyst"));
    let second = |name: &&String| name.ends_with("(second hearing)");
    assert_eq!(names[8..20].iter().filter(second).count(), 0, "{names:#?}");
    assert_eq!(names[20..23].iter().filter(second).count(), 3, "{names:#?}");
    assert_eq!(names[23..], ["decide", "publish"]);
    assert_eq!(of(&names).len(), names.len(), "something was asked twice");
    assert!(steps.iter().all(|step| step.attempt == 1));
}

#[test]
fn local_artifacts_are_neither_fetched_nor_looked_for() {
    let mut conduct = Conduct::resume(opening(request()));
    let due = tasks(&started(&mut conduct));
    let all = ["RepoInvestigator", "DocAnalyst", "VisionInspector"];
    assert_eq!(due, all.map(|detective| format!("examine as {detective}")));
}

#[test]
fn asking_again_starts_nothing_twice() {
    let mut conduct = Conduct::resume(opening(request()));
    assert_eq!(started(&mut conduct).len(), 3);
    assert_eq!(started(&mut conduct), []);
    let step = Step { task: Task::Examine { detective: Detective::RepoInvestigator }, attempt: 1 };
    let event = done(&step, &conduct.state());
    conduct.take(&event);
    assert_eq!(tasks(&started(&mut conduct)), ["testify as RepoInvestigator"]);
    assert_eq!(started(&mut conduct), []);
}

#[test]
fn a_pause_that_a_server_asked_for_is_kept_also_when_the_attempt_is_cancelled_in_it() {
    let mut conduct = Conduct::resume(opening(request()));
    started(&mut conduct);
    let task = Task::Examine { detective: Detective::RepoInvestigator };
    let busy = Failure::passing(FailureKind::RateLimited, "fewer calls");
    let asked = Failure { after_ms: Some(7_000), ..busy };
    let cancelled = Failure::passing(FailureKind::Cancelled, "the bench was replaced");
    for (attempt, failure) in [(1, asked), (2, cancelled)] {
        conduct.take(&AuditEvent::lost(task.clone(), attempt, failure));
        let due = started(&mut conduct);
        assert_eq!(due[0].step.attempt, attempt + 1);
        assert!(due[0].after >= Duration::from_secs(7), "{:?}", due[0].after);
    }
}

#[test]
fn failed_work_is_tried_again_after_growing_pauses() {
    let mut conduct = Conduct::resume(opening(request()));
    let task = Task::Examine { detective: Detective::RepoInvestigator };
    let first = started(&mut conduct);
    assert!(first.iter().all(|due| due.after.is_zero() && due.step.attempt == 1));
    let mut before = Duration::ZERO;
    for (attempt, longest) in [(2, 50), (3, 100)] {
        conduct.take(&lost(&task, attempt - 1, true));
        let due = started(&mut conduct);
        assert_eq!(due.len(), 1);
        assert_eq!(due[0].step, Step { task: task.clone(), attempt });
        let longest = Duration::from_millis(longest);
        assert!(due[0].after >= longest / 2 && due[0].after <= longest, "{:?}", due[0].after);
        assert!(due[0].after >= before);
        before = due[0].after;
    }
    conduct.take(&lost(&task, 3, true));
    assert_eq!(tasks(&started(&mut conduct)), ["testify as RepoInvestigator"]);
    assert!(conduct.state().given_up(&task).is_some());
}

#[test]
fn lasting_failure_is_not_tried_again() {
    let mut conduct = Conduct::resume(opening(request()));
    started(&mut conduct);
    let task = Task::Examine { detective: Detective::DocAnalyst };
    conduct.take(&lost(&task, 1, false));
    assert!(!started(&mut conduct).iter().any(|due| due.step.task == task));
}

#[test]
fn an_audit_of_nothing_readable_is_abandoned_once_and_admits_nothing_more() {
    let mut conduct = Conduct::resume(opening(request()));
    started(&mut conduct);
    for detective in Detective::ALL {
        assert_ne!(conduct.next(), Next::Close);
        conduct.take(&lost(&Task::Examine { detective }, 1, false));
    }
    let Next::Record(event) = conduct.next() else { panic!("it is not abandoned") };
    let first = Task::Examine { detective: Detective::RepoInvestigator };
    assert!(matches!(&event, AuditEvent::Abandoned { task, .. } if *task == first));
    conduct.take(&event);
    assert_eq!(conduct.next(), Next::Close);
    assert!(!conduct.admits(1, &event));
    let late = Step { task: Task::Testify { detective: Detective::DocAnalyst }, attempt: 1 };
    assert!(!conduct.admits(1, &done(&late, &conduct.state())));
}

#[test]
fn only_the_attempt_that_is_awaited_is_admitted() {
    let mut conduct = Conduct::resume(opening(request()));
    let task = Task::Hear { seat: seat(Persona::Defense, CRITERIA[0]) };
    let heard = |attempt| done(&Step { task: task.clone(), attempt }, &opening(request()));
    assert!(conduct.admits(1, &heard(1)) && !conduct.admits(2, &heard(2)));
    conduct.take(&lost(&task, 1, true));
    assert!(!conduct.admits(1, &heard(1)), "the attempt was given up");
    assert!(!conduct.admits(1, &lost(&task, 1, true)), "it was lost already");
    assert!(conduct.admits(2, &heard(2)) && conduct.admits(2, &lost(&task, 2, true)));
    assert!(!conduct.admits(3, &heard(3)), "nobody asked for it yet");
    conduct.take(&heard(2));
    assert!(!conduct.admits(2, &heard(2)) && !conduct.admits(3, &heard(3)), "it is settled");
}

#[test]
fn messages_that_come_twice_change_nothing() {
    let mut conduct = Conduct::resume(opening(remote_request()));
    let (_, events) = walk(&mut conduct);
    let mut again = Conduct::resume(opening(remote_request()));
    for event in &events {
        again.take(event);
        let once = format!("{:?}", again.state());
        again.take(event);
        assert_eq!(format!("{:?}", again.state()), once);
    }
    assert_eq!(format!("{:?}", again.state()), format!("{:?}", conduct.state()));
    assert_eq!(again.next(), Next::Close);
}

#[test]
fn an_audit_is_resumed_after_any_event_and_ends_in_the_same_report() {
    let mut whole = Conduct::resume(opening(remote_request()));
    let (steps, events) = walk(&mut whole);
    let report = |conduct: &Conduct| {
        render::json(conduct.state().final_report.as_ref().expect("there is a report"))
    };
    for kept in 0..=events.len() {
        let mut resumed = Conduct::resume(opening(remote_request()));
        for event in &events[..kept] {
            resumed.take(event);
        }
        let (asked, _) = walk(&mut resumed);
        assert_eq!(asked.len(), steps.len() - kept, "something was done again after {kept} events");
        assert_eq!(report(&resumed), report(&whole));
    }
}

#[test]
fn repository_that_is_given_up_before_the_report_is_read_costs_no_report() {
    let request = AuditRequest { report: request().report, ..remote_request() };
    let mut conduct = Conduct::resume(opening(request));
    let Next::Start(due) = conduct.next() else { panic!("there is work") };
    assert!(due.iter().any(|due| due.step.task == Task::Fetch));
    conduct.take(&lost(&Task::Fetch, 1, false));
    let examine = Task::Examine { detective: Detective::DocAnalyst };
    assert!(!conduct.state().is_settled(&examine));
    let next = conduct.next();
    assert!(
        !matches!(next, Next::Record(_) | Next::Close),
        "the report is still being read: {next:?}"
    );
}

#[test]
fn detective_who_does_not_testify_is_named_in_the_report() {
    let mut conduct = Conduct::resume(opening(request()));
    let testify = Task::Testify { detective: Detective::DocAnalyst };
    let mut waiting: VecDeque<Step> = VecDeque::new();
    while let Next::Start(due) = conduct.next() {
        waiting.extend(due.into_iter().map(|due| due.step));
        let step = waiting.pop_front().expect("an audit that is not over waits for something");
        let event = if step.task == testify {
            lost(&testify, step.attempt, false)
        } else {
            done(&step, &conduct.state())
        };
        conduct.take(&event);
    }
    let state = conduct.state();
    let report = state.final_report.as_ref().expect("there is a report");
    assert_eq!(report.notices, ["The DocAnalyst could not testify: no."]);
    assert_eq!(report.not_scored.len(), 1);
    assert_eq!(report.not_scored[0].reason, "Its detective could not testify: no.");
    assert_eq!(report.criteria.len(), CRITERIA.len() - 1);
}

#[test]
fn losses_are_those_of_the_work_under_way_alone() {
    let mut conduct = Conduct::resume(opening(request()));
    started(&mut conduct);
    let step = Step { task: Task::Examine { detective: Detective::RepoInvestigator }, attempt: 1 };
    let event = done(&step, &conduct.state());
    conduct.take(&event);
    let all = conduct.losses(|_| true, &Failure::passing(FailureKind::Crash, "gone"));
    let lost: Vec<String> =
        all.iter().filter_map(|(_, event)| event.ends()).map(|task| task.to_string()).collect();
    assert_eq!(lost, ["examine as DocAnalyst", "examine as VisionInspector"]);
    let (attempt, event) = &all[0];
    assert!(conduct.admits(*attempt, event));
    let none = conduct.losses(
        |task| matches!(task, Task::Hear { seat } if seat.round == Round::First),
        &Failure::passing(FailureKind::Crash, "gone"),
    );
    assert!(none.is_empty());
}
