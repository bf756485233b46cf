//! What else a sentence says, beside what the code supports of it.

use crate::detect::claims::verdicts;
use crate::domain::facts::{ClaimFact, ClaimKind, ClaimStatus};

/// Takes back what one is said to do who was not seen to do another thing that the sentence says, and tells with what
/// is supported which other parts of the sentence are not.
pub(super) fn together(told: &mut Vec<ClaimFact>) {
    // Who says more than that names a field in passing.
    if told.len() > 1 {
        told.retain(|claim| !claim.fact.ends_with(verdicts::NOT_FOLLOWED));
    }
    let undone = told.iter().find(|claim| claim.fact.contains(verdicts::NOT_SEEN));
    if let Some(fact) = undone.map(|claim| claim.fact.clone()) {
        for claim in told.iter_mut().filter(|claim| is_supported(claim)) {
            if claim.kind.is_of_tools() {
                claim.status = ClaimStatus::Undecided;
                claim.fact = format!("{}, and {fact}", claim.fact);
            }
        }
    }
    let beside = beside(told);
    // What is supported of one sentence is told together: once is enough.
    if let Some(claim) = told.iter_mut().find(|claim| is_supported(claim)) {
        claim.fact.push_str(&beside);
    }
}

/// Leaves of several claims that one fact stands against the first, and of what the same edges say of those who run at
/// once, and how many they are, the former.
pub(super) fn once(told: &mut Vec<ClaimFact>) {
    let mut seen: Vec<String> = Vec::new();
    let apart = told.iter().any(|claim| {
        let parallel =
            matches!(claim.kind, ClaimKind::ParallelJudges | ClaimKind::ParallelDetectives);
        parallel && claim.status == ClaimStatus::Contradicted
    });
    told.retain(|claim| {
        let counted = claim.kind == ClaimKind::Roles && apart;
        let against = claim.status == ClaimStatus::Contradicted;
        let known = against && (counted || seen.contains(&claim.fact));
        if against {
            seen.push(claim.fact.clone());
        }
        !known
    });
}

fn is_supported(claim: &ClaimFact) -> bool {
    claim.status == ClaimStatus::Supported
}

/// What is told of the other parts of the sentence, behind a fact that supports one; nothing where there are none.
fn beside(told: &[ClaimFact]) -> String {
    let topics = |status: ClaimStatus| {
        let mut topics: Vec<&str> = Vec::new();
        for claim in told.iter().filter(|claim| claim.status == status) {
            if !topics.contains(&claim.kind.topic()) {
                topics.push(claim.kind.topic());
            }
        }
        topics.join(" and of ")
    };
    let against = topics(ClaimStatus::Contradicted);
    let open = topics(ClaimStatus::Undecided);
    match (against.as_str(), open.as_str()) {
        ("", "") => String::new(),
        (against, "") => format!("; the code contradicts what the sentence says of {against}"),
        ("", open) => format!("; the code does not decide what the sentence says of {open}"),
        (against, open) => format!(
            "; the code contradicts what the sentence says of {against}, and does not decide what it says of {open}"
        ),
    }
}
