//! Draws soft masks by themselves.

use super::super::ink::{Color, Outline, Stroke, Surface};
use super::super::masks::Mask;
use super::super::shapes::is_upright;
use super::colors::color;
use hayro_interpret::font::GlyphRun;
use hayro_interpret::kurbo::{Affine, BezPath, Rect, Shape};
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, FillRule, Image, ImageDrawProps, MaskType,
    SoftMask,
};

/// A mask while it is drawn.
struct Sketch {
    mask: Mask,
    shows: MaskType,
}

/// Draws the mask by itself.
pub(super) fn draw(mask: &SoftMask<'_>, page: Rect) -> Mask {
    let ground = match mask.mask_type() {
        MaskType::Luminosity => {
            let [red, green, blue, _] = mask.background_color().to_rgba().components();
            [red, green, blue]
        }
        MaskType::Alpha => [0.0; 3],
    };
    let vague = mask.transfer_function().is_some();
    let drawn = Mask { surface: Surface::new(page, ground), vague };
    let mut sketch = Sketch { mask: drawn, shows: mask.mask_type() };
    mask.interpret(&mut sketch);
    sketch.mask
}

impl Sketch {
    fn fill(&mut self, path: &BezPath, whole: bool, props: &DrawProps<'_>, mode: &DrawMode) {
        let rule = match mode {
            DrawMode::Fill(rule) => *rule,
            // Lines are thin, and what they let through is not worth following.
            DrawMode::Stroke(_) | DrawMode::FillAndStroke(..) => {
                self.mask.vague = true;
                return;
            }
            DrawMode::Invisible => return,
        };
        let path = props.transform * path.clone();
        let (color, opacity) = color(&self.mask.surface, &props.paint);
        let color: Option<Color> = match self.shows {
            MaskType::Luminosity => color,
            MaskType::Alpha => Some([1.0; 3]),
        };
        let plain = props.soft_mask.is_none() && props.blend_mode == BlendMode::Normal;
        self.mask.vague |= !plain || self.mask.surface.is_changed();
        let area = path.control_box();
        let outline = (!whole).then_some(Outline { path, rule });
        self.mask.surface.paint(Stroke { area, outline, color, opacity: Some(opacity) });
    }
}

impl<'a> Device<'a> for Sketch {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.fill(path, false, &props, mode);
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        let outline = Outline { path: clip.path.clone(), rule: clip.fill };
        self.mask.surface.push_clip(clip.path.control_box(), Some(outline));
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.mask.surface.push_clip(*rect, None);
    }

    fn pop_clip(&mut self) {
        self.mask.surface.pop_clip();
    }

    fn push_transparency_group(
        &mut self,
        opacity: f32,
        mask: Option<SoftMask<'a>>,
        mode: BlendMode,
    ) {
        self.mask.surface.push_group(opacity, mask.is_some() || mode != BlendMode::Normal, None);
    }

    fn pop_transparency_group(&mut self) {
        self.mask.surface.pop_group();
    }

    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {
        self.mask.vague = true;
    }

    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.mask.vague = true;
    }

    fn draw_rect(&mut self, rect: &Rect, props: DrawProps<'a>, mode: &DrawMode) {
        let path = props.transform * rect.to_path(0.1);
        let upright = is_upright(props.transform);
        let props = DrawProps { transform: Affine::IDENTITY, ..props };
        let mode = match mode {
            DrawMode::Fill(_) => DrawMode::Fill(FillRule::NonZero),
            other => other.clone(),
        };
        self.fill(&path, upright, &props, &mode);
    }
}
