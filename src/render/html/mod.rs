//! The report as one page of HTML that needs nothing but itself.
//!
//! It says what [`markdown`](super::markdown) says, with the evidence beside every claim. Nothing runs in it;
//! what folds does so by `<details>`.

mod bench;
mod criterion;
mod dossier;
mod evidence;
mod head;
mod markup;
mod moved;
mod person;
mod plan;
mod provenance;
mod ruling;
mod shell;
mod strip;
mod summary;

use super::name;
use crate::domain::graded::Graded;
use crate::domain::ids::CriterionId;
use crate::domain::report::AuditReport;
use dossier::Dossier;
pub(super) use markup::{Element, Markup, element, jump};
pub(super) use shell::Shell;
pub use shell::{entry_policy, page_policy};
pub(super) use strip::{badge, dial, overall_badge, strip};

/// The report as one self-contained page of HTML. The same report gives the same bytes. Source:
/// contract §8.2.
#[must_use]
pub fn html(report: &AuditReport) -> String {
    page(&Dossier::new(report), None)
}

/// The page of one submission's report, with a person's scores where there are any: they stand, and the
/// program's stay beside them. `None` where there is no report.
#[must_use]
pub(super) fn html_of(one: &Graded) -> Option<String> {
    Some(page(&Dossier::of(one)?, None))
}

/// What [`html_of`] gives, with a link back to `home`, an address of ours.
#[must_use]
pub(super) fn html_from(one: &Graded, home: &str) -> Option<String> {
    Some(page(&Dossier::of(one)?, Some(home)))
}

/// The judges of one criterion side by side and the ruling with its trace, for another page; evidence is
/// linked to the report's page at `report_at`. `None` where the report has no ruling on it.
pub(super) fn hearing(one: &Graded, id: &CriterionId, report_at: &str) -> Option<Markup> {
    let result = one.ruling(id)?;
    let mut dossier = Dossier::of(one)?;
    report_at.clone_into(&mut dossier.page);
    let person = person::ruling(&dossier, id, Some(result));
    let rest = bench::write(&dossier, result).and(ruling::write(&dossier, result));
    Some(Markup::from(person).and(rest))
}

fn page(dossier: &Dossier<'_>, home: Option<&str>) -> String {
    let report = dossier.index.report;
    let title = format!("Audit report: {}", name::title(&report.repo_url));
    let main = [
        person::notice(dossier),
        head::caution(dossier),
        summary::write(dossier),
        moved::write(dossier),
        criterion::write(dossier),
        plan::write(dossier),
        evidence::unplaced(dossier),
        provenance::write(dossier),
    ];
    let shell = Shell {
        title: &title,
        home,
        masthead: head::masthead(dossier),
        contents: head::contents(dossier),
        main: main.into_iter().collect(),
        foot: provenance::foot(report),
    };
    shell.page()
}

/// A part of the page with its heading; `id` begins with `part:`.
pub(super) fn part(id: &'static str, title: &'static str) -> Element {
    let heading = element("h2").with(title);
    element("section").class("part").attribute("id", id).with(heading)
}

#[cfg(test)]
mod tests;
