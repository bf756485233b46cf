//! The record → what the detectives bring, for readers who want facts and no judgement.

use super::claims::claims;
use super::document::{Statements, cited_in, concept};
use super::probes;
use crate::domain::evidence::Detective;
use crate::domain::facts::{ConceptUse, DocumentFacts, RepositoryFacts};
use crate::domain::investigation::{CaseFacts, DocumentReading, Investigation};
use crate::domain::rubric::Rubric;
use crate::domain::state::AgentState;

/// States everything that was found, once all detectives have testified.
#[must_use]
pub fn investigation(state: &AgentState) -> Investigation {
    let repository = state.repository();
    let document =
        state.document().map(|document| held_against(document, repository, &state.rubric));
    let why = |detective: Detective| {
        let failure = state.why_unread(detective)?;
        Some(format!("{detective} could not read its artifact: {failure}."))
    };
    Investigation {
        repo_url: state.repo_url.clone(),
        pdf_path: state.pdf_path.clone(),
        evidences: state.evidences.as_ref().clone(),
        facts: CaseFacts {
            repository: repository.cloned(),
            document,
            figures: state.figures().cloned(),
        },
        unread: Detective::ALL.into_iter().filter_map(why).collect(),
    }
}

fn held_against(
    document: &DocumentFacts,
    repository: Option<&RepositoryFacts>,
    rubric: &Rubric,
) -> DocumentReading {
    let paths = match repository {
        Some(facts) => cited_in(document, facts),
        None => document.paths.clone(),
    };
    let uses = probes::terms(rubric);
    let statements = Statements::of(&document.pages);
    let concepts: Vec<ConceptUse> =
        uses.iter().flat_map(|term| concept(&statements, term)).collect();
    DocumentReading {
        claims: claims(&document.pages, repository),
        concepts,
        document: DocumentFacts { paths, ..document.clone() },
    }
}
