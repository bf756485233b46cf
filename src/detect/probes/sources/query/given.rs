//! What has to be there for the question of a query to arise.

use super::Sum;
use crate::detect::probes::Undecided;
use crate::domain::facts::{Language, Lookup, Place, RepositoryFacts};

/// Something without which what is asked for is not wanted.
pub(super) struct Given {
    pub asked: Vec<(Language, Lookup)>,
    pub what: String,
}

impl Given {
    pub(super) fn lookups(&self) -> impl Iterator<Item = &Lookup> {
        self.asked.iter().map(|(_, lookup)| lookup)
    }

    /// Refuses to decide where it is not there.
    pub(super) fn is_there(
        &self,
        repository: &RepositoryFacts,
        scope: &Place,
        searched: &str,
    ) -> Result<(), Undecided> {
        let sum = Sum::of(&self.asked, repository, scope)?;
        // What could not be read may hold it.
        if sum.total > 0 || !sum.unreadable.is_empty() {
            return Ok(());
        }
        let reason =
            format!("The question does not arise in {searched}, which have no {}", self.what);
        Err(Undecided::moot(scope.clone(), reason))
    }
}
