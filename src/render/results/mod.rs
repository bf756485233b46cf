//! The results of a class of submissions, as files for people, gradebooks and programs.
//!
//! What goes to one submitter is made from that submission alone, by its type: [`submitter_feedback`],
//! [`gradescope_json`] and [`sarif`] are not given the others.

mod canvas;
mod csv;
mod doubts;
mod forecast;
mod grades;
mod gradescope;
mod index;
mod likeness;
mod sarif;
mod summary;
mod totals;

pub use canvas::{CanvasAssignment, canvas_csv};
pub(super) use doubts::urgency;
pub use doubts::{BOUNDARIES, Doubt, doubts, ranked};
pub use forecast::forecast_text;
pub use grades::grades_csv;
pub use gradescope::{Visibility, gradescope_json};
pub(super) use index::scores;
pub use index::{CohortHint, index_html};
pub use sarif::sarif;
pub use summary::summary_text;

use crate::domain::graded::Graded;
use crate::domain::ids::CriterionId;
use crate::domain::report::AuditReport;
use std::collections::BTreeMap;

/// What a submitter gets to read: the page of their own report, with a person's scores where there are any,
/// and nothing of anybody else's. `None` where there is no report.
#[must_use]
pub fn submitter_feedback(one: &Graded) -> Option<String> {
    super::html::html_of(one)
}

/// The criteria of all reports with their names, in the order of the rubric; those of other rubrics follow.
pub(super) fn criteria(class: &[Graded]) -> Vec<(CriterionId, String)> {
    let mut order: Vec<CriterionId> = Vec::new();
    let mut names: BTreeMap<CriterionId, String> = BTreeMap::new();
    for one in class {
        let report = one.report.as_deref();
        if let Some(report) = report {
            let scored = report.criteria.iter().map(|r| (&r.dimension_id, &r.dimension_name));
            let missing = report.not_scored.iter().map(|m| (&m.dimension_id, &m.dimension_name));
            for (id, name) in scored.chain(missing) {
                names.entry(id.clone()).or_insert_with(|| name.clone());
            }
        }
        let routed = report.into_iter().flat_map(|report| &report.provenance.routing);
        let ids = routed.map(|(id, _)| id).chain(names.keys()).chain(one.human.keys());
        for id in ids {
            if !order.contains(id) {
                order.push(id.clone());
            }
        }
    }
    let name = |id: CriterionId| {
        let name = names.remove(&id).filter(|name| !name.trim().is_empty());
        let name = name.unwrap_or_else(|| id.to_string());
        (id, name)
    };
    order.into_iter().map(name).collect()
}

/// The widest disagreement of the judges, 0–4.
fn widest_spread(report: &AuditReport) -> u8 {
    report.criteria.iter().map(|result| result.spread).max().unwrap_or(0)
}

/// How many seats had no opinion.
fn missing_seats(report: &AuditReport) -> usize {
    report.criteria.iter().map(|result| result.missing_seats.len()).sum()
}

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod tests;
