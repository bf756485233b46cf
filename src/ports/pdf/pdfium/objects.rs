//! Walks over the objects of a page in the order in which they are drawn.

use super::super::drawing::{Drawing, Traced};
use super::super::ink::{Color, Outline, Stroke};
use super::super::reading::Reading;
use super::super::shapes;
use super::super::sight::{Blend, Ink, Run};
use super::frame::{Frame, affine, of};
use super::paths::outline;
use super::pictures::{Pictures, size};
use crate::domain::facts::Concealment;
use hayro_interpret::FillRule;
use hayro_interpret::kurbo::{Affine, Rect, Shape as _};
use pdfium_render::prelude::{
    PdfColor, PdfPage, PdfPageImageObject, PdfPageObject, PdfPageObjectCommon,
    PdfPageObjectsCommon, PdfPagePathObject, PdfPageTextObject, PdfPageTextRenderMode,
    PdfPathFillMode, PdfPathSegments, PdfPoints, PdfQuadPoints,
};

/// Deepest nesting of forms that is followed.
const DEEPEST: usize = 24;
/// Most objects of one page that are looked at.
const MOST_OBJECTS: usize = 200_000;

/// What is drawn so far, and what is still to be learned of it.
pub(super) struct Walk<'p> {
    pub(super) drawing: Drawing,
    /// The text objects, in the order of their numbers.
    pub(super) texts: Vec<TextObject>,
    pictures: &'p mut Pictures,
    frame: Frame,
    objects: usize,
}

/// A text object and its run, which has no letters yet.
pub(super) struct TextObject {
    /// The place of its run among the events.
    pub(super) event: usize,
    /// The box around it, in points from the top left of the page.
    pub(super) area: Rect,
}

impl<'p> Walk<'p> {
    pub(super) fn new(reading: Reading, frame: Frame, pictures: &'p mut Pictures) -> Self {
        let drawing = Drawing::new(reading, frame.size);
        Self { drawing, texts: Vec::new(), pictures, frame, objects: 0 }
    }

    /// Walks over the whole page.
    pub(super) fn page(&mut self, page: &PdfPage<'_>) {
        for mut object in page.objects().iter() {
            self.object(&mut object, self.frame.transform, 0);
        }
    }

    fn object(&mut self, object: &mut PdfPageObject<'_>, to_page: Affine, depth: usize) {
        self.objects += 1;
        if self.objects > MOST_OBJECTS || depth > DEEPEST {
            self.drawing.full = true;
            return;
        }
        let clips = self.clip(object, to_page);
        match object {
            PdfPageObject::Text(text) => self.text(text, to_page),
            PdfPageObject::Path(path) => self.path(path, to_page),
            PdfPageObject::Image(image) => self.image(image, to_page),
            PdfPageObject::Shading(shading) => {
                if let Ok(area) = shading.bounds() {
                    let area = to_page.transform_rect_bbox(rect(&area));
                    self.drawing.paint(Stroke { area, outline: None, color: None, opacity: None });
                }
            }
            PdfPageObject::XObjectForm(form) => {
                let (_, opacity) = color(form.fill_color().ok());
                let changed = form.has_transparency() && opacity >= 1.0;
                let inner = form.matrix().map_or(to_page, |matrix| to_page * affine(&matrix));
                self.drawing.surface.push_group(opacity, changed, None);
                for index in form.as_range() {
                    if let Ok(mut object) = form.get(index) {
                        self.object(&mut object, inner, depth + 1);
                    }
                }
                self.drawing.surface.pop_group();
            }
            PdfPageObject::Unsupported(_) => {}
        }
        for _ in 0..clips {
            self.drawing.surface.pop_clip();
        }
    }

