//! Conditional edges: where a router can go, and whether it deals with errors.

use super::super::repository::{At, Origin};
use super::super::syntax::{Call, Expr, ExprKind};
use super::call::Args;
use super::errors::judged;
use super::run::Interpreter;
use super::value::{END, Frame, Routes, Value, Wiring};
use super::wiring::{texts, unresolved};
use crate::domain::facts::GapAbout;

impl<'r> Interpreter<'r, '_> {
    /// `add_conditional_edges(source, path, path_map)`; `index` is where the router stands.
    pub(super) fn conditional(
        &mut self,
        source: Option<&Value<'r>>,
        index: usize,
        call: &'r Call<'r>,
        args: &Args<'r>,
        frame: &mut Frame<'r>,
    ) -> Vec<Wiring> {
        let Some(sources) = source.and_then(texts) else {
            return vec![unresolved(
                GapAbout::Conditional,
                "the source of a conditional edge could not be followed",
            )];
        };
        let module = &self.repository.modules[frame.at.module];
        let router = call.argument(index, "path").map(|path| module.written(path.span, 120));
        let path = args.get(index, "path").cloned().unwrap_or(Value::Unknown);
        let map =
            args.get(index + 1, "path_map").cloned().filter(|map| !matches!(map, Value::None));
        let ways = self.routes(&path, map.as_ref(), frame);
        let mut wirings = Vec::new();
        if let Some(gap) = ways.gap {
            wirings.push(unresolved(GapAbout::Conditional, gap));
        }
        for from in sources {
            let router = router.clone().unwrap_or_default();
            wirings.push(Wiring::Conditional { from, router, routes: ways.clone() });
        }
        wirings
    }

    fn routes(
        &mut self,
        path: &Value<'r>,
        map: Option<&Value<'r>>,
        frame: &mut Frame<'r>,
    ) -> Routes {
        let returned = self.outcomes(path, frame);
        let mut seen = Outcomes::default();
        for value in &returned {
            seen.take(value);
        }
        let mut routes = Routes { parallel: seen.parallel, ..Routes::default() };
        let mut keys = seen.targets.clone();
        let mut only = if self.fuel > 0 { seen.only() } else { None };
        match map {
            Some(Value::Dict(pairs)) => {
                let mut place = None;
                for (key, value) in pairs {
                    let names = texts(key).unwrap_or_default();
                    if only.is_some() && names.first() == only.as_ref() {
                        place = texts(value).filter(|to| to.len() == 1).and_then(|mut to| to.pop());
                    }
                    keys.extend(names);
                    match texts(value) {
                        Some(names) => routes.targets.extend(names),
                        None => routes.gap = Some("a path map could not be followed"),
                    }
                }
                only = place;
            }
            Some(map) => match map
                .elements()
                .map(|items| items.iter().map(texts).collect::<Option<Vec<_>>>())
            {
                Some(Some(names)) => routes.targets = names.concat(),
                _ => routes.gap = Some("a path map could not be followed"),
            },
            None => {
                let declared = self.declared(path);
                if let Some(declared) = declared {
                    routes.targets = declared;
                } else {
                    routes.targets = seen.targets;
                    if seen.open || returned.is_empty() {
                        routes.gap = Some("what the router returns could not be followed");
                    }
                }
            }
        }
        routes.targets.sort();
        routes.targets.dedup();
        if let ([one], None, false) = (routes.targets.as_slice(), routes.gap, seen.nothing) {
            only = Some(one.clone());
        }
        routes.always = only.filter(|_| !routes.parallel);
        judged(routes, path, Some(&keys))
    }

    /// Everything the router can return.
    fn outcomes(&mut self, path: &Value<'r>, frame: &mut Frame<'r>) -> Vec<Value<'r>> {
        let mut all = Vec::new();
        for router in path.alternatives() {
            let value = match router {
                Value::Function(closure) => self.run(closure, None, &Args::default(), frame),
                Value::Lambda(at, lambda) => {
                    let mut inner = Frame { at: *at, ..self.copy(frame) };
                    for param in &lambda.params {
                        inner.variables.insert(param.name.into(), Value::Unknown);
                    }
                    self.eval(&lambda.body, &mut inner)
                }
                Value::Object(..) => match self.attribute(router, "__call__") {
                    Value::Function(closure) => self.run(&closure, None, &Args::default(), frame),
                    _ => Value::Unknown,
                },
                Value::External(name) if name == "langgraph.prebuilt.tools_condition" => {
                    Value::Either(vec![Value::Text("tools".into()), Value::Text(END.into())])
                }
                _ => Value::Unknown,
            };
            all.extend(value.alternatives().into_iter().cloned());
        }
        all
    }

    /// The targets that the router's annotation declares: `-> Literal["a", "b"]`.
    fn declared(&mut self, path: &Value<'r>) -> Option<Vec<String>> {
        let Value::Function(closure) = path else { return None };
        self.literals(closure.function.returns.as_ref()?, closure.at)
    }

    /// The texts in `Literal[…]`, also inside `list[Literal[…]]` and behind an alias.
    pub(super) fn literals(&mut self, annotation: &'r Expr<'r>, at: At) -> Option<Vec<String>> {
        match &annotation.kind {
            ExprKind::Subscript(value, indices) => {
                let last = match &value.kind {
                    ExprKind::Name(name) | ExprKind::Attribute(_, name) => *name,
                    _ => return None,
                };
                if last != "Literal" {
                    let listed = matches!(last, "List" | "list" | "Sequence" | "Optional");
                    return if listed { self.literals(indices.first()?, at) } else { None };
                }
                let mut names = Vec::new();
                for index in indices {
                    let value = self.eval(index, &mut Frame::new(at));
                    names.extend(texts(&value)?);
                }
                Some(names)
            }
            ExprKind::Name(_) => self.repository.origins(annotation, at).into_iter().find_map(
                |origin| match origin {
                    Origin::Value(at, value) if !std::ptr::eq(value, annotation) => {
                        matches!(value.kind, ExprKind::Subscript(..))
                            .then(|| self.literals(value, at))
                            .flatten()
                    }
                    _ => None,
                },
            ),
            _ => None,
        }
    }
}

/// What a router's return values say.
#[derive(Default)]
struct Outcomes {
    targets: Vec<String>,
    parallel: bool,
    /// Whether nothing may be taken at all: an empty list.
    nothing: bool,
    open: bool,
}

impl Outcomes {
    /// The one text that is always returned, if that is known.
    fn only(&self) -> Option<String> {
        let (first, rest) = self.targets.split_first()?;
        let sure = !self.open && !self.nothing && !self.parallel;
        (sure && rest.iter().all(|other| other == first)).then(|| first.clone())
    }

    fn take(&mut self, value: &Value<'_>) {
        match value {
            Value::Text(name) => self.targets.push(name.clone()),
            Value::Send(node) | Value::Command(node) => {
                self.parallel |= matches!(value, Value::Send(_));
                match texts(node) {
                    Some(names) => self.targets.extend(names),
                    None => self.open = true,
                }
            }
            Value::List(items) | Value::Tuple(items) => {
                let several = items.len() > 1;
                self.nothing |= items.is_empty();
                for item in items {
                    self.take(item);
                }
                self.parallel |= several;
            }
            Value::Either(values) => {
                for value in values {
                    self.take(value);
                }
            }
            _ => self.open = true,
        }
    }
}
