//! Glyphs of embedded fonts whose own names contradict what the file says they are.

use super::marks::Mark;
use super::page::Event;
use super::sight::Run;
use crate::domain::facts::Concealment;
use std::collections::{BTreeMap, BTreeSet};

/// Different letters of one font on one page that have to be told wrongly before the file is said to lie.
const LIES: usize = 3;

/// A letter or digit that a font names, and which font it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) font: u128,
    pub(super) letter: char,
}

/// Hides what the file says of letters where it lies, and shows those that are drawn in their place.
pub(super) fn expose(events: &mut Vec<Event>) {
    let mut told = BTreeMap::<u128, (BTreeSet<char>, BTreeSet<char>)>::new();
    for mark in events.iter().flat_map(marks) {
        if let Some((named, claimed)) = comparable(mark) {
            let (wrong, right) = told.entry(named.font).or_default();
            if is_lie(named, claimed) { wrong } else { right }.insert(named.letter);
        }
    }
    told.retain(|_, (wrong, right)| wrong.len() >= LIES && wrong.len() > right.len());
    if told.is_empty() {
        return;
    }
    let lies = |mark: &Mark| {
        comparable(mark).is_some_and(|(named, claimed)| {
            told.contains_key(&named.font) && is_lie(named, claimed)
        })
    };
    let mut honest = Vec::with_capacity(events.len());
    for event in events.drain(..) {
        let Event::Run(mut run) = event else {
            honest.push(event);
            continue;
        };
        if run.marks.iter().any(lies) {
            let mut claimed = run.marks.clone();
            for (mark, claim) in run.marks.iter_mut().zip(&mut claimed) {
                if lies(mark) {
                    claim.hidden = claim.hidden.or(Some(Concealment::FalseMap));
                    let letter = mark.named.map(|named| named.letter);
                    mark.text = letter.into_iter().collect();
                } else {
                    claim.text.clear();
                }
            }
            let (drawn, inks) = (run.drawn, Vec::new());
            honest.push(Event::Run(Run { marks: claimed, drawn, inks }));
        }
        honest.push(Event::Run(run));
    }
    *events = honest;
}

fn marks(event: &Event) -> &[Mark] {
    match event {
        Event::Run(run) => &run.marks,
        Event::Bar(..) => &[],
    }
}

/// What the font names the glyph and what the file says it is, where both are one plain letter or digit.
fn comparable(mark: &Mark) -> Option<(Named, char)> {
    let mut letters = mark.text.chars();
    let claimed = letters.next().filter(char::is_ascii_alphanumeric)?;
    letters.next().is_none().then_some((mark.named?, claimed))
}

/// Small capitals are drawn for small letters, which is no lie.
fn is_lie(named: Named, claimed: char) -> bool {
    !named.letter.eq_ignore_ascii_case(&claimed)
}
