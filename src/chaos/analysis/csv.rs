//! The table of runs, for whoever wants to do their own statistics.

use super::super::run::{JudgeLoss, Run};
use std::fmt::Write as _;

/// The columns of `runs.csv`: name, and what stands in it.
pub const COLUMNS: [(&str, &str); 25] = [
    ("experiment", "name of the experiment"),
    ("fault", "fault that was planned"),
    ("target", "point at which it strikes"),
    ("rate", "probability that it strikes at an opportunity, 0 to 1"),
    ("seed", "seed of the audit"),
    ("faults", "every fault of the plan as the command line takes it, joined by `;`"),
    ("dimensions", "dimensions of the rubric"),
    ("outcome", "complete, partial, abandoned, given_up or stuck"),
    ("broken", "invariants and expectations that did not hold, joined by `;`"),
    ("opinions", "opinions in the final state"),
    ("missing_seats", "seats never heard"),
    ("armed", "opportunities for the fault"),
    ("fired", "how often it struck"),
    ("strikes", "how often each of `faults` struck, in their order, joined by `;`"),
    (
        "restarts",
        "actors started in the place of one that crashed or hung, of judges the cases that were taken up again; \
         empty where that was not measured",
    ),
    ("kills", "kills of the process"),
    ("paid_calls", "calls that reached the model"),
    ("repaid_calls", "of these, calls that asked again what the server had not turned away before"),
    ("repaid_kept", "of these, calls whose reply was kept already"),
    (
        "drift",
        "largest distance of a fully heard score from the fault-free twin, points; empty without such a score",
    ),
    (
        "overall_drift",
        "overall score less that of the fault-free twin, points; empty without a report",
    ),
    ("duration_ms", "duration, milliseconds: virtual in a simulation, of the wall clock otherwise"),
    (
        "recoveries_ms",
        "time from each loss to the next result of the same work, and from each kill to the result of the last of \
         all work under way at it, milliseconds, joined by `;`",
    ),
    (
        "losses",
        "hearings that came to nothing, each `at_ms:persona:criterion:attempt:kind`, joined by `;`",
    ),
    ("trace", "hash of the event trace"),
];

/// `runs` as CSV after RFC 4180: a line of names, then a line per run by experiment, fault, target,
/// rate and seed, ended by CR LF.
///
/// Within a list, `%`, `;` and `:` of an entry stand as `%25`, `%3B` and `%3A`. Fractions have six
/// decimals; one that is no finite number is left empty, as is what was not measured.
#[must_use]
pub fn runs_csv(runs: &[Run]) -> String {
    let mut csv = COLUMNS.map(|(name, _)| name).join(",") + "\r\n";
    for run in super::in_order(runs) {
        let fields = fields(run).map(|field| quoted(&field));
        let _ = write!(csv, "{}\r\n", fields.join(","));
    }
    csv
}

fn fields(run: &Run) -> [String; 25] {
    [
        run.experiment.clone(),
        run.fault.clone(),
        run.target.clone(),
        fraction(run.rate),
        run.seed.to_string(),
        run.faults.join(";"),
        run.dimensions.to_string(),
        run.outcome.name().to_owned(),
        list(&run.broken, |name| entry(name)),
        run.opinions.to_string(),
        run.missing_seats.to_string(),
        run.armed.to_string(),
        run.fired.to_string(),
        list(&run.strikes, u32::to_string),
        run.restarts.map_or_else(String::new, |restarts| restarts.to_string()),
        run.kills.to_string(),
        run.paid_calls.to_string(),
        run.repaid_calls.to_string(),
        run.repaid_kept.to_string(),
        fraction(run.drift.unwrap_or(f64::NAN)),
        fraction(run.overall_drift.unwrap_or(f64::NAN)),
        run.duration_ms.to_string(),
        list(&run.recoveries_ms, u64::to_string),
        list(&run.losses, loss),
        run.trace.clone(),
    ]
}

fn loss(loss: &JudgeLoss) -> String {
    let JudgeLoss { at_ms, persona, criterion, attempt, kind } = loss;
    format!("{at_ms}:{}:{}:{attempt}:{}", entry(persona), entry(criterion), entry(kind))
}

fn list<T>(all: &[T], entry: impl Fn(&T) -> String) -> String {
    all.iter().map(entry).collect::<Vec<_>>().join(";")
}

fn entry(text: &str) -> String {
    text.replace('%', "%25").replace(';', "%3B").replace(':', "%3A")
}

fn fraction(value: f64) -> String {
    let value = super::statistics::rounded(value);
    if value.is_finite() { format!("{value:.6}") } else { String::new() }
}

fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\r', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(run: Run, expected: &str) {
        let csv = runs_csv(&[run]);
        let lines: Vec<&str> = csv.split("\r\n").collect();
        assert_eq!(lines[1..], [expected, ""], "{csv}");
    }

    #[test]
    fn a_run_is_a_line() {
        check(Run::default(), ",,,0.000000,0,,0,stuck,,0,0,0,0,,,0,0,0,0,,,0,,,");
        let loss = |kind: &str| JudgeLoss {
            at_ms: 7,
            persona: "Defense".to_owned(),
            criterion: "graph".to_owned(),
            attempt: 1,
            kind: kind.to_owned(),
        };
        let run = Run {
            fault: "a, \"b\"".to_owned(),
            rate: 0.05,
            strikes: vec![1, 0],
            restarts: Some(2),
            drift: Some(f64::NAN),
            overall_drift: Some(-0.000_000_1),
            recoveries_ms: vec![1, 20],
            losses: vec![loss("panic"), loss("a:b;c%")],
            trace: "00ff".to_owned(),
            ..Run::default()
        };
        check(
            run,
            ",\"a, \"\"b\"\"\",,0.050000,0,,0,stuck,,0,0,0,0,1;0,2,0,0,0,0,,0.000000,0,1;20,\
             7:Defense:graph:1:panic;7:Defense:graph:1:a%3Ab%3Bc%25,00ff",
        );
    }

    #[test]
    fn no_runs_give_the_names_alone() {
        assert_eq!(runs_csv(&[]).lines().count(), 1);
    }

    #[test]
    fn lines_come_in_one_order_whoever_finished_first() {
        let run = |rate: f64, seed: u64| Run { rate, seed, ..Run::default() };
        let runs = [run(0.5, 1), run(0.1, 10), run(0.1, 9)];
        let mut turned = runs.clone();
        turned.reverse();
        assert_eq!(runs_csv(&runs), runs_csv(&turned));
        let csv = runs_csv(&runs);
        let seeds: Vec<&str> =
            csv.lines().skip(1).filter_map(|line| line.split(',').nth(4)).collect();
        assert_eq!(seeds, ["9", "10", "1"]);
    }
}