    /// Cuts what the object draws, and says how often.
    fn clip(&mut self, object: &PdfPageObject<'_>, to_page: Affine) -> usize {
        let Some(clips) = object.get_clip_path() else { return 0 };
        let mut count = 0;
        for clip in clips.iter() {
            // The library does not say how the inside is told. What the more generous rule cuts, both cut.
            let (path, rule) = (outline(clip.iter(), to_page), FillRule::NonZero);
            if path.elements().is_empty() {
                continue;
            }
            let window = path.control_box();
            let whole = shapes::upright_box(&path).is_some();
            let shape = (!whole).then_some(Outline { path, rule });
            self.drawing.surface.push_clip(window, shape);
            count += 1;
        }
        count
    }

    /// Adds a run without letters, which are told later, and numbers the object so that they find it.
    fn text(&mut self, text: &mut PdfPageTextObject<'_>, to_page: Affine) {
        let (fill, stroke) = (color(text.fill_color().ok()), color(text.stroke_color().ok()));
        let (inkless, colors) = match text.render_mode() {
            PdfPageTextRenderMode::FilledUnstroked
            | PdfPageTextRenderMode::FilledUnstrokedClipping
            | PdfPageTextRenderMode::Unknown => (None, vec![fill]),
            PdfPageTextRenderMode::StrokedUnfilled
            | PdfPageTextRenderMode::StrokedUnfilledClipping => (None, vec![stroke]),
            PdfPageTextRenderMode::FilledThenStroked
            | PdfPageTextRenderMode::FilledThenStrokedClipping => (None, vec![fill, stroke]),
            PdfPageTextRenderMode::Invisible => (Some(Concealment::InvisibleMode), vec![fill]),
            PdfPageTextRenderMode::InvisibleClipping => (Some(Concealment::ClipOnly), vec![fill]),
        };
        // What is changed by more than an opacity has a colour that nobody knows.
        let opaque = colors.iter().all(|(_, opacity)| *opacity >= 1.0);
        let changed = text.has_transparency() && opaque;
        let plain = !changed && !self.drawing.surface.is_changed();
        let surface = &self.drawing.surface;
        let painted = surface.paints.len();
        let inks = colors.into_iter().map(|(color, opacity)| Ink {
            color: color.filter(|_| plain),
            patterned: false,
            opacity: opacity * surface.opacity(),
            blend: Blend::Normal,
            inkless,
            clip: surface.clip(),
            masks: Vec::new(),
            before: painted,
            after: painted,
        });
        let run = Run { marks: Vec::new(), drawn: false, inks: inks.collect() };
        let area =
            text.bounds().map_or(Rect::ZERO, |area| to_page.transform_rect_bbox(rect(&area)));
        if text.set_stroke_width(number(self.texts.len())).is_ok() {
            self.texts.push(TextObject { event: self.drawing.events.len(), area });
            self.drawing.show(run);
        }
    }

    fn path(&mut self, path: &PdfPagePathObject<'_>, to_page: Affine) {
        let transform = path.matrix().map_or(to_page, |matrix| to_page * affine(&matrix));
        let fill = match path.fill_mode() {
            Ok(PdfPathFillMode::Winding) => Some(FillRule::NonZero),
            Ok(PdfPathFillMode::EvenOdd) => Some(FillRule::EvenOdd),
            Ok(PdfPathFillMode::None) | Err(_) => None,
        };
        let stroked = path.is_stroked().unwrap_or(false);
        if fill.is_none() && !stroked {
            return;
        }
        let outline = outline(path.segments().iter(), transform);
        if outline.elements().is_empty() {
            return;
        }
        let upright = shapes::upright_box(&outline).is_some();
        let width = if stroked { path.stroke_width().map_or(0.0, of) } else { 0.0 };
        let thickness = width * shapes::scale(transform);
        let inked = |color: (Option<Color>, f32), fill, thickness| {
            let surface = &self.drawing.surface;
            let (color, opacity) = color;
            let changed = path.has_transparency() && opacity >= 1.0;
            let plain = !changed && !surface.is_changed();
            let opacity = opacity * surface.opacity();
            let outline = outline.clone();
            Traced { outline, upright, fill, thickness, color, opacity, plain }
        };
        // A path is filled first, and then its line is drawn over it.
        let filled = fill.map(|rule| inked(color(path.fill_color().ok()), Some(rule), 0.0));
        let lined = stroked.then(|| inked(color(path.stroke_color().ok()), None, thickness));
        for traced in filled.into_iter().chain(lined) {
            self.drawing.trace(traced);
        }
    }

