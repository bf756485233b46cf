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
use crate::domain::report::AuditReport;
use dossier::Dossier;
pub(super) use markup::{Element, Markup, element, jump};
pub(super) use shell::Shell;
pub(super) use strip::{badge, overall_badge};

/// The report as one self-contained page of HTML. The same report gives the same bytes. Source:
/// contract §8.2.
#[must_use]
pub fn html(report: &AuditReport) -> String {
    page(&Dossier::new(report))
}

/// The page of one submission's report, with a person's scores where there are any: they stand, and the
/// program's stay beside them. `None` where there is no report.
#[must_use]
pub(super) fn html_of(one: &Graded) -> Option<String> {
    let report = one.report.as_deref()?;
    let mut dossier = Dossier::new(report);
    (dossier.human, dossier.overall) = (Some(&one.human), one.overall());
    Some(page(&dossier))
}

fn page(dossier: &Dossier<'_>) -> String {
    let report = dossier.docket.report;
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
