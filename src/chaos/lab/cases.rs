//! The cases of an experiment: every combination of faults, every rate, every seed.

use super::expectation::Expectation;
use crate::chaos::plan::{Fault, FaultError, FaultKind, Plan, When};
use crate::chaos::simulate::Simulation;
use serde::Serialize;

/// One audit under one plan.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// The experiment that it belongs to.
    pub experiment: String,
    /// The faults in a word, such as `panic`.
    pub fault: String,
    /// Where they strike, such as `judge.handle`.
    pub target: String,
    /// How often, 0–1; not a number where the plan names opportunities and no rate.
    pub rate: f64,
    /// What is done.
    pub plan: Plan,
    /// What is expected besides the invariants.
    #[serde(skip)]
    pub expects: Expectation,
}

impl Case {
    /// A case of no experiment that ships.
    #[must_use]
    pub fn alone(plan: Plan, expects: Expectation) -> Self {
        Self::of("plan", plan, expects)
    }

    /// A case that is named after its faults.
    #[must_use]
    pub fn of(experiment: &str, plan: Plan, expects: Expectation) -> Self {
        let joined = |name: fn(&Fault) -> String| {
            let mut names: Vec<String> = plan.faults.iter().map(name).collect();
            names.dedup();
            names.join("+")
        };
        let rates = plan.faults.iter().filter_map(|fault| match fault.when {
            When::Rate(rate) => Some(rate),
            When::Nth(_) => None,
        });
        Self {
            experiment: experiment.to_owned(),
            fault: joined(|fault| fault.kind.name().to_owned()),
            target: joined(Fault::place),
            rate: rates.fold(f64::NAN, f64::max),
            plan,
            expects,
        }
    }
}

/// Faults that strike together: `judge:panic`, `judge:panic:0.1`, or several joined by ` + `; nothing at all
/// where the text is empty. One without a rate takes the grid's rates in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Combination(Vec<(Fault, bool)>);

impl std::str::FromStr for Combination {
    type Err = FaultError;

    fn from_str(text: &str) -> Result<Self, FaultError> {
        if text.trim().is_empty() {
            return Ok(Self::none());
        }
        let faults = text.split('+').map(str::trim).map(|one| {
            let is_open = one.matches(':').count() == 1;
            let whole = if is_open { format!("{one}:0") } else { one.to_owned() };
            Ok((whole.parse()?, is_open))
        });
        Ok(Self(faults.collect::<Result<_, FaultError>>()?))
    }
}

impl Combination {
    /// Nothing goes wrong.
    #[must_use]
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Whether a rate is still to be said.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.0.iter().any(|(_, is_open)| *is_open)
    }

    /// The faults at this rate.
    fn at(&self, rate: f64) -> Vec<Fault> {
        let set = |(fault, is_open): &(Fault, bool)| {
            let when = if *is_open { When::Rate(rate) } else { fault.when };
            Fault { when, ..fault.clone() }
        };
        self.0.iter().map(set).collect()
    }
}

/// Combinations × rates × seeds.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The experiment's name.
    pub experiment: String,
    /// What strikes together; one combination after the other.
    pub combinations: Vec<Combination>,
    /// Rates for those that have none of their own, 0–1.
    pub rates: Vec<f64>,
    /// The first seed.
    pub seed: u64,
    /// Number of seeds.
    pub seeds: u64,
    /// Dimensions of the rubric, 1 to 10.
    pub dimensions: u8,
    /// What is expected besides the invariants.
    pub expects: Expectation,
    /// Whether each audit is also killed at each of its writes, by a clean death and by a torn write.
    pub kills: bool,
}

