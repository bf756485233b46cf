//! Which results a person should look at before they are handed out, and why.

use crate::domain::evidence::Evidence;
use crate::domain::graded::{Graded, State};
use crate::domain::report::AuditReport;
use crate::domain::verdict::CriterionResult;
use crate::render::phrase::{count, decimal, open_ended};
use std::cmp::Reverse;

/// Where an overall score changes its word, such as from “good, with gaps” to “excellent”.
pub const BOUNDARIES: &[f64] = &[1.5, 2.5, 3.5, 4.5];

/// A reason to look at a result, most pressing first.
#[derive(Clone, Debug, PartialEq)]
pub enum Doubt {
    /// There is no report.
    NoReport {
        /// Why, a fragment.
        reason: String,
    },
    /// There is a report, and yet the submission was given up, so that the report is an earlier one.
    Parked {
        /// Why, a fragment.
        reason: String,
    },
    /// The report leaves so much out that its score is no grade.
    Withheld {
        /// What, a fragment.
        reason: String,
    },
    /// The submission speaks to its grader.
    Flagged {
        /// How often.
        times: usize,
    },
    /// A flaw is confirmed, such as a secret in the tree or a command that anybody can inject.
    Flawed {
        /// Where the first one is.
        location: String,
    },
    /// The report leaves something out.
    Partial {
        /// What, a fragment.
        reason: String,
    },
    /// Criteria have no score.
    NotScored {
        /// Their names.
        criteria: Vec<String>,
    },
    /// The judges are more than two points apart.
    WideDissent {
        /// The names of the criteria.
        criteria: Vec<String>,
        /// The widest spread, 3–4.
        spread: u8,
    },
    /// Judges gave no opinion.
    MissingSeats {
        /// How many.
        seats: usize,
    },
    /// One point on one criterion would carry the overall score across a boundary.
    NearBoundary {
        /// The overall score.
        overall: f64,
        /// The boundary.
        boundary: f64,
    },
    /// Keys or passwords stand in the open, whose owner should hear of it.
    Exposed {
        /// How many.
        secrets: usize,
    },
    /// The machine leaves something to a person that presses less than the above.
    ForAPerson {
        /// The names of the criteria.
        criteria: Vec<String>,
    },
}

impl Doubt {
    /// Whether a result should not be handed out before somebody looked.
    #[must_use]
    pub const fn is_pressing(&self) -> bool {
        !matches!(self, Self::Exposed { .. } | Self::ForAPerson { .. })
    }

    /// The place in the order of what presses.
    const fn rank(&self) -> u8 {
        match self {
            Self::NoReport { .. } => 0,
            Self::Parked { .. } => 1,
            Self::Withheld { .. } => 2,
            Self::Flagged { .. } => 3,
            Self::Flawed { .. } => 4,
            Self::Partial { .. } => 5,
            Self::NotScored { .. } => 6,
            Self::WideDissent { .. } => 7,
            Self::MissingSeats { .. } => 8,
            Self::NearBoundary { .. } => 9,
            Self::Exposed { .. } => 10,
            Self::ForAPerson { .. } => 11,
        }
    }

    /// How much there is of it, to compare doubts of one kind.
    fn weight(&self) -> usize {
        match self {
            Self::NoReport { .. }
            | Self::Parked { .. }
            | Self::Withheld { .. }
            | Self::Flawed { .. }
            | Self::Partial { .. }
            | Self::NearBoundary { .. } => 0,
            Self::Flagged { times: number }
            | Self::MissingSeats { seats: number }
            | Self::Exposed { secrets: number } => *number,
            Self::NotScored { criteria } | Self::ForAPerson { criteria } => criteria.len(),
            Self::WideDissent { criteria, spread } => usize::from(*spread) * 1000 + criteria.len(),
        }
    }

    /// The reason in words, a fragment. Names and places in it are foreign text.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::NoReport { reason } => format!("no report: {}", open_ended(reason)),
            Self::Parked { reason } => {
                format!("it was given up, and the report is an earlier one: {}", open_ended(reason))
            }
            Self::Flagged { times } => {
                format!("the submission speaks to its grader ({})", count(*times, "flag"))
            }
            Self::Flawed { location } => format!("a confirmed flaw at {location}"),
            Self::Exposed { secrets } => {
                format!("{} in the open", count(*secrets, "secret"))
            }
            Self::Withheld { reason } => format!(
                "the report is partial, and its score counts for no grade: {}",
                open_ended(reason)
            ),
            Self::Partial { reason } => format!("the report is partial: {}", open_ended(reason)),
            Self::NotScored { criteria } => format!("not scored: {}", some(criteria)),
            Self::WideDissent { criteria, spread } => {
                format!("the judges are {spread} points apart on {}", some(criteria))
            }
            Self::MissingSeats { seats } => format!("{} without an opinion", count(*seats, "seat")),
            Self::NearBoundary { overall, boundary } => format!(
                "{} is within one point on one criterion of {}",
                decimal(*overall),
                decimal(*boundary)
            ),
            Self::ForAPerson { criteria } => format!("left to a person: {}", some(criteria)),
        }
    }
}

