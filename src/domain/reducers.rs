//! The reducers of contract §3.5: `ior` for evidence, `add` for opinions.
//!
//! Both are associative, commutative and idempotent, so that neither the order in which messages
//! arrive nor a message that arrives twice can change the state.

use super::evidence::Evidence;
use super::ids::CriterionId;
use super::opinion::JudicialOpinion;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Evidence by dimension; under each key sorted by id and without duplicates.
pub type Evidences = BTreeMap<CriterionId, Vec<Evidence>>;

/// Unites `right` into `left`: keys are combined, and under one key the lists by evidence id.
pub fn ior(left: &mut Evidences, right: Evidences) {
    for (criterion, list) in right {
        let into = left.entry(criterion).or_default();
        for evidence in list {
            insert(into, evidence, |a, b| a.id.cmp(&b.id));
        }
    }
}

/// Unites `right` into `left`, unique by `(criterion, round, judge)`.
pub fn add(left: &mut Vec<JudicialOpinion>, right: impl IntoIterator<Item = JudicialOpinion>) {
    for opinion in right {
        insert(left, opinion, |a, b| a.order().cmp(&b.order()));
    }
}

/// Keeps `list` sorted by `order`. Where an equal item is there already, the one whose JSON sorts
/// first stays, so that the result is the same whichever came first.
fn insert<T: Serialize>(list: &mut Vec<T>, item: T, order: impl Fn(&T, &T) -> Ordering) {
    match list.binary_search_by(|present| order(present, &item)) {
        Err(place) => list.insert(place, item),
        Ok(place) => {
            if canonical(&item) < canonical(&list[place]) {
                list[place] = item;
            }
        }
    }
}

fn canonical<T: Serialize>(item: &T) -> String {
    serde_json::to_string(item).expect("plain values always serialise")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::evidence::{Detective, Finding};
    use crate::domain::facts::Place;
    use crate::domain::opinion::{Persona, Round};
    use crate::domain::score::Score;
    use proptest::prelude::*;

    fn evidences() -> impl Strategy<Value = Evidences> {
        prop::collection::vec((0u8..4, 0u8..6), 0..12).prop_map(|items| {
            let mut all = Evidences::new();
            for (goal, text) in items {
                let goal = CriterionId::new(format!("c{goal}")).unwrap();
                let finding = Finding::found(Place::Report, format!("seen {text}"));
                let evidence = Evidence::new(&goal, Detective::DocAnalyst, None, finding);
                ior(&mut all, Evidences::from([(goal, vec![evidence])]));
            }
            all
        })
    }

    fn opinions() -> impl Strategy<Value = Vec<JudicialOpinion>> {
        prop::collection::vec((0usize..3, 0u8..3, 1u8..6, any::<bool>()), 0..12).prop_map(|items| {
            let mut all = Vec::new();
            let given =
                items.into_iter().map(|(persona, criterion, score, second)| JudicialOpinion {
                    judge: Persona::ALL[persona],
                    criterion_id: CriterionId::new(format!("c{criterion}")).unwrap(),
                    score: Score::new(score).unwrap(),
                    argument: format!("because of {score}"),
                    struck_quotes: 0,
                    given_by: None,
                    cited_evidence: Vec::new(),
                    round: if second { Round::Second } else { Round::First },
                });
            add(&mut all, given);
            all
        })
    }

    fn united(mut left: Evidences, right: Evidences) -> Evidences {
        ior(&mut left, right);
        left
    }

    fn added(mut left: Vec<JudicialOpinion>, right: Vec<JudicialOpinion>) -> Vec<JudicialOpinion> {
        add(&mut left, right);
        left
    }

    proptest! {
        #[test]
        fn ior_is_associative(a in evidences(), b in evidences(), c in evidences()) {
            let left = united(united(a.clone(), b.clone()), c.clone());
            prop_assert_eq!(left, united(a, united(b, c)));
        }

        #[test]
        fn ior_is_commutative(a in evidences(), b in evidences()) {
            prop_assert_eq!(united(a.clone(), b.clone()), united(b, a));
        }

        #[test]
        fn ior_is_idempotent(a in evidences()) {
            prop_assert_eq!(united(a.clone(), a.clone()), a);
        }

        #[test]
        fn add_is_associative(a in opinions(), b in opinions(), c in opinions()) {
            let left = added(added(a.clone(), b.clone()), c.clone());
            prop_assert_eq!(left, added(a, added(b, c)));
        }

        #[test]
        fn add_is_commutative(a in opinions(), b in opinions()) {
            prop_assert_eq!(added(a.clone(), b.clone()), added(b, a));
        }

        #[test]
        fn add_is_idempotent(a in opinions()) {
            prop_assert_eq!(added(a.clone(), a.clone()), a);
        }
    }
}
