//! Notes and form fields that are in the file and not shown.

use super::super::text::clean;
use super::frame::of;
use crate::domain::exhibit::pdf::HiddenSpan;
use pdfium_render::prelude::{
    PdfPage, PdfPageAnnotation, PdfPageAnnotationCommon, PdfPageAnnotationType,
};

/// Most annotations of one page that are read.
const MOST_ANNOTATIONS: usize = 2000;
/// Longest text of one annotation in characters.
const LONGEST: usize = 4000;

/// The texts of a page's annotations that are flagged as not shown, or have no size.
pub(super) fn hidden(page: &PdfPage<'_>) -> Vec<HiddenSpan> {
    let annotations = page.annotations().iter().take(MOST_ANNOTATIONS);
    annotations
        .filter(is_unshown)
        .filter_map(|one| text(&one))
        .map(HiddenSpan::of_annotation)
        .collect()
}

fn is_unshown(annotation: &PdfPageAnnotation<'_>) -> bool {
    // A popup is the window of another note and has no text of its own; a link shows its place alone.
    let kind = annotation.annotation_type();
    if matches!(kind, PdfPageAnnotationType::Popup | PdfPageAnnotationType::Link) {
        return false;
    }
    let sizeless = annotation.bounds().is_ok_and(|area| {
        of(area.right() - area.left()).abs() < 0.01 || of(area.top() - area.bottom()).abs() < 0.01
    });
    annotation.is_hidden() || annotation.is_printable_but_not_viewable() || sizeless
}

/// What the note says, or what the field holds.
fn text(annotation: &PdfPageAnnotation<'_>) -> Option<String> {
    let says = |text: &String| text.contains(char::is_alphanumeric);
    let field = || annotation.as_form_field()?.as_text_field()?.value();
    let stated = annotation.contents().map(|text| clean(&text, LONGEST)).filter(says);
    stated.or_else(|| field().map(|text| clean(&text, LONGEST)).filter(says))
}
