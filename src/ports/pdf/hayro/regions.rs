//! Draws regions of pages.

use super::super::PdfError;
use super::super::regions::{View, render as render_each};
use super::open;
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

/// Draws each region as a PNG file, on white, with everything that a reader sees there.
pub(super) fn render(
    bytes: &[u8],
    regions: &[Region],
    limits: &Limits,
) -> Result<Vec<Result<Vec<u8>, String>>, PdfError> {
    let pdf = open(bytes, limits)?;
    let pages = pdf.pages();
    let mut cache = RenderCache::new();
    Ok(render_each(regions, pages.len(), limits, |page, area| {
        let drawn = catch_unwind(AssertUnwindSafe(|| draw(&pages[page], area, &cache, limits)));
        drawn.unwrap_or_else(|_| {
            // A panic may have poisoned what the cache holds.
            cache = RenderCache::new();
            Err("the page cannot be drawn".into())
        })
    }))
}

fn draw<'a>(
    page: &'a Page<'a>,
    area: Area,
    cache: &RenderCache<'a>,
    limits: &Limits,
) -> Result<Vec<u8>, String> {
    let view = View::new(area, page.render_dimensions(), limits)?;
    let pixmap = paint(page, &view, cache, limits)?;
    pixmap.into_png().map_err(|error| format!("no PNG can be made: {error}"))
}

/// Draws what the view shows of a page, on white.
pub(super) fn paint<'a>(
    page: &'a Page<'a>,
    view: &View,
    cache: &RenderCache<'a>,
    limits: &Limits,
) -> Result<Pixmap, String> {
    let View { shown, scale, columns, rows } = *view;
    weigh(page, limits)?;
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
    Ok(pixmap)
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
