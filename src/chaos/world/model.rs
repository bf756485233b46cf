//! A model that judges by a script, and a ledger of what was paid.

use super::disk::Disk;
use super::submission::Submission;
use crate::chaos::dice::{failure, roll};
use crate::chaos::mischief::{Mischief, SLOW};
use crate::chaos::plan::FaultKind;
use crate::domain::call::{CallKey, Errand};
use crate::domain::chat::{CallId, ChatReply, ChatRequest, FinishReason, Usage};
use crate::domain::models::BenchModels;
use crate::domain::opinion::{Round, Seat};
use crate::domain::task::Task;
use crate::ports::llm::{ChatModel, ModelError, call, errand};
use async_trait::async_trait;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The server's name in errors.
const HOST: &str = "model.simulated";
/// What a server asks for that names a pause.
const PAUSE: Duration = Duration::from_secs(7);
/// The shortest time of a call; chance adds up to as much again.
const CALL: Duration = Duration::from_millis(200);

/// The models of the bench.
pub(crate) fn models() -> BenchModels {
    BenchModels::one(HOST, "scripted")
}

/// What was asked of the model, over all lives of the process.
#[derive(Default)]
pub struct Ledger {
    /// Calls that reached the model.
    pub made: AtomicU32,
    /// Calls that it answered in any way.
    pub answered: AtomicU32,
    /// Calls that were made although their reply was kept.
    pub repaid: AtomicU32,
    /// Calls that asked the same on the same work as a former one that was not turned away.
    pub again: AtomicU32,
    /// Calls on an errand that came before the pause was over for which the server had asked.
    pub hasty: AtomicU32,
    /// Calls that were made while the same call was under way, or for an attempt that is lost already.
    pub vain: AtomicU32,
    /// Most calls at once.
    pub at_once: AtomicU32,
    under_way: Mutex<Vec<CallKey>>,
    /// Every question that was asked, and whether its last call was turned away.
    asked: Mutex<BTreeMap<(Task, CallId), bool>>,
    /// Calls that brought a reply.
    replied: Mutex<BTreeSet<CallKey>>,
    /// When an errand's next attempt may come, by the errand's work.
    not_before: Mutex<BTreeMap<Task, Instant>>,
}

impl Ledger {
    /// Replies that were given and are not on the disk.
    pub fn unkept(&self, disk: &Disk) -> u32 {
        let replied = self.replied.lock().unwrap_or_else(PoisonError::into_inner);
        let unkept = replied.iter().filter(|call| !disk.knows(call)).count();
        u32::try_from(unkept).unwrap_or(u32::MAX)
    }

    /// A call is under way until what is returned is dropped.
    fn begin(&self, key: CallKey, is_lost: bool) -> UnderWay<'_> {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        if is_lost || under_way.contains(&key) {
            self.vain.fetch_add(1, Ordering::Relaxed);
        }
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let question = (key.errand.task.clone(), key.call.clone());
        if asked.insert(question, false) == Some(false) {
            self.again.fetch_add(1, Ordering::Relaxed);
        }
        under_way.push(key.clone());
        let at_once = u32::try_from(under_way.len()).unwrap_or(u32::MAX);
        self.at_once.fetch_max(at_once, Ordering::Relaxed);
        UnderWay { ledger: self, key }
    }
}

/// A call that is under way.
struct UnderWay<'a> {
    ledger: &'a Ledger,
    key: CallKey,
}

impl UnderWay<'_> {
    /// It brings a reply.
    fn reply(&self) {
        let mut replied = self.ledger.replied.lock().unwrap_or_else(PoisonError::into_inner);
        replied.insert(self.key.clone());
    }

    /// The server turns it away, so that nothing is paid for it.
    fn turned_away(&self) {
        let mut asked = self.ledger.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.insert((self.key.errand.task.clone(), self.key.call.clone()), true);
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut under_way = self.ledger.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = under_way.iter().position(|key| *key == self.key) {
            under_way.swap_remove(place);
        }
    }
}

/// Judges by a script.
pub struct ScriptedModel {
    pub submission: Arc<Submission>,
    pub mischief: Arc<Mischief>,
    pub disk: Arc<Disk>,
    pub ledger: Arc<Ledger>,
}

