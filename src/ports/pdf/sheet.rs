//! One page as the interpreter draws it.

use super::faces::Faces;
use super::glyphs::to_area;
use super::hayro::Reading;
use super::ink::{Outline, Stroke, Surface, TRANSPARENT};
use super::marked::MarkedContent;
use super::marks::Mark;
use super::masks::Mask;
use super::page::Event;
use super::pictures::{Pictures, one_color};
use super::shapes;
use super::sight::{Ink, Run};
use crate::domain::exhibit::pdf::{PdfImage, PdfPage, Shape};
use crate::domain::facts::Concealment;
use crate::domain::limits::Limits;
use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::WritingMode;
use hayro_interpret::kurbo::{BezPath, Point, Rect, Shape as _};
use hayro_interpret::{
    BlendMode, CacheKey, ClipPath, Device, DrawMode, DrawProps, FillRule, Image, ImageDrawProps,
    SoftMask,
};
use hayro_syntax::object::Dict;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Most glyphs that are kept of one page.
const MOST_GLYPHS: usize = 200_000;
/// Most shapes that are kept of one page.
const MOST_SHAPES: usize = 20_000;
/// Most images that are kept of one page.
const MOST_IMAGES: usize = 1_000;
/// Most soft masks that are looked into on one page.
const MOST_MASKS: usize = 64;
/// How many runs back a run is compared with, to notice that it is drawn a second time.
const REMEMBERED_RUNS: usize = 4;

/// What is known about a file beyond one page.
pub(super) struct Shelf {
    pub(super) pictures: Pictures,
    faces: Faces,
}

impl Shelf {
    pub(super) fn new(reading: Reading, limits: &Limits) -> Self {
        Self { pictures: Pictures::new(reading, limits), faces: Faces::default() }
    }
}

/// Receives what the interpreter draws on one page.
pub(super) struct Sheet {
    reading: Reading,
    pub(super) page: PdfPage,
    pub(super) events: Vec<Event>,
    pub(super) surface: Surface,
    pub(super) marked: MarkedContent,
    pub(super) shelf: Shelf,
    pub(super) full: bool,
    /// Whether there are more shapes than are kept.
    pub(super) crowded: bool,
    glyphs: usize,
    last_runs: Vec<(String, Point, usize)>,
    masks: BTreeMap<u128, Rc<Mask>>,
    /// Runs without ink that may turn out to cut a shape.
    pending: Vec<usize>,
    /// Runs that cut a shape, with the depth of the clip.
    cutting: Vec<(usize, Vec<usize>)>,
}

impl Sheet {
    pub(super) fn new(reading: Reading, (width, height): (f32, f32), shelf: Shelf) -> Self {
        const PAPER: [f32; 3] = [1.0; 3];
        let paper = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        Self {
            reading,
            page: PdfPage { width, height, ..PdfPage::default() },
            events: Vec::new(),
            surface: Surface::new(paper, PAPER),
            marked: MarkedContent::default(),
            shelf,
            full: false,
            crowded: false,
            glyphs: 0,
            last_runs: Vec::new(),
            masks: BTreeMap::new(),
            pending: Vec::new(),
            cutting: Vec::new(),
        }
    }

    /// The run that was just drawn at this place: filled and then stroked, or twice to look bold.
    fn repeated(&mut self, marks: &[Mark]) -> Option<usize> {
        let first = marks.first()?;
        let text: String = marks.iter().map(|mark| mark.text.as_str()).collect();
        let near = |point: Point| point.distance(first.origin) < 0.1 * first.size();
        let same = |(other, point, _): &&(String, Point, usize)| *other == text && near(*point);
        let again = self.last_runs.iter().find(same).map(|(_, _, run)| *run);
        if self.last_runs.len() == REMEMBERED_RUNS {
            self.last_runs.remove(0);
        }
        self.last_runs.push((text, first.origin, again.unwrap_or(self.events.len())));
        again
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
        let drawn = Rc::new(Mask::new(mask, self.surface.page));
        self.masks.insert(key, drawn.clone());
        Some(drawn)
    }

