//! On what no judge was heard, or not every one, why, and how the missing ones are asked.

use crate::domain::opinion::Round;
use crate::domain::report::NOT_EVERY_JUDGE;
use crate::domain::state::AgentState;

/// Criteria of which seats are missing, and why.
#[derive(Default)]
struct Missing<'a> {
    names: Vec<&'a str>,
    causes: Vec<String>,
}

/// A sentence for all criteria on which no judge was heard, and one for those on which some were.
pub(super) fn notices(state: &AgentState) -> impl Iterator<Item = String> {
    let (mut none, mut some) = (Missing::default(), Missing::default());
    for dimension in &state.rubric_dimensions {
        let Some(seat) = state.missing_seats(&dimension.id).into_iter().next() else { continue };
        let is_heard = !state.opinions_of(&dimension.id, Round::First).is_empty();
        let missing = if is_heard { &mut some } else { &mut none };
        missing.names.push(&dimension.name);
        if !missing.causes.contains(&seat.reason) {
            missing.causes.push(seat.reason);
        }
    }
    let all = state.rubric_dimensions.len();
    let told = [none.told("No judge", "any", all), some.told(NOT_EVERY_JUDGE, "each", all)];
    told.into_iter().flatten()
}

impl Missing<'_> {
    /// Who was not heard on what, with the first cause and what to do.
    fn told(&self, who: &str, on_all: &str, of: usize) -> Option<String> {
        let cause = self.causes.first()?.trim_end_matches('.');
        let others = if self.causes.len() > 1 { ", and the like" } else { "" };
        let on = match self.names.len() {
            some if some > 1 && some == of => format!("{on_all} criterion"),
            1..=3 => self.names.join(", "),
            some => format!("{} and {} more", self.names[..3].join(", "), some - 3),
        };
        Some(format!(
            "{who} was heard on {on}: {cause}{others}. Once that is mended, `auditor regrade` with the name of this audit asks the seats that are missing and no others."
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &[&str], causes: &[&str], of: usize, expected: Option<&str>) {
        let causes = causes.iter().map(|&one| one.to_owned()).collect();
        let told = Missing { names: names.to_vec(), causes }.told(NOT_EVERY_JUDGE, "each", of);
        let begins = told.as_deref().and_then(|told| told.split(" Once").next());
        assert_eq!(begins, expected);
    }

    #[test]
    fn what_is_missing_is_told_once_with_its_first_cause() {
        check(&[], &[], 3, None);
        check(&["A"], &["it is down."], 3, Some("Not every judge was heard on A: it is down."));
        check(
            &["A", "B", "C", "D"],
            &["it is down", "it is slow"],
            9,
            Some("Not every judge was heard on A, B, C and 1 more: it is down, and the like."),
        );
        check(&["A", "B"], &["x"], 2, Some("Not every judge was heard on each criterion: x."));
    }
}
