//! The submissions of a class, a row each.

use super::controls::order;
use super::frame::{View, address};
use super::lines::Line;
use super::moment::{moment, span};
use super::stages::Proceedings;
use crate::domain::docket::{Item, Standing};
use crate::domain::ids::SubmissionId;
use crate::render::html::{Element, Markup, element, overall_badge};
use crate::render::phrase::{capitalised, ended};
use crate::render::results::scores;
use std::collections::BTreeMap;

/// The rows under their headings.
pub(super) fn table(
    view: &View<'_>,
    lines: &[Line<'_>],
    running: &BTreeMap<SubmissionId, Proceedings>,
) -> Element {
    let heads = ["Submission", "State", "Overall", "Criteria", "Why to look", "Orders"];
    let heads = heads.map(|head| element("th").attribute("scope", "col").with(head));
    let head = element("thead").with(element("tr").all(heads));
    let rows = lines.iter().map(|line| row(view, line, running.get(line.id)));
    let body = element("tbody").attribute("id", "rows").all(rows);
    let caption = element("caption").class("aloud").with("The submissions, doubtful ones first");
    element("table").class("list").with(caption).with(head).with(body)
}

fn row(view: &View<'_>, line: &Line<'_>, running: Option<&Proceedings>) -> Element {
    let name = element("a").class("name").attribute("href", &address(line.id));
    let name = name.text(line.id.as_str());
    let student = line.item.submission.student.as_ref();
    let student = student.filter(|student| !student.name.trim().is_empty());
    let student = student.map(|student| element("span").class("student").text(&student.name));
    let repository = line.item.submission.repo.shown();
    let repository = element("span").class("repository").text(short(&repository));
    let name = element("th").attribute("scope", "row").with(name).with(student).with(repository);
    let state = cell("State").with(state(view, line, running));
    let overall = cell("Overall").with(overall_badge(line.grade()));
    let criteria = cell("Criteria").with(line.graded.and_then(scores));
    let why = cell("Why to look").with(why(line));
    let orders = cell("Orders").with(orders(view, line.id, line.item));
    let class = if line.is_doubtful() { "doubtful" } else { "calm" };
    let row = element("tr").class(class).attribute("id", &format!("row:{}", line.id));
    row.attribute("data-live", "")
        .with(name)
        .with(state)
        .with(overall)
        .with(criteria)
        .with(why)
        .with(orders)
}

/// A cell that says on a narrow window what its column is.
fn cell(label: &'static str) -> Element {
    element("td").attribute("data-label", label)
}

/// The address without its scheme.
fn short(repository: &str) -> &str {
    repository.strip_prefix("https://").unwrap_or(repository)
}

/// A state as a mark in its colour.
pub(super) fn mark(state: &'static str) -> Element {
    let class = match state {
        "running" => "state running",
        "graded" => "state graded",
        "partial" => "state partial",
        "parked" => "state parked",
        "cancelled" => "state cancelled",
        _ => "state",
    };
    element("span").class(class).with(state)
}

/// How far it is, since when, and why it does not go on.
fn state(view: &View<'_>, line: &Line<'_>, running: Option<&Proceedings>) -> Markup {
    let mark = Markup::from(mark(line.state()));
    let quiet = |text: String| element("span").class("quiet").text(&text);
    let paused = line.item.paused.then(|| element("span").class("state paused").with("paused"));
    let mark = mark.and(paused);
    match &line.item.standing {
        Standing::Running { since, stopping, .. } => {
            let ending = if *stopping { ", stopping" } else { "" };
            let stage = running.map(Proceedings::stage).unwrap_or_default();
            let stage = if stage.is_empty() { stage } else { format!("{stage}, ") };
            let for_so_long = span(view.now.saturating_sub(*since));
            mark.and(quiet(format!("{stage}for {for_so_long}{ending}")))
                .and(running.map(|one| bar(one.seats())))
        }
        Standing::Waiting { failure: Some(failure), .. } => {
            mark.and(quiet(format!("again, after: {failure}")))
        }
        Standing::Waiting { after: Some(_), .. } => mark.and(quiet("for a regrade".into())),
        Standing::Parked { reason } => mark.and(quiet(ended(&capitalised(reason)))),
        Standing::Waiting { .. } | Standing::Graded | Standing::Cancelled => {
            let at =
                line.item.latest().map(|past| element("span").class("quiet").with(moment(past.at)));
            mark.and(at)
        }
    }
}

/// A share as a bar.
pub(super) fn bar((done, all): (usize, usize)) -> Element {
    let rect = |class: &'static str, width: usize| {
        let rect = element("rect").class(class).attribute("width", &width.to_string());
        rect.attribute("height", "4").attribute("rx", "2")
    };
    let share = (done * 100).checked_div(all).unwrap_or(0).min(100);
    let picture = element("svg").class("share").attribute("viewBox", "0 0 100 4");
    let picture = picture.attribute("preserveAspectRatio", "none").attribute("aria-hidden", "true");
    picture.with(rect("track", 100)).with(rect("value", share))
}

/// The doubts, the pressing ones first.
fn why(line: &Line<'_>) -> Option<Element> {
    let reasons = line.doubts.iter().map(|doubt| {
        let class = if doubt.is_pressing() { "reason" } else { "reason quiet" };
        element("li").class(class).with(Markup::prose(&doubt.in_words()))
    });
    (!line.doubts.is_empty()).then(|| element("ul").class("reasons").all(reasons))
}

/// What can be ordered for it, as it is.
pub(super) fn orders(view: &View<'_>, id: &SubmissionId, item: &Item) -> Markup {
    let plain =
        |word: &'static str, label: &'static str| order(view, Some(id), word, label, "plain");
    let pause = if item.paused { plain("resume", "Resume") } else { plain("pause", "Pause") };
    let all = match &item.standing {
        Standing::Running { stopping: true, .. } => Markup::default(),
        Standing::Running { .. } => plain("cancel", "Cancel"),
        Standing::Waiting { .. } => pause.and(plain("cancel", "Cancel")),
        Standing::Graded => plain("regrade", "Regrade"),
        Standing::Parked { .. } | Standing::Cancelled => plain("retry", "Retry"),
    };
    element("div").class("orders").with(all).into()
}