impl ScriptedModel {
    fn enter(&self, errand: &Errand, request: &ChatRequest) -> UnderWay<'_> {
        let key = call(request);
        let key = key.unwrap_or_else(|| CallKey { errand: errand.clone(), call: request.id() });
        self.ledger.made.fetch_add(1, Ordering::Relaxed);
        if self.disk.knows(&key) {
            self.ledger.repaid.fetch_add(1, Ordering::Relaxed);
        }
        let waits = self.ledger.not_before.lock().unwrap_or_else(PoisonError::into_inner);
        if waits.get(&errand.task).is_some_and(|moment| Instant::now() < *moment) {
            self.ledger.hasty.fetch_add(1, Ordering::Relaxed);
        }
        drop(waits);
        self.ledger.begin(key, self.disk.has_lost(errand))
    }

    fn turned_away(&self, task: &Task, after: Option<Duration>) -> ModelError {
        if let Some(after) = after {
            let mut waits = self.ledger.not_before.lock().unwrap_or_else(PoisonError::into_inner);
            waits.insert(task.clone(), Instant::now() + after);
        }
        let after_ms = after.map(|after| u64::try_from(after.as_millis()).unwrap_or(u64::MAX));
        ModelError::RateLimited { host: HOST.to_owned(), after_ms }
    }

    fn reply(&self, seat: &Seat) -> ChatReply {
        let text = self.opinion(seat, true);
        said(text, FinishReason::Stop)
    }

    /// The opinion as an object; the citation is one that exists, or not.
    fn opinion(&self, seat: &Seat, cites_truly: bool) -> String {
        let real = self.submission.evidence.get(&seat.criterion);
        let cited = match real {
            Some(id) if cites_truly => id.as_str(),
            Some(_) | None => "E-00000000",
        };
        format!(
            "{{\"judge\":\"{}\",\"criterion_id\":\"{}\",\"score\":{},\"argument\":\"as {cited} shows\",\
             \"cited_evidence\":[\"{cited}\"]}}",
            seat.persona.name(),
            seat.criterion,
            score(seat),
        )
    }
}

/// What a judge thinks: the same in every run, so that verdicts can be compared.
fn score(seat: &Seat) -> u8 {
    let fraction = roll(0, "score", seat.persona.name(), seat.criterion.as_str(), 1);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is 0 to 4")]
    let first = 1 + (fraction * 5.0) as u8;
    match seat.round {
        Round::First => first,
        // Having read the others, everybody comes nearer to the middle.
        Round::Second => first.clamp(2, 4),
    }
}

fn said(text: String, finish: FinishReason) -> ChatReply {
    let usage = Usage { prompt_tokens: 900, completion_tokens: 60, ..Usage::default() };
    ChatReply { text, finish, refusal: None, usage, model: None, stand_in: None }
}

#[async_trait]
impl ChatModel for ScriptedModel {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let severed = || ModelError::Severed { host: HOST.to_owned() };
        let Some(errand) = errand() else { return Err(severed()) };
        let Task::Hear { seat } = &errand.task else { return Err(severed()) };
        let under_way = self.enter(&errand, request);
        let key = errand.task.to_string();
        let jitter = roll(0, "latency", &key, "", errand.attempt);
        tokio::time::sleep(CALL + CALL.mul_f64(jitter)).await;
        let outcome = match self.mischief.at("model", &key) {
            Some(FaultKind::Hang) => std::future::pending().await,
            Some(FaultKind::Slow) => {
                tokio::time::sleep(SLOW).await;
                Ok(self.reply(seat))
            }
            Some(FaultKind::Freeform) => {
                Ok(said("Well, I would say it is rather good.".to_owned(), FinishReason::Stop))
            }
            Some(FaultKind::Malformed) => {
                let text = self.opinion(seat, true).replace("\"score\":", "\"score\"");
                Ok(said(text, FinishReason::Stop))
            }
            Some(FaultKind::Truncated) => {
                let mut text = self.opinion(seat, true);
                text.truncate(text.len() / 2);
                Ok(said(text, FinishReason::Length))
            }
            Some(FaultKind::Wrong) => Ok(said(self.opinion(seat, false), FinishReason::Stop)),
            Some(FaultKind::RateLimited) => Err(self.turned_away(&errand.task, None)),
            Some(FaultKind::RetryAfter) => Err(self.turned_away(&errand.task, Some(PAUSE))),
            Some(FaultKind::ServerError) => {
                let status = failure(&key, errand.attempt);
                Err(ModelError::Server { host: HOST.to_owned(), status, what: String::new() })
            }
            Some(FaultKind::Cut) => Err(severed()),
            Some(_) | None => Ok(self.reply(seat)),
        };
        self.ledger.answered.fetch_add(1, Ordering::Relaxed);
        if outcome.is_ok() {
            under_way.reply();
        }
        // What was on its way when the connection broke may well be on the bill.
        if let Err(ModelError::RateLimited { .. } | ModelError::Server { .. }) = outcome {
            under_way.turned_away();
        }
        outcome
    }
}
