//! The submissions of a class, a row each.

use super::super::{Doubt, criteria, widest_spread};
use crate::domain::graded::{Graded, State};
use crate::domain::ids::SubmissionId;
use crate::render::html::{Element, Markup, badge, element, overall_badge};
use crate::render::links;
use crate::render::name::short_id;
use crate::render::phrase::decimal;

/// The anchor of a submission. No id has a colon.
pub(super) fn anchor(id: &SubmissionId) -> String {
    format!("submission:{id}")
}

/// The rows, or what to say where there are none.
pub(super) fn table(rows: &[(&Graded, Vec<Doubt>)], none: &'static str) -> Markup {
    if rows.is_empty() {
        return element("p").class("none").with(none).into();
    }
    element("ol").class("class-list").all(rows.iter().map(|(one, doubts)| row(one, doubts))).into()
}

fn row(one: &Graded, doubts: &[Doubt]) -> Element {
    let reasons = doubts.iter().map(|doubt| {
        let class = if doubt.is_pressing() { "reason" } else { "reason quiet" };
        element("li").class(class).with(Markup::prose(&doubt.in_words()))
    });
    let reasons = (!doubts.is_empty()).then(|| element("ul").class("reasons").all(reasons));
    let words = element("div").class("words").with(title(one)).with(reasons);
    let words = words.with(by_person(one)).with(notes(one));
    let line = element("li").attribute("id", &anchor(&one.id));
    line.with(overall_badge(one.grade())).with(words).with(scores(one))
}

/// The id, who it is, and the state where it is not the usual one.
fn title(one: &Graded) -> Element {
    let name = element("b").text(one.id.as_str());
    let student = one.student.as_ref().filter(|student| !student.name.trim().is_empty());
    let student = student.map(|student| element("span").text(&student.name));
    let class = match one.state {
        State::Graded => None,
        State::Partial { .. } => Some("pill split"),
        State::Parked { .. } => Some("pill flaw"),
        State::Waiting | State::Cancelled => Some("pill"),
    };
    let state = class.map(|class| element("span").class(class).text(one.state.name()));
    element("p").class("who").with(name).with(" ").with(student).with(" ").with(state)
}

/// The files, the commit, the spread and the cost.
fn notes(one: &Graded) -> Option<Element> {
    let mut parts: Vec<Markup> = one.files.iter().map(|path| file(path)).collect();
    if let Some(report) = one.report.as_deref() {
        parts.extend(report.provenance.commit.as_deref().map(|id| Markup::code(short_id(id))));
        parts.push(Markup::text(&format!("spread {}", widest_spread(report))));
        parts.extend(report.provenance.judging.as_ref().map(|judging| {
            Markup::text(&judging.cost.map_or("of unknown cost".to_owned(), |cost| {
                format!("{cost:.4} {}", judging.currency)
            }))
        }));
    }
    (!parts.is_empty()).then(|| element("p").class("notes").with(Markup::join(parts, " · ")))
}

/// What a person scored, with the machine's score beside it.
fn by_person(one: &Graded) -> Option<Element> {
    let each = one.human.iter().map(|(id, human)| {
        let machine = one.ruling(id).map_or_else(|| "–".to_owned(), |r| r.final_score.to_string());
        let line = element("li").with(Markup::code(id.as_str())).with(": machine ").text(&machine);
        let line = line.with(", ").text(&human.who).with(" ").with(badge(Some(human.score)));
        line.with(" ").with(Markup::prose(&human.reason))
    });
    let machine = one.machine_overall().map(|score| {
        Markup::ours("A person's scores stand; the machine's overall is ")
            .and(Markup::text(&decimal(score)))
    });
    let label = machine.unwrap_or_else(|| "A person's scores stand".into());
    let list = element("ul").all(each);
    (!one.human.is_empty())
        .then(|| element("div").class("by-person").with(element("p").with(label)).with(list))
}

/// A link to a file of the submission. What would lead out of the folder is shown and not linked.
fn file(path: &str) -> Markup {
    match links::relative(path) {
        Some(address) => element("a").attribute("href", &address).text(kind(path)).into(),
        None => Markup::code(path),
    }
}

/// What a file is called, by its ending.
fn kind(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    if matches!(name, "feedback.html" | "gradescope.json") {
        return if name == "feedback.html" { "Feedback" } else { "Gradescope" };
    }
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "Report",
        Some("md") => "Markdown",
        Some("sarif") => "SARIF",
        Some("json") if !name.starts_with("results") => "JSON",
        Some(_) | None => name,
    }
}

/// The scores that stand, in the rubric's order.
pub(in crate::render) fn scores(one: &Graded) -> Option<Element> {
    let all = criteria(std::slice::from_ref(one)).into_iter().map(|(id, name)| {
        let score = one.standing(&id);
        let told = score.map_or_else(|| "not scored".to_owned(), |score| format!("{score} of 5"));
        let class = if one.human.contains_key(&id) { "cell human" } else { "cell" };
        let label = format!("{name}: {told}");
        element("li").class(class).attribute("title", &label).with(badge(score))
    });
    let all: Vec<Element> = all.collect();
    (!all.is_empty()).then(|| {
        element("ul").class("cells").attribute("aria-label", "scores by criterion").all(all)
    })
}
