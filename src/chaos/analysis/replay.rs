//! The command that replays one audit.

use super::super::run::Run;
use super::statistics::rounded;
use crate::render::escape::shell;

/// `template` with its placeholders filled from `run`, each quoted for a POSIX shell where needed.
/// Braces around any other word stay as they are.
pub(super) fn command(template: &str, run: &Run) -> String {
    let mut command = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        command.push_str(before);
        let value = after.split_once('}').and_then(|(name, tail)| Some((value(name, run)?, tail)));
        if let Some((value, tail)) = value {
            command.push_str(&value);
            rest = tail;
        } else {
            command.push('{');
            rest = after;
        }
    }
    command + rest
}

fn value(name: &str, run: &Run) -> Option<String> {
    match name {
        "seed" => Some(run.seed.to_string()),
        "experiment" => Some(quoted(&run.experiment)),
        "fault" => Some(quoted(&run.fault)),
        "target" => Some(quoted(&run.target)),
        "rate" => Some(rounded(run.rate).to_string()),
        "dimensions" => Some(run.dimensions.to_string()),
        "faults" => {
            let faults = run.faults.iter().map(|fault| format!("--fault {}", quoted(fault)));
            Some(faults.collect::<Vec<_>>().join(" "))
        }
        _ => None,
    }
}

/// Nothing is written for an empty value, so that `{fault}:{target}` stays one word.
fn quoted(value: &str) -> String {
    if value.is_empty() { String::new() } else { shell(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(template: &str, fault: &str, expected: &str) {
        let run = Run { fault: fault.to_owned(), seed: 42, rate: 0.25, ..Run::default() };
        assert_eq!(command(template, &run), expected);
    }

    #[test]
    fn placeholders_are_filled_once_and_quoted() {
        check(
            "replay --seed {seed} --fault {fault}:{rate}",
            "panic",
            "replay --seed 42 --fault panic:0.25",
        );
        check("x {fault}", "{seed} $(id)", "x '{seed} $(id)'");
        check("x {fault}", "it's", r"x 'it'\''s'");
        check("x {other} {seed", "panic", "x {other} {seed");
        check("x {{seed}}", "panic", "x {42}");
    }

    #[test]
    fn every_fault_of_a_plan_is_named() {
        let faults = vec!["judge[Defense].handle:panic:1".to_owned(), "model:cut:0.1".to_owned()];
        let run = Run { faults, dimensions: 3, ..Run::default() };
        let expected = "-d 3 --fault 'judge[Defense].handle:panic:1' --fault model:cut:0.1";
        assert_eq!(command("-d {dimensions} {faults}", &run), expected);
    }
}
