//! Whether glyphs leave ink, looked up once per glyph of a file.

use super::super::names::Named;
use super::names::Names;
use hayro_interpret::font::{Glyph, GlyphRun, Type3Glyph};
use hayro_interpret::kurbo::{Affine, BezPath};
use hayro_interpret::{
    BlendMode, CacheKey, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint,
    SoftMask,
};
use std::collections::BTreeMap;

/// Most glyphs that are remembered.
const MOST_GLYPHS: usize = 50_000;

/// What a glyph looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Face {
    /// Whether it has a shape.
    pub(super) inked: bool,
    /// Whether it brings colours of its own.
    pub(super) colored: bool,
    /// What its font names it.
    pub(super) named: Option<Named>,
}

/// The glyphs of one file.
#[derive(Default)]
pub(super) struct Faces {
    known: BTreeMap<u128, Face>,
    names: Names,
}

impl Faces {
    /// Looks at a glyph.
    pub(super) fn look<'a>(&mut self, glyph: &Glyph<'a>, paint: &Paint<'a>) -> Face {
        let key = match glyph {
            Glyph::Outline(outline) => outline.identifier().cache_key(),
            Glyph::Type3(drawn) => drawn.cache_key(),
        };
        if let Some(face) = self.known.get(&key) {
            return *face;
        }
        let face = match glyph {
            Glyph::Outline(outline) => {
                let inked = !outline.outline().elements().is_empty();
                Face { inked, colored: false, named: self.names.look(outline) }
            }
            Glyph::Type3(drawn) => draw(drawn, paint),
        };
        if self.known.len() < MOST_GLYPHS {
            self.known.insert(key, face);
        }
        face
    }
}

fn draw<'a>(glyph: &Type3Glyph<'a>, paint: &Paint<'a>) -> Face {
    let mut pen =
        Pen { paint: paint.cache_key(), face: Face { inked: false, colored: false, named: None } };
    glyph.interpret(&mut pen, Affine::IDENTITY, Affine::IDENTITY, paint);
    pen.face
}

/// Notices that something is drawn.
struct Pen {
    paint: u128,
    face: Face,
}

impl Pen {
    fn ink(&mut self, paint: &Paint<'_>) {
        self.face.inked = true;
        self.face.colored |= paint.cache_key() != self.paint;
    }
}

impl<'a> Device<'a> for Pen {
    fn draw_path(&mut self, _: &BezPath, props: DrawProps<'a>, _: &DrawMode) {
        self.ink(&props.paint);
    }

    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        self.ink(&props.paint);
    }

    fn draw_image(&mut self, image: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.face.inked = true;
        // A stencil is inked with the text's paint, and a picture brings its own colours.
        self.face.colored |= matches!(image, Image::Raster(_));
    }

    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}
