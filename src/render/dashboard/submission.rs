//! One submission: its audit as it happens, the scores, its former results, and what may be ordered.

use super::controls::grave;
use super::criteria;
use super::frame::{Tab, View, address, page};
use super::lines::Line;
use super::moment::{moment, span};
use super::rows;
use super::stages::{Proceedings, detectives, track};
use super::waivers;
use crate::domain::docket::{Past, Standing, Waiver};
use crate::domain::ids::AuditId;
use crate::domain::request::{RepoSource, ReportSource};
use crate::render::html::{Element, Markup, badge, dial, element, overall_badge, part};
use crate::render::name::short_id;
use crate::render::phrase::{capitalised, ended};

/// What the page of a submission shows.
pub struct Shown<'a> {
    /// The submission.
    pub line: &'a Line<'a>,
    /// The audit that runs, or the one that brought the newest result.
    pub audit: Option<&'a AuditId>,
    /// How that audit went, where its events are known.
    pub proceedings: Option<&'a Proceedings>,
    /// What people declared to be false positives in this class, each with who did.
    pub waivers: &'a [(Waiver, String)],
}

/// The page of a submission.
#[must_use]
pub fn submission_page(view: &View<'_>, shown: &Shown<'_>) -> String {
    let main = [
        head(view, shown),
        Markup::from(doubts(shown.line)),
        Markup::from(live(shown)),
        criteria::write(view, shown),
        waivers::write(view, shown.line.id, shown.waivers),
        Markup::from(history(shown.line)),
        Markup::from(log(shown)),
        end(view, shown.line),
    ];
    page(view, shown.line.id.as_str(), Tab::None, main.into_iter().collect())
}

fn head(view: &View<'_>, shown: &Shown<'_>) -> Markup {
    let Line { id, item, .. } = shown.line;
    let submission = &item.submission;
    let title = element("h1").text(id.as_str());
    let student = submission.student.as_ref().filter(|who| !who.name.trim().is_empty());
    let student = student.map(|who| element("p").class("student").text(&who.name));
    let repository = match &submission.repo {
        RepoSource::Remote { url } => Markup::code(&url.to_string()),
        RepoSource::Local { shown, .. } => Markup::code(shown),
    };
    let report = match &submission.report {
        ReportSource::File { shown, .. } => Markup::code(shown),
        ReportSource::Url { url, .. } => Markup::code(url.as_str()),
        ReportSource::InRepository { path } => Markup::code(path).and(" in the repository"),
        ReportSource::Search => Markup::ours("searched for in the repository"),
    };
    let pair = |name: &'static str, value: Markup| {
        element("div").with(element("dt").with(name)).with(element("dd").with(value))
    };
    let commit = item.latest().and_then(|past| past.grade.commit.as_deref());
    let facts = element("dl")
        .class("pairs")
        .with(pair("Repository", repository))
        .with(pair("Report", report))
        .with(commit.map(|commit| pair("Commit", Markup::code(short_id(commit)))))
        .with(pair("Listed in", Markup::code(&submission.origin.to_string())));
    let standing = element("p").class("stand").with(standing(view, shown));
    let words = element("div").class("hero-words");
    let words = words.with(element("p").class("eyebrow").with("Submission")).with(title);
    let words = words.with(student).with(standing).with(facts);
    let has_report = shown.line.graded.is_some_and(|one| one.report.is_some());
    let report = has_report.then(|| {
        let link = element("a").class("button main");
        link.attribute("href", &format!("{}/report", address(id))).with("Read the report")
    });
    let side = element("div").class("hero-side center").with(shown.line.overall().map(dial));
    let side = side.with(report).with(rows::orders(view, id, item));
    let hero = element("section").class("hero").attribute("id", "hero");
    hero.attribute("data-live", "").with(words).with(side).into()
}

/// How far it is, in words.
fn standing(view: &View<'_>, shown: &Shown<'_>) -> Markup {
    let mark = Markup::from(rows::mark(shown.line.state()));
    let quiet = |text: String| element("span").class("quiet").text(&text);
    let latest = shown.line.item.latest();
    match &shown.line.item.standing {
        Standing::Waiting { failure: Some(failure), .. } => {
            mark.and(quiet(format!("It is tried again. It failed last: {}", ended(failure))))
        }
        Standing::Waiting { .. } => mark.and(quiet("Its turn has not come.".to_owned())),
        Standing::Running { since, stopping, .. } => {
            let stage = shown.proceedings.map(Proceedings::stage).unwrap_or_default();
            let stopping = if *stopping { " It is being stopped." } else { "" };
            let span = span(view.now.saturating_sub(*since));
            mark.and(quiet(format!("{} for {span}.{stopping}", capitalised(&stage))))
        }
        Standing::Graded => {
            let partial = latest.and_then(|past| past.grade.partial.as_deref());
            let partial = partial.map(|why| quiet(ended(&capitalised(why))));
            mark.and(partial)
        }
        Standing::Parked { reason } => mark.and(quiet(ended(&capitalised(reason)))),
        Standing::Cancelled => mark.and(quiet("A person called it off.".to_owned())),
    }
}

