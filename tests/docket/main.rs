//! Classes of submissions: audited, closed and taken up again, ordered about.

mod class;
mod swapped;

use automaton_auditor::docket::{Command, Ending, Refusal, Registry};
use automaton_auditor::domain::docket::{DocketEvent, Order, Origin, Standing, Submission, Waiver};
use automaton_auditor::domain::graded::State;
use automaton_auditor::domain::ids::{CriterionId, EvidenceId, SubmissionId};
use automaton_auditor::domain::score::Score;
use class::{Class, id};
use std::time::Duration;

fn graded(class: &Class) -> usize {
    let is_graded = |event: &DocketEvent| matches!(event, DocketEvent::Graded { .. });
    class.records().iter().filter(|record| is_graded(&record.event)).count()
}

#[tokio::test]
async fn every_submission_gets_its_report_and_the_class_its_tables() {
    let class = Class::new();
    let ending = class.keep(&["ada", "bob"], None).await;
    assert_eq!(ending, Ending::Done);
    for name in ["ada", "bob"] {
        for file in [
            "report.md",
            "report.json",
            "report.html",
            "report.sarif",
            "feedback.html",
            "gradescope.json",
        ] {
            let text = class.read(&format!("{name}/{file}"));
            assert!(!text.is_empty(), "{name}/{file}");
            let other = if name == "ada" { "bob" } else { "ada" };
            // A hash may have the letters of a name.
            let mut words = text.split(|letter: char| !letter.is_alphanumeric());
            assert!(!words.any(|word| word == other), "{name}/{file} names another submitter");
        }
    }
    let grades = class.read("grades.csv");
    assert_eq!(grades.lines().count(), 3, "{grades}");
    assert!(grades.lines().nth(1).unwrap().starts_with("ada,"), "{grades}");
    assert!(class.read("index.html").contains("Look at these first"));
    assert!(class.read("summary.txt").starts_with("2 submissions"));
    assert!(class.read("index.html").contains("at the same commit"), "they are the same");
}

#[tokio::test]
async fn a_class_that_is_closed_in_the_middle_goes_on_where_it_was() {
    let undisturbed = Class::new();
    undisturbed.keep(&["ada", "bob", "cleo"], None).await;
    let class = Class::new();
    for after in [50, 400, 700] {
        class.keep(&["ada", "bob", "cleo"], Some(Duration::from_millis(after))).await;
    }
    assert_eq!(class.keep(&["ada", "bob", "cleo"], None).await, Ending::Done);
    assert_eq!(graded(&class), 3, "every submission is graded once");
    for file in ["ada/report.json", "bob/report.md", "cleo/report.html", "grades.csv", "index.html"]
    {
        assert_eq!(class.read(file), undisturbed.read(file), "{file}");
    }
}

#[tokio::test]
async fn what_cannot_be_audited_is_set_aside_and_stops_nobody() {
    let class = Class::new();
    class.list("nobody", &class.path("no-such-repository"));
    assert_eq!(class.keep(&["ada"], None).await, Ending::Done);
    let docket = class.docket();
    let Standing::Parked { reason } = &docket.items[&id("nobody")].standing else {
        panic!("{docket:#?}")
    };
    assert!(!reason.is_empty());
    assert!(matches!(docket.items[&id("ada")].standing, Standing::Graded));
    assert!(class.read("summary.txt").contains("nobody: no report"));
}

