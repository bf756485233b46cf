//! A model whose finished calls are kept: asked again on the same errand, it answers for nothing.

use super::{ChatModel, ModelError, asking, call};
use crate::domain::chat::{ChatReply, ChatRequest};
use crate::domain::failure::Failure;
use crate::domain::planted::{Bug, is_planted};
use crate::ports::journal::CallBook;
use async_trait::async_trait;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Keeps every call in a book before it is made and once it is finished.
///
/// The order is: the book has that the call begins, the call is made, the book has what came of it, and
/// only then does anybody see the reply. A process that dies in between pays again for calls in flight
/// alone: those that were made and whose replies the book does not have. However slow the book is, there
/// are never more of them than places.
pub struct Remembered {
    inner: Arc<dyn ChatModel>,
    book: Arc<dyn CallBook>,
    places: Semaphore,
}

impl Remembered {
    /// Keeps the calls of `inner` in `book`. At most `in_flight` of them, and at least one, are made and not
    /// kept at any time.
    #[must_use]
    pub fn new(inner: Arc<dyn ChatModel>, book: Arc<dyn CallBook>, in_flight: usize) -> Self {
        let places = Semaphore::new(in_flight.clamp(1, Semaphore::MAX_PERMITS));
        Self { inner, book, places }
    }
}

#[async_trait]
impl ChatModel for Remembered {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        // A call outside of any audit is never asked for again by a resumed one.
        let Some(key) = call(request) else { return self.inner.complete(request).await };
        let unkept = |error: crate::ports::journal::JournalError| ModelError::Unkept {
            what: error.to_string(),
        };
        let before = self.book.begin(&key).await.map_err(unkept)?;
        if let Some(reply) = before.filter(|_| !is_planted(Bug::MemoIgnored)) {
            return Ok(reply);
        }
        let _place = self.places.acquire().await.expect("nobody closes the places");
        let reply = asking(key.call.clone(), self.inner.complete(request)).await;
        let outcome = reply.clone().map_err(Failure::from);
        if !is_planted(Bug::RepliesNotKept) {
            self.book.finish(&key, &outcome).await.map_err(unkept)?;
        }
        reply
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::call::{CallKey, Errand};
    use crate::domain::chat::{FinishReason, Usage};
    use crate::domain::ids::AuditId;
    use crate::domain::task::Task;
    use crate::ports::journal::{InMemory, JournalError};
    use crate::ports::llm::on_errand;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    /// Fails the first call and answers the others with their number.
    #[derive(Default)]
    struct Counting(AtomicU32);

    #[async_trait]
    impl ChatModel for Counting {
        async fn complete(&self, _: &ChatRequest) -> Result<ChatReply, ModelError> {
            let nth = self.0.fetch_add(1, Ordering::Relaxed) + 1;
            if nth == 1 {
                return Err(ModelError::Severed { host: "h".into() });
            }
            let (finish, usage) = (FinishReason::Stop, Usage::default());
            Ok(ChatReply {
                text: nth.to_string(),
                finish,
                refusal: None,
                usage,
                model: None,
                stand_in: None,
            })
        }
    }

    fn question() -> ChatRequest {
        let (model, messages) = ("m".to_owned(), Vec::new());
        ChatRequest { model, messages, schema: None, max_output_tokens: 1, seed: 0 }
    }

    async fn ask(model: &Remembered, attempt: u32) -> Option<String> {
        let audit = AuditId::new("a").unwrap();
        let errand = Errand { audit, task: Task::Look, attempt };
        on_errand(errand, model.complete(&question())).await.ok().map(|reply| reply.text)
    }

    #[tokio::test]
    async fn a_finished_call_is_not_made_again_and_a_failed_one_is() {
        let counting = Arc::new(Counting::default());
        let model = Remembered::new(counting.clone(), Arc::new(InMemory::default()), 1);
        assert_eq!(ask(&model, 1).await, None);
        assert_eq!(ask(&model, 1).await.as_deref(), Some("2"), "a failed call is made again");
        assert_eq!(ask(&model, 1).await.as_deref(), Some("2"), "a finished one is not");
        assert_eq!(ask(&model, 2).await.as_deref(), Some("3"), "another attempt is another call");
        assert_eq!(counting.0.load(Ordering::Relaxed), 3);
    }

    /// A book that takes its time to keep replies, and the most calls that were made and not kept.
    #[derive(Default)]
    struct Slow {
        made: AtomicU32,
        kept: AtomicU32,
        most: AtomicU32,
    }

    #[async_trait]
    impl ChatModel for Arc<Slow> {
        async fn complete(&self, _: &ChatRequest) -> Result<ChatReply, ModelError> {
            let made = self.made.fetch_add(1, Ordering::Relaxed) + 1;
            self.most.fetch_max(made - self.kept.load(Ordering::Relaxed), Ordering::Relaxed);
            let (finish, usage) = (FinishReason::Stop, Usage::default());
            Ok(ChatReply {
                text: String::new(),
                finish,
                refusal: None,
                usage,
                model: None,
                stand_in: None,
            })
        }
    }

    #[async_trait]
    impl CallBook for Slow {
        async fn begin(&self, _: &CallKey) -> Result<Option<ChatReply>, JournalError> {
            Ok(None)
        }

        async fn finish(
            &self,
            _: &CallKey,
            _: &Result<ChatReply, Failure>,
        ) -> Result<(), JournalError> {
            tokio::time::sleep(Duration::from_secs(1)).await;
            self.kept.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn while_replies_are_being_kept_no_more_calls_are_made_than_there_are_places() {
        let slow = Arc::new(Slow::default());
        let inner = Arc::new(Arc::clone(&slow));
        let model = Remembered::new(inner, Arc::clone(&slow) as _, 3);
        let asked = (1..=10).map(|attempt| ask(&model, attempt));
        assert_eq!(futures_util::future::join_all(asked).await.iter().flatten().count(), 10);
        assert_eq!(slow.made.load(Ordering::Relaxed), 10);
        assert_eq!(
            slow.most.load(Ordering::Relaxed),
            3,
            "a reply that is not kept holds its place"
        );
    }
}
