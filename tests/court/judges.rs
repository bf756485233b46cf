//! Judges that crash, hang or fail.

use crate::doubles::counsel::{ScriptedCounsel, Speech};
use crate::doubles::session::Session;
use crate::doubles::submission::{CRITERIA, seat};
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::failure::FailureKind;
use automaton_auditor::domain::opinion::Persona;
use automaton_auditor::domain::score::Score;
use std::time::Duration;

/// A court in which one judge speaks by a script on `history`, and everybody else gives a 4.
fn with_prosecutor(script: impl Fn(u32) -> Speech + Send + Sync + 'static) -> Session {
    Session::with_counsel(ScriptedCounsel::new(move |who, attempt| {
        if *who == seat(Persona::Prosecutor, "history") {
            script(attempt)
        } else {
            Speech::Scores(4)
        }
    }))
}

/// How often the prosecutor was asked on `history`.
fn asked(session: &Session) -> u32 {
    session.counsel.asked()[&seat(Persona::Prosecutor, "history")]
}

#[tokio::test(start_paused = true)]
async fn crashed_judge_is_asked_again_then_reported_missing() {
    let session = with_prosecutor(|_| Speech::Panics);
    let record = session.hold().await;
    assert_eq!(asked(&session), 3);
    let ruling = record.criterion("history");
    let missing = &ruling.missing_seats[..];
    assert_eq!(missing.len(), 1);
    assert_eq!(missing[0].seat, seat(Persona::Prosecutor, "history"));
    assert_eq!(missing[0].attempts, 3);
    assert!(missing[0].reason.contains("crashed"), "{}", missing[0].reason);
    assert!(missing[0].reason.contains("fell off the bench"), "{}", missing[0].reason);
    let heard: Vec<Persona> = ruling.judge_opinions.iter().map(|o| o.judge).collect();
    assert_eq!(heard, [Persona::Defense, Persona::TechLead]);
    assert_eq!(ruling.final_score, Score::nearest(4.0));
    let attempts: Vec<u32> = record.losses().iter().map(|(_, attempt, _)| *attempt).collect();
    assert_eq!(attempts, [1, 2, 3]);
    assert_eq!(record.scored(), CRITERIA);
    let report = record.report();
    let [notice] = &report.notices[..] else { panic!("one cause, one notice") };
    assert!(notice.starts_with("Not every judge was heard on The history: it crashed"), "{notice}");
    assert!(notice.contains("`auditor regrade` with the name of this audit"), "{notice}");
    assert!(report.is_partial() && !report.leaves_out(), "the others' opinions are a score");
}

#[tokio::test(start_paused = true)]
async fn judge_that_panics_once_is_heard_on_the_second_attempt() {
    let session = with_prosecutor(|attempt| match attempt {
        1 => Speech::Panics,
        _ => Speech::Scores(5),
    });
    let record = session.hold().await;
    assert_eq!(asked(&session), 2);
    let ruling = record.criterion("history");
    assert!(ruling.missing_seats.is_empty());
    assert_eq!(ruling.judge_opinions[0].score, Score::MAX);
    let heard = record.events.iter().any(|event| {
        matches!(event.as_ref(), AuditEvent::Heard { attempt: 2, opinion, .. } if opinion.score == Score::MAX)
    });
    assert!(heard, "the opinion does not name its attempt");
}

#[tokio::test(start_paused = true)]
async fn hung_judge_is_dismissed_at_its_deadline_and_asked_again() {
    let session = with_prosecutor(|attempt| match attempt {
        1 => Speech::Hangs,
        _ => Speech::Scores(5),
    });
    let started = tokio::time::Instant::now();
    let record = session.hold().await;
    assert_eq!(asked(&session), 2);
    assert!(record.criterion("history").missing_seats.is_empty());
    let lost = record.events.iter().find_map(|event| match event.as_ref() {
        AuditEvent::Lost { failure, .. } => Some(failure.clone()),
        _ => None,
    });
    let lost = lost.expect("the first attempt is lost");
    assert_eq!((lost.kind, lost.transient), (FailureKind::Deadline, true));
    let passed = started.elapsed();
    assert!(passed >= session.hearing_deadline, "{passed:?}");
    assert!(passed < session.hearing_deadline + Duration::from_secs(1), "{passed:?}");
}

