//! The Provenance: enough to repeat the audit.

use super::dossier::Dossier;
use super::evidence;
use super::markup::{Element, Markup, element};
use super::part;
use crate::domain::report::AuditReport;
use crate::domain::request::BenchKind;
use crate::render::phrase::ended;
use crate::render::provenance::{Value, rows};
use crate::render::wording;

/// Writes the table, the reservations and the routing.
pub(super) fn write(dossier: &Dossier<'_>) -> Markup {
    let provenance = &dossier.index.report.provenance;
    let entries = rows(dossier.index.report).into_iter().map(|(what, value)| {
        let value = match value {
            Value::Code(text) => Markup::code(&text),
            Value::Words(text) => Markup::prose(&text),
        };
        pair(what.into(), value)
    });
    let table = element("dl").class("pairs").all(entries);
    let reservations = (!provenance.reservations.is_empty()).then(|| {
        let all = provenance.reservations.iter();
        let all = all.map(|one| element("li").with(Markup::prose(&ended(one))));
        Markup::from(element("h3").with("Reservations")).and(element("ul").all(all))
    });
    let routing = (!provenance.routing.is_empty()).then(|| {
        let all = provenance.routing.iter();
        let all = all.map(|(id, by)| pair(Markup::code(id.as_str()), by.name().into()));
        let label = element("summary").with("Routing: which detective examined which dimension");
        element("details").class("more").with(label).with(element("dl").class("pairs").all(all))
    });
    let policies = (provenance.bench == BenchKind::Rules).then(|| {
        let label = element("summary").with("How the offline bench makes scores of facts");
        element("details").class("more").with(label).with(element("p").text(wording::POLICIES))
    });
    let card = element("div").class("card").with(table).with(reservations);
    let card = card.with(routing).with(policies);
    part("part:provenance", "Provenance").with(evidence::tally(dossier)).with(card).into()
}

fn pair(what: Markup, value: Markup) -> Element {
    element("div").with(element("dt").with(what)).with(element("dd").with(value))
}

/// What made the page.
pub(super) fn foot(report: &AuditReport) -> Markup {
    let version = format!("automaton-auditor {}", report.provenance.program_version);
    let words = element("p").text(&version).with(" · fingerprint ");
    words.with(Markup::code(&report.provenance.fingerprint)).into()
}
