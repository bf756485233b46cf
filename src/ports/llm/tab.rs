//! Calls that were begun and of which nobody knows what they used: a server may charge for a reply that came too late,
//! or was cut off.

use super::ModelError;
use std::sync::{Arc, Mutex, PoisonError};

tokio::task_local! {
    /// Where such calls are put down.
    static TAB: Arc<Tab>;
}

/// The models of the calls whose use is unknown.
#[derive(Default)]
pub(super) struct Tab(Mutex<Vec<String>>);

impl Tab {
    /// Asks a model; what of it may have to be paid for unseen is put down here.
    pub(super) async fn put_down<T>(self: &Arc<Self>, asking: impl Future<Output = T>) -> T {
        TAB.scope(Arc::clone(self), asking).await
    }

    /// The models that were put down.
    pub(super) fn unknown(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A call that is under way.
pub(super) struct Begun {
    tab: Option<Arc<Tab>>,
    model: String,
}

impl Begun {
    /// A call of `model` goes out.
    pub(super) fn now(model: &str) -> Self {
        Self { tab: TAB.try_with(Arc::clone).ok(), model: model.to_owned() }
    }

    /// It ended so. What an answer used it says itself, and nothing is charged for a call that was turned away.
    pub(super) fn ended<T>(mut self, reply: &Result<T, ModelError>) {
        let is_known = match reply {
            Err(
                ModelError::TimedOut { .. }
                | ModelError::Severed { .. }
                | ModelError::TooLarge { .. },
            ) => false,
            Ok(_)
            | Err(
                ModelError::Unreachable { .. }
                | ModelError::RateLimited { .. }
                | ModelError::Server { .. }
                | ModelError::Unauthorised { .. }
                | ModelError::NoQuota { .. }
                | ModelError::Rejected { .. }
                | ModelError::NotAReply { .. }
                | ModelError::LeftAlone { .. }
                | ModelError::Spent { .. }
                | ModelError::Tape { .. }
                | ModelError::Unkept { .. },
            ) => true,
        };
        if is_known {
            self.tab = None;
        }
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        if let Some(tab) = &self.tab {
            let model = std::mem::take(&mut self.model);
            tab.0.lock().unwrap_or_else(PoisonError::into_inner).push(model);
        }
    }
}
