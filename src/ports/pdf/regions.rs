//! Pictures of regions of pages.

use super::PdfError;
use super::hayro::open;
use super::pictures::pixels;
use crate::domain::facts::{Area, Region};
use crate::domain::limits::Limits;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};
use hayro_interpret::font::GlyphRun;
use hayro_interpret::kurbo::{Affine, BezPath, Rect};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps,
    InterpreterSettings, SoftMask, TransformExt, interpret_page,
};
use hayro_syntax::page::Page;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Points around a region that are shown too, so that lines on its edge are whole.
const MARGIN: f64 = 3.0;
/// Pixels per point at most; letters of six points are then as high as those on a screen.
const LARGEST_SCALE: f64 = 4.0;

/// Draws each region as a PNG file, on white, with everything that a reader sees there.
///
/// The longest side has at most `limits.figure_side` pixels. A region that cannot be drawn says why in a
/// lowercase fragment.
///
/// # Errors
/// When the file as a whole cannot be read; see [`PdfError`].
pub fn render_regions(
    bytes: &[u8],
    regions: &[Region],
    limits: &Limits,
) -> Result<Vec<Result<Vec<u8>, String>>, PdfError> {
    let pdf = open(bytes, limits)?;
    let pages = pdf.pages();
    let mut cache = RenderCache::new();
    let mut left = limits.figure_bytes;
    let mut pictures = Vec::new();
    for (index, region) in regions.iter().enumerate() {
        let number = usize::try_from(region.page).unwrap_or(usize::MAX);
        let page = number.checked_sub(1).and_then(|number| pages.get(number));
        let picture = match page {
            None => Err(format!("there is no page {}", region.page)),
            Some(_) if number > limits.pdf_pages => Err("the page is beyond the limit".into()),
            Some(_) if index >= limits.figures => Err("more figures than are drawn".into()),
            Some(page) => {
                let drawn =
                    catch_unwind(AssertUnwindSafe(|| draw(page, region.area, &cache, limits)));
                drawn.unwrap_or_else(|_| {
                    // A panic may have poisoned what the cache holds.
                    cache = RenderCache::new();
                    Err("the page cannot be drawn".into())
                })
            }
        };
        let picture = picture.and_then(|png| match left.checked_sub(png.len() as u64) {
            Some(rest) => {
                left = rest;
                Ok(png)
            }
            None => Err("the pictures are larger than allowed".into()),
        });
        pictures.push(picture);
    }
    Ok(pictures)
}

