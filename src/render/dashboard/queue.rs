//! The cases that wait for a person, one at a time: the judges' arguments side by side, and the form.

use super::controls::{Scoring, scoring};
use super::frame::{Tab, View, address, page};
use super::lines::Line;
use super::rows;
use crate::domain::evidence::Evidence;
use crate::domain::graded::Graded;
use crate::domain::ids::CriterionId;
use crate::domain::verdict::CriterionResult;
use crate::render::html::{Element, Markup, badge, element, hearing, overall_badge, strip};
use crate::render::phrase::{capitalised, ended};
use crate::render::results::Doubt;

/// A case that waits for a person.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    /// The submission.
    pub line: &'a Line<'a>,
    /// The criterion in question; the submission as a whole where it is `None`.
    pub criterion: Option<&'a CriterionId>,
    /// Why, each a fragment that may have foreign words.
    pub reasons: Vec<String>,
}

impl Case<'_> {
    /// What an address calls it.
    #[must_use]
    pub fn key(&self) -> String {
        let criterion = self.criterion.map(|id| format!(":{id}")).unwrap_or_default();
        format!("{}{criterion}", self.line.id)
    }

    fn title(&self) -> &str {
        let result = self.criterion.and_then(|id| self.line.graded?.ruling(id));
        let missing = || {
            let report = self.line.graded?.report.as_deref()?;
            let mut all = report.not_scored.iter();
            let found = all.find(|one| Some(&one.dimension_id) == self.criterion)?;
            Some(found.dimension_name.as_str())
        };
        let name = result.map(|one| one.dimension_name.as_str()).or_else(missing);
        name.unwrap_or("The submission as a whole")
    }
}

/// All cases, in the order of the submissions; within one, what concerns it as a whole comes first.
#[must_use]
pub fn cases<'a>(lines: &'a [Line<'a>]) -> Vec<Case<'a>> {
    lines.iter().filter(|line| line.is_doubtful()).flat_map(of_line).collect()
}

fn of_line<'a>(line: &'a Line<'a>) -> Vec<Case<'a>> {
    let mut cases = Vec::new();
    let whole = line.doubts.iter().filter(|doubt| match doubt {
        Doubt::NoReport { .. }
        | Doubt::Parked { .. }
        | Doubt::Withheld { .. }
        | Doubt::Flagged { .. }
        | Doubt::Partial { .. }
        | Doubt::NearBoundary { .. } => true,
        Doubt::Flawed { .. }
        | Doubt::NotScored { .. }
        | Doubt::WideDissent { .. }
        | Doubt::MissingSeats { .. }
        | Doubt::Exposed { .. }
        | Doubt::ForAPerson { .. } => false,
    });
    let whole: Vec<String> = whole.map(Doubt::in_words).collect();
    if !whole.is_empty() {
        cases.push(Case { line, criterion: None, reasons: whole });
    }
    let Some((graded, report)) = line.graded.and_then(|one| Some((one, one.report.as_deref()?)))
    else {
        return cases;
    };
    let open = report.criteria.iter().filter(|one| !graded.human.contains_key(&one.dimension_id));
    cases.extend(open.filter_map(|result| {
        let reasons = reasons(graded, result);
        let criterion = Some(&result.dimension_id);
        (!reasons.is_empty()).then_some(Case { line, criterion, reasons })
    }));
    let open = report.not_scored.iter().filter(|one| !graded.human.contains_key(&one.dimension_id));
    cases.extend(open.map(|missing| {
        let reasons = vec![format!("not scored: {}", missing.reason)];
        Case { line, criterion: Some(&missing.dimension_id), reasons }
    }));
    cases
}

/// Why a person should look at a criterion.
fn reasons(graded: &Graded, result: &CriterionResult) -> Vec<String> {
    let mut reasons = Vec::new();
    let report = graded.report.as_deref();
    let evidence = report.and_then(|report| report.evidences.get(&result.dimension_id));
    if let Some(flaw) = evidence.into_iter().flatten().find(|piece| Evidence::confirms_flaw(piece))
    {
        reasons.push(format!("a confirmed flaw at {}", flaw.location));
    }
    if result.spread > 2 || result.dissent_summary.is_some() {
        reasons.push(format!("the judges are {} points apart", result.spread));
    }
    if !result.missing_seats.is_empty() {
        reasons.push("a judge gave no opinion".to_owned());
    }
    reasons
}

/// The page of the case with this key, or of the first one; that nothing waits, where nothing does.
#[must_use]
pub fn queue_page(view: &View<'_>, cases: &[Case<'_>], key: &str) -> String {
    let at = cases.iter().position(|case| case.key() == key).unwrap_or(0);
    let main = match cases.get(at) {
        None => {
            let nothing = element("h1").with("Nothing waits for you");
            let said = "No result asks for a second look. What does appears here by itself.";
            let card = element("section").class("empty-queue").attribute("id", "queue");
            let card = card.attribute("data-live", "");
            card.with(nothing).with(element("p").class("quiet").with(said)).into()
        }
        Some(case) => desk(view, cases, at, case),
    };
    page(view, "Doubts", Tab::Queue, main)
}

