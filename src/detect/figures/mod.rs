//! The report as pictures: bitmaps and drawings.

mod charts;
mod drawings;
mod geometry;
mod labels;
mod pictures;
mod plots;
mod tables;

pub(in crate::detect) use labels::{CAMERA, MEASURED, PLOTS, SEEN, is_caption, names_diagram};

use crate::domain::exhibit::pdf::{PdfExhibit, PdfPage};
use crate::domain::facts::{Figure, FigureFacts, InjectionFacts};

/// Smallest share of the page that a figure covers, 0–1.
const SMALLEST_SHARE: f32 = 0.01;

/// States what the report shows.
///
/// Decoration is left out: icons, rules, backgrounds, borders, tables, code listings.
#[must_use]
pub fn examine_figures(exhibit: &PdfExhibit) -> FigureFacts {
    let shown = |figure: &Figure| !is_backdrop(figure, &exhibit.pages);
    let bare: Vec<Vec<Figure>> = exhibit.pages.iter().map(figures_of).collect();
    let pages = || exhibit.pages.iter().zip(&bare);
    let placed = |(page, figures): (_, &Vec<Figure>)| -> Vec<_> {
        figures.iter().map(|figure| (page, figure.area)).collect()
    };
    let side = labels::side(pages().flat_map(placed));
    let named = pages().flat_map(|(page, figures)| with_words(page, figures, side));
    FigureFacts {
        sha256: exhibit.sha256.clone(),
        pages: u32::try_from(exhibit.pages.len()).unwrap_or(u32::MAX),
        figures: named.filter(shown).collect(),
        injection: InjectionFacts::default(),
        damage: exhibit.pages.iter().flat_map(damage_of).collect(),
        limits_reached: exhibit.limits_reached.clone(),
    }
}

fn figures_of(page: &PdfPage) -> Vec<Figure> {
    let mut figures = pictures::pictures(page);
    // A drawing inside a picture's box belongs to the picture, such as its frame.
    let drawings: Vec<Figure> = drawings::drawings(page)
        .into_iter()
        .filter(|d| !figures.iter().any(|f| geometry::covers(&f.area, &d.area, 0.7)))
        .collect();
    figures.extend(drawings);
    figures.sort_by(|a, b| a.area.y.total_cmp(&b.area.y).then(a.area.x.total_cmp(&b.area.x)));
    figures
}

/// The figures of a page with their labels and captions.
fn with_words(page: &PdfPage, figures: &[Figure], side: labels::Side) -> Vec<Figure> {
    let areas: Vec<_> = figures.iter().map(|figure| figure.area).collect();
    let captions = labels::captions(page, &areas, side);
    let named = figures.iter().zip(captions).map(|(figure, caption)| Figure {
        labels: labels::labels(page, &figure.area),
        caption,
        ..figure.clone()
    });
    named.collect()
}

/// Whether a bitmap that covers its page lies at the same place of another page too: what slides are set on, whatever
/// little text stands over it.
fn is_backdrop(figure: &Figure, pages: &[PdfPage]) -> bool {
    const WHOLE: f32 = 0.85;
    let Some(hash) = figure.sha256.as_ref().filter(|_| figure.page_share >= WHOLE) else {
        return false;
    };
    let others = pages.iter().filter(|page| page.number != figure.page);
    others.flat_map(|page| &page.images).any(|image| {
        let same = image.bitmap.as_ref().is_some_and(|bitmap| bitmap.sha256 == *hash);
        same && geometry::covers(&image.area, &figure.area, 0.95)
    })
}

fn damage_of(page: &PdfPage) -> Vec<String> {
    let mut damage: Vec<String> = Vec::new();
    if let Some(error) = &page.error {
        damage.push(format!("Page {} could not be read in full: {error}.", page.number));
    }
    for image in &page.images {
        if let Some(problem) = &image.problem {
            let (width, height) = image.pixels;
            let number = page.number;
            damage.push(format!(
                "An image of {width} × {height} pixels on page {number} could not be decoded: {problem}."
            ));
        }
    }
    damage.dedup();
    damage
}

#[cfg(test)]
mod tests;
