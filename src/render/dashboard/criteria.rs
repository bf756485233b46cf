//! The criteria of a submission: a grid that fills while the judges are heard, and each one with its
//! arguments, its ruling, and the form by which a person scores it.

use super::controls::{Scoring, scoring};
use super::frame::{View, address};
use super::lines::Line;
use super::stages::Proceedings;
use super::submission::{Shown, said_before};
use crate::domain::ids::CriterionId;
use crate::domain::opinion::{JudicialOpinion, Persona, Round};
use crate::domain::score::Score;
use crate::render::html::{Element, Markup, badge, element, hearing, jump, strip};
use crate::render::phrase::ended;

/// A criterion as far as anything is known of it.
struct Criterion<'a> {
    id: CriterionId,
    name: String,
    shown: &'a Shown<'a>,
}

/// What a seat of the grid shows.
enum Seat {
    Heard(Score),
    Missing(String),
    Awaited,
    Empty,
}

/// The anchor of a criterion.
pub(super) fn anchor(id: &CriterionId) -> String {
    format!("criterion:{id}")
}

/// The grid, and each criterion below it.
pub(super) fn write(view: &View<'_>, shown: &Shown<'_>) -> Markup {
    let all = criteria(shown);
    if all.is_empty() {
        return Markup::default();
    }
    let title = element("h2").with("Judges and rulings");
    let grid = element("section").class("part").attribute("id", "grid").attribute("data-live", "");
    let grid = grid.with(title).with(element("div").class("scroll").with(table(&all)));
    let cards = all.iter().map(|one| one.card(view));
    Markup::from(grid).and(element("div").class("criteria").all(cards))
}

/// Those of the report, or else of the rubric of the audit that runs.
fn criteria<'a>(shown: &'a Shown<'a>) -> Vec<Criterion<'a>> {
    let of_rubric = shown.proceedings.into_iter().flat_map(|one| &one.state.rubric_dimensions);
    let mut all: Vec<(CriterionId, String)> =
        of_rubric.map(|one| (one.id.clone(), one.name.clone())).collect();
    if all.is_empty() {
        let graded = shown.line.graded.map(std::slice::from_ref).unwrap_or_default();
        all = crate::render::results::criteria(graded);
    }
    all.into_iter().map(|(id, name)| Criterion { id, name, shown }).collect()
}

