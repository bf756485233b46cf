//! What a terminal says after a batch.

use super::doubts::{Doubt, ranked};
use super::totals::Totals;
use crate::domain::graded::Graded;
use crate::render::escape;
use crate::render::phrase::{count, decimal};

/// Most doubtful cases that are named.
const NAMED: usize = 10;

/// A few lines on the whole class, with a line break at their end; nothing in them moves a cursor.
#[must_use]
pub fn summary_text(class: &[Graded]) -> String {
    let totals = Totals::of(class);
    let states: Vec<String> =
        totals.states.iter().map(|(state, number)| format!("{number} {state}")).collect();
    let mut lines = vec![if states.is_empty() {
        "No submission.".to_owned()
    } else {
        format!("{}: {}", count(class.len(), "submission"), states.join(", "))
    }];
    if let (Some(mean), Some(median)) = (totals.mean(), totals.median()) {
        let least = totals.overall.iter().copied().fold(f64::INFINITY, f64::min);
        let most = totals.overall.iter().copied().fold(0.0, f64::max);
        lines.push(format!(
            "Overall: median {}, mean {}, from {} to {}",
            decimal(median),
            decimal(mean),
            decimal(least),
            decimal(most)
        ));
    }
    lines.push(format!("Cost: {}", totals.spent()));
    let cases = ranked(class).into_iter().filter_map(|(one, doubts)| Some((one, case(&doubts)?)));
    let cases: Vec<(&Graded, String)> = cases.collect();
    if !cases.is_empty() {
        lines.push(format!("{} to look at first:", count(cases.len(), "submission")));
        for (one, why) in cases.iter().take(NAMED) {
            lines.push(escape::terminal(&format!("{}: {why}", one.id)));
        }
        if cases.len() > NAMED {
            lines.push(format!("and {} more", cases.len() - NAMED));
        }
    }
    lines.join("\n") + "\n"
}

/// Why a submission is to be looked at, if so.
fn case(doubts: &[Doubt]) -> Option<String> {
    let pressing = doubts.iter().filter(|doubt| doubt.is_pressing());
    let words: Vec<String> = pressing.map(Doubt::in_words).collect();
    (!words.is_empty()).then(|| words.join("; "))
}
