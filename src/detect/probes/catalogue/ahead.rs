//! What a report tells by itself, found while the sources are still being read.

use super::super::{Answer, asked_of, holds_claims, names_of};
use crate::detect::claims::{Odds, Said, at_odds, said, whole_sentences};
use crate::detect::document::Opened;
use crate::domain::evidence::Detective;
use crate::domain::facts::{DocumentFacts, Facts, ReportPage};
use crate::domain::rubric::Rubric;
use crate::domain::state::AgentState;
use std::sync::Arc;

/// What was found in a report before anything else of the audit was known.
#[derive(Debug)]
pub struct Ahead {
    /// What was read.
    facts: Arc<Facts>,
    /// What it says of the code, where the rubric asks for that.
    pub(in crate::detect) told: Option<Told>,
    /// The answers to the questions about the report, in the rubric's order, as far as it tells them alone.
    answers: Vec<Option<Answer>>,
}

/// What a report says of the code and of scores, before the code is known.
#[derive(Clone, Debug)]
pub(in crate::detect) struct Told {
    /// The sentences that may say something of the code.
    pub(in crate::detect) said: Vec<Said>,
    /// What it gives two scores.
    pub(in crate::detect) odds: Vec<Odds>,
    /// How many of its sentences are whole ones.
    pub(in crate::detect) whole: usize,
}

impl Told {
    /// What these pages tell, of criteria that have these names.
    pub(in crate::detect) fn of(pages: &[ReportPage], names: &[Vec<String>]) -> Self {
        let said = said(pages);
        Self { said, odds: at_odds(pages, names), whole: whole_sentences(pages) }
    }
}

/// Reads a report ahead of the testimony on it; nothing where these are no facts of a report. It changes no word of
/// the testimony.
#[must_use]
pub fn read_ahead(rubric: &Rubric, facts: &Arc<Facts>) -> Option<Ahead> {
    let Facts::Document(document) = facts.as_ref() else { return None };
    let asked = asked_of(Detective::DocAnalyst, &rubric.dimensions);
    let report = Opened::of(document);
    let answers = asked.iter().map(|asked| asked.probe.foretell(asked.spec, &report)).collect();
    let told = asked
        .iter()
        .any(|asked| holds_claims(asked.probe))
        .then(|| Told::of(&document.pages, &names_of(&rubric.dimensions)));
    Some(Ahead { facts: Arc::clone(facts), told, answers })
}

impl Ahead {
    /// Whether this was found in the report that the audit is about.
    pub(in crate::detect) fn is_of(&self, state: &AgentState) -> bool {
        let same = |read: &DocumentFacts| matches!(self.facts.as_ref(), Facts::Document(facts) if std::ptr::eq(facts, read));
        state.document().is_some_and(same)
    }

    /// The answer to question number `at` about the report.
    pub(in crate::detect) fn answer(&self, at: usize) -> Option<&Answer> {
        self.answers.get(at)?.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::{testify, testify_read_ahead};
    use crate::domain::facts::{ReportPage, RepositoryFacts};
    use crate::domain::request::{AuditRequest, RepoSource, ReportSource};

    fn read() -> (AgentState, Arc<Facts>) {
        let rubric = include_bytes!("../../../../rubric.json");
        let rubric = Arc::new(crate::detect::load_rubric(rubric).unwrap());
        let repo = RepoSource::Local { path: "r".into(), shown: "r".into() };
        let report = ReportSource::File { path: "p".into(), shown: "p".into() };
        let text = "The graph has a fan-in: an aggregator node waits for all branches before any judge runs. \
            The judges run in parallel. Every state field carries the reducer operator.ior.";
        let pages = vec![ReportPage { number: 1, text: text.into(), ..ReportPage::default() }];
        let facts = Facts::Document(DocumentFacts { pages, ..DocumentFacts::default() });
        let facts = Arc::new(facts);
        let mut state = AgentState::new(Arc::new(AuditRequest::new(repo, report)), rubric);
        let repository = Arc::new(Facts::Repository(RepositoryFacts::default()));
        state.facts.insert(Detective::RepoInvestigator, repository);
        state.facts.insert(Detective::DocAnalyst, Arc::clone(&facts));
        (state, facts)
    }

    #[test]
    fn what_was_read_ahead_is_used_and_changes_no_word() {
        let (state, facts) = read();
        let ahead = read_ahead(&state.rubric, &facts).unwrap();
        assert!(ahead.is_of(&state) && ahead.answers.iter().any(Option::is_some));
        assert!(ahead.told.as_ref().is_some_and(|told| told.said.len() == 3), "{:?}", ahead.told);
        let told = testify(Detective::DocAnalyst, &state);
        assert_eq!(testify_read_ahead(Detective::DocAnalyst, &state, Some(&ahead)), told);
        // It is really used: an answer that was foretold is what is said.
        let mut other = ahead;
        for answer in other.answers.iter_mut().flatten() {
            "foretold".clone_into(&mut answer.statement);
        }
        let (_, readings) = testify_read_ahead(Detective::DocAnalyst, &state, Some(&other));
        assert!(readings.iter().any(|reading| reading.statement == "foretold"));
    }

    #[test]
    fn what_was_read_in_another_report_is_left_alone() {
        let (state, _) = read();
        let (_, another) = read();
        let ahead = read_ahead(&state.rubric, &another).unwrap();
        assert!(!ahead.is_of(&state));
        let repository = Arc::new(Facts::Repository(RepositoryFacts::default()));
        assert!(read_ahead(&state.rubric, &repository).is_none());
    }
}
