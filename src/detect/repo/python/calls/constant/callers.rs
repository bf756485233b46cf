//! What the callers of a function give for a parameter.

use super::super::super::repository::{At, Origin};
use super::super::super::syntax::{Expr, ExprKind, Function, Passing, Taking};
use super::{Constants, Read, Source};
use crate::detect::repo::python::running::sites::Site;

impl<'r> Constants<'r, '_> {
    /// What a parameter holds: what every caller gives, where nobody but these can call the function.
    pub(super) fn parameter(
        &self,
        at: At,
        function: &'r Function<'r>,
        index: usize,
        steps: usize,
    ) -> Source {
        let param = &function.params[index];
        let is_method = function.takes_self();
        let of_class = |decorator: &Expr<'_>| {
            matches!(decorator.kind, ExprKind::Name("staticmethod" | "classmethod"))
        };
        // What decorates a function may call it with anything.
        if !function.decorators.iter().all(of_class) || param.taking != Taking::One {
            return Source::Outside;
        }
        let called = match function.name {
            "__init__" => self.class(at).map(|(_, class)| class.name),
            name if name.starts_with("__") => None,
            name => Some(name),
        };
        let Some(called) = called else { return Source::Outside };
        // Whoever takes a function as a value may call it with anything.
        let sites = self.sites.named(called);
        let mentions = self.repository.mentions_of(called) as usize;
        let imports = self.repository.imports_of(called, true);
        if imports.is_none_or(|imports| sites.len() + imports < mentions) {
            return Source::Outside;
        }
        if self.repository.lookups.may_find(called) {
            return Source::Open;
        }
        let mut source = None;
        for site in sites.into_iter().filter(|site| !site.module(self.repository).in_tests) {
            if site.around.dead || self.calls_another(site, function) {
                continue;
            }
            let position = index - usize::from(is_method && index > 0);
            let given = match site.call.argument(position, param.name) {
                Some(value) => self.of_site(value, site, steps),
                None => self.unpacked(site, steps).max(match &param.default {
                    Some(default) => {
                        let outside = At {
                            scope: self.repository.scope(at).parent.unwrap_or_default(),
                            ..at
                        };
                        let within = Some(default);
                        self.source(Read { value: default, at: outside, within, steps })
                    }
                    None => Source::Constant,
                }),
            };
            source = source.max(Some(given));
        }
        source.unwrap_or(Source::Outside)
    }

    /// Whether a call is surely one of something else that has the same name, as `subprocess.run` has.
    fn calls_another(&self, site: &Site<'r>, function: &'r Function<'r>) -> bool {
        let origins = self.repository.origins(&site.call.callee, site.at);
        let is_other = |origin: &Origin<'r>| match origin {
            Origin::External(_) => true,
            Origin::Function(_, other) => !std::ptr::eq(*other, function),
            Origin::Class(_, class) => class.name != function.name && function.name != "__init__",
            _ => false,
        };
        !origins.is_empty() && origins.iter().all(is_other)
    }

    /// What a call unpacks into its arguments.
    fn unpacked(&self, site: &Site<'r>, steps: usize) -> Source {
        let unpacked = site
            .call
            .args
            .iter()
            .filter(|arg| matches!(arg.passing, Passing::Rest | Passing::Named));
        let sources = unpacked.map(|arg| self.of_site(&arg.value, site, steps));
        sources.max().unwrap_or(Source::Constant)
    }
}