#[tokio::test]
async fn a_persons_score_wins_and_a_regrade_does_not_touch_it() {
    let class = Class::new();
    class.keep(&["ada"], None).await;
    let criterion = CriterionId::new("safe_tool_engineering").unwrap();
    let machine = class.graded("ada").ruling(&criterion).unwrap().final_score;
    let human = Score::new(if machine.get() == 5 { 4 } else { 5 }).unwrap();
    let order = Order::Override {
        id: id("ada"),
        criterion: criterion.clone(),
        score: Some(human),
        reason: "seen in class".into(),
    };
    class.order(order.clone()).await.unwrap();
    let regrade = Order::Regrade { id: Some(id("ada")) };
    class.order(regrade).await.unwrap();
    class.keep(&["ada"], None).await;
    let one = class.graded("ada");
    assert_eq!(one.standing(&criterion), Some(human));
    assert_eq!(
        one.ruling(&criterion).unwrap().final_score,
        machine,
        "the machine's stays as it is"
    );
    assert!(class.read("ada/feedback.html").contains("seen in class"));
    assert_eq!(class.docket().items[&id("ada")].results.len(), 2);
    let unknown = Order::Override {
        id: id("ada"),
        criterion: CriterionId::new("no_such").unwrap(),
        score: None,
        reason: "x".into(),
    };
    assert!(matches!(class.order(unknown).await, Err(Refusal::Unknown(_))));
    let nameless = Order::Cancel { id: Some(id("nobody")) };
    assert!(matches!(class.order(nameless).await, Err(Refusal::Unknown(_))));
}

#[tokio::test]
async fn what_submissions_have_in_common_is_told_after_a_regrade_too() {
    let class = Class::new();
    class.keep(&["ada", "bob"], None).await;
    for whom in [Some(id("ada")), None] {
        class.order(Order::Regrade { id: whom }).await.unwrap();
        class.keep(&["ada", "bob"], None).await;
        assert!(class.read("index.html").contains("at the same commit"), "they are the same");
    }
}

#[tokio::test]
async fn a_repository_that_moved_on_is_audited_again_and_the_old_result_is_kept() {
    let class = Class::new();
    class.keep(&["ada"], None).await;
    let first = class.docket().items[&id("ada")].results[0].clone();
    let same = first.grade.commit.clone().unwrap();
    class.keep_told(vec![Command::Head { id: id("ada"), commit: same }]).await;
    assert_eq!(graded(&class), 1, "it did not move");
    let commit = "0123456789012345678901234567890123456789".to_owned();
    class.keep_told(vec![Command::Head { id: id("ada"), commit }]).await;
    let docket = class.docket();
    let results = &docket.items[&id("ada")].results;
    assert_eq!(results.len(), 2);
    assert_eq!(results[0], first);
    assert!(class.path(&first.grade.files[0]).exists(), "{:?}", first.grade.files);
}

#[tokio::test]
async fn a_pilot_audits_so_many_and_then_waits_for_a_word() {
    let class = Class::new();
    let ending = class.pilot(&["ada", "bob", "cleo"], 1).await;
    assert!(matches!(&ending, Ending::Held(why) if why.contains("wait for a word")), "{ending:?}");
    assert_eq!(graded(&class), 1);
    let waiting = class.graded("bob");
    assert_eq!(waiting.state, State::Waiting);
    assert_eq!(class.keep(&["ada", "bob", "cleo"], None).await, Ending::Done);
    assert_eq!(graded(&class), 3);
}

#[tokio::test]
async fn the_word_for_the_others_can_be_given_where_nobody_keeps_the_class() {
    let class = Class::new();
    assert!(matches!(class.pilot(&["ada", "bob"], 1).await, Ending::Held(_)));
    class.order(Order::Resume { id: None }).await.unwrap();
    assert_eq!(class.pilot(&["ada", "bob"], 1).await, Ending::Done, "the same command goes on");
    assert_eq!(graded(&class), 2);
}

#[tokio::test]
async fn what_was_removed_is_not_taken_up_again() {
    let class = Class::new();
    class.keep(&["ada", "bob"], None).await;
    class.order(Order::Remove { id: id("ada") }).await.unwrap();
    assert_eq!(class.keep(&["ada", "bob"], None).await, Ending::Done);
    let docket = class.docket();
    assert_eq!(docket.items.keys().map(SubmissionId::as_str).collect::<Vec<_>>(), ["bob"]);
}

#[tokio::test]
async fn a_waiver_of_no_evidence_is_refused() {
    let class = Class::new();
    let waive = |evidence: &str| {
        let (evidence, reason) = (EvidenceId::new(evidence).unwrap(), "It is a test.".to_owned());
        class.order(Order::Waive(Waiver { evidence, submission: None, reason, until: None }))
    };
    assert!(matches!(waive("nonsense").await, Err(Refusal::Unknown(why)) if why.contains("`E-`")));
    // Before there is a report, it may come to be in one.
    waive("E-1a2b3c4d").await.unwrap();
}

