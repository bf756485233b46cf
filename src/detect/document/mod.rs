//! The report as text: reading order, segments, ranking, cited paths.

mod bibliography;
mod chunks;
mod citations;
mod columns;
mod concepts;
mod cross_reference;
mod endings;
mod hidden;
mod hints;
mod indents;
mod language;
mod lines;
mod listings;
mod opened;
mod others;
mod parts;
mod path_names;
mod path_words;
mod ranking;
mod reading;
mod running;
mod sentences;
mod tasks;
mod untold;

pub use chunks::chunk;

pub(super) use bibliography::is_reference;
pub(super) use concepts::drawn;
pub use concepts::{Statements, concept, explanation};
pub(super) use cross_reference::{AT_ODDS, RULED};
pub use cross_reference::{cited_in, cross_reference, leans};
pub(super) use hints::hint;
pub(super) use language::{FOREIGN, is_foreign, is_sign};
pub(super) use opened::Opened;
pub(super) use others::{SYSTEMS, heads_others};
pub(super) use path_names::{LIBRARIES, names_file};
pub use ranking::Index;
pub(super) use sentences::{is_stopped, sentences};
pub(crate) use tasks::heads_task;

use crate::domain::exhibit::pdf::{PdfExhibit, PdfPage};
use crate::domain::facts::{DocumentFacts, DocumentWarning, InjectionFacts};

/// Pages of these texts, numbered from 1.
#[cfg(test)]
pub(in crate::detect) fn numbered(texts: &[&str]) -> Vec<crate::domain::facts::ReportPage> {
    use crate::domain::facts::ReportPage;

    let page = |(number, text): (u32, &&str)| ReportPage {
        number,
        text: (*text).to_owned(),
        ..ReportPage::default()
    };
    (1..).zip(texts).map(page).collect()
}

/// Share of the page that an image must cover for the page to be a scan, 0–1.
const SCAN_SHARE: f32 = 0.6;
/// The same in a report most of whose pages have text.
const WHOLE_SHARE: f32 = 0.85;

/// States what the report says.
///
/// The cited paths are not looked up yet; [`cross_reference`] does that.
#[must_use]
pub fn examine_document(exhibit: &PdfExhibit) -> DocumentFacts {
    let body = reading::body_size(&exhibit.pages);
    let read: Vec<_> = exhibit.pages.iter().map(|page| reading::read(page, body)).collect();
    let paths = citations::cited_paths(&read);
    let (hidden_text, limit) = hidden::hidden_text(&exhibit.pages);
    let mut limits_reached = exhibit.limits_reached.clone();
    limits_reached.extend(limit);
    let pages: Vec<_> = read.into_iter().map(|read| read.page).collect();
    let warnings = warnings(&exhibit.pages).into_iter().chain(untold::untold(&pages)).collect();
    DocumentFacts {
        sha256: exhibit.sha256.clone(),
        blob: exhibit.blob.clone(),
        pages,
        pages_left: exhibit.pages_left,
        metadata: exhibit.metadata.clone(),
        warnings,
        hidden_text,
        paths,
        secrets: Vec::new(),
        injection: InjectionFacts::default(),
        limits_reached,
    }
}

fn warnings(pages: &[PdfPage]) -> Vec<DocumentWarning> {
    let numbers = |fits: &dyn Fn(&&PdfPage) -> bool| -> Vec<u32> {
        pages.iter().filter(fits).map(|page| page.number).collect()
    };
    let has_no_text = pages.iter().all(|page| page.spans.is_empty());
    // Where each page holds one picture and no text, a picture is the page, whatever its size.
    let is_bare = |page: &PdfPage| is_scan(page, SCAN_SHARE);
    let pictured = has_no_text && pages.iter().all(is_picture) && pages.iter().any(is_bare);
    // Among pages of text a picture on a page of its own is a figure, unless it is as large as the page.
    let read = pages.iter().filter(|page| !page.spans.is_empty()).count();
    let share = if 2 * read > pages.len() { WHOLE_SHARE } else { SCAN_SHARE };
    let scanned = numbers(&|page| pictured || is_scan(page, share));
    let damaged = numbers(&|page| page.error.is_some());
    let mut warnings = Vec::new();
    if !scanned.is_empty() {
        warnings.push(DocumentWarning::Scanned { pages: scanned });
    }
    if !damaged.is_empty() {
        warnings.push(DocumentWarning::Damaged { pages: damaged });
    }
    if has_no_text {
        warnings.push(DocumentWarning::NoText);
    }
    warnings
}

/// Whether the page has no text, and a picture covers so much of it.
///
/// Scans may come in strips, so the images' areas are added up.
fn is_scan(page: &PdfPage, share: f32) -> bool {
    let covered: f32 = page.images.iter().map(|image| image.area.size()).sum();
    let paper = (page.width * page.height).max(1.0);
    page.spans.is_empty() && covered / paper >= share
}

