//! Which audits are meant: an experiment that ships, a plan file, or faults.

use super::VERSION;
use crate::chaos::analysis::{Experiment, Mode};
use crate::chaos::lab::{Case, DESIGNS, Design, Detail, Expectation};
use crate::chaos::plan::{Fault, Plan};
use crate::render::escape::shell;
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// All experiments that ship.
pub(super) const ALL: &str = "all";

/// Largest file of plans, in bytes.
const LARGEST: u64 = 8 << 20;

/// Real audits where nobody says how many.
const REAL_RUNS: u64 = 10;

/// The last seed with which a run of any length can begin.
pub(super) const LAST_SEED: u64 = u64::MAX - 10_000_000;

/// What to run.
#[derive(Debug, Args)]
pub(super) struct Selection {
    /// An experiment that ships (`auditor chaos list`), or `all`.
    #[arg(value_name = "EXPERIMENT")]
    experiment: Option<String>,
    /// Read the plan, or a list of plans, from a JSON file.
    #[arg(long, value_name = "FILE", conflicts_with = "experiment")]
    plan: Option<PathBuf>,
    /// What goes wrong; all of them in the same audit.
    #[arg(long, value_name = "SITE:KIND:RATE", conflicts_with_all = ["experiment", "plan"])]
    fault: Vec<Fault>,
    /// The first seed; 0 unless the plan file says otherwise.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(..=LAST_SEED))]
    seed: Option<u64>,
    /// Dimensions of the rubric, 1 to 10: each is judged by three.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    dimensions: Option<u8>,
    /// What every audit has to end in, besides the invariants (`auditor chaos sites`).
    #[arg(long, value_name = "NAME", value_parser = expectation, conflicts_with = "experiment")]
    expect: Option<Expectation>,
}

/// Whose events are written.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub(super) enum Events {
    /// Those of audits in which something did not hold.
    #[default]
    Failing,
    /// Those of all audits.
    All,
}

impl From<Events> for Detail {
    fn from(events: Events) -> Self {
        match events {
            Events::Failing => Self::Failing,
            Events::All => Self::All,
        }
    }
}

/// Understands `--expect`.
pub(super) fn expectation(typed: &str) -> Result<Expectation, String> {
    Expectation::named(typed).ok_or_else(|| {
        let all = Expectation::ALL.map(|one| one.name).join(", ");
        format!("it is one of {all}")
    })
}

/// The cases that were meant, and what a reader of their results must know.
pub(super) struct Chosen {
    pub cases: Vec<Case>,
    pub experiment: Experiment,
}

impl Selection {
    /// The cases, with so many seeds where that was said.
    pub fn choose(&self, verb: &str, seeds: Option<u64>) -> Result<Chosen, String> {
        let first = self.seed.unwrap_or(0);
        if let Some(name) = &self.experiment {
            let designs = designs(std::slice::from_ref(name))?;
            let cases = designs.iter().flat_map(|one| one.cases(first, seeds, self.dimensions));
            let (claim, expects) = claim(&designs);
            let command = self.command(verb, seeds);
            let experiment = head(claim, expects, &seeds_in_words(first, seeds), command);
            return Ok(Chosen { cases: cases.collect(), experiment });
        }
        let plans = self.plans()?;
        if self.plan.is_none() && self.fault.is_empty() {
            return Err("say what to run: an experiment (`auditor chaos list`), --plan or --fault"
                .to_owned());
        }
        if let Some(why) = plans.iter().find_map(Plan::vain) {
            return Err(why.to_owned());
        }
        let expects = self.expect.unwrap_or(Expectation::ENDS);
        let cases = plans.iter().flat_map(|plan| {
            let first = self.seed.unwrap_or(plan.seed);
            let seeds = first..first.saturating_add(seeds.unwrap_or(1));
            seeds.map(move |seed| {
                let dimensions = self.dimensions.unwrap_or(plan.dimensions);
                Case::alone(Plan { seed, dimensions, ..plan.clone() }, expects)
            })
        });
        let seeds_told = seeds_in_words(first, Some(seeds.unwrap_or(1)));
        let command = self.command(verb, seeds);
        let claim = ("plan".to_owned(), hypothesis(expects));
        let experiment = head(claim, Some(expects), &seeds_told, command);
        Ok(Chosen { cases: cases.collect(), experiment })
    }

    /// The plans of the file, or the one of the faults.
    fn plans(&self) -> Result<Vec<Plan>, String> {
        match &self.plan {
            Some(path) => read(path),
            None => Ok(vec![Plan { faults: self.fault.clone(), ..Plan::default() }]),
        }
    }

    /// The plans of real audits, so many of each, with the seeds from the first on.
    pub fn real_plans(&self, runs: Option<u64>) -> Result<Vec<Plan>, String> {
        let all = self.plans()?.into_iter().flat_map(|plan| {
            let first = self.seed.unwrap_or(plan.seed);
            let seeds = first..first.saturating_add(self.real_runs(runs));
            seeds.map(move |seed| Plan { seed, ..plan.clone() })
        });
        Ok(all.collect())
    }

    /// How many real audits of each plan there are.
    fn real_runs(&self, runs: Option<u64>) -> u64 {
        runs.unwrap_or(if self.plan.is_some() { 1 } else { REAL_RUNS })
    }

