//! Orders that name what is in no report, and what may have been meant.

use super::cabinet::Cabinet;
use super::registry::Refusal;
use super::results;
use crate::domain::docket::{Docket, Order};
use crate::domain::graded::Graded;
use crate::domain::ids::{CriterionId, EvidenceId};
use crate::domain::wording::listed;
use std::collections::BTreeSet;
use std::fmt::Display;

/// Most names that are told.
const TOLD: usize = 5;

/// Why evidence cannot be waived that no newest report has. Before there are reports, anything may come to be in one; and
/// what was waived before may have gone because of that.
///
/// It reads reports until one has it: not for whoever has to answer soon.
pub(super) fn evidence(cabinet: &Cabinet, docket: &Docket, order: &Order) -> Option<Refusal> {
    let Order::Waive(waiver) = order else { return None };
    let (wanted, of) = (&waiver.evidence, waiver.submission.as_ref());
    if !wanted.is_of_a_report() || docket.waivers.iter().any(|(one, _)| one.evidence == *wanted) {
        return None;
    }
    let mut known = BTreeSet::<EvidenceId>::new();
    for item in docket.items.values().filter(|item| of.is_none_or(|id| *id == item.submission.id)) {
        let Some(report) = results::read(cabinet, item) else { continue };
        known.extend(report.evidences.values().flatten().map(|one| one.id.clone()));
        if known.contains(wanted) {
            return None;
        }
    }
    let report = match of {
        Some(id) => format!("the report of `{id}` does not have"),
        None => "no report of the class has".to_owned(),
    };
    let near = nearest(wanted, &known)?;
    Some(Refusal::Unknown(format!("{report} the evidence `{wanted}`; most like it are {near}")))
}

/// Why a criterion cannot be scored that the rubric of a submission does not have.
pub(super) fn criterion(wanted: &CriterionId, one: Option<&Graded>) -> Refusal {
    let weighed = one.into_iter().flat_map(|one| one.yardstick.weights.keys());
    let reports = one.into_iter().filter_map(|one| one.report.as_ref());
    let ruled = reports.flat_map(|report| report.criteria.iter().map(|one| &one.dimension_id));
    let known: BTreeSet<CriterionId> = weighed.chain(ruled).cloned().collect();
    let of = one.map_or_else(String::new, |one| format!(" of `{}`", one.id));
    let near = nearest(wanted, &known).map_or_else(String::new, |near| format!("; it has {near}"));
    Refusal::Unknown(format!("there is no criterion `{wanted}` in the rubric{of}{near}"))
}

/// The names that are most like one, the nearest first; `None` where there are none.
fn nearest<T: Display>(wanted: &T, known: &BTreeSet<T>) -> Option<String> {
    let wanted = wanted.to_string();
    let mut all: Vec<(usize, String)> = known
        .iter()
        .map(ToString::to_string)
        .map(|name| (strsim::levenshtein(&wanted, &name), name))
        .collect();
    all.sort();
    let more = match all.len().saturating_sub(TOLD) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let told = listed(all.iter().take(TOLD).map(|(_, name)| name));
    (!told.is_empty()).then(|| told + &more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_most_like_a_name_comes_first() {
        let known = ["graph", "safety", "state", "state_reducers", "vision", "justice"];
        let known: BTreeSet<&str> = known.into();
        let told = nearest(&"saftey", &known).unwrap();
        assert!(told.starts_with("`safety`, `state`") && told.ends_with(" and 1 more"), "{told}");
        assert_eq!(nearest(&"safety", &BTreeSet::new()), None);
    }
}
