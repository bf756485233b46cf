//! Notes and form fields that are in the file and not shown.

use super::super::text::decode;
use crate::domain::exhibit::pdf::HiddenSpan;
use hayro_syntax::object::{Array, Dict, Name, Object, Rect, String as PdfString};
use hayro_syntax::page::Page;

/// Most annotations of one page that are read.
const MOST_ANNOTATIONS: usize = 2000;
/// Longest text of one annotation in characters.
const LONGEST: usize = 4000;
/// Flags of annotations that are not shown on a screen: hidden, and not to be viewed.
const UNSHOWN: u32 = (1 << 1) | (1 << 5);

/// The texts of a page's annotations that are flagged as not shown, or have no size.
pub(super) fn hidden(page: &Page<'_>) -> Vec<HiddenSpan> {
    let Some(annotations) = page.raw().get::<Array<'_>>(b"Annots" as &[u8]) else {
        return Vec::new();
    };
    let annotations = annotations.iter::<Dict<'_>>().take(MOST_ANNOTATIONS);
    annotations
        .filter(is_unshown)
        .filter_map(|annotation| text(&annotation))
        .map(HiddenSpan::of_annotation)
        .collect()
}

fn is_unshown(annotation: &Dict<'_>) -> bool {
    let kind = annotation.get::<Name<'_>>(b"Subtype" as &[u8]);
    // A popup is the window of another note and has no text of its own; a link shows its place alone.
    if kind.is_some_and(|kind| matches!(kind.as_ref(), b"Popup" | b"Link")) {
        return false;
    }
    let flags = annotation.get::<u32>(b"F" as &[u8]).unwrap_or(0);
    let place = annotation.get::<Rect>(b"Rect" as &[u8]);
    let sizeless = place
        .is_some_and(|area| (area.x1 - area.x0).abs() < 0.01 || (area.y1 - area.y0).abs() < 0.01);
    flags & UNSHOWN != 0 || sizeless
}

/// What the note says, or what the field holds.
fn text(annotation: &Dict<'_>) -> Option<String> {
    let parent = annotation.get::<Dict<'_>>(b"Parent" as &[u8]);
    let stated = |key: &[u8]| match annotation.get::<Object<'_>>(key) {
        Some(Object::String(text)) => Some(decode(text.as_bytes(), LONGEST)),
        // Buttons have names for values, and numbers say nothing.
        _ => None,
    };
    let inherited = || {
        let text = parent?.get::<PdfString<'_>>(b"V" as &[u8])?;
        Some(decode(text.as_bytes(), LONGEST))
    };
    let says = |text: &String| text.contains(char::is_alphanumeric);
    stated(b"Contents")
        .filter(says)
        .or_else(|| stated(b"V").filter(says))
        .or_else(|| inherited().filter(says))
}
