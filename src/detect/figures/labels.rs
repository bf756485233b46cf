//! Text that belongs to a figure.

use crate::detect::phrase::Phrase;
use crate::domain::exhibit::pdf::PdfPage;
use crate::domain::facts::{Area, TextSpan};
use std::sync::LazyLock;

/// Most labels that are kept of one figure.
const MOST_LABELS: usize = 100;
/// Most lines of a caption.
const MOST_LINES: usize = 4;
/// Longest caption in characters.
const LONGEST_CAPTION: usize = 240;

static CAPTION: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^\W{0,9}(?:figur[ae]?|figuur|fig\.?|abbildung|abb\.|diagram|image|picture|chart|exhibit|illustration|screenshot|",
        r"ilustraci(?:o|ó)n|image[mn]|immagine|obr(?:a|á)zek|rysunek|(?:Р|р)ис(?:унок|\.)?)\s*",
        r"(?:[0-9]+[.\d]*|[IVX]+\b|[A-Z][.-]?[0-9]+|(?u:[:—–-]))",
    ))
});

/// Words of what shows numbers, beside which words for a diagram may stand as well.
pub(in crate::detect) const PLOTS: [&str; 12] = [
    "bar graph",
    "line graph",
    "bar chart",
    "pie chart",
    "histogram",
    "scatter",
    "curve",
    "box plot",
    "plot of",
    "heatmap",
    "confusion matrix",
    "distribution of",
];
/// Words by which a caption alone tells of numbers: in a text they may tell of anything.
pub(in crate::detect) const MEASURED: [&str; 3] = ["accuracy", "loss over", "reward"];
/// Words of what a screen showed, which may be a diagram.
pub(in crate::detect) const SEEN: [&str; 5] =
    ["screenshot", "screen shot", "terminal output", "console output", "logo of"];
/// Words of what a camera showed, which is none.
pub(in crate::detect) const CAMERA: [&str; 3] = ["photo", "our team", "workshop"];

/// How the line of a caption ends that goes on in the next one.
static GOES_ON: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)(?:,|\b(?:a|an|and|as|at|by|for|from|in|of|on|or|over|per|than|the|to|using|via|with))$",
    )
});

/// Whether a line begins like a caption.
pub(in crate::detect) fn is_caption(line: &str) -> bool {
    CAPTION.is_match(line)
}

/// Whether a caption names a diagram, and nothing that shows numbers or a screen.
pub(in crate::detect) fn names_diagram(caption: &str) -> bool {
    const NAMED: [&str; 6] =
        ["architect", "diagram", "flowchart", "flow chart", "pipeline", "topolog"];
    let caption = caption.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| caption.contains(word));
    has(&NAMED) && ![&PLOTS[..], &MEASURED, &SEEN, &CAMERA].iter().any(|words| has(words))
}

/// On which side of a figure its caption stands, as a report has it throughout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Above it.
    Above,
    /// Below it, or on whichever side is nearer.
    Below,
}

/// The side of the captions: above where some figures have theirs there alone, and none has it below alone. A caption
/// between two figures does not tell by itself which of them it belongs to.
pub(super) fn side<'a>(figures: impl Iterator<Item = (&'a PdfPage, Area)>) -> Side {
    let (mut above, mut below) = (0, 0);
    for (page, area) in figures {
        let on = |distance: &dyn Fn(&Area) -> bool| {
            let lines = lines(page.spans.iter());
            lines
                .iter()
                .any(|(text, line)| is_caption(text) && shares(&area, line) && distance(line))
        };
        match (on(&|line| is_above(line, &area)), on(&|line| is_below(line, &area))) {
            (true, false) => above += 1,
            (false, true) => below += 1,
            (true, true) | (false, false) => {}
        }
    }
    if above > 0 && below == 0 { Side::Above } else { Side::Below }
}

/// How far above or below a figure its caption may stand, in points.
const ABOVE: f32 = 40.0;
const BELOW: f32 = 60.0;

fn is_above(line: &Area, area: &Area) -> bool {
    (-4.0..ABOVE).contains(&(area.y - (line.y + line.height)))
}

fn is_below(line: &Area, area: &Area) -> bool {
    (-8.0..BELOW).contains(&(line.y - area.y - area.height))
}

/// Whether a line stands above or below a part of a figure.
fn shares(area: &Area, line: &Area) -> bool {
    area.x < line.x + line.width && line.x < area.x + area.width
}

/// Lines of text inside the area, from the top.
pub(super) fn labels(page: &PdfPage, area: &Area) -> Vec<String> {
    let inside = |span: &&TextSpan| {
        let (x, y) = middle(&span.area);
        (area.x..=area.x + area.width).contains(&x) && (area.y..=area.y + area.height).contains(&y)
    };
    let mut lines = lines(page.spans.iter().filter(inside));
    // Programs draw a diagram in any order; a person reads it from the top.
    lines.sort_by(|(_, a), (_, b)| a.y.round().total_cmp(&b.y.round()).then(a.x.total_cmp(&b.x)));
    lines.into_iter().map(|(text, _)| text).take(MOST_LABELS).collect()
}

