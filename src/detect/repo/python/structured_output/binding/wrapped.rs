//! Bindings inside a method of the same name: whoever calls that binds by it.

use crate::domain::facts::StructuredOutputFact;
use std::collections::BTreeSet;

/// Leaves out what binds a schema that it is given in a method called as the binding itself, where others call one of
/// that name with a schema: both are one binding, and what becomes of its replies is told where it is called.
pub(in super::super) fn fold(facts: &mut Vec<StructuredOutputFact>) {
    let is_inside = |fact: &StructuredOutputFact| {
        fact.schema.is_none() && fact.function.as_ref() == Some(&fact.method)
    };
    let calls = facts.iter().filter(|fact| !is_inside(fact) && fact.schema.is_some());
    let called: BTreeSet<String> =
        calls.filter(|fact| !fact.in_tests).map(|fact| fact.method.clone()).collect();
    facts.retain(|fact| !(is_inside(fact) && called.contains(&fact.method)));
}
