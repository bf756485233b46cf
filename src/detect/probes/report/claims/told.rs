//! What is told of claims of one sentence.

use crate::domain::facts::{ClaimFact, ClaimKind, ClaimStatus};

/// Claims that are told together: one fact decides them, and they tell how or name alike.
pub(super) fn by_fact<'c>(claims: &[&'c ClaimFact]) -> Vec<Vec<&'c ClaimFact>> {
    let mut all: Vec<Vec<&ClaimFact>> = Vec::new();
    for claim in claims {
        let alike = |known: &&mut Vec<&ClaimFact>| {
            known[0].fact == claim.fact && known[0].kind.tells_how() == claim.kind.tells_how()
        };
        match all.iter_mut().find(alike) {
            Some(known) => known.push(claim),
            None => all.push(vec![claim]),
        }
    }
    all
}

/// What one fact says to claims of a sentence, each of which is one point of it.
pub(super) fn told(claims: &[&ClaimFact]) -> String {
    let ClaimFact { kind, fact, status, .. } = claims[0];
    let mut topics: Vec<String> = Vec::new();
    for topic in claims.iter().map(|claim| claim.kind.topic().to_owned()) {
        if !topics.contains(&topic) {
            topics.push(topic);
        }
    }
    let topics = topics.join(" and of ");
    // Some facts say so themselves.
    let seems = claims.iter().any(|claim| claim.at_odds) && !fact.contains("a reader has to judge");
    let seems = if seems { ", and contradicts it if it means what it seems to" } else { "" };
    match status {
        ClaimStatus::Supported if kind.tells_how() => {
            format!("What this says of {topics} has a fact behind it: {fact}.")
        }
        ClaimStatus::Supported if matches!(kind, ClaimKind::CommitCount | ClaimKind::Values) => {
            format!("What this tells in numbers is so: {fact}.")
        }
        ClaimStatus::Supported => format!("What this names is there: {fact}."),
        ClaimStatus::Contradicted => {
            format!("The code contradicts what this says of {topics}: {fact}.")
        }
        // That something is there is said plainly, whatever is said of it.
        ClaimStatus::Undecided
            if *kind == ClaimKind::Definitions
                && fact.contains(" is defined, and ")
                && seems.is_empty() =>
        {
            format!("The code has what this names: {fact}.")
        }
        ClaimStatus::Undecided => {
            format!("The code does not decide what this says of {topics}{seems}: {fact}.")
        }
    }
}
