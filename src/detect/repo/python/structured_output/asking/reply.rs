//! Where a model's reply goes within the function that asks for it.

use super::uses::invokes;
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::BTreeSet;

/// How often a function is gone through: what is assigned before it is used needs one time.
const PASSES: usize = 8;

/// The variables of `function` that what `asked` gives goes into, by assignments and loops.
pub(in super::super) fn names<'r>(function: &Function<'r>, asked: &Site<'r>) -> BTreeSet<&'r str> {
    spread(function, BTreeSet::new(), &|value| value.span.holds(asked.expr.span))
}

/// `names`, and the variables that they or what `is_source` holds for go into.
pub(in super::super) fn spread<'r>(
    function: &Function<'r>,
    mut names: BTreeSet<&'r str>,
    is_source: &dyn Fn(&Expr<'r>) -> bool,
) -> BTreeSet<&'r str> {
    for _ in 0..PASSES {
        let mut more = Vec::new();
        Stmt::each_own(&function.body, &mut |stmt| {
            let given = match &stmt.kind {
                StmtKind::Assign { targets, value: Some(value), .. } => {
                    targets.iter().map(|target| (target, value)).collect()
                }
                StmtKind::For { target, iterable, .. } => vec![(target, iterable)],
                StmtKind::Augment { target, value } => vec![(target, value)],
                _ => Vec::new(),
            };
            for (target, value) in given {
                if is_source(value) || uses(value, &names) {
                    target.each(&mut |part| more.extend(part.name()));
                }
            }
        });
        let known = names.len();
        names.extend(more);
        if names.len() == known {
            break;
        }
    }
    names
}

/// The question whose reply is parsed or held against a model at `site`, where it stands in the same function; otherwise
/// `site` itself.
pub(in super::super) fn source<'s, 'r>(sites: &'s Sites<'r>, site: &'s Site<'r>) -> &'s Site<'r> {
    let Some(function) = site.function() else { return site };
    let name = site.call.callee_name();
    if name != "parse" && invokes(name) {
        return site;
    }
    let asks = |other: &&Site<'r>| {
        let name = other.call.callee_name();
        name != "parse" && invokes(name) && reaches(site, other, &names(function, other))
    };
    sites.inside(site.at.module, function).into_iter().rfind(asks).unwrap_or(site)
}

/// Whether two calls send the same variable by one method.
pub(in super::super) fn is_same_question(one: &Site<'_>, other: &Site<'_>) -> bool {
    let sent = |site: &Site<'_>| match site.call.position(0)?.kind {
        ExprKind::Name(name) => Some(name.to_owned()),
        _ => None,
    };
    one.call.callee_name() == other.call.callee_name()
        && sent(one).is_some_and(|name| sent(other) == Some(name))
}

/// Whether what `asked` gives is read as a message, which nothing is that was bound to a schema.
pub(in super::super) fn is_message<'r>(function: &Function<'r>, asked: &Site<'r>) -> bool {
    let names = names(function, asked);
    let mut found = false;
    Stmt::each_own(&function.body, &mut |stmt| {
        found |= stmt.any(&|part| {
            let ExprKind::Attribute(object, "content") = &part.kind else { return false };
            let object = match &object.kind {
                ExprKind::Await(inner) => inner,
                _ => object,
            };
            match object.kind {
                ExprKind::Name(name) => names.contains(name),
                _ => object.span == asked.expr.span,
            }
        });
    });
    found
}

/// Whether the statement in which `site` stands uses what `asked` gives.
pub(in super::super) fn reaches<'r>(
    site: &Site<'r>,
    asked: &Site<'r>,
    names: &BTreeSet<&'r str>,
) -> bool {
    site.stmt.expressions().into_iter().any(|value| comes_from(value, asked, names))
}

/// Whether `value` is made of what `asked` gives, which went into `names`.
pub(in super::super) fn comes_from<'r>(
    value: &Expr<'r>,
    asked: &Site<'r>,
    names: &BTreeSet<&'r str>,
) -> bool {
    value.span.holds(asked.expr.span) || uses(value, names)
}

/// Whether one of `names` stands in `value`.
pub(in super::super) fn uses<'r>(value: &Expr<'r>, names: &BTreeSet<&'r str>) -> bool {
    value.any(&|part| part.name().is_some_and(|name| names.contains(name)))
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::tests::facts;
    use crate::domain::facts::Misfit::{self, AskedUnbound, Handled};

    /// Checks what becomes of malformed replies where `behind` follows what catches them.
    #[track_caller]
    fn check(behind: &str, expected: Misfit) {
        let text = format!(
            "from pydantic import BaseModel\nclass S(BaseModel): pass\n\
             def ask(bound, plain, prompt):\n    try:\n        return bound.invoke(prompt).text\n    except Exception:\n        print('once more')\n{behind}\
             def node(llm):\n    return ask(llm.with_structured_output(S), llm, 'x')\n"
        );
        let found = facts(&[("src/a.py", &text)]).structured_output;
        assert_eq!(found[0].misfit, Some(expected), "{behind}");
    }

    #[test]
    fn the_same_question_to_a_plain_model_asks_again_without_the_schema() {
        check("    return plain.invoke(prompt).content\n", AskedUnbound);
        check("    reply = plain.invoke(prompt)\n    return reply.content\n", AskedUnbound);
        // Another question, something that is no message, and something else than the model's.
        check("    return plain.invoke('other').content\n", Handled);
        check("    return store.invoke(prompt)\n", Handled);
        check("    return prompt\n", Handled);
    }
}
