//! What stands around every page: the head, the bar with its links, and the foot.

use super::controls::Form;
use crate::domain::ids::SubmissionId;
use crate::render::escape;
use crate::render::html::{Element, Markup, element, jump};

/// What every page is told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View<'a> {
    /// What the class is called.
    pub title: &'a str,
    /// What a form carries to prove that it is ours.
    pub csrf: &'a str,
    /// The number of the next record: a page shows what came before.
    pub next: u64,
    /// The time in seconds since 1970 began in UTC.
    pub now: u64,
    /// What the person at the keyboard called themselves last; empty where they did not.
    pub grader: &'a str,
    /// How many cases wait for a person.
    pub waiting: usize,
}

/// The page that a reader is on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tab {
    Class,
    Queue,
    None,
}

/// The address of a submission's page.
pub(super) fn address(id: &SubmissionId) -> String {
    format!("/submissions/{id}")
}

/// The whole page.
pub(super) fn page(view: &View<'_>, heading: &str, tab: Tab, main: Markup) -> String {
    let skip = jump("part:main", "Skip to the content").attribute("class", "skip");
    let main = element("main").attribute("id", "part:main").class("board").with(main);
    let foot = element("footer").class("foot").with("automaton-auditor");
    let body = Markup::from(skip).and(bar(view, tab)).and(main).and(foot);
    let body = element("body").attribute("data-next", &view.next.to_string()).with(body);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <link rel=\"stylesheet\" href=\"/assets/style.css\">\n\
         <title>{} · {}</title>\n\
         <script src=\"/assets/dashboard.js\" defer></script>\n</head>\n{}\n</html>\n",
        escape::html(heading),
        escape::html(view.title),
        Markup::from(body).into_html(),
    )
}

fn bar(view: &View<'_>, tab: Tab) -> Element {
    let link = |to: &'static str, label: Markup, here: Tab| {
        let link = element("a").attribute("href", to);
        let link = if tab == here { link.attribute("aria-current", "page") } else { link };
        element("li").with(link.with(label))
    };
    let number =
        (view.waiting > 0).then(|| element("span").class("number").text(&view.waiting.to_string()));
    let doubts = Markup::ours("Doubts").and(Markup::from(number));
    let links = element("ul").with(link("/", "Docket".into(), Tab::Class)).with(link(
        "/doubts",
        doubts,
        Tab::Queue,
    ));
    let links = element("nav").attribute("aria-label", "Pages").with(links);
    let brand = element("a").class("brand").attribute("href", "/");
    let brand = brand.with(sign()).with(element("span").text(view.title));
    let live = element("p").class("live").attribute("id", "live").attribute("role", "status");
    let out = Form::to(view, "/logout").button("Sign out", "plain").done();
    let inside = element("div").class("inside").with(brand).with(links).with(live).with(out);
    let bar = element("header").class("bar").attribute("id", "bar");
    bar.attribute("data-live", "").with(inside)
}

/// A pair of scales.
fn sign() -> Element {
    let path = element("path").attribute("d", "M12 3v18M7 21h10M4 7h16M4 7l-3 7h6zM20 7l-3 7h6z");
    let picture = element("svg").class("sign").attribute("viewBox", "-1 0 26 24");
    picture.attribute("aria-hidden", "true").with(path)
}
