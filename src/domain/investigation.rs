//! What the detectives bring when nobody judges.

use super::facts::{
    ClaimFact, ConceptUse, DocumentFacts, FigureFacts, InjectionFact, RepositoryFacts,
};
use super::reducers::Evidences;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The evidence of all detectives, and the facts that it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Investigation {
    /// The repository as the operator named it.
    pub repo_url: String,
    /// The report as the operator named it, or its path in the repository; empty where there is none.
    pub pdf_path: String,
    /// Evidence by dimension (contract §3.1).
    pub evidences: Evidences,
    /// What was seen.
    pub facts: CaseFacts,
    /// Why an artifact could not be read, each a full sentence.
    pub unread: Vec<String>,
}

/// All facts of one submission. What could not be read has no facts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseFacts {
    /// Commit, history, tree, sources and the answers to the rubric's questions about them.
    #[serde(flatten)]
    pub repository: Option<RepositoryFacts>,
    /// What the report says, held against the repository.
    pub document: Option<DocumentReading>,
    /// What the report shows.
    pub figures: Option<FigureFacts>,
}

impl CaseFacts {
    /// The instructions to the grader in all artifacts.
    pub fn injections(&self) -> impl Iterator<Item = &InjectionFact> {
        let repository = self.repository.iter().map(|facts| &facts.injection);
        let document = self.document.iter().map(|reading| &reading.document.injection);
        let figures = self.figures.iter().map(|facts| &facts.injection);
        repository.chain(document).chain(figures).flat_map(|facts| &facts.found)
    }
}

/// A report that was held against the repository. Without a repository its paths stay unchecked
/// and its claims undecided.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DocumentReading {
    /// What it says.
    #[serde(flatten)]
    pub document: DocumentFacts,
    /// What it claims about the code.
    pub claims: Vec<ClaimFact>,
    /// How it uses the terms that the rubric asks for.
    pub concepts: Vec<ConceptUse>,
}