fn desk(view: &View<'_>, cases: &[Case<'_>], at: usize, case: &Case<'_>) -> Markup {
    let place = format!("{} of {}", at + 1, cases.len());
    let title = element("h1").text(case.title());
    let who = element("a").class("name").attribute("href", &address(case.line.id));
    let who = element("p").class("eyebrow").with(who.text(case.line.id.as_str()));
    let reasons =
        case.reasons.iter().map(|why| element("li").with(Markup::prose(&ended(&capitalised(why)))));
    let reasons = element("ul").class("why").all(reasons);
    let head = element("div").class("hero-words").with(who).with(title).with(reasons);
    let head = element("header").class("hero").with(head);
    let desk = element("section").class("desk").attribute("id", "case");
    let desk = desk.with(head.with(steps(cases, at, &place))).with(matter(view, cases, at, case));
    let list = element("aside").class("waiting-list").attribute("aria-label", "Cases");
    let items = cases.iter().enumerate().map(|(index, one)| {
        let link = element("a").attribute("href", &to(one));
        let link = if index == at { link.attribute("aria-current", "true") } else { link };
        let link = link.with(element("b").text(one.line.id.as_str()));
        element("li").with(link.with(element("span").text(one.title())))
    });
    let list = list.with(element("h2").with("Waiting")).with(element("ol").all(items));
    element("div").class("queue").with(desk).with(list).into()
}

fn to(case: &Case<'_>) -> String {
    format!("/doubts?case={}", case.key())
}

/// The links to the case before and the one after.
fn steps(cases: &[Case<'_>], at: usize, place: &str) -> Element {
    let link = |case: &Case<'_>, rel: &'static str, label: &'static str, key: &'static str| {
        let link = element("a").class("button plain").attribute("href", &to(case));
        let link = link.attribute("rel", rel).attribute("aria-keyshortcuts", key).with(label);
        link.with(" ").with(element("kbd").attribute("aria-hidden", "true").with(key))
    };
    let before = at.checked_sub(1).and_then(|at| cases.get(at));
    let before = before.map(|case| link(case, "prev", "Previous", "k"));
    let after = cases.get(at + 1).map(|case| link(case, "next", "Next", "j"));
    let place = element("span").class("quiet").text(place);
    let nav = element("nav").class("steps-nav").attribute("aria-label", "Next and previous case");
    nav.with(place).with(before).with(after)
}

/// The arguments and the form, or what there is to do about a submission as a whole.
fn matter(view: &View<'_>, cases: &[Case<'_>], at: usize, case: &Case<'_>) -> Markup {
    let Line { id, graded, .. } = case.line;
    let Some((criterion, graded)) = case.criterion.zip(*graded) else { return whole(view, case) };
    let next = cases.get(at + 1).map_or_else(|| "/doubts".to_owned(), to);
    let standing = graded.standing(criterion);
    let human = graded.human.get(criterion);
    let about = Scoring { id, criterion, standing, human, back: &next };
    let report = format!("{}/report", address(id));
    let heard = hearing(graded, criterion, &report);
    let ruling = graded.ruling(criterion).map(|result| {
        let badge = badge(Some(result.final_score));
        let said = element("p").class("words").with("The ruling, and where each judge stands");
        element("header").with(badge).with(said).with(strip(result))
    });
    let link = element("a").attribute("href", &format!("{report}#criterion:{criterion}"));
    let link = element("p").with(link.with("The facts and the evidence, in the report"));
    let form = element("section").class("card decide").attribute("aria-label", "Your decision");
    let form = form.with(element("h2").with("Your decision")).with(scoring(view, &about));
    let card: Element = element("article").class("card").with(ruling).with(heard).with(link);
    Markup::from(card).and(form)
}

fn whole(view: &View<'_>, case: &Case<'_>) -> Markup {
    let Line { id, item, .. } = case.line;
    let page = element("a").class("button main").attribute("href", &address(id));
    let page = page.with("Open the submission");
    let overall = element("p").with(overall_badge(case.line.grade()));
    let card = element("article").class("card").with(overall).with(page);
    card.with(rows::orders(view, id, item)).into()
}
