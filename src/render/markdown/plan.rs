//! The Remediation Plan: everything to change, what is worth most first.

use super::Sheet;
use crate::domain::verdict::Remedy;
use crate::render::index::Index;
use crate::render::phrase::closed;
use crate::render::plan::{NOTHING, groups, introduction};
use crate::render::{escape, wording};

/// Writes the plan, one group per criterion.
pub(super) fn write(index: &Index<'_>, sheet: &mut Sheet) {
    sheet.heading(2, "Remediation Plan");
    let groups = groups(index);
    if groups.is_empty() {
        let text = escape::prose(&index.report.remediation_plan);
        sheet.block(if text.is_empty() { NOTHING.to_owned() } else { text });
        return;
    }
    sheet.block(introduction(&groups));
    for group in &groups {
        sheet.heading(3, &format!("{}: {}", escape::inline(&group.section.label), group.promise()));
        sheet.list(group.remedies.iter().map(|remedy| item(index, remedy)));
    }
}

fn item(index: &Index<'_>, remedy: &Remedy) -> String {
    format!(
        "[ ] {}: {} *{}.*",
        index.location(&remedy.location, &remedy.evidence),
        closed(&escape::prose(&remedy.action)),
        wording::worth(remedy)
    )
}
