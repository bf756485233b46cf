//! The offline bench: three scoring policies over the same readings, no language model.
//!
//! A policy turns the readings of a case into a score and says in words on which facts it rests.
//! The three differ in what they make of half-met and undecided points, how they round, and what a
//! failed essential costs; they never differ in the facts. What the audit had no means to look at counts
//! neither way with any of them; where that is more than half of what is asked, the Defense alone gives the best
//! score, which says that everything is in order.

mod defense;
mod prosecutor;
mod tech_lead;

use crate::domain::case::Case;
use crate::domain::ids::EvidenceId;
use crate::domain::opinion::{JudicialOpinion, Persona, Round};
use crate::domain::reading::{Outcome, Reading};
use crate::domain::rubric::ProbeSpec;
use crate::domain::score::Score;
use std::borrow::Cow;

/// Most pieces of evidence that one opinion cites.
const MOST_CITATIONS: usize = 8;

/// One point of a case: a probe with what the facts say to it.
#[derive(Clone, Copy)]
struct Point<'a> {
    spec: &'a ProbeSpec,
    reading: &'a Reading,
}

impl Point<'_> {
    fn holds(&self) -> bool {
        self.reading.outcome == Outcome::Holds
    }

    fn fails(&self) -> bool {
        self.reading.outcome == Outcome::Fails
    }

    fn is_half(&self) -> bool {
        matches!(self.reading.outcome, Outcome::Partly { .. })
    }

    fn is_open(&self) -> bool {
        matches!(self.reading.outcome, Outcome::Unknown { .. })
    }

    /// Whether it counts neither way.
    fn is_neutral(&self) -> bool {
        matches!(self.reading.outcome, Outcome::Unknown { neutral: true, .. })
    }

    fn is_flaw(&self) -> bool {
        self.spec.flaw && self.fails()
    }
}

/// What a policy makes of one point: how much it weighs, and how much of that it grants.
struct Credit {
    weight: f64,
    granted: f64,
}