    /// The head of the results of real processes.
    pub fn real(&self, runs: Option<u64>) -> Experiment {
        let first = self.seed.unwrap_or(0);
        let runs = self.real_runs(runs);
        let hypothesis = "Whenever the process of an audit is killed, the audit is resumed to the very bytes of \
                          an undisturbed report, nothing is lost or doubled, and no finished call is paid again.";
        let notes = [
            ("events", "from the journals, each with the moment at which it was kept"),
            (
                "journals",
                "those of audits that did not hold are kept in `journals/`, by their number and seed",
            ),
            (
                "kills",
                "one to three of each audit at ages that its seed draws, unless the plan names events; what a process \
                 is at when it is killed is not the same when the command is given again",
            ),
            ("restarts", "not measured, since journals do not tell them"),
            (
                "same bytes",
                "not compared where a reply had to be mended, which is in the report's bill",
            ),
            ("trace", "hash of the report"),
        ];
        Experiment {
            name: "real-kills".to_owned(),
            hypothesis: hypothesis.to_owned(),
            seeds: seeds_in_words(first, Some(runs)),
            program_version: VERSION.to_owned(),
            mode: Mode::Real,
            command: format!("{} --runs {runs}", self.command("run --real", None)),
            replay: "auditor chaos run --real --runs 1 --seed {seed} {faults}".to_owned(),
            conditions: notes.map(|(name, what)| (name.to_owned(), what.to_owned())).into(),
        }
    }

    /// The command that means the same.
    fn command(&self, verb: &str, seeds: Option<u64>) -> String {
        let mut words = vec!["auditor chaos".to_owned(), verb.to_owned()];
        words.extend(self.experiment.clone());
        words.extend(
            self.plan.iter().map(|path| format!("--plan {}", shell(&path.display().to_string()))),
        );
        words.extend(
            self.fault.iter().map(|fault| format!("--fault {}", shell(&fault.to_string()))),
        );
        words.extend(self.seed.map(|seed| format!("--seed {seed}")));
        words.extend(seeds.map(|seeds| format!("--seeds {seeds}")));
        words.extend(self.dimensions.map(|number| format!("--dimensions {number}")));
        words.extend(self.expect.map(|one| format!("--expect {}", one.name)));
        words.join(" ")
    }
}

/// The experiments with these names.
pub(super) fn designs(names: &[String]) -> Result<Vec<Design>, String> {
    if names.iter().any(|name| name == ALL) {
        return Ok(DESIGNS.to_vec());
    }
    let find = |name: &String| {
        let missing = || format!("there is no experiment `{name}`; `auditor chaos list` has all");
        Design::named(name).copied().ok_or_else(missing)
    };
    names.iter().map(find).collect()
}

/// The name and the hypothesis of experiments that are run together, and what all of them expect.
pub(super) fn claim(designs: &[Design]) -> ((String, String), Option<Expectation>) {
    match designs {
        [one] => ((one.name.to_owned(), one.hypothesis.to_owned()), Some(one.expects)),
        several => {
            let name = format!("{} experiments", several.len());
            let all = "The hypothesis of every experiment holds in every audit.".to_owned();
            ((name, all), None)
        }
    }
}

/// The hypothesis where nobody stated one.
pub(super) fn hypothesis(expects: Expectation) -> String {
    format!("No invariant is broken, and every audit {}.", expects.says)
}

pub(super) fn seeds_in_words(first: u64, seeds: Option<u64>) -> String {
    match seeds {
        Some(seeds) => format!("{first}..{}", first.saturating_add(seeds)),
        None => format!("from {first}, as many as the experiment says"),
    }
}

/// The head of the results.
pub(super) fn head(
    (name, hypothesis): (String, String),
    expects: Option<Expectation>,
    seeds: &str,
    command: String,
) -> Experiment {
    let expects = expects.map_or_else(String::new, |one| format!(" --expect {}", one.name));
    Experiment {
        name,
        hypothesis,
        seeds: seeds.to_owned(),
        program_version: VERSION.to_owned(),
        mode: Mode::Simulation,
        command,
        replay: format!(
            "auditor chaos replay --seed {{seed}} --dimensions {{dimensions}}{expects} {{faults}}"
        ),
        conditions: BTreeMap::new(),
    }
}

/// A plan file: one plan, or a list.
fn read(path: &Path) -> Result<Vec<Plan>, String> {
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum File {
        One(Plan),
        Several(Vec<Plan>),
    }
    let shown = path.display();
    let bytes = contents(path).map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    // Told by its first sign, so that a mistake in a plan is named instead of "no variant fits".
    let is_list = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
    let file = if is_list {
        serde_json::from_slice(&bytes).map(File::Several)
    } else {
        serde_json::from_slice(&bytes).map(File::One)
    };
    let plans = match file.map_err(|error| format!("`{shown}` is no plan: {error}"))? {
        File::One(plan) => vec![plan],
        File::Several(plans) => plans,
    };
    if plans.is_empty() {
        return Err(format!("`{shown}` is an empty list of plans"));
    }
    match plans.iter().find(|plan| !(1..=10).contains(&plan.dimensions)) {
        Some(plan) => Err(format!(
            "`{shown}`: a rubric of {} dimensions is not simulated, 1 to 10 are",
            plan.dimensions
        )),
        None => Ok(plans),
    }
}

/// What stands in a file that is no larger than a plan may be.
fn contents(path: &Path) -> std::io::Result<Vec<u8>> {
    use std::io::{Error, ErrorKind, Read};
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        let why = format!("it is larger than {} MiB, the limit of plans", LARGEST >> 20);
        return Err(Error::new(ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}