fn table(all: &[Criterion<'_>]) -> Element {
    let heads = ["Criterion", "Prosecutor", "Defense", "Tech Lead", "Ruling", "Stands"];
    let heads = heads.map(|head| element("th").attribute("scope", "col").with(head));
    let head = element("thead").with(element("tr").all(heads));
    let rows = all.iter().map(Criterion::row);
    element("table").class("grid").with(head).with(element("tbody").all(rows))
}

impl Criterion<'_> {
    /// The audit whose opinions count: the one that runs, else the one that the report is of.
    fn running(&self) -> Option<&Proceedings> {
        self.shown.proceedings
    }

    fn opinions(&self, round: Round) -> Vec<JudicialOpinion> {
        match (self.running(), self.shown.line.graded.and_then(|one| one.ruling(&self.id))) {
            (Some(one), _) => one.state.opinions_of(&self.id, round),
            (None, Some(result)) if round == Round::First => result.judge_opinions.clone(),
            (None, Some(result)) => result.second_hearing.clone(),
            (None, None) => Vec::new(),
        }
    }

    fn seat(&self, persona: Persona, round: Round) -> Seat {
        let opinions = self.opinions(round);
        if let Some(opinion) = opinions.iter().find(|one| one.judge == persona) {
            return Seat::Heard(opinion.score);
        }
        let of_result = || {
            let result = self.shown.line.graded.and_then(|one| one.ruling(&self.id));
            result.map(|one| one.missing_seats.clone()).unwrap_or_default()
        };
        let missing =
            self.running().map_or_else(of_result, |one| one.state.missing_seats(&self.id));
        let of_it =
            missing.into_iter().find(|one| one.seat.persona == persona && one.seat.round == round);
        match of_it {
            Some(missing) => Seat::Missing(missing.reason),
            None if round == Round::First && self.is_open() => Seat::Awaited,
            None => Seat::Empty,
        }
    }

    fn is_open(&self) -> bool {
        self.running()
            .is_some_and(|one| one.state.final_report.is_none() && one.state.abandoned.is_none())
    }

    /// The ruling of the audit that is shown, as far as there is one.
    fn ruled(&self) -> Option<Score> {
        let fresh = self.running().and_then(|one| {
            let report = one.state.final_report.as_ref()?;
            let result = report.criteria.iter().find(|one| one.dimension_id == self.id)?;
            Some(result.final_score)
        });
        let kept =
            || self.shown.line.graded.and_then(|one| one.ruling(&self.id)).map(|r| r.final_score);
        if self.running().is_some() { fresh } else { kept() }
    }

    fn standing(&self) -> Option<Score> {
        self.shown.line.graded.and_then(|one| one.standing(&self.id))
    }

    fn row(&self) -> Element {
        let name = jump(&anchor(&self.id), Markup::text(&self.name));
        let seats = Persona::ALL.map(|persona| {
            let first = place(&self.seat(persona, Round::First));
            let second = match self.seat(persona, Round::Second) {
                Seat::Empty => None,
                seat => Some(element("span").class("second").with("→ ").with(place(&seat))),
            };
            element("td").with(first).with(second)
        });
        let is_by_person =
            self.shown.line.graded.is_some_and(|one| one.human.contains_key(&self.id));
        let person = is_by_person.then(|| element("span").class("pill good").with("by a person"));
        let ruled = match self.ruled() {
            Some(score) => badge(Some(score)),
            None => place(&if self.is_open() { Seat::Awaited } else { Seat::Empty }),
        };
        let stands = element("td").with(badge(self.standing())).with(" ").with(person);
        let row = element("tr").with(element("th").attribute("scope", "row").with(name));
        row.all(seats).with(element("td").with(ruled)).with(stands)
    }

    /// The arguments, the ruling and the form.
    fn card(&self, view: &View<'_>) -> Element {
        let Line { id, graded, .. } = self.shown.line;
        let human = graded.and_then(|one| one.human.get(&self.id));
        let result = graded.and_then(|one| one.ruling(&self.id));
        let name = element("h3").text(&self.name);
        let name = element("div").class("words").with(name);
        let head = element("header").with(badge(self.standing())).with(name);
        let head = head.with(result.map(strip));
        let report = format!("{}/report", address(id));
        let said = graded.and_then(|one| hearing(one, &self.id, &report));
        // What an audit under way says comes before what a former one said.
        let said = said.filter(|_| !self.is_open()).unwrap_or_else(|| self.so_far());
        let body = element("details").class("fold").attribute("id", &format!("why:{}", self.id));
        let body = body.with(element("summary").with("Arguments and ruling")).with(said);
        let live = element("div").attribute("id", &format!("heard:{}", self.id));
        let live = live.attribute("data-live", "").with(head).with(body);
        let back = format!("{}#{}", address(id), anchor(&self.id));
        let about =
            Scoring { id, criterion: &self.id, standing: self.standing(), human, back: &back };
        let form = element("details").class("fold override");
        let form = form.attribute("id", &format!("score:{}", self.id));
        let summary = element("summary").with("Score it yourself");
        let form = form.with(summary).with(scoring(view, &about));
        let before = said_before(self.shown.line, &self.id);
        let card = element("article").class("card criterion");
        card.attribute("id", &anchor(&self.id)).with(live).with(form).with(before)
    }

    /// What was said of it in an audit that has no report yet.
    fn so_far(&self) -> Markup {
        let said = [Round::First, Round::Second].into_iter().flat_map(|round| self.opinions(round));
        let seats: Vec<Element> = said
            .map(|opinion| {
                let class = match opinion.judge {
                    Persona::Prosecutor => "seat prosecutor",
                    Persona::Defense => "seat defense",
                    Persona::TechLead => "seat techlead",
                };
                let argument = element("p").with(Markup::prose(&ended(&opinion.argument)));
                let said =
                    element("div").class("opinion").with(badge(Some(opinion.score))).with(argument);
                element("section")
                    .class(class)
                    .with(element("h5").with(opinion.judge.title()))
                    .with(said)
            })
            .collect();
        if seats.is_empty() {
            return element("p").class("none").with("Nobody was heard on it yet.").into();
        }
        element("div").class("bench").all(seats).into()
    }
}

/// A seat of the grid.
fn place(seat: &Seat) -> Element {
    match seat {
        Seat::Heard(score) => badge(Some(*score)),
        Seat::Missing(reason) => {
            let label = format!("no opinion: {reason}");
            element("span").class("score s0 missing").attribute("title", &label).with("∅")
        }
        Seat::Awaited => {
            let aloud = element("span").class("aloud").with("awaited");
            element("span").class("awaited").with(aloud)
        }
        Seat::Empty => element("span").class("quiet").with("–"),
    }
}
