//! What a real audit shows: a row of `runs.csv`, measured as that of a simulated one where its journal tells as much.

use super::kept::{CutOff, Files, Kept};
use super::server::Books;
use super::trial::{IN_FLIGHT, Twin};
use crate::chaos::aftermath::{
    drift, is_opinion, losses, milliseconds, missing_seats, recoveries, strikes, whole,
};
use crate::chaos::chronicle::Entry;
use crate::chaos::mischief::{Mischief, Struck};
use crate::chaos::plan::{Fault, FaultKind, Plan};
use crate::chaos::run::{Outcome, Run};
use crate::domain::digest::sha256_hex;
use crate::domain::invariants::{self, Allowance, Calls};
use crate::domain::report::AuditReport;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// The lives of one audit.
#[derive(Default)]
pub(super) struct Lived {
    /// Kills that were wanted.
    pub wanted: u32,
    pub kills: u32,
    /// The faults of the plan that were kills and came.
    pub killed_by: Vec<usize>,
    pub cut: CutOff,
    /// Lives and deaths.
    pub entries: Vec<(Duration, Entry)>,
}

/// An audit that is over, and what it left.
pub(super) struct Ended<'a> {
    pub plan: &'a Plan,
    pub lived: Lived,
    /// When it began, in milliseconds since 1970 did.
    pub began_ms: u64,
    pub took: Duration,
    pub made: Books,
    pub kept: Kept,
    pub files: Option<Files>,
    pub mischief: Arc<Mischief>,
    /// What struck, with its moment.
    pub struck: Vec<(Duration, Entry)>,
}

impl Ended<'_> {
    /// The row, and what happened in its order.
    pub fn measured(self, twin: &Twin) -> (Run, Vec<(Duration, Entry)>) {
        let broken = self.broken(twin);
        let entries = self.entries();
        let (fault, target) = self.names();
        let report = self.report();
        let Self { plan, lived, took, made, kept, files, mischief, .. } = self;
        let mut strikes = strikes(plan.faults.len(), &mischief.struck());
        lived.killed_by.iter().for_each(|nth| strikes[*nth] += 1);
        let run = Run {
            experiment: "real".to_owned(),
            fault,
            target,
            rate: f64::NAN,
            seed: plan.seed,
            faults: plan.faults.iter().map(ToString::to_string).collect(),
            dimensions: u8::try_from(twin.report.provenance.routing.len()).unwrap_or(u8::MAX),
            outcome: outcome(report.as_ref(), kept.is_over),
            broken,
            opinions: whole(kept.events.iter().filter(|(_, event)| is_opinion(event)).count()),
            missing_seats: report.as_ref().map_or(0, missing_seats),
            armed: mischief.opportunities().iter().sum::<u32>() + lived.wanted,
            fired: whole(mischief.struck().len()) + lived.kills,
            strikes,
            restarts: None,
            kills: lived.kills,
            paid_calls: made.made,
            repaid_calls: made.again,
            repaid_kept: made.repaid,
            drift: report.as_ref().and_then(|report| drift(report, &twin.report)),
            overall_drift: report.map(|report| report.overall_score - twin.report.overall_score),
            duration_ms: milliseconds(took),
            recoveries_ms: recoveries(&entries),
            losses: losses(&entries),
            trace: sha256_hex(&files.unwrap_or_default().concat())[..16].to_owned(),
        };
        (run, entries)
    }

    fn report(&self) -> Option<AuditReport> {
        self.files.as_ref().and_then(|files| serde_json::from_slice(&files[1]).ok())
    }

    /// The invariants and the expectation that do not hold.
    fn broken(&self, twin: &Twin) -> Vec<String> {
        let Self { lived, made, kept, mischief, .. } = self;
        let struck = mischief.struck();
        let events = kept.record();
        let trial = invariants::Trial {
            events: &events,
            told: &[],
            acknowledged: 0,
            twin: Some(&twin.report),
            calls: Calls {
                made: made.made,
                answered: lived.cut.answered(&kept.calls),
                repaid: made.repaid,
                ..Calls::default()
            },
            allowance: Allowance {
                cut: lived.cut.count().min(lived.kills * IN_FLIGHT),
                late: struck.iter().any(|struck| struck.kind == FaultKind::Slow),
                ..Allowance::default()
            },
            ended: kept.is_over,
            given_up: false,
        };
        let breaches = invariants::breaches(&trial);
        let mut broken: Vec<String> =
            breaches.iter().map(|breach| breach.invariant.name().to_owned()).collect();
        let outcome = outcome(self.report().as_ref(), kept.is_over);
        // Where a judge was never heard, or a reply had to be mended, which costs, the report cannot be the same.
        let is_comparable = outcome != Outcome::Partial && !struck.iter().any(is_mended);
        if is_comparable && self.files.as_ref() != Some(&twin.files) {
            broken.push("same_bytes".to_owned());
        }
        broken
    }

    /// Everything that happened, in its order. Events come from the journal, with the moment at which each was kept.
    fn entries(&self) -> Vec<(Duration, Entry)> {
        let since = |at_ms: u64| Duration::from_millis(at_ms.saturating_sub(self.began_ms));
        let kept = &self.kept.events;
        let told = kept.iter().map(|(at, event)| (since(*at), Entry::Told(Arc::clone(event))));
        let others = self.lived.entries.iter().chain(&self.struck).cloned();
        let mut entries: Vec<(Duration, Entry)> = told.chain(others).collect();
        entries.sort_by_key(|(at, _)| *at);
        let ending = match outcome(self.report().as_ref(), self.kept.is_over) {
            Outcome::Complete | Outcome::Partial => "the audit ends with a report",
            Outcome::Abandoned => "the audit ends without a report",
            Outcome::GivenUp | Outcome::Stuck => "the audit does not end",
        };
        entries.push((self.took, Entry::End(ending.to_owned())));
        entries
    }

    /// What strikes, and where: the process is always killed.
    fn names(&self) -> (String, String) {
        let faults = || self.plan.faults.iter().filter(|fault| fault.site != "process");
        let kinds: BTreeSet<&str> = faults().map(|fault| fault.kind.name()).collect();
        let places: BTreeSet<String> = faults().map(Fault::place).collect();
        let kinds: Vec<&str> = std::iter::once("kill").chain(kinds).collect();
        let places: Vec<String> = std::iter::once("process".to_owned()).chain(places).collect();
        (kinds.join("+"), places.join("+"))
    }
}

/// Whether a fault makes the model be asked to mend its reply.
fn is_mended(struck: &Struck) -> bool {
    use FaultKind::{Freeform, Malformed, Truncated, Wrong};
    matches!(struck.kind, Freeform | Malformed | Truncated | Wrong)
}

fn outcome(report: Option<&AuditReport>, is_over: bool) -> Outcome {
    match report {
        Some(report) if is_over => {
            if missing_seats(report) > 0 {
                Outcome::Partial
            } else {
                Outcome::Complete
            }
        }
        None if is_over => Outcome::Abandoned,
        Some(_) | None => Outcome::Stuck,
    }
}
