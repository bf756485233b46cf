use super::*;
use crate::domain::facts::{Area, ReportPage};

/// A bitmap on the first page, without a caption.
pub(super) fn picture() -> Figure {
    Figure {
        page: 1,
        kind: FigureKind::Raster,
        area: Area::default(),
        page_share: 0.25,
        pixels: Some((800, 400)),
        bitmaps: None,
        shapes: None,
        labels: Vec::new(),
        sha256: None,
        png: None,
        caption: None,
    }
}

/// Checks whether a picture on a first page with this text, before a page of 200 words, may be an emblem.
#[track_caller]
fn check(text: &str, change: impl Fn(&mut Figure), expected: bool) {
    let page =
        |number, text: &str| ReportPage { number, text: text.into(), ..ReportPage::default() };
    let pages = vec![page(1, text), page(2, &"word ".repeat(200))];
    let document = DocumentFacts { pages, ..DocumentFacts::default() };
    let mut figure = picture();
    change(&mut figure);
    assert_eq!(is_emblem(&figure, &document), expected, "{text}");
}

#[test]
fn a_picture_without_a_caption_on_a_title_page_may_be_an_emblem() {
    let title = "The Auditor\nFinal Report\nby N. N.";
    check(title, |_| {}, true);
    check(title, |figure| figure.page = 2, false);
    check(title, |figure| figure.kind = FigureKind::Vector, false);
    check(title, |figure| figure.caption = Some("Figure 1".into()), false);
    check("The Auditor\nSystem architecture", |_| {}, false);
    check(&"words of an introduction ".repeat(30), |_| {}, false);
    check("", |_| {}, false);
}

#[test]
fn several_bitmaps_that_are_one_picture_are_told_as_several() {
    let figure = |bitmaps: Option<u32>| Figure { pixels: Some((800, 1200)), bitmaps, ..picture() };
    let told = |bitmaps: Option<u32>| finding(&figure(bitmaps)).rationale;
    assert_eq!(
        told(Some(3)),
        "3 bitmaps right below each other, together of 800 × 1200 pixels, that cover 25 % of the page."
    );
    assert_eq!(told(None), "Bitmap of 800 × 1200 pixels that covers 25 % of the page.");
}

#[test]
fn a_picture_that_is_shown_again_is_no_other_figure() {
    let figure = |hash: Option<&str>| Figure { sha256: hash.map(str::to_owned), ..picture() };
    let all = [Some("a"), Some("b"), Some("a"), None, None].map(figure);
    assert_eq!(repeats(&all.iter().collect::<Vec<_>>()), 1);
    assert_eq!((again(0).as_str(), again(2).len()), ("", again(3).len()));
}

#[test]
fn the_words_that_the_source_of_a_diagram_has_are_told() {
    let words = ["Prosecutor", "Tech Lead"].map(str::to_owned).to_vec();
    let labels = Labels { words };
    let told = |text: &str| {
        let page = ReportPage { number: 3, text: text.into(), ..ReportPage::default() };
        let document = DocumentFacts { pages: vec![page], ..DocumentFacts::default() };
        labels.in_source(&document).map(|(_, told)| told)
    };
    let begin = "graph TD\nA --> B[Prosecutor]\nA --> C";
    let all = told(&format!("{begin}[Tech Lead]")).expect("it has them");
    assert!(all.contains("on page 3") && all.ends_with("has `Prosecutor`, `Tech Lead`"), "{all}");
    let one = told(begin).expect("it has one");
    assert!(one.ends_with("has `Prosecutor`"), "{one}");
    // It goes on over the following pages as long as they have its arrows.
    let pages = [begin, "C --> D[Tech Lead]\nD --> E", "The Tech Lead was asked."];
    let pages = pages.iter().zip(3..);
    let pages = pages.map(|(text, number)| ReportPage {
        number,
        text: (*text).into(),
        ..ReportPage::default()
    });
    let document = DocumentFacts { pages: pages.collect(), ..DocumentFacts::default() };
    let (page, over) = labels.in_source(&document).expect("it has both");
    assert!(
        page == 3 && over.ends_with("on pages 3 to 4, has `Prosecutor`, `Tech Lead`"),
        "{over}"
    );
    // Beside the source a report may speak of anything.
    assert_eq!(told("graph TD\nA --> B\nB --> C\nThe Prosecutor and the Tech Lead"), None);
    assert_eq!(told("The Prosecutor and the Tech Lead"), None);
}

#[test]
fn the_source_of_a_diagram_is_one_that_was_not_rendered() {
    let check = |text: &str, expected: Option<u32>| {
        let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
        let document = DocumentFacts { pages: vec![page], ..DocumentFacts::default() };
        assert_eq!(unrendered(&document), expected, "{text}");
    };
    check("```mermaid\nflowchart TD\nA --> B\nB --> C\n```", Some(1));
    check("graph LR;\nA-->B\nB-->|on error| C", Some(1));
    check("A graph of START --> judges --> END was planned.", None);
    check("graph TD", None);
}

#[test]
fn a_report_is_silent_that_speaks_of_no_diagram_anywhere() {
    let silent = |text: &str, times: usize| {
        let page = ReportPage { number: 1, text: text.repeat(times), ..ReportPage::default() };
        is_silent(&DocumentFacts { pages: vec![page], ..DocumentFacts::default() })
    };
    assert!(silent("The form asks for a name and a password. ", 40));
    assert!(!silent("The form asks for a name and a password. ", 4), "too short to tell");
    assert!(!silent("Figure 1 has a form that asks for a name. ", 40));
}
