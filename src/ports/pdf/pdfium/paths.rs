//! Outlines of paths and clips.

use super::frame::point;
use hayro_interpret::kurbo::{Affine, BezPath, Point};
use pdfium_render::prelude::{PdfPathSegment, PdfPathSegmentType};

/// Most parts of one outline that are followed.
const MOST_SEGMENTS: usize = 20_000;

/// Puts an outline together.
pub(super) fn outline<'s>(
    segments: impl Iterator<Item = PdfPathSegment<'s>>,
    transform: Affine,
) -> BezPath {
    let mut path = BezPath::new();
    let mut controls: Vec<Point> = Vec::with_capacity(2);
    for segment in segments.take(MOST_SEGMENTS) {
        let place = point(segment.point());
        let kind = segment.segment_type();
        if path.elements().is_empty() {
            path.move_to(place);
        } else {
            match kind {
                PdfPathSegmentType::MoveTo => path.move_to(place),
                PdfPathSegmentType::LineTo | PdfPathSegmentType::Unknown => path.line_to(place),
                // A curve comes as its two controls and its end.
                PdfPathSegmentType::BezierTo => match controls[..] {
                    [first, second] => {
                        path.curve_to(first, second, place);
                        controls.clear();
                    }
                    _ => controls.push(place),
                },
            }
        }
        if segment.is_close() {
            path.close_path();
        }
    }
    transform * path
}
