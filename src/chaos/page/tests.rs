use super::super::analysis::summary;
use super::*;

const POINTS: [(&str, &str); 3] =
    [("panic", "judge.handle"), ("torn write", "journal.append"), ("429", "model.reply")];

fn page_of(runs: &[Run]) -> String {
    page(&summary(&sample::experiment(), runs), runs)
}

/// Fails where an element is not closed, a number is none, or the page needs anything else.
#[track_caller]
fn check_sound(html: &str) {
    let mut open = Vec::new();
    for tag in html.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag) {
        let name = tag.split([' ', '\n', '/']).find(|part| !part.is_empty()).unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "`</{name}>` closes another element");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    for word in ["NaN", "inf%", ">inf", "<script", "src=", "href=", "@import", "url("] {
        assert!(!html.contains(word), "the page has `{word}`");
    }
}

/// The page from the body on, which is all that [`check_sound`] can close.
fn body(html: &str) -> &str {
    let from = html.find("<body>").expect("a page has a body");
    html[from..].trim_end().strip_suffix("</html>").expect("a page ends")
}

#[test]
fn a_page_is_sound_and_needs_nothing_else() {
    let many: Vec<String> = (0..9).map(|nth| format!("actor.{nth}")).collect();
    let points: Vec<(&str, &str)> =
        many.iter().flat_map(|target| [("panic", target.as_str()), ("hang", target)]).collect();
    for runs in [
        sample::runs(&POINTS, &[0.0, 0.02, 0.2, 0.5], 8),
        sample::runs(&POINTS[..1], &[0.2], 1),
        sample::runs(&POINTS[..1], &[0.0], 3),
        sample::runs(&points, &[0.001, 0.1], 2),
        vec![Run::default()],
        Vec::new(),
    ] {
        let page = page_of(&runs);
        check_sound(body(&page));
    }
}

#[test]
fn without_audits_the_page_says_so_and_draws_nothing() {
    let page = page_of(&[]);
    assert!(page.contains("No audit was run, so there is nothing to plot"), "{page}");
    assert!(page.contains("Not tested."), "{page}");
    assert!(!page.contains("<svg"), "{page}");
}

#[test]
fn numbers_that_are_none_do_not_reach_the_page() {
    let nan = f64::NAN;
    let run =
        Run { rate: nan, drift: Some(nan), overall_drift: Some(f64::INFINITY), ..Run::default() };
    check_sound(body(&page_of(&[run])));
}

#[test]
fn what_was_not_measured_is_not_told_as_none() {
    let run = |outcome, drift| Run {
        fault: "kill".to_owned(),
        rate: f64::NAN,
        outcome,
        drift,
        overall_drift: drift,
        fired: 1,
        duration_ms: 700,
        ..Run::default()
    };
    let experiment = Experiment { mode: Mode::Real, ..sample::experiment() };
    let runs = [run(Outcome::Complete, Some(0.0)), run(Outcome::GivenUp, None)];
    let page = page(&summary(&experiment, &runs), &runs);
    check_sound(body(&page));
    assert!(page.contains("Not measured: the journals of real processes"), "{page}");
    assert!(!page.contains("No actor was started again"), "{page}");
    assert!(page.contains("Restarts were not measured."), "{page}");
    // The share of those that have a score, not of all.
    assert!(page.contains("(audits with such scores: 1; 95% interval"), "{page}");
    assert!(page.contains("of audits that have such a score (1 of 2)"), "{page}");
    assert!(page.contains("the audits that have a report (1 of 2)"), "{page}");
    // What has no rate is drawn all the same.
    assert!(page.contains("<title>kill: 50% = 1 of 2 (95% "), "{page}");
    assert!(page.contains("<title>kill: median 700 ms"), "{page}");
}

#[test]
fn calls_that_were_asked_again_are_drawn_and_told() {
    let again =
        Run { paid_calls: 12, repaid_calls: 3, ..sample::runs(&POINTS[..1], &[0.1], 1).remove(0) };
    let page = page_of(&[again]);
    assert!(
        page.contains("3 of 12 calls in all; of these, 0 whose reply was kept already"),
        "{page}"
    );
    assert!(!page.contains("No call was made again"), "{page}");
}

#[test]
fn a_hypothesis_that_no_fault_tested_is_not_called_held() {
    let page = page_of(&sample::runs(&POINTS[..1], &[0.0], 5));
    assert!(page.contains("no fault struck in any audit (audits: 5)"), "{page}");
    assert!(!page.contains("<b>Held.</b>"), "{page}");
    let page = page_of(&sample::runs(&POINTS[..1], &[0.3], 100));
    assert!(page.contains("<b>Held.</b> Every invariant held (audits: 100; struck by"), "{page}");
    assert!(page.contains("at most 3.7% break an invariant"), "{page}");
}

#[test]
fn a_broken_invariant_comes_with_the_command_that_shows_it() {
    let mut runs = sample::runs(&POINTS[..1], &[0.2], 4);
    runs[2].broken = vec!["nothing-lost".to_owned()];
    let page = page_of(&runs);
    assert!(
        page.contains("<b>Did not hold.</b> Audits that broke an invariant: 1 of 4."),
        "{page}"
    );
    let replay = "auditor chaos replay --seed 2 --fault judge.handle:panic:0.2";
    assert!(page.contains(&format!("<code>{replay}</code>")), "{page}");
}

#[test]
fn no_text_of_a_run_becomes_markup() {
    let evil = "<img src=x onerror=alert(1)>\"'&".to_owned();
    let mut runs = sample::runs(&POINTS[..1], &[0.4], 2);
    for run in &mut runs {
        run.experiment.clone_from(&evil);
        run.fault.clone_from(&evil);
        run.target.clone_from(&evil);
        run.broken = vec![evil.clone()];
        for loss in &mut run.losses {
            loss.persona.clone_from(&evil);
            loss.kind.clone_from(&evil);
        }
    }
    let experiment = Experiment {
        name: evil.clone(),
        hypothesis: evil.clone(),
        seeds: evil.clone(),
        program_version: evil.clone(),
        command: evil.clone(),
        replay: evil.clone(),
        conditions: std::collections::BTreeMap::from([(evil.clone(), evil)]),
        mode: Mode::Real,
    };
    let page = page(&summary(&experiment, &runs), &runs);
    assert!(page.contains("&lt;img") && !page.contains("<img"), "{page}");
}

#[test]
fn the_page_does_not_depend_on_who_finished_first() {
    let runs = sample::runs(&POINTS, &[0.0, 0.1, 0.3], 20);
    let turned: Vec<Run> = runs.iter().rev().cloned().collect();
    assert_eq!(page_of(&runs), page_of(&turned));
}

#[test]
fn what_is_not_drawn_is_said() {
    let targets: Vec<String> = (0..30).map(|nth| format!("append.{nth:02}")).collect();
    let points: Vec<(&str, &str)> =
        targets.iter().map(|target| ("kill", target.as_str())).collect();
    let mut runs = sample::runs(&points, &[0.0], 3);
    runs[29 * 3].broken = vec!["nothing-lost".to_owned()];
    let page = page_of(&runs);
    assert!(page.contains("Of 30 lines the 24 with the most broken invariants"), "{page}");
    let drawn = |target: &str| page.contains(&format!("<title>kill at {target}: "));
    assert!(drawn("append.29") && drawn("append.00") && !drawn("append.28"));
    assert!(page.contains("<td>append.28</td>"), "the table has all");
}
