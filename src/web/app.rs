//! What every answer is made from.

use super::attempts::Attempts;
use super::keys::Keys;
use super::metrics::Counted;
use super::settings::{Settings, TokenError};
use crate::docket::Registry;
use crate::ports::clock::Calendar;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};

/// What every answer is made from.
pub(super) struct App {
    pub(super) registry: Arc<dyn Registry>,
    pub(super) settings: Settings,
    pub(super) keys: Keys,
    pub(super) attempts: Attempts,
    /// A permit for each follower of events.
    pub(super) followers: Arc<Semaphore>,
    /// Whether the server is to end.
    pub(super) ending: watch::Receiver<bool>,
    pub(super) counted: Counted,
    calendar: Calendar,
}

/// How a handler holds it.
pub(super) type Shared = Arc<App>;

impl App {
    pub(super) fn new(
        registry: Arc<dyn Registry>,
        settings: Settings,
        ending: watch::Receiver<bool>,
    ) -> Result<Shared, TokenError> {
        let keys = Keys::new(&settings.token)?;
        let followers = Arc::new(Semaphore::new(settings.followers));
        let calendar = Calendar::default();
        let (attempts, counted) = (Attempts::default(), Counted::default());
        Ok(Arc::new(Self {
            registry,
            settings,
            keys,
            attempts,
            followers,
            ending,
            counted,
            calendar,
        }))
    }

    /// The time since 1970 began in UTC.
    pub(super) fn now(&self) -> Duration {
        self.calendar.now()
    }
}
