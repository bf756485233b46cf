//! Fact supremacy: evidence overrules opinion.

use super::hearing::Hearing;
use super::{Vote, step};
use crate::domain::ids::EvidenceId;
use crate::domain::opinion::JudicialOpinion;
use crate::domain::reading::Outcome;
use crate::domain::score::Score;
use crate::domain::verdict::{Rule, RuleStep};
use crate::domain::wording::capitalised;

/// Between which scores opinions may move, and the facts that say so.
pub(super) struct Bounds {
    floor: Score,
    cap: Score,
    because: Vec<EvidenceId>,
    words: Vec<String>,
}

/// The bounds that the facts set: a probe's cap while it fails, another while it holds in part or is undecided, its floor
/// while it holds. Where the two cross, the cap counts: what is absent outweighs what is there. What nobody had the means
/// to look at bounds nothing.
pub(super) fn bounds(hearing: &Hearing<'_>) -> Bounds {
    let mut bounds =
        Bounds { floor: Score::MIN, cap: Score::MAX, because: Vec::new(), words: Vec::new() };
    for (spec, reading) in hearing.points() {
        let cap = match reading.outcome {
            Outcome::Fails => spec.cap.or(spec.cap_in_part),
            Outcome::Partly { .. } => spec.cap_in_part,
            Outcome::Unknown { neutral: false, .. } => spec.cap_open,
            Outcome::Holds | Outcome::Unknown { neutral: true, .. } => None,
        };
        match (&reading.outcome, cap, spec.floor) {
            (_, Some(cap), _) => {
                bounds.cap = bounds.cap.min(cap);
                bounds.because.extend(reading.evidence.first().cloned());
                bounds.words.push(format!("capped at {cap} ({})", reading.in_brief()));
            }
            (Outcome::Holds, _, Some(floor)) => {
                bounds.floor = bounds.floor.max(floor);
                bounds.because.extend(reading.evidence.first().cloned());
                bounds.words.push(format!("floor {floor}, since {}", spec.asks));
            }
            (
                Outcome::Holds | Outcome::Partly { .. } | Outcome::Fails | Outcome::Unknown { .. },
                _,
                _,
            ) => {}
        }
    }
    if let Some((ceiling, because)) = ceiling(hearing).filter(|(ceiling, _)| *ceiling < bounds.cap)
    {
        bounds.cap = ceiling;
        bounds.words.push(format!(
            "capped at {ceiling}, the most that the rubric's points allow with every undecided one granted"
        ));
        bounds.because.extend(because);
    }
    bounds.floor = bounds.floor.min(bounds.cap);
    bounds
}

/// The most that the facts allow a language model to give: the score that the weight of the points which
/// do not fail stands for, rounded up. Text can move a model; it cannot move this. A point that the
/// program took from the words of an instruction is a hint and counts as granted.
fn ceiling(hearing: &Hearing<'_>) -> Option<(Score, Vec<EvidenceId>)> {
    let (mut granted, mut whole, mut because) = (0.0, 0.0, Vec::new());
    for (spec, reading) in hearing.points().filter(|_| hearing.by_models) {
        let share = match reading.outcome {
            Outcome::Fails if !spec.from_words => 0.0,
            Outcome::Partly { share } if !spec.from_words => share,
            Outcome::Holds | Outcome::Partly { .. } | Outcome::Fails | Outcome::Unknown { .. } => {
                1.0
            }
        };
        if share < 1.0 {
            because.extend(reading.evidence.first().cloned());
        }
        granted += spec.weight * share;
        whole += spec.weight;
    }
    // A hair below a whole score is a sum of rounded numbers, not a fact.
    let most = (1.0 + 4.0 * granted / whole - 1e-9).ceil();
    (whole > 0.0).then(|| (Score::nearest(most), because))
}

/// Strikes citations that name no evidence of the criterion, leaves out opinions that rest on
/// nothing else, and clamps the rest to the bounds. Scores are 1–5. Source: contract §6.3.
pub(super) fn apply(
    hearing: &Hearing<'_>,
    opinions: &[JudicialOpinion],
    bounds: &Bounds,
) -> (Vec<Vote>, RuleStep) {
    let exists = |id: &EvidenceId| hearing.evidence.iter().any(|evidence| evidence.id == *id);
    let (mut votes, mut effects) = (Vec::new(), Vec::new());
    for opinion in opinions {
        let struck = opinion.cited_evidence.iter().filter(|id| !exists(id)).count();
        if struck > 0 {
            effects.push(format!(
                "struck {struck} citations of the {} that name no evidence",
                opinion.judge
            ));
        }
        if struck > 0 && struck == opinion.cited_evidence.len() && opinions.len() > 1 {
            effects.push(format!(
                "left the {} out, whose opinion rests on nothing else",
                opinion.judge
            ));
            continue;
        }
        let score = opinion.score.clamp(bounds.floor, bounds.cap);
        if score != opinion.score {
            effects.push(format!("the {}'s {} becomes {score}", opinion.judge, opinion.score));
        }
        votes.push(Vote { judge: opinion.judge, score });
    }
    if votes.is_empty() {
        let clamp = |o: &JudicialOpinion| Vote {
            judge: o.judge,
            score: o.score.clamp(bounds.floor, bounds.cap),
        };
        votes.extend(opinions.iter().map(clamp));
    }
    let applied = !effects.is_empty();
    let effect = match (applied, bounds.words.is_empty()) {
        (true, true) => format!("{}.", capitalised(&effects.join("; "))),
        (true, false) => {
            format!("{}: {}.", capitalised(&bounds.words.join("; ")), effects.join("; "))
        }
        (false, true) => "Every citation names evidence, and no fact bounds the score.".to_owned(),
        (false, false) => {
            format!("{}; every opinion is within.", capitalised(&bounds.words.join("; ")))
        }
    };
    (votes, step(Rule::FactSupremacy, applied, effect, bounds.because.clone()))
}
