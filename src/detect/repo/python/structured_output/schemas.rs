//! The classes that replies are bound to, by name.

use super::super::repository::{At, Origin, Repository};
use super::super::sites::Sites;
use super::super::syntax::{Expr, ExprKind, Function};
use std::collections::BTreeSet;

/// Parameters that are followed to their callers inside each other, and callers of each.
const STEPS: usize = 4;
const CALLERS: usize = 16;

/// The schema's class, or its classes, by name; `None` where one of them could not be followed.
pub(super) fn class_name<'r>(
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
                if let (ExprKind::Name("tool"), [_]) = (&call.callee.kind, call.args.as_slice()) {
                    return self.names(at, call.position(0)?, steps);
                }
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
        let callers = self.sites.callers(at.module, function);
        let ours = callers.into_iter().filter(|site| {
            !self.repository.modules[site.at.module].in_tests
                // What it hands on to itself is what it was given.
                && !site.around.functions.iter().any(|around| std::ptr::eq(*around, function))
        });
        let mut all = BTreeSet::new();
        let mut default = false;
        let mut callers = 0;
        for site in ours {
            callers += 1;
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
}