/// Whether the page holds one picture, and all of it could be read.
fn is_picture(page: &PdfPage) -> bool {
    page.images.len() == 1 && page.error.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::exhibit::pdf::PdfImage;
    use crate::domain::facts::{Area, TextSpan};

    fn page(number: u32, texts: &[&str]) -> PdfPage {
        let place = |(row, text): (u16, &&str)| TextSpan {
            text: (*text).to_string(),
            area: Area { x: 50.0, y: 50.0 + 14.0 * f32::from(row), width: 300.0, height: 10.0 },
            size: 10.0,
            angle: 0.0,
        };
        let spans = (0..).zip(texts).map(place).collect();
        PdfPage { number, width: 600.0, height: 800.0, spans, ..PdfPage::default() }
    }

    fn examine(pages: Vec<PdfPage>) -> DocumentFacts {
        examine_document(&PdfExhibit { pages, ..PdfExhibit::default() })
    }

    #[test]
    fn pages_become_lines_and_paths_get_their_sentence_and_heading() {
        let facts = examine(vec![page(
            1,
            &["2.1 Layout", "The graph is in src/", "graph.py. It works.", "Judges are elsewhere."],
        )]);
        let lines =
            "2.1 Layout\nThe graph is in src/\ngraph.py. It works.\nJudges are elsewhere.\n";
        assert_eq!(facts.pages[0].text, lines);
        let cited = &facts.paths[0];
        assert_eq!((cited.path.as_str(), cited.page), ("src/graph.py", 1));
        assert_eq!(cited.heading.as_deref(), Some("2.1 Layout"));
        assert!(cited.sentence.ends_with("graph.py."), "{}", cited.sentence);
    }

    #[test]
    fn a_numbered_heading_in_the_size_of_the_text_stands_alone() {
        let text = |lines: &[&str]| {
            let mut page = page(1, lines);
            for span in &mut page.spans {
                span.area.width = 5.0 * f32::from(u8::try_from(span.text.len()).unwrap());
            }
            examine(vec![page]).pages[0].text.clone()
        };
        let long = "The state is merged by reducers where branches meet again.";
        let after = "Every file is parsed to a tree before anything is said of it.";
        assert_eq!(
            text(&[long, "2.2 Parsing Structure", after]),
            format!("{long}\n\n2.2 Parsing Structure\n\n{after}\n")
        );
        assert_eq!(
            text(&[long, "3. Parsing", after]),
            format!("{long}\n\n3. Parsing\n\n{after}\n")
        );
        // A sentence goes on over the line, or an item of a list does.
        for lines in [
            [
                "The reducer is the one of which we said that it was added by",
                "0.2 LangGraph",
                after,
            ],
            [long, "2.2 Parsing", "goes on in the line below it, which is of the same length."],
            [long, "1. Walk over each of the files of the tree and start the", "Parser."],
            [long, "3 Judges", after],
            [long, "2.2 parsing", after],
            [long, "2.2 Parsing,", after],
        ] {
            assert_eq!(text(&lines), format!("{}\n", lines.join("\n")));
        }
    }

    #[test]
    fn scans_and_damage_are_told_by_their_pages() {
        let whole = Area { x: 0.0, y: 0.0, width: 600.0, height: 800.0 };
        let image = PdfImage { area: whole, pixels: (2000, 3000), ..PdfImage::default() };
        let scan = PdfPage { images: vec![image], ..page(1, &[]) };
        let broken = PdfPage { error: Some("cannot be decoded".into()), ..page(2, &["text"]) };
        assert_eq!(
            examine(vec![scan.clone(), broken]).warnings,
            [
                DocumentWarning::Scanned { pages: vec![1] },
                DocumentWarning::Damaged { pages: vec![2] }
            ]
        );
        let warnings = examine(vec![scan.clone()]).warnings;
        assert!(warnings.contains(&DocumentWarning::NoText));
        // The last page of such a report may be filled by a strip.
        let strip = Area { x: 0.0, y: 0.0, width: 600.0, height: 140.0 };
        let image = PdfImage { area: strip, pixels: (600, 140), ..PdfImage::default() };
        let last = PdfPage { images: vec![image.clone()], ..page(2, &[]) };
        let pages = |pages: &[u32]| DocumentWarning::Scanned { pages: pages.to_vec() };
        assert_eq!(examine(vec![scan.clone(), last.clone()]).warnings[0], pages(&[1, 2]));
        let two = PdfPage { images: vec![image.clone(), image], ..page(2, &[]) };
        assert_eq!(examine(vec![scan.clone(), two]).warnings[0], pages(&[1]));
        assert_eq!(examine(vec![scan, page(2, &[])]).warnings[0], pages(&[1]));
        assert_eq!(examine(vec![last]).warnings, [DocumentWarning::NoText]);
    }
}
