//! Texts that stand in branches, each of which is one persona's.

use super::super::repository::Repository;
use super::super::syntax::{Body, Expr, ExprKind};
use super::sent::{self, Sent};
use super::{Holder, INSTRUCTS, PERSONAS, persona_in};
use crate::domain::facts::PromptFact;

/// The persona that each branch is of, the last one being what is left for the `else`.
pub(super) fn personas(branches: &[(Expr<'_>, Body<'_>)]) -> Vec<Option<&'static str>> {
    let mut found: Vec<_> = branches.iter().map(|(test, _)| compared(test)).collect();
    let mut left = PERSONAS.iter().filter(|persona| !found.contains(&Some(**persona)));
    let rest = match (left.next(), left.next()) {
        (Some(last), None) if found.iter().all(Option::is_some) => Some(*last),
        _ => None,
    };
    found.push(rest);
    found
}

/// The persona whose name a variable is compared with.
fn compared(test: &Expr<'_>) -> Option<&'static str> {
    let ExprKind::Compare(sides, operators) = &test.kind else { return None };
    let ([left, right], ["=="]) = (sides.as_slice(), operators.as_slice()) else { return None };
    let name = |side: &Expr<'_>| side.text().filter(|text| text.len() <= 24);
    match (name(left), name(right)) {
        (Some(name), None) | (None, Some(name)) => persona_in(&name),
        _ => None,
    }
}

/// Those of `texts` that are put into a text which instructs.
pub(super) fn instructing(
    repository: &Repository<'_>,
    texts: Vec<(PromptFact, Holder)>,
) -> Vec<(PromptFact, Holder)> {
    if texts.is_empty() {
        return texts;
    }
    let facts: Vec<PromptFact> = texts.iter().map(|(fact, _)| fact.clone()).collect();
    let sent = sent::sent(repository, &facts);
    let instructs = |fact: &PromptFact| {
        let whole = sent.get(&(fact.place.clone(), fact.text.clone()));
        matches!(whole, Some(Sent::Within(whole, ..)) if INSTRUCTS.is_match(whole))
    };
    texts.into_iter().filter(|(fact, _)| instructs(fact)).collect()
}
