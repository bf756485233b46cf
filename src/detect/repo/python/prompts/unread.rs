//! Texts that are handed to a parameter which is never read: what is sent is what the function writes itself.

use super::super::repository::{Origin, Repository};
use super::super::running::sites::{Site, Sites};
use super::super::syntax::{Expr, ExprKind, Function, Span, Stmt, StmtKind, Taking};
use crate::domain::facts::{Lines, PromptFact};

/// Fewest words of what a function sends.
const WORDS: usize = 12;

/// Puts what is sent in the place of each text that is handed over in vain, where that is one text of the function.
pub(super) fn replace(repository: &Repository<'_>, sites: &Sites<'_>, facts: &mut [PromptFact]) {
    for site in &sites.all {
        let module = site.module(repository);
        if module.in_tests || facts.is_empty() {
            continue;
        }
        let Some((at, function)) = called(repository, site) else { continue };
        for (index, param) in function.params.iter().enumerate() {
            let given = site.call.argument(index, param.name);
            let Some(given) = given.filter(|_| param.taking == Taking::One) else { continue };
            let Some(text) = handed(repository, site, given) else { continue };
            if !facts.iter().any(|fact| is_at(fact, &text)) || is_read(function, param.name) {
                continue;
            }
            let Some((span, sent)) = written(function) else { continue };
            for fact in facts.iter_mut().filter(|fact| is_at(fact, &text)) {
                fact.text.clone_from(&sent);
                fact.place = repository.modules[at].place(span);
            }
        }
    }
}

fn is_at(fact: &PromptFact, (place, text): &(Lines, String)) -> bool {
    !fact.in_tests && !fact.part && fact.place == *place && fact.text == *text
}

/// The plain function that a call surely is of, with its module.
fn called<'r>(repository: &Repository<'r>, site: &Site<'r>) -> Option<(usize, &'r Function<'r>)> {
    // What a star hands over may come anywhere.
    let is_plain = |function: &Function<'_>| {
        function.decorators.is_empty()
            && function.params.iter().all(|param| param.taking == Taking::One && !param.is_self())
    };
    match repository.origins(&site.call.callee, site.at).as_slice() {
        [Origin::Function(at, function)] if is_plain(function) => Some((at.module, *function)),
        _ => None,
    }
}

/// The text that is handed over, and where it stands: there, or under a name that nothing else reads.
fn handed<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
    given: &'r Expr<'r>,
) -> Option<(Lines, String)> {
    match &given.kind {
        ExprKind::Str(_) => Some((site.module(repository).place(given.span), given.text()?)),
        ExprKind::Name(name) if repository.mentions_of(name) <= 2 => {
            match repository.origins(given, site.at).as_slice() {
                [Origin::Value(at, value)] => {
                    Some((repository.modules[at.module].place(value.span), value.text()?))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a function may read its parameter.
fn is_read(function: &Function<'_>, param: &str) -> bool {
    let mut read = false;
    Stmt::each(&function.body, &mut |stmt| {
        read |= stmt.any(&|part| match &part.kind {
            ExprKind::Name(name) => {
                *name == param || matches!(*name, "locals" | "vars" | "eval" | "exec")
            }
            _ => false,
        });
    });
    read
}

/// The one long text that a function writes, besides its documentation.
fn written(function: &Function<'_>) -> Option<(Span, String)> {
    let mut found: Vec<(Span, String)> = Vec::new();
    Stmt::each(&function.body, &mut |stmt| {
        if matches!(&stmt.kind, StmtKind::Expr(value) if matches!(value.kind, ExprKind::Str(_))) {
            return;
        }
        stmt.walk(&mut |part| {
            let text = part.template().unwrap_or_default();
            if text.split_whitespace().count() >= WORDS {
                found.push((part.span, text));
            }
        });
    });
    match found.as_slice() {
        [_] => found.pop(),
        _ => None,
    }
}
