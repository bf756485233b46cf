//! One audit under faults, in a world in memory and in virtual time: the same plan gives the same run.

use super::allowance::allowance;
use super::chronicle::{Chronicle, Entry, fingerprint};
use super::mischief::{Mischief, Struck};
use super::plan::Plan;
use super::world::{Disk, Ledger, ScriptedModel, ScriptedReader, Shelf, Submission, VirtualClock};
use super::world::{audit, models};
use crate::domain::event::AuditEvent;
use crate::domain::invariants::{self, Breach, Calls};
use crate::domain::models::Bounds;
use crate::domain::report::AuditReport;
use crate::engine::{AuditHandle, Engine, EngineBuilder, EngineError, Outcome, Rooms};
use crate::ports::bench::LanguageModels;
use crate::ports::llm::Remembered;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Virtual time after which an audit is taken to hang.
const PATIENCE: Duration = Duration::from_hours(6);
/// Virtual time for an ordered end.
const CLOSING: Duration = Duration::from_secs(30);
/// Judges at a time.
const PLACES: usize = 8;
/// Longest hearing in virtual time.
const HEARING: Duration = Duration::from_mins(2);
/// Lives of the process in one run, so that a plan that kills every time comes to an end.
const MOST_LIVES: u32 = 200;

/// How a simulated audit ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// With a report.
    Reported(Box<AuditReport>),
    /// Without one, for a reason of the submission's.
    Abandoned(String),
    /// Given up by the court, for a reason of its own.
    GivenUp(String),
    /// Not at all.
    Stuck,
}

/// A run and all that is known of it.
#[derive(Clone, Debug)]
pub struct Trial {
    /// How it ended.
    pub end: End,
    /// What does not hold of it.
    pub breaches: Vec<Breach>,
    /// What the journal holds.
    pub events: Vec<Arc<AuditEvent>>,
    /// What happened, in its order.
    pub entries: Vec<(Duration, Entry)>,
    /// Opportunities of each fault of the plan.
    pub armed: Vec<u32>,
    /// What struck, in its order.
    pub struck: Vec<Struck>,
    /// The model calls.
    pub calls: Calls,
    /// Calls that asked what had been asked before and had not been turned away.
    pub asked_again: u32,
    /// How often somebody was put in the place of an actor that was gone.
    pub restarts: u32,
    /// Deaths of the process.
    pub kills: u32,
}

impl Trial {
    /// Names the run by all that happened in it.
    #[must_use]
    pub fn trace(&self) -> String {
        fingerprint(&self.entries)
    }
}

/// A submission, and what becomes of it when nothing goes wrong. It is made once for many runs.
pub struct Simulation {
    submission: Arc<Submission>,
    twin: Option<AuditReport>,
}

/// How one life of the process ended.
enum Life {
    Over(Result<Outcome, EngineError>),
    Death,
    Stuck,
}

/// A run that is over.
pub(super) struct Held<'a> {
    setting: Setting<'a>,
    end: End,
    kills: u32,
}

/// What outlives a process, and what it is given.
struct Setting<'a> {
    submission: &'a Arc<Submission>,
    seed: u64,
    mischief: Arc<Mischief>,
    chronicle: Arc<Chronicle>,
    disk: Arc<Disk>,
    ledger: Arc<Ledger>,
}

impl Simulation {
    /// A submission that is judged by a rubric of this many dimensions, 1 to 10.
    ///
    /// # Panics
    /// When an audit without faults brings no report, which is a bug.
    #[must_use]
    pub fn new(dimensions: u8) -> Self {
        let mut simulation = Self { submission: Arc::new(Submission::new(dimensions)), twin: None };
        let trial = simulation.run(&Plan { dimensions, ..Plan::default() });
        let End::Reported(report) = trial.end else {
            panic!("an audit without faults brings a report, not {:?}", trial.end)
        };
        simulation.twin = Some(*report);
        simulation
    }

    /// The report of the audit without faults.
    #[must_use]
    pub fn twin(&self) -> Option<&AuditReport> {
        self.twin.as_ref()
    }

