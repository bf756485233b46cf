//! Security override: a confirmed flaw caps the criterion, and the overall score.

use super::hearing::Hearing;
use super::{Ruling, step};
use crate::domain::evidence::Evidence;
use crate::domain::score::Score;
use crate::domain::verdict::Rule;

/// Caps `score` when a detective confirmed a security flaw. Only evidence triggers it: a judge who
/// merely writes of security does not. Scores are 1–5. Source: contract §6.3 `security_override`.
pub(super) fn apply(hearing: &Hearing<'_>, score: Score) -> Ruling {
    let flaws: Vec<&Evidence> = hearing.evidence.iter().filter(|e| e.confirms_flaw()).collect();
    let because = flaws.iter().map(|evidence| evidence.id.clone()).collect();
    let cap = hearing.security_cap;
    let (score, applied, effect) = match flaws.first() {
        None => (score, false, "No flaw is confirmed.".to_owned()),
        Some(flaw) if score > cap => {
            (cap, true, format!("A confirmed flaw at `{}` caps {score} at {cap}.", flaw.location))
        }
        Some(flaw) => (
            score,
            false,
            format!(
                "A confirmed flaw at `{}` caps at {cap}; {score} is not above it.",
                flaw.location
            ),
        ),
    };
    Ruling { score, step: step(Rule::SecurityOverride, applied, effect, because) }
}
