//! A report as one run of statements, over the ends of its pages, and what heads and leads to what.

use super::super::others;
use super::super::running::Running;
use super::super::sentences::{begins_item, sentences};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ReportPage;
use std::ops::Range;
use std::sync::LazyLock;

/// A line with fewer words and no full stop is a heading.
const HEADING_WORDS: usize = 10;
/// Fewest words of a sentence that no table of contents has.
const PROSE_WORDS: usize = 8;
/// Most statements that a heading or a lead-in owns.
const MOST_OWNED: usize = 10;

/// What kind of statement stands there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An entry of a table of contents.
    Contents,
    /// A heading.
    Heading,
    /// A sentence that ends in a colon, and owns what follows.
    LeadIn,
    /// Anything else that is said.
    Sentence,
}

/// What the section is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// The work itself.
    Body,
    /// All of it in short.
    Summary,
    /// What others said, or what is yet to be done.
    Aside,
}

/// One statement of the report.
pub struct Statement {
    /// Where it stands in the text, without space around it.
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
    pub(super) section: Section,
    /// Whether it speaks of somebody else's work.
    pub(super) foreign: bool,
    /// Whether a blank line stands before it.
    pub(super) parted: bool,
    /// The bullet before it; `1` for any number.
    mark: Option<char>,
}

/// The text of all pages without what runs over their tops and feet.
pub struct Statements {
    pub(super) text: String,
    pub(super) all: Vec<Statement>,
    /// Where each page begins.
    pages: Vec<(usize, u32)>,
}

static SUMMARY: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:executive|summary|abstract|introduction|overview|conclusion|at a glance)\b",
    )
});

static ASIDE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:remediation|priority|gaps?|(?:implementation|forward|action) (?:plan|steps?)|future|roadmap|next steps?|to[- ]?do|",
        r"remaining|limitations?|action items?|desired state|improve(?:s|ments?)|recommend\w*|planned|",
        r"peers?|opinions?|disagreements?|feedback|self[- ]audit|findings|lessons)\b",
    ))
});

static DOTTED: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?:\. ?){5}|…{2}|\.{5}|_{5}|(?:· ?){5}"));
static CAPTION: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)^(?:figur[ae]?|fig\.|diagram|table) ?(?:[A-Z]\.)?[0-9]"));
static CONTENTS: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"(?i)^(?:table of )?contents?$"));
static NUMBER: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"^[0-9]+(?:\.[0-9]+)*[.)]?\s"));

impl Statements {
    /// Reads the pages.
    #[must_use]
    pub fn of(pages: &[ReportPage]) -> Self {
        let running = Running::of(pages.iter().map(|page| page.text.as_str()));
        let mut text = String::new();
        let mut starts = Vec::new();
        for page in pages {
            let kept: Vec<&str> = page.text.lines().filter(|line| !running.has(line)).collect();
            let first = kept.iter().find(|line| !line.trim().is_empty());
            let before = text.trim_end();
            // A sentence may go on over the end of its page.
            let ended = before.is_empty() || before.ends_with(['.', '!', '?', ':', ';']);
            if !ended && first.is_some_and(|line| line.starts_with(char::is_lowercase)) {
                text.truncate(before.len());
                text.push('\n');
            }
            starts.push((text.len(), page.number));
            for line in kept {
                text.push_str(line);
                text.push('\n');
            }
            text.push('\n');
        }
        let all = statements(&text);
        Self { text, all, pages: starts }
    }

    /// The number of the page on which a place lies.
    pub(super) fn page(&self, at: usize) -> u32 {
        let before = self.pages.iter().take_while(|(start, _)| *start <= at);
        before.last().map_or(1, |(_, number)| *number)
    }

    /// The page of a statement, or where it `heads` what is told, of what follows: that may be the next one.
    pub(super) fn page_told(&self, number: usize, heads: bool) -> u32 {
        let one = &self.all[number];
        let heads = heads && matches!(one.kind, Kind::Heading | Kind::LeadIn);
        let first = self.all.get(number + 1).filter(|_| heads);
        self.page(first.unwrap_or(one).range.start)
    }

    /// The words of a statement.
    pub(super) fn said(&self, number: usize) -> &str {
        &self.text[self.all[number].range.clone()]
    }

    /// Whether a bullet or a number stands before a statement.
    pub(super) fn is_item(&self, number: usize) -> bool {
        self.all[number].mark.is_some()
    }