/// The caption of each figure of a page: the nearest line that begins like one, unless it stands under another
/// figure and not under this one.
pub(super) fn captions(page: &PdfPage, areas: &[Area], side: Side) -> Vec<Option<String>> {
    if side == Side::Above {
        let own = |area: &Area| {
            let above = |line: &Area| is_above(line, area) && shares(area, line);
            caption_of(page, area, &above).or_else(|| caption(page, area))
        };
        return areas.iter().map(|area| own(area).map(|(text, _)| text)).collect();
    }
    let nearest: Vec<Option<(String, Area)>> =
        areas.iter().map(|area| caption(page, area)).collect();
    // One line tells of one figure: of two that it stands between, the upper one may have its own above.
    let above = |at: usize, area: &Area| {
        let (_, line) = nearest[at].as_ref()?;
        let others = nearest.iter().enumerate().filter(|(other, _)| *other != at);
        let contested = others.flat_map(|(_, other)| other).any(|(_, place)| place == line);
        let own =
            (contested && line.y > area.y).then(|| caption_of(page, area, &|other| other != line));
        own.flatten().filter(|(_, place)| place.y < area.y)
    };
    let found: Vec<Option<(String, Area)>> = areas
        .iter()
        .enumerate()
        .map(|(at, area)| above(at, area).or_else(|| nearest[at].clone()))
        .collect();
    let of_another = |at: usize, line: &Area| {
        let mut others = found.iter().zip(areas).enumerate().filter(|(other, _)| *other != at);
        !shares(&areas[at], line)
            && others.any(|(_, (caption, area))| {
                caption.as_ref().is_some_and(|(_, place)| place == line) && shares(area, line)
            })
    };
    let own = found.iter().enumerate().map(|(at, caption)| {
        let (text, line) = caption.as_ref()?;
        (!of_another(at, line)).then(|| text.clone())
    });
    own.collect()
}

/// The nearest line that begins like a caption, below the figure rather than above it, and its place.
pub(super) fn caption(page: &PdfPage, area: &Area) -> Option<(String, Area)> {
    caption_of(page, area, &|_| true)
}

/// The same, of the lines at some places.
fn caption_of(
    page: &PdfPage,
    area: &Area,
    may_be: &dyn Fn(&Area) -> bool,
) -> Option<(String, Area)> {
    let bottom = area.y + area.height;
    let lines = lines(page.spans.iter());
    let captions =
        lines.iter().enumerate().filter(|(_, (text, place))| is_caption(text) && may_be(place));
    let (first, _) = captions
        .filter_map(|(at, (_, line))| {
            let below = line.y - bottom;
            let above = area.y - (line.y + line.height);
            let distance = if is_below(line, area) {
                below.abs()
            } else if is_above(line, area) {
                // A caption above counts only where none stands below.
                BELOW + above.abs()
            } else if stands_beside(line, area) {
                BELOW + ABOVE + (bottom - line.y - line.height).abs()
            } else {
                return None;
            };
            Some((at, distance))
        })
        .min_by(|a, b| a.1.total_cmp(&b.1))?;
    let (text, place) = &lines[first];
    let mut whole = text.clone();
    for pair in lines[first..].windows(2).take(MOST_LINES - 1) {
        let (last, (more, next)) = (&pair[0].1, &pair[1]);
        let follows = (0.0..1.6 * last.height).contains(&(next.y - last.y))
            && (next.height - last.height).abs() < 0.5;
        if !follows || is_caption(more) || !goes_on(&whole, more, last == place) {
            break;
        }
        whole = format!("{whole} {more}");
    }
    Some((whole.chars().take(LONGEST_CAPTION).collect(), *place))
}

/// Whether the next line belongs to the caption that begins so, rather than to the text below.
fn goes_on(caption: &str, next: &str, is_first: bool) -> bool {
    /// Bytes from which a first line is so long that it ends for want of room.
    const LONG: usize = 60;
    let is_open = caption.matches('"').count() % 2 == 1
        || caption.matches('“').count() > caption.matches('”').count()
        || caption.matches('(').count() > caption.matches(')').count();
    !caption.ends_with('.')
        && (is_open
            || next.starts_with(char::is_lowercase)
            || GOES_ON.is_match(caption)
            || (is_first && caption.len() > LONG))
}

/// Whether a line ends or begins right beside the foot of the figure, as one does that a picture follows in the text.
fn stands_beside(line: &Area, area: &Area) -> bool {
    const NEAR: f32 = 12.0;
    let bottom = area.y + area.height;
    let left = area.x - (line.x + line.width);
    let right = line.x - (area.x + area.width);
    let is_level = (-NEAR..NEAR).contains(&(bottom - line.y - line.height));
    is_level && [left, right].iter().any(|gap| (-2.0..NEAR).contains(gap))
}

/// Joins runs that stand side by side.
fn lines<'a>(spans: impl Iterator<Item = &'a TextSpan>) -> Vec<(String, Area)> {
    let mut lines: Vec<(String, Area)> = Vec::new();
    for span in spans {
        let joins = |(_, line): &&mut (String, Area)| {
            let level = (middle(line).1 - middle(&span.area).1).abs() < 0.4 * span.size;
            let gap = span.area.x - (line.x + line.width);
            level && (-0.5 * span.size..1.2 * span.size).contains(&gap)
        };
        match lines.last_mut().filter(joins) {
            Some((text, line)) => {
                let gap = span.area.x - (line.x + line.width);
                if gap > 0.15 * span.size && !text.ends_with(' ') && !span.text.starts_with(' ') {
                    text.push(' ');
                }
                text.push_str(&span.text);
                *line = line.union(&span.area);
            }
            None => lines.push((span.text.clone(), span.area)),
        }
    }
    for (text, _) in &mut lines {
        *text = text.trim().to_string();
    }
    lines.retain(|(text, _)| !text.is_empty());
    lines
}

fn middle(area: &Area) -> (f32, f32) {
    (area.x + area.width / 2.0, area.y + area.height / 2.0)
}
