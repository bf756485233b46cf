//! One page as the interpreter draws it.

use super::super::drawing::{Drawing, Traced};
use super::super::ink::{Outline, Stroke};
use super::super::marks::Mark;
use super::super::masks::Mask;
use super::super::page::{Finished, Spot};
use super::super::reading::Reading;
use super::super::shapes;
use super::super::sight::{Blend, Ink, Run};
use super::colors::color;
use super::faces::Faces;
use super::letters::mark;
use super::marked::MarkedContent;
use super::masks;
use super::numbered::Numbered;
use super::pictures::{Pictures, one_color};
use crate::domain::exhibit::pdf::HiddenSpan;
use crate::domain::facts::Concealment;
use crate::domain::limits::Limits;
use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::WritingMode;
use hayro_interpret::kurbo::{BezPath, Rect, Shape as _};
use hayro_interpret::{
    BlendMode, CacheKey, ClipPath, Device, DrawMode, DrawProps, FillRule, Image, ImageDrawProps,
    Paint, SoftMask,
};
use hayro_syntax::object::Dict;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Most soft masks that are looked into on one page.
const MOST_MASKS: usize = 64;

/// What is known about a file beyond one page.
pub(super) struct Shelf {
    pub(super) pictures: Pictures,
    pub(super) reading: Reading,
    faces: Faces,
    numbered: Numbered,
}

impl Shelf {
    pub(super) fn new(reading: Reading, limits: &Limits, numbered: Numbered) -> Self {
        let pictures = Pictures::new(reading, limits);
        Self { pictures, reading, faces: Faces::default(), numbered }
    }
}

/// Receives what the interpreter draws on one page.
pub(super) struct Sheet {
    drawing: Drawing,
    marked: MarkedContent,
    shelf: Shelf,
    masks: BTreeMap<u128, Rc<Mask>>,
}

impl Sheet {
    pub(super) fn new(reading: Reading, size: (f32, f32), shelf: Shelf) -> Self {
        Self {
            drawing: Drawing::new(reading, size),
            marked: MarkedContent::default(),
            shelf,
            masks: BTreeMap::new(),
        }
    }

    /// Takes a unit of the page to be so many points long.
    pub(super) const fn measure_by(&mut self, unit: f64) {
        self.drawing.surface.unit = unit;
    }

    /// Judges everything that was drawn, at last by a `look` at the page, and lists it where it is `compared` with
    /// another copy; gives back what is known for the next page.
    pub(super) fn finish(
        self,
        number: u32,
        compared: bool,
        look: impl FnOnce(&mut Drawing),
    ) -> (Finished, Shelf) {
        let Self { mut drawing, marked, shelf, .. } = self;
        drawing.told = marked.found;
        drawing.judge();
        look(&mut drawing);
        (drawing.finish(number, compared), shelf)
    }

    /// The text that another walk over the page did not draw, whatever hides or shows it here.
    pub(super) fn surplus(self, drawn: &BTreeSet<Spot>, why: Concealment) -> Vec<HiddenSpan> {
        self.drawing.surplus(drawn, why)
    }

    /// The mask by itself; `None` where too many were asked for.
    fn mask(&mut self, mask: &SoftMask<'_>) -> Option<Rc<Mask>> {
        let key = mask.cache_key();
        if let Some(known) = self.masks.get(&key) {
            return Some(known.clone());
        }
        if self.masks.len() == MOST_MASKS {
            return None;
        }
        let drawn = Rc::new(masks::draw(mask, self.drawing.surface.page));
        self.masks.insert(key, drawn.clone());
        Some(drawn)
    }

    fn ink(&mut self, props: &DrawProps<'_>, mode: &DrawMode, colored: bool) -> Ink {
        let (color, opacity) = color(&self.drawing.surface, &props.paint);
        let blend = match props.blend_mode {
            BlendMode::Normal => Some(Blend::Normal),
            BlendMode::Multiply => Some(Blend::Multiply),
            BlendMode::Screen => Some(Blend::Screen),
            BlendMode::Darken => Some(Blend::Darken),
            BlendMode::Lighten => Some(Blend::Lighten),
            _ => None,
        };
        let plain = blend.is_some() && !self.drawing.surface.is_changed() && !colored;
        let mut masks = self.drawing.surface.masks();
        masks.extend(props.soft_mask.as_ref().and_then(|mask| self.mask(mask)));
        let painted = self.drawing.surface.paints.len();
        Ink {
            color: color.filter(|_| plain),
            patterned: matches!(props.paint, Paint::Pattern(_)),
            opacity,
            blend: blend.unwrap_or_default(),
            inkless: matches!(mode, DrawMode::Invisible).then_some(Concealment::InvisibleMode),
            clip: self.drawing.surface.clip(),
            masks,
            before: painted,
            after: painted,
        }
    }

