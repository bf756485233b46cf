//! What comments and texts of the synthesis say of a rule.

use super::super::effects::changes_score;
use super::super::off::Off;
use super::{Scope, constant_keys, is_idle, uncalled};
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::syntax::{Span, Stmt, StmtKind};
use crate::domain::facts::Lines;
use std::borrow::Cow;

/// What a comment or a text says.
pub(super) struct Said {
    pub name: String,
    pub place: Lines,
    /// The branch below a comment that changes a score.
    pub block: Option<Lines>,
}

/// The first line of the source that says one of the phrases, with the phrase: one above a branch that changes a score
/// before any other.
pub(super) fn said(
    hearing: &Hearing<'_, '_>,
    scope: &Scope<'_, '_>,
    phrases: &[&str],
    off: &[Off<'_>],
) -> Option<Said> {
    let uncalled = uncalled(hearing, scope);
    let mut idle: Vec<(u32, &str)> = Vec::new();
    Stmt::each(scope.body, &mut |stmt| {
        let keys = constant_keys(stmt).into_iter();
        idle.extend(keys.filter_map(|key| Some((key.first, scope.module.text_of(key)?))));
    });
    let source = scope.module.text_of(scope.span)?;
    let mut all = source.lines().zip(scope.span.first..).filter_map(|(line, number)| {
        // To import what is called after a rule says nothing of it.
        if ["import ", "from "].iter().any(|word| line.trim_start().starts_with(word)) {
            return None;
        }
        let keys = idle.iter().filter(|(at, _)| *at == number);
        let rest = keys.fold(Cow::Borrowed(line), |line, (_, key)| line.replace(key, "").into());
        let plain: String = rest
            .chars()
            .map(|letter| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' })
            .collect();
        let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        let phrase = phrases.iter().find(|phrase| words.contains(**phrase))?;
        let within = uncalled.iter().any(|own| own.first <= number && number <= own.last)
            || off.iter().any(|one| one.holds(scope.index, number));
        if within || is_idle(hearing, scope, number) {
            return None;
        }
        let place = scope.module.place(Span { first: number, last: number, ..scope.span });
        let is_comment = line.trim_start().starts_with('#');
        let block = if is_comment { below(scope, number) } else { None };
        let block = block.filter(|block| !off.iter().any(|one| one.holds(scope.index, block.line)));
        Some(Said { name: (*phrase).to_owned(), place, block })
    });
    let first = all.next()?;
    if first.block.is_some() {
        return Some(first);
    }
    Some(all.find(|said| said.block.is_some()).unwrap_or(first))
}

/// The branch that begins after the comments at line `number` and changes a score, if it is the next statement.
fn below(scope: &Scope<'_, '_>, number: u32) -> Option<Lines> {
    let mut next: Option<&Stmt<'_>> = None;
    Stmt::each(scope.body, &mut |stmt| {
        let is_nearer = next.is_none_or(|known| stmt.span.start < known.span.start);
        if stmt.span.first > number && is_nearer {
            next = Some(stmt);
        }
    });
    let StmtKind::If { branches, .. } = &next?.kind else { return None };
    let (test, body) = branches.first().filter(|(_, body)| changes_score(body))?;
    let last = body.last()?.span;
    Some(scope.module.place(Span { end: last.end, last: last.last, ..test.span }))
}
