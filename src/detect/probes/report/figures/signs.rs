//! What tells of a figure whether it may show a diagram, without looking at it.

mod words;

use super::in_text::unrendered;
use crate::detect::document::is_foreign;
use crate::detect::figures::is_caption;
use crate::domain::facts::{DocumentFacts, Figure, FigureKind};
use words::{
    ABROAD, CAMERA, COMPOUND, DIAGRAM, DRAWN, HEADED, MEASURED, NAMED, PLOTS, POINTS, SCREEN, SEEN,
    SHOWN, SIGNS,
};

/// Fewest letters of a page that says something.
const FEW: usize = 100;
/// Letters of a page that says nothing, such as its number.
const EMPTY: usize = 20;
/// Letters of a caption that says nothing but its number.
const FEWEST: usize = 2;
/// Letters before a page that may introduce a figure.
const BEFORE: usize = 400;

/// Whether something says that a figure may be a diagram: its caption, the words in it, or what stands on its page and right
/// before. A drawing without a caption may be one whatever is said, and so may all where the words are not known.
pub(super) fn is_signed(figure: &Figure, document: &DocumentFacts) -> bool {
    let caption = figure.caption.as_deref().unwrap_or_default().to_lowercase();
    let has = |words: &[&str]| has(&caption, words);
    if has(&PLOTS) || has(&MEASURED) || is_seen(&caption) {
        return false;
    }
    has(&DIAGRAM)
        || (figure.kind == FigureKind::Vector && caption.is_empty())
        || !figure.labels.is_empty()
        || (is_number(&caption) && is_spoken_of(figure.page, document))
        || (is_foreign(document) && is_told_abroad(&caption, figure.page, document))
}

/// Whether a caption is of what a screen or a camera showed. A screen may show a diagram, and a camera does not.
fn is_seen(caption: &str) -> bool {
    has(caption, &CAMERA) || (has(caption, &SEEN) && !has(caption, &DIAGRAM))
}

/// Whether the caption or the page of a report in another language has a word for a diagram.
fn is_told_abroad(caption: &str, number: u32, document: &DocumentFacts) -> bool {
    let page = document.pages.iter().find(|page| page.number == number);
    let page = page.map(|page| page.text.to_lowercase()).unwrap_or_default();
    let lines = std::iter::once(caption).chain(page.lines().filter(|line| heads(line)));
    lines.into_iter().any(|line| has(line, &ABROAD) || has(line, &SIGNS))
}

/// Whether the caption of a figure names a diagram, and nothing else.
pub(super) fn is_named(figure: &Figure) -> bool {
    let caption = figure.caption.as_deref().unwrap_or_default().to_lowercase();
    has(&caption, &NAMED)
        && ![&PLOTS[..], &MEASURED, &SEEN, &CAMERA].iter().any(|words| has(&caption, words))
}

/// Whether a text in small letters has one of these words.
fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// Whether a caption in small letters says nothing but its number: one that names something else says that it is that.
fn is_number(caption: &str) -> bool {
    let named = ["figure", "fig"].iter().find_map(|word| caption.strip_prefix(word));
    named.unwrap_or(caption).chars().filter(|letter| letter.is_alphabetic()).count() <= FEWEST
}

fn letters(text: &str) -> usize {
    text.chars().filter(|letter| letter.is_alphanumeric()).count()
}

