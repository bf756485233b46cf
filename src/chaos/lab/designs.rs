//! The experiments that ship: what each claims in a sentence, and how that is tried.

use super::cases::{Case, Grid};
use super::expectation::Expectation;

/// An experiment with a hypothesis.
#[derive(Clone, Copy, Debug)]
pub struct Design {
    /// Its name.
    pub name: &'static str,
    /// What is claimed, one sentence.
    pub hypothesis: &'static str,
    /// What strikes together, as a combination of the command line; one after the other.
    pub combinations: &'static [&'static str],
    /// Rates of those that have none of their own, 0–1.
    pub rates: &'static [f64],
    /// Whether each audit is also killed at each of its writes.
    pub kills: bool,
    /// Dimensions of the rubric, unless somebody wishes otherwise.
    pub dimensions: u8,
    /// Number of seeds, unless somebody wishes otherwise.
    pub seeds: u64,
    /// What is expected besides the invariants.
    pub expects: Expectation,
}

/// All of them.
pub const DESIGNS: &[Design] = &[
    Design {
        name: "crashed-judges-are-retried",
        hypothesis: "A judge that crashes is replaced and its case heard again; a seat stays empty only \
                     where its judge crashed three times, and the report names it.",
        combinations: &["judge.handle:panic"],
        rates: &[0.01, 0.05, 0.1, 0.2, 0.3, 0.5],
        seeds: 100,
        expects: Expectation::TRIED,
        ..PLAIN
    },
    Design {
        name: "one-judge-down-for-good",
        hypothesis: "The court completes with one judge down for good: the two others are heard, and the \
                     report names every seat that stayed empty.",
        combinations: &[
            "judge[Prosecutor].handle:panic:1",
            "judge[Defense].handle:panic:1",
            "judge[TechLead].handle:panic:1",
            "judge[Prosecutor].pre_start:panic:1",
            "judge[Defense].post_start:panic:1",
            "model[TechLead]:hang:1",
        ],
        seeds: 10,
        expects: Expectation::SEATS_NAMED,
        ..PLAIN
    },
    Design {
        name: "rate-limit-storms-converge",
        hypothesis: "Judges who are turned away with 429 come back later, never before the pause that the \
                     server named is over, and every audit ends with a report; a seat stays empty only after \
                     six attempts.",
        combinations: &["model:rate_limited", "model:retry_after"],
        rates: &[0.05, 0.2, 0.4, 0.6],
        seeds: 50,
        expects: Expectation::TRIED,
        ..PLAIN
    },
    Design {
        name: "failing-servers-are-asked-again",
        hypothesis: "A call that the server fails or cuts off is made again, and a seat stays empty only \
                     after six attempts.",
        combinations: &["model:server_error", "model:cut", "model:slow"],
        rates: &[0.05, 0.2, 0.4, 0.6],
        seeds: 50,
        expects: Expectation::TRIED,
        ..PLAIN
    },
    Design {
        name: "bad-replies-never-become-scores",
        hypothesis: "A reply that is talk, broken, cut short or cites what does not exist never becomes a \
                     score: every audit ends with a report, and what was heard is ruled as without faults.",
        combinations: &["model:freeform", "model:malformed", "model:truncated", "model:wrong"],
        rates: &[0.1, 0.3, 0.6, 1.0],
        seeds: 30,
        expects: Expectation::REPORTED,
        ..PLAIN
    },
    Design {
        name: "disordered-messages-change-nothing",
        hypothesis: "Messages that arrive twice, late or overtaken change neither verdict nor record.",
        combinations: &["message:duplicate", "message:late", "message:reorder"],
        rates: &[0.1, 0.5, 1.0],
        seeds: 50,
        expects: Expectation::COMPLETE,
        ..PLAIN
    },
    Design {
        name: "journal-errors-lose-nothing",
        hypothesis: "A disk that refuses a write, or writes and says that it did not, neither loses nor \
                     doubles an event; the audit ends, with a report or with the reason.",
        combinations: &["journal:enospc", "journal:eio", "journal:enospc + journal:eio"],
        rates: &[0.01, 0.05, 0.2, 1.0],
        seeds: 50,
        expects: Expectation::ENDS,
        ..PLAIN
    },
    Design {
        name: "a-kill-at-any-write-is-survived",
        hypothesis: "Whichever write the process dies at, after it or halfway through it, the audit resumes \
                     to the same report, and no finished call is paid again.",
        combinations: &[""],
        kills: true,
        seeds: 2,
        expects: Expectation::COMPLETE,
        ..PLAIN
    },
    Design {
        name: "a-kill-among-crashes-is-survived",
        hypothesis: "The same holds while judges crash and servers turn them away: an empty seat was tried as \
                     often as it may be.",
        combinations: &["judge:panic + model:rate_limited"],
        rates: &[0.1],
        kills: true,
        seeds: 2,
        expects: Expectation::TRIED,
        ..PLAIN
    },
    Design {
        name: "a-process-that-dies-again-and-again-finishes",
        hypothesis: "A process that is killed at one write in twenty, over and over, still brings the report \
                     of an undisturbed run.",
        combinations: &["process:kill", "process:torn", "process:kill + process:torn"],
        rates: &[0.01, 0.05],
        seeds: 50,
        expects: Expectation::COMPLETE,
        ..PLAIN
    },
    Design {
        name: "hung-actors-are-replaced",
        hypothesis: "Whoever hangs once is found out and replaced, and nothing is missing from the report.",
        combinations: &[
            "judge.handle:hang:@1",
            "judge.handle:hang:@5",
            "bench.handle:hang:@1",
            "bench.handle:hang:@5",
            "coordinator.handle:hang:@1",
            "coordinator.handle:hang:@5",
            "detective.handle:hang:@1",
            "chief_justice.handle:hang:@1",
            "clerk.handle:hang:@1",
            "model:hang:@3",
            "any.pre_start:hang:@2",
            "any.post_start:hang:@2",
        ],
        seeds: 5,
        expects: Expectation::COMPLETE,
        ..PLAIN
    },
    Design {
        name: "slowness-changes-nothing",
        hypothesis: "Whoever is slow is waited for: the report is that of a quick court.",
        combinations: &["any.handle:slow", "any.pre_start:slow", "model:slow", "reader:slow"],
        rates: &[0.1, 1.0],
        seeds: 20,
        expects: Expectation::COMPLETE,
        ..PLAIN
    },
    Design {
        name: "clock-jumps-change-nothing",
        hypothesis: "A clock that jumps ahead by hours changes no verdict. It is read where restarts are \
                     budgeted, so that actors are made to crash.",
        combinations: &[
            "clock:jump + bench.handle:panic:@3",
            "clock:jump + coordinator.handle:panic:@4",
            "clock:jump + bench.handle:panic:@3 + coordinator.handle:panic:@4",
        ],
        rates: &[0.1, 0.5, 1.0],
        seeds: 30,
        expects: Expectation::COMPLETE,
        ..PLAIN
    },
    Design {
        name: "unreadable-artifacts-are-named",
        hypothesis: "A poisoned PDF, a missing object or a reader killed for its memory gives a report that \
                     says what could not be read, or none where nothing could.",
        combinations: &[
            "reader.report:poisoned",
            "reader.repository:missing_object",
            "reader.report:oom",
            "reader.repository:oom",
            "reader:oom",
            "reader:hang",
        ],
        rates: &[0.3, 1.0],
        seeds: 20,
        expects: Expectation::HONEST,
        ..PLAIN
    },
    Design {
        name: "a-panic-anywhere-once-is-healed",
        hypothesis: "Once the court sits, a panic at any moment of any actor's life costs nothing: the report \
                     is complete.",
        combinations: &[
            "judge.pre_start:panic:@1",
            "judge.post_start:panic:@1",
            "judge.handle:panic:@1",
            "judge.post_stop:panic:@1",
            "bench.handle:panic:@2 + bench.pre_start:panic:@2",
            "bench.post_start:panic:@1",
            "bench.handle:panic:@1",
            "bench.handle:panic:@9",
            "bench.post_stop:panic:@1",
            "coordinator.pre_start:panic:@1",
            "coordinator.post_start:panic:@1",
            "coordinator.handle:panic:@1",
            "coordinator.handle:panic:@9",
            "coordinator.post_stop:panic:@1",
            "detective.pre_start:panic:@1",
            "detective.post_start:panic:@1",
            "detective.handle:panic:@1",
            "detective.post_stop:panic:@1",
            "chief_justice.pre_start:panic:@1",
            "chief_justice.post_start:panic:@1",
            "chief_justice.handle:panic:@1",
            "chief_justice.post_stop:panic:@1",
            "clerk.pre_start:panic:@1",
            "clerk.post_start:panic:@1",
            "clerk.handle:panic:@1",
            "clerk.post_stop:panic:@1",
        ],
        seeds: 3,
        expects: Expectation::COMPLETE,
        ..PLAIN
    },
    Design {
        name: "panics-everywhere-end-in-honesty",
        hypothesis: "However often actors panic, whoever they are and whatever they are at, every audit \
                     ends: with a report that names what is missing, or with the reason why there is none.",
        combinations: &[
            "any.pre_start:panic",
            "any.post_start:panic",
            "any.handle:panic",
            "any.post_stop:panic",
        ],
        rates: &[0.02, 0.1, 0.3, 1.0],
        seeds: 30,
        expects: Expectation::ENDS,
        ..PLAIN
    },
    Design {
        name: "a-bit-of-everything",
        hypothesis: "Under every kind of fault at once nothing is lost, nothing is doubled, no finished call \
                     is paid again, and every audit ends.",
        combinations: &[
            "any.pre_start:panic + any.handle:panic + any.handle:hang + model:rate_limited + \
                         model:malformed + model:cut + model:hang + message:duplicate + message:late + \
                         message:reorder + journal:enospc + journal:eio + process:kill + process:torn + \
                         clock:jump + reader:oom",
        ],
        rates: &[0.005, 0.02, 0.05],
        seeds: 200,
        expects: Expectation::ENDS,
        ..PLAIN
    },
];