    fn ink(&mut self, props: &DrawProps<'_>, mode: &DrawMode, colored: bool) -> Ink {
        let (color, opacity) = self.surface.color(&props.paint);
        let plain = props.blend_mode == BlendMode::Normal && !self.surface.is_changed() && !colored;
        let mut masks = self.surface.masks();
        masks.extend(props.soft_mask.as_ref().and_then(|mask| self.mask(mask)));
        let painted = self.surface.paints.len();
        Ink {
            color: color.filter(|_| plain),
            opacity,
            inkless: matches!(mode, DrawMode::Invisible).then_some(Concealment::InvisibleMode),
            clip: self.surface.clip(),
            masks,
            before: painted,
            after: painted,
        }
    }

    /// Remembers what is painted, and what it makes of text that cuts out its shape.
    fn paint(&mut self, stroke: Stroke) {
        self.pending.clear();
        let seen = self.surface.visible(stroke.area);
        let before = self.surface.paints.len();
        let (color, opacity) = (stroke.color, stroke.opacity.unwrap_or(1.0));
        self.surface.paint(stroke);
        let after = self.surface.paints.len();
        for &run in self.cutting.iter().flat_map(|(_, runs)| runs) {
            let Some(Event::Run(run)) = self.events.get_mut(run) else { continue };
            let touched = seen.intersect(run.area());
            // The letters are the clip of what is painted, and have themselves the clip around them.
            let clip = run.inks.first().map(|ink| ink.clip.clone());
            let shows = touched.width() > 0.0 && touched.height() > 0.0 && opacity >= TRANSPARENT;
            if let Some(clip) = clip.filter(|_| shows) {
                let (inkless, masks) = (None, Vec::new());
                run.inks.push(Ink { color, opacity, inkless, clip, masks, before, after });
            }
        }
    }

    fn trace(&mut self, path: &BezPath, upright: bool, props: &DrawProps<'_>, mode: &DrawMode) {
        let outline = props.transform * path.clone();
        let area = outline.control_box();
        let (fill, stroke) = match mode {
            DrawMode::Fill(rule) => (Some(*rule), None),
            DrawMode::Stroke(stroke) => (None, Some(stroke)),
            DrawMode::FillAndStroke(rule, stroke) => (Some(*rule), Some(stroke)),
            DrawMode::Invisible => return,
        };
        if !area.is_finite() {
            return;
        }
        let (color, opacity) = self.surface.color(&props.paint);
        let thickness =
            stroke.map_or(0.0, |s| f64::from(s.line_width) * shapes::scale(props.transform));
        let plain = props.soft_mask.is_none()
            && props.blend_mode == BlendMode::Normal
            && !self.surface.is_changed()
            && color.is_some();
        let known = plain.then_some(opacity);
        if let Some(rule) = fill {
            let outline = (!upright).then(|| Outline { path: outline.clone(), rule });
            self.paint(Stroke { area, outline, color, opacity: known });
        }
        if let Some(path) = shapes::thick(&outline, thickness) {
            let (area, rule) = (path.control_box(), FillRule::NonZero);
            let outline = Some(Outline { path, rule });
            self.paint(Stroke { area, outline, color, opacity: known });
        }
        if opacity < 0.05 {
            return;
        }
        // A pattern has no one colour; gray stands for it.
        let fill = fill.map(|_| color.unwrap_or([0.5; 3]).map(byte));
        let kept = self.keep(&outline, upright, fill, thickness);
        let inked = if thickness < 4.0 { area.inflate(0.0, thickness / 2.0) } else { area };
        if inked.height() < 4.0 && inked.width() < 40.0 {
            self.events.push(Event::Bar(inked, kept));
        }
    }