/// Whether a page, or the end of what stands before it, speaks of a diagram. One that says nothing may hold
/// one unless it follows on words about what was seen on a screen. Where a diagram stands as its source, words may speak of that.
fn is_spoken_of(number: u32, document: &DocumentFacts) -> bool {
    if unrendered(document).is_some() {
        return false;
    }
    let own = document.pages.iter().find(|page| page.number == number);
    let own = own.map(|page| page.text.to_lowercase()).unwrap_or_default();
    // The captions of a page are those of its figures, whichever belongs to which.
    let mut captions = own.lines().map(str::trim).filter(|line| is_caption(line)).peekable();
    if captions.peek().is_some() {
        return captions.any(|line| is_number(line) || has(line, &DIAGRAM));
    }
    let mut earlier = document.pages.iter().rev().filter(|page| page.number < number);
    let before = earlier.find(|page| letters(&page.text) >= FEW);
    let before = before.map(|page| page.text.to_lowercase()).unwrap_or_default();
    let end = before.char_indices().rev().nth(BEFORE).map_or(0, |(at, _)| at);
    let near = format!("{}\n{own}", &before[end..]);
    let speaks = || near.lines().any(speaks_of_one);
    let shows_another = has(&near, &SCREEN) || has(&near, &PLOTS);
    speaks() || (letters(&own) < EMPTY && !shows_another)
}

/// Whether a line is as short as one that heads something.
fn heads(line: &str) -> bool {
    const SHORT: usize = 8;
    line.split_whitespace().count() <= SHORT && !line.trim().ends_with(['.', ',', ';'])
}

/// Whether a line of small letters heads a diagram, or points to one. On a page full of words such as "architecture"
/// stand for much else.
fn speaks_of_one(line: &str) -> bool {
    let line = line.trim();
    if has(line, &PLOTS) {
        return false;
    }
    let speaks = |word: &&str| stands_apart(line, word);
    if heads(line) || line.ends_with(':') {
        return DRAWN.iter().chain(&HEADED).any(speaks);
    }
    has(line, &COMPOUND)
        || line.contains("diagram")
        || (has(line, &POINTS) && DRAWN.iter().any(speaks))
}

/// Whether a word begins in a text that is no name of another thing, as in `workflow`, and is no graph of data.
fn stands_apart(text: &str, word: &str) -> bool {
    const BEFORE: [&str; 5] = ["the following", "this", "state", "the agent", "execution"];
    const AFTER: [&str; 9] = [
        "below",
        "above",
        "shows",
        "diagram",
        "visual",
        "structure",
        "topology",
        "in studio",
        "is ",
    ];
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        if word != "graph" {
            return !before.ends_with(char::is_alphanumeric);
        }
        let (before, after) = (before.trim_end(), after.trim_start());
        BEFORE.iter().any(|word| before.ends_with(word))
            || AFTER.iter().any(|word| after.starts_with(word))
    })
}

/// Whether a figure may be the emblem of a title page: a picture without a caption on a first page that has a few
/// words, none of which speaks of it, before pages full of text.
pub(super) fn is_emblem(figure: &Figure, document: &DocumentFacts) -> bool {
    const FEW: usize = 500;
    const FULL: usize = 600;
    let speaks = |text: &str| {
        let words =
            ["diagram", "figure", "fig.", "architecture", "graph", "flow", "pipeline", "overview"];
        has(&text.to_lowercase(), &words)
    };
    let mut after = document.pages.iter().filter(|page| page.number != 1);
    let title = document.pages.iter().find(|page| page.number == 1);
    figure.page == 1
        && figure.kind == FigureKind::Raster
        && figure.caption.is_none()
        && title.is_some_and(|page| (1..FEW).contains(&letters(&page.text)) && !speaks(&page.text))
        && after.any(|page| letters(&page.text) >= FULL)
}

