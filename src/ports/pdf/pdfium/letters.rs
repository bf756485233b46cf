//! Gives the text objects their letters.

use super::super::drawing::Drawing;
use super::super::marks::{Mark, is_passage, letters};
use super::super::page::Event;
use super::super::sight::{Blend, Ink};
use super::frame::{Frame, affine, of, point};
use super::objects::{TextObject, Walk, numbered};
use crate::domain::facts::Concealment;
use hayro_interpret::kurbo::{Affine, Point, Rect, Vec2};
use pdfium_render::prelude::{PdfPageText, PdfPageTextChar, PdfRect};

/// A letter whose shape is higher than its font by this factor is a drawing, whose size its font does not tell.
const DRAWN: f64 = 1.5;
/// Where a hyphen ends a line, the library says so instead of the hyphen.
const HYPHEN: char = '\u{2}';

/// Puts every letter of the page where its object is drawn, and says whether any replaces what is drawn.
pub(super) fn fill(text: &PdfPageText<'_>, walk: Walk<'_>, frame: Frame) -> (Drawing, bool) {
    let Walk { mut drawing, texts, .. } = walk;
    if !drawing.takes(usize::try_from(text.len()).unwrap_or(0)) {
        return (drawing, false);
    }
    let (mut half, mut replaces) = (None, false);
    for letter in text.chars().iter() {
        // Spaces and ends of lines that the library made up have no place of their own.
        if letter.is_generated().unwrap_or(true) {
            continue;
        }
        let object = letter.text_object().ok().as_ref().and_then(numbered);
        let event = object.and_then(|number| texts.get(number)).map(|text| text.event);
        let Some(Event::Run(run)) = event.and_then(|event| drawing.events.get_mut(event)) else {
            continue;
        };
        let Some(told) = told(letter.unicode_value(), &mut half) else { continue };
        let Some(Placed { mark, drawn, replaced }) = place(&letter, told, frame.transform) else {
            continue;
        };
        run.drawn |= drawn;
        replaces |= replaced;
        match run.marks.last_mut() {
            // A glyph that stands for several letters comes as so many, all at one place.
            Some(last) if last.origin == mark.origin && last.advance == mark.advance => {
                last.text.push_str(&mark.text);
                last.unseen.extend(mark.unseen);
                last.hidden = is_passage(&last.text).then_some(Concealment::FalseMap);
            }
            Some(_) | None => run.marks.push(mark),
        }
    }
    unite_doubles(&mut drawing, &texts);
    doubt_cuts(&mut drawing);
    (drawing, replaces)
}

/// Gives the inks of a text that is drawn twice to the one that has the letters.
///
/// The library gives no letters to a text that is drawn over itself, as shadows and bold letters are.
fn unite_doubles(drawing: &mut Drawing, texts: &[TextObject]) {
    /// How many text objects back the first of the two is looked for.
    const BACK: usize = 8;
    const NEAR: f64 = 2.0;
    let near = |one: Rect, other: Rect| {
        let apart = [one.x0 - other.x0, one.y0 - other.y0, one.x1 - other.x1, one.y1 - other.y1];
        apart.iter().all(|distance| distance.abs() < NEAR)
    };
    for (number, text) in texts.iter().enumerate() {
        let Some(Event::Run(run)) = drawing.events.get_mut(text.event) else { continue };
        if !run.marks.is_empty() || run.inks.is_empty() {
            continue;
        }
        let inks = std::mem::take(&mut run.inks);
        let first = texts[number.saturating_sub(BACK)..number].iter().rev().find(|first| {
            let has_letters = matches!(
                &drawing.events[first.event], Event::Run(run) if !run.marks.is_empty()
            );
            has_letters && near(first.area, text.area)
        });
        if let Some(Event::Run(first)) = first.and_then(|first| drawing.events.get_mut(first.event))
        {
            first.inks.extend(inks);
        }
    }
}

