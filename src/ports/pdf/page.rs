//! Turns what was drawn on a page into what a reader sees and what a reader does not.

use super::drawing::Drawing;
use super::glyphs::{Runs, WORD_GAP};
use super::marks::Mark;
use super::names::expose;
use super::sight::Run;
use super::text::smuggled;
use crate::domain::exhibit::pdf::{HiddenSpan, PdfPage};
use crate::domain::facts::{Area, Concealment, TextSpan};
use hayro_interpret::kurbo::{Point, Rect};
use std::collections::{BTreeMap, BTreeSet};

/// Share of the page, 0–1, that pictures cover on a page that was scanned.
const SCAN_SHARE: f32 = 0.6;

/// Letters of a word, at most, that are read although they are cut off: enough for a path with its folders.
const LONGEST_WORD: usize = 100;

/// What can make text, in the order in which the file draws it.
pub(super) enum Event {
    /// Glyphs.
    Run(Run),
    /// A short bar, which may be an underscore, and its place among the shapes.
    Bar(Rect, Option<usize>),
}

/// Letters and where they stand, in tenths of a point.
pub(super) type Spot = (String, i64, i64);

/// A page that has been walked.
pub(super) struct Finished {
    pub(super) page: PdfPage,
    /// Whether it was cut short.
    pub(super) full: bool,
    /// Whether it has more shapes than are kept.
    pub(super) crowded: bool,
    /// Everything that is drawn, seen or not; empty where nobody compares it.
    pub(super) drawn: BTreeSet<Spot>,
}

impl Drawing {
    /// Says of every glyph what hides it, as far as what was drawn tells.
    pub(super) fn judge(&mut self) {
        for event in &mut self.events {
            if let Event::Run(run) = event {
                run.judge(&self.surface);
            }
        }
    }

    /// Puts everything together that was drawn and judged, and lists it where it is `compared` with another copy.
    pub(super) fn finish(mut self, number: u32, compared: bool) -> Finished {
        expose(&mut self.events);
        forgive_doubles(&mut self.events);
        name_cut_lines(&mut self.events);
        name_scans(&mut self.events, &self.page);
        let drawn = if compared { self.marks().map(spot).collect() } else { BTreeSet::new() };
        let mut runs = Runs::default();
        let mut taken = BTreeSet::new();
        for event in &self.events {
            match event {
                Event::Run(run) => run.marks.iter().for_each(|mark| runs.add(mark)),
                Event::Bar(bar, shape) => {
                    if runs.underscore(*bar) {
                        taken.extend(*shape);
                    }
                }
            }
        }
        runs.close();
        let mut index = 0;
        self.page.shapes.retain(|_| {
            index += 1;
            !taken.contains(&(index - 1))
        });
        let mut hidden = runs.hidden;
        hidden.extend(self.events.iter().filter_map(unseen));
        hidden.append(&mut self.told);
        let page = PdfPage { number, spans: runs.visible, hidden, ..self.page };
        Finished { page, full: self.full, crowded: self.crowded, drawn }
    }

    /// Every glyph with letters.
    fn marks(&self) -> impl Iterator<Item = &Mark> {
        let runs = self.events.iter().filter_map(|event| match event {
            Event::Run(run) => Some(run),
            Event::Bar(..) => None,
        });
        runs.flat_map(|run| &run.marks).filter(|mark| mark.is_word())
    }

    /// The text that another walk over the page did not draw, whatever hides or shows it here.
    pub(super) fn surplus(self, drawn: &BTreeSet<Spot>, why: Concealment) -> Vec<HiddenSpan> {
        let mut runs = Runs::default();
        for event in self.events {
            let Event::Run(run) = event else { continue };
            let is_new = |mark: &Mark| mark.is_word() && !drawn.contains(&spot(mark));
            let words = run.marks.iter().filter(|mark| mark.is_word()).count();
            let new = run.marks.iter().filter(|mark| is_new(mark)).count();
            // Two words that differ may share letters, which then belong to both.
            let whole = 2 * new > words;
            for mut mark in run.marks {
                if whole || is_new(&mark) {
                    mark.hidden = Some(why);
                    runs.add(&mark);
                }
            }
        }
        runs.close();
        runs.hidden
    }
}

#[expect(clippy::cast_possible_truncation, reason = "places on a page fit an i64")]
fn spot(mark: &Mark) -> Spot {
    let tenths = |length: f64| (length * 10.0).round() as i64;
    (mark.text.clone(), tenths(mark.origin.x), tenths(mark.origin.y))
}

/// Takes back that a letter is hidden where the same letter is seen at the same place.
///
/// Shadows, letters drawn twice to look bold, and text that was painted over and written anew hide nothing.
fn forgive_doubles(events: &mut [Event]) {
    const CELL: f64 = 4.0;
    #[expect(clippy::cast_possible_truncation, reason = "places on a page fit an i64")]
    let cell = |point: Point| ((point.x / CELL).floor() as i64, (point.y / CELL).floor() as i64);
    let marks = |event: &Event| match event {
        Event::Run(run) => run.marks.clone(),
        Event::Bar(..) => Vec::new(),
    };
    let hides = |event: &Event| match event {
        Event::Run(run) => run.marks.iter().any(|mark| mark.hidden.is_some()),
        Event::Bar(..) => false,
    };
    if !events.iter().any(hides) {
        return;
    }
    let mut seen = BTreeMap::<(i64, i64), Vec<(String, Point)>>::new();
    for mark in events.iter().flat_map(marks).filter(|m| m.hidden.is_none() && m.is_word()) {
        seen.entry(cell(mark.origin)).or_default().push((mark.text, mark.origin));
    }
    let is_double = |mark: &Mark| {
        let (x, y) = cell(mark.origin);
        let reach = (0.35 * mark.size()).min(CELL);
        let same = |(text, place): &(String, Point)| {
            *text == mark.text && place.distance(mark.origin) <= reach
        };
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        around.filter_map(|cell| seen.get(&cell)).any(|letters| letters.iter().any(same))
    };
    for event in events {
        let Event::Run(run) = event else { continue };
        let hidden = |mark: &&mut Mark| mark.hidden.is_some() && mark.is_word();
        let (doubles, others): (Vec<_>, Vec<_>) =
            run.marks.iter_mut().filter(hidden).partition(|mark| is_double(mark));
        // Different words may share a letter here and there.
        if doubles.len() > others.len() {
            // They are read once, from the double that is seen.
            for mark in doubles {
                mark.text.clear();
            }
        }
    }
}

