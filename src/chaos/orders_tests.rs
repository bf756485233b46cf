//! Whatever comes, in whatever order and however often, what a coordinator keeps holds the invariants.

use super::plan::Plan;
use super::simulate::Simulation;
use super::small_sweep::simulation;
use crate::detect;
use crate::domain::conduct::{Conduct, Next, crash};
use crate::domain::event::AuditEvent;
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::invariants::{Allowance, Calls, Trial, breach, breaches};
use crate::domain::state::AgentState;
use crate::domain::task::{Step, Task};
use crate::justice;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// More steps than any of these audits takes.
const MOST_STEPS: usize = 5_000;

/// How an audit without faults goes.
struct Script {
    simulation: Simulation,
    opening: Arc<AuditEvent>,
    /// What ends each piece of work.
    ends: BTreeMap<Task, AuditEvent>,
}

static SCRIPT: LazyLock<Script> = LazyLock::new(|| {
    let simulation = simulation();
    let events = simulation.run(&Plan::default()).events;
    let ends = events.iter().filter_map(|event| Some((event.ends()?, event.as_ref().clone())));
    Script { opening: Arc::clone(&events[0]), ends: ends.collect(), simulation }
});

/// An audit whose messages come as chance has it.
struct Court {
    conduct: Conduct,
    record: Vec<Arc<AuditEvent>>,
    pending: Vec<Step>,
    /// What was told, and what attempts that were lost might yet tell.
    told: Vec<(u32, AuditEvent)>,
}

impl Court {
    /// Takes an audit up from its record.
    fn resume(record: Vec<Arc<AuditEvent>>, told: Vec<(u32, AuditEvent)>) -> Self {
        let AuditEvent::Opened { request, rubric } = record[0].as_ref() else {
            unreachable!("a record begins at the beginning")
        };
        let state = AgentState::new(Arc::clone(request), Arc::clone(rubric));
        let mut conduct = Conduct::resume(state);
        for event in &record {
            conduct.take(event);
        }
        Self { conduct, record, pending: Vec::new(), told }
    }

    fn keep(&mut self, event: AuditEvent) {
        assert_eq!(breach(&self.conduct.state(), &event), None);
        self.conduct.take(&event);
        self.record.push(Arc::new(event));
    }

    fn tell(&mut self, attempt: u32, event: AuditEvent) {
        if self.conduct.admits(attempt, &event) {
            self.keep(event.clone());
        }
        self.told.push((attempt, event));
    }

    /// How a step ends that goes well.
    fn done(&self, step: &Step) -> AuditEvent {
        let state = self.conduct.state();
        match &step.task {
            Task::Testify { detective } => {
                let (evidences, readings) = detect::testify(*detective, &state);
                AuditEvent::Testified { detective: *detective, evidences, readings }
            }
            Task::Decide => AuditEvent::Decided { report: Arc::new(justice::decide(&state, "1")) },
            Task::Hear { .. } => match SCRIPT.ends[&step.task].clone() {
                AuditEvent::Heard { opinion, account, .. } => {
                    AuditEvent::Heard { attempt: step.attempt, opinion, account }
                }
                other => other,
            },
            Task::Fetch | Task::Locate | Task::Examine { .. } | Task::Look | Task::Publish => {
                SCRIPT.ends[&step.task].clone()
            }
        }
    }

    /// Something happens, as this number has it.
    fn happen(&mut self, chance: usize) {
        let (what, which) = (chance % 16, chance / 16);
        if what == 15 {
            let (record, told) = (std::mem::take(&mut self.record), std::mem::take(&mut self.told));
            *self = Self::resume(record, told);
            return;
        }
        if what >= 12 && !self.told.is_empty() {
            let (attempt, event) = self.told[which % self.told.len()].clone();
            return self.tell(attempt, event);
        }
        let step = self.pending.swap_remove(which % self.pending.len());
        let done = self.done(&step);
        let failure = match what {
            9 => Failure::passing(FailureKind::RateLimited, "asked less often"),
            10 => crash("planned"),
            11 => Failure::lasting(FailureKind::Malformed, "no answer"),
            _ => return self.tell(step.attempt, done),
        };
        self.tell(step.attempt, AuditEvent::lost(step.task, step.attempt, failure));
        self.told.push((step.attempt, done));
    }
}

/// The record of an audit in which things happen as these numbers have it; then all goes well.
fn held(chances: Vec<u16>) -> Vec<Arc<AuditEvent>> {
    let mut court = Court::resume(vec![Arc::clone(&SCRIPT.opening)], Vec::new());
    let chances = chances.into_iter().map(usize::from).chain(std::iter::repeat(0));
    for chance in chances.take(MOST_STEPS) {
        match court.conduct.next() {
            Next::Close => return court.record,
            Next::Record(event) => court.keep(event),
            Next::Start(due) => {
                court.pending.extend(due.into_iter().map(|due| due.step));
                court.happen(chance);
            }
        }
    }
    panic!("the audit does not end");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn whatever_comes_in_whatever_order_the_record_is_sound(
        chances in prop::collection::vec(any::<u16>(), 0..200),
    ) {
        let record = held(chances);
        let trial = Trial {
            events: &record,
            told: &record,
            acknowledged: record.len(),
            twin: SCRIPT.simulation.twin(),
            calls: Calls::default(),
            allowance: Allowance::default(),
            ended: true,
            given_up: false,
        };
        prop_assert_eq!(breaches(&trial), vec![]);
    }
}
