//! Model calls told to whoever watches.

use super::{ChatModel, ModelError, errand};
use crate::domain::call::ModelCall;
use crate::domain::chat::{ChatReply, ChatRequest};
use crate::domain::failure::{Failure, FailureKind};
use crate::ports::clock::Calendar;
use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// Calls that may wait to be taken; further ones are not told, since a watcher slows nothing.
const WAITING: usize = 1_024;

/// Where calls are told; clones tell the same watcher.
#[derive(Clone, Default)]
pub struct CallLog(Option<(mpsc::Sender<ModelCall>, Calendar)>);

/// Where calls come out.
pub struct Calls {
    /// The calls that have ended, in the order of their ends. Each is there before anybody has its reply.
    pub ended: mpsc::Receiver<ModelCall>,
    /// By which they are timed.
    pub calendar: Calendar,
}

impl CallLog {
    /// A log, and the end where calls come out. [`CallLog::default`] tells nobody.
    #[must_use]
    pub fn open() -> (Self, Calls) {
        let (sender, ended) = mpsc::channel(WAITING);
        let calendar = Calendar::default();
        (Self(Some((sender, calendar))), Calls { ended, calendar })
    }

    /// Watches `model`, which `host` serves. Where nobody is told, the model is left as it is.
    #[must_use]
    pub fn watch(&self, host: &str, model: Arc<dyn ChatModel>) -> Arc<dyn ChatModel> {
        match &self.0 {
            Some((sender, calendar)) => Arc::new(Watched {
                inner: model,
                host: host.to_owned(),
                sender: sender.clone(),
                calendar: *calendar,
            }),
            None => model,
        }
    }
}

/// A model that is watched.
struct Watched {
    inner: Arc<dyn ChatModel>,
    host: String,
    sender: mpsc::Sender<ModelCall>,
    calendar: Calendar,
}

#[async_trait]
impl ChatModel for Watched {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let mut call = Ongoing { of: self, request, start: self.calendar.now(), outcome: None };
        let reply = self.inner.complete(request).await;
        call.outcome = Some(reply.clone().map_err(Failure::from));
        reply
    }
}

/// A call that goes on; it is told also when nobody waits for it any longer.
struct Ongoing<'a> {
    of: &'a Watched,
    request: &'a ChatRequest,
    start: Duration,
    outcome: Option<Result<ChatReply, Failure>>,
}

impl Drop for Ongoing<'_> {
    fn drop(&mut self) {
        let unheard =
            || Err(Failure::lasting(FailureKind::Cancelled, "nobody waited for the reply"));
        let call = ModelCall {
            errand: errand(),
            host: self.of.host.clone(),
            request: self.request.clone(),
            outcome: self.outcome.take().unwrap_or_else(unheard),
            start: self.start,
            end: self.of.calendar.now(),
        };
        if self.of.sender.try_send(call).is_err() {
            tracing::debug!("a model call is not told: the watcher is gone or too slow");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::call::Errand;
    use crate::domain::chat::{FinishReason, Usage};
    use crate::domain::ids::AuditId;
    use crate::domain::task::Task;
    use crate::ports::llm::on_errand;

    /// Answers after a second, or fails.
    struct Double(Result<(), ModelError>);

    #[async_trait]
    impl ChatModel for Double {
        async fn complete(&self, _: &ChatRequest) -> Result<ChatReply, ModelError> {
            tokio::time::sleep(Duration::from_secs(1)).await;
            self.0.clone().map(|()| ChatReply {
                text: "yes".to_owned(),
                finish: FinishReason::Stop,
                refusal: None,
                usage: Usage::default(),
                model: None,
                stand_in: None,
            })
        }
    }

    /// A call that is waited for so long, on an errand, is told with this failure.
    async fn check(
        double: Result<(), ModelError>,
        waits: u64,
        errand: Option<Errand>,
        failure: Option<FailureKind>,
    ) {
        let (log, mut calls) = CallLog::open();
        let model = log.watch("h", Arc::new(Double(double)));
        let request = ChatRequest {
            model: "m".to_owned(),
            messages: Vec::new(),
            schema: None,
            max_output_tokens: 1,
            seed: 0,
        };
        let asked = tokio::time::timeout(Duration::from_secs(waits), model.complete(&request));
        match &errand {
            Some(errand) => drop(on_errand(errand.clone(), asked).await),
            None => drop(asked.await),
        }
        let call = calls.ended.try_recv().expect("the call is told by its end");
        assert_eq!(
            (call.errand, call.outcome.err().map(|failure| failure.kind)),
            (errand, failure)
        );
        assert!(call.host == "h" && call.request == request && call.start <= call.end);
        assert!(calls.ended.try_recv().is_err(), "it is told once");
    }

    #[tokio::test(start_paused = true)]
    async fn every_call_is_told_also_one_that_nobody_waits_for() {
        let audit = AuditId::new("a").unwrap();
        let task = || Some(Errand { audit: audit.clone(), task: Task::Look, attempt: 1 });
        let severed = || Err(ModelError::Severed { host: "h".to_owned() });
        check(Ok(()), 2, task(), None).await;
        check(Ok(()), 2, None, None).await;
        check(severed(), 2, task(), Some(FailureKind::Unreachable)).await;
        check(Ok(()), 0, task(), Some(FailureKind::Cancelled)).await;
    }
}
