//! Makes a failing plan small: fewer faults, a smaller rubric, single opportunities instead of rates, and of
//! those as few as will do (delta debugging, Zeller 2002).

use crate::chaos::mischief::Struck;
use crate::chaos::plan::{Fault, Plan, When};

/// A plan from which nothing can be taken without its failure going away.
#[derive(Clone, Debug, PartialEq)]
pub struct Shrunk {
    /// The plan.
    pub plan: Plan,
    /// Plans that were tried on the way.
    pub tried: u32,
}

/// Shrinks a plan; nothing where it does not fail. `failing` says of a plan what struck, if it fails.
pub fn shrink(
    plan: &Plan,
    mut failing: impl FnMut(&Plan) -> Option<Vec<Struck>>,
) -> Option<Shrunk> {
    let mut tried = 0;
    let mut fails = |plan: &Plan| {
        tried += 1;
        failing(plan)
    };
    fails(plan)?;
    let mut small = fewer(plan, &mut fails);
    for dimensions in 1..small.dimensions {
        let smaller = Plan { dimensions, ..small.clone() };
        if fails(&smaller).is_some() {
            small = smaller;
            break;
        }
    }
    if small.faults.iter().any(|fault| matches!(fault.when, When::Rate(_)))
        && let Some(struck) = fails(&small)
    {
        let pinned = pinned(&small, &struck);
        if fails(&pinned).is_some() {
            small = fewer(&pinned, &mut fails);
        }
    }
    // Where nothing is left to chance but pauses, any seed may do.
    let unseeded = Plan { seed: 0, ..small.clone() };
    if small.seed != 0 && fails(&unseeded).is_some() {
        small = unseeded;
    }
    Some(Shrunk { plan: small, tried })
}

/// The plan with as few of its faults as will do.
fn fewer(plan: &Plan, fails: &mut impl FnMut(&Plan) -> Option<Vec<Struck>>) -> Plan {
    let with = |faults: &[Fault]| Plan { faults: faults.to_vec(), ..plan.clone() };
    with(&minimal(&plan.faults, |faults| fails(&with(faults)).is_some()))
}

/// The plan with every strike of a rate as a fault of its own, at the opportunity at which it came.
fn pinned(plan: &Plan, struck: &[Struck]) -> Plan {
    let faults = struck.iter().filter_map(|struck| {
        let fault = plan.faults.get(struck.fault)?;
        Some(Fault { when: When::Nth(struck.opportunity), ..fault.clone() })
    });
    Plan { faults: faults.collect(), ..plan.clone() }
}

/// Items of which none can be left out without `fails` saying no; `items` fail as they are. (ddmin)
pub fn minimal<T: Clone>(items: &[T], mut fails: impl FnMut(&[T]) -> bool) -> Vec<T> {
    if items.is_empty() || fails(&[]) {
        return Vec::new();
    }
    let mut items = items.to_vec();
    let mut parts = 2;
    while items.len() >= 2 {
        let size = items.len().div_ceil(parts);
        let cuts =
            || (0..items.len()).step_by(size).map(|from| (from, (from + size).min(items.len())));
        let part = cuts().map(|(from, to)| items[from..to].to_vec()).find(|part| fails(part));
        if let Some(part) = part {
            (items, parts) = (part, 2);
            continue;
        }
        let rest = cuts().map(|(from, to)| [&items[..from], &items[to..]].concat());
        let rest = rest.into_iter().find(|rest| parts > 2 && fails(rest));
        if let Some(rest) = rest {
            (items, parts) = (rest, (parts - 1).max(2));
        } else if parts >= items.len() {
            break;
        } else {
            parts = (parts * 2).min(items.len());
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chaos::lab::{Case, Expectation, Hall};

    #[track_caller]
    fn check(items: &[u32], guilty: &[u32]) {
        let mut tried = 0;
        let found = minimal(items, |some| {
            tried += 1;
            guilty.iter().all(|one| some.contains(one))
        });
        assert_eq!(found, guilty);
        let most = items.len() * items.len() + 3 * items.len() + 1;
        assert!(tried <= most, "{tried} tries for {} items", items.len());
    }

    #[test]
    fn the_guilty_alone_are_left() {
        let all: Vec<u32> = (0..40).collect();
        check(&all, &[]);
        check(&all, &[17]);
        check(&all, &[0, 39]);
        check(&all, &[3, 4, 5, 21]);
        check(&all[..1], &[0]);
        check(&all[..2], &[0, 1]);
        check(&[], &[]);
    }

    fn shrunk(seed: u64, faults: &[&str]) -> Option<Shrunk> {
        let faults = faults.iter().map(|text| text.parse().unwrap()).collect();
        let plan = Plan { seed, faults, dimensions: 4 };
        let mut hall = Hall::default();
        shrink(&plan, |plan| {
            let case = Case::alone(plan.clone(), Expectation::COMPLETE);
            let trial = hall.trial(&case);
            (!hall.measure(&case, &trial).held()).then_some(trial.struck)
        })
    }

    #[test]
    fn a_plan_that_fails_shrinks_to_the_strikes_that_matter() {
        let faults = ["message:duplicate:0.5", "model[Defense]:malformed:1", "clock:jump:0.5"];
        let found = shrunk(9, &faults).unwrap();
        let told: Vec<String> = found.plan.faults.iter().map(ToString::to_string).collect();
        assert_eq!((found.plan.seed, found.plan.dimensions), (0, 1));
        assert!(
            !told.is_empty()
                && told.iter().all(|one| one.starts_with("model[Defense]:malformed:@")),
            "{told:?}"
        );
        // Nothing can be taken away any more.
        for left_out in 0..told.len() {
            let mut fewer: Vec<&str> = told.iter().map(String::as_str).collect();
            fewer.remove(left_out);
            let plan = Plan {
                faults: fewer.iter().map(|one| one.parse().unwrap()).collect(),
                ..found.plan.clone()
            };
            let case = Case::alone(plan, Expectation::COMPLETE);
            assert!(Hall::default().run(&case).held(), "{fewer:?}");
        }
    }

    #[test]
    fn a_plan_that_holds_is_not_shrunk() {
        assert_eq!(shrunk(1, &["message:duplicate:0.5"]), None);
    }
}
