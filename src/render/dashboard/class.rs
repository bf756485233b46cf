//! The docket: the whole class as it goes, doubtful cases first.

use super::Meter;
use super::controls::{grave, handing_in, order};
use super::frame::{Tab, View, page};
use super::lines::{Filter, Line, PER_PAGE, counts};
use super::rows;
use super::stages::Proceedings;
use crate::domain::docket::Docket;
use crate::domain::ids::SubmissionId;
use crate::render::html::{Element, Markup, element};
use crate::render::phrase::{capitalised, count, ended};
use crate::render::results::CohortHint;
use std::collections::BTreeMap;

/// The states in the order in which the bar shows them.
const STATES: [&str; 6] = ["graded", "partial", "running", "waiting", "parked", "cancelled"];

/// What the page of a class shows.
pub struct Class<'a> {
    /// The class as it stands.
    pub docket: &'a Docket,
    /// Its submissions, in the order of [`lines`](super::lines()).
    pub lines: &'a [Line<'a>],
    /// What submissions have in common.
    pub hints: &'a [CohortHint],
    /// How the running audits go.
    pub running: &'a BTreeMap<SubmissionId, Proceedings>,
    /// What it costs and how it goes.
    pub meter: &'a Meter,
    /// What the reader wants to see.
    pub filter: &'a Filter,
}

/// The page of a class.
#[must_use]
pub fn class_page(view: &View<'_>, class: &Class<'_>) -> String {
    let main = [
        head(view, class),
        cautions(class.meter),
        filters(class).into(),
        list(view, class),
        hints(class.hints),
        handing_in(view),
    ];
    page(view, "Docket", Tab::Class, main.into_iter().collect())
}

fn head(view: &View<'_>, class: &Class<'_>) -> Markup {
    let counts = counts(class.lines);
    let number = |state: &str| counts.get(state).copied().unwrap_or(0);
    let all = class.lines.len();
    let title = element("h1").text(view.title);
    let figure = |number: String, label: &'static str, class: &'static str| {
        let number = element("b").text(&number);
        element("li").class(class).with(number).with(element("span").with(label))
    };
    let doubtful = class.lines.iter().filter(|line| line.is_doubtful()).count();
    let done = number("graded") + number("partial");
    let tiles = element("ul")
        .class("tiles")
        .with(figure(all.to_string(), "submissions", "tile"))
        .with(figure(done.to_string(), "graded", "tile"))
        .with(figure(number("running").to_string(), "running", "tile"))
        .with(figure(number("waiting").to_string(), "waiting", "tile"))
        .with(figure(number("parked").to_string(), "parked", "tile"))
        .with(figure(doubtful.to_string(), "to look at first", "tile alert"));
    let words = element("div").class("hero-words").with(title).with(progress(&counts, all));
    let words = words.with(tiles);
    let side = element("div").class("hero-side").with(meter(class.meter));
    let side = side.with(commands(view, class.docket));
    let hero = element("section").class("hero").attribute("id", "hero");
    let hero = hero.attribute("aria-label", "How the class stands").attribute("data-live", "");
    hero.with(words).with(side).into()
}

/// One bar for the whole class, a part per state.
fn progress(counts: &BTreeMap<&'static str, usize>, all: usize) -> Element {
    let mut told = Vec::new();
    let mut picture = element("svg").class("progress").attribute("viewBox", "0 0 1000 10");
    picture = picture.attribute("preserveAspectRatio", "none").attribute("role", "img");
    let mut from = 0;
    let mut parts = Vec::new();
    for state in STATES {
        let number = counts.get(state).copied().unwrap_or(0);
        if number == 0 {
            continue;
        }
        told.push(format!("{number} {state}"));
        let width = number * 1000 / all.max(1);
        let part = element("rect").class(part(state)).attribute("x", &from.to_string());
        parts.push(part.attribute("width", &width.to_string()).attribute("height", "10"));
        from += width;
    }
    let told = if told.is_empty() { "no submissions yet".to_owned() } else { told.join(", ") };
    picture = picture.attribute("aria-label", &told);
    let track = element("rect").class("track").attribute("width", "1000").attribute("height", "10");
    picture.with(track).all(parts)
}

fn part(state: &str) -> &'static str {
    match state {
        "graded" => "part graded",
        "partial" => "part partial",
        "running" => "part running",
        "parked" => "part parked",
        "cancelled" => "part cancelled",
        _ => "part waiting",
    }
}

fn meter(meter: &Meter) -> Element {
    let money = |cost: f64| format!("{cost:.2} {}", meter.currency);
    let is_paid = !meter.currency.is_empty();
    let (spent, under) = match (is_paid, meter.most_cost) {
        (false, _) => ("0".to_owned(), "no model is paid".to_owned()),
        (true, Some(most)) => (money(meter.cost), format!("of at most {}", money(most))),
        (true, None) => (money(meter.cost), "without a cap".to_owned()),
    };
    let share = meter.most_cost.filter(|most| *most > 0.0).map(|most| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the share is kept between 0 and 100"
        )]
        let share = (meter.cost / most * 100.0).clamp(0.0, 100.0) as usize;
        rows::bar((share, 100))
    });
    let tokens = count(usize::try_from(meter.tokens).unwrap_or(usize::MAX), "token");
    let tokens = format!("{tokens}, {} in flight", count_calls(meter.in_flight));
    let label = element("span").class("eyebrow").with("Cost so far");
    let card = element("div").class("meter").with(label).with(element("b").text(&spent));
    let card = card.with(element("span").class("quiet").text(&under)).with(share);
    card.with(element("span").class("quiet").text(&tokens))
}

