//! Orders and looks from beside the registrar, such as by the command line: the records are the same.

use super::annals::Annals;
use super::cabinet::{Cabinet, CabinetError};
use super::registry::Refusal;
use super::{results, unknown};
use crate::domain::docket::{Docket, DocketEvent, Item, Order, Waiver};
use crate::domain::graded::{Graded, Yardstick};
use crate::domain::ids::SubmissionId;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Why an order of somebody called `by` cannot be taken; `one` is the submission that it is about with its report,
/// where there is one.
pub(super) fn objection(
    docket: &Docket,
    order: &Order,
    by: &str,
    one: Option<&Graded>,
) -> Option<Refusal> {
    misplaced(docket, order, one)
        .or_else(|| order.flaw(by).map(|flaw| Refusal::Forbidden(flaw.to_owned())))
}

/// What an order names that is not there.
fn misplaced(docket: &Docket, order: &Order, one: Option<&Graded>) -> Option<Refusal> {
    if let Order::Waive(Waiver { evidence, .. }) = order
        && !evidence.is_of_a_report()
    {
        let text = format!(
            "`{evidence}` is no evidence: an id is `E-` and eight of 0-9 and a-f, as reports show it"
        );
        return Some(Refusal::Unknown(text));
    }
    let id = order.about()?;
    let Some(item) = docket.items.get(id) else {
        return Some(Refusal::Unknown(format!("there is no submission `{id}`")));
    };
    if let Order::Override { criterion, .. } = order {
        let is_ruled = one.is_some_and(|one| {
            one.ruling(criterion).is_some() || one.yardstick.weights.contains_key(criterion)
        });
        if !is_ruled && !item.scores.contains_key(criterion) {
            return Some(unknown::criterion(criterion, one));
        }
    }
    None
}

/// All submissions with their newest reports, in the order of entering.
#[must_use]
pub fn graded_class(cabinet: &Cabinet, docket: &Docket, yardstick: &Yardstick) -> Vec<Graded> {
    let items = results::in_order(docket.items.iter()).into_iter();
    let brief = |item: &Item| {
        let report = results::read(cabinet, item).map(|report| Arc::new(report.brief()));
        results::graded(item, report, yardstick)
    };
    items.map(brief).collect()
}

/// Writes an order down. Where nobody keeps the class, the files that it changes are written anew, and the
/// answer is `true`.
///
/// # Errors
/// When it names nothing, may not be, or cannot be kept.
pub async fn give_order(
    cabinet: &Cabinet,
    annals: &Annals,
    yardstick: &Yardstick,
    order: Order,
    by: &str,
) -> Result<bool, Refusal> {
    let not_kept = |error: &dyn std::fmt::Display| Refusal::NotKept(error.to_string());
    let records = annals.records(0).await.map_err(|error| not_kept(&error))?;
    let mut docket = Docket::of(&records);
    let about = order.about().cloned();
    let item = about.as_ref().and_then(|id| docket.items.get(id));
    let one = item.map(|item| results::graded(item, results::read(cabinet, item), yardstick));
    let refusal = objection(&docket, &order, by, one.as_ref());
    if let Some(refusal) = refusal.or_else(|| unknown::evidence(cabinet, &docket, &order)) {
        return Err(refusal);
    }
    let event = DocketEvent::Ordered { order, by: by.to_owned() };
    let written = annals.append(docket.next, event).await.map_err(|error| not_kept(&error))?;
    let key = match cabinet.key() {
        Ok(key) => key,
        Err(CabinetError::Busy { .. }) => return Ok(false),
        Err(error) => return Err(not_kept(&error)),
    };
    for record in &written {
        docket.apply(record);
    }
    let changed: BTreeSet<SubmissionId> = about.into_iter().collect();
    for item in docket.items.values().filter(|item| changed.contains(&item.submission.id)) {
        let whole = results::graded(item, results::read(cabinet, item), yardstick);
        results::write_one(cabinet, item, &whole).map_err(|error| not_kept(&error))?;
    }
    let class: Vec<Arc<Graded>> =
        graded_class(cabinet, &docket, yardstick).into_iter().map(Arc::new).collect();
    let items: Vec<Item> = docket.items.values().cloned().collect();
    results::write_all(cabinet, &class, &results::hints(cabinet, &items))
        .map_err(|error| not_kept(&error))?;
    drop(key);
    Ok(true)
}
