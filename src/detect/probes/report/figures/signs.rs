//! What tells of a figure whether it may show a diagram, without looking at it.

mod words;

use super::in_text::unrendered;
use crate::detect::document::{is_foreign, is_sign, sentences};
use crate::detect::figures::{CAMERA, MEASURED, PLOTS, SEEN, is_caption, names_diagram};
use crate::domain::facts::{DocumentFacts, Figure, FigureKind};
use words::{
    ABROAD, CHARTS, DIAGRAM, DRAWN, FLOWS, HEADED, PICTURED, POINTS, SCREEN, SHOWN, SHOWN_ABROAD,
    SIGNS,
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
        || (caption.is_empty() && begins_below_title(figure, document))
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
    let mut lines = std::iter::once(caption).chain(page.lines().filter(|line| heads(line)));
    lines.any(|line| has(line, &ABROAD) || has(line, &SIGNS))
        || page.lines().any(|line| has(line, &PICTURED) && has(line, &SHOWN_ABROAD))
}

/// Whether the caption of a figure names a diagram, and nothing else.
pub(super) fn is_named(figure: &Figure) -> bool {
    figure.caption.as_deref().is_some_and(names_diagram)
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

/// Whether a page, or the end of what stands before it, speaks of a diagram. One that says nothing may hold the one of which
/// the report speaks elsewhere, unless it follows on words about what was seen on a screen. Where a diagram stands as its source, words may speak of that.
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
    let speaks = || near.lines().any(speaks_of_one) || points_to_flow(&near);
    let shows_another = has(&near, &SCREEN) || has(&near, &PLOTS);
    speaks() || (is_bare(&own) && !shows_another && speaks_anywhere(document))
}

/// Whether a page in small letters says nothing but its number.
fn is_bare(text: &str) -> bool {
    let mut words = text.split(|letter: char| !letter.is_alphabetic());
    letters(text) < EMPTY && words.all(|word| matches!(word, "" | "page" | "of" | "seite" | "von"))
}

/// Whether a line of the report heads a diagram or points to one, wherever that is.
fn speaks_anywhere(document: &DocumentFacts) -> bool {
    let texts = || document.pages.iter().map(|page| page.text.to_lowercase());
    texts().any(|text| text.lines().any(speaks_of_one) || points_to_flow(&text))
}

/// Whether a figure stands at the head of its page, and the page before ends with the title of a diagram: that is then its
/// own, whatever else stands on the page.
fn begins_below_title(figure: &Figure, document: &DocumentFacts) -> bool {
    /// How far below the edge of the page, in points.
    const HEAD: f32 = 72.0;
    /// Most words of a title behind its number.
    const LONG: usize = 12;
    let before = document.pages.iter().find(|page| page.number + 1 == figure.page);
    let last = before.and_then(|page| page.text.lines().rfind(|line| !line.trim().is_empty()));
    let title = last.map(|line| line.trim().to_lowercase()).unwrap_or_default();
    let number = title.split(' ').next().unwrap_or_default();
    let is_number = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ')');
    let is_title = number.starts_with(|first: char| first.is_ascii_digit())
        && number.chars().all(is_number)
        && title.split_whitespace().count() <= LONG
        && !title.ends_with(['.', ',', ';', ':'])
        && !is_caption(&title);
    let names = || DRAWN.iter().chain(&HEADED).any(|word| stands_apart(&title, word));
    (0.0..HEAD).contains(&figure.area.y) && is_title && !has(&title, &PLOTS) && names()
}

/// Whether a line is as short as one that heads something.
fn heads(line: &str) -> bool {
    const SHORT: usize = 8;
    /// The same in signs, which no gaps part into words.
    const SIGNS: usize = 32;
    let signs = line.chars().filter(|letter| is_sign(*letter)).count();
    line.split_whitespace().count() <= SHORT
        && signs <= SIGNS
        && !line.trim().ends_with(['.', ',', ';', '。', '，', '；', '、'])
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
    has(line, &CHARTS) || (has(line, &POINTS) && DRAWN.iter().any(speaks))
}

/// Whether a sentence points to the picture of what flows somewhere: one that does not speaks of the flow itself.
fn points_to_flow(text: &str) -> bool {
    let said = sentences(text).into_iter().map(|range| &text[range]);
    said.filter(|said| has(said, &FLOWS) && !has(said, &PLOTS)).any(|said| has(said, &POINTS))
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

/// Whether a report that has a text speaks of no diagram, figure or architecture anywhere, in whichever language.
pub(super) fn is_silent(document: &DocumentFacts) -> bool {
    const ENOUGH: usize = 1000;
    let texts = || document.pages.iter().map(|page| page.text.to_lowercase());
    let letters: usize = texts().map(|text| text.len()).sum();
    let speaks = |text: &str| [&DRAWN[..], &SHOWN, &ABROAD, &SIGNS].iter().any(|it| has(text, it));
    letters > ENOUGH && !texts().any(|text| speaks(&text))
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
    fn a_report_in_signs_speaks_of_diagrams_as_well() {
        use FigureKind::Raster;
        let words = "系统要保证一致性，即多个节点对于相同数据的访问要保持一致，并且流程中的每一步都会被记录下来以便恢复，".repeat(12);
        let shown = format!(
            "{words}\n实现的分布式文件系统体系结构流程图大致如下所示，箭头指向代表数据流动的方向："
        );
        check([&words, &words], Raster, None, false);
        check([&words, &shown], Raster, None, true);
        check([&words, &format!("{words}\n三、系统架构")], Raster, None, true);
        let of = |text: &str| {
            let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
            is_silent(&DocumentFacts { pages: vec![page], ..DocumentFacts::default() })
        };
        assert!(!of(&shown) && of(&WORDS.repeat(12)));
    }

    #[test]
    fn without_a_caption_the_words_around_it_tell() {
        use FigureKind::{Raster, Vector};
        let words = WORDS;
        check([words, words], Raster, None, false);
        check([words, words], Vector, None, true);
        check([words, &format!("{words} Its architecture:")], Raster, None, true);
        check([&format!("{words} This diagram says it:"), words], Raster, None, true);
        check([words, ""], Raster, None, false);
        check([words, "Output"], Raster, None, false);
        let spoken = format!("System architecture\n{}", words.repeat(4));
        check([&spoken, "2"], Raster, None, true);
        check([&spoken, "Window 50"], Raster, None, false);
        check([&format!("{spoken}\nplt.savefig(path)"), ""], Raster, None, false);
        check([words, "Here is what we see in the view:"], Raster, None, false);
        // What flows is spoken of where no picture shows it.
        let flow = format!(
            "{words}\nIt runs without interfering with the actual data flow to\nthe application."
        );
        check([words, &flow], Raster, None, false);
        let shown = format!(
            "{words}\nThe data flow to our application is the one that is\nshown in the picture."
        );
        check([words, &shown], Raster, None, true);
        check([words, &format!("{words}\nThe flowchart of it:")], Raster, None, true);
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
        // At the head of a page a picture is that of the title before it.
        let titled = |title: &str| format!("{source}{words}\n\n{title}");
        check([&titled("3.2 Final Flow (with Both Layers)"), &source], Raster, None, true);
        check([&titled("3.2 The results"), &source], Raster, None, false);
        check([&titled("It shows the final flow"), &source], Raster, None, false);
    }
}
