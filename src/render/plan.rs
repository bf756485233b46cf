//! The Remediation Plan: everything to change, what is worth most first.

use super::index::{Index, Ruling, Section};
use super::phrase::count;
use crate::domain::score::Score;
use crate::domain::verdict::Remedy;

/// The plan where there are no remedies and the report says nothing else.
pub(super) const NOTHING: &str = "Nothing to change was found.";

/// The remedies of a criterion.
pub(super) struct Group<'a> {
    /// The criterion.
    pub section: &'a Section<'a>,
    /// Its score today, where it has one.
    score: Option<Score>,
    /// Its remedies, the most urgent first; never empty.
    pub remedies: Vec<&'a Remedy>,
    /// What all remedies together weigh, but never more than the criterion lacks.
    pub gain: f64,
}

impl Group<'_> {
    /// What the group is worth, such as `3 → up to 5`.
    pub(super) fn promise(&self) -> String {
        match self.score {
            None => "not scored".to_owned(),
            Some(score) if self.gain > 0.0 => format!("{score} → up to {}", Score::MAX),
            Some(_) => "no gain by itself".to_owned(),
        }
    }
}

/// All remedies by criterion, the criterion with the most to gain first.
pub(super) fn groups<'a>(index: &'a Index<'a>) -> Vec<Group<'a>> {
    let mut groups = Vec::new();
    for section in &index.sections {
        let (score, all) = match section.ruling {
            Ruling::Scored(result) => (Some(result.final_score), &result.remedies),
            Ruling::NotScored(missing) => (None, &missing.remedies),
        };
        if all.is_empty() {
            continue;
        }
        let mut remedies: Vec<&Remedy> = all.iter().collect();
        remedies.sort_by(|one, other| one.by_urgency(other));
        groups.push(Group { section, score, gain: gain(score, all), remedies });
    }
    groups.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    groups
}

fn gain(score: Option<Score>, remedies: &[Remedy]) -> f64 {
    let lacking = f64::from(score.unwrap_or(Score::MIN).distance(Score::MAX));
    remedies.iter().map(Remedy::share).sum::<f64>().clamp(0.0, lacking)
}

/// What the plan begins with.
pub(super) fn introduction(groups: &[Group<'_>]) -> String {
    let things = count(groups.iter().map(|group| group.remedies.len()).sum(), "change");
    let caps = groups.iter().flat_map(|group| &group.remedies).filter(|r| r.lifts_cap).count();
    let start = match caps {
        0 => String::new(),
        1 => " One of them is needed to lift the cap on the overall score: start there.".to_owned(),
        some => {
            format!(" {some} of them are needed to lift the cap on the overall score: start there.")
        }
    };
    format!(
        "{things}, the criterion with the most to gain first. A change weighs its part of the 4 points between the \
         worst score and the best; scores are whole numbers, so that by itself it may lift one by more, or by \
         nothing.{start}"
    )
}
