//! `auditor chaos sweep`: a grid on all cores, written down as it goes.

use super::progress::Bar;
use super::selection::{
    Chosen, Events, LAST_SEED, claim, designs, expectation, head, hypothesis, seeds_in_words,
};
use super::{told, verdict};
use crate::chaos::lab::{Combination, Expectation, Grid, Notebook, keep_results, sweep};
use crate::chaos::plan::{FaultKind, everywhere};
use crate::cli::exit::{Exit, fail, remark, usage};
use crate::cli::print;
use crate::cli::results::on_disk;
use crate::cli::signals::signal;
use crate::render::escape::shell;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Rates of faults that have none of their own.
const RATES: [f64; 3] = [0.05, 0.2, 1.0];
/// Seeds of a grid of one's own.
const SEEDS: u64 = 20;
/// Dimensions of a grid of one's own.
const DIMENSIONS: u8 = 4;

const EXAMPLES: &str = "\
Examples:
  auditor chaos sweep all --output lab/                         # every experiment that ships
  auditor chaos sweep --output lab/                             # every fault at every place
  auditor chaos sweep --fault judge:panic --fault model:cut --rate 0.01,0.1 --seeds 1000 --output lab/
  auditor chaos sweep --fault 'judge:panic + process:kill:0.02' --output lab/      # both in one audit
  auditor chaos sweep --kill-at-every-append --seeds 500 --dimensions 10 --output lab/

A sweep that was stopped goes on where it was when the same command is given again.";

/// Run a grid of faults, rates and seeds on all cores; goes on where it was stopped.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct SweepArgs {
    /// Experiments that ship (`auditor chaos list`), or `all`; without any, the grid below.
    #[arg(value_name = "EXPERIMENT")]
    experiments: Vec<String>,
    /// What goes wrong: one after the other, or several in the same audit joined by ` + `. Without a rate of its
    /// own it takes those of --rate in turn. Without any: every fault at every place.
    #[arg(long, value_name = "SITE:KIND[:RATE]", conflicts_with = "experiments")]
    fault: Vec<String>,
    /// Rates, separated by commas.
    #[arg(long, value_name = "R,…", value_delimiter = ',', value_parser = rate, conflicts_with = "experiments")]
    rate: Vec<f64>,
    /// Kill each audit at each of its writes, after it and halfway through it.
    #[arg(long, conflicts_with = "experiments")]
    kill_at_every_append: bool,
    /// The first seed.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=LAST_SEED))]
    seed: u64,
    /// Number of seeds; 20, and an experiment's own number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    seeds: Option<u64>,
    /// Dimensions of the rubric, 1 to 10.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    dimensions: Option<u8>,
    /// What every audit has to end in, besides the invariants (`auditor chaos sites`).
    #[arg(long, value_name = "NAME", value_parser = expectation, conflicts_with = "experiments")]
    expect: Option<Expectation>,
    /// Threads; all cores without it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// The folder for runs.jsonl (what is done), runs.csv, events.jsonl, summary.json and index.html.
    #[arg(long, value_name = "DIR", value_parser = on_disk())]
    output: PathBuf,
    /// Whose events are written.
    #[arg(long, value_enum, default_value_t)]
    events: Events,
    /// Print the summary as JSON on stdout.
    #[arg(long)]
    json: bool,
}

fn rate(typed: &str) -> Result<f64, String> {
    let rate = typed.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
    rate.ok_or_else(|| "a rate is a probability from 0 to 1".to_owned())
}

/// As many threads as the machine has cores for us.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Runs it and says whether the hypothesis held.
pub(super) fn run(args: &SweepArgs, quiet: bool) -> ExitCode {
    let Chosen { cases, experiment } = match args.choose() {
        Ok(chosen) => chosen,
        Err(message) => return usage(&message),
    };
    if let Err(error) = std::fs::create_dir_all(&args.output) {
        return usage(&format!("cannot make `{}`: {error}", args.output.display()));
    }
    let opened = Notebook::open(&args.output.join("runs.jsonl"), &cases);
    let (mut notebook, done) = match opened {
        Ok(opened) => opened,
        Err(error) => return usage(&format!("cannot sweep: {error}")),
    };
    if !quiet && !done.is_empty() {
        remark(&format!("{} of {} audits are done already", done.len(), cases.len()));
    }
    take_leave_on_signal();
    let bar = Bar::start(cases.len(), done.len(), quiet);
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let runs = sweep(&cases, done, jobs, |nth, run| {
        bar.step(run);
        notebook.note(nth, run)
    });
    bar.finish();
    let runs = match runs {
        Ok(runs) => runs,
        Err(error) => return fail(Exit::Internal, &format!("cannot go on sweeping: {error}")),
    };
    match keep_results(&args.output, &experiment, &cases, &runs, args.events.into()) {
        Ok(summary) => {
            print(&if args.json { told::as_json(&summary) } else { told::in_words(&summary) });
            verdict(summary.held == Some(true))
        }
        Err(error) => fail(Exit::Internal, &format!("cannot keep the results: {error}")),
    }
}

