//! Evidence that a person declared to be a false positive, and the form to do so.

use super::controls::{Form, line};
use super::frame::{View, address};
use super::moment::moment;
use crate::domain::docket::Waiver;
use crate::domain::ids::SubmissionId;
use crate::render::html::{Element, Markup, element, part};
use crate::render::phrase::ended;

/// The waivers that hold for a submission, each with who gave it, and the form for another one.
pub(super) fn write(view: &View<'_>, id: &SubmissionId, all: &[(Waiver, String)]) -> Markup {
    let holding = all.iter().filter(|(waiver, _)| waiver.holds(id, view.now));
    let holding: Vec<Element> = holding.map(|(waiver, by)| item(id, waiver, by)).collect();
    let none = holding.is_empty().then(|| {
        let said = "No evidence of this submission is waived.";
        element("p").class("none").with(said)
    });
    let list = (!holding.is_empty()).then(|| element("ul").all(holding));
    let form = Form::to(view, &format!("{}/waivers", address(id)))
        .class("scoring")
        .with(line("Evidence, such as E-0123abcd", "evidence", "", true))
        .with(line("Why it is a false positive", "reason", "", true))
        .with(line("Days for which this holds (for good where empty)", "days", "", false))
        .with(line("Your name", "by", view.grader, false))
        .button("Waive it", "main")
        .done();
    let fold = element("details").class("fold").attribute("id", "waive");
    let fold = fold.with(element("summary").with("Waive a piece of evidence")).with(form);
    part("part:waivers", "Waived evidence").with(none).with(list).with(fold).into()
}

fn item(id: &SubmissionId, waiver: &Waiver, by: &str) -> Element {
    let link = format!("{}/report#{}", address(id), waiver.evidence);
    let link = element("a").class("cite").attribute("href", &link).text(waiver.evidence.as_str());
    let reach = if waiver.submission.is_some() { "" } else { " (in all submissions)" };
    let until = waiver.until.map(|until| Markup::ours(", until ").and(moment(until)));
    let said = element("span").class("quiet").text(by).with(until).with(reach);
    element("li")
        .with(link)
        .with(": ")
        .with(Markup::prose(&ended(&waiver.reason)))
        .with(" ")
        .with(said)
}
