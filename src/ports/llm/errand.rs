//! On what errand a model is asked: known to every wrapper of a model without passing through each.

use crate::domain::call::{CallKey, Errand};
use std::future::Future;

tokio::task_local! {
    /// The work that is being done.
    static ERRAND: Errand;
    /// The call that is being made, as the book knows it.
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

/// Makes a call that is in the book. Naming a question takes reading all of it, which is done once.
pub async fn on_call<T>(call: CallKey, making: impl Future<Output = T>) -> T {
    CALL.scope(call, making).await
}

/// The call that is being made; `None` where no book is kept.
#[must_use]
pub fn call() -> Option<CallKey> {
    CALL.try_with(Clone::clone).ok()
}