/// What most experiments have in common.
const PLAIN: Design = Design {
    name: "",
    hypothesis: "",
    combinations: &[],
    rates: &[],
    kills: false,
    dimensions: 4,
    seeds: 20,
    expects: Expectation::ENDS,
};

impl Design {
    /// The one with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        DESIGNS.iter().find(|design| design.name == name)
    }

    /// Its cases, with these seeds and dimensions or its own.
    ///
    /// # Panics
    /// Never: a test reads every combination that ships.
    #[must_use]
    pub fn cases(&self, seed: u64, seeds: Option<u64>, dimensions: Option<u8>) -> Vec<Case> {
        let combinations = self
            .combinations
            .iter()
            .map(|text| text.parse().expect("invariant: the combinations that ship can be read"));
        let grid = Grid {
            experiment: self.name.to_owned(),
            combinations: combinations.collect(),
            rates: self.rates.to_vec(),
            seed,
            seeds: seeds.unwrap_or(self.seeds),
            dimensions: dimensions.unwrap_or(self.dimensions),
            expects: self.expects,
            kills: self.kills,
        };
        grid.cases()
    }
}

#[cfg(test)]
mod tests {
    use super::super::sweep::Hall;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_experiment_has_a_name_of_its_own_a_sentence_and_cases() {
        let names: BTreeSet<_> = DESIGNS.iter().map(|design| design.name).collect();
        assert_eq!(names.len(), DESIGNS.len());
        for design in DESIGNS {
            assert!(design.hypothesis.ends_with('.'), "{}", design.name);
            assert!(!design.cases(0, Some(1), Some(1)).is_empty(), "{}", design.name);
        }
    }

    #[test]
    fn every_hypothesis_holds_for_its_first_seed() {
        let mut hall = Hall::default();
        let mut failures = Vec::new();
        for design in DESIGNS {
            for case in design.cases(0, Some(1), Some(3)) {
                let run = hall.run(&case);
                if !run.held() {
                    failures.push(format!(
                        "{}: {:?}: {:?} {:?}",
                        design.name, run.faults, run.broken, run.outcome
                    ));
                }
            }
        }
        assert!(failures.is_empty(), "{} runs:\n{}", failures.len(), failures.join("\n"));
    }
}
