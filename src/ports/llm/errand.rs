//! On what errand a model is asked: known to every wrapper of a model without passing through each.

use crate::domain::call::{CallKey, Errand};
use crate::domain::chat::{CallId, ChatRequest};
use std::future::Future;

tokio::task_local! {
    /// The work that is being done.
    static ERRAND: Errand;
    /// The call that is being made.
    static CALL: CallKey;
}

/// Does some work; the model calls made by it are made on this errand.
pub async fn on_errand<T>(errand: Errand, work: impl Future<Output = T>) -> T {
    ERRAND.scope(errand, work).await
}

/// The errand of whoever asks; `None` for a call that belongs to no audit, such as one that finds out how
/// a server is spoken to.
#[must_use]
pub fn errand() -> Option<Errand> {
    ERRAND.try_with(Clone::clone).ok()
}

/// Asks a question that has this name. Naming one takes reading all of it, which is done once; whoever puts
/// another question in its place names that.
pub async fn asking<T>(call: CallId, asking: impl Future<Output = T>) -> T {
    match errand() {
        Some(errand) => CALL.scope(CallKey { errand, call }, asking).await,
        None => asking.await,
    }
}

/// The call that is being made for `request`; `None` for one that belongs to no audit.
#[must_use]
pub fn call(request: &ChatRequest) -> Option<CallKey> {
    let named = CALL.try_with(Clone::clone).ok();
    named.or_else(|| errand().map(|errand| CallKey { errand, call: request.id() }))
}