/// On Ctrl-C or SIGTERM ends the process and says how to go on; whatever was run is written down by then.
fn take_leave_on_signal() {
    // Without a runtime nobody listens, and a signal ends the process without a word.
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
        return;
    };
    std::thread::spawn(move || {
        let exit = runtime.block_on(signal());
        remark("stopped; the same command goes on where it was");
        std::process::exit(exit as i32)
    });
}

impl SweepArgs {
    fn choose(&self) -> Result<Chosen, String> {
        if !self.experiments.is_empty() {
            let designs = designs(&self.experiments)?;
            let cases =
                designs.iter().flat_map(|d| d.cases(self.seed, self.seeds, self.dimensions));
            let (claim, expects) = claim(&designs);
            let seeds = seeds_in_words(self.seed, self.seeds);
            let experiment = head(claim, expects, &seeds, self.command());
            return Ok(Chosen { cases: cases.collect(), experiment });
        }
        let seeds = self.seeds.unwrap_or(SEEDS);
        let expects = self.expect.unwrap_or(Expectation::ENDS);
        let combinations = self.combinations()?;
        if !self.rate.is_empty() && !combinations.iter().any(Combination::is_open) {
            return Err(
                "--rate is for faults without a rate of their own, and there is none".to_owned()
            );
        }
        let grid = Grid {
            experiment: "sweep".to_owned(),
            combinations,
            rates: if self.rate.is_empty() { RATES.to_vec() } else { self.rate.clone() },
            seed: self.seed,
            seeds,
            dimensions: self.dimensions.unwrap_or(DIMENSIONS),
            expects,
            kills: self.kill_at_every_append,
        };
        let seeds = seeds_in_words(self.seed, Some(seeds));
        let claim = ("sweep".to_owned(), hypothesis(expects));
        let experiment = head(claim, Some(expects), &seeds, self.command());
        let cases = grid.cases();
        let vain = cases.iter().find_map(|case| case.plan.vain());
        vain.map_or(Ok(Chosen { cases, experiment }), |why| Err(why.to_owned()))
    }

    fn combinations(&self) -> Result<Vec<Combination>, String> {
        let parse = |text: &str| -> Result<Combination, String> {
            text.parse().map_err(|error| format!("the fault cannot be used: {error}"))
        };
        if !self.fault.is_empty() {
            return self.fault.iter().map(|text| parse(text)).collect();
        }
        if self.kill_at_every_append {
            return Ok(vec![Combination::none()]);
        }
        let alone = |(site, kind): &(String, FaultKind)| {
            // A clock is read where somebody is started again.
            let beside = if site == "clock" { " + bench.handle:panic:@3" } else { "" };
            parse(&format!("{site}:{}{beside}", kind.name()))
        };
        everywhere().iter().map(alone).collect()
    }

    /// The command that makes the same runs, wherever they are kept.
    fn command(&self) -> String {
        let mut words = vec!["auditor chaos sweep".to_owned()];
        words.extend(self.experiments.iter().map(|name| shell(name)));
        words.extend(self.fault.iter().map(|fault| format!("--fault {}", shell(fault))));
        if !self.rate.is_empty() {
            let rates: Vec<String> = self.rate.iter().map(ToString::to_string).collect();
            words.push(format!("--rate {}", rates.join(",")));
        }
        if self.kill_at_every_append {
            words.push("--kill-at-every-append".to_owned());
        }
        words.push(format!("--seed {}", self.seed));
        words.extend(self.seeds.map(|seeds| format!("--seeds {seeds}")));
        words.extend(self.dimensions.map(|number| format!("--dimensions {number}")));
        words.extend(self.expect.map(|one| format!("--expect {}", one.name)));
        words.push("--output DIR".to_owned());
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_a_probability() {
        assert!(rate("0.5").is_ok() && rate("0").is_ok() && rate("1").is_ok());
        assert!(rate("1.5").is_err() && rate("x").is_err() && rate("NaN").is_err());
    }

    #[test]
    fn every_fault_at_every_place_is_a_combination() {
        for (site, kind) in everywhere() {
            let text = format!("{site}:{}", kind.name());
            assert!(text.parse::<Combination>().is_ok_and(|one| one.is_open()), "{text}");
        }
    }
}
