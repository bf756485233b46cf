//! What moved since the audit that this one follows.

use super::Sheet;
use crate::domain::moved::Shift;
use crate::render::escape;
use crate::render::index::{Index, Section};
use crate::render::moved::{TITLE, introduction, said, scores};

/// Writes the part; nothing where the report follows no other.
pub(super) fn write(index: &Index<'_>, sheet: &mut Sheet) {
    let Some(moved) = &index.report.moved else { return };
    sheet.heading(2, TITLE);
    let sentences = introduction(moved);
    let sentences: Vec<String> = sentences.iter().map(|one| escape::prose(one)).collect();
    sheet.block(sentences.join(" "));
    let rows = moved.criteria.iter().map(|shift| {
        let said = index.linking(escape::table_cell(&said(moved, shift)));
        vec![scores(shift), format!("{}: {said}", name(index, shift))]
    });
    sheet.table("cl", &["score", "criterion, and what changed"], &rows.collect::<Vec<_>>());
}

/// The dimension, linked to its verdict where the report has one.
fn name(index: &Index<'_>, shift: &Shift) -> String {
    let section = index.sections.iter().find(|one| *one.ruling.id() == shift.criterion);
    section.map_or_else(|| escape::inline_cell(&shift.name), Section::link_cell)
}
