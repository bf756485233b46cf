//! One sentence held against the repository: what is told of each of its claims.

mod praise;
mod siblings;

pub(super) use praise::take_back;

use super::verdicts::{self, Verdict};
use super::wording::page::items;
use super::{Said, wording};
use crate::domain::facts::{ClaimFact, ClaimKind, ClaimStatus, RepositoryFacts};

impl Said {
    pub(super) fn held(&self, repository: Option<&RepositoryFacts>) -> Vec<ClaimFact> {
        let Self { page, sentence, admits, claims, listing, .. } = self;
        if let Some((listing, facts)) = listing.as_ref().zip(repository) {
            let told = verdicts::listed(listing, facts);
            return told.into_iter().map(|one| placed(one, *page, sentence.clone())).collect();
        }
        let flaw = admits
            .zip(repository)
            .and_then(|(flaw, facts)| verdicts::understated(flaw, sentence, facts));
        if let Some(fact) = flaw {
            return vec![ClaimFact { understates: true, ..placed(fact, *page, sentence.clone()) }];
        }
        let mut told: Vec<ClaimFact> = Vec::new();
        let mut lacks_rule = false;
        for (kind, text) in claims {
            let verdict = verdicts::verdict(*kind, text, sentence, repository);
            lacks_rule |=
                *kind == ClaimKind::SynthesisRules && verdict.status == ClaimStatus::Contradicted;
            let heard = self.heard(*kind, verdict);
            // Of a heading, a label and a sentence that run into one another only the claim is quoted.
            let quoted = if wording::names::placed_class(text).is_some() { text } else { sentence };
            told.extend(heard.map(|verdict| placed((*kind, verdict), *page, quoted.clone())));
        }
        praise::once(&mut told);
        // That code decides is no praise of a sentence whose rules it lacks.
        let praises = |claim: &ClaimFact| {
            claim.kind == ClaimKind::DeterministicSynthesis
                && claim.status == ClaimStatus::Supported
        };
        told.retain(|claim| !(lacks_rule && praises(claim)));
        praise::not_for_a_name(&mut told, sentence);
        // That each has a node of its own is no praise where they do not run at once as the sentence has it.
        let apart = told.iter().any(|claim| {
            matches!(claim.kind, ClaimKind::ParallelDetectives | ClaimKind::ParallelJudges)
                && (claim.status == ClaimStatus::Contradicted || claim.at_odds)
        });
        told.retain(|claim| {
            !(apart && claim.kind == ClaimKind::Roles && claim.status == ClaimStatus::Supported)
        });
        siblings::once(&mut told);
        siblings::together(&mut told);
        told
    }

    /// What is told of a verdict; nothing where it blames a sentence that may be of something else.
    fn heard(&self, kind: ClaimKind, verdict: Verdict) -> Option<Verdict> {
        let sentence = &self.sentence;
        // What is looked for only where it can be held to something is no claim where it cannot.
        if verdict.status != ClaimStatus::Contradicted {
            let looked_for = matches!(
                kind,
                ClaimKind::Prompts
                    | ClaimKind::Aggregation
                    | ClaimKind::SharedEvidence
                    | ClaimKind::Contents
            ) || (kind == ClaimKind::Averaging
                && !wording::justice::denies_average(sentence));
            let nameless = [verdicts::NO_NAME, verdicts::NOT_EXAMINED].contains(&&*verdict.fact);
            let looked_for = looked_for || nameless;
            let idle = looked_for && verdict.status == ClaimStatus::Undecided && !verdict.at_odds;
            let at_odds =
                verdict.at_odds && !self.doubtful && !wording::sentence::is_of_others(sentence);
            return (!idle).then_some(Verdict { at_odds, ..verdict });
        }
        // Whoever names both ways to make a directory says which of them is meant.
        let names_both = kind == ClaimKind::TemporaryClone
            && ["TemporaryDirectory", "mkdtemp"].iter().all(|name| sentence.contains(name));
        // Where others' code is spoken of too, the commits and files may be theirs.
        let foreign = matches!(kind, ClaimKind::CommitCount | ClaimKind::Sizes) && !self.own;
        if self.doubtful || foreign || wording::sentence::is_of_others(sentence) {
            return None;
        }
        // What was made better before need not be so now, and what is so of all of a part's may be otherwise elsewhere.
        let narrower = kind == ClaimKind::StructuredOutput && self.of_bench;
        let limited = narrower && verdicts::is_of_every_call(sentence);
        let is_past = wording::sentence::tells_a_change(sentence) && kind != ClaimKind::CommitCount;
        let certain = !names_both && !limited && !is_past;
        // A citation of what no source names is wrong wherever it stands.
        let invented =
            wording::sentence::is_citation(sentence) && verdict.fact.contains(verdicts::NO_WORD);
        let is_whole = || wording::sentence::is_whole(kind, sentence, self.head.as_deref());
        // What a row names need be no name in the code.
        let stands = self.stands && kind != ClaimKind::Definitions;
        if certain && (invented || stands || is_whole()) {
            return Some(verdict);
        }
        // What may be part of a table or of something else blames nobody, and stays in sight all the same.
        let wish = self.head.as_deref().is_some_and(items::is_wish);
        let of_a_file = items::lists_a_file(sentence) && kind != ClaimKind::Definitions;
        if of_a_file || (wish && kind != ClaimKind::SynthesisRules) {
            return None;
        }
        let fact =
            format!("{}; whether the line claims otherwise a reader has to judge", verdict.fact);
        let at_odds = !wish && !names_both;
        Some(Verdict { status: ClaimStatus::Undecided, fact, at_odds, ..verdict })
    }
}

fn placed((kind, verdict): (ClaimKind, Verdict), page: u32, sentence: String) -> ClaimFact {
    let Verdict { status, fact, places, at_odds, .. } = verdict;
    ClaimFact { kind, page, sentence, status, fact, places, understates: false, at_odds }
}
