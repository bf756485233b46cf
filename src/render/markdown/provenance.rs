//! The Provenance: enough to repeat the audit.

use super::Sheet;
use crate::render::escape;
use crate::render::index::Index;
use crate::render::phrase::closed;
use crate::render::provenance::{Value, rows};

/// Writes the table, the reservations and the routing.
pub(super) fn write(index: &Index<'_>, sheet: &mut Sheet) {
    sheet.heading(2, "Provenance");
    let rows: Vec<Vec<String>> = rows(index.report)
        .into_iter()
        .map(|(what, value)| vec![what.to_owned(), cell(&value)])
        .collect();
    sheet.table("ll", &["what", "value"], &rows);
    let provenance = &index.report.provenance;
    if !provenance.reservations.is_empty() {
        sheet.block("**Reservations:**");
        sheet.list(provenance.reservations.iter().map(|text| closed(&escape::prose(text))));
    }
    let routes: Vec<Vec<String>> = provenance
        .routing
        .iter()
        .map(|(id, detective)| vec![escape::code_cell(id.as_str()), detective.name().to_owned()])
        .collect();
    if !routes.is_empty() {
        sheet.block("**Routing:** which detective examined which dimension.");
    }
    sheet.table("ll", &["dimension", "detective"], &routes);
}

fn cell(value: &Value) -> String {
    match value {
        Value::Code(text) => escape::code_cell(text),
        Value::Words(text) => escape::table_cell(text),
    }
}
