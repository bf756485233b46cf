//! What to change: from the points that fail, never from a judge's prose.

use super::hearing::Hearing;
use crate::domain::evidence::Evidence;
use crate::domain::facts::Place;
use crate::domain::ids::EvidenceId;
use crate::domain::reading::{Outcome, Reading};
use crate::domain::rubric::ProbeSpec;
use crate::domain::score::Score;
use crate::domain::verdict::Remedy;

/// Length of the scale: from the worst score to the best.
const SCALE: f64 = 4.0;

/// What in a rubric's advice stands for each missing thing by itself: a remedy of its own, at its own place.
const EACH: &str = "{each}";

/// Most that is told of what points name that hold.
const NOTED: usize = 3;

/// What an essential point weighs more than another one with every judge of the offline bench.
const ESSENTIAL: f64 = 1.5;

/// One remedy per point that fails or holds in part, or one per thing that it misses where the rubric's advice asks for
/// that; what lifts a cap first, then what weighs most.
pub(super) fn of(hearing: &Hearing<'_>, final_score: Score) -> Vec<Remedy> {
    let lacking = f64::from(final_score.distance(Score::MAX));
    let there = hearing.points().filter(|(_, reading)| !reading.is_moot());
    let total: f64 = there.map(|(spec, _)| weight(spec)).sum();
    let mut remedies: Vec<Remedy> = hearing
        .points()
        .filter_map(|(spec, reading)| {
            let lost = match reading.outcome {
                Outcome::Fails => 1.0,
                Outcome::Partly { share } => 1.0 - share,
                Outcome::Holds | Outcome::Unknown { .. } => return None,
            };
            // While it fails, nothing else can lift the score: all that is lacking may be due to it.
            let whole = spec.cap.filter(|_| lost >= 1.0);
            let bound = whole.or(spec.cap_in_part).filter(|cap| final_score <= *cap);
            let bound = bound.filter(|_| lacking > 0.0);
            let own = SCALE * lost * weight(spec) / total;
            let gain = match bound {
                // What is below the cap is lacking for other reasons as well.
                Some(cap) if final_score < cap => {
                    own.max(f64::from(cap.distance(Score::MAX))).min(lacking)
                }
                Some(_) => lacking,
                None if lacking > 0.0 => own,
                None => 0.0,
            };
            Some(of_point(hearing, spec, reading, (gain, bound)))
        })
        .flatten()
        .collect();
    remedies.sort_by(Remedy::by_urgency);
    told_once(remedies)
}

/// What to change in a criterion on which nobody was heard. Nothing of the scale is taken for granted.
pub(super) fn unscored(hearing: &Hearing<'_>) -> Vec<Remedy> {
    of(hearing, Score::MIN)
}

fn weight(spec: &ProbeSpec) -> f64 {
    spec.weight * if spec.essential { ESSENTIAL } else { 1.0 }
}

/// Whoever does the longer of two remedies at one place has done the other one too, where its words begin with those of
/// the other: they are one, worth what both are.
fn told_once(remedies: Vec<Remedy>) -> Vec<Remedy> {
    let mut all: Vec<Remedy> = Vec::new();
    for next in remedies {
        let same = |one: &&mut Remedy| {
            let alone = one.together == 1 && next.together == 1;
            alone
                && one.bound == next.bound
                && one.location == next.location
                && (goes_on(&one.action, &next.action) || goes_on(&next.action, &one.action))
        };
        match all.iter_mut().find(same) {
            Some(one) => {
                if next.action.len() > one.action.len() {
                    one.action = next.action;
                }
                let both = if one.bound.is_some() { one.gain } else { one.gain + next.gain };
                one.gain = (both * 10.0).round() / 10.0;
                let more = next.evidence.into_iter().filter(|id| !one.evidence.contains(id));
                let more: Vec<EvidenceId> = more.collect();
                one.evidence.extend(more);
            }
            None => all.push(next),
        }
    }
    all
}

/// Whether `longer` is `shorter`, or that and how to do it.
fn goes_on(longer: &str, shorter: &str) -> bool {
    let rest = longer.strip_prefix(shorter.trim_end_matches('.'));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(", by "))
}

/// The remedies of one point. Where each thing that it misses is mended by itself, the first pieces of its evidence show
/// these things in their order.
fn of_point(
    hearing: &Hearing<'_>,
    spec: &ProbeSpec,
    reading: &Reading,
    worth: (f64, Option<Score>),
) -> Vec<Remedy> {
    let Reading { missing, evidence, .. } = reading;
    if !spec.advice.contains(EACH) || missing.len() < 2 || evidence.len() < missing.len() {
        return vec![remedy(hearing, spec, reading, worth)];
    }
    let together = u32::try_from(missing.len()).unwrap_or(u32::MAX);
    let one = |(missing, id): (&String, &EvidenceId)| {
        let part = Reading {
            missing: vec![missing.clone()],
            evidence: vec![id.clone()],
            ..reading.clone()
        };
        // What is so today is told by the thing itself.
        Remedy { together, today: String::new(), ..remedy(hearing, spec, &part, worth) }
    };
    missing.iter().zip(evidence).map(one).collect()
}

