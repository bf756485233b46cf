//! When a real process is killed.

use crate::chaos::dice::roll;
use crate::chaos::plan::{Fault, FaultKind, Plan, When};
use std::time::Duration;

/// Most kills of one audit that are drawn.
const MOST_KILLS: u32 = 3;

/// When a process is killed.
#[derive(Clone, Copy)]
pub(super) enum Moment {
    /// At this age.
    After(Duration),
    /// As soon as its journal is seen to hold so many events; by this fault of the plan.
    Append(u32, usize),
}

impl Moment {
    /// The fault of the plan that it is, if it is one.
    pub fn fault(self) -> Option<usize> {
        match self {
            Self::After(_) => None,
            Self::Append(_, fault) => Some(fault),
        }
    }
}

/// The kills of one audit that are still to come.
pub(super) struct Deaths {
    seed: u64,
    /// How many there are.
    pub wanted: u32,
    /// Those that the plan names, the last first; where it names none, they are drawn.
    named: Option<Vec<(u32, usize)>>,
    left: u32,
}

impl Deaths {
    /// The kills of a plan.
    pub fn of(plan: &Plan) -> Self {
        let kills = plan.faults.iter().enumerate();
        let mut named: Vec<(u32, usize)> =
            kills.filter_map(|(nth, fault)| Some((killing(fault)?, nth))).collect();
        named.sort_unstable_by(|a, b| b.cmp(a));
        let wanted = if named.is_empty() {
            kills_wanted(plan.seed)
        } else {
            u32::try_from(named.len()).unwrap_or(u32::MAX)
        };
        let named = (!named.is_empty()).then_some(named);
        Self { seed: plan.seed, wanted, named, left: wanted }
    }

    /// The next, for a life that begins with so many events; none that has passed already.
    pub fn next(&mut self, usual: Duration, life: u32, events: usize) -> Option<Moment> {
        if let Some(named) = &mut self.named {
            while named.last().is_some_and(|(nth, _)| *nth as usize <= events) {
                named.pop();
            }
            return named.last().map(|(nth, fault)| Moment::Append(*nth, *fault));
        }
        let age = usual.mul_f64(roll(self.seed, "kill", "moment", "", life));
        (self.left > 0).then_some(Moment::After(age))
    }

    /// It came.
    pub fn came(&mut self) {
        self.left = self.left.saturating_sub(1);
        if let Some(named) = &mut self.named {
            named.pop();
        }
    }
}

/// At which event a fault kills the process, if it does.
pub(super) fn killing(fault: &Fault) -> Option<u32> {
    let is_kill = fault.site == "process" && fault.kind == FaultKind::Kill && fault.about.is_none();
    match fault.when {
        When::Nth(nth) if is_kill => Some(nth),
        When::Nth(_) | When::Rate(_) => None,
    }
}

/// One to three.
fn kills_wanted(seed: u64) -> u32 {
    let drawn = roll(seed, "kill", "number", "", 1);
    (1..=MOST_KILLS).find(|n| drawn * f64::from(MOST_KILLS) < f64::from(*n)).unwrap_or(MOST_KILLS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(faults: &[&str]) -> Plan {
        let faults = faults.iter().map(|fault| fault.parse().unwrap()).collect();
        Plan { seed: 1, faults, ..Plan::default() }
    }

    #[test]
    fn kills_come_in_the_order_of_the_events_and_none_twice() {
        let mut deaths = Deaths::of(&plan(&["process:kill:@9", "model:cut:1", "process:kill:@4"]));
        let mut next = |events| match deaths.next(Duration::ZERO, 1, events) {
            Some(Moment::Append(nth, fault)) => Some((nth, fault)),
            Some(Moment::After(_)) | None => None,
        };
        assert_eq!((next(0), next(3)), (Some((4, 2)), Some((4, 2))));
        // The first came a little late, and the second is still ahead.
        assert_eq!((next(5), next(9)), (Some((9, 0)), None));
        assert_eq!(deaths.wanted, 2);
    }

    #[test]
    fn where_the_plan_names_no_kill_they_are_drawn() {
        let mut deaths = Deaths::of(&plan(&["model:cut:1"]));
        for life in 1..=deaths.wanted {
            assert!(deaths.next(Duration::from_secs(1), life, 0).is_some());
            deaths.came();
        }
        assert!(deaths.next(Duration::from_secs(1), 9, 0).is_none());
    }
}
