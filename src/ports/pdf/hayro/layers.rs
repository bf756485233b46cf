//! Text on layers that are switched off, and text whose map of characters lies.

use super::amended::{Amendment, amend, renamed, with_part};
use super::expressions::{Expressed, has_expression};
use super::fonts::{is, without_lies};
use super::numbered::Numbered;
use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, MaybeRef, Name, ObjRef, Object};

/// A file as its interpreter reads it, and as it reads with less to hide its text.
#[derive(Default)]
pub(super) struct Copies {
    /// The file as a viewer shows it: with the maps taken away that lie, and the layers switched off that a viewer
    /// switches off by what they are for; `None` where the file is that itself.
    pub(super) honest: Option<Pdf>,
    /// Where maps lie, the file with them, if it is not the file itself.
    pub(super) lying: Option<Pdf>,
    /// Whether maps lie.
    pub(super) lies: bool,
    /// The honest file with all layers switched on; `None` where none is off.
    pub(super) open: Option<Pdf>,
    /// What its fonts tell of letters by the numbers in the names of glyphs.
    pub(super) numbered: Numbered,
}

impl Copies {
    /// Makes the copies that are needed: for nearly all files, none.
    pub(super) fn new(bytes: &[u8], pdf: &Pdf) -> Self {
        let (fonts, numbered) = without_lies(pdf);
        let hidden = layers_not_for_viewing(pdf);
        let unviewed = unviewed(pdf, &hidden);
        let Expressed { obeyed, shown: expressed } = Expressed::of(pdf, &hidden);
        let layers: Vec<Amendment> = unviewed.iter().chain(&obeyed).cloned().collect();
        let shown: Vec<Amendment> = fonts.iter().chain(&layers).cloned().collect();
        let honest = amend(bytes, pdf, &shown);
        let lies = honest.is_some() && !fonts.is_empty();
        let lying = lies.then(|| amend(bytes, pdf, &layers)).flatten();
        let members = shown_by_none(pdf);
        let is_off = unviewed.is_some()
            || has_hidden_layers(pdf)
            || !members.is_empty()
            || !expressed.is_empty();
        let open = is_off.then(|| switch_on(pdf)).flatten().and_then(|layers| {
            let members =
                members.into_iter().chain(if expressed.is_empty() { obeyed } else { expressed });
            let all: Vec<Amendment> = fonts.into_iter().chain([layers]).chain(members).collect();
            amend(bytes, pdf, &all)
        });
        Self { honest, lying, lies, open, numbered }
    }
}

/// The layers that viewers switch off because they are not for viewing.
fn layers_not_for_viewing(pdf: &Pdf) -> Vec<ObjRef> {
    let rules = || {
        let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id())?;
        let layers = catalog.get::<Dict<'_>>(b"OCProperties" as &[u8])?;
        let shown = layers.get::<Dict<'_>>(b"D" as &[u8])?;
        shown.get::<Array<'_>>(b"AS" as &[u8])
    };
    let Some(rules) = rules() else { return Vec::new() };
    let mut off = Vec::new();
    for rule in rules.iter::<Dict<'_>>() {
        let categories = rule.get::<Array<'_>>(b"Category" as &[u8]);
        let of_view = categories
            .is_some_and(|all| all.iter::<Name<'_>>().any(|name| name.as_ref() == b"View"));
        if !is(&rule, b"Event", b"View") || !of_view {
            continue;
        }
        let Some(named) = rule.get::<Array<'_>>(b"OCGs" as &[u8]) else { continue };
        for layer in named.raw_iter() {
            let MaybeRef::Ref(reference) = layer else { continue };
            let layer = pdf.xref().get::<Dict<'_>>(reference.into());
            let usage = layer.and_then(|layer| layer.get::<Dict<'_>>(b"Usage" as &[u8]));
            let view = usage.and_then(|usage| usage.get::<Dict<'_>>(b"View" as &[u8]));
            if view.is_some_and(|view| is(&view, b"ViewState", b"OFF")) {
                off.push(reference);
            }
        }
    }
    off
}

/// Switches those layers off that viewers switch off because they are not for viewing; `None` where there are none.
fn unviewed(pdf: &Pdf, hidden: &[ObjRef]) -> Option<Amendment> {
    let root = pdf.xref().root_id();
    let catalog = pdf.xref().get::<Dict<'_>>(root)?;
    let layers = catalog.get::<Dict<'_>>(b"OCProperties" as &[u8])?;
    let shown = layers.get::<Dict<'_>>(b"D" as &[u8])?;
    let mut off: Vec<String> = hidden.iter().map(|layer| written(*layer)).collect();
    if off.is_empty() {
        return None;
    }
    if let Some(already) = shown.get::<Array<'_>>(b"OFF" as &[u8]) {
        off.extend(already.raw_iter().filter_map(|layer| match layer {
            MaybeRef::Ref(reference) => Some(written(reference)),
            MaybeRef::NotRef(_) => None,
        }));
    }
    let data = shown.data();
    let body = renamed(data, b"/OFF", b"/NFF").unwrap_or_else(|| data.to_vec());
    let body = body.strip_prefix(b"<<")?;
    let new = [format!("<</OFF [{}] ", off.join(" ")).as_bytes(), body].concat();
    // It stands in the catalog, or in one of the dictionaries on the way to it.
    [&catalog, &layers, &shown].into_iter().find_map(|holder| {
        let dictionary = with_part(holder.data(), data, &new)?;
        Some(Amendment { object: holder.obj_id()?, dictionary })
    })
}

fn written(reference: ObjRef) -> String {
    format!("{} {} R", reference.obj_number, reference.gen_number)
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

/// Shows what is shown only where layers are off, and so hidden by those that are on.
fn shown_by_none(pdf: &Pdf) -> Vec<Amendment> {
    let of_none = |dict: &Dict<'_>| {
        is(dict, b"Type", b"OCMD")
            && !has_expression(dict)
            && (is(dict, b"P", b"AllOff") || is(dict, b"P", b"AnyOff"))
    };
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id());
    if !catalog.is_some_and(|catalog| catalog.contains_key(b"OCProperties" as &[u8])) {
        return Vec::new();
    }
    let members = pdf.objects().into_iter().filter_map(|object| match object {
        Object::Dict(dict) if of_none(&dict) => {
            Amendment::rename(dict.obj_id()?, dict.data(), b"/OCMD", b"/OCG")
        }
        _ => None,
    });
    members.collect()
}
