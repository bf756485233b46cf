//! Diagrams that stand in the report as text: drawn by characters, as words of boxes, or as the source of a drawing.

use crate::detect::figures::is_caption;
use crate::domain::facts::{DocumentFacts, ReportPage};

/// The pages of each source of a diagram: it goes on over the following ones as long as they have its arrows.
pub(super) fn sources(document: &DocumentFacts) -> Vec<&[ReportPage]> {
    let pages = document.pages.as_slice();
    let mut all = Vec::new();
    let mut at = 0;
    while at < pages.len() {
        if is_source(&pages[at].text) {
            let goes_on = |page: &&ReportPage| page.text.matches("-->").count() > 1;
            let more = pages[at + 1..].iter().take_while(goes_on).count();
            all.push(&pages[at..=at + more]);
            at += more;
        }
        at += 1;
    }
    all
}

/// The first page with the source of a diagram that was not rendered: it is there as text.
pub(super) fn unrendered(document: &DocumentFacts) -> Option<u32> {
    document.pages.iter().find(|page| is_source(&page.text)).map(|page| page.number)
}

/// Whether a page has the source of a diagram.
fn is_source(text: &str) -> bool {
    let begins = |line: &str| {
        let mut words = line.trim().trim_start_matches('`').split_whitespace();
        let kind = words.next().is_some_and(|word| matches!(word, "flowchart" | "graph"));
        let way = words.next().map(|word| word.trim_end_matches(';'));
        kind && way.is_some_and(|way| matches!(way, "TD" | "TB" | "LR" | "BT" | "RL"))
    };
    text.matches("-->").count() > 1 && (text.contains("```mermaid") || text.lines().any(begins))
}

/// Whether a page has a heading that names a diagram, and behind it lines as short as the words in its boxes.
fn has_titled_boxes(text: &str) -> bool {
    const NEXT: usize = 8;
    const BOXES: usize = 4;
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let words = |line: &str| line.split_whitespace().count();
    let is_title = |line: &str| {
        words(line) <= 8
            && !line.ends_with(['.', ',', ';'])
            && line.to_lowercase().contains("diagram")
    };
    let is_box = |line: &&&str| words(line) <= 5 && !line.ends_with(['.', ',', ';', ':']);
    !is_source(text)
        && lines.iter().enumerate().any(|(at, line)| {
            is_title(line) && lines[at + 1..].iter().take(NEXT).filter(is_box).count() >= BOXES
        })
}

/// The first page that has a caption of a figure, lines drawn by characters, or what may be the words of a diagram.
pub(super) fn drawn_in_text(document: &DocumentFacts) -> Option<u32> {
    // The last ones stand for strokes that the font lacks.
    const STROKES: &str = "│┃└┘┌┐├┤┬┴┼─═║▼▲►◄→↓←↑|■□▯\u{fffd}\u{ffff}";
    const ENOUGH: usize = 8;
    const ENOUGH_BELOW_TITLE: usize = 4;
    let is_title = |line: &str| {
        let line = line.to_lowercase();
        let names = ["architecture", "overview", "diagram", "pipeline"];
        line.split_whitespace().count() <= 8 && names.iter().any(|name| line.contains(name))
    };
    let has = |text: &str| {
        // The arrows of a source draw nothing.
        let arrows: &[&str] = if text.matches("-->").count() > 1 { &[] } else { &[" -> ", "-->"] };
        let is_drawn = |line: &&str| {
            line.chars().any(|c| STROKES.contains(c))
                || ["+--", "--+"].iter().chain(arrows).any(|stroke| line.contains(stroke))
        };
        let strokes = text.lines().filter(is_drawn);
        let enough = if text.lines().any(is_title) { ENOUGH_BELOW_TITLE } else { ENOUGH };
        text.lines().map(str::trim).any(is_caption) || strokes.count() >= enough
    };
    let first = |has: &dyn Fn(&str) -> bool| document.pages.iter().find(|page| has(&page.text));
    first(&has).or_else(|| first(&has_titled_boxes)).map(|page| page.number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_below_a_heading_that_names_a_diagram_may_be_one() {
        let boxes = "6.1 High-Level Architecture Diagram\nBrowser\nReact Frontend\nFastAPI Server\nSQLite\n";
        assert!(has_titled_boxes(boxes));
        assert!(!has_titled_boxes(&boxes.replace("Diagram", "Overview")));
        let told = "Architecture Diagram\nThe diagram was drawn by hand and shows the browser before the server.\nIt is left out here.";
        assert!(!has_titled_boxes(told));
    }

    #[test]
    fn strokes_of_letters_or_that_the_font_lacks_may_be_a_diagram() {
        let is_drawn = |text: &str| {
            let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
            let pages = vec![page];
            drawn_in_text(&DocumentFacts { pages, ..DocumentFacts::default() }).is_some()
        };
        let frame = "+------+\n  START\n+------+\n   v\n+------+\n  judge\n+------+\n";
        assert!(is_drawn(&format!("System architecture\n{frame}")));
        assert!(!is_drawn(&format!("The words\n{frame}")));
        assert!(is_drawn(&format!("The words\n{frame}{frame}")));
        assert!(is_drawn(&"START -> judge\n".repeat(8)) && !is_drawn(&"a->b\n".repeat(8)));
        let lost = "\u{fffd}\u{fffd}\u{fffd}\n\u{fffd} ROCm \u{fffd}\n".repeat(4);
        assert!(is_drawn(&lost));
    }
}