    /// The statements that a heading has below it, or that a lead-in leads to; the end is exclusive.
    pub(super) fn owned(&self, number: usize) -> usize {
        let most = (number + 1 + MOST_OWNED).min(self.all.len());
        let mut end = number + 1;
        match self.all[number].kind {
            Kind::Contents | Kind::Sentence => {}
            Kind::Heading => {
                let inner = |end: usize| match self.all[end].kind {
                    Kind::Contents => false,
                    Kind::Heading => self.is_under(end, number) || self.is_row(end, number),
                    Kind::LeadIn | Kind::Sentence => true,
                };
                while end < most && inner(end) {
                    end += 1;
                }
            }
            Kind::LeadIn => {
                // An item that ran together with the line below it is no item of that line's list.
                let own = self.all[number].mark.filter(|_| !self.said(number).contains('\n'));
                let marked = self.all.get(end).is_some_and(|next| next.mark.is_some());
                while end < most {
                    let next = &self.all[end];
                    let over = match (marked, next.mark) {
                        (true, None) => next.parted || next.kind != Kind::Sentence,
                        (true, mark) => own.is_some() && mark == own,
                        // Items that lost their bullets end with their paragraph.
                        (false, mark) => {
                            mark.is_some()
                                || next.kind == Kind::Heading
                                || (next.parted && end > number + 1)
                        }
                    };
                    if over {
                        break;
                    }
                    end += 1;
                }
            }
        }
        end
    }

    /// What the next item says, where this is a title or an item of a numbered list; the number may stand alone.
    pub(super) fn next_item(&self, number: usize) -> Option<&str> {
        let numbered = |one: usize| NUMBER.is_match(self.said(one));
        let alone = |one: usize| {
            let said = self.said(one).trim_end_matches(['.', ')']);
            !said.is_empty() && said.bytes().all(|byte| byte.is_ascii_digit())
        };
        let titled = self.all[number].kind == Kind::Heading;
        let is_item = titled || numbered(number) || number.checked_sub(1).is_some_and(alone);
        let next = Some(number + 1).filter(|next| is_item && *next < self.all.len())?;
        if alone(next) {
            return Some(next + 1)
                .filter(|next| *next < self.all.len())
                .map(|next| self.said(next));
        }
        (titled || numbered(next)).then(|| self.said(next))
    }

    /// Whether a line that looks like a heading is a row of a table below the heading `above`: several such lines
    /// without numbers follow what leads to them.
    fn is_row(&self, number: usize, above: usize) -> bool {
        /// Fewest rows of a table, with its head.
        const ROWS: usize = 3;
        let bare = |one: &usize| {
            self.all[*one].kind == Kind::Heading && NUMBER.words(self.said(*one)).is_none()
        };
        let first = (above + 1..=number).rev().take_while(bare).last();
        let Some(first) = first else { return false };
        let rows = (first..self.all.len()).take_while(bare).count();
        rows >= ROWS && first > above + 1 && self.all[first - 1].kind == Kind::LeadIn
    }

    /// Whether the one heading's number goes on from the other's, as `4.3.1` from `4.3`.
    fn is_under(&self, inner: usize, outer: usize) -> bool {
        let number = |one: usize| {
            let found = NUMBER.words(self.said(one))?;
            Some(found.trim().trim_end_matches(['.', ')']).to_owned())
        };
        let (Some(inner), Some(outer)) = (number(inner), number(outer)) else { return false };
        inner.strip_prefix(&outer).is_some_and(|rest| rest.starts_with('.'))
    }

    /// Where the sentence before begins, in the same paragraph, if this one speaks of what that says: `achieves this`.
    pub(super) fn meant(&self, number: usize) -> Option<usize> {
        let before = number.checked_sub(1)?;
        let is_next = self.all[number].kind == Kind::Sentence
            && self.all[before].kind == Kind::Sentence
            && self.paragraph(before, 1) > number;
        (is_next && MEANT.is_match(self.said(number))).then(|| self.all[before].range.start)
    }

    /// The statements up to the end of the paragraph or item, and the list that its last one leads to.
    pub(super) fn paragraph(&self, number: usize, most: usize) -> usize {
        let mut end = number + 1;
        while end < self.all.len().min(number + 1 + most) {
            let next = &self.all[end];
            if next.parted || next.mark.is_some() || next.kind == Kind::Contents {
                break;
            }
            end += 1;
        }
        if self.all[end - 1].kind == Kind::LeadIn { self.owned(end - 1) } else { end }
    }
}

/// What takes up the sentence before.
static MEANT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)\b(?:achiev|ensur|prevent|solv|avoid|handl|address|guarante|enabl|do)\w* (?:exactly )?(?:this|that|so)\b|^(?:this|that) (?:is|works)\b",
    )
});

