//! What a small text claims, and what is said to it.

use super::*;

/// All that a text claims.
pub(super) fn claimed(facts: &RepositoryFacts, text: &str) -> Vec<ClaimFact> {
    let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
    claims(&[page], Some(facts))
}

/// What is said to the first claim of a kind that a text makes.
pub(super) fn status(facts: &RepositoryFacts, kind: ClaimKind, text: &str) -> Option<ClaimStatus> {
    let found = claimed(facts, text);
    found.iter().find(|claim| claim.kind == kind).map(|claim| claim.status)
}