/// A scoring policy: the brief of one persona, in numbers and words.
struct Policy {
    credit: fn(&Point<'_>) -> Credit,
    score: fn(f64, &[Point<'_>]) -> Score,
    reconsider: fn(Score, &[Point<'_>]) -> Score,
    argue: fn(Score, &[Point<'_>]) -> Argument,
}

/// An argument in words, and the points it rests on, most telling first.
struct Argument {
    words: String,
    rests_on: Vec<EvidenceId>,
}

fn policy(persona: Persona) -> Policy {
    match persona {
        Persona::Prosecutor => prosecutor::POLICY,
        Persona::Defense => defense::POLICY,
        Persona::TechLead => tech_lead::POLICY,
    }
}

/// Gives the opinion of the case's judge. In the second hearing the judge weighs what the others
/// argued: it may concede one step where the facts they cite are established.
///
/// Cannot fail: a case with no decided point gets the policy's score for "nothing is known", and the
/// plan never asks for one.
#[must_use]
pub fn opine(case: &Case) -> JudicialOpinion {
    let policy = policy(case.seat.persona);
    let (unexamined, points): (Vec<Point<'_>>, Vec<Point<'_>>) = case
        .dimension
        .probes
        .iter()
        .filter_map(|spec| {
            let reading = case.readings.iter().find(|reading| reading.probe == spec.id)?;
            Some(Point { spec, reading })
        })
        .partition(Point::is_neutral);
    let most = most(case.seat.persona, &unexamined, &points);
    let earned = (policy.score)(ratio(&policy, &points), &points);
    let first = earned.min(most);
    let argument = (policy.argue)(first, &points);
    let kept_back = if earned > most { KEPT_BACK } else { "" };
    let first_words = || format!("{}{}{kept_back}", argument.words, left_out(&unexamined));
    let (score, words) = match case.seat.round {
        Round::First => (first, first_words()),
        Round::Second => {
            let score = (policy.reconsider)(first, &points).min(most);
            let words = if score == first { String::new() } else { format!(" {}", first_words()) };
            (score, format!("{}{words}", reconsidered(case, first, score)))
        }
    };
    let mut cited = Vec::new();
    for id in argument.rests_on {
        if !cited.contains(&id) && cited.len() < MOST_CITATIONS {
            cited.push(id);
        }
    }
    JudicialOpinion {
        judge: case.seat.persona,
        criterion_id: case.seat.criterion.clone(),
        score,
        argument: words,
        cited_evidence: cited,
        round: case.seat.round,
        struck_quotes: 0,
        given_by: None,
    }
}

/// Granted share of all weight, 0–1. What is undecided never lifts it above the share of what is decided.
fn ratio(policy: &Policy, points: &[Point<'_>]) -> f64 {
    let share = |points: &mut dyn Iterator<Item = &Point<'_>>| {
        let (granted, whole) =
            points.map(policy.credit).fold((0.0, 0.0), |(granted, whole), one| {
                (granted + one.weight * one.granted, whole + one.weight)
            });
        (whole > 0.0).then(|| granted / whole)
    };
    let all = share(&mut points.iter()).unwrap_or(0.0);
    let decided = share(&mut points.iter().filter(|point| !point.is_open()));
    decided.map_or(all, |decided| all.min(decided))
}

/// What a judge says who keeps the best score back.
const KEPT_BACK: &str =
    " That is more than half of what is asked: what nobody looked at is not called excellent.";

/// The best score that a judge gives where some of what is asked could not be looked at.
fn most(persona: Persona, unexamined: &[Point<'_>], points: &[Point<'_>]) -> Score {
    let unseen: f64 = unexamined.iter().filter(|point| !point.reading.is_moot()).map(weight).sum();
    let seen: f64 = points.iter().map(weight).sum();
    if persona != Persona::Defense && unseen > seen { Score::MAX.worse() } else { Score::MAX }
}

/// What a judge says of the points that count neither way. What is not there is told among the facts.
fn left_out(points: &[Point<'_>]) -> String {
    let points: Vec<_> = points.iter().filter(|point| !point.reading.is_moot()).collect();
    if points.is_empty() {
        return String::new();
    }
    format!(" Counted neither way: {}.", enumerated(points.into_iter(), AGAINST))
}

/// What a judge says to the others' first opinions.
fn reconsidered(case: &Case, first: Score, now: Score) -> String {
    let me = case.seat.persona;
    let others: Vec<String> = case
        .heard
        .iter()
        .filter(|opinion| opinion.judge != me)
        .map(|opinion| format!("{} ({})", opinion.judge, opinion.score))
        .collect();
    let others = others.join(" and ");
    if first == now {
        // What it says was said in the first hearing, and is in the report already.
        format!(
            "Having heard the {others}, I stand by {first}, for the reasons given in the first hearing."
        )
    } else {
        format!(
            "Having heard the {others}, I move from {first} to {now}: what they cite is established."
        )
    }
}

/// The weight of a point, with essential points counting half as much again.
fn weight(point: &Point<'_>) -> f64 {
    point.spec.weight * if point.spec.essential { 1.5 } else { 1.0 }
}

/// The first evidence of each point, point by point, then the rest.
fn evidence<'a>(points: impl Iterator<Item = &'a Point<'a>> + Clone) -> Vec<EvidenceId> {
    let firsts = points.clone().filter_map(|point| point.reading.evidence.first());
    let rest = points.flat_map(|point| point.reading.evidence.iter().skip(1));
    firsts.chain(rest).cloned().collect()
}

/// Most points that an argument names of those that count against the submission, or are open.
const AGAINST: usize = 3;
/// Most points that it names of those that hold: each stands among the facts above it, and is cited.
const IN_FAVOUR: usize = 1;

/// Points in words, at most so many, the number of further ones said. What several say alike is said
/// once, with the evidence of each.
fn enumerated<'a>(points: impl Iterator<Item = &'a Point<'a>>, most: usize) -> String {
    let mut said: Vec<(Cow<'_, str>, Vec<&str>)> = Vec::new();
    for point in points {
        let statement = point.reading.in_brief();
        let id = point.reading.evidence.first().map(EvidenceId::as_str);
        match said.iter_mut().find(|(known, _)| *known == statement) {
            Some((_, ids)) => ids.extend(id),
            None => said.push((statement, id.into_iter().collect())),
        }
    }
    let told = |(statement, ids): &(Cow<'_, str>, Vec<&str>)| match ids.as_slice() {
        [] => statement.clone().into_owned(),
        some => format!("{statement} ({})", some.join(", ")),
    };
    let all: Vec<String> = said.iter().map(told).collect();
    let more = all.len().saturating_sub(most);
    let text = all.iter().take(most).cloned().collect::<Vec<_>>().join("; ");
    if more > 0 { format!("{text}; and {more} more") } else { text }
}

#[cfg(test)]
mod tests;
