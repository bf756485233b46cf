//! Sections and lists whose heading says that nothing of what follows is there.

use super::is_heading;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Fewest words of a sentence that ends a list by saying something of its own.
const OWN_STATEMENT: usize = 8;
/// Longest heading in words.
const LONGEST_HEADING: usize = 14;

/// What heads a list of things that are not there, or are somebody else's.
static HEADS_ABSENT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:not (?:yet )?implemented|not yet|planned|future|next steps?|remediation|gaps?|limitations?|",
        r"to ?do|peers?|alternatives|rejected|weakness(?:es)?|backlog|roadmap|missing|improvements?|risks?|",
        r"(?:fails?|breaks?) on|problems? with|drawbacks?|disadvantages?)\b",
    ))
});

/// What heads a section about what is to be done.
static HEADS_PLANS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:planned|not (?:yet )?implemented|future|roadmap|remediation|next steps?|gaps?|priority|desired state|",
        r"implementation (?:steps?|plan)|why this improves|peer|table of contents|",
        r"(?:forward|concrete|completion|action) plan|backlog|recommendations?)\b",
    ))
});

/// What heads a part of a section about plans.
static PART: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:affected|components?|actions?|steps?|goals?|tasks?|effort|impact|owner|timeline|files?|",
        r"current state|score)\b",
    ))
});

/// Where a numbered section begins.
static NUMBERED: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"^[0-9]{1,2}(?:\.[0-9]{1,2})*\.?\s+(?u:\p{Lu})[^:]*$"));

/// How a section is known to end.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Section {
    /// It is not about plans.
    #[default]
    Present,
    /// It is, until another heading.
    Plans,
    /// It is, until another numbered heading.
    NumberedPlans,
}

/// The section and the list that are being read.
#[derive(Default)]
pub(in super::super) struct List {
    section: Section,
    absent: bool,
}

impl List {
    /// Takes in the next sentence, and says whether what it says is said not to be there.
    ///
    /// `begins` says whether it begins a line: what stands further on belongs to the item before it.
    pub(in super::super) fn denies(&mut self, sentence: &str, begins: bool) -> bool {
        let words = sentence.split(' ').count();
        let open = !sentence.ends_with(['.', '!', '?', ':']);
        let numbered = open && words <= LONGEST_HEADING && NUMBERED.is_match(sentence);
        if numbered || (self.section != Section::NumberedPlans && words > 1 && is_heading(sentence))
        {
            let part = self.section == Section::Plans && !numbered && PART.is_match(sentence);
            self.section = match (part || HEADS_PLANS.is_match(sentence), numbered) {
                (false, _) => Section::Present,
                (true, false) => Section::Plans,
                (true, true) => Section::NumberedPlans,
            };
        }
        if is_item(sentence) {
            return self.absent || self.is_doubtful();
        }
        if sentence.ends_with(':') || (open && words <= LONGEST_HEADING) {
            self.absent = HEADS_ABSENT.is_match(sentence);
        } else if words >= OWN_STATEMENT && begins {
            self.absent = false;
        }
        self.is_doubtful()
    }

    /// Whether what stands here belongs to somebody else, or is not there.
    pub(in super::super) fn is_absent(&self) -> bool {
        self.absent
    }

    /// Whether the section is about plans.
    pub(in super::super) fn is_doubtful(&self) -> bool {
        self.section != Section::Present
    }
}

/// Whether the sentence begins with a bullet.
fn is_item(sentence: &str) -> bool {
    sentence.starts_with(['•', '●', '○', '■', '▪', '◦', '–', '-', '*'])
        || sentence.trim_start_matches(|letter: char| letter.is_ascii_digit()).starts_with(") ")
}