fn statements(text: &str) -> Vec<Statement> {
    let mut all: Vec<Statement> = Vec::new();
    let mut section = Section::Body;
    // The number of the heading that an aside stands under, by its depth.
    let mut aside: Option<usize> = None;
    let mut in_contents = false;
    let mut theirs = Theirs::default();
    for range in sentences(text) {
        let whole = &text[range.clone()];
        let start = range.start + (whole.len() - whole.trim_start().len());
        let range = start..range.start + whole.trim_end().len();
        let said = &text[range.clone()];
        let before = all.last().map_or(0, |last| last.range.end);
        let mark = mark(said);
        let mut kind = kind(said, mark);
        let prose = said.split_whitespace().count() >= PROSE_WORDS && said.ends_with('.');
        in_contents = (in_contents && !prose) || CONTENTS.is_match(said);
        if in_contents {
            kind = Kind::Contents;
        }
        if kind == Kind::Heading {
            let depth = NUMBER.words(said).map(|number| number.matches('.').count());
            let inside = aside.is_some_and(|outer| depth.is_none_or(|depth| depth > outer));
            section = if ASIDE.is_match(said) {
                aside = aside.filter(|_| inside).or(depth);
                Section::Aside
            } else if inside {
                Section::Aside
            } else if SUMMARY.is_match(said) {
                Section::Summary
            } else {
                Section::Body
            };
            if section != Section::Aside {
                aside = None;
            }
        }
        theirs.pass(kind, said);
        let foreign = theirs.inside && !others::is_of_own(said);
        let parted = text[before..start].contains("\n\n");
        all.push(Statement { range, kind, section, foreign, parted, mark });
    }
    all
}

/// Whether the part that is being read is on somebody else's work.
#[derive(Default)]
struct Theirs {
    inside: bool,
    /// How deep the number of its heading is, where it has one.
    depth: Option<usize>,
}

impl Theirs {
    /// Takes in the next statement. A line that ends in a colon heads such a part as well, and ends it where it speaks
    /// of others again.
    fn pass(&mut self, kind: Kind, said: &str) {
        let short = said.split_whitespace().count() < HEADING_WORDS;
        let heads = match kind {
            Kind::Heading => true,
            Kind::LeadIn => short && others::heads_others(said),
            Kind::Contents | Kind::Sentence => false,
        };
        let depth = NUMBER.words(said).map(|number| number.matches('.').count());
        let part = self.inside && self.depth.is_some_and(|own| depth.is_some_and(|it| it > own));
        if heads && !part {
            *self = Self { inside: others::heads_their_work(said), depth };
        }
    }
}

fn mark(said: &str) -> Option<char> {
    let first = said.chars().next().filter(|_| begins_item(said))?;
    Some(if first.is_ascii_digit() { '1' } else { first })
}

fn kind(said: &str, mark: Option<char>) -> Kind {
    let bullet = mark.is_some_and(|mark| mark != '1');
    let short = said.split_whitespace().count() < HEADING_WORDS;
    if is_dotted(said) {
        Kind::Contents
    } else if said.ends_with(':') {
        Kind::LeadIn
    } else if short
        && !bullet
        && !CAPTION.is_match(said)
        && !said.ends_with(['.', '!', '?', ',', ';'])
        && begins_as_title(said)
    {
        Kind::Heading
    } else {
        Kind::Sentence
    }
}

/// Whether dots lead through a line, as in a table of contents.
fn is_dotted(said: &str) -> bool {
    // Without two of them there are no five.
    let may_be = ["..", ". .", "……", "__", "·"].iter().any(|two| said.contains(two));
    may_be && DOTTED.is_match(said)
}

fn begins_as_title(said: &str) -> bool {
    !said.starts_with(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::super::concept;
    use super::*;

    #[track_caller]
    fn check(text: &str, term: &str, expected: &[bool]) {
        let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
        let uses = concept(&Statements::of(&[page]), term);
        assert_eq!(uses.iter().map(|one| one.substantive).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn the_rows_of_a_table_belong_to_the_heading_above_what_leads_to_them() {
        let rows = "Persona Function Bias\n\nProsecutor Thesis Adversarial\n\nDefense Antithesis Optimistic\n\n";
        let said = "Its scores are no average.\n\nIt enforces deterministic rules over what each of them says of the evidence.\n";
        let heading =
            "2.2 Dialectical Synthesis (Thesis, Antithesis)\n\nThe system makes a conflict:\n\n";
        check(&format!("{heading}{rows}{said}"), "Dialectical Synthesis", &[true]);
        // Two such lines, and lines that nothing leads to, may be headings of their own.
        let two = rows.replacen("Persona Function Bias\n\n", "", 1);
        check(&format!("{heading}{two}{said}"), "Dialectical Synthesis", &[false]);
        let bare = heading.replace("The system makes a conflict:\n\n", "");
        check(&format!("{bare}{rows}{said}"), "Dialectical Synthesis", &[false]);
    }

    #[test]
    fn what_is_looked_for_to_detect_a_thing_explains_it_not() {
        let scan = "The scan will look for add_edge calls in the graph for fan-out detection.\n";
        check(scan, "fan-out", &[false]);
        check(&scan.replace("fan-out detection", "fan-out of nodes"), "fan-out", &[true]);
    }
}
