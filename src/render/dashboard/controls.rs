//! Forms and buttons: everything that a person may order.

use super::frame::View;
use crate::domain::graded::HumanScore;
use crate::domain::ids::{CriterionId, SubmissionId};
use crate::domain::score::Score;
use crate::render::html::{Element, Markup, element};

/// The field of every form that proves that the form is ours.
pub const CSRF: &str = "csrf";

/// A form that is being written.
pub(super) struct Form(Element);

impl Form {
    /// A form that posts to an address of ours.
    pub(super) fn to(view: &View<'_>, action: &str) -> Self {
        let form = element("form").attribute("method", "post").attribute("action", action);
        Self(form.with(hidden(CSRF, view.csrf)))
    }

    /// Gives it a class.
    pub(super) fn class(self, class: &'static str) -> Self {
        Self(self.0.class(class))
    }

    /// Adds a field that is not seen.
    pub(super) fn hidden(self, name: &'static str, value: &str) -> Self {
        Self(self.0.with(hidden(name, value)))
    }

    /// Adds a piece.
    pub(super) fn with(self, piece: impl Into<Markup>) -> Self {
        Self(self.0.with(piece))
    }

    /// Adds the button that sends it.
    pub(super) fn button(self, label: &'static str, class: &'static str) -> Self {
        Self(self.0.with(element("button").attribute("type", "submit").class(class).with(label)))
    }

    /// The form.
    pub(super) fn done(self) -> Markup {
        self.0.into()
    }
}

fn hidden(name: &'static str, value: &str) -> Element {
    let input = element("input").attribute("type", "hidden").attribute("name", name);
    input.attribute("value", value)
}

/// A line of text with its label above it.
pub(super) fn line(
    label: &'static str,
    name: &'static str,
    value: &str,
    required: bool,
) -> Element {
    let input = element("input").attribute("type", "text").attribute("name", name);
    let input = input.attribute("value", value).attribute("maxlength", "2000");
    let input = input.attribute("autocomplete", "off").flag("required", required);
    element("label").class("field").with(element("span").with(label)).with(input)
}

/// An order of one word, on one submission or on all.
pub(super) fn order(
    view: &View<'_>,
    id: Option<&SubmissionId>,
    order: &'static str,
    label: &'static str,
    class: &'static str,
) -> Markup {
    let action = id.map_or_else(|| "/orders".to_owned(), |id| format!("/submissions/{id}/orders"));
    Form::to(view, &action).hidden("order", order).button(label, class).done()
}

/// An order that is asked about first: it opens to the button that gives it.
pub(super) fn grave(
    view: &View<'_>,
    id: Option<&SubmissionId>,
    word: &'static str,
    labels: [&'static str; 3],
) -> Markup {
    let [label, question, answer] = labels;
    let inside = element("div").class("sure").with(element("p").with(question));
    let inside = inside.with(order(view, id, word, answer, "danger"));
    let fold = element("details").class("grave");
    fold.with(element("summary").class("plain").with(label)).with(inside).into()
}

/// What the form for a person's score is about.
pub(super) struct Scoring<'a> {
    /// The submission.
    pub id: &'a SubmissionId,
    /// The criterion.
    pub criterion: &'a CriterionId,
    /// The score that stands.
    pub standing: Option<Score>,
    /// The score that a person gave before.
    pub human: Option<&'a HumanScore>,
    /// Where to go afterwards: an address of ours.
    pub back: &'a str,
}

/// The form by which a person scores a criterion, and the button that takes a score back.
pub(super) fn scoring(view: &View<'_>, about: &Scoring<'_>) -> Markup {
    let action = format!("/submissions/{}/override", about.id);
    let choice = (1..=5_u8).map(|number| {
        let input = element("input").attribute("type", "radio").attribute("name", "score");
        let input = input.attribute("value", &number.to_string()).flag("required", true);
        let is_set = about.standing.is_some_and(|score| score.get() == number);
        let input = input.flag("checked", is_set);
        element("label").with(input).with(element("span").text(&number.to_string()))
    });
    let legend = element("legend").with("Your score");
    let choice = element("fieldset").class("scale").with(legend).all(choice);
    let form = Form::to(view, &action)
        .class("scoring")
        .hidden("criterion", about.criterion.as_str())
        .hidden("back", about.back)
        .with(choice)
        .with(line("Why (kept and shown)", "reason", "", true))
        .with(line("Your name", "by", view.grader, false))
        .button("Let this score stand", "main")
        .done();
    let back = about.human.map(|_| {
        Form::to(view, &action)
            .class("taking-back")
            .hidden("criterion", about.criterion.as_str())
            .hidden("back", about.back)
            .hidden("score", "")
            .hidden("reason", "taken back")
            .hidden("by", view.grader)
            .button("Take the person’s score back", "plain")
            .done()
    });
    form.and(Markup::from(back))
}

/// The form by which a submission is handed in.
pub(super) fn handing_in(view: &View<'_>) -> Markup {
    let path = line("Path of the report in it (searched for where empty)", "report", "", false);
    let form = Form::to(view, "/submissions")
        .class("handing-in")
        .with(line("Name", "id", "", true))
        .with(line("Repository (https://…)", "repo_url", "", true))
        .with(path)
        .button("Hand in", "main");
    let fold = element("details").class("fold").attribute("id", "hand-in");
    fold.with(element("summary").with("Hand a submission in")).with(form.done()).into()
}
