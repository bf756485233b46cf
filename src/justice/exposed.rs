//! The keys and passwords that a submission holds, for the report's head.

use crate::domain::facts::SecretFact;
use crate::domain::state::AgentState;

/// Most that are listed; the facts hold more.
const LISTED: usize = 10;

/// A sentence for each key, whatever the rubric asks, and one for how many more there are. What stands in tests
/// and fixtures is there on purpose, what has expired opens nothing, and what is a key by its use alone has no such form.
pub(super) fn exposed(state: &AgentState) -> Vec<String> {
    let repository = state.repository().map(|facts| &facts.secrets);
    let document = state.document().map(|facts| &facts.secrets);
    let history = state.repository().map(|facts| &facts.history);
    let is_good = |fact: &&SecretFact| history.is_none_or(|history| !fact.is_expired(history));
    told(repository.into_iter().chain(document).flatten().filter(is_good))
}

fn told<'f>(facts: impl Iterator<Item = &'f SecretFact>) -> Vec<String> {
    let mut keys: Vec<(&SecretFact, usize)> = Vec::new();
    for fact in facts.filter(|fact| !fact.in_tests && !fact.by_use) {
        match keys.iter_mut().find(|(known, _)| known.hash == fact.hash) {
            Some((_, others)) => *others += 1,
            None => keys.push((fact, 0)),
        }
    }
    // What the tree still holds is found first by whoever looks.
    keys.sort_by_key(|(fact, _)| fact.origin);
    let more = keys.len().saturating_sub(LISTED);
    let mut sentences: Vec<String> =
        keys.iter().take(LISTED).map(|(fact, others)| sentence(fact, *others)).collect();
    if more > 0 {
        sentences.push(format!("There are {more} more."));
    }
    sentences
}

fn sentence(fact: &SecretFact, others: usize) -> String {
    let elsewhere = match others {
        0 => String::new(),
        1 => ", and one other place,".to_owned(),
        many => format!(", and {many} other places,"),
    };
    let holds = if others == 0 { "holds" } else { "hold" };
    format!(
        "`{}`{elsewhere} {holds} what has the form of a secret: {} with SHA-256 {}…, {}.",
        fact.whereabouts(),
        fact.kind,
        fact.hash,
        fact.origin.in_words()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{Place, SecretOrigin};

    fn secret(hash: &str, origin: SecretOrigin, in_tests: bool) -> SecretFact {
        SecretFact {
            origin,
            place: Place::Commit { id: "c".repeat(40) },
            kind: "GitHub token".into(),
            hash: hash.into(),
            file: (origin == SecretOrigin::History).then(|| ".env:3".into()),
            in_tests,
            expires: None,
            by_use: false,
        }
    }

    #[test]
    fn a_key_is_told_once_with_its_first_place_and_those_of_tests_are_not() {
        let old = secret("1a2b3c4d", SecretOrigin::History, false);
        let facts = [old.clone(), old, secret("5e6f7a8b", SecretOrigin::Tree, true)];
        let wanted = "`.env:3 in commit cccccccccc`, and one other place, hold what has the form of a \
                      secret: GitHub token with SHA-256 1a2b3c4d…, in the history; the tree does not \
                      hold it any more.";
        assert_eq!(told(facts.iter()), [wanted]);
    }

    #[test]
    fn those_of_the_tree_come_first_and_what_is_not_listed_is_counted() {
        let mut facts: Vec<SecretFact> =
            (0..LISTED).map(|n| secret(&format!("{n:08}"), SecretOrigin::History, false)).collect();
        facts.push(secret("aaaaaaaa", SecretOrigin::Tree, false));
        let told = told(facts.iter());
        assert_eq!(told.len(), LISTED + 1);
        assert!(told[0].ends_with("in the tree at the audited commit."), "{}", told[0]);
        assert_eq!(told[LISTED], "There are 1 more.");
    }
}
