//! One page as an engine draws it, object by object, in the order of the file.

use super::glyphs::to_area;
use super::ink::{Outline, Stroke, Surface, TRANSPARENT};
use super::marks::Mark;
use super::page::Event;
use super::pictures::Decoded;
use super::reading::Reading;
use super::shapes;
use super::sight::{Blend, Ink, Run};
use crate::domain::exhibit::pdf::{HiddenSpan, PdfImage, PdfPage, Shape};
use crate::domain::facts::Concealment;
use hayro_interpret::FillRule;
use hayro_interpret::kurbo::{BezPath, Point, Rect};

/// Most glyphs that are kept of one page.
const MOST_GLYPHS: usize = 200_000;
/// Most shapes that are kept of one page.
const MOST_SHAPES: usize = 20_000;
/// Most images that are kept of one page.
const MOST_IMAGES: usize = 1_000;
/// How many runs back a run is compared with, to notice that it is drawn a second time.
const REMEMBERED_RUNS: usize = 4;

/// What is drawn on one page so far.
pub(super) struct Drawing {
    reading: Reading,
    pub(super) page: PdfPage,
    pub(super) events: Vec<Event>,
    pub(super) surface: Surface,
    /// Text that is told to programs in other ways than by drawing it.
    pub(super) told: Vec<HiddenSpan>,
    pub(super) full: bool,
    /// Whether there are more shapes than are kept.
    pub(super) crowded: bool,
    glyphs: usize,
    last_runs: Vec<(String, Point, usize)>,
    /// Runs without ink that may turn out to cut a shape.
    pending: Vec<usize>,
    /// Runs that cut a shape, with the depth of the clip.
    cutting: Vec<(usize, Vec<usize>)>,
}

/// A path on the page, and how it is inked.
pub(super) struct Traced {
    /// In points from the top left of the page.
    pub(super) outline: BezPath,
    /// Whether it is a rectangle whose sides are upright.
    pub(super) upright: bool,
    /// How its inside is told, where that is filled.
    pub(super) fill: Option<FillRule>,
    /// How thick its line is, where that is drawn; else 0.
    pub(super) thickness: f64,
    /// Its colour, where it has one.
    pub(super) color: Option<[f32; 3]>,
    /// Its opacity, 0–1.
    pub(super) opacity: f32,
    /// Whether nothing but the opacity changes what is beneath.
    pub(super) plain: bool,
}

impl Drawing {
    pub(super) fn new(reading: Reading, (width, height): (f32, f32)) -> Self {
        const PAPER: [f32; 3] = [1.0; 3];
        let paper = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        Self {
            reading,
            page: PdfPage { width, height, ..PdfPage::default() },
            events: Vec::new(),
            surface: Surface::new(paper, PAPER),
            told: Vec::new(),
            full: false,
            crowded: false,
            glyphs: 0,
            last_runs: Vec::new(),
            pending: Vec::new(),
            cutting: Vec::new(),
        }
    }

    /// Whether so many more glyphs are kept; from the first that are not, the page is cut short.
    pub(super) fn takes(&mut self, glyphs: usize) -> bool {
        if self.glyphs + glyphs > MOST_GLYPHS {
            self.full = true;
            return false;
        }
        self.glyphs += glyphs;
        true
    }

    /// Gives the ink to a run that was just drawn at this place, or else gives it back.
    ///
    /// A run is filled and then stroked, or drawn twice to look bold.
    pub(super) fn again(&mut self, marks: &[Mark], ink: Ink) -> Option<Ink> {
        match self.repeated(marks) {
            None => Some(ink),
            Some(known) => {
                if let Some(Event::Run(known)) = self.events.get_mut(known) {
                    known.inks.push(ink);
                }
                None
            }
        }
    }

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

    /// Adds a run that is drawn for the first time.
    pub(super) fn show(&mut self, run: Run) {
        if run.inks.iter().any(|ink| ink.inkless.is_some()) {
            self.pending.push(self.events.len());
        }
        self.events.push(Event::Run(run));
    }

    /// Remembers what is painted, and what it makes of text that cuts out its shape.
    pub(super) fn paint(&mut self, stroke: Stroke) {
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
                run.inks.push(Ink {
                    color,
                    patterned: color.is_none(),
                    opacity,
                    blend: Blend::Normal,
                    inkless,
                    clip,
                    masks,
                    before,
                    after,
                });
            }
        }
    }

    /// Adds a path.
    pub(super) fn trace(&mut self, traced: Traced) {
        let Traced { outline, upright, fill, thickness, color, opacity, plain } = traced;
        let area = outline.control_box();
        if !area.is_finite() {
            return;
        }
        let known = (plain && color.is_some()).then_some(opacity);
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

    /// Paints an image, and says which part of it can be seen, where any can and it is kept.
    pub(super) fn place(&mut self, stroke: Stroke) -> Option<Rect> {
        let area = stroke.area;
        self.paint(stroke);
        let seen = self.surface.visible(area);
        if seen.width() <= 0.0 || seen.height() <= 0.0 {
            return None;
        }
        if self.page.images.len() == MOST_IMAGES {
            self.full = true;
            return None;
        }
        Some(seen)
    }

    /// Keeps an image of which this part can be seen.
    pub(super) fn picture(&mut self, seen: Rect, pixels: (u32, u32), decoded: Option<Decoded>) {
        let (bitmap, problem) = match decoded {
            None => (None, None),
            Some(Ok(bitmap)) => (Some(bitmap), None),
            Some(Err(problem)) => (None, Some(problem)),
        };
        self.page.images.push(PdfImage { area: to_area(seen), pixels, bitmap, problem });
    }

    /// Cuts what is drawn next to the inside of an outline.
    pub(super) fn push_clip_path(&mut self, outline: Outline) {
        let window = outline.path.control_box();
        let cut = std::mem::take(&mut self.pending);
        let shape = shapes::upright_box(&outline.path).is_none().then_some(outline);
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

    /// Cuts what is drawn next to a rectangle.
    pub(super) fn push_clip_rect(&mut self, rect: Rect) {
        self.pending.clear();
        self.surface.push_clip(rect, None);
    }

    /// Takes the last cut back.
    pub(super) fn pop_clip(&mut self) {
        self.pending.clear();
        let depth = self.surface.clip_depth();
        self.cutting.retain(|(at, _)| *at < depth);
        self.surface.pop_clip();
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0–255")]
fn byte(channel: f32) -> u8 {
    (channel * 255.0).round().clamp(0.0, 255.0) as u8
}
