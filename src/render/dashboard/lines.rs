//! The submissions of a class as a list: which come first, and which a reader wants to see.

use crate::domain::docket::{Docket, Item, Standing};
use crate::domain::graded::Graded;
use crate::domain::ids::SubmissionId;
use crate::render::results::{Doubt, doubts, urgency};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Submissions on one page.
pub const PER_PAGE: usize = 100;

/// One submission as a list shows it.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// Its name.
    pub id: &'a SubmissionId,
    /// How far it is, and what became of it.
    pub item: &'a Item,
    /// Its newest report and people's scores, where the class has them.
    pub graded: Option<&'a Graded>,
    /// Why a person should look at it, most pressing first.
    pub doubts: Vec<Doubt>,
}

/// All submissions: those in doubt first, most pressing ones in front; then those that run, wait, and are
/// done, each in the order of entering.
#[must_use]
pub fn lines<'a>(docket: &'a Docket, class: &'a [Arc<Graded>]) -> Vec<Line<'a>> {
    let graded: BTreeMap<&SubmissionId, &Graded> =
        class.iter().map(|one| (&one.id, one.as_ref())).collect();
    let line = |(id, item): (&'a SubmissionId, &'a Item)| {
        let graded = graded.get(id).copied();
        Line { id, item, graded, doubts: graded.map(doubts).unwrap_or_default() }
    };
    let mut all: Vec<Line<'_>> = docket.items.iter().map(line).collect();
    all.sort_by_cached_key(|line| {
        let urgency = line.is_doubtful().then(|| urgency(&line.doubts));
        (urgency.is_none(), urgency, line.rank(), line.item.place)
    });
    all
}

/// How many submissions are in which state.
#[must_use]
pub fn counts(lines: &[Line<'_>]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for line in lines {
        *counts.entry(line.state()).or_insert(0) += 1;
    }
    counts
}

impl Line<'_> {
    /// Its state in a word: that of the docket, or `partial` where its report leaves something out.
    #[must_use]
    pub fn state(&self) -> &'static str {
        let is_partial = self.item.latest().is_some_and(|past| past.grade.partial.is_some());
        match &self.item.standing {
            Standing::Graded if is_partial => "partial",
            standing => standing.name(),
        }
    }

    /// Whether somebody should look at it before its result is handed out.
    #[must_use]
    pub fn is_doubtful(&self) -> bool {
        self.doubts.iter().any(Doubt::is_pressing)
    }

    /// The overall score that stands.
    #[must_use]
    pub fn overall(&self) -> Option<f64> {
        self.graded.and_then(Graded::overall)
    }

    /// The overall score as a grade.
    #[must_use]
    pub fn grade(&self) -> Option<f64> {
        self.graded.and_then(Graded::grade)
    }

    fn rank(&self) -> u8 {
        match self.item.standing {
            Standing::Running { .. } => 0,
            Standing::Waiting { .. } => 1,
            Standing::Parked { .. } => 2,
            Standing::Graded => 3,
            Standing::Cancelled => 4,
        }
    }
}

/// What [`Line::state`] can be.
pub const STATES: [&str; 6] = ["waiting", "running", "graded", "partial", "parked", "cancelled"];

/// What a reader wants to see of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Those in this state alone; all where it is empty.
    pub state: String,
    /// Those whose name, student or repository has these letters; all where it is empty.
    pub text: String,
    /// Those alone at which somebody should look.
    pub doubtful: bool,
    /// The page, from 0.
    pub page: usize,
}

impl Filter {
    /// Whether it lets a submission through.
    #[must_use]
    pub fn keeps(&self, line: &Line<'_>) -> bool {
        let wanted = self.text.trim().to_lowercase();
        let submission = &line.item.submission;
        let student = submission.student.iter().flat_map(|who| [&who.name, &who.login]);
        let has = |text: &str| text.to_lowercase().contains(&wanted);
        (self.state.is_empty() || self.state == line.state())
            && (!self.doubtful || line.is_doubtful())
            && (wanted.is_empty()
                || has(line.id.as_str())
                || has(&submission.repo.shown())
                || student.into_iter().any(|text| has(text)))
    }

    /// Whether it lets everything through.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.state.is_empty() && self.text.trim().is_empty() && !self.doubtful
    }
}
