//! What is taken back of what the code seemed to support.

use crate::detect::claims::verdicts;
use crate::domain::facts::{ClaimFact, ClaimKind, ClaimStatus};

/// Takes back what is said of something by a sentence that goes on about what the code has another of.
pub(in super::super) fn take_back(told: &mut [ClaimFact], other: &str) {
    for claim in told.iter_mut().filter(|claim| claim.status == ClaimStatus::Supported) {
        claim.status = ClaimStatus::Undecided;
        claim.fact =
            format!("{}, and what the sentence before speaks of is not there: {other}", claim.fact);
    }
}

/// Takes back that a name is there where what the sentence says of it stands open, or where it speaks of all of a kind
/// and makes another claim; where it makes none, that stands open as well.
pub(super) fn not_for_a_name(told: &mut Vec<ClaimFact>, sentence: &str) {
    let is_name = |claim: &ClaimFact| {
        claim.kind == ClaimKind::Definitions && claim.status == ClaimStatus::Supported
    };
    let mut others = told.iter().filter(|claim| !claim.kind.is_by_itself());
    let open = others.clone().any(|claim| claim.status != ClaimStatus::Supported);
    let every = verdicts::is_of_every(sentence);
    // Nor is that a name is there anything of what it is said to do.
    let does = verdicts::says_what_it_does(sentence);
    let alone = others.all(is_name);
    if (every || does) && alone {
        let what =
            if every { "whether what is said is so of all" } else { "what it is said to do" };
        for claim in told.iter_mut().filter(|claim| is_name(claim)) {
            claim.status = ClaimStatus::Undecided;
            claim.fact = format!("{}, and {what} was not examined", claim.fact);
        }
    } else if open || every || does {
        told.retain(|claim| !is_name(claim));
    }
}

/// Leaves of the claims of one sentence what is told of it once: one average is held against it once, and that a library
/// is imported says nothing of what something else decides.
pub(super) fn once(told: &mut Vec<ClaimFact>) {
    let is_average = |claim: &ClaimFact| {
        claim.kind == ClaimKind::Averaging && claim.status == ClaimStatus::Contradicted
    };
    if told.iter().any(is_average) {
        for claim in told.iter_mut() {
            claim.at_odds &= !claim.fact.contains("takes an average of scores");
        }
    }
    // Nor does a number.
    let is_apart = |kind: ClaimKind| {
        kind.is_by_itself() || matches!(kind, ClaimKind::Libraries | ClaimKind::Values)
    };
    let decides =
        |claim: &ClaimFact| !is_apart(claim.kind) && claim.status != ClaimStatus::Undecided;
    let is_label = |claim: &ClaimFact| {
        claim.kind == ClaimKind::Libraries && claim.status == ClaimStatus::Supported
    };
    if told.iter().any(decides) {
        told.retain(|claim| !is_label(claim));
    }
}
