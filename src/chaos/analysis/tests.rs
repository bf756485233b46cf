use super::super::run::JudgeLoss;
use super::*;

fn run(fault: &str, rate: f64, seed: u64, outcome: Outcome) -> Run {
    let fired = u32::from(rate > 0.0);
    Run { fault: fault.to_owned(), rate, seed, outcome, fired, ..Run::default() }
}

fn experiment() -> Experiment {
    Experiment { replay: "auditor chaos replay --seed {seed}".to_owned(), ..Experiment::default() }
}

fn broken_run(seed: u64, names: &[&str]) -> Run {
    let broken = names.iter().map(|name| (*name).to_owned()).collect();
    Run { broken, ..run("panic", 0.1, seed, Outcome::Partial) }
}

#[test]
fn runs_of_one_fault_and_rate_form_one_cell() {
    let runs = [
        run("panic", 0.2, 1, Outcome::Partial),
        run("hang", 0.1, 1, Outcome::Complete),
        run("panic", 0.1, 1, Outcome::Complete),
        run("panic", 0.1 + 1e-12, 2, Outcome::Stuck),
    ];
    let summary = summary(&experiment(), &runs);
    let cells: Vec<_> = summary
        .cells
        .iter()
        .map(|cell| (cell.fault.as_str(), cell.rate, cell.audits, cell.complete.count))
        .collect();
    assert_eq!(cells, [("hang", 0.1, 1, 1), ("panic", 0.1, 2, 1), ("panic", 0.2, 1, 0)]);
    let wanted = [(Outcome::Complete, 2), (Outcome::Partial, 1), (Outcome::Stuck, 1)];
    assert_eq!(summary.outcomes, BTreeMap::from(wanted));
}

#[test]
fn a_cell_counts_what_its_runs_tell() {
    let loss = JudgeLoss { persona: "Defense".to_owned(), ..JudgeLoss::default() };
    let one = Run {
        recoveries_ms: vec![10, 30],
        restarts: Some(2),
        repaid_calls: 1,
        drift: Some(1.0),
        losses: vec![loss.clone(), loss],
        ..run("panic", 0.1, 1, Outcome::Complete)
    };
    let other = Run {
        recoveries_ms: vec![20],
        restarts: Some(0),
        ..run("panic", 0.1, 2, Outcome::Complete)
    };
    let summary = summary(&experiment(), &[one, other]);
    let cell = &summary.cells[0];
    assert_eq!(cell.recovery_ms, Some(Spread { n: 3, p50: 20, p90: 30, p99: 30, max: 30 }));
    assert_eq!(cell.restarts.map(|restarts| restarts.mean), Some(1.0));
    assert_eq!(cell.repaid_calls.map(|calls| calls.total), Some(1.0));
    // The other has no score that could have drifted.
    assert_eq!((cell.drifted.count, cell.drifted.of), (1, 1));
    assert_eq!(cell.drift.map(|drift| (drift.mean, drift.max)), Some((1.0, 1.0)));
    assert_eq!(cell.losses, BTreeMap::from([("Defense".to_owned(), 2)]));
}

#[test]
fn a_fault_that_never_struck_is_named() {
    let of = |strikes: &[u32]| Run {
        faults: ["a:cut:1", "b:cut:1", "c:cut:0"].map(str::to_owned).to_vec(),
        strikes: strikes.to_vec(),
        ..run("cut", 1.0, 1, Outcome::Complete)
    };
    assert_eq!(summary(&experiment(), &[of(&[0, 0, 0]), of(&[2, 0, 0])]).idle, ["b:cut:1"]);
}

#[test]
fn what_was_not_measured_is_no_number() {
    let runs = [1, 2].map(|seed| run("kill", f64::NAN, seed, Outcome::GivenUp));
    let summary = summary(&experiment(), &runs);
    let cell = &summary.cells[0];
    assert_eq!((cell.restarts, cell.drift, cell.overall_drift), (None, None, None));
    assert_eq!((cell.drifted.of, cell.drifted.share), (0, None));
}

#[test]
fn a_broken_invariant_names_the_first_seed_that_shows_it() {
    let runs = [
        broken_run(9, &["nothing-lost", "nothing-lost"]),
        broken_run(4, &["nothing-lost", "budgets-kept"]),
        broken_run(1, &[]),
    ];
    let summary = summary(&experiment(), &runs);
    assert_eq!(summary.held, Some(false));
    assert_eq!((summary.steady.count, summary.steady.of), (1, 3));
    let broken: Vec<_> =
        summary.broken.iter().map(|one| (one.invariant.as_str(), one.audits, one.seed)).collect();
    assert_eq!(broken, [("budgets-kept", 1, 4), ("nothing-lost", 2, 4)]);
    assert_eq!(summary.broken[0].replay, "auditor chaos replay --seed 4");
}

#[test]
fn only_audits_that_a_fault_struck_test_the_hypothesis() {
    let runs = [run("panic", 0.0, 1, Outcome::Complete), run("panic", 0.1, 1, Outcome::Complete)];
    let summary = summary(&experiment(), &runs);
    assert_eq!(summary.held, Some(true));
    assert_eq!((summary.steady.of, summary.steady_where_struck.of), (2, 1));
}

#[test]
fn without_audits_the_hypothesis_neither_held_nor_failed() {
    let summary = summary(&experiment(), &[]);
    assert_eq!((summary.held, summary.steady.share, summary.cells.len()), (None, None, 0));
}

#[test]
fn a_summary_is_the_same_whoever_finished_first_and_survives_json() {
    let runs: Vec<Run> = (0..50_u32)
        .map(|at| Run {
            drift: Some(f64::from(at) * 0.1),
            duration_ms: u64::from(at),
            ..run("panic", f64::from(at % 3) * 0.1, u64::from(at), Outcome::Complete)
        })
        .collect();
    let turned: Vec<Run> = runs.iter().rev().cloned().collect();
    let (one, other) = (summary(&experiment(), &runs), summary(&experiment(), &turned));
    let json = serde_json::to_string(&one).expect("plain data");
    assert_eq!(json, serde_json::to_string(&other).expect("plain data"));
    assert_eq!(serde_json::from_str::<Summary>(&json).expect("it was written so"), one);
}
