//! Puts glyphs together to runs of text.

use super::marks::Mark;
use crate::domain::exhibit::pdf::HiddenSpan;
use crate::domain::facts::{Area, Concealment, TextSpan};
use crate::domain::invisible::parts_words;
use hayro_interpret::kurbo::{Point, Rect, Vec2};

/// A gap wider than this share of the font size parts two words.
pub(super) const WORD_GAP: f64 = 0.15;
/// A gap wider than this share of the font size parts two runs.
const RUN_GAP: f64 = 0.7;
/// A step back of more than this share of the font size begins another run.
const STEP_BACK: f64 = 0.35;

/// A run of text that grows glyph by glyph.
struct Run {
    text: String,
    start: Point,
    pen: Point,
    direction: Vec2,
    up: Vec2,
    hidden: Option<Concealment>,
    /// Whether it goes on where the run before it ends.
    goes_on: bool,
    /// Characters without shape behind the last letter.
    unseen: Vec<char>,
}

/// The run that was put away last.
#[derive(Clone, Copy, Default)]
enum Before {
    /// None that a line could go on from.
    #[default]
    Other,
    /// One that is seen.
    Seen,
    /// The beginning of a line, which is cut off.
    Cut,
}

/// Collects glyphs into runs.
#[derive(Default)]
pub(super) struct Runs {
    open: Option<Run>,
    before: Before,
    pub(super) visible: Vec<TextSpan>,
    pub(super) hidden: Vec<HiddenSpan>,
}

impl Runs {
    pub(super) fn add(&mut self, mark: &Mark) {
        if mark.text.is_empty() {
            if let Some(run) = &mut self.open {
                run.unseen.extend(mark.unseen.iter().filter(|c| parts_words(**c)));
            }
            return;
        }
        if let Some(run) = &mut self.open
            && run.takes(mark)
        {
            return;
        }
        // A space that continues nothing is only a gap.
        if mark.text.trim().is_empty() && self.open.is_none() {
            return;
        }
        let goes_on = self.open.as_ref().is_some_and(|run| run.reaches(mark));
        self.close();
        self.open = Some(Run {
            goes_on,
            text: mark.text.clone(),
            start: mark.origin,
            pen: mark.origin + mark.advance,
            direction: direction(mark),
            up: mark.up,
            hidden: mark.hidden,
            unseen: mark.unseen.iter().copied().filter(|c| parts_words(*c)).collect(),
        });
    }

    /// Takes a short bar at the pen for an underscore, and says whether it was one.
    ///
    /// LaTeX's older font encodings have no underscore and draw a rule in its place.
    pub(super) fn underscore(&mut self, bar: Rect) -> bool {
        let Some(run) = &mut self.open else { return false };
        let size = run.up.hypot();
        let level = run.direction.x > 0.99;
        let drop = bar.center().y - run.pen.y;
        let fits = level
            && bar.height() < 0.12 * size
            && (0.15..0.75).contains(&(bar.width() / size))
            && (bar.x0 - run.pen.x).abs() < 0.2 * size
            && (-0.02..0.25).contains(&(drop / size));
        if fits {
            run.text.push('_');
            run.pen.x = bar.x1;
        }
        fits
    }

    pub(super) fn close(&mut self) {
        let Some(mut run) = self.open.take() else { return };
        let hidden = run.hidden;
        let disguised = run.keep_in_paths();
        // Bullets and rules that nobody sees tell nobody anything.
        let says =
            |c: char| if hidden.is_some() { c.is_alphanumeric() } else { !c.is_whitespace() };
        let before = std::mem::take(&mut self.before);
        let before = if run.goes_on { before } else { Before::Other };
        if !run.text.contains(says) {
            return;
        }
        // Where a reader sees that a line is cut off, whoever is shown its words sees it too.
        match (hidden, before, self.visible.last_mut()) {
            (Some(Concealment::CutOff), Before::Seen, Some(seen)) => {
                seen.text.truncate(seen.text.trim_end().len());
                seen.text.push_str(" …");
            }
            (Some(Concealment::CutOff), ..) => self.before = Before::Cut,
            (None, Before::Cut, _) => run.text.insert_str(0, "… "),
            _ => {}
        }
        if hidden.is_none() {
            self.before = Before::Seen;
        }
        let span = run.span();
        if hidden.is_none() {
            self.hidden.extend(disguised.map(|text| HiddenSpan {
                span: TextSpan { text, area: span.area, size: 0.0, angle: 0.0 },
                concealment: Concealment::InvisibleCharacters,
            }));
        }
        match hidden {
            Some(concealment) => self.hidden.push(HiddenSpan { span, concealment }),
            None => self.visible.push(span),
        }
    }
}

