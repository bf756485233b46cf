//! What to change: from the points that fail, never from a judge's prose.

use super::hearing::Hearing;
use crate::domain::evidence::Evidence;
use crate::domain::facts::Place;
use crate::domain::reading::{Outcome, Reading};
use crate::domain::rubric::ProbeSpec;
use crate::domain::verdict::Remedy;

/// Length of the scale: from the worst score to the best.
const SCALE: f64 = 4.0;

/// One remedy per point that fails or holds in part, worth most first.
pub(super) fn of(hearing: &Hearing<'_>) -> Vec<Remedy> {
    let total: f64 = hearing.points().map(|(spec, _)| spec.weight).sum();
    let mut remedies: Vec<Remedy> = hearing
        .points()
        .filter_map(|(spec, reading)| {
            let lost = match reading.outcome {
                Outcome::Fails => 1.0,
                Outcome::Partly { share } => 1.0 - share,
                Outcome::Holds | Outcome::Unknown { .. } => return None,
            };
            Some(remedy(hearing, spec, reading, SCALE * lost * spec.weight / total))
        })
        .collect();
    remedies.sort_by(|a, b| b.lifts_cap.cmp(&a.lifts_cap).then(b.gain.total_cmp(&a.gain)));
    remedies
}

fn remedy(hearing: &Hearing<'_>, spec: &ProbeSpec, reading: &Reading, gain: f64) -> Remedy {
    let evidence: Vec<&Evidence> = reading
        .evidence
        .iter()
        .filter_map(|id| hearing.evidence.iter().find(|evidence| evidence.id == *id))
        .collect();
    let flaw = evidence.iter().any(|evidence| evidence.confirms_flaw());
    let missing = match reading.missing.as_slice() {
        [] => spec.asks.clone(),
        some => some.join(", "),
    };
    Remedy {
        probe: Some(spec.id.clone()),
        location: location(spec, &evidence),
        action: spec.advice.replace("{missing}", &missing),
        today: reading.statement.clone(),
        gain: (gain * 10.0).round() / 10.0,
        lifts_cap: flaw || (reading.outcome == Outcome::Fails && spec.cap.is_some()),
        evidence: reading.evidence.clone(),
    }
}

/// Where to make the change: the lines that show the problem, or where the missing thing belongs.
fn location(spec: &ProbeSpec, evidence: &[&Evidence]) -> String {
    let is_line =
        |evidence: &&&Evidence| matches!(evidence.places.first(), Some(Place::Lines { .. }));
    let shown = evidence
        .iter()
        .find(|evidence| evidence.confirms_flaw())
        .or_else(|| evidence.iter().find(is_line).filter(|_| spec.belongs_in.is_none()));
    match (shown, &spec.belongs_in) {
        (Some(evidence), _) => evidence.location.clone(),
        (None, Some(path)) => path.clone(),
        (None, None) => evidence
            .first()
            .map_or_else(|| "repository".to_owned(), |evidence| evidence.location.clone()),
    }
}

/// The remedies as the contract's `remediation` text.
pub(super) fn in_words(remedies: &[Remedy]) -> String {
    if remedies.is_empty() {
        return "Nothing to change: no point of this criterion fails.".to_owned();
    }
    let lines: Vec<String> = remedies
        .iter()
        .enumerate()
        .map(|(n, remedy)| format!("{}. {}: {}", n + 1, remedy.location, line(remedy)))
        .collect();
    lines.join("\n")
}

/// What to change and what it is worth, one line.
pub(super) fn line(remedy: &Remedy) -> String {
    let action = remedy.action.trim_end_matches('.');
    let cap = if remedy.lifts_cap { ", lifts a cap" } else { "" };
    format!("{action} (worth up to {:.1} points{cap}). Today: {}", remedy.gain, remedy.today)
}
