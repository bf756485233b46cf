//! Makes the faults of a plan happen, and remembers which did.

use super::chronicle::{Chronicle, Entry};
use super::dice::roll;
use super::plan::{Fault, FaultKind, When};
use super::succession::Succession;
use crate::ports::trouble::{Moment, Site, Trouble};
use async_trait::async_trait;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How the message of a planned panic begins.
pub(super) const PLANNED: &str = "planned trouble at ";
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
    /// Which fault of the plan it was, from 0.
    pub fault: usize,
    /// At which of the fault's opportunities, from 1.
    pub opportunity: u32,
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
    succession: Succession,
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
        if !self.faults.iter().any(|fault| fault.reaches(site)) {
            return None;
        }
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        let mut strikes = None;
        for (nth, fault) in self.faults.iter().enumerate() {
            if !fault.strikes(site, key) {
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
                strikes = Some((nth, fault.kind, opportunity));
            }
        }
        if let Some((fault, kind, opportunity)) = strikes {
            let (site, key) = (site.to_owned(), key.to_owned());
            let struck = Struck { kind, site, key, fault, opportunity };
            self.chronicle.note(Entry::Struck(struck.clone()));
            tally.succession.struck(&struck);
            tally.struck.push(struck);
        }
        strikes.map(|(_, kind, _)| kind)
    }

    /// How often each fault of the plan had an opportunity.
    pub fn opportunities(&self) -> Vec<u32> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).opportunities.clone()
    }

    /// A process is started, with actors of its own.
    pub fn birth(&self) {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).succession.birth();
    }

    /// How often somebody was put in the place of an actor that was gone.
    pub fn restarts(&self) -> u32 {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).succession.restarts()
    }

    /// Everything that struck, in its order.
    pub fn struck(&self) -> Vec<Struck> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).struck.clone()
    }
}

#[async_trait]
impl Trouble for Mischief {
    fn threatens(&self, actor: &'static str, moment: Moment) -> bool {
        let is_struck = self.faults.iter().any(|fault| fault.is_at(actor, moment.name()));
        is_struck || Succession::watches(actor, moment)
    }

    async fn strike(&self, site: Site) {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).succession.reached(&site);
        let place = format!("{}.{}", site.actor, site.moment.name());
        match self.at(&place, &site.key) {
            Some(FaultKind::Panic) => panic!("{PLANNED}{place}"),
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
