//! Terms that the code must not name, and terms of which it is not known what is wanted.

use super::{Name, SHOWN, Term, finding_in_code, is_written, places};
use crate::detect::probes::catalogue::gaps;
use crate::detect::probes::{Answer, Undecided, count, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{Hit, Language, Lookup, LookupAnswer, Place, RepositoryFacts};
use crate::domain::reading::Outcome;

impl Term {
    /// Whether the code names what it must not.
    ///
    /// What tests alone name, and an expression that the syntax trees have no name for, decide nothing; nor does a name where
    /// the words forbid it under a condition.
    pub(super) fn forbidden(&self, repository: &RepositoryFacts) -> Result<Answer, Undecided> {
        let terms = self.terms();
        let (named, all) = self.hits(repository, Name::in_code);
        if !named.is_empty() {
            let at = told(&named, all);
            let findings: Vec<Finding> =
                named.iter().take(SHOWN).map(|hit| finding_in_code(hit)).collect();
            if self.unsettled {
                let reason = format!(
                    "the code names {terms} ({at}), and whether that is where the rubric forbids it was not looked up"
                );
                return Err(Undecided { findings, ..Undecided::unexamined(tree(), reason) });
            }
            return Ok(Answer {
                outcome: Outcome::Fails,
                statement: format!("The code names {terms}, which the rubric forbids: {at}."),
                missing: vec![format!("code without {terms}")],
                findings,
            });
        }
        self.unread(repository)?;
        let (tested, all) = self.hits(repository, Name::in_tests);
        if !tested.is_empty() {
            let reason = format!(
                "tests alone name {terms} ({}), and whether the rubric means them its words do not tell",
                told(&tested, all)
            );
            let findings = tested.iter().take(SHOWN).map(|hit| finding_in_code(hit)).collect();
            return Err(Undecided { findings, ..Undecided::unexamined(tree(), reason) });
        }
        let mentioned = self.mentions(repository);
        let in_code = mentioned.iter().filter(|hit| Language::of(&hit.place.file).is_some());
        let in_code: Vec<&Hit> = in_code.copied().collect();
        if self.names.iter().all(|name| name.is_plain) {
            return Ok(self.nowhere(repository));
        }
        if in_code.is_empty() {
            let reason = format!(
                "{terms} does not stand in the code as it is written, and whether it stands there in another spelling was not looked up"
            );
            return Err(Undecided::unexamined(tree(), reason));
        }
        Err(self.mentioned_alone(&in_code))
    }

    /// What is found of terms of which it is not known what is wanted.
    pub(super) fn told_alone(&self, repository: &RepositoryFacts) -> Undecided {
        let (named, _) = self.hits(repository, Name::in_code);
        let hits = if named.is_empty() { self.mentions(repository) } else { named };
        if hits.is_empty() {
            let reason = format!(
                "{} was not found, and what the rubric wants of it was not understood",
                self.terms()
            );
            return Undecided::unexamined(tree(), reason);
        }
        self.mentioned_alone(&hits)
    }

    fn mentioned_alone(&self, hits: &[&Hit]) -> Undecided {
        let at = listed(places(hits.iter().copied()).iter().map(String::as_str));
        let reason = format!(
            "{} is mentioned here: {at}; what the rubric wants of it was not understood",
            self.terms()
        );
        let finding = |hit: &&Hit| {
            Finding::found(hit.place.clone(), "The word stands here.").quoting(hit.excerpt.clone())
        };
        let findings = hits.iter().take(SHOWN).map(finding).collect();
        Undecided { findings, ..Undecided::unexamined(tree(), reason) }
    }

    fn nowhere(&self, repository: &RepositoryFacts) -> Answer {
        let terms = self.terms();
        let searched = self.names.iter().filter_map(|name| answer(repository, &name.in_text()));
        let files = searched.map(|answer| answer.files_searched).max().unwrap_or_default();
        let files = count(usize::try_from(files).unwrap_or(usize::MAX), "file");
        let mentions = self.mentions(repository);
        let at = listed(places(mentions.iter().copied()).iter().map(String::as_str));
        let mentioned = if mentions.is_empty() {
            String::new()
        } else {
            format!(", which is merely mentioned ({at})")
        };
        Answer {
            outcome: Outcome::Holds,
            statement: format!("No code names {terms}{mentioned}."),
            missing: Vec::new(),
            findings: vec![Finding::absent(
                Place::Tree { scope: format!("all {files}") },
                format!("Looked for {terms} in the syntax trees of {files}."),
            )],
        }
    }

    /// Refuses to decide where something that people write could not be read.
    fn unread(&self, repository: &RepositoryFacts) -> Result<(), Undecided> {
        let mut lost = Vec::new();
        for name in &self.names {
            let Some(in_text) = answer(repository, &name.in_text()) else {
                return Err(Undecided::new(tree(), "the text of the tree was not searched for it"));
            };
            if let Some(problem) = &in_text.problem {
                return Err(Undecided::new(tree(), problem.clone()));
            }
            lost.extend(in_text.unreadable.iter().filter(|one| is_written(&one.place.file)));
        }
        let Some(why) = gaps::told(&lost).or_else(|| repository.tree.gap("")) else {
            return Ok(());
        };
        let scope = lost.first().map_or_else(tree, |lost| lost.place.clone().into());
        Err(Undecided::new(scope, format!("{} was not found so far, but {why}", self.terms())))
    }

    fn hits<'r>(
        &self,
        repository: &'r RepositoryFacts,
        of: impl Fn(&Name) -> Vec<Lookup>,
    ) -> (Vec<&'r Hit>, usize) {
        let asked = self.names.iter().flat_map(of);
        let answers: Vec<&LookupAnswer> =
            asked.filter_map(|lookup| answer(repository, &lookup)).collect();
        let all = answers.iter().map(|answer| answer.total as usize).sum();
        (answers.into_iter().flat_map(|answer| &answer.hits).collect(), all)
    }

    fn mentions<'r>(&self, repository: &'r RepositoryFacts) -> Vec<&'r Hit> {
        self.hits(repository, |name| vec![name.in_text()]).0
    }
}

fn tree() -> Place {
    Place::Tree { scope: "the text files of the tree".into() }
}

fn answer<'r>(repository: &'r RepositoryFacts, lookup: &Lookup) -> Option<&'r LookupAnswer> {
    repository.lookups.iter().find(|one| one.lookup == *lookup)
}

/// The first places, and how many more there are.
fn told(hits: &[&Hit], all: usize) -> String {
    let places = places(hits.iter().copied());
    let at = listed(places.iter().map(String::as_str));
    match all.saturating_sub(places.len()) {
        0 => at,
        more => format!("{at} and {more} more"),
    }
}
