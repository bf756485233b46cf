//! What the report claims about the code, held against the facts of the code.
//!
//! A claim is a statement in the present: plans, proposals and negations claim nothing. The code
//! contradicts a claim only where it was understood whole; where it was not, nothing is decided.

mod hearing;
mod said;
mod scores;
mod shown;
mod standing;
mod verdicts;
mod wording;
mod words;

use super::document::{is_sign, is_stopped, sentences};
use crate::domain::facts::{ClaimFact, ClaimKind, ClaimStatus, ReportPage, RepositoryFacts};
use crate::spread::spread;
pub(super) use said::{Said, said};
pub(super) use scores::{Odds, PeerAudit, SelfAudit, at_odds, peer_audits, self_audits};
pub(super) use verdicts::{Verdict, detectives_side_by_side, judges_side_by_side};
use wording::page;

/// Longest sentence that is read as one claim, in characters: longer ones are lists or tables.
const LONGEST: usize = 600;
/// Fewest words of a sentence that is counted as a whole one.
const WORDS_OF_WHOLE: usize = 6;

/// How many sentences of the pages are whole ones: what is left of them when those are taken off that say something
/// of the code was held against nothing.
#[must_use]
pub fn whole_sentences(pages: &[ReportPage]) -> usize {
    // Where no gaps part words, two signs are about one.
    let words = |text: &str| {
        text.split_whitespace().count() + text.chars().filter(|letter| is_sign(*letter)).count() / 2
    };
    let is_whole = |text: &str| {
        let text = text.trim_end();
        (text.ends_with('.') || is_stopped(text)) && words(text) >= WORDS_OF_WHOLE
    };
    let of_page =
        |text: &str| sentences(text).into_iter().filter(|one| is_whole(&text[one.clone()])).count();
    page::joined(pages).iter().map(|page| of_page(&page.text)).sum()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every claim of the pages in reading order, and what the repository says to it.
#[must_use]
pub fn claims(pages: &[ReportPage], repository: Option<&RepositoryFacts>) -> Vec<ClaimFact> {
    held(&said(pages), repository)
}

/// What the repository says to each claim of the sentences.
#[must_use]
pub fn held(said: &[Said], repository: Option<&RepositoryFacts>) -> Vec<ClaimFact> {
    let mut all: Vec<ClaimFact> = Vec::new();
    // What contradicts the sentence before.
    let mut before: Option<String> = None;
    let each = spread(said.len(), || (), |(), number| said[number].held(repository));
    for (one, mut own) in said.iter().zip(each) {
        if let Some(other) = before.as_ref().filter(|_| one.goes_on) {
            hearing::take_back(&mut own, other);
        }
        let is_other = |claim: &&ClaimFact| {
            let named = matches!(claim.kind, ClaimKind::Libraries | ClaimKind::Models);
            named && claim.status == ClaimStatus::Contradicted && !claim.understates
        };
        before = own.iter().find(is_other).map(|claim| claim.fact.clone());
        all.extend(own);
    }
    all
}

#[cfg(test)]
mod tests;
