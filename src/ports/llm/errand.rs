//! On what errand a model is asked: known to every wrapper of a model without passing through each.

use crate::domain::call::Errand;
use std::future::Future;

tokio::task_local! {
    /// The work that is being done.
    static ERRAND: Errand;
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