impl Grid {
    /// All cases in their order.
    #[must_use]
    pub fn cases(&self) -> Vec<Case> {
        let mut cases = Vec::new();
        let simulation = self.kills.then(|| Simulation::new(self.dimensions));
        for combination in &self.combinations {
            let is_open = combination.is_open();
            let rates = if is_open { &self.rates[..] } else { &[f64::NAN] };
            for rate in rates {
                for seed in self.seed..self.seed.saturating_add(self.seeds) {
                    let faults = combination.at(*rate);
                    let plan = Plan { seed, faults, dimensions: self.dimensions };
                    let plans = match &simulation {
                        Some(simulation) => kills(&plan, simulation),
                        None => vec![plan],
                    };
                    let all = plans.into_iter().map(|plan| {
                        let case = Case::of(&self.experiment, plan, self.expects);
                        if is_open { Case { rate: *rate, ..case } } else { case }
                    });
                    cases.extend(all);
                }
            }
        }
        cases
    }
}

/// A plan for each write of the audit and each way to die at it: after the write, and halfway through it.
#[must_use]
pub fn kills(plan: &Plan, simulation: &Simulation) -> Vec<Plan> {
    let with = |kind, nth| {
        let fault = Fault { site: "process".to_owned(), about: None, kind, when: When::Nth(nth) };
        let faults = plan.faults.iter().cloned().chain([fault]).collect();
        Plan { faults, ..plan.clone() }
    };
    // A death at an opportunity that never comes counts those that do.
    let counted = simulation.run(&with(FaultKind::Kill, u32::MAX));
    let writes = counted.armed.last().copied().unwrap_or(0);
    let deaths = [FaultKind::Kill, FaultKind::Torn];
    deaths
        .into_iter()
        .flat_map(|kind| (1..=writes).map(move |nth| (kind, nth)))
        .map(|(kind, nth)| with(kind, nth))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(combinations: &[&str], kills: bool) -> Grid {
        Grid {
            experiment: "x".to_owned(),
            combinations: combinations.iter().map(|text| text.parse().unwrap()).collect(),
            rates: vec![0.1, 0.2],
            seed: 5,
            seeds: 2,
            dimensions: 1,
            expects: Expectation::ENDS,
            kills,
        }
    }

    #[test]
    fn a_grid_is_every_combination_at_every_rate_with_every_seed() {
        let grid = grid(&["judge:panic", "model:cut:0.5 + message:late"], false);
        let told: Vec<String> = grid
            .cases()
            .iter()
            .map(|case| {
                let faults: Vec<String> =
                    case.plan.faults.iter().map(ToString::to_string).collect();
                format!(
                    "{} {} {} {} {}",
                    case.fault,
                    case.target,
                    case.rate,
                    case.plan.seed,
                    faults.join(" ")
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                "panic judge.handle 0.1 5 judge.handle:panic:0.1",
                "panic judge.handle 0.1 6 judge.handle:panic:0.1",
                "panic judge.handle 0.2 5 judge.handle:panic:0.2",
                "panic judge.handle 0.2 6 judge.handle:panic:0.2",
                "cut+late model+message 0.1 5 model:cut:0.5 message:late:0.1",
                "cut+late model+message 0.1 6 model:cut:0.5 message:late:0.1",
                "cut+late model+message 0.2 5 model:cut:0.5 message:late:0.2",
                "cut+late model+message 0.2 6 model:cut:0.5 message:late:0.2",
            ]
        );
    }

    #[test]
    fn an_audit_is_killed_at_each_of_its_writes_in_both_ways() {
        let mut grid = grid(&[], true);
        grid.combinations = vec![Combination::none()];
        grid.seeds = 1;
        let cases = grid.cases();
        let kinds = |name: &str| cases.iter().filter(|case| case.fault == name).count();
        assert_eq!(kinds("kill"), kinds("torn"));
        // Opened, read, testified, heard thrice at least, decided, published; and the calls of the judges.
        assert!(kinds("kill") >= 13, "{}", kinds("kill"));
        let last = cases.last().unwrap().plan.faults[0].to_string();
        assert_eq!(last, format!("process:torn:@{}", kinds("torn")));
    }

    #[test]
    fn a_combination_that_is_none_is_refused() {
        assert!("judge".parse::<Combination>().is_err());
        assert!("judge:panic + model:kill".parse::<Combination>().is_err());
    }
}