/// Tells the part of a line that runs over an edge, or under something drawn, from text that was put out of sight.
///
/// Lines too long for their page and labels too long for their boxes are common; such a part is short and stands
/// next to letters of the same line that are seen.
fn name_cut_lines(events: &mut [Event]) {
    let runs = events.iter_mut().filter_map(|event| match event {
        Event::Run(run) => Some(run),
        Event::Bar(..) => None,
    });
    let mut marks: Vec<&mut Mark> = runs.flat_map(|run| &mut run.marks).collect();
    let mut start = 0;
    while start < marks.len() {
        let hidden = marks[start].hidden;
        let mut end = start + 1;
        while end < marks.len()
            && marks[end].hidden == hidden
            && goes_on(marks[end - 1], marks[end])
        {
            end += 1;
        }
        let seen = |index: usize| marks.get(index).is_some_and(|mark| mark.hidden.is_none());
        let after = start > 0 && seen(start - 1) && goes_on(marks[start - 1], marks[start]);
        let before = seen(end) && goes_on(marks[end - 1], marks[end]);
        let longest = match hidden {
            Some(Concealment::OffPage | Concealment::Clipped) => 150,
            Some(Concealment::Covered | Concealment::SameColor) => 30,
            Some(_) | None => 0,
        };
        if (after || before) && end - start <= longest {
            for mark in &mut marks[start..end] {
                mark.hidden = Some(Concealment::CutOff);
            }
            // A word that is seen in part is read whole, for nobody takes its part for another word.
            let of_last =
                (start..end).take_while(|&i| after && is_same_word(marks[i - 1], marks[i])).count();
            let of_next = (start..end)
                .rev()
                .take_while(|&i| before && is_same_word(marks[i], marks[i + 1]))
                .count();
            // One that is longer stays cut at the edge itself, where a reader sees it cut.
            let read = |letters: usize| if letters <= LONGEST_WORD { letters } else { 0 };
            for index in (start..start + read(of_last)).chain(end - read(of_next)..end) {
                marks[index].hidden = None;
            }
        }
        start = end;
    }
}

/// Whether nothing parts the two glyphs.
fn is_same_word(first: &Mark, second: &Mark) -> bool {
    let gap = (second.origin - (first.origin + first.advance)).hypot();
    !first.is_space() && !second.is_space() && gap < WORD_GAP * first.size()
}

/// Whether the second glyph continues the line of the first.
fn goes_on(first: &Mark, second: &Mark) -> bool {
    let step = second.origin - (first.origin + first.advance);
    let size = first.size();
    step.hypot() < size && step.dot(first.up).abs() < 0.1 * size * size
}

/// Tells the text of a searchable scan from other text that leaves no ink.
fn name_scans(events: &mut [Event], page: &PdfPage) {
    let paper = (page.width * page.height).max(1.0);
    let pictures: f32 = page.images.iter().map(|image| image.area.size()).sum();
    if pictures / paper < SCAN_SHARE {
        return;
    }
    let on_picture = |mark: &Mark| {
        let center = mark.places()[0];
        page.images.iter().any(|image| {
            let Area { x, y, width, height } = image.area;
            let (x, y) = (f64::from(x), f64::from(y));
            Rect::new(x, y, x + f64::from(width), y + f64::from(height)).contains(center)
        })
    };
    let layer = |mark: &Mark| {
        let inkless = matches!(
            mark.hidden,
            Some(Concealment::InvisibleMode | Concealment::Covered | Concealment::Transparent)
        );
        inkless && on_picture(mark)
    };
    let (mut seen, mut unseen) = (0, 0);
    for event in events.iter() {
        let Event::Run(run) = event else { continue };
        seen += run.marks.iter().filter(|m| m.hidden.is_none() && m.is_word()).count();
        unseen += run.marks.iter().filter(|m| m.is_word() && layer(m)).count();
    }
    // A page that shows much text of its own is no scan, whatever picture lies behind it.
    if unseen < 4 * seen {
        return;
    }
    for event in events {
        let Event::Run(run) = event else { continue };
        for mark in run.marks.iter_mut().filter(|mark| layer(mark)) {
            mark.hidden = Some(Concealment::ScanLayer);
        }
    }
}

/// The message that a run carries in characters without shape.
fn unseen(event: &Event) -> Option<HiddenSpan> {
    let Event::Run(run) = event else { return None };
    let (mut longest, mut row) = (Vec::new(), Vec::new());
    for mark in &run.marks {
        if !mark.is_space() {
            row.clear();
        }
        row.extend(&mark.unseen);
        if row.len() > longest.len() {
            longest.clone_from(&row);
        }
    }
    let text = smuggled(&longest)?;
    let area = super::glyphs::to_area(run.area());
    let span = TextSpan { text, area, size: 0.0, angle: 0.0 };
    Some(HiddenSpan { span, concealment: Concealment::InvisibleCharacters })
}