fn remedy(
    hearing: &Hearing<'_>,
    spec: &ProbeSpec,
    reading: &Reading,
    (gain, bound): (f64, Option<Score>),
) -> Remedy {
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
        location: location(hearing, spec, &evidence),
        action: action(spec, reading, &missing),
        today: reading.opening().into_owned(),
        gain: (gain * 10.0).round() / 10.0,
        bound,
        together: 1,
        lifts_cap: flaw,
        evidence: reading.evidence.clone(),
    }
}

/// What to do; where most of it is done already, what is left of it.
fn action(spec: &ProbeSpec, reading: &Reading, missing: &str) -> String {
    let whole = spec.advice.replace("{missing}", missing).replace(EACH, missing);
    let is_left = matches!(reading.outcome, Outcome::Partly { .. })
        && !reading.missing.is_empty()
        && !spec.advice.contains("{missing}")
        && !spec.advice.contains(EACH);
    if is_left { format!("{whole} (what is missing: {missing})") } else { whole }
}

/// Where to make the change: the lines or the page that show the problem, or where the missing thing
/// belongs. A file that the tree does not have is called new.
fn location(hearing: &Hearing<'_>, spec: &ProbeSpec, evidence: &[&Evidence]) -> String {
    let is_place = |evidence: &&&Evidence| {
        matches!(evidence.places.first(), Some(Place::Lines(_) | Place::Page { .. }))
    };
    let is_scope =
        |evidence: &Evidence| matches!(evidence.places.first(), Some(Place::Tree { .. }));
    let shown = evidence.iter().find(|evidence| evidence.confirms_flaw());
    let shown = shown.or_else(|| evidence.iter().find(is_place)).or_else(|| evidence.first());
    match (&spec.belongs_in, shown) {
        (_, Some(evidence)) if is_place(&evidence) => evidence.location.clone(),
        (Some(path), _) if path.ends_with('/') => path.clone(),
        (Some(path), _) if !path.contains('.') || hearing.has_file(path) => path.clone(),
        (Some(path), _) => match hearing.file_named(path).filter(|_| path.starts_with('.')) {
            Some(there) => there.to_owned(),
            None => format!("a new file, such as {path}"),
        },
        // What is nowhere has to come somewhere: no file is to blame for it, nor all of them.
        (None, Some(evidence)) if !is_scope(evidence) => evidence.location.clone(),
        (None, _) => "repository".to_owned(),
    }
}

/// The remedies as the contract's `remediation` text.
pub(super) fn in_words(hearing: &Hearing<'_>, remedies: &[Remedy]) -> String {
    if remedies.is_empty() {
        let open = hearing
            .points()
            .filter(|(_, reading)| matches!(reading.outcome, Outcome::Unknown { .. }))
            .filter(|(_, reading)| !reading.is_moot())
            .count();
        let open = match open {
            0 => String::new(),
            1 => "; one is undecided".to_owned(),
            some => format!("; {some} are undecided"),
        };
        let noted: Vec<String> =
            hearing.points().flat_map(|(_, reading)| reading.noted()).take(NOTED).collect();
        return if noted.is_empty() {
            format!("Nothing to change: no point of this criterion fails{open}.")
        } else {
            let noted = noted.join("; ");
            format!(
                "No point of this criterion fails{open}. Worth mending all the same, at no points: {noted}."
            )
        };
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
    let cap = if remedy.lifts_cap { ", needed to lift a cap" } else { "" };
    let worth = format!("{action} ({}{cap}).", remedy.worth());
    if remedy.today.is_empty() { worth } else { format!("{worth} Today: {}", remedy.today) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remedy(location: &str, action: &str, gain: f64) -> Remedy {
        Remedy {
            probe: None,
            location: location.into(),
            action: action.into(),
            today: String::new(),
            gain,
            bound: None,
            together: 1,
            lifts_cap: false,
            evidence: Vec::new(),
        }
    }

    #[track_caller]
    fn check(remedies: &[(&str, &str, f64)], expected: &[(&str, f64)]) {
        let all = remedies.iter().map(|(place, action, gain)| remedy(place, action, *gain));
        let told = told_once(all.collect());
        let told: Vec<(&str, f64)> = told.iter().map(|one| (&*one.action, one.gain)).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn one_change_that_mends_two_points_is_told_once() {
        let (short, long) = ("bind the reply", "bind the reply, by `.bind(…)`");
        check(&[("a.py:3", long, 1.0), ("a.py:3", short, 0.5)], &[(long, 1.5)]);
        check(&[("a.py:3", short, 1.5), ("a.py:3", long, 1.0)], &[(long, 2.5)]);
        check(&[("a.py:3", short, 1.0), ("b.py:3", short, 0.5)], &[(short, 1.0), (short, 0.5)]);
        let other = "bind the reply or drop it";
        check(&[("a.py:3", short, 1.0), ("a.py:3", other, 0.5)], &[(short, 1.0), (other, 0.5)]);
    }
}
