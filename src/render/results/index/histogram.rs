//! Distributions as pictures that need no script.

use crate::render::html::{Element, Markup, element};
use crate::render::phrase::count;

/// A bar: what it is called, how many, and the class of its colour.
pub(super) struct Bar {
    /// What stands under it.
    pub label: String,
    /// How many.
    pub number: usize,
    /// The class of its colour.
    pub tone: &'static str,
}

/// Width of a bar with its gap, in units of the picture.
const STEP: usize = 30;
/// Height of the tallest bar, in units of the picture.
const TALL: usize = 56;

/// A histogram with a figure over each bar. `about` says what it shows, a fragment.
pub(super) fn histogram(about: &str, bars: &[Bar]) -> Markup {
    let most = bars.iter().map(|bar| bar.number).max().unwrap_or(0).max(1);
    let told = bars.iter().map(|bar| format!("{}: {}", bar.label, bar.number));
    let told = format!("{about}; {}", told.collect::<Vec<_>>().join(", "));
    let width = STEP * bars.len();
    let view = format!("0 0 {width} {}", TALL + 30);
    let picture = element("svg").class("histogram").attribute("viewBox", &view);
    let picture = picture.attribute("role", "img").attribute("aria-label", &told);
    let base = TALL + 15;
    let parts = bars.iter().enumerate().flat_map(|(place, bar)| {
        let left = place * STEP;
        let middle = (left + STEP / 2).to_string();
        let height = (bar.number * TALL).div_ceil(most);
        let block = element("rect").class(bar.tone).attribute("x", &(left + 3).to_string());
        let block = block.attribute("y", &(base - height).to_string()).attribute("rx", "2");
        let block = block.attribute("width", &(STEP - 6).to_string());
        let block = block.attribute("height", &height.to_string());
        let over = (base - height).saturating_sub(4);
        let number = if bar.number == 0 { String::new() } else { bar.number.to_string() };
        [block, words(&middle, over, &number), words(&middle, base + 11, &bar.label)]
    });
    picture.all(parts).into()
}

fn words(x: &str, y: usize, said: &str) -> Element {
    element("text").attribute("x", x).attribute("y", &y.to_string()).text(said)
}

/// The bars of overall scores: halves from 1 to 5.
pub(super) fn halves(scores: &[f64]) -> Vec<Bar> {
    let bins = [1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5];
    let last = bins.len() - 1;
    let bin = |score: f64| bins.iter().rposition(|from| score >= *from).unwrap_or(0).min(last);
    let of = |place: usize| scores.iter().filter(|score| bin(**score) == place).count();
    let bars = bins.iter().enumerate().map(|(place, from)| Bar {
        label: format!("{from:.1}"),
        number: of(place),
        tone: tone((*from + 0.3).min(5.0)),
    });
    bars.collect()
}

/// The bars of whole scores from 1 to 5, and of no score where there is such.
pub(super) fn wholes(scores: &[Option<u8>]) -> Vec<Bar> {
    let of = |wanted: Option<u8>| scores.iter().filter(|score| **score == wanted).count();
    let bars = (1..=5).map(|score| Bar {
        label: score.to_string(),
        number: of(Some(score)),
        tone: tone(f64::from(score)),
    });
    let none = Bar { label: "–".to_owned(), number: of(None), tone: "bar s0" };
    bars.chain((none.number > 0).then_some(none)).collect()
}

fn tone(score: f64) -> &'static str {
    match score {
        s if s < 1.75 => "bar s1",
        s if s < 2.75 => "bar s2",
        s if s < 3.5 => "bar s3",
        s if s < 4.5 => "bar s4",
        _ => "bar s5",
    }
}

/// A histogram with a title and a line under it.
pub(super) fn panel(class: &'static str, title: Markup, about: &str, bars: &[Bar]) -> Element {
    let number: usize = bars.iter().map(|bar| bar.number).sum();
    let under = element("p").class("quiet").text(&count(number, "submission"));
    element("div")
        .class(class)
        .with(element("h3").with(title))
        .with(histogram(about, bars))
        .with(under)
}
