//! Where things stand on the page that is shown.

use hayro_interpret::kurbo::{Affine, Point};
use pdfium_render::prelude::{PdfMatrix, PdfPage, PdfPageRenderRotation, PdfPoints, PdfRect};

/// The page as it is shown, upright and from its top left, and the way there from the file's own coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Width and height in points.
    pub(super) size: (f32, f32),
    /// From the file's coordinates.
    pub(super) transform: Affine,
}

impl Frame {
    pub(super) fn of(page: &PdfPage<'_>) -> Self {
        let size = (page.width().value, page.height().value);
        let whole = || PdfRect::new_from_values(0.0, 0.0, size.1, size.0);
        let shown = page.boundaries().bounding().map_or_else(|_| whole(), |shown| shown.bounds);
        let (left, right) = (of(shown.left()), of(shown.right()));
        let (bottom, top) = (of(shown.bottom()), of(shown.top()));
        let transform = match page.rotation().unwrap_or(PdfPageRenderRotation::None) {
            PdfPageRenderRotation::None => [1.0, 0.0, 0.0, -1.0, -left, top],
            PdfPageRenderRotation::Degrees90 => [0.0, 1.0, 1.0, 0.0, -bottom, -left],
            PdfPageRenderRotation::Degrees180 => [-1.0, 0.0, 0.0, 1.0, right, -bottom],
            PdfPageRenderRotation::Degrees270 => [0.0, -1.0, -1.0, 0.0, top, right],
        };
        Self { size, transform: Affine::new(transform) }
    }
}

/// A length in points.
pub(super) fn of(points: PdfPoints) -> f64 {
    f64::from(points.value)
}

/// A place in the file's coordinates.
pub(super) fn point((x, y): (PdfPoints, PdfPoints)) -> Point {
    Point::new(of(x), of(y))
}

/// A matrix of the library's.
pub(super) fn affine(matrix: &PdfMatrix) -> Affine {
    let values = [matrix.a(), matrix.b(), matrix.c(), matrix.d(), matrix.e(), matrix.f()];
    Affine::new(values.map(f64::from))
}
