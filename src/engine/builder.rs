//! What an engine is made of, and how it is opened.

use super::{Engine, EngineError};
use crate::actors::Equipment;
use crate::actors::court::Court;
use crate::domain::ids::AuditId;
use crate::domain::limits::Limits;
use crate::ports::bench::{Counsel, OfflineRules};
use crate::ports::clock::{Clock, SystemClock};
use crate::ports::journal::{InMemory, Journal};
use crate::ports::sandbox::Examiner;
use crate::ports::trouble::Trouble;
use crate::ports::vision::Onlooker;
use crate::ports::workroom::Workroom;
use ractor::Actor;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What an engine is made of. Everything has a default but the reader of submissions; [`Engine`] has an
/// example.
pub struct EngineBuilder {
    equipment: Equipment,
    rooms: Rooms,
}

/// Where audits keep what they fetch.
#[derive(Clone, Debug)]
pub enum Rooms {
    /// Among the system's temporary files.
    Temporary,
    /// Below this folder, under the audit's name: the next process finds it there.
    Below(PathBuf),
    /// Nowhere: the reader of submissions needs no files.
    Imagined,
}

impl EngineBuilder {
    /// Starts from the defaults: the offline bench, a journal in memory, eight judges at a time.
    #[must_use]
    pub fn new(examiner: Arc<dyn Examiner>) -> Self {
        Self {
            rooms: Rooms::Temporary,
            equipment: Equipment {
                examiner,
                counsel: Arc::new(OfflineRules),
                onlooker: None,
                journal: Arc::new(InMemory::default()),
                clock: Arc::new(SystemClock::default()),
                limits: Limits::default(),
                judges_in_flight: 8,
                hearing_deadline: Duration::from_mins(2),
                program_version: env!("CARGO_PKG_VERSION").to_owned(),
                trouble: None,
            },
        }
    }

    /// Sets where opinions come from.
    #[must_use]
    pub fn counsel(mut self, counsel: Arc<dyn Counsel>) -> Self {
        self.equipment.counsel = counsel;
        self
    }

    /// Sets who looks at figures; nobody does otherwise, and evidence says so.
    #[must_use]
    pub fn onlooker(mut self, onlooker: Arc<dyn Onlooker>) -> Self {
        self.equipment.onlooker = Some(onlooker);
        self
    }

    /// Sets where events are kept.
    #[must_use]
    pub fn journal(mut self, journal: Arc<dyn Journal>) -> Self {
        self.equipment.journal = journal;
        self
    }

    /// Sets where audits keep what they fetch.
    #[must_use]
    pub fn rooms(mut self, rooms: Rooms) -> Self {
        self.rooms = rooms;
        self
    }

    /// Sets the clock of restart budgets.
    #[must_use]
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.equipment.clock = clock;
        self
    }

    /// Strikes the actors on purpose, for an experiment.
    #[must_use]
    pub fn trouble(mut self, trouble: Arc<dyn Trouble>) -> Self {
        self.equipment.trouble = Some(trouble);
        self
    }

    /// Sets the bounds on reading one submission.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.equipment.limits = limits;
        self
    }

    /// Sets how many judges are heard at once (at least 1) and how long one may take.
    #[must_use]
    pub fn judges(mut self, in_flight: usize, deadline: Duration) -> Self {
        self.equipment.judges_in_flight = in_flight;
        self.equipment.hearing_deadline = deadline;
        self
    }

    /// Opens the court.
    ///
    /// # Errors
    /// When the actors cannot be started.
    pub async fn start(self) -> Result<Engine, EngineError> {
        let examiner = Arc::clone(&self.equipment.examiner);
        let limits = self.equipment.limits.clone();
        let journal = Arc::clone(&self.equipment.journal);
        let program_version = self.equipment.program_version.clone();
        let (court, ended) = Actor::spawn(None, Court, self.equipment)
            .await
            .map_err(|error| EngineError::NotOpened(error.to_string()))?;
        let rooms = self.rooms;
        Ok(Engine { examiner, limits, rooms, journal, program_version, court, ended })
    }
}

impl Rooms {
    /// A room for one audit.
    pub(super) fn of(&self, audit: &AuditId) -> Result<Arc<Workroom>, EngineError> {
        let room = match self {
            Self::Temporary => Workroom::temporary(),
            Self::Below(folder) => Workroom::kept(folder, audit),
            Self::Imagined => Ok(Workroom::imagined()),
        };
        room.map(Arc::new).map_err(|error| match error.kind() {
            std::io::ErrorKind::ResourceBusy => EngineError::InUse { audit: audit.clone() },
            _ => EngineError::NoFolder(error),
        })
    }
}
