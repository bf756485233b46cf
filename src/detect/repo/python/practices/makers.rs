//! Which functions come to make objects of the repository's own classes.

use super::super::repository::Repository;
use super::super::running::sites::{Site, Sites};
use super::super::sources::parse::Module;
use super::super::syntax::{Expr, ExprKind, Passing, Span, Stmt, StmtKind};
use crate::domain::facts::{ClassFact, ClassKind, Maker};
use std::collections::{BTreeMap, BTreeSet};

/// Most functions that are listed of all classes.
const MAKERS: usize = 600;
/// Methods that bind what a model replies to a class that they are given.
const BINDERS: [&str; 3] = ["bind_tools", "with_structured_output", "PydanticOutputParser"];
/// Keywords under which a call takes such a class.
const KEYS: [&str; 4] = ["pydantic_object", "response_format", "response_model", "schema"];
/// Methods of a class that make an object of it.
const MAKES: [&str; 5] =
    ["construct", "model_construct", "model_validate", "model_validate_json", "parse_obj"];

/// Lists the functions outside the tests that make objects of a class where nothing has failed, have a model reply with
/// one, or call what does.
pub(super) fn read<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    classes: &[ClassFact],
) -> Vec<Maker> {
    let is_typed = |class: &&ClassFact| !class.in_tests && class.kind != ClassKind::Other;
    let names: BTreeSet<&str> =
        classes.iter().filter(is_typed).map(|class| class.name.as_str()).collect();
    let failures: Vec<Vec<Span>> = repository.modules.iter().map(handlers).collect();
    // What takes the place of a failure is not what is made.
    let usual = |site: &Site<'r>| {
        let of_failure = failures[site.at.module].iter().any(|span| span.holds(site.expr.span));
        !site.around.dead && !of_failure
    };
    let mut by_class: BTreeMap<&str, Vec<&Site<'r>>> = BTreeMap::new();
    let live = sites.all.iter().filter(|site| usual(site));
    for site in live.filter(|site| !site.module(repository).in_tests) {
        for name in made(site) {
            if let Some(class) = names.get(name) {
                by_class.entry(*class).or_default().push(site);
            }
        }
    }
    let mut found = Vec::new();
    for (class, calls) in by_class {
        with_callers((repository, sites), class, calls, &usual, &mut found);
    }
    found.truncate(MAKERS);
    found
}

/// What handlers of exceptions hold.
fn handlers(module: &Module<'_>) -> Vec<Span> {
    let mut spans = Vec::new();
    Stmt::each(&module.syntax.body, &mut |stmt| {
        if let StmtKind::Try { handlers, .. } = &stmt.kind {
            spans.extend(handlers.iter().flat_map(|one| &one.body).map(|stmt| stmt.span));
        }
    });
    spans
}

/// What a call may make an object of, or have a model reply with, each by its last name.
fn made<'r>(site: &Site<'r>) -> Vec<&'r str> {
    let call = site.call;
    let name = call.callee_name();
    let mut all = vec![name];
    if let ExprKind::Attribute(object, method) = &call.callee.kind
        && MAKES.contains(method)
    {
        all.extend(object.last_name());
    }
    let given = call.args.iter().filter(|arg| match arg.passing {
        Passing::Keyword(key) => KEYS.contains(&key) || BINDERS.contains(&name),
        Passing::Position | Passing::Rest | Passing::Named => BINDERS.contains(&name),
    });
    for arg in given {
        match &arg.value.kind {
            ExprKind::List(items) => all.extend(items.iter().filter_map(Expr::last_name)),
            _ => all.extend(arg.value.last_name()),
        }
    }
    all
}

/// Adds the functions in which these calls stand, and those that call them, each once.
fn with_callers<'s, 'r>(
    (repository, sites): (&Repository<'r>, &'s Sites<'r>),
    class: &str,
    mut open: Vec<&'s Site<'r>>,
    usual: &dyn Fn(&Site<'r>) -> bool,
    found: &mut Vec<Maker>,
) {
    let mut seen = BTreeSet::new();
    while let Some(site) = open.pop() {
        let around = &site.around.functions;
        // What a function defines within itself it may run.
        for function in around {
            if !seen.insert((site.at.module, function.id)) {
                continue;
            }
            let module = site.module(repository);
            found.push(Maker {
                class: class.to_owned(),
                function: module.place(function.span),
                place: module.place(site.expr.span),
            });
            let callers = sites.callers(site.at.module, function).into_iter();
            open.extend(callers.filter(|caller| usual(caller)));
        }
    }
}
