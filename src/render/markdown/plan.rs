//! The Remediation Plan: everything to change, what is worth most first.

use super::Sheet;
use crate::domain::verdict::Remedy;
use crate::render::docket::Docket;
use crate::render::phrase::closed;
use crate::render::plan::{NOTHING, groups, introduction};
use crate::render::{escape, wording};

/// Writes the plan, one group per criterion.
pub(super) fn write(docket: &Docket<'_>, sheet: &mut Sheet) {
    sheet.heading(2, "Remediation Plan");
    let groups = groups(docket);
    if groups.is_empty() {
        let text = escape::prose(&docket.report.remediation_plan);
        sheet.block(if text.is_empty() { NOTHING.to_owned() } else { text });
        return;
    }
    sheet.block(introduction(&groups));
    for group in &groups {
        sheet.heading(3, &format!("{}: {}", escape::inline(&group.section.label), group.promise()));
        sheet.list(group.remedies.iter().map(|remedy| item(docket, remedy)));
    }
}

fn item(docket: &Docket<'_>, remedy: &Remedy) -> String {
    format!(
        "[ ] {}: {} *{}.*",
        docket.location(&remedy.location, &remedy.evidence),
        closed(&escape::prose(&remedy.action)),
        wording::worth(remedy)
    )
}