#[tokio::test(start_paused = true)]
async fn judge_that_always_hangs_holds_nobody_else_up() {
    let session = Session { judges_in_flight: 2, ..with_prosecutor(|_| Speech::Hangs) };
    let record = session.hold().await;
    let missing = &record.criterion("history").missing_seats[0];
    assert_eq!((missing.attempts, missing.reason.as_str()), (3, "no opinion within 120 s"));
    assert_eq!(record.scored(), CRITERIA);
    let others = session.counsel.asked();
    assert_eq!((others.len(), others.values().sum::<u32>()), (12, 14));
}

#[tokio::test(start_paused = true)]
async fn judge_that_fails_is_asked_again_only_where_that_can_help() {
    let session = with_prosecutor(|attempt| match attempt {
        1 | 2 => Speech::Fails { transient: true },
        _ => Speech::Scores(3),
    });
    let record = session.hold().await;
    assert_eq!(asked(&session), 3);
    assert!(record.criterion("history").missing_seats.is_empty());

    let session = with_prosecutor(|_| Speech::Fails { transient: false });
    let record = session.hold().await;
    assert_eq!(asked(&session), 1);
    let missing = &record.criterion("history").missing_seats[0];
    assert_eq!((missing.attempts, missing.reason.as_str()), (1, "it answered in riddles"));
}

#[tokio::test(start_paused = true)]
async fn criterion_that_no_judge_speaks_on_has_no_score_and_says_why() {
    let session = Session::with_counsel(ScriptedCounsel::new(|who, _| {
        if who.criterion.as_str() == "safety" { Speech::Panics } else { Speech::Scores(4) }
    }));
    let record = session.hold().await;
    assert_eq!(record.scored(), ["history", "words", "pictures"]);
    let not_scored = record.not_scored();
    assert_eq!(not_scored.len(), 1);
    assert_eq!(not_scored[0].0, "safety");
    assert!(not_scored[0].1.starts_with("No judge gave an opinion: it crashed"), "{not_scored:?}");
    let [notice] = &record.report().notices[..] else { panic!("one cause, one notice") };
    assert!(notice.starts_with("No judge was heard on The safety: it crashed"), "{notice}");
    assert!(notice.contains("`auditor regrade` with the name of this audit"), "{notice}");
}

#[tokio::test(start_paused = true)]
async fn every_pause_before_another_attempt_is_longer_than_half_of_the_policy_says() {
    let session = with_prosecutor(|_| Speech::Fails { transient: true });
    let started = tokio::time::Instant::now();
    session.hold().await;
    let passed = started.elapsed();
    // Pauses of 50 ms and 100 ms, of which the upper half is jitter.
    assert!(passed >= Duration::from_millis(25 + 50), "{passed:?}");
    assert!(passed <= Duration::from_millis(50 + 100 + 10), "{passed:?}");
}

#[tokio::test(start_paused = true)]
async fn no_more_judges_are_in_flight_than_the_engine_allows() {
    for most in [1, 2, 5] {
        let counsel = ScriptedCounsel::agreed().thinking_for(Duration::from_secs(1));
        let session = Session { judges_in_flight: most, ..Session::with_counsel(counsel) };
        session.hold().await;
        assert_eq!(session.counsel.most_at_once(), most);
    }
}

#[tokio::test(start_paused = true)]
async fn crashes_and_dismissals_free_their_places() {
    let counsel = ScriptedCounsel::new(|_, attempt| match attempt {
        1 => Speech::Panics,
        2 => Speech::Hangs,
        _ => Speech::Scores(4),
    });
    let session = Session { judges_in_flight: 1, ..Session::with_counsel(counsel) };
    let record = session.hold().await;
    assert_eq!(session.counsel.most_at_once(), 1);
    assert!(session.counsel.asked().values().all(|asked| *asked == 3));
    assert!(record.report().criteria.iter().all(|c| c.missing_seats.is_empty()));
}
