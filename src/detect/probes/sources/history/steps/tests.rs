use super::*;
use crate::detect::repo::rhythm::rhythm;
use crate::domain::facts::FolderLines;

#[test]
fn times_that_hold_something_are_rounded_up_and_distances_to_the_nearest() {
    assert_eq!(duration(286, up), "5 minutes");
    assert_eq!(duration(324, up), "6 minutes");
    assert_eq!(duration(300, up), "5 minutes");
    assert_eq!(duration(324, nearest), "5 minutes");
    assert_eq!(duration(344_736, nearest), "4 days");
    assert_eq!(duration(397_440, nearest), "4.6 days");
    assert_eq!(duration(1_000_000, nearest), "12 days");
    assert_eq!(duration(119, up), "119 seconds");
    assert_eq!(duration(0, up), "1 second");
    assert_eq!(duration(7_200, nearest), "2 hours");
}

/// Commits, and the seconds that each run of them took → how many and how long is told.
#[test]
fn few_commits_are_told_where_they_came_within_seconds() {
    let told = |runs: &[(u32, i64, u32)]| {
        let run = |(commits, seconds, lines): &(u32, i64, u32)| Burst {
            first: "a".into(),
            last: "b".into(),
            commits: *commits,
            seconds: *seconds,
            insertions: *lines,
            program_insertions: 0,
        };
        let runs: Vec<Burst> = runs.iter().map(run).collect();
        burst(&runs).map(|burst| (burst.commits, burst.seconds))
    };
    assert_eq!(told(&[(3, 1, 0)]), Some((3, 1)));
    assert_eq!(told(&[(4, 40, 0)]), Some((4, 40)));
    assert_eq!(told(&[(3, 31, 0)]), None);
    assert_eq!(told(&[(4, 126, 0)]), None);
    assert_eq!(told(&[(5, 601, 0)]), None);
    assert_eq!(told(&[(3, 1, 0), (8, 600, 0)]), Some((8, 600)));
    // That which brought most.
    assert_eq!(told(&[(5, 10, 1), (8, 600, 2)]), Some((8, 600)));
    assert_eq!(told(&[(5, 10, 2), (8, 600, 2)]), Some((5, 10)));
}