/// Why a person should look at a result, most pressing first. What a person has scored is settled and
/// raises no doubt any more.
#[must_use]
pub fn doubts(one: &Graded) -> Vec<Doubt> {
    let mut all = Vec::new();
    let is_scored = one.overall().is_some();
    match (&one.state, &one.report) {
        (State::Parked { reason }, Some(_)) => {
            all.push(Doubt::Parked { reason: reason.clone() });
        }
        (State::Parked { reason }, None) if !is_scored => {
            all.push(Doubt::NoReport { reason: reason.clone() });
        }
        (State::Graded | State::Partial { .. }, None) if !is_scored => {
            all.push(Doubt::NoReport { reason: "it was not found".to_owned() });
        }
        (State::Partial { reason }, Some(_)) if one.is_withheld() => {
            all.push(Doubt::Withheld { reason: reason.clone() });
        }
        (State::Partial { reason }, Some(_)) => {
            all.push(Doubt::Partial { reason: reason.clone() });
        }
        (State::Waiting | State::Graded | State::Cancelled | State::Parked { .. }, _)
        | (State::Partial { .. }, None) => {}
    }
    if let Some(report) = &one.report {
        all.extend(of_report(one, report));
    }
    all.sort_by_key(Doubt::rank);
    all
}

/// A class with the doubts on each submission: the most pressing first, and among those with the same
/// kind of first doubt the ones where it weighs more, then those with more of them; else the order stays.
#[must_use]
pub fn ranked(class: &[Graded]) -> Vec<(&Graded, Vec<Doubt>)> {
    let mut all: Vec<(&Graded, Vec<Doubt>)> = class.iter().map(|one| (one, doubts(one))).collect();
    all.sort_by_key(|(_, doubts)| urgency(doubts));
    all
}

/// Where a submission with these doubts stands among others; the most pressing is the least.
pub(in crate::render) fn urgency(doubts: &[Doubt]) -> (u8, Reverse<usize>, Reverse<usize>) {
    let (rank, weight) = doubts.first().map_or((u8::MAX, 0), |one| (one.rank(), one.weight()));
    (rank, Reverse(weight), Reverse(doubts.len()))
}

fn of_report(one: &Graded, report: &AuditReport) -> Vec<Doubt> {
    let open: Vec<&CriterionResult> = report
        .criteria
        .iter()
        .filter(|result| !one.human.contains_key(&result.dimension_id))
        .collect();
    let named = |is: &dyn Fn(&CriterionResult) -> bool| -> Vec<String> {
        open.iter()
            .filter(|result| is(result))
            .map(|result| result.dimension_name.clone())
            .collect()
    };
    let mut all = Vec::new();
    if !report.flags.is_empty() {
        all.push(Doubt::Flagged { times: report.flags.len() });
    }
    if !report.exposed.is_empty() {
        all.push(Doubt::Exposed { secrets: report.exposed.len() });
    }
    let unscored =
        report.not_scored.iter().filter(|missing| !one.human.contains_key(&missing.dimension_id));
    let ids = open.iter().map(|result| &result.dimension_id);
    let ids = ids.chain(unscored.clone().map(|missing| &missing.dimension_id));
    let evidence = ids.filter_map(|id| report.evidences.get(id));
    if let Some(flaw) = evidence.flatten().find(|piece| Evidence::confirms_flaw(piece)) {
        all.push(Doubt::Flawed { location: flaw.location.clone() });
    }
    let unscored: Vec<String> = unscored.map(|missing| missing.dimension_name.clone()).collect();
    if !unscored.is_empty() {
        all.push(Doubt::NotScored { criteria: unscored });
    }
    let is_wide = |result: &CriterionResult| result.dissent_summary.is_some() || result.spread > 2;
    let wide = named(&is_wide);
    if !wide.is_empty() {
        let spread = open.iter().map(|result| result.spread).max().unwrap_or(0);
        all.push(Doubt::WideDissent { criteria: wide, spread });
    }
    let seats: usize = open.iter().map(|result| result.missing_seats.len()).sum();
    if seats > 0 {
        all.push(Doubt::MissingSeats { seats });
    }
    all.extend(near_boundary(one, report, &open));
    // Wide dissent is a reason of its own, and is said above.
    let left = named(&|result| !result.needs_person.is_empty() && !is_wide(result));
    if !left.is_empty() {
        all.push(Doubt::ForAPerson { criteria: left });
    }
    all
}

/// The boundary that one point on one criterion would carry the overall score across. Where a flaw caps
/// the score, or a person scored everything, one point moves nothing.
fn near_boundary(one: &Graded, report: &AuditReport, open: &[&CriterionResult]) -> Option<Doubt> {
    let overall = one.grade().filter(|_| report.overall_cap.is_none())?;
    let weights: f64 = report.criteria.iter().map(|result| result.weight).sum();
    let heaviest = open.iter().map(|result| result.weight).max_by(f64::total_cmp)?;
    // Scores have two decimals: half of the last one makes 4.50 − 0.10 reach 4.4.
    let step = (heaviest / weights).min(1.0) + 0.005;
    let near = BOUNDARIES.iter().copied().filter(|boundary| {
        let distance = overall - boundary;
        // At the boundary a score is above it: one point less carries it across.
        distance > -step && distance < step
    });
    let boundary = near.min_by(|a, b| (overall - a).abs().total_cmp(&(overall - b).abs()))?;
    // With few criteria every score is near some boundary, and to say so would say nothing.
    (step < 0.26).then_some(Doubt::NearBoundary { overall, boundary })
}

/// At most three names.
fn some(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(3).map(String::as_str).collect();
    match names.len().saturating_sub(3) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
