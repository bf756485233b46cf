//! The bench of language models: one conversation for each opinion.

use super::{Counsel, Counselled};
use crate::domain::case::Case;
use crate::domain::chat::{Account, ChatReply, ChatRequest, Message, Role, Spent};
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::models::{BenchModels, Bounds, Speaker};
use crate::domain::opinion::JudicialOpinion;
use crate::domain::reducers::Evidences;
use crate::judge::model::{self, Objection, Record};
use crate::ports::llm::{ChatModel, ModelError, asking};
use async_trait::async_trait;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use tokio::sync::OnceCell;

/// Conversations with a model for one opinion: the question, and one chance to mend the reply.
const TURNS: usize = 2;
/// Audits whose first call, and whose record in words, are remembered.
const REMEMBERED: usize = 64;

/// Judges by asking language models.
pub struct LanguageModels {
    chat: Arc<dyn ChatModel>,
    models: BenchModels,
    bounds: Bounds,
    seed: u64,
    /// Whether the first call about a record is waited for before the others are made, so that the
    /// provider has its prefix in the cache.
    warms_up: bool,
    is_brief: bool,
    warmed: Mutex<VecDeque<(String, Arc<OnceCell<()>>)>>,
    /// The records of the latest audits in words. One that nobody holds any more is no other's.
    records: Mutex<VecDeque<(Weak<Evidences>, InWords)>>,
}

/// A record in words, once somebody has laid it out.
type InWords = Arc<OnceLock<Record>>;

impl LanguageModels {
    /// Asks `chat`, for each persona's model. Another `seed` draws other replies where an endpoint
    /// supports it.
    #[must_use]
    pub fn new(chat: Arc<dyn ChatModel>, models: BenchModels, bounds: Bounds, seed: u64) -> Self {
        Self {
            chat,
            models,
            bounds,
            seed,
            warms_up: true,
            is_brief: false,
            warmed: Mutex::default(),
            records: Mutex::default(),
        }
    }

    /// Makes all calls at once: faster, and dearer where a provider keeps prefixes.
    #[must_use]
    pub fn without_warm_up(mut self) -> Self {
        self.warms_up = false;
        self
    }

    /// Names the seat in place of the whole brief: for a scripted model, which reads nothing.
    #[must_use]
    pub fn in_brief(mut self) -> Self {
        self.is_brief = true;
        self
    }

    /// The question that opens a hearing.
    #[must_use]
    pub fn question(&self, case: &Case) -> ChatRequest {
        if self.is_brief {
            return ChatRequest {
                model: self.models.of(case.seat.persona).to_owned(),
                messages: vec![Message::new(Role::User, case.seat.to_string())],
                schema: None,
                max_output_tokens: self.bounds.reply_tokens,
                seed: self.seed,
            };
        }
        let record = self.record(&case.record);
        let record = record.get_or_init(|| {
            // What a token is in bytes, for English and code in JSON.
            let budget = self.bounds.record_tokens as usize * 7 / 2;
            Record::of(&case.record, budget)
        });
        ChatRequest {
            model: self.models.of(case.seat.persona).to_owned(),
            messages: model::brief(case, record),
            schema: Some(if self.bounds.closed_schema {
                model::reply_schema_of(case)
            } else {
                model::reply_schema()
            }),
            max_output_tokens: self.bounds.reply_tokens,
            seed: self.seed,
        }
    }

    /// Where the words of a record are kept: all cases of an audit share them.
    fn record(&self, record: &Arc<Evidences>) -> InWords {
        let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        let known = records.iter().find(|(known, _)| known.as_ptr() == Arc::as_ptr(record));
        if let Some((_, words)) = known {
            return Arc::clone(words);
        }
        records.retain(|(known, _)| known.strong_count() > 0);
        if records.len() >= REMEMBERED {
            records.pop_front();
        }
        let words = InWords::default();
        records.push_back((Arc::downgrade(record), Arc::clone(&words)));
        words
    }

    /// Asks once the first call about the same record has come back.
    async fn ask(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        if !self.warms_up {
            return self.chat.complete(request).await;
        }
        let cell = self.first_call(request);
        let mut mine = None;
        cell.get_or_init(|| async { mine = Some(self.chat.complete(request).await) }).await;
        match mine {
            Some(reply) => reply,
            None => self.chat.complete(request).await,
        }
    }

    /// The cell that the first call with this prefix fills.
    fn first_call(&self, request: &ChatRequest) -> Arc<OnceCell<()>> {
        // The record opens the question; its mark is in the first line.
        let head = request.messages.get(1).and_then(|message| message.text.lines().next());
        let key = format!("{} {}", request.model, head.unwrap_or_default());
        let mut warmed = self.warmed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, cell)) = warmed.iter().find(|(known, _)| *known == key) {
            return Arc::clone(cell);
        }
        if warmed.len() >= REMEMBERED {
            warmed.pop_front();
        }
        let cell = Arc::<OnceCell<()>>::default();
        warmed.push_back((key, Arc::clone(&cell)));
        cell
    }

    /// Asks, and gives one chance to mend a reply that does not count.
    async fn hear(&self, case: &Case, account: &mut Account) -> Result<JudicialOpinion, Failure> {
        let mut request = self.question(case);
        let mut last = None;
        for _ in 0..TURNS {
            let call = request.id();
            let reply = asking(call.clone(), self.ask(&request)).await.map_err(Failure::from)?;
            account.insert(call, Spent::on(&reply, Some(case.seat.persona), &request.model));
            match model::weigh(case, &reply) {
                Ok(opinion) => return Ok(self.signed(opinion, &reply)),
                Err(objection) if objection.can_be_mended() => {
                    request.messages.push(Message::new(Role::Assistant, answer(&reply)));
                    request.messages.push(model::repair(&objection));
                    last = Some(objection);
                }
                Err(objection) => return Err(lost(&objection)),
            }
        }
        Err(lost(&last.expect("there is at least one turn")))
    }

    /// The opinion with the model that gave it.
    fn signed(&self, opinion: JudicialOpinion, reply: &ChatReply) -> JudicialOpinion {
        let asked = || Speaker {
            model: self.models.of(opinion.judge).to_owned(),
            endpoint: self.models.endpoint.clone(),
        };
        let given_by = Some(reply.stand_in.clone().unwrap_or_else(asked));
        JudicialOpinion { given_by, ..opinion }
    }
}

/// A reply as the conversation goes on from it; some endpoints refuse an empty message.
fn answer(reply: &ChatReply) -> String {
    const LONGEST: usize = 4_000;
    let text: String = reply.text.trim().chars().take(LONGEST).collect();
    if text.is_empty() { "(nothing)".to_owned() } else { text }
}

/// A reply that does not count is never turned into a score: the seat stays empty.
fn lost(objection: &Objection) -> Failure {
    let kind = match objection {
        Objection::Refused | Objection::Filtered => FailureKind::Refused,
        Objection::CutOff
        | Objection::Empty
        | Objection::TooLong(_)
        | Objection::NoObject
        | Objection::SeveralObjects
        | Objection::DuplicateKey
        | Objection::MissingKey(_)
        | Objection::UnknownKeys
        | Objection::Wrong(..)
        | Objection::Fabricated(_) => FailureKind::Malformed,
    };
    let again = if objection.can_be_mended() { ", also when asked again" } else { "" };
    Failure::lasting(kind, format!("its reply does not count{again}: {objection}"))
}

#[async_trait]
impl Counsel for LanguageModels {
    async fn opine(&self, case: &Case) -> Counselled {
        let mut account = Account::new();
        let outcome = self.hear(case, &mut account).await;
        Counselled { outcome, account }
    }
}
