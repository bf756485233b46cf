//! The classes that replies are bound to, by name.

use super::super::asking::kin;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{Arg, Expr, ExprKind, Function, Passing, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Parameters that are followed to their callers inside each other, and callers of each.
const STEPS: usize = 4;
const CALLERS: usize = 16;

/// What says in `pydantic_ai` how a reply gets into a model.
const WRAPPERS: &[&str] = &[".NativeOutput", ".PromptedOutput", ".ToolOutput"];

/// Whether a type is one of several things of another, or of that or nothing.
fn is_several(generic: &Expr<'_>) -> bool {
    let Some(name) = generic.last_name() else { return false };
    matches!(name, "Iterable" | "List" | "Optional" | "Sequence" | "list")
}

/// The schema's class, or its classes, by name; `None` where one of them could not be followed.
pub(in super::super) fn class_name<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    at: At,
    schema: &'r Expr<'r>,
) -> Option<String> {
    let names = Schemas { repository, sites }.names(at, schema, STEPS)?;
    (!names.is_empty()).then(|| names.join(", "))
}

struct Schemas<'r, 'p> {
    repository: &'p Repository<'r>,
    sites: &'p Sites<'r>,
}

impl<'r> Schemas<'r, '_> {
    fn names(&self, at: At, schema: &'r Expr<'r>, steps: usize) -> Option<Vec<String>> {
        match &schema.kind {
            ExprKind::List(items) => return self.listed(at, items, steps),
            // `Model.model_json_schema()` stands for the model, and so does `tool(Model)`.
            ExprKind::Call(call) => {
                if let ExprKind::Attribute(object, "model_json_schema" | "schema") =
                    &call.callee.kind
                {
                    return self.names(at, object, steps);
                }
                // `NativeOutput(Model)` says how the reply gets into the model.
                let wraps = |name: String| {
                    name.starts_with("pydantic_ai.")
                        && WRAPPERS.iter().any(|one| name.ends_with(one))
                };
                if self.repository.external(&call.callee, at).is_some_and(wraps) {
                    return self.names(at, call.position(0)?, steps);
                }
                if let (ExprKind::Name("tool"), [_]) = (&call.callee.kind, call.args.as_slice()) {
                    return self.names(at, call.position(0)?, steps);
                }
            }
            // `list[Model]`: each of several replies is one.
            ExprKind::Subscript(generic, items) if is_several(generic) => {
                return self.listed(at, items, steps);
            }
            ExprKind::Attribute(this, name) if this.is_self() => {
                return self.held(at, schema, name, steps);
            }
            _ => {}
        }
        self.repository.origins(schema, at).into_iter().find_map(|origin| match origin {
            Origin::Class(_, class) => Some(vec![class.name.to_owned()]),
            Origin::External(name) | Origin::Perhaps(name) => {
                let last = name.rsplit('.').next().unwrap_or_default();
                last.starts_with(|first: char| first.is_ascii_uppercase())
                    .then(|| vec![last.to_owned()])
            }
            Origin::Value(at, Expr { kind: ExprKind::List(items), .. }) => {
                self.listed(at, items, steps)
            }
            Origin::Param(at, function, number) => self.given(at, function, number, steps),
            _ => None,
        })
    }

    /// The classes of a list; functions that stand among them are no schemas.
    fn listed(&self, at: At, items: &'r [Expr<'r>], steps: usize) -> Option<Vec<String>> {
        let is_function = |item: &&'r Expr<'r>| {
            let origins = self.repository.origins(item, at);
            origins.iter().any(|origin| matches!(origin, Origin::Function(..)))
        };
        let mut all = Vec::new();
        for item in items.iter().filter(|item| !is_function(item)) {
            all.extend(self.names(at, item, steps)?);
        }
        Some(all)
    }

    /// What all callers of a function outside the tests give it, and what it takes where they give nothing.
    fn given(
        &self,
        at: At,
        function: &'r Function<'r>,
        number: usize,
        steps: usize,
    ) -> Option<Vec<String>> {
        let steps = steps.checked_sub(1)?;
        let param = function.params.get(number)?;
        let is_method = function.takes_self();
        let kin = kin::callers(self.repository, self.sites, at.module, function);
        let made = self.made(at, function);
        let called = self.sites.callers(at.module, function).into_iter().chain(kin).chain(made);
        let ours = called.filter(|site| {
            !self.repository.modules[site.at.module].in_tests
                // What it hands on to itself is what it was given.
                && !site.around.functions.iter().any(|around| std::ptr::eq(*around, function))
        });
        let mut all = BTreeSet::new();
        let mut default = false;
        let mut callers = 0;
        for site in ours {
            callers += 1;
            // The object itself is no argument of the call.
            let number = number.saturating_sub(usize::from(is_method));
            let spreads = |arg: &Arg<'_>| matches!(arg.passing, Passing::Rest | Passing::Named);
            if site.call.args.iter().any(spreads) {
                return None;
            }
            match site.call.argument(number, param.name) {
                Some(value) => all.extend(self.names(site.at, value, steps)?),
                None => default = true,
            }
        }
        if callers == 0 || callers > CALLERS {
            return None;
        }
        if default {
            let outside = At { scope: self.repository.scope(at).parent.unwrap_or_default(), ..at };
            all.extend(self.names(outside, param.default.as_ref()?, steps)?);
        }
        Some(all.into_iter().collect())
    }

    /// The calls that make an object, where a function is the constructor of its class.
    fn made(&self, at: At, function: &'r Function<'r>) -> Vec<&Site<'r>> {
        let class = kin::class_of(self.repository, at.module, function);
        let Some((_, class)) = class.filter(|_| function.name == "__init__") else {
            return Vec::new();
        };
        let makes = |site: &&Site<'r>| {
            let origins = self.repository.origins(&site.call.callee, site.at);
            origins.iter().any(
                |origin| matches!(origin, Origin::Class(_, made) if std::ptr::eq(*made, class)),
            )
        };
        self.sites.named(class.name).into_iter().filter(makes).collect()
    }

    /// What an attribute of `self` is given in the class around, and in those above and below it.
    fn held(&self, at: At, schema: &'r Expr<'r>, name: &str, steps: usize) -> Option<Vec<String>> {
        let steps = steps.checked_sub(1)?;
        let around = |stmt: &&'r Stmt<'r>| {
            stmt.span.holds(schema.span) && matches!(stmt.kind, StmtKind::Class(_))
        };
        let found = self.repository.modules[at.module].syntax.body.iter().find(around)?;
        let StmtKind::Class(class) = &found.kind else { return None };
        let mut all = BTreeSet::new();
        for (at, class) in kin::family(self.repository, at.module, class) {
            let inside = self.repository.inside(at, class.id);
            let mut values = Vec::new();
            for stmt in &class.body {
                match &stmt.kind {
                    StmtKind::Assign { targets, value: Some(value), .. } => {
                        let is_it = |target: &Expr<'_>| target.is_name(name);
                        values.extend(targets.iter().any(is_it).then_some((value, inside)));
                    }
                    StmtKind::Function(method) => {
                        let at = self.repository.inside(inside, method.id);
                        Stmt::each_own(&method.body, &mut |stmt| {
                            if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
                                && targets.iter().any(|target| kin::is_own(target, name))
                            {
                                values.push((value, at));
                            }
                        });
                    }
                    _ => {}
                }
            }
            for (value, at) in values {
                if !matches!(value.kind, ExprKind::None) {
                    all.extend(self.names(at, value, steps)?);
                }
            }
        }
        Some(all.into_iter().collect())
    }
}
