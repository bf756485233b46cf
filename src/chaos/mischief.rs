//! Makes the faults of a plan happen, and remembers which did.

use super::chronicle::{Chronicle, Entry};
use super::dice::roll;
use super::plan::{Fault, FaultKind, When};
use crate::ports::trouble::{Site, Trouble};
use async_trait::async_trait;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long whoever is slow takes.
pub(super) const SLOW: Duration = Duration::from_secs(2);
/// How late a late message is.
const LATE: Duration = Duration::from_secs(90);
/// By how much a message is overtaken.
const OVERTAKEN: Duration = Duration::from_millis(20);

/// One fault that struck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struck {
    /// What went wrong.
    pub kind: FaultKind,
    /// Where.
    pub site: String,
    /// About what.
    pub key: String,
}

/// The faults of one run. It outlives the deaths of the process that it causes.
pub struct Mischief {
    seed: u64,
    faults: Vec<Fault>,
    chronicle: Arc<Chronicle>,
    tally: Mutex<Tally>,
}

#[derive(Default)]
struct Tally {
    /// How often each place was reached with each key, by fault.
    reached: BTreeMap<(usize, String), u32>,
    /// Opportunities of each fault.
    opportunities: Vec<u32>,
    struck: Vec<Struck>,
}

impl Mischief {
    /// Draws the faults by this seed, and writes them down.
    #[must_use]
    pub fn new(seed: u64, faults: Vec<Fault>, chronicle: Arc<Chronicle>) -> Self {
        let tally = Tally { opportunities: vec![0; faults.len()], ..Tally::default() };
        Self { seed, faults, chronicle, tally: Mutex::new(tally) }
    }

    /// What goes wrong at this place now; the first fault of the plan that strikes.
    pub fn at(&self, site: &str, key: &str) -> Option<FaultKind> {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        let mut strikes = None;
        for (nth, fault) in self.faults.iter().enumerate() {
            if !fault.reaches(site) {
                continue;
            }
            tally.opportunities[nth] += 1;
            let opportunity = tally.opportunities[nth];
            let times = tally.reached.entry((nth, format!("{site} {key}"))).or_default();
            *times += 1;
            let is_hit = match fault.when {
                When::Nth(wanted) => opportunity == wanted,
                When::Rate(rate) => roll(self.seed, fault.kind.name(), site, key, *times) < rate,
            };
            if is_hit && strikes.is_none() {
                strikes = Some(fault.kind);
            }
        }
        if let Some(kind) = strikes {
            let struck = Struck { kind, site: site.to_owned(), key: key.to_owned() };
            self.chronicle.note(Entry::Struck(struck.clone()));
            tally.struck.push(struck);
        }
        strikes
    }

    /// How often faults had an opportunity.
    pub fn opportunities(&self) -> u32 {
        let tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        tally.opportunities.iter().fold(0, |all, some| all.saturating_add(*some))
    }

    /// Everything that struck, in its order.
    pub fn struck(&self) -> Vec<Struck> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).struck.clone()
    }
}

#[async_trait]
impl Trouble for Mischief {
    async fn strike(&self, site: Site) {
        let place = format!("{}.{}", site.actor, site.moment.name());
        match self.at(&place, &site.key) {
            Some(FaultKind::Panic) => panic!("planned trouble at {place}"),
            Some(FaultKind::Hang) => std::future::pending().await,
            Some(FaultKind::Slow) => tokio::time::sleep(SLOW).await,
            Some(_) | None => {}
        }
    }

    fn deliveries(&self, about: &str) -> Vec<Duration> {
        match self.at("message", about) {
            Some(FaultKind::Duplicate) => vec![Duration::ZERO, Duration::ZERO],
            Some(FaultKind::Late) => vec![LATE],
            Some(FaultKind::Reorder) => vec![OVERTAKEN],
            Some(_) | None => vec![Duration::ZERO],
        }
    }
}