/// Commits (`time`, lines, those of them of programs, those of them under `audit/`) → outcome, statement, first place.
#[track_caller]
fn check(work: &[(i64, u32, u32, u32)], expected: &[&str]) {
    let commit = |(number, (time, lines, programs, audits)): (usize, &(i64, u32, u32, u32))| {
        let folder = FolderLines { folder: "audit".into(), insertions: *audits };
        CommitFact {
            id: format!("c{number}"),
            author_time: *time,
            insertions: Some(*lines),
            program_insertions: *programs,
            heaviest_folder: (*audits > 0).then_some(folder),
            ..CommitFact::default()
        }
    };
    let commits: Vec<CommitFact> = work.iter().enumerate().map(commit).collect();
    let history = HistoryFacts { rhythm: rhythm(&commits), commits, ..HistoryFacts::default() };
    let probe: Steps = serde_json::from_str("{}").unwrap();
    let answer = probe.answer(&history, &Heaps::of(&history).unwrap());
    let place = answer.findings[0].places[0].to_string();
    let told = format!("{:?} {} {place} {:?}", answer.outcome, answer.statement, answer.missing);
    for part in expected {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn the_largest_commit_is_told_by_its_id_and_of_programs_apart() {
    let one = [(0, 300, 200, 0), (90_000, 100, 100, 0)];
    check(
        &one,
        &["Partly { share: 0.75 } The largest commit, `c0`, brought 75 % of all added lines (300"],
    );
    check(&one, &[" and 67 % of the lines of code (200 of 300); first and last commit are 25 h"]);
    // What a program wrote is no heap of work.
    let written = [(0, 100, 100, 0), (90_000, 50, 50, 0), (91_000, 900, 0, 880)];
    check(&written, &["Partly { share: 0.75 } The largest commit, `c2`, brought 86 % of all"]);
    check(&written, &[", 880 of them in files under `audit/` and 0 in code; of the lines"]);
    check(&written, &["of code `c0` brought most, 67 % (100 of 150)", "commit c2"]);
    // Where there is hardly a program, all lines count.
    let prose = [(0, 900, 9, 0), (90_000, 100, 1, 0)];
    check(&prose, &["Partly { share: 0.5 } The largest commit, `c0`, brought 90 % of all added"]);
    check(&prose, &["(900 of 1000); first", "[\"changes split"]);
    let heap = [(0, 100, 90, 0), (90_000, 900, 10, 900)];
    check(&heap, &["Partly { share: 0.5 }", "`c0` brought most, 90 % (90 of 100)"]);
}

#[test]
fn an_upload_to_which_little_was_added_is_no_work_in_steps() {
    let upload = [(0, 10, 0, 0), (90_000, 980, 980, 0), (180_000, 20, 20, 0)];
    check(
        &upload,
        &["Fails The largest commit, `c1`", "98 % of the lines of code", "[\"changes s"],
    );
    // Beside many commits it was a library or a move.
    let mut many = vec![(0, 9_800, 9_800, 0)];
    many.extend((1..=11).map(|at| (at * 90_000, 10, 10, 0)));
    check(&many, &["Partly { share: 0.5 }"]);
    let less = [(0, 940, 940, 0), (90_000, 60, 60, 0)];
    check(&less, &["Partly { share: 0.5 }"]);
    let prose = [(0, 980, 9, 0), (90_000, 20, 1, 0)];
    check(&prose, &["Partly { share: 0.5 }"]);
}

#[test]
fn more_than_half_of_the_code_at_once_is_no_work_in_steps_but_of_a_pull_request() {
    let even = [(0, 100, 100, 0), (90_000, 100, 100, 0)];
    check(&even, &["Holds The largest commit, `c0`, brought 50 %", "[]"]);
    let more = [(0, 110, 110, 0), (90_000, 90, 90, 0)];
    check(
        &more,
        &["Partly { share: 0.75 } The largest", "55 % of the lines of code", "[\"changes"],
    );
    let told = |subject: &str| {
        let commit = |(at, lines): (usize, u32)| CommitFact {
            id: format!("c{at}"),
            subject: if at == 0 { subject.into() } else { "add judges".into() },
            author_time: i64::try_from(at).unwrap() * 90_000,
            insertions: Some(lines),
            program_insertions: lines,
            ..CommitFact::default()
        };
        let commits: Vec<CommitFact> = [110, 90].into_iter().enumerate().map(commit).collect();
        let history = HistoryFacts { rhythm: rhythm(&commits), commits, ..HistoryFacts::default() };
        let probe: Steps = serde_json::from_str("{}").unwrap();
        let answer = probe.answer(&history, &Heaps::of(&history).unwrap());
        format!("{:?} {}", answer.outcome, answer.statement)
    };
    let pulled = told("Add the detectives (#12)");
    assert!(pulled.starts_with("Holds "), "{pulled}");
    assert!(pulled.ends_with("`c0` names a pull request, whose steps are not in this history."));
    assert!(told("Add the detectives #12").starts_with("Partly"));
}

#[test]
fn many_commits_within_minutes_of_each_other_are_no_steps() {
    // Each of so many commits adds as much; the first ones come a minute after each other.
    let work = |soon: i64, all: i64| -> Vec<(i64, u32, u32, u32)> {
        (0..all)
            .map(|at| if at <= soon { at * 100 } else { at * 90_000 })
            .map(|time| (time, 20, 20, 0))
            .collect()
    };
    // What most of the code came in is told first.
    check(&work(9, 12), &["Partly { share: 0.5 } 10 commits within"]);
    let spread: Vec<_> = (0..40).map(|at| ((at / 2) * 90_000 + at % 2, 20, 20, 0)).collect();
    check(&spread, &["Holds "]);
    // Every run is too small to tell by itself.
    let runs: Vec<_> = (0..40).map(|at| ((at / 5) * 90_000 + at % 5 * 130, 20, 20, 0)).collect();
    check(&runs, &["Partly { share: 0.75 } 32 of 40 commits came less than 5 minutes after the"]);
    check(&runs, &["one before. The largest commit", "not many of them within minutes"]);
}

#[test]
fn the_place_is_that_of_what_falls_short() {
    let hasty = [(0, 100, 100, 0), (60, 200, 200, 0), (600, 100, 100, 0)];
    check(&hasty, &["Partly { share: 0.5 } First and last commit are 10 minutes apart. The larg"]);
    check(&hasty, &["commit c0", "[\"commits as the work goes on"]);
}

#[test]
fn what_came_within_minutes_weighs_by_its_share() {
    let run = |lines: u32, before: u32| -> Vec<(i64, u32, u32, u32)> {
        let run = (0..5).map(|at| (at * 20, lines, lines, 0));
        run.chain([(90_000, before, before, 0)]).collect()
    };
    let most = run(100, 300);
    check(&most, &["Partly { share: 0.75 } 5 commits within 80 seconds brought 62 % of the lines"]);
    check(&most, &["of code. The largest commit, `c5`", "commit c0", "not many of them within"]);
    check(&run(100, 100), &["Partly { share: 0.5 } 5 commits within 80 seconds brought 83 %"]);
    let few = run(100, 500);
    check(
        &few,
        &["Holds The largest", "apart, with commits on 2 days. 5 commits within 80 seconds"],
    );
    check(&few, &["brought 50 % of the lines of code. commit c5 []"]);
    // What brought no code is none of those that brought it.
    let mut with_data = run(100, 300);
    with_data.splice(0..2, [(0, 100, 0, 0), (20, 100, 0, 0)]);
    check(
        &with_data,
        &[
            "Holds The largest",
            "first and last commit are 25 hours apart, with commits on 2 days. commit",
        ],
    );
}

#[test]
fn code_that_the_first_commit_brings_back_came_in_steps_that_are_not_seen() {
    let told = |subjects: [&str; 2], lines: [u32; 2]| {
        let commit = |at: usize| CommitFact {
            id: format!("c{at}"),
            subject: subjects[at].into(),
            insertions: Some(lines[at]),
            program_insertions: lines[at],
            ..CommitFact::default()
        };
        let commits = vec![commit(0), commit(1)];
        restored(&HistoryFacts { commits, ..HistoryFacts::default() }).map(|one| one.0)
    };
    for subject in [
        "Restore project files after filter-repo cleanup",
        "chore: re-add all files",
        "Import the existing project",
    ] {
        let told = told([subject, "feat: add judges"], [50, 100]).expect("it is told");
        assert!(told.contains("`c0`, brought 33 % of it"), "{told}");
    }
    // An ordinary beginning, a small part, hardly any code, and a file that came back later.
    let other = "feat: restore the state of a run";
    for (subjects, lines) in [
        (["Add project files", "add judges"], [50, 100]),
        (["Restore project files", "add judges"], [10, 100]),
        (["Restore project files", "add judges"], [5, 10]),
        (["Add project files", "Restore project files"], [50, 100]),
        (["feat: add a way to move", other], [50, 100]),
    ] {
        assert_eq!(told(subjects, lines), None, "{subjects:?}");
    }
}
