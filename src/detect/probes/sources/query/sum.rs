//! What all queries of a probe brought, added up.

use crate::detect::probes::{Undecided, count};
use crate::domain::facts::{Hit, Language, Lookup, Place, RepositoryFacts, Unreadable};
use std::collections::BTreeSet;

/// The answers to all queries of a probe.
#[derive(Default)]
pub(super) struct Sum<'a> {
    pub(super) hits: Vec<&'a Hit>,
    pub(super) total: u32,
    pub(super) files: u32,
    /// Those that are left out because somebody else wrote them.
    pub(super) vendored: u32,
    /// Those of the files.
    pub(super) languages: Vec<Language>,
    pub(super) unreadable: Vec<&'a Unreadable>,
}

impl<'a> Sum<'a> {
    pub(super) fn of(
        asked: &[(Language, Lookup)],
        repository: &'a RepositoryFacts,
        scope: &Place,
    ) -> Result<Self, Undecided> {
        let mut sum = Self::default();
        for (language, lookup) in asked {
            let answer = repository.lookups.iter().find(|answer| answer.lookup == *lookup);
            let Some(answer) = answer else {
                let reason = "the syntax trees were not asked for it";
                return Err(Undecided::new(scope.clone(), reason));
            };
            if let Some(problem) = &answer.problem {
                return Err(Undecided::new(scope.clone(), problem.clone()));
            }
            sum.hits.extend(&answer.hits);
            sum.total = sum.total.saturating_add(answer.total);
            sum.files = sum.files.saturating_add(answer.files_searched);
            sum.vendored = sum.vendored.saturating_add(answer.vendored);
            sum.languages.extend((answer.files_searched > 0).then_some(*language));
            sum.unreadable.extend(&answer.unreadable);
        }
        Ok(sum)
    }

    /// How many matches there are, and in how many files, where all are known.
    pub(super) fn found(&self) -> String {
        let files: BTreeSet<&str> = self.hits.iter().map(|hit| hit.place.file.as_str()).collect();
        let told = times(self.total);
        if self.total < 2 || self.files < 2 || self.hits.len() < self.total as usize {
            return told;
        }
        format!("{told} in {}", count(files.len(), "file"))
    }
}

/// `1 match`, `5 matches`.
pub(super) fn times(number: u32) -> String {
    match number {
        0 => "no match".to_owned(),
        1 => "1 match".to_owned(),
        many => format!("{many} matches"),
    }
}