fn doubts(line: &Line<'_>) -> Element {
    let card = element("aside").attribute("id", "doubts").attribute("data-live", "");
    if line.doubts.is_empty() {
        return card;
    }
    let items = line
        .doubts
        .iter()
        .map(|one| element("li").with(Markup::prose(&ended(&capitalised(&one.in_words())))));
    let title = element("p").with(element("b").with("Before it is handed out:"));
    card.with(element("div").class("caution").with(title).with(element("ul").all(items)))
}

/// The steps of the audit, and what the detectives saw.
fn live(shown: &Shown<'_>) -> Element {
    let section = element("section").attribute("id", "live-audit").attribute("data-live", "");
    let Some(proceedings) = shown.proceedings else { return section };
    let name =
        shown.audit.map(|audit| element("span").class("quiet").with(Markup::code(audit.as_str())));
    let title = element("h2").with("The audit").with(name);
    let section = section.class("part").with(title).with(track(proceedings));
    section.with(detectives(proceedings))
}

fn history(line: &Line<'_>) -> Element {
    let section = part("part:history", "Results so far").attribute("data-live", "");
    let results = &line.item.results;
    if results.is_empty() {
        return section.with(element("p").class("none").with("There is no result yet."));
    }
    let heads = ["When", "Overall", "Commit", "Audit", "Took", "Cost", "Complete"];
    let heads = heads.map(|head| element("th").attribute("scope", "col").with(head));
    let head = element("thead").with(element("tr").all(heads));
    let rows = results.iter().rev().map(result);
    let table = element("table").class("plain-table").with(head);
    section.with(element("div").class("scroll").with(table.with(element("tbody").all(rows))))
}

fn result(past: &Past) -> Element {
    let grade = &past.grade;
    let cell = |content: Markup| element("td").with(content);
    let commit = grade.commit.as_deref().map_or("–".into(), |id| Markup::code(short_id(id)));
    let cost = grade.cost.map_or_else(|| "not known".to_owned(), |cost| format!("{cost:.4}"));
    let complete = match &grade.partial {
        None => Markup::ours("yes"),
        Some(why) => Markup::ours("no: ").and(Markup::prose(why)),
    };
    element("tr")
        .with(cell(moment(past.at).into()))
        .with(cell(overall_badge(grade.overall).into()))
        .with(cell(commit))
        .with(cell(Markup::code(past.audit.as_str())))
        .with(cell(Markup::text(&span(grade.seconds))))
        .with(cell(Markup::text(&cost)))
        .with(cell(complete))
}

fn log(shown: &Shown<'_>) -> Element {
    let section = part("part:log", "What happened").attribute("data-live", "");
    let lines = shown.proceedings.map(|one| one.lines.as_slice()).unwrap_or_default();
    if lines.is_empty() {
        return section.with(element("p").class("none").with("Nothing is known of it yet."));
    }
    let lines = lines.iter().rev().map(|line| element("li").text(line));
    section.with(element("ol").class("log").attribute("reversed", "").all(lines))
}

/// What ends everything: called off, or forgotten.
fn end(view: &View<'_>, line: &Line<'_>) -> Markup {
    let question = "It leaves the docket. The files of its results stay where they are.";
    let remove = grave(view, Some(line.id), "remove", ["Remove…", question, "Remove it"]);
    element("section").class("end").attribute("aria-label", "Remove").with(remove).into()
}

/// The scores that people gave on a criterion, the newest last, those taken back among them.
pub(super) fn said_before(
    line: &Line<'_>,
    id: &crate::domain::ids::CriterionId,
) -> Option<Element> {
    let scores = line.item.scores.get(id).filter(|scores| scores.len() > 1)?;
    let items = scores.iter().map(|score| match score {
        None => element("li").with("taken back"),
        Some(human) => element("li")
            .with(badge(Some(human.score)))
            .with(" ")
            .with(Markup::prose(&human.reason))
            .with(" ")
            .with(
                element("span").class("quiet").text(&human.who).with(", ").with(moment(human.at)),
            ),
    });
    let fold =
        element("details").class("more").with(element("summary").with("What people said before"));
    Some(fold.with(element("ol").all(items)))
}
