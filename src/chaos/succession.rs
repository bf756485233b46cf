//! Who takes the place of an actor that is gone.

use super::mischief::Struck;
use super::plan::FaultKind;
use crate::ports::trouble::{Moment, Site};
use std::collections::BTreeSet;

/// Counts how often somebody is put in the place of an actor that crashed or hung, in one life of the process
/// after the other.
///
/// Who is started a second time under the same supervisor takes a place that was held before. Judges come and go
/// with the cases, so that of them the case counts: it has been taken up again once a judge is at it after the one
/// who fell over it. Whoever went along with its supervisor is not counted besides it.
#[derive(Default)]
pub(super) struct Succession {
    /// Who was started since their supervisor was.
    started: BTreeSet<&'static str>,
    /// The cases over which a judge fell, and at which nobody is yet.
    dropped: BTreeSet<String>,
    restarts: u32,
}

/// The judges' supervisor, and that of everybody else but itself.
const SUPERVISORS: [&str; 2] = ["bench", "coordinator"];

impl Succession {
    /// Whether it has to be told of this moment, also where no fault strikes.
    pub fn watches(actor: &str, moment: Moment) -> bool {
        moment == Moment::PreStart || (actor == "judge" && moment == Moment::Handle)
    }

    /// A process is started.
    pub fn birth(&mut self) {
        self.started.clear();
        self.dropped.clear();
    }

    /// An actor comes to a moment of its life.
    pub fn reached(&mut self, site: &Site) {
        let Site { actor, moment, key } = site;
        if !Self::watches(actor, *moment) {
            return;
        }
        let is_again =
            if *actor == "judge" { self.dropped.remove(key) } else { !self.started.insert(*actor) };
        self.restarts += u32::from(is_again);
        if *actor == "coordinator" {
            self.started.retain(|one| SUPERVISORS.contains(one));
        }
    }

    /// A fault strikes.
    pub fn struck(&mut self, struck: &Struck) {
        let (actor, moment) = struck.site.split_once('.').unwrap_or((&struck.site, ""));
        let is_fatal = match actor {
            "judge" => matches!(struck.kind, FaultKind::Panic | FaultKind::Hang),
            // Who waits for a model that hangs is killed when the time is up.
            "model" => struck.kind == FaultKind::Hang,
            _ => false,
        };
        // One that stops has no case any more.
        if is_fatal && moment != Moment::PostStop.name() {
            self.dropped.insert(struck.key.clone());
        }
    }

    /// How often somebody took a place that was held before.
    pub fn restarts(&self) -> u32 {
        self.restarts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(succession: &mut Succession, actor: &'static str, moment: Moment, key: &str) {
        succession.reached(&Site { actor, moment, key: key.to_owned() });
    }

    fn falls(succession: &mut Succession, kind: FaultKind, site: &str, key: &str) {
        let (site, key) = (site.to_owned(), key.to_owned());
        succession.struck(&Struck { kind, site, key, fault: 0, opportunity: 1 });
    }

    #[test]
    fn a_second_start_is_a_restart_unless_the_supervisor_was_started_again() {
        let mut succession = Succession::default();
        let mut started = |actors: &[&'static str]| {
            for actor in actors {
                at(&mut succession, actor, Moment::PreStart, "a");
            }
            succession.restarts()
        };
        assert_eq!(started(&["bench", "coordinator", "repo_investigator", "clerk"]), 0);
        assert_eq!(started(&["clerk"]), 1);
        assert_eq!(started(&["coordinator", "repo_investigator", "clerk"]), 2);
        assert_eq!(started(&["bench"]), 3);
        succession.birth();
        at(&mut succession, "bench", Moment::PreStart, "a");
        assert_eq!(succession.restarts(), 3);
    }

    #[test]
    fn a_judge_is_started_again_when_the_case_it_fell_over_is_taken_up() {
        let mut succession = Succession::default();
        let mut heard = |key: &str| {
            at(&mut succession, "judge", Moment::PreStart, key);
            at(&mut succession, "judge", Moment::Handle, key);
            succession.restarts()
        };
        // Asked again without a crash, as after a refusal.
        assert_eq!((heard("x"), heard("x")), (0, 0));
        falls(&mut succession, FaultKind::Panic, "judge.handle", "x");
        falls(&mut succession, FaultKind::Hang, "model", "y");
        falls(&mut succession, FaultKind::Panic, "judge.post_stop", "z");
        falls(&mut succession, FaultKind::Slow, "judge.handle", "z");
        let mut heard = |key: &str| {
            at(&mut succession, "judge", Moment::PreStart, key);
            at(&mut succession, "judge", Moment::Handle, key);
            succession.restarts()
        };
        assert_eq!((heard("z"), heard("x"), heard("x"), heard("y")), (0, 1, 1, 2));
    }
}