fn count_calls(calls: u64) -> String {
    count(usize::try_from(calls).unwrap_or(usize::MAX), "call")
}

/// What can be ordered for the whole class.
fn commands(view: &View<'_>, docket: &Docket) -> Element {
    let go = if docket.paused || docket.pilot.is_some() {
        order(view, None, "resume", "Resume", "main")
    } else {
        order(view, None, "pause", "Pause", "main")
    };
    let question = "Every submission that waits or runs is called off.";
    let cancel = grave(view, None, "cancel", ["Cancel all…", question, "Cancel all of them"]);
    let retry = order(view, None, "retry", "Retry what failed", "plain");
    element("div").class("commands").with(go).with(retry).with(cancel)
}

/// What keeps the work from going on, and what could not be read.
fn cautions(meter: &Meter) -> Markup {
    let aside = element("aside").attribute("id", "cautions").attribute("data-live", "");
    let stalled = (!meter.is_alive).then(|| {
        let said = "The heart of the program has stopped: nothing is done until it is restarted.";
        element("p").class("caution flags").attribute("role", "alert").with(said)
    });
    let held = meter.held.as_ref().map(|held| {
        let said = element("b").with("Nothing new is begun:");
        element("p").class("caution").with(said).with(" ").with(Markup::prose(&ended(held)))
    });
    let problems = (!meter.problems.is_empty()).then(|| {
        let list = meter.problems.iter().map(|one| element("li").with(Markup::prose(one)));
        let title = element("p").with(element("b").with("Entries that could not be read:"));
        element("div").class("caution").with(title).with(element("ul").all(list))
    });
    aside.with(stalled).with(held).with(problems).into()
}

fn filters(class: &Class<'_>) -> Element {
    let filter = class.filter;
    let option = |value: &'static str, label: &'static str| {
        let option = element("option").attribute("value", value);
        option.flag("selected", filter.state == value).with(label)
    };
    let states = STATES.map(|state| option(state, state));
    let select = element("select").attribute("name", "state").with(option("", "any state"));
    let select = select.all(states);
    let state = element("label").class("field").with(element("span").with("State")).with(select);
    let text = element("input").attribute("type", "search").attribute("name", "q");
    let text = text.attribute("value", &filter.text).attribute("id", "filter");
    let text = text.attribute("placeholder", "name, student or repository");
    let text = element("label").class("field grow").with(element("span").with("Find")).with(text);
    let tick = element("input").attribute("type", "checkbox").attribute("name", "doubtful");
    let tick = tick.attribute("value", "1").flag("checked", filter.doubtful);
    let tick = element("label").class("tick").with(tick).with(" doubtful only");
    let button = element("button").attribute("type", "submit").class("plain").with("Show");
    let clear = (!filter.is_open())
        .then(|| element("a").class("clear").attribute("href", "/").with("Show all"));
    let form = element("form").class("filters").attribute("method", "get");
    let form = form.attribute("action", "/").attribute("role", "search");
    form.with(text).with(state).with(tick).with(button).with(clear)
}

fn list(view: &View<'_>, class: &Class<'_>) -> Markup {
    let kept: Vec<Line<'_>> =
        class.lines.iter().filter(|line| class.filter.keeps(line)).cloned().collect();
    let section = element("section").attribute("id", "list").attribute("aria-label", "Submissions");
    let section = section.class("listing");
    if kept.is_empty() {
        let nothing = if class.lines.is_empty() {
            "No submission has entered yet. They appear here as soon as they do."
        } else {
            "No submission fits."
        };
        let nothing = element("p").class("none empty").attribute("data-count", "0").with(nothing);
        return section.attribute("data-live", "").with(nothing).into();
    }
    let pages = kept.len().div_ceil(PER_PAGE);
    let here = class.filter.page.min(pages - 1);
    let shown = &kept[here * PER_PAGE..kept.len().min((here + 1) * PER_PAGE)];
    section
        .with(rows::table(view, shown, class.running))
        .with(pager(class.filter, here, pages))
        .into()
}

fn pager(filter: &Filter, here: usize, pages: usize) -> Option<Element> {
    let query = |page: usize| {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("state", &filter.state).append_pair("q", &filter.text);
        if filter.doubtful {
            query.append_pair("doubtful", "1");
        }
        format!("/?{}", query.append_pair("page", &page.to_string()).finish())
    };
    let link = |page: usize, label: &'static str, rel: &'static str| {
        element("a").attribute("href", &query(page)).attribute("rel", rel).with(label)
    };
    let before = (here > 0).then(|| link(here - 1, "← before", "prev"));
    let after = (here + 1 < pages).then(|| link(here + 1, "more →", "next"));
    let said = element("span").text(&format!("page {} of {pages}", here + 1));
    let nav = element("nav").class("pager").attribute("aria-label", "Pages of the list");
    (pages > 1).then(|| nav.with(before).with(said).with(after))
}

fn hints(hints: &[CohortHint]) -> Markup {
    if hints.is_empty() {
        return Markup::default();
    }
    let items = hints.iter().map(|hint| {
        let names = hint.submissions.iter().map(|id| {
            let link = element("a").attribute("href", &super::frame::address(id));
            Markup::from(link.text(id.as_str()))
        });
        let names = element("b").with(Markup::join(names, ", "));
        element("li").with(names).with(": ").with(Markup::prose(&capitalised(&hint.text)))
    });
    let said = "Hints for a person, and no verdicts: a common template looks the same.";
    let said = element("p").class("quiet").with(said);
    let section = element("section").class("card").attribute("id", "hints");
    let title = element("h2").with("In common");
    section.attribute("data-live", "").with(title).with(said).with(element("ul").all(items)).into()
}
