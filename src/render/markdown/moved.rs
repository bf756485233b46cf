//! What moved since the audit that this one follows.

use super::Sheet;
use crate::domain::moved::Shift;
use crate::render::docket::{Docket, Section};
use crate::render::escape;
use crate::render::moved::{TITLE, introduction, said, scores};

/// Writes the part; nothing where the report follows no other.
pub(super) fn write(docket: &Docket<'_>, sheet: &mut Sheet) {
    let Some(moved) = &docket.report.moved else { return };
    sheet.heading(2, TITLE);
    let sentences = introduction(moved);
    let sentences: Vec<String> = sentences.iter().map(|one| escape::prose(one)).collect();
    sheet.block(sentences.join(" "));
    let rows = moved.criteria.iter().map(|shift| {
        let said = docket.linking(escape::table_cell(&said(moved, shift)));
        vec![scores(shift), format!("{}: {said}", name(docket, shift))]
    });
    sheet.table("cl", &["score", "criterion, and what changed"], &rows.collect::<Vec<_>>());
}

/// The dimension, linked to its verdict where the report has one.
fn name(docket: &Docket<'_>, shift: &Shift) -> String {
    let section = docket.sections.iter().find(|one| *one.ruling.id() == shift.criterion);
    section.map_or_else(|| escape::inline_cell(&shift.name), Section::link_cell)
}