fn draw<'a>(
    page: &'a Page<'a>,
    area: Area,
    cache: &RenderCache<'a>,
    limits: &Limits,
) -> Result<Vec<u8>, String> {
    let (width, height) = page.render_dimensions();
    let paper = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let (x, y) = (f64::from(area.x), f64::from(area.y));
    let wanted = Rect::new(x, y, x + f64::from(area.width), y + f64::from(area.height));
    let shown = wanted.inflate(MARGIN, MARGIN).intersect(paper);
    let longest = shown.width().max(shown.height());
    let is_place = wanted.is_finite() && shown.width() > 0.0 && shown.height() > 0.0;
    if !is_place {
        return Err("the region lies outside the page".into());
    }
    weigh(page, limits)?;
    let scale = (f64::from(limits.figure_side) / longest).min(LARGEST_SCALE);
    let (columns, rows) = (side(shown.width() * scale), side(shown.height() * scale));
    let transform = Affine::scale(scale)
        * Affine::translate((-shown.x0, -shown.y0))
        * page.initial_transform(true).to_kurbo();
    let mut context = RenderContext::new(columns, rows);
    let (settings, quality) = (InterpreterSettings::default(), RenderSettings::default());
    render_into(page, cache, &settings, &quality, &mut context, transform);
    context.flush();
    let mut pixmap = Pixmap::new(columns, rows);
    let target = RasterizerSettings { target_init: TargetInit::Clear(WHITE), ..Default::default() };
    context.render_with(&mut pixmap, &mut Resources::default(), target);
    pixmap.into_png().map_err(|error| format!("no PNG can be made: {error}"))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a u16")]
fn side(pixels: f64) -> u16 {
    pixels.round().clamp(1.0, f64::from(u16::MAX)) as u16
}

/// Refuses a page with an image that is too large to be decoded.
fn weigh(page: &Page<'_>, limits: &Limits) -> Result<(), String> {
    let (width, height) = page.render_dimensions();
    let cache = hayro_interpret::InterpreterCache::new();
    let paper = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let transform = page.initial_transform(true).to_kurbo();
    let settings = InterpreterSettings::default();
    let mut context = Context::new(transform, paper, &cache, page.xref(), settings);
    let mut scales = Scales { largest: 0 };
    interpret_page(page, &mut context, &mut scales);
    let (pixels, limit) = (scales.largest, limits.image_pixels);
    if pixels > limit {
        return Err(format!("an image of {pixels} pixels is larger than the limit of {limit}"));
    }
    Ok(())
}

/// Notes how large the images of a page are.
struct Scales {
    largest: u64,
}

impl<'a> Device<'a> for Scales {
    fn draw_image(&mut self, image: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.largest = self.largest.max(pixels(&image));
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::super::writer::pdf;
    use super::*;

    fn region(page: u32, area: Area) -> Region {
        Region { page, area }
    }

    fn picture(content: &str, area: Area) -> image::RgbImage {
        let file = pdf(&[content]);
        let pictures = render_regions(&file, &[region(1, area)], &Limits::default());
        let png = pictures.expect("the PDF is well formed").remove(0).expect("it can be drawn");
        image::load_from_memory(&png).expect("it is a PNG").into_rgb8()
    }

    const BOX: Area = Area { x: 100.0, y: 100.0, width: 200.0, height: 100.0 };

    #[test]
    fn a_region_shows_what_stands_there_and_nothing_else() {
        // The page is 800 points high, so the top half of the box is red and the rest of the page is green.
        let content =
            "0 1 0 rg 0 0 600 800 re f 1 g 90 590 220 120 re f 1 0 0 rg 100 650 200 50 re f";
        let drawn = picture(content, BOX);
        let scale = 4;
        assert_eq!(drawn.dimensions(), (206 * scale, 106 * scale));
        let at = |x: u32, y: u32| drawn.get_pixel((x + 3) * scale, (y + 3) * scale).0;
        assert_eq!((at(100, 25), at(100, 75)), ([255, 0, 0], [255, 255, 255]));
        assert!(drawn.pixels().all(|pixel| pixel.0 != [0, 255, 0]));
    }

    #[test]
    fn the_longest_side_keeps_its_limit() {
        let whole = Area { x: 0.0, y: 0.0, width: 600.0, height: 800.0 };
        assert_eq!(picture("", whole).dimensions(), (1200, 1600));
    }

    #[track_caller]
    fn refuses(region: Region, limits: &Limits, reason: &str) {
        let file = pdf(&["q 200 0 0 100 50 50 cm /I Do Q"]);
        let pictures = render_regions(&file, &[region], limits).expect("the PDF is well formed");
        assert_eq!(pictures, [Err(reason.to_string())]);
    }

    #[test]
    fn what_cannot_be_drawn_says_why() {
        let limits = Limits::default();
        refuses(region(0, BOX), &limits, "there is no page 0");
        refuses(region(2, BOX), &limits, "there is no page 2");
        let outside = Area { x: 700.0, ..BOX };
        refuses(region(1, outside), &limits, "the region lies outside the page");
        let nowhere = Area { x: f32::NAN, ..BOX };
        refuses(region(1, nowhere), &limits, "the region lies outside the page");
        let few = Limits { figures: 0, ..limits.clone() };
        refuses(region(1, BOX), &few, "more figures than are drawn");
        let small = Limits { figure_bytes: 10, ..limits.clone() };
        refuses(region(1, BOX), &small, "the pictures are larger than allowed");
        let fine = Limits { image_pixels: 3, ..limits };
        refuses(region(1, BOX), &fine, "an image of 4 pixels is larger than the limit of 3");
    }
}
