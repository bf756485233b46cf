//! Counsel whose model calls bear the name of the hearing.

use super::{Counsel, Counselled};
use crate::domain::case::Case;
use crate::domain::task::Task;
use crate::ports::llm::on_behalf_of;
use async_trait::async_trait;

/// Hears as `C` does; whoever watches model calls learns for which seat they were made.
pub struct Named<C>(pub C);

#[async_trait]
impl<C: Counsel> Counsel for Named<C> {
    async fn opine(&self, case: &Case) -> Counselled {
        on_behalf_of(Task::Hear { seat: case.seat.clone() }, self.0.opine(case)).await
    }
}