#[tokio::test]
async fn a_waiver_of_what_no_report_has_is_refused_with_what_is_most_like_it() {
    let class = Class::new();
    class.keep(&["ada"], None).await;
    let report = class.graded("ada").report.unwrap();
    let known = report.evidences.values().flatten().next().unwrap().id.to_string();
    let (start, last) = known.split_at(known.len() - 1);
    let digits = ["0", "1", "2"];
    let other = digits.iter().find(|digit| **digit != last).unwrap();
    let wrong = format!("{start}{other}");
    for submission in [None, Some(id("ada"))] {
        let waive = |evidence: &str| {
            let (evidence, submission) = (EvidenceId::new(evidence).unwrap(), submission.clone());
            let reason = "It is a test.".to_owned();
            class.order(Order::Waive(Waiver { evidence, submission, reason, until: None }))
        };
        let Err(Refusal::Unknown(why)) = waive(&wrong).await else { panic!("{wrong} is taken") };
        assert!(why.contains(&format!("most like it are `{known}`, ")), "{why}");
        waive(&known).await.unwrap();
    }
}

#[tokio::test]
async fn a_running_audit_is_called_off_within_two_seconds() {
    let class = Class::slow();
    let (handle, running, stop) = class.start(&["ada"]).await;
    class.until(&handle, |docket| docket.running().next().is_some()).await;
    let since = std::time::Instant::now();
    handle.order(Order::Cancel { id: None }, "ada").await.unwrap();
    class.until(&handle, |docket| docket.running().next().is_none()).await;
    assert!(since.elapsed() < Duration::from_secs(2), "{:?}", since.elapsed());
    let docket = handle.docket();
    assert!(matches!(docket.items[&id("ada")].standing, Standing::Cancelled), "{docket:#?}");
    stop.send(()).unwrap();
    assert_eq!(running.await.unwrap(), Ending::Stopped);
}

#[tokio::test]
async fn the_heart_beats_while_the_registrar_lives_and_stands_still_afterwards() {
    let class = Class::new();
    let (handle, running, stop) = class.start(&[]).await;
    class.until(&handle, |_| handle.vitals().is_alive).await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert!(handle.vitals().beat_seconds < 0.6, "{:?}", handle.vitals());
    stop.send(()).unwrap();
    running.await.unwrap();
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert!(handle.vitals().beat_seconds > 0.6, "{:?}", handle.vitals());
}

#[tokio::test]
async fn what_is_listed_is_not_handed_in_by_the_web_under_the_same_name() {
    let class = Class::slow();
    let (handle, running, stop) = class.start(&["ada"]).await;
    class.until(&handle, |docket| !docket.items.is_empty()).await;
    let submission = handle.docket().items[&id("ada")].submission.clone();
    let refused = handle.submit(submission.clone(), "bob").await;
    assert!(matches!(&refused, Err(Refusal::Forbidden(why)) if why.contains("submissions.csv:2")));
    let other = Submission { id: id("bob"), origin: Origin::Web, ..submission };
    handle.submit(other.clone(), "bob").await.unwrap();
    handle.submit(other, "bob").await.unwrap();
    let entered = |event: &DocketEvent| matches!(event, DocketEvent::Entered { .. });
    let entered = class.records().iter().filter(|record| entered(&record.event)).count();
    assert_eq!(entered, 2, "to hand in twice changes nothing");
    stop.send(()).unwrap();
    running.await.unwrap();
}

#[tokio::test]
async fn two_processes_cannot_keep_one_class() {
    let class = Class::new();
    let (_, running, stop) = class.start(&[]).await;
    let error = class.try_open().await.expect_err("it is kept already");
    assert!(error.contains("another process"), "{error}");
    stop.send(()).unwrap();
    running.await.unwrap();
    class.try_open().await.unwrap();
}
