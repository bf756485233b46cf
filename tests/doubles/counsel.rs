//! A judge that speaks by a script.

use async_trait::async_trait;
use automaton_auditor::domain::case::Case;
use automaton_auditor::domain::failure::{Failure, FailureKind};
use automaton_auditor::domain::opinion::{JudicialOpinion, Seat};
use automaton_auditor::domain::score::Score;
use automaton_auditor::ports::bench::{Counsel, Counselled};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// What a judge does with a case.
pub enum Speech {
    /// Gives this score, 1–5.
    Scores(u8),
    /// Fails; whether trying again can help.
    Fails { transient: bool },
    /// Panics.
    Panics,
    /// Never speaks.
    Hangs,
}

/// Decides on a speech from the seat and how often it was asked, from 1.
type Script = dyn Fn(&Seat, u32) -> Speech + Send + Sync;

/// A judge that speaks by a script, and remembers who was asked how often and what was laid before it.
pub struct ScriptedCounsel {
    script: Box<Script>,
    thinks_for: Duration,
    asked: Mutex<BTreeMap<Seat, u32>>,
    cases: Mutex<Vec<Case>>,
    speaking: AtomicUsize,
    most: AtomicUsize,
}

impl ScriptedCounsel {
    pub fn new(script: impl Fn(&Seat, u32) -> Speech + Send + Sync + 'static) -> Self {
        Self {
            script: Box::new(script),
            thinks_for: Duration::ZERO,
            asked: Mutex::default(),
            cases: Mutex::default(),
            speaking: AtomicUsize::new(0),
            most: AtomicUsize::new(0),
        }
    }

    /// Everybody gives a 4.
    pub fn agreed() -> Self {
        Self::new(|_, _| Speech::Scores(4))
    }

    /// Takes this long for every opinion.
    pub fn thinking_for(mut self, time: Duration) -> Self {
        self.thinks_for = time;
        self
    }

    /// How often each seat was asked.
    pub fn asked(&self) -> BTreeMap<Seat, u32> {
        self.asked.lock().unwrap().clone()
    }

    /// What was laid before the judges, in the order in which it was.
    pub fn cases(&self) -> Vec<Case> {
        self.cases.lock().unwrap().clone()
    }

    /// Most judges that spoke at once.
    pub fn most_at_once(&self) -> usize {
        self.most.load(Ordering::SeqCst)
    }
}

/// Counts a judge while it lives, also one that panics or is killed.
struct Speaking<'a>(&'a AtomicUsize);

impl Drop for Speaking<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[async_trait]
impl Counsel for ScriptedCounsel {
    async fn opine(&self, case: &Case) -> Counselled {
        let speaking = self.speaking.fetch_add(1, Ordering::SeqCst) + 1;
        let _speaking = Speaking(&self.speaking);
        self.most.fetch_max(speaking, Ordering::SeqCst);
        self.cases.lock().unwrap().push(case.clone());
        let nth = {
            let mut asked = self.asked.lock().unwrap();
            let count = asked.entry(case.seat.clone()).or_default();
            *count += 1;
            *count
        };
        tokio::time::sleep(self.thinks_for).await;
        let outcome = match (self.script)(&case.seat, nth) {
            Speech::Scores(score) => Ok(opinion(case, score)),
            Speech::Fails { transient: true } => {
                Err(Failure::passing(FailureKind::Unreachable, "the line was dead"))
            }
            Speech::Fails { transient: false } => {
                Err(Failure::lasting(FailureKind::Malformed, "it answered in riddles"))
            }
            Speech::Panics => panic!("{} fell off the bench", case.seat),
            Speech::Hangs => std::future::pending().await,
        };
        outcome.into()
    }
}

/// An opinion that cites all evidence of its case.
pub fn opinion(case: &Case, score: u8) -> JudicialOpinion {
    JudicialOpinion {
        judge: case.seat.persona,
        criterion_id: case.seat.criterion.clone(),
        score: Score::new(score).expect("the script gives scores"),
        argument: format!("{} says {score}", case.seat),
        cited_evidence: case.evidence().iter().map(|evidence| evidence.id.clone()).collect(),
        round: case.seat.round,
        struck_quotes: 0,
        given_by: None,
    }
}
