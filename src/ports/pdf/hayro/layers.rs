//! Text on layers that are switched off, and text whose map of characters lies.

use super::amended::{Amendment, amend};
use super::fonts::lying_fonts;
use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name};

/// A file as its interpreter reads it, and as it reads with less to hide its text.
pub(super) struct Copies {
    /// The file with the maps taken away that lie; `None` where none does.
    pub(super) honest: Option<Pdf>,
    /// The honest file with all layers switched on; `None` where none is off.
    pub(super) open: Option<Pdf>,
}

impl Copies {
    /// Makes the copies that are needed: for nearly all files, none.
    pub(super) fn new(bytes: &[u8], pdf: &Pdf) -> Self {
        let mut amendments: Vec<Amendment> = lying_fonts(pdf)
            .into_iter()
            .filter_map(|(font, data)| Amendment::rename(font, data, b"/ToUnicode", b"/NoUnicode"))
            .collect();
        let honest = amend(bytes, pdf, &amendments);
        let layers = has_hidden_layers(pdf).then(|| switch_on(pdf)).flatten();
        let open = layers.and_then(|layers| {
            amendments.push(layers);
            amend(bytes, pdf, &amendments)
        });
        Self { honest, open }
    }
}

fn switch_on(pdf: &Pdf) -> Option<Amendment> {
    let root = pdf.xref().root_id();
    let catalog = pdf.xref().get::<Dict<'_>>(root)?;
    Amendment::rename(root, catalog.data(), b"/OCProperties", b"/NCProperties")
}

fn has_hidden_layers(pdf: &Pdf) -> bool {
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id());
    let layers = catalog.and_then(|catalog| catalog.get::<Dict<'_>>(b"OCProperties" as &[u8]));
    let Some(shown) = layers.and_then(|layers| layers.get::<Dict<'_>>(b"D" as &[u8])) else {
        return false;
    };
    let off = shown.get::<Array<'_>>(b"OFF" as &[u8]);
    let base = shown.get::<Name<'_>>(b"BaseState" as &[u8]);
    off.is_some_and(|off| off.raw_iter().next().is_some())
        || base.is_some_and(|base| base.as_ref() == b"OFF")
}