    /// Keeps a shape and says at which place it stands among the others.
    fn keep(
        &mut self,
        outline: &BezPath,
        upright: bool,
        fill: Option<[u8; 3]>,
        thickness: f64,
    ) -> Option<usize> {
        let area = self.surface.visible(outline.control_box());
        let gone = area.width() < 0.0 || area.height() < 0.0;
        if gone || (area.width() < 0.05 && area.height() < 0.05) || self.reading == Reading::Text {
            return None;
        }
        if self.page.shapes.len() == MOST_SHAPES {
            self.crowded = true;
            return None;
        }
        let area = to_area(area);
        let kind = shapes::kind(outline, upright, area.width, area.height, thickness);
        let stroked = fill.is_none();
        self.page.shapes.push(Shape { area, kind, ends: shapes::ends(outline), fill, stroked });
        Some(self.page.shapes.len() - 1)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0–255")]
fn byte(channel: f32) -> u8 {
    (channel * 255.0).round().clamp(0.0, 255.0) as u8
}

impl<'a> Device<'a> for Sheet {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.trace(path, false, &props, mode);
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, mode: &DrawMode) {
        self.trace(&rect.to_path(0.1), shapes::is_upright(props.transform), &props, mode);
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        let window = clip.path.control_box();
        let cut = std::mem::take(&mut self.pending);
        let outline = Outline { path: clip.path.clone(), rule: clip.fill };
        let shape = shapes::upright_box(&clip.path).is_none().then_some(outline);
        let inside = |run: &usize| match &self.events[*run] {
            Event::Run(run) => {
                let area = run.area();
                window.inflate(1.0, 1.0).contains(area.center()) && shape.is_some()
            }
            Event::Bar(..) => false,
        };
        let cut: Vec<usize> = cut.into_iter().filter(inside).collect();
        self.surface.push_clip(window, shape);
        for &run in &cut {
            if let Event::Run(run) = &mut self.events[run] {
                run.inks.iter_mut().for_each(|ink| ink.inkless = Some(Concealment::ClipOnly));
            }
        }
        if !cut.is_empty() {
            self.cutting.push((self.surface.clip_depth(), cut));
        }
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.pending.clear();
        self.surface.push_clip(*rect, None);
    }

    fn pop_clip(&mut self) {
        self.pending.clear();
        let depth = self.surface.clip_depth();
        self.cutting.retain(|(at, _)| *at < depth);
        self.surface.pop_clip();
    }

    fn push_transparency_group(
        &mut self,
        opacity: f32,
        mask: Option<SoftMask<'a>>,
        mode: BlendMode,
    ) {
        let changed = mask.is_some() || mode != BlendMode::Normal;
        let mask = mask.and_then(|mask| self.mask(&mask));
        self.surface.push_group(opacity, changed, mask);
    }

    fn pop_transparency_group(&mut self) {
        self.surface.pop_group();
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        if self.glyphs + run.glyphs().len() > MOST_GLYPHS {
            self.full = true;
            return;
        }
        self.glyphs += run.glyphs().len();
        let vertical = matches!(run.writing_mode(), WritingMode::Vertical);
        let (mut drawn, mut colored) = (false, false);
        let mut marks: Vec<Mark> = Vec::with_capacity(run.glyphs().len());
        for glyph in run.glyphs() {
            let Some(mut mark) = Mark::new(glyph, props.transform * glyph.transform(), vertical)
            else {
                continue;
            };
            drawn |= matches!(**glyph, Glyph::Type3(_));
            let face = self.shelf.faces.look(glyph, &props.paint);
            colored |= face.colored;
            mark.named = face.named;
            mark.blank = !face.inked && mark.text.contains(|c: char| c.is_ascii_alphanumeric());
            marks.push(mark);
        }
        let ink = self.ink(&props, mode, colored);
        if let Some(known) = self.repeated(&marks) {
            if let Some(Event::Run(known)) = self.events.get_mut(known) {
                known.inks.push(ink);
            }
            return;
        }
        if marks.is_empty() {
            return;
        }
        self.marked.show(&marks);
        if ink.inkless.is_some() {
            self.pending.push(self.events.len());
        }
        self.events.push(Event::Run(Run { marks, drawn, inks: vec![ink] }));
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let pixels = (image.width(), image.height());
        let whole = Rect::new(0.0, 0.0, f64::from(pixels.0), f64::from(pixels.1));
        let area = props.transform.transform_rect_bbox(whole);
        if !area.is_finite() {
            return;
        }
        let upright = shapes::is_upright(props.transform);
        let outline =
            || Outline { path: props.transform * whole.to_path(0.1), rule: FillRule::NonZero };
        let opacity = self.surface.plain_opacity().filter(|_| is_opaque(&image));
        let outline = (!upright).then(outline);
        let color = opacity.and_then(|_| one_color(&image));
        self.paint(Stroke { area, outline, color, opacity });
        let seen = self.surface.visible(area);
        if seen.width() <= 0.0 || seen.height() <= 0.0 {
            return;
        }
        if self.page.images.len() == MOST_IMAGES {
            self.full = true;
            return;
        }
        let (bitmap, problem) = match self.shelf.pictures.look(&image) {
            None => (None, None),
            Some(Ok(bitmap)) => (Some(bitmap), None),
            Some(Err(problem)) => (None, Some(problem)),
        };
        self.page.images.push(PdfImage { area: to_area(seen), pixels, bitmap, problem });
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
