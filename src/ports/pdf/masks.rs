//! Soft masks: how much of what is drawn through one can be seen.

use super::ink::{Color, Outline, Stroke, Surface};
use hayro_interpret::font::GlyphRun;
use hayro_interpret::kurbo::{BezPath, Point, Rect, Shape};
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, FillRule, Image, ImageDrawProps, MaskType,
    SoftMask,
};

/// What a soft mask lets through, as far as its shapes tell.
pub(super) struct Mask {
    surface: Surface,
    shows: MaskType,
    /// Whether it holds more than plain areas, so that nobody knows what it lets through.
    vague: bool,
}

impl Mask {
    /// Draws the mask by itself.
    pub(super) fn new(mask: &SoftMask<'_>, page: Rect) -> Self {
        let ground = match mask.mask_type() {
            MaskType::Luminosity => {
                let [red, green, blue, _] = mask.background_color().to_rgba().components();
                [red, green, blue]
            }
            MaskType::Alpha => [0.0; 3],
        };
        let vague = mask.transfer_function().is_some();
        let surface = Surface::new(page, ground);
        let mut drawn = Self { surface, shows: mask.mask_type(), vague };
        mask.interpret(&mut drawn);
        drawn
    }

    /// The share, 0–1, of what is drawn at the point that can be seen; `None` where nobody knows.
    pub(super) fn lets_through(&self, point: Point) -> Option<f32> {
        if self.vague {
            return None;
        }
        let [red, green, blue] = self.surface.behind(point, self.surface.paints.iter().rev())?;
        Some(0.3 * red + 0.59 * green + 0.11 * blue)
    }

    fn fill(&mut self, path: &BezPath, whole: bool, props: &DrawProps<'_>, mode: &DrawMode) {
        let rule = match mode {
            DrawMode::Fill(rule) => *rule,
            // Lines are thin, and what they let through is not worth following.
            DrawMode::Stroke(_) | DrawMode::FillAndStroke(..) => {
                self.vague = true;
                return;
            }
            DrawMode::Invisible => return,
        };
        let path = props.transform * path.clone();
        let (color, opacity) = self.surface.color(&props.paint);
        let color: Option<Color> = match self.shows {
            MaskType::Luminosity => color,
            MaskType::Alpha => Some([1.0; 3]),
        };
        let plain = props.soft_mask.is_none() && props.blend_mode == BlendMode::Normal;
        self.vague |= !plain || self.surface.is_changed();
        let area = path.control_box();
        let outline = (!whole).then_some(Outline { path, rule });
        self.surface.paint(Stroke { area, outline, color, opacity: Some(opacity) });
    }
}

impl<'a> Device<'a> for Mask {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.fill(path, false, &props, mode);
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        let outline = Outline { path: clip.path.clone(), rule: clip.fill };
        self.surface.push_clip(clip.path.control_box(), Some(outline));
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.surface.push_clip(*rect, None);
    }

    fn pop_clip(&mut self) {
        self.surface.pop_clip();
    }

    fn push_transparency_group(
        &mut self,
        opacity: f32,
        mask: Option<SoftMask<'a>>,
        mode: BlendMode,
    ) {
        self.surface.push_group(opacity, mask.is_some() || mode != BlendMode::Normal, None);
    }

    fn pop_transparency_group(&mut self) {
        self.surface.pop_group();
    }

    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {
        self.vague = true;
    }

    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.vague = true;
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, mode: &DrawMode) {
        let path = props.transform * rect.to_path(0.1);
        let upright = super::shapes::is_upright(props.transform);
        let props = DrawProps { transform: hayro_interpret::kurbo::Affine::IDENTITY, ..props };
        let mode = match mode {
            DrawMode::Fill(_) => DrawMode::Fill(FillRule::NonZero),
            other => other.clone(),
        };
        self.fill(&path, upright, &props, &mode);
    }
}
