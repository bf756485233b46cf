//! What the report claims about the code, held against the facts of the code.
//!
//! A claim is a statement in the present: plans, proposals and negations claim nothing. The code
//! contradicts a claim only where it was understood whole; where it was not, nothing is decided.

mod libraries;
mod models;
mod rules;
mod verdicts;
mod wording;
mod words;

use super::document::sentences;
use crate::domain::facts::{ClaimFact, ClaimKind, ClaimStatus, ReportPage, RepositoryFacts};
pub(super) use verdicts::{Verdict, detectives_side_by_side, judges_side_by_side};
use wording::Worded;

/// Longest sentence that is read as one claim, in characters: longer ones are lists or tables.
const LONGEST: usize = 600;
/// Fewest words of a statement: shorter ones are headings and labels.
const FEWEST_WORDS: usize = 4;

/// Every claim of the pages in reading order, and what the repository says to it.
#[must_use]
pub fn claims(pages: &[ReportPage], repository: Option<&RepositoryFacts>) -> Vec<ClaimFact> {
    let mut all = Vec::new();
    let mut list = wording::List::default();
    for page in pages {
        for range in sentences(&page.text) {
            let sentence = page.text[range].split_whitespace().collect::<Vec<_>>().join(" ");
            let denied = list.denies(&sentence);
            // What a plan says of the present code is said of it all the same.
            let present = !list.is_doubtful()
                || ["currently", "Currently", "Today"].iter().any(|now| sentence.contains(now));
            let flaw = wording::understated(&sentence).filter(|_| present && !list.is_absent());
            if let Some(fact) = flaw
                .zip(repository)
                .and_then(|(flaw, facts)| verdicts::understated(flaw, &sentence, facts))
            {
                all.push(placed(fact, page.number, sentence));
                continue;
            }
            if denied {
                continue;
            }
            let words = sentence.split(' ').count();
            if words < FEWEST_WORDS || sentence.chars().count() > LONGEST {
                continue;
            }
            for Worded { kind, text } in wording::claims(&sentence) {
                let verdict = verdicts::verdict(kind, &text, &sentence, repository);
                let blames = verdict.status == ClaimStatus::Contradicted;
                // Whoever names both ways to make a directory says which of them is meant.
                let names_both = kind == ClaimKind::TemporaryClone
                    && ["TemporaryDirectory", "mkdtemp"].iter().all(|name| sentence.contains(name));
                let doubtful = || list.is_doubtful() || names_both || !wording::is_whole(&sentence);
                if blames && doubtful() {
                    continue;
                }
                all.push(placed((kind, verdict), page.number, sentence.clone()));
            }
        }
    }
    all
}

fn placed((kind, verdict): (ClaimKind, Verdict), page: u32, sentence: String) -> ClaimFact {
    let Verdict { status, fact, places } = verdict;
    ClaimFact { kind, page, sentence, status, fact, places }
}

#[cfg(test)]
mod tests;
