//! The page of a whole class: what it cost, how the scores lie, and the doubtful cases first.

mod histogram;
mod rows;

pub(in super::super) use rows::scores;

use super::criteria;
use super::doubts::{Doubt, ranked};
use super::totals::Totals;
use crate::domain::graded::Graded;
use crate::domain::ids::SubmissionId;
use crate::domain::report::AuditReport;
use crate::domain::score::Score;
use crate::render::html::{Element, Markup, Shell, element, jump, part};
use crate::render::phrase::decimal;
use histogram::{halves, panel, wholes};

/// Something that submissions of a class have in common, such as near-identical files. A hint to a
/// person, and no verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CohortHint {
    /// Between which submissions.
    pub submissions: Vec<SubmissionId>,
    /// What was noticed and where, a sentence.
    pub text: String,
}

/// The class as one self-contained page of HTML for whoever grades it; submitters get
/// [`submitter_feedback`](super::submitter_feedback) instead. No two submissions of a class share an id. The
/// same class gives the same bytes.
#[must_use]
pub fn index_html(title: &str, class: &[Graded], hints: &[CohortHint]) -> String {
    let totals = Totals::of(class);
    let all = ranked(class);
    let is_doubtful = |doubts: &[Doubt]| doubts.iter().any(Doubt::is_pressing);
    let (doubtful, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(_, doubts)| is_doubtful(doubts));
    let main = [
        part("part:doubtful", "Look at these first")
            .with(rows::table(&doubtful, "Nothing here asks for a second look."))
            .into(),
        part("part:others", "The others").with(rows::table(&others, "There are no others.")).into(),
        distributions(class),
        common(class, hints),
    ];
    let shell = Shell {
        title,
        home: None,
        masthead: masthead(title, class, &totals, doubtful.len()),
        contents: contents(class, hints),
        main: main.into_iter().collect(),
        foot: element("p").with("automaton-auditor").into(),
    };
    shell.page()
}

fn masthead(title: &str, class: &[Graded], totals: &Totals, doubtful: usize) -> Markup {
    let figure = |number: String, what: Markup| {
        let number = element("b").text(&number);
        element("li").with(number).with(element("span").with(what))
    };
    let mut figures = vec![figure(class.len().to_string(), "submissions".into())];
    for (state, number) in &totals.states {
        figures.push(figure(number.to_string(), Markup::text(state)));
    }
    figures.push(figure(doubtful.to_string(), "to look at first".into()));
    if let (Some(median), Some(mean)) = (totals.median(), totals.mean()) {
        figures.push(figure(decimal(median), "median".into()));
        figures.push(figure(decimal(mean), "mean".into()));
    }
    if totals.by_person > 0 {
        figures.push(figure(totals.by_person.to_string(), "with a person's score".into()));
    }
    figures.push(figure(totals.spent(), "cost".into()));
    let words = element("div").with(element("p").class("eyebrow").with("Results of a class"));
    let words =
        words.with(element("h1").text(title)).with(element("ul").class("tiles").all(figures));
    let overall = (!totals.overall.is_empty())
        .then(|| panel("panel lie", "Overall".into(), "overall scores", &halves(&totals.overall)));
    let inside = element("div").class("inside").with(words).with(overall);
    element("header").class("masthead").with(inside).into()
}

fn contents(class: &[Graded], hints: &[CohortHint]) -> Markup {
    let to = |id, label: &'static str| element("li").with(jump(id, label));
    let mut list = element("ul")
        .with(to("part:doubtful", "Look at these first"))
        .with(to("part:others", "The others"));
    if !class.is_empty() {
        list = list.with(to("part:scores", "Criterion by criterion"));
    }
    if !hints.is_empty() {
        list = list.with(to("part:common", "In common"));
    }
    element("nav").class("contents").attribute("aria-label", "Contents").with(list).into()
}

/// How the scores of each criterion lie.
fn distributions(class: &[Graded]) -> Markup {
    if class.is_empty() {
        return Markup::default();
    }
    let read = class.iter().filter(|one| one.report.is_some() || !one.human.is_empty());
    let read: Vec<&Graded> = read.collect();
    let each = criteria(class).into_iter().map(|(id, name)| {
        // A submission by another rubric has nothing to say on this criterion.
        let knows = |one: &&&Graded| {
            let unscored = |report: &AuditReport| {
                report.not_scored.iter().any(|missing| missing.dimension_id == id)
            };
            one.standing(&id).is_some() || one.report.as_deref().is_some_and(unscored)
        };
        let scores = read.iter().filter(knows);
        let scores: Vec<Option<u8>> = scores.map(|one| one.standing(&id).map(Score::get)).collect();
        panel("panel", Markup::text(&name), &name, &wholes(&scores))
    });
    let panels = element("div").class("panels").all(each);
    part("part:scores", "Criterion by criterion").with(panels).into()
}

/// What submissions have in common.
fn common(class: &[Graded], hints: &[CohortHint]) -> Markup {
    if hints.is_empty() {
        return Markup::default();
    }
    let named = |id: &SubmissionId| -> Markup {
        let label = Markup::text(id.as_str());
        if class.iter().any(|one| one.id == *id) {
            jump(&rows::anchor(id), label).into()
        } else {
            label
        }
    };
    let items = hints.iter().map(|hint| {
        let who = Markup::join(hint.submissions.iter().map(named), ", ");
        element("li").with(element("b").with(who)).with(": ").with(Markup::prose(&hint.text))
    });
    let what =
        "Hints for a person, and no verdicts: a common template or a shared source looks the same.";
    let said: Element = element("p").class("quiet").with(what);
    let card = element("div").class("card").with(said).with(element("ul").all(items));
    part("part:common", "In common").with(card).into()
}