    fn trace(&mut self, path: &BezPath, upright: bool, props: &DrawProps<'_>, mode: &DrawMode) {
        let (fill, stroke) = match mode {
            DrawMode::Fill(rule) => (Some(*rule), None),
            DrawMode::Stroke(stroke) => (None, Some(stroke)),
            DrawMode::FillAndStroke(rule, stroke) => (Some(*rule), Some(stroke)),
            DrawMode::Invisible => return,
        };
        let (color, opacity) = color(&self.drawing.surface, &props.paint);
        let thickness =
            stroke.map_or(0.0, |s| f64::from(s.line_width) * shapes::scale(props.transform));
        let plain = props.soft_mask.is_none()
            && props.blend_mode == BlendMode::Normal
            && !self.drawing.surface.is_changed();
        let outline = props.transform * path.clone();
        self.drawing.trace(Traced { outline, upright, fill, thickness, color, opacity, plain });
    }
}

impl<'a> Device<'a> for Sheet {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.trace(path, false, &props, mode);
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, mode: &DrawMode) {
        self.trace(&rect.to_path(0.1), shapes::is_upright(props.transform), &props, mode);
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.drawing.push_clip_path(Outline { path: clip.path.clone(), rule: clip.fill });
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.drawing.push_clip_rect(*rect);
    }

    fn pop_clip(&mut self) {
        self.drawing.pop_clip();
    }

    fn push_transparency_group(
        &mut self,
        opacity: f32,
        mask: Option<SoftMask<'a>>,
        mode: BlendMode,
    ) {
        let changed = mask.is_some() || mode != BlendMode::Normal;
        let mask = mask.and_then(|mask| self.mask(&mask));
        self.drawing.surface.push_group(opacity, changed, mask);
    }

    fn pop_transparency_group(&mut self) {
        self.drawing.surface.pop_group();
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        if !self.drawing.takes(run.glyphs().len()) {
            return;
        }
        let vertical = matches!(run.writing_mode(), WritingMode::Vertical);
        let (mut drawn, mut colored) = (false, false);
        let mut marks: Vec<Mark> = Vec::with_capacity(run.glyphs().len());
        for glyph in run.glyphs() {
            let transform = props.transform * glyph.transform();
            let mark = mark(glyph, transform, vertical, &self.shelf.numbered);
            let Some(mut mark) = mark else { continue };
            drawn |= matches!(**glyph, Glyph::Type3(_));
            let face = self.shelf.faces.look(glyph, &props.paint);
            colored |= face.colored;
            mark.named = face.named;
            mark.blank = !face.inked && mark.text.contains(|c: char| c.is_ascii_alphanumeric());
            marks.push(mark);
        }
        self.marked.spell(&mut marks);
        let ink = self.ink(&props, mode, colored);
        let Some(ink) = self.drawing.again(&marks, ink) else { return };
        if marks.is_empty() {
            return;
        }
        self.marked.show(&marks);
        self.drawing.show(Run { marks, drawn, inks: vec![ink] });
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.marked.picture();
        let pixels = (image.width(), image.height());
        let whole = Rect::new(0.0, 0.0, f64::from(pixels.0), f64::from(pixels.1));
        let area = props.transform.transform_rect_bbox(whole);
        if !area.is_finite() {
            return;
        }
        let upright = shapes::is_upright(props.transform);
        let outline =
            || Outline { path: props.transform * whole.to_path(0.1), rule: FillRule::NonZero };
        let opacity = self.drawing.surface.plain_opacity().filter(|_| is_opaque(&image));
        let outline = (!upright).then(outline);
        let color = opacity.and_then(|_| one_color(&image));
        let stroke = Stroke { area, outline, color, opacity };
        if let Some(seen) = self.drawing.place(stroke) {
            let decoded = self.shelf.pictures.look(&image);
            self.drawing.picture(seen, pixels, decoded);
        }
    }

    fn begin_marked_content(&mut self, _: &[u8], properties: Option<&Dict<'_>>) {
        self.marked.begin(properties);
    }

    fn end_marked_content(&mut self) {
        self.marked.end();
    }
}

/// Whether the image lets nothing shine through.
fn is_opaque(image: &Image<'_, '_>) -> bool {
    match image {
        Image::Stencil(_) => false,
        Image::Raster(raster) => {
            let dict = raster.stream().dict();
            let masks: [&[u8]; 3] = [b"SMask", b"Mask", b"SMaskInData"];
            !masks.iter().any(|key| dict.contains_key(*key))
        }
    }
}