    /// Runs one audit under a plan's faults; its dimensions are the simulation's own.
    #[must_use]
    pub fn run(&self, plan: &Plan) -> Trial {
        self.assess(&self.hold(plan))
    }

    /// Runs it, and does not look at what became of it.
    pub(super) fn hold(&self, plan: &Plan) -> Held<'_> {
        let chronicle = Arc::new(Chronicle::default());
        let mischief =
            Arc::new(Mischief::new(plan.seed, plan.faults.clone(), Arc::clone(&chronicle)));
        let disk = Arc::new(Disk::new(Arc::clone(&mischief)));
        let setting = Setting {
            submission: &self.submission,
            seed: plan.seed,
            mischief,
            chronicle,
            disk,
            ledger: Arc::default(),
        };
        let (end, kills) = setting.lives();
        Held { setting, end, kills }
    }

    /// Says what is known of a run that is over.
    pub(super) fn assess(&self, held: &Held<'_>) -> Trial {
        let Held { setting, end, kills } = held;
        let (end, kills) = (end.clone(), *kills);
        let entries = setting.chronicle.entries();
        let events = setting.disk.events();
        let told = entries.iter().filter_map(|(_, entry)| match entry {
            Entry::Told(event) => Some(Arc::clone(event)),
            Entry::Life(_) | Entry::Struck(_) | Entry::Death(_) | Entry::End(_) => None,
        });
        let told: Vec<_> = told.collect();
        let count = |number: &std::sync::atomic::AtomicU32| number.load(Ordering::Relaxed);
        let calls = Calls {
            made: count(&setting.ledger.made),
            answered: count(&setting.ledger.answered),
            repaid: count(&setting.ledger.repaid),
            hasty: count(&setting.ledger.hasty),
            vain: count(&setting.ledger.vain),
            unkept: setting.ledger.unkept(&setting.disk),
            at_once: count(&setting.ledger.at_once),
        };
        let places = u32::try_from(PLACES).unwrap_or(u32::MAX);
        let struck = setting.mischief.struck();
        let trial = invariants::Trial {
            events: &events,
            told: &told,
            acknowledged: setting.disk.acknowledged(),
            twin: self.twin.as_ref(),
            calls,
            allowance: allowance(&struck, &events, places),
            ended: !matches!(end, End::Stuck),
            given_up: matches!(end, End::GivenUp(_)),
        };
        let breaches = invariants::breaches(&trial);
        let armed = setting.mischief.opportunities();
        let asked_again = count(&setting.ledger.again);
        let restarts = setting.mischief.restarts();
        Trial { end, breaches, events, entries, armed, struck, calls, asked_again, restarts, kills }
    }
}