/// Whether a report that has a text speaks of no diagram, figure or architecture anywhere.
pub(super) fn is_silent(document: &DocumentFacts) -> bool {
    const ENOUGH: usize = 1000;
    let texts = || document.pages.iter().map(|page| page.text.to_lowercase());
    let letters: usize = texts().map(|text| text.len()).sum();
    letters > ENOUGH && !texts().any(|text| has(&text, &DRAWN) || has(&text, &SHOWN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::ReportPage;

    /// Checks whether a picture on the second page may be a diagram.
    #[track_caller]
    fn check(pages: [&str; 2], kind: FigureKind, caption: Option<&str>, expected: bool) {
        let page = |(number, text): (u32, &str)| ReportPage {
            number,
            text: text.into(),
            ..ReportPage::default()
        };
        let pages = (1..).zip(pages).map(page).collect();
        let document = DocumentFacts { pages, ..DocumentFacts::default() };
        let figure = Figure {
            page: 2,
            kind,
            caption: caption.map(str::to_owned),
            ..super::super::tests::picture()
        };
        assert_eq!(is_signed(&figure, &document), expected, "{document:?} {caption:?}");
    }

    /// Words that speak of no figure.
    const WORDS: &str = "The students wrote the tests first and measured how often each of them failed over the weeks, which took longer than planned.";

    #[test]
    fn a_caption_says_what_a_figure_shows() {
        use FigureKind::{Raster, Vector};
        let pages = ["", "System architecture"];
        check(pages, Raster, Some("Figure 1: Architecture of the swarm"), true);
        check(pages, Raster, Some("Figure 1: Rewards of two agents over the episodes"), false);
        check(pages, Raster, Some("Figure 1: The auditor"), false);
        check(pages, Raster, Some("Figure 2: PostgreSQL instance"), false);
        check(pages, Raster, Some("Fig. 3 - Evidence collected in parallel"), true);
        check(pages, Raster, Some("Figure 1: Screenshot of the chat"), false);
        check(pages, Raster, Some("Figure 1: Screenshot of the graph in Studio"), true);
        check(["", WORDS], Raster, Some("The auditor"), false);
        check(
            ["", &format!("{WORDS} Figure 1: Average")],
            Raster,
            Some("Figure 1: Average"),
            false,
        );
        check(["", WORDS], Raster, Some("Figure 3: How it systematically comes to mastery"), false);
        check(pages, Vector, Some("Figure 2: Bar graph of the scores of each component"), false);
        // A number alone says nothing.
        check(pages, Raster, Some("Figure 1"), true);
    }

    #[test]
    fn a_caption_that_names_a_diagram_names_nothing_else() {
        let is = |caption: Option<&str>| {
            let caption = caption.map(str::to_owned);
            is_named(&Figure { caption, ..super::super::tests::picture() })
        };
        assert!(is(Some("Figure 2: System Architecture")));
        assert!(is(Some("Fig. 1. The pipeline")));
        assert!(!is(Some("Figure 2: Histogram of the pipeline's times")));
        assert!(!is(Some("Figure 2: Screenshot of the architecture page")));
        assert!(!is(Some("Figure 2: The logo")) && !is(None));
    }

    #[test]
    fn without_a_caption_the_words_around_it_tell() {
        use FigureKind::{Raster, Vector};
        let words = WORDS;
        check([words, words], Raster, None, false);
        check([words, words], Vector, None, true);
        check([words, &format!("{words} Its architecture:")], Raster, None, true);
        check([&format!("{words} This diagram says it:"), words], Raster, None, true);
        check([words, ""], Raster, None, true);
        check([words, "Here is what we see in the view:"], Raster, None, false);
        check([&format!("{words} The results show it."), "9"], Raster, None, false);
        check([&format!("{words} Appendix A: Conversation logs"), ""], Raster, None, false);
        check([words, "Screenshot of the graph in Studio"], Raster, None, true);
        // What is called like a diagram is none, and a page's captions are those of its figures.
        check(
            [words, &format!("{words} The workflow of the team, in graph neural networks")],
            Raster,
            None,
            false,
        );
        check([words, &format!("{words} The ROC curve of the classifier:")], Raster, None, false);
        let server =
            format!("{words} The architecture is good.\nFigure 1: PostgreSQL\nFigure 2: Logs");
        check([words, &server], Raster, None, false);
        check([words, &format!("{server}\nFigure 3: The data flow")], Raster, None, true);
        let source = format!("{words} Its architecture:\ngraph TD\nA --> B\nB --> C\n");
        check([&source, &format!("{words} Its architecture:")], Raster, None, false);
        check([&source, words], Raster, Some("Figure 1: Architecture"), true);
    }
}
