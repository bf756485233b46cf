//! Whether anything at all of what the rubric asks for is in the code.

use crate::domain::reading::{Outcome, Reading};
use crate::domain::report::ASTRAY;
use crate::domain::rubric::ProbeSpec;
use crate::domain::state::AgentState;

/// Fewest points, of so many criteria, none of which a submission of the right kind would miss altogether.
const POINTS: usize = 8;
const CRITERIA: usize = 3;

/// Probes that hold in any code that has nothing of what they look at.
const ANYWHERE: [&str; 2] = ["python.calls", "python.names"];

/// A notice for a reader who takes the scores for those of work on this assignment, where the code shows nothing of it.
pub(super) fn notice(state: &AgentState) -> Option<String> {
    let each = state.rubric_dimensions.iter().map(|dimension| {
        let asked = dimension.probes.iter().filter(|spec| is_asked_for(spec));
        let readings = state.readings_of(&dimension.id);
        asked.filter_map(|spec| readings.iter().find(|one| one.probe == spec.id)).collect()
    });
    told(&each.collect::<Vec<_>>())
}

/// What is told of the readings of each criterion.
fn told(criteria: &[Vec<&Reading>]) -> Option<String> {
    let points = criteria.iter().map(Vec::len).sum::<usize>();
    let criteria: Vec<_> = criteria.iter().filter(|readings| !readings.is_empty()).collect();
    let shows =
        |reading: &&Reading| matches!(reading.outcome, Outcome::Holds | Outcome::Partly { .. });
    let fails = |reading: &&Reading| reading.outcome == Outcome::Fails;
    let all = || criteria.iter().flat_map(|readings| readings.iter().copied());
    let is_astray = points >= POINTS
        && criteria.len() >= CRITERIA
        && !all().any(|reading| shows(&reading))
        && all().any(|reading| fails(&reading));
    is_astray.then(|| {
        format!(
            "{ASTRAY} was found in it: {points} points of {} criteria. A person should check that the repository and the rubric belong together.",
            criteria.len()
        )
    })
}

fn is_asked_for(spec: &ProbeSpec) -> bool {
    spec.probe.starts_with("python.") && !ANYWHERE.contains(&spec.probe.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(outcome: Outcome) -> Reading {
        let (criterion, probe) = ("graph".parse().expect("an id"), "wired".parse().expect("an id"));
        let statement = "It was looked at.".to_owned();
        Reading { criterion, probe, outcome, statement, missing: Vec::new(), evidence: Vec::new() }
    }

    #[test]
    fn code_that_shows_nothing_of_the_assignment_is_told_and_a_weak_one_is_not() {
        let (fails, open) = (reading(Outcome::Fails), reading(Outcome::open("not read".into())));
        let held = reading(Outcome::Partly { share: 0.1 });
        let nothing = vec![vec![&fails; 4], vec![&open; 2], vec![], vec![&fails; 2]];
        let notice = told(&nothing).expect("nothing was found");
        assert!(notice.contains("8 points of 3 criteria"), "{notice}");
        let weak = vec![vec![&fails; 4], vec![&held], vec![&fails; 4]];
        assert_eq!(told(&weak), None);
        assert_eq!(told(&[vec![&open; 4], vec![&open; 4], vec![&open; 4]]), None, "nobody looked");
        assert_eq!(told(&[vec![&fails; 9]]), None, "one criterion may be missed");
        assert_eq!(told(&[vec![&fails], vec![&fails], vec![&fails]]), None, "few points");
    }
}
