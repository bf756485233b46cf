//! Scores as a reader sees them at a glance: a badge, a dial, and where the judges stand on the scale.

use super::markup::{Element, Markup, element};
use crate::domain::opinion::{JudicialOpinion, Persona};
use crate::domain::score::Score;
use crate::domain::verdict::CriterionResult;
use crate::render::phrase::decimal;

/// A score as a coloured figure; `–` where there is none.
pub(in crate::render) fn badge(score: Option<Score>) -> Element {
    match score {
        Some(score) => {
            let label = format!("{score} of 5");
            let badge = element("span").class(tone(f64::from(score.get())));
            badge.attribute("title", &label).text(&score.to_string())
        }
        None => element("span").class("score s0").attribute("title", "not scored").with("–"),
    }
}

/// An overall score as a coloured figure; `–` where there is none.
pub(in crate::render) fn overall_badge(score: Option<f64>) -> Element {
    match score {
        Some(score) => element("span").class(tone(score)).text(&decimal(score)),
        None => badge(None),
    }
}

/// The class of a score's colour.
pub(in crate::render) fn tone(score: f64) -> &'static str {
    match Score::nearest(score).get() {
        1 => "score s1",
        2 => "score s2",
        3 => "score s3",
        4 => "score s4",
        _ => "score s5",
    }
}

/// The overall score as a dial, 0–5.
pub(in crate::render) fn dial(score: f64) -> Markup {
    // The circumference of a circle with this radius is 100.
    let ring = |class: &'static str, share: f64| {
        let circle = element("circle").class(class);
        let circle = circle.attribute("cx", "18").attribute("cy", "18").attribute("r", "15.9155");
        circle.attribute("stroke-dasharray", &format!("{share:.1} 100"))
    };
    let number = element("text").attribute("x", "18").attribute("y", "20.4").text(&decimal(score));
    let under = element("text").class("of").attribute("x", "18").attribute("y", "26").with("of 5");
    let picture = element("svg").class("dial").attribute("viewBox", "0 0 36 36");
    let picture = picture.attribute("role", "img");
    let label = format!("overall score {} of 5", decimal(score));
    let picture = picture.attribute("aria-label", &label).with(ring("track", 100.0));
    let picture = picture.with(ring("value", (score / 5.0 * 100.0).clamp(0.0, 100.0)));
    element("div").class(tone(score)).with(picture.with(number).with(under)).into()
}

/// Where each judge stands from 1 to 5, and the ruling as a ring.
pub(in crate::render) fn strip(result: &CriterionResult) -> Markup {
    let mut last: Vec<&JudicialOpinion> = Vec::new();
    for judge in Persona::ALL {
        let mut all = result.judge_opinions.iter().chain(&result.second_hearing);
        last.extend(all.rfind(|opinion| opinion.judge == judge));
    }
    let told = last.iter().map(|opinion| format!("{} {}", opinion.judge.title(), opinion.score));
    let told: Vec<String> = told.chain([format!("ruling {}", result.final_score)]).collect();
    let picture = element("svg").class("strip").attribute("viewBox", "0 0 148 26");
    let mut picture = picture.attribute("role", "img").attribute("aria-label", &told.join(", "));
    picture = picture.with(line(14.0, 134.0));
    for tick in 1..=5 {
        picture = picture.with(circle("tick", across(tick), 13.0, 1.5));
    }
    picture = picture.with(circle("ruling", across(result.final_score.get()), 13.0, 12.0));
    for (place, opinion) in last.iter().enumerate() {
        let equal = |other: &&&JudicialOpinion| other.score == opinion.score;
        let all = last.iter().filter(equal).count();
        let before = last[..place].iter().filter(equal).count();
        // Judges of one mind stand side by side instead of on top of each other.
        let x = across(opinion.score.get()) + (as_f64(before) * 2.0 - as_f64(all - 1)) * 4.0;
        picture = picture.with(circle(dot(opinion.judge), x, 13.0, 4.5));
    }
    picture.into()
}

fn across(score: u8) -> f64 {
    14.0 + f64::from(score - 1) * 30.0
}

#[expect(clippy::cast_precision_loss, reason = "there are three judges")]
fn as_f64(count: usize) -> f64 {
    count as f64
}

/// The class of a judge's colour.
const fn dot(judge: Persona) -> &'static str {
    match judge {
        Persona::Prosecutor => "dot prosecutor",
        Persona::Defense => "dot defense",
        Persona::TechLead => "dot techlead",
    }
}

fn circle(class: &'static str, x: f64, y: f64, radius: f64) -> Element {
    let circle = element("circle").class(class).attribute("cx", &format!("{x:.1}"));
    circle.attribute("cy", &format!("{y:.1}")).attribute("r", &format!("{radius:.1}"))
}

fn line(from: f64, to: f64) -> Element {
    let line = element("line").attribute("x1", &format!("{from:.1}")).attribute("y1", "13");
    line.attribute("x2", &format!("{to:.1}")).attribute("y2", "13")
}