impl Setting<'_> {
    /// Starts the process again as often as it dies; says how the audit ended, and how often it died.
    fn lives(&self) -> (End, u32) {
        for life in 1..=MOST_LIVES {
            // A runtime of its own for each process, so that nothing of a dead one is left.
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_time()
                .start_paused(true)
                .build()
                .expect("a runtime without drivers can be made");
            let ended = runtime.block_on(async {
                let life = tokio::time::timeout(PATIENCE, self.live(life));
                life.await.unwrap_or(Life::Stuck)
            });
            let end = match ended {
                Life::Over(outcome) => ended_as(outcome),
                Life::Stuck => End::Stuck,
                Life::Death => {
                    let under_way = self.disk.under_way(&audit());
                    runtime.block_on(async { self.chronicle.death(Entry::Death(under_way)) });
                    drop(runtime);
                    self.disk.revive();
                    continue;
                }
            };
            let words = in_words(&end);
            runtime.block_on(async { self.chronicle.death(Entry::End(words)) });
            return (end, life - 1);
        }
        let end =
            End::GivenUp(format!("the process died {MOST_LIVES} times, and is not started again"));
        let last = tokio::runtime::Builder::new_current_thread().build();
        let last = last.expect("a runtime without drivers can be made");
        last.block_on(async { self.chronicle.death(Entry::End(in_words(&end))) });
        (end, MOST_LIVES)
    }

    async fn live(&self, life: u32) -> Life {
        self.chronicle.birth(life);
        self.mischief.birth();
        let engine = match self.engine().await {
            Ok(engine) => engine,
            Err(error) => return Life::Over(Err(error)),
        };
        let reports = Arc::new(Shelf);
        let request = Submission::request(self.seed);
        let rubric = Arc::clone(&self.submission.rubric);
        // A process that died at its first write left nothing to resume.
        let handle = if self.disk.events().is_empty() {
            engine.submit(audit(), request, rubric, reports)
        } else {
            engine.resume(audit(), reports)
        };
        let handle = match handle {
            Ok(handle) => handle,
            Err(error) => return Life::Over(Err(error)),
        };
        let over = tokio::select! {
            biased;
            () = self.disk.death() => return Life::Death,
            () = self.chronicle.flood() => return Life::Stuck,
            outcome = self.follow(handle) => outcome,
        };
        tokio::select! {
            biased;
            () = self.disk.death() => Life::Death,
            () = engine.shut_down(CLOSING) => Life::Over(over),
        }
    }

    async fn engine(&self) -> Result<Engine, EngineError> {
        let model = ScriptedModel {
            submission: Arc::clone(self.submission),
            mischief: Arc::clone(&self.mischief),
            disk: Arc::clone(&self.disk),
            ledger: Arc::clone(&self.ledger),
        };
        // The places of the bench are on trial, which would go unnoticed behind places of the model's own.
        let model = Remembered::new(Arc::new(model), Arc::clone(&self.disk) as _, usize::MAX);
        let bounds = Bounds::default();
        let counsel = LanguageModels::new(Arc::new(model), models(), bounds, 0).in_brief();
        let reader = ScriptedReader::new(Arc::clone(self.submission), Arc::clone(&self.mischief));
        EngineBuilder::new(Arc::new(reader))
            .counsel(Arc::new(counsel))
            .journal(Arc::clone(&self.disk) as _)
            .clock(Arc::new(VirtualClock::new(Arc::clone(&self.mischief))))
            .trouble(Arc::clone(&self.mischief) as _)
            .rooms(Rooms::Imagined)
            .judges(PLACES, HEARING)
            .start()
            .await
    }

    /// Follows an audit to its end, noting whatever is told.
    async fn follow(&self, handle: AuditHandle) -> Result<Outcome, EngineError> {
        let (outcome, _) = handle.follow(|event| self.chronicle.note(Entry::Told(event))).await;
        outcome
    }
}

fn ended_as(outcome: Result<Outcome, EngineError>) -> End {
    match outcome {
        Ok(Outcome::Reported { report, .. }) => End::Reported(Box::new(report.as_ref().clone())),
        Ok(Outcome::Abandoned { task, failure }) => End::Abandoned(format!("{task}: {failure}")),
        Ok(Outcome::Investigated { .. }) => End::GivenUp("it was an investigation".to_owned()),
        Err(error) => End::GivenUp(error.to_string()),
    }
}

fn in_words(end: &End) -> String {
    match end {
        End::Reported(report) => {
            format!("the audit ends with a report: {:.3}", report.overall_score)
        }
        End::Abandoned(why) => format!("the audit ends without a report: {why}"),
        End::GivenUp(why) => format!("the audit is given up: {why}"),
        End::Stuck => "the audit does not end".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(seed: u64, faults: &[&str]) -> Plan {
        let faults = faults.iter().map(|text| text.parse().expect("the fault is known")).collect();
        Plan { seed, faults, ..Plan::default() }
    }

    #[test]
    fn an_audit_without_faults_holds_everything() {
        let simulation = Simulation::new(4);
        let trial = simulation.run(&Plan::default());
        assert_eq!(trial.breaches, []);
        assert_eq!(simulation.twin().unwrap().criteria.len(), 4);
    }

    #[test]
    fn the_same_plan_gives_the_same_trace() {
        let simulation = Simulation::new(4);
        let plan = plan(7, &["judge:panic:0.3", "model:rate_limited:0.3", "process:kill:0.02"]);
        let first = simulation.run(&plan);
        assert_eq!(first.breaches, [], "{}", super::super::chronicle::in_words(&first.entries));
        for _ in 0..50 {
            assert_eq!(simulation.run(&plan).trace(), first.trace());
        }
    }
}
