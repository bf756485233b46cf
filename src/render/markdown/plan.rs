//! The Remediation Plan: everything to change, what is worth most first.

use super::Sheet;
use super::criterion::worth;
use super::docket::{Docket, Ruling, Section};
use crate::domain::score::Score;
use crate::domain::verdict::{CriterionResult, Remedy};
use crate::render::escape;
use crate::render::phrase::{closed, count};

/// Writes the plan, one group per criterion.
pub(super) fn write(docket: &Docket<'_>, sheet: &mut Sheet) {
    sheet.heading(2, "Remediation Plan");
    let mut groups = groups(docket);
    if groups.is_empty() {
        let text = escape::prose(&docket.report.remediation_plan);
        sheet.block(if text.is_empty() { "Nothing to change was found.".to_owned() } else { text });
        return;
    }
    groups.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    let things = count(groups.iter().map(|group| group.remedies.len()).sum(), "change");
    let caps = groups.iter().flat_map(|group| &group.remedies).filter(|r| r.lifts_cap).count();
    let start = match caps {
        0 => String::new(),
        1 => " One of them lifts the cap on the overall score: start there.".to_owned(),
        some => format!(" {some} of them lift the cap on the overall score: start there."),
    };
    sheet.block(format!(
        "{things}, the criterion with the most to gain first. Points are points of the criterion, \
         at most.{start}"
    ));
    for group in &groups {
        sheet.heading(3, &format!("{}: {}", escape::inline(&group.section.label), group.promise()));
        sheet.list(group.remedies.iter().map(|remedy| item(docket, remedy)));
    }
}

struct Group<'a> {
    section: &'a Section<'a>,
    remedies: Vec<&'a Remedy>,
    /// What all remedies together are worth at most: never more than the criterion lacks.
    gain: f64,
}

impl Group<'_> {
    fn promise(&self) -> String {
        if self.gain > 0.0 { format!("up to +{:.1}", self.gain) } else { "no points".to_owned() }
    }
}

fn groups<'a>(docket: &'a Docket<'a>) -> Vec<Group<'a>> {
    let mut groups = Vec::new();
    for section in &docket.sections {
        let Ruling::Scored(result) = section.ruling else { continue };
        let mut remedies: Vec<&Remedy> = result.remedies.iter().collect();
        if remedies.is_empty() {
            continue;
        }
        remedies.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        groups.push(Group { section, gain: gain(result), remedies });
    }
    groups
}

fn gain(result: &CriterionResult) -> f64 {
    let lacking = f64::from(result.final_score.distance(Score::MAX));
    result.remedies.iter().map(|remedy| remedy.gain).sum::<f64>().clamp(0.0, lacking)
}

fn item(docket: &Docket<'_>, remedy: &Remedy) -> String {
    format!(
        "[ ] {}: {} *{}.*",
        docket.location(&remedy.location, &remedy.evidence),
        closed(&escape::prose(&remedy.action)),
        worth(remedy)
    )
}