    fn image(&mut self, image: &PdfPageImageObject<'_>, to_page: Affine) {
        let transform = image.matrix().map_or(to_page, |matrix| to_page * affine(&matrix));
        let whole = Rect::new(0.0, 0.0, 1.0, 1.0);
        let area = transform.transform_rect_bbox(whole);
        if !area.is_finite() {
            return;
        }
        let (path, rule) = (transform * whole.to_path(0.1), FillRule::NonZero);
        let outline = (!shapes::is_upright(transform)).then_some(Outline { path, rule });
        // The library does not say whether the image has a mask, so nobody knows what shines through.
        let stroke = Stroke { area, outline, color: None, opacity: None };
        if let Some(seen) = self.drawing.place(stroke) {
            let decoded = self.pictures.look(image);
            self.drawing.picture(seen, size(image), decoded);
        }
    }
}

/// The upright box around four corners.
fn rect(corners: &PdfQuadPoints) -> Rect {
    let area = corners.to_rect();
    Rect::new(of(area.left()), of(area.bottom()), of(area.right()), of(area.top()))
}

/// The number of a text object, as the width of a line that its letters do not show.
///
/// The library finds the object of a letter, and an object has no other name that can be given and read.
#[expect(clippy::cast_precision_loss, reason = "a page has fewer objects than an f32 counts")]
fn number(run: usize) -> PdfPoints {
    PdfPoints::new(run as f32)
}

/// The number that was given to a text object.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "numbers are whole")]
pub(super) fn numbered(text: &PdfPageTextObject<'_>) -> Option<usize> {
    text.stroke_width().ok().map(|width| width.value.round() as usize)
}

/// The colour, where there is one, and its opacity.
fn color(color: Option<PdfColor>) -> (Option<Color>, f32) {
    let share = |channel: u8| f32::from(channel) / 255.0;
    match color {
        Some(color) => {
            let channels = [color.red(), color.green(), color.blue()];
            (Some(channels.map(share)), share(color.alpha()))
        }
        // A pattern has no one colour.
        None => (None, 1.0),
    }
}

/// Has every image of the page looked at.
pub(super) fn for_each_image(page: &PdfPage<'_>, look: &mut dyn FnMut(&PdfPageImageObject<'_>)) {
    for_each(page, &mut |object| {
        if let Some(image) = object.as_image_object() {
            look(image);
        }
    });
}

/// Takes all text from what is drawn of the page.
pub(super) fn switch_text_off(page: &PdfPage<'_>) {
    for_each(page, &mut |object| {
        if object.as_text_object().is_some() {
            // A text that stays on makes the comparison say that it is seen.
            let _ = object.set_inactive();
        }
    });
}

fn for_each(page: &PdfPage<'_>, visit: &mut dyn FnMut(&mut PdfPageObject<'_>)) {
    let mut left = MOST_OBJECTS;
    for mut object in page.objects().iter() {
        descend(&mut object, 0, &mut left, visit);
    }
}

fn descend(
    object: &mut PdfPageObject<'_>,
    depth: usize,
    left: &mut usize,
    visit: &mut dyn FnMut(&mut PdfPageObject<'_>),
) {
    if *left == 0 || depth > DEEPEST {
        return;
    }
    *left -= 1;
    visit(object);
    if let Some(form) = object.as_x_object_form_object() {
        for index in form.as_range() {
            if let Ok(mut inner) = form.get(index) {
                descend(&mut inner, depth + 1, left, visit);
            }
        }
    }
}
