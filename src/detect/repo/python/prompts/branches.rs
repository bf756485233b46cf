//! Texts that stand in branches, each of which is one persona's.

use super::super::repository::Repository;
use super::super::syntax::{Case, Expr, ExprKind, Stmt, StmtKind};
use super::sent::{self, Sent};
use super::{Holder, INSTRUCTS, PERSONAS, Search, persona_in};
use crate::domain::facts::PromptFact;

impl<'r> Search<'r> {
    /// Reads the branches of an `if` or a `match`, each as that of its persona.
    pub(super) fn branches(&mut self, stmt: &'r Stmt<'r>, names: &mut Vec<String>) {
        let personas = match &stmt.kind {
            StmtKind::If { branches, .. } => {
                personas(branches.iter().map(|(test, _)| compared(test)).collect())
            }
            StmtKind::Match { cases, .. } => of_cases(cases),
            _ => Vec::new(),
        };
        let personas = personas.into_iter().chain(std::iter::repeat(None));
        for (block, persona) in stmt.blocks().into_iter().zip(personas) {
            self.within(persona, names, |search, names| search.body(block, names));
        }
    }

    /// Reads what a conditional expression chooses among, each as that of its persona.
    pub(super) fn choice(&mut self, value: &'r Expr<'r>, names: &mut Vec<String>) {
        let (mut found, mut values) = (Vec::new(), Vec::new());
        let mut rest = value;
        while let ExprKind::Conditional(choice) = &rest.kind {
            found.push(compared(&choice.test));
            values.push(&choice.then);
            rest = &choice.otherwise;
        }
        values.push(rest);
        for (value, persona) in values.into_iter().zip(personas(found)) {
            self.within(persona, names, |search, names| search.value(value, names));
        }
    }

    fn within(
        &mut self,
        persona: Option<&'static str>,
        names: &mut Vec<String>,
        read: impl FnOnce(&mut Self, &mut Vec<String>),
    ) {
        let around = self.branch;
        self.branch = persona.or(around);
        names.extend(persona.map(ToOwned::to_owned));
        read(self, names);
        names.truncate(names.len() - usize::from(persona.is_some()));
        self.branch = around;
    }
}

/// The persona that each `case` is of; `case _` is what is left.
fn of_cases(cases: &[Case<'_>]) -> Vec<Option<&'static str>> {
    let of = |case: &Case<'_>| {
        let text = case.pattern.trim();
        let is_text = text.starts_with(['"', '\'']) && text.len() <= 26;
        persona_in(text).filter(|_| is_text)
    };
    match cases {
        [named @ .., last] if last.pattern.trim() == "_" && last.guard.is_none() => {
            personas(named.iter().map(of).collect())
        }
        _ => cases.iter().map(of).collect(),
    }
}

/// The persona that each branch is of, the last one being what is left for the `else`.
fn personas(mut found: Vec<Option<&'static str>>) -> Vec<Option<&'static str>> {
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
