//! One page as the interpreter draws it.

use super::glyphs::{Mark, Runs, to_area};
use super::hayro::{Finished, Reading};
use super::ink::Surface;
use super::pictures::Pictures;
use crate::domain::exhibit::pdf::{Concealment, PdfImage, PdfPage, Shape, ShapeKind};
use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::WritingMode;
use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape as _};
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, SoftMask,
};

/// Most glyphs that are kept of one page.
const MOST_GLYPHS: usize = 200_000;
/// Most shapes that are kept of one page.
const MOST_SHAPES: usize = 20_000;
/// Most images that are kept of one page.
const MOST_IMAGES: usize = 1_000;
/// Letters smaller than this, in points, cannot be read.
const TINY: f64 = 1.0;
/// How many runs back a run is compared with, to notice that it is drawn a second time.
const REMEMBERED_RUNS: usize = 4;

/// Receives what the interpreter draws on one page.
pub(super) struct Sheet {
    reading: Reading,
    page: PdfPage,
    runs: Runs,
    surface: Surface,
    pictures: Pictures,
    glyphs: usize,
    full: bool,
    last_runs: Vec<(String, Point)>,
}

impl Sheet {
    pub(super) fn new(reading: Reading, (width, height): (f32, f32), pictures: Pictures) -> Self {
        let paper = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        Self {
            reading,
            page: PdfPage { width, height, ..PdfPage::default() },
            runs: Runs::default(),
            surface: Surface::new(paper),
            pictures,
            glyphs: 0,
            full: false,
            last_runs: Vec::new(),
        }
    }

    pub(super) fn finish(mut self, number: u32) -> Finished {
        self.runs.close();
        let page =
            PdfPage { number, spans: self.runs.visible, hidden: self.runs.hidden, ..self.page };
        (page, self.full, self.pictures)
    }

    /// Whether the run was just drawn at this place: filled and then stroked, or twice to look bold.
    fn repeated(&mut self, marks: &[Mark]) -> bool {
        let Some(first) = marks.first() else { return true };
        let text: String = marks.iter().map(|mark| mark.text.as_str()).collect();
        let near = |point: Point| point.distance(first.origin) < 0.1 * first.size();
        let again = self.last_runs.iter().any(|(other, point)| *other == text && near(*point));
        if self.last_runs.len() == REMEMBERED_RUNS {
            self.last_runs.remove(0);
        }
        self.last_runs.push((text, first.origin));
        again
    }

    fn trace(&mut self, path: &BezPath, upright: bool, props: &DrawProps<'_>, mode: &DrawMode) {
        let outline = props.transform * path.clone();
        let area = outline.control_box();
        let (filled, stroke) = match mode {
            DrawMode::Fill(_) => (true, None),
            DrawMode::Stroke(stroke) => (false, Some(stroke)),
            DrawMode::FillAndStroke(_, stroke) => (true, Some(stroke)),
            DrawMode::Invisible => return,
        };
        if !area.is_finite() {
            return;
        }
        let (color, opacity) = self.surface.color(&props.paint);
        if opacity < 0.05 {
            return;
        }
        if filled {
            const LARGEST_OUTLINE: usize = 200;
            let simple = upright || outline.elements().len() > LARGEST_OUTLINE;
            self.surface.paint(area, (!simple).then(|| outline.clone()), color);
        }
        let thickness = stroke.map_or(0.0, |s| f64::from(s.line_width) * scale(props.transform));
        let inked = if thickness < 4.0 { area.inflate(0.0, thickness / 2.0) } else { area };
        if self.runs.underscore(inked) || self.reading == Reading::Text {
            return;
        }
        // A pattern has no one colour; gray stands for it.
        let fill = filled.then(|| color.unwrap_or([0.5; 3]).map(byte));
        self.keep(&outline, upright, fill, thickness);
    }