impl Run {
    /// Appends a glyph if it continues the run.
    fn takes(&mut self, mark: &Mark) -> bool {
        if mark.hidden != self.hidden || !self.reaches(mark) {
            return false;
        }
        let along = (mark.origin - self.pen).dot(self.direction);
        let parted = along > WORD_GAP * self.up.hypot();
        if parted && !self.text.ends_with(' ') && !mark.text.starts_with(' ') {
            self.text.push(' ');
        }
        let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        // Behind a slash a line may break, and what says so disguises nothing.
        let begins = |c: char| inside(c) || c == '/';
        let unseen = std::mem::take(&mut self.unseen);
        if !parted && self.text.ends_with(inside) && mark.text.starts_with(begins) {
            self.text.extend(unseen);
        }
        self.unseen.extend(mark.unseen.iter().filter(|c| parts_words(**c)));
        self.text.push_str(&mark.text);
        self.pen = mark.origin + mark.advance;
        true
    }

    /// Whether a glyph stands where the run ends, in letters alike.
    fn reaches(&self, mark: &Mark) -> bool {
        let size = self.up.hypot();
        let step = mark.origin - self.pen;
        let along = step.dot(self.direction);
        (mark.size() - size).abs() <= 0.1 * size
            && direction(mark).dot(self.direction) >= 0.99
            && step.cross(self.direction).abs() <= 0.1 * size
            && (-STEP_BACK * size..=RUN_GAP * size).contains(&along)
    }

    /// Leaves characters without shape inside the names of paths alone, where they part letters, and tells which paths
    /// have them. Elsewhere they mark where a line may break, or how letters join.
    fn keep_in_paths(&mut self) -> Option<String> {
        if !self.text.contains(parts_words) {
            return None;
        }
        let mut told: Vec<String> = Vec::new();
        let words: Vec<String> = self
            .text
            .split(' ')
            .map(|word| {
                let plain: String = word.chars().filter(|c| !parts_words(*c)).collect();
                let name = plain.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
                let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
                let is_file = ENDINGS.contains(&ending);
                // Words with a slash between them are no path.
                let is_folder = name.contains('/') && (name.contains('_') || parts_letters(word));
                if plain.len() == word.len() || !(is_file || is_folder) {
                    return plain;
                }
                let signs: Vec<String> = word
                    .chars()
                    .filter(|c| parts_words(*c))
                    .map(|c| format!("U+{:04X}", u32::from(c)))
                    .collect();
                told.push(format!("characters without shape in {plain}: {}", signs.join(", ")));
                word.to_owned()
            })
            .collect();
        self.text = words.join(" ");
        (!told.is_empty()).then(|| told.join("; "))
    }

    #[expect(clippy::cast_possible_truncation, reason = "places on a page fit an f32")]
    fn span(self) -> TextSpan {
        let corners = [
            self.start + self.up * 0.75,
            self.start - self.up * 0.25,
            self.pen + self.up * 0.75,
            self.pen - self.up * 0.25,
        ];
        let area = corners
            .iter()
            .skip(1)
            .fold(Rect::from_points(corners[0], corners[0]), |area, &c| area.union_pt(c));
        TextSpan {
            text: self.text,
            area: to_area(area),
            size: self.up.hypot() as f32,
            angle: self.direction.y.atan2(self.direction.x).to_degrees() as f32,
        }
    }
}

/// How the names of files end that reports cite.
const ENDINGS: [&str; 30] = [
    "c", "cfg", "cpp", "css", "csv", "env", "go", "h", "html", "ini", "ipynb", "java", "jpg", "js",
    "json", "jsx", "lock", "md", "pdf", "png", "py", "rs", "sh", "svg", "toml", "ts", "tsx", "txt",
    "yaml", "yml",
];

/// Whether characters without shape stand between two letters of a word.
fn parts_letters(word: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let plain = |c: &char| !parts_words(*c);
    word.char_indices().filter(|(_, c)| parts_words(*c)).any(|(at, _)| {
        is_letter(word[..at].chars().rev().find(plain)) && is_letter(word[at..].chars().find(plain))
    })
}

fn direction(mark: &Mark) -> Vec2 {
    let length = mark.advance.hypot();
    if length > 1e-6 {
        return mark.advance / length;
    }
    // A glyph without width runs at a right angle to its height.
    let up = mark.up.hypot().max(1e-6);
    Vec2::new(-mark.up.y, mark.up.x) / up
}

#[expect(clippy::cast_possible_truncation, reason = "places on a page fit an f32")]
pub(super) fn to_area(rect: Rect) -> Area {
    Area {
        x: rect.x0 as f32,
        y: rect.y0 as f32,
        width: rect.width().max(0.0) as f32,
        height: rect.height().max(0.0) as f32,
    }
}
