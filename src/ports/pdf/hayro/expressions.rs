//! Content that is shown where an expression over layers holds: `/VE [/Not 9 0 R]`. The interpreter does not know them.

use super::amended::Amendment;
use super::fonts::is;
use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, MaybeRef, ObjRef, Object, ObjectIdentifier};
use std::collections::HashSet;

/// How deep an expression may go.
const DEPTH: usize = 32;

/// What the members of layers that have an expression are replaced by.
#[derive(Default)]
pub(super) struct Expressed {
    /// So that each is shown or not as its expression has it.
    pub(super) obeyed: Vec<Amendment>,
    /// So that each is shown, where one is not.
    pub(super) shown: Vec<Amendment>,
}

impl Expressed {
    /// Reads the expressions of the file; `unviewed` are layers that a viewer switches off by what they are for.
    pub(super) fn of(pdf: &Pdf, unviewed: &[ObjRef]) -> Self {
        let Some(layers) = layers(pdf) else { return Self::default() };
        let mut off = switched_off(&layers);
        off.extend(unviewed.iter().map(|layer| ObjectIdentifier::from(*layer)));
        let mut found = Self::default();
        let mut is_hidden = false;
        for object in pdf.objects() {
            let Object::Dict(dict) = object else { continue };
            let Some((id, expression)) = expression(&dict) else { continue };
            let mut named = None;
            let reading = Reading { pdf, off: &off };
            let Some(holds) = reading.holds(&expression, &mut named, DEPTH) else { continue };
            let always = || b"<</Type /OCMD>>".to_vec();
            let obeyed = match named {
                // Of one layer it is never so that it is both on and off.
                Some(layer) if !holds => never(layer, off.contains(&layer.into())),
                _ => always(),
            };
            is_hidden |= !holds && named.is_some();
            found.obeyed.push(Amendment { object: id, dictionary: obeyed });
            found.shown.push(Amendment { object: id, dictionary: always() });
        }
        if !is_hidden {
            found.shown.clear();
        }
        found
    }
}

/// Whether a dictionary has an expression, which counts before all else that it says.
pub(super) fn has_expression(dict: &Dict<'_>) -> bool {
    expression(dict).is_some()
}

fn expression<'a>(dict: &Dict<'a>) -> Option<(ObjectIdentifier, Array<'a>)> {
    let own = is(dict, b"Type", b"OCMD").then(|| dict.get::<Array<'_>>(b"VE" as &[u8]))??;
    Some((dict.obj_id()?, own))
}

/// A member that is never shown, by a layer that is off or on.
fn never(layer: ObjRef, is_off: bool) -> Vec<u8> {
    let rule = if is_off { "AllOn" } else { "AllOff" };
    let ObjRef { obj_number, gen_number } = layer;
    format!("<</Type /OCMD /OCGs [{obj_number} {gen_number} R] /P /{rule}>>").into_bytes()
}

fn layers(pdf: &Pdf) -> Option<Dict<'_>> {
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id())?;
    catalog.get::<Dict<'_>>(b"OCProperties" as &[u8])
}

/// The layers that the file says to be off at first.
fn switched_off(layers: &Dict<'_>) -> HashSet<ObjectIdentifier> {
    let mut off = HashSet::new();
    let Some(shown) = layers.get::<Dict<'_>>(b"D" as &[u8]) else { return off };
    let named = |dict: &Dict<'_>, key: &[u8]| -> Vec<ObjectIdentifier> {
        let listed = dict.get::<Array<'_>>(key);
        let references = listed.iter().flat_map(Array::raw_iter);
        references.filter_map(|layer| layer.as_obj_ref().map(Into::into)).collect()
    };
    if is(&shown, b"BaseState", b"OFF") {
        off.extend(named(layers, b"OCGs"));
    }
    for layer in named(&shown, b"ON") {
        off.remove(&layer);
    }
    off.extend(named(&shown, b"OFF"));
    off
}

struct Reading<'p> {
    pdf: &'p Pdf,
    off: &'p HashSet<ObjectIdentifier>,
}

impl Reading<'_> {
    /// Whether an expression holds, with a layer that it names; `None` where it is none.
    fn holds(&self, all: &Array<'_>, named: &mut Option<ObjRef>, depth: usize) -> Option<bool> {
        let depth = depth.checked_sub(1)?;
        let mut parts = all.raw_iter();
        let MaybeRef::NotRef(Object::Name(operator)) = parts.next()? else { return None };
        let mut values = Vec::new();
        for part in parts {
            values.push(self.value(part, named, depth)?);
        }
        match operator.as_ref() {
            b"Not" => values.first().map(|value| !value),
            b"And" => Some(values.iter().all(|value| *value)),
            b"Or" => Some(values.iter().any(|value| *value)),
            _ => None,
        }
    }

    fn value(
        &self,
        part: MaybeRef<Object<'_>>,
        named: &mut Option<ObjRef>,
        depth: usize,
    ) -> Option<bool> {
        match part {
            MaybeRef::NotRef(Object::Array(inner)) => self.holds(&inner, named, depth),
            MaybeRef::NotRef(_) => None,
            MaybeRef::Ref(reference) => {
                if let Some(inner) = self.pdf.xref().get::<Array<'_>>(reference.into()) {
                    return self.holds(&inner, named, depth);
                }
                *named = Some(reference);
                Some(!self.off.contains(&reference.into()))
            }
        }
    }
}