    fn keep(&mut self, outline: &BezPath, upright: bool, fill: Option<[u8; 3]>, thickness: f64) {
        let area = self.surface.visible(outline.control_box());
        let gone = area.width() < 0.0 || area.height() < 0.0;
        if gone || (area.width() < 0.05 && area.height() < 0.05) {
            return;
        }
        if self.page.shapes.len() == MOST_SHAPES {
            self.full = true;
            return;
        }
        let area = to_area(area);
        let kind = kind(outline, upright, area.width, area.height, thickness);
        let stroked = fill.is_none();
        self.page.shapes.push(Shape { area, kind, ends: ends(outline), fill, stroked });
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0–255")]
fn byte(channel: f32) -> u8 {
    (channel * 255.0).round().clamp(0.0, 255.0) as u8
}

fn scale(transform: Affine) -> f64 {
    transform.determinant().abs().sqrt()
}

fn kind(outline: &BezPath, upright: bool, width: f32, height: f32, thickness: f64) -> ShapeKind {
    const THIN: f32 = 2.5;
    const SMALL: f32 = 16.0;
    let elements = outline.elements();
    let curved =
        elements.iter().any(|element| matches!(element, PathEl::CurveTo(..) | PathEl::QuadTo(..)));
    let straight = elements.len() == 2 && matches!(elements[1], PathEl::LineTo(_));
    let closed = elements.last() == Some(&PathEl::ClosePath) || thickness == 0.0;
    if straight || width.min(height) < THIN {
        ShapeKind::Line
    } else if upright || (curved && closed && rounded(outline)) {
        ShapeKind::Rectangle
    } else if closed && elements.len() <= 12 && width.max(height) < SMALL {
        ShapeKind::Marker
    } else {
        ShapeKind::Path
    }
}

/// Whether the outline is a rectangle with rounded corners: long straight sides on its box.
fn rounded(outline: &BezPath) -> bool {
    let area = outline.control_box();
    let elements = outline.elements();
    if elements.len() > 32 {
        return false;
    }
    let mut along = 0.0;
    let mut last = Point::ZERO;
    let mut first = Point::ZERO;
    for element in elements {
        let next = match *element {
            PathEl::MoveTo(point) => {
                first = point;
                last = point;
                continue;
            }
            PathEl::LineTo(point) => {
                along += upright_length(last, point);
                point
            }
            PathEl::QuadTo(_, point) | PathEl::CurveTo(_, _, point) => point,
            PathEl::ClosePath => {
                along += upright_length(last, first);
                first
            }
        };
        last = next;
    }
    along > 0.5 * (area.width() + area.height())
}

fn upright_length(from: Point, to: Point) -> f64 {
    let step = to - from;
    if step.x.abs() < 0.1 || step.y.abs() < 0.1 { step.hypot() } else { 0.0 }
}

/// Where an open path begins and ends.
#[expect(clippy::cast_possible_truncation, reason = "places on a page fit an f32")]
fn ends(outline: &BezPath) -> Option<[(f32, f32); 2]> {
    let elements = outline.elements();
    let PathEl::MoveTo(start) = *elements.first()? else { return None };
    let end = match *elements.last()? {
        PathEl::LineTo(p) | PathEl::QuadTo(_, p) | PathEl::CurveTo(_, _, p) => p,
        PathEl::MoveTo(_) | PathEl::ClosePath => return None,
    };
    let pair = |point: Point| (point.x as f32, point.y as f32);
    (start.distance(end) > 1.0).then(|| [pair(start), pair(end)])
}

impl<'a> Device<'a> for Sheet {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.trace(path, false, &props, mode);
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, mode: &DrawMode) {
        let [a, b, c, d, ..] = props.transform.as_coeffs();
        let upright = (b.abs() < 1e-6 && c.abs() < 1e-6) || (a.abs() < 1e-6 && d.abs() < 1e-6);
        self.trace(&rect.to_path(0.1), upright, &props, mode);
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.surface.push_clip(clip.path.control_box());
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.surface.push_clip(*rect);
    }

    fn pop_clip(&mut self) {
        self.surface.pop_clip();
    }

    fn push_transparency_group(&mut self, opacity: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.surface.push_opacity(opacity);
    }

    fn pop_transparency_group(&mut self) {
        self.surface.pop_opacity();
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        if self.glyphs + run.glyphs().len() > MOST_GLYPHS {
            self.full = true;
            return;
        }
        self.glyphs += run.glyphs().len();
        let vertical = matches!(run.writing_mode(), WritingMode::Vertical);
        let mut drawn = false;
        let mut marks: Vec<Mark> = Vec::with_capacity(run.glyphs().len());
        for glyph in run.glyphs() {
            drawn |= matches!(**glyph, Glyph::Type3(_));
            marks.extend(Mark::new(glyph, props.transform * glyph.transform(), vertical));
        }
        if self.repeated(&marks) {
            return;
        }
        let (color, opacity) = self.surface.color(&props.paint);
        let whole: Vec<Point> = marks.iter().map(Mark::center).collect();
        // One run can reach over the edge of a background, so words are judged by themselves.
        let run_hidden = self.surface.hides(color, opacity, &whole);
        for (mark, &center) in marks.iter_mut().zip(&whole) {
            mark.hidden = if matches!(mode, DrawMode::Invisible) {
                Some(Concealment::Invisible)
            } else if mark.size() < TINY && !drawn {
                Some(Concealment::Tiny)
            } else if run_hidden.is_some() {
                run_hidden
            } else {
                // Only the edge of the page cuts a run in two.
                self.surface.hides(None, opacity, &[center]).filter(|&c| c == Concealment::OffPage)
            };
            self.runs.add(mark);
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let pixels = (image.width(), image.height());
        let whole = Rect::new(0.0, 0.0, f64::from(pixels.0), f64::from(pixels.1));
        let area = props.transform.transform_rect_bbox(whole);
        if !area.is_finite() {
            return;
        }
        self.surface.paint(area, None, None);
        let seen = self.surface.visible(area);
        if seen.width() <= 0.0 || seen.height() <= 0.0 {
            return;
        }
        if self.page.images.len() == MOST_IMAGES {
            self.full = true;
            return;
        }
        let (bitmap, problem) = match self.pictures.look(&image) {
            None => (None, None),
            Some(Ok(bitmap)) => (Some(bitmap), None),
            Some(Err(problem)) => (None, Some(problem)),
        };
        self.page.images.push(PdfImage { area: to_area(seen), pixels, bitmap, problem });
    }
}