/// Takes text that cuts a shape for seen where something is painted later, which may be through it.
///
/// The library does not tell which.
fn doubt_cuts(drawing: &mut Drawing) {
    let Drawing { events, surface, .. } = drawing;
    for event in events {
        let Event::Run(run) = event else { continue };
        let area = run.area();
        let cuts = |ink: &&Ink| ink.inkless == Some(Concealment::ClipOnly);
        let Some(cut) = run.inks.iter().find(cuts) else { continue };
        let painted = surface.paints.iter().skip(cut.after).any(|paint| {
            let touched = paint.area.intersect(area);
            touched.width() > 0.0 && touched.height() > 0.0
        });
        if painted {
            let ink = Ink {
                color: None,
                patterned: false,
                opacity: 1.0,
                blend: Blend::Normal,
                inkless: None,
                clip: cut.clip.clone(),
                masks: Vec::new(),
                before: surface.paints.len(),
                after: surface.paints.len(),
            };
            run.inks.push(ink);
        }
    }
}

/// The letter of a code; `None` for the first half of one that is told in two.
fn told(code: u32, half: &mut Option<u16>) -> Option<char> {
    const FIRST: std::ops::Range<u32> = 0xD800..0xDC00;
    let unit = u16::try_from(code).ok();
    let first = half.take();
    if FIRST.contains(&code) {
        *half = unit;
        return None;
    }
    let joined = first.zip(unit).and_then(|(first, second)| {
        char::decode_utf16([first, second]).next().and_then(Result::ok)
    });
    match joined.or(char::from_u32(code)) {
        Some(HYPHEN) => Some('-'),
        Some(told) => Some(told),
        None => Some(char::REPLACEMENT_CHARACTER),
    }
}

/// A letter on the page.
struct Placed {
    mark: Mark,
    /// Whether it is a drawing, whose size its font does not tell.
    drawn: bool,
    /// Whether it belongs to a text that the file gives to programs in place of what it draws.
    replaced: bool,
}

/// Places a letter; `None` where it has no place.
fn place(letter: &PdfPageTextChar<'_>, told: char, to_page: Affine) -> Option<Placed> {
    let size = of(letter.unscaled_font_size());
    let [a, b, c, d, ..] = affine(&letter.matrix().ok()?).as_coeffs();
    let (along, up) = (Vec2::new(a, b) * size, Vec2::new(c, d) * size);
    let mut start = point(letter.origin().ok()?);
    let loose = letter.loose_bounds().ok().map(rect);
    let tight = letter.tight_bounds().ok().map(rect);
    // Text that replaces what is drawn is spread evenly over its place, and has no bearings.
    let replaced = loose.is_some() && loose == tight;
    if let Some(area) = loose.filter(|_| replaced && b.abs() < 0.1 * a.abs()) {
        start.x = area.x0;
    }
    let advance = advance(start, Vec2::new(a, b), size, loose, tight);
    let turn = |length: Vec2| (to_page * length.to_point()) - (to_page * Point::ZERO);
    let (along, up, advance) = (turn(along), turn(up), turn(advance));
    let origin = to_page * start;
    let finite = origin.is_finite() && advance.is_finite() && up.is_finite();
    let drawn = tight.is_some_and(|area| {
        area.height().max(area.width()) > DRAWN * up.hypot().max(along.hypot())
    });
    let (text, unseen) = letters([told]);
    let (named, blank, hidden) = (None, false, None);
    let mark = Mark { text, unseen, origin, advance, up, along, named, blank, hidden };
    finite.then_some(Placed { mark, drawn, replaced })
}

/// From a letter to the place where the next is expected.
///
/// The library tells the box of a letter with its bearings for text that runs from left to right; for other text
/// the end of its shape has to do.
fn advance(start: Point, run: Vec2, size: f64, loose: Option<Rect>, tight: Option<Rect>) -> Vec2 {
    const LEVEL: f64 = 0.1;
    const BEARING: f64 = 0.05;
    let length = run.hypot();
    if length < f64::EPSILON {
        return Vec2::ZERO;
    }
    if let Some(area) = loose.filter(|_| run.x.abs() > LEVEL * length) {
        return run * (area.width() / run.x.abs());
    }
    let Some(area) = tight else { return run * (0.5 * size) };
    let ahead = run / length;
    let corners = [(area.x0, area.y0), (area.x0, area.y1), (area.x1, area.y0), (area.x1, area.y1)];
    let reach = corners.iter().map(|corner| (Point::from(*corner) - start).dot(ahead));
    ahead * (reach.fold(0.0, f64::max) + BEARING * size * length)
}

fn rect(area: PdfRect) -> Rect {
    Rect::new(of(area.left()), of(area.bottom()), of(area.right()), of(area.top()))
}
