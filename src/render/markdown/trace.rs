//! The Rule Trace: what each rule did to each score, and on which facts.

use super::Sheet;
use crate::domain::request::BenchKind;
use crate::render::index::{Index, Ruling, Section};
use crate::render::{escape, wording};

/// Writes one table per scored criterion.
pub(super) fn write(index: &Index<'_>, sheet: &mut Sheet) {
    sheet.heading(2, "Rule Trace");
    sheet.block(wording::RULES);
    if index.report.provenance.bench == BenchKind::Rules {
        sheet.block(wording::POLICIES);
    }
    for section in &index.sections {
        let Ruling::Scored(result) = section.ruling else { continue };
        sheet.heading(3, &escape::inline(&heading(section)));
        if let Some(weights) = wording::weights(result) {
            sheet.block(&weights);
        }
        let steps = result.trace.iter().map(|step| {
            vec![
                step.rule.name().to_owned(),
                if step.applied { "yes" } else { "no" }.to_owned(),
                escape::table_cell(&step.effect),
                index.cites(&step.because),
            ]
        });
        let rows: Vec<Vec<String>> = steps.collect();
        if rows.is_empty() {
            sheet.block("No rule was recorded.");
        }
        sheet.table("llll", &["rule", "applied", "effect", "because"], &rows);
    }
}

/// The heading of a section's table, as plain text.
pub(super) fn heading(section: &Section<'_>) -> String {
    format!("Rules on {}", section.label)
}
