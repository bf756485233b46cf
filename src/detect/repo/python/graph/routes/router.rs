//! Conditional edges: where a router can go, and whether it deals with errors.

use super::super::follow::built::wiring::{texts, unresolved};
use super::super::follow::interpreter::call::Args;
use super::super::follow::interpreter::run::Interpreter;
use super::super::follow::values::family;
use super::super::follow::values::value::{Closure, END, Frame, Routes, Value, Wiring};
use super::declared::Declared;
use super::extended::{is_extended, one_map};
use super::for_errors::errors::{Asked, deferred, judged};
use super::free;
use super::outcomes::Outcomes;
use super::unreturned::{Unmapped, Unreturned, keys_of};
use crate::detect::repo::python::repository::{At, Origin};
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::GapAbout;
use std::collections::BTreeSet;

/// What is not known where neither a path map nor an annotation names the targets, and the router was not followed.
const RETURNS: &str = "could not be followed, and nothing else names all that it can lead to";

impl<'r> Interpreter<'r, '_> {
    /// `add_conditional_edges(source, path, path_map)`; `index` is where the router stands.
    pub(in super::super) fn conditional(
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
        let map = map.map(one_map);
        let mut ways = self.routes(&path, map.as_ref(), frame);
        let written = call.argument(index + 1, "path_map").filter(|_| ways.gap.is_none());
        if written.is_some_and(|map| is_extended(self, map, frame)) {
            ways.gap = Some("a path map is extended by what was not followed");
        }
        ways.mapped = mapped(map.as_ref());
        let mut wirings = Vec::new();
        let router = router.unwrap_or_default();
        match ways.gap {
            Some(RETURNS) => {
                let gap = format!("what the router `{router}` returns {RETURNS}");
                wirings.push(unresolved(GapAbout::Conditional, &gap));
            }
            Some(gap) => wirings.push(unresolved(GapAbout::Conditional, gap)),
            None => {}
        }
        for from in sources {
            let router = router.clone();
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
        let (all, returned) = self.ways(path, map, frame);
        let deferred = deferred(self.repository, path);
        if !self.is_starved(path) {
            return judged(all, path, self.asked(&returned.asked, &deferred, true));
        }
        self.starving = true;
        let (fed, left) = self.ways(path, map, frame);
        self.starving = false;
        if !(returned.is_known && left.is_known) || left.names.is_empty() {
            return judged(all, path, self.asked(&returned.asked, &deferred, false));
        }
        let is_lost = |name: &String| !left.names.contains(name);
        let places = |names: &[String]| match map {
            Some(Value::Dict(pairs)) => {
                let is_named = |key: &Value<'_>| {
                    texts(key).is_none_or(|keys| keys.iter().any(|key| names.contains(key)))
                };
                let named = pairs.iter().filter(|(key, _)| is_named(key));
                named.filter_map(|(_, value)| texts(value)).flatten().collect()
            }
            Some(_) | None => names.to_vec(),
        };
        let lost: Vec<String> =
            returned.names.iter().filter(|name| is_lost(name)).cloned().collect();
        let kept: Vec<String> = places(&left.names);
        let starved: Vec<String> = places(&lost);
        let is_starved = |target: &String| starved.contains(target) && !kept.contains(target);
        let (starved, targets) =
            fed.targets.iter().chain(&all.targets).cloned().partition(is_starved);
        let Routes { unreturned, unmapped, .. } = all;
        let mut routes = Routes { targets, starved, unreturned, unmapped, ..fed };
        for targets in [&mut routes.targets, &mut routes.starved] {
            targets.sort();
            targets.dedup();
        }
        routes.alone.retain(|target| routes.targets.contains(target));
        judged(routes, path, self.asked(&left.names, &deferred, true))
    }

    fn asked<'a>(
        &'a self,
        keys: &'a [String],
        deferred: &'a [(At, &'r Function<'r>)],
        followed: bool,
    ) -> Asked<'a, 'r> {
        let repository = Some(self.repository);
        Asked { keys, deferred, starved: &self.starved, followed, repository }
    }

    /// Where a router can go, and what it returns.
    fn ways(
        &mut self,
        path: &Value<'r>,
        map: Option<&Value<'r>>,
        frame: &mut Frame<'r>,
    ) -> (Routes, Returned) {
        self.falls_off = false;
        let is_replaced = path.alternatives().into_iter().any(|one| match one {
            Value::Function(closure) => self.is_replaced(closure),
            _ => false,
        });
        let returned = if is_replaced { vec![Value::Unknown] } else { self.outcomes(path, frame) };
        let (nothing, spelled_out) = (self.falls_off, is_spelled_out(path));
        let mut seen = Outcomes { nothing, spelled_out, ..Outcomes::default() };
        for value in &returned {
            seen.take(value, false);
        }
        let mut routes = Routes { parallel: seen.parallel, ..Routes::default() };
        let is_known = !seen.open && self.fuel > 0 && !returned.is_empty();
        let names = seen.targets.clone();
        let unreturned = match map {
            Some(Value::Dict(pairs)) if is_known => {
                Unreturned::of(self.repository, path, pairs, &names)
            }
            _ => Unreturned::default(),
        };
        routes.unreturned.clone_from(&unreturned.targets);
        if let Some(map) = map.filter(|_| is_known && !nothing) {
            let of = (returned.as_slice(), names.as_slice());
            let unmapped = Unmapped::of(self.repository, path, keys_of(map), of);
            routes.unmapped = (unmapped.keys, unmapped.all);
        }
        let mut asked = names.clone();
        // What was not followed to its end may return more.
        let alone = if self.fuel > 0 { seen.alone() } else { BTreeSet::new() };
        let mut with_others = Vec::new();
        let mut only = if self.fuel > 0 { seen.only() } else { None };
        match map {
            Some(Value::Dict(pairs)) => {
                let mut place = None;
                for (key, value) in pairs {
                    let keys = texts(key).unwrap_or_default();
                    if only.is_some() && keys.first() == only.as_ref() {
                        place = texts(value).filter(|to| to.len() == 1).and_then(|mut to| to.pop());
                    }
                    if keys.is_empty() || !keys.iter().all(|key| alone.contains(key)) {
                        with_others.extend(texts(value).unwrap_or_default());
                    }
                    asked.extend(keys.into_iter().filter(|key| !unreturned.keys.contains(key)));
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
                let is_open = seen.open || returned.is_empty();
                match self.declared(path) {
                    Some(Declared { names, more: false }) => routes.targets = names,
                    declared => {
                        routes.targets.clone_from(&seen.targets);
                        routes.targets.extend(declared.into_iter().flat_map(|it| it.names));
                        routes.gap = is_open.then_some(RETURNS);
                    }
                }
            }
        }
        routes.targets.sort();
        routes.targets.dedup();
        let is_mapped = matches!(map, Some(Value::Dict(_)));
        let is_alone = |target: &&String| {
            if is_mapped { !with_others.contains(target) } else { alone.contains(*target) }
        };
        routes.alone = routes.targets.iter().filter(is_alone).cloned().collect();
        let place = |name: &String| match map {
            Some(Value::Dict(pairs)) => {
                let found = pairs
                    .iter()
                    .find(|(key, _)| texts(key).as_deref() == Some(std::slice::from_ref(name)));
                found.and_then(|(_, value)| texts(value)).filter(|to| to.len() == 1)?.pop()
            }
            Some(_) | None => Some(name.clone()),
        };
        let at_once: BTreeSet<String> =
            routes.targets.iter().filter(|to| !routes.alone.contains(to)).cloned().collect();
        let listed = seen.together().filter(|_| self.fuel > 0 && spelled_out);
        let listed = listed.and_then(|names| names.iter().map(place).collect::<Option<_>>());
        routes.together = listed == Some(at_once);
        let free = free::free(self.repository, path).iter().map(place).collect::<Option<Vec<_>>>();
        routes.free = free.unwrap_or_default();
        routes.free.retain(|target| routes.targets.contains(target));
        routes.free.sort();
        if let ([one], None, false) = (routes.targets.as_slice(), routes.gap, seen.nothing) {
            only = Some(one.clone());
        }
        // A name that stands for many is not one of them.
        let is_all = routes.unmapped.0.is_empty() && !routes.parallel;
        routes.always = only.filter(|one| is_all && !family::is_marked(one));
        (routes, Returned { names, asked, is_known })
    }

    /// Whether a function of the sources decorates another one and may give back what that does not.
    fn is_replaced(&self, closure: &Closure<'r>) -> bool {
        closure.function.decorators.iter().any(|decorator| {
            let maker = match &decorator.kind {
                ExprKind::Call(call) => &call.callee,
                _ => decorator,
            };
            let of_sources = |origin: &Origin<'r>| matches!(origin, Origin::Function(_, maker) if !self.repository.tracers.contains(maker.name));
            self.repository.origins(maker, closure.at).iter().any(of_sources)
        })
    }

    /// Everything that a router or a node can return.
    pub(super) fn outcomes(&mut self, path: &Value<'r>, frame: &mut Frame<'r>) -> Vec<Value<'r>> {
        let mut all = Vec::new();
        let routing = std::mem::replace(&mut self.routing, true);
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
                Value::Object(..) | Value::Record(_) => match self.attribute(router, "__call__") {
                    Value::Function(closure) => {
                        let owner = Some(router.clone());
                        self.run(&closure, owner, &Args::default(), frame)
                    }
                    _ => Value::Unknown,
                },
                Value::External(name) if name == "langgraph.prebuilt.tools_condition" => {
                    Value::Either(vec![Value::Text("tools".into()), Value::Text(END.into())])
                }
                _ => Value::Unknown,
            };
            all.extend(value.alternatives().into_iter().cloned());
        }
        self.routing = routing;
        all
    }
}

/// The targets that a path map spells out.
fn mapped(map: Option<&Value<'_>>) -> Vec<String> {
    let targets: Vec<&Value<'_>> = match map {
        Some(Value::Dict(pairs)) => pairs.iter().map(|(_, target)| target).collect(),
        Some(Value::List(targets) | Value::Tuple(targets)) => targets.iter().collect(),
        _ => Vec::new(),
    };
    let text = |target: &Value<'_>| match target {
        Value::Text(text) if !family::is_marked(text) => Some(text.clone()),
        _ => None,
    };
    targets.into_iter().filter_map(text).collect()
}

/// Whether a router returns nothing but names and lists of names that are written where it returns them.
fn is_spelled_out(path: &Value<'_>) -> bool {
    fn is_name(value: &Expr<'_>) -> bool {
        match &value.kind {
            ExprKind::Str(_) => value.text().is_some(),
            // A variable may hold a list that was filled before.
            ExprKind::Name(name) => !name.contains(char::is_lowercase),
            ExprKind::Call(call) if call.callee_name() == "Send" => {
                call.position(0).is_some_and(is_name)
            }
            _ => false,
        }
    }
    fn is_plain(value: &Expr<'_>) -> bool {
        match &value.kind {
            ExprKind::List(items) | ExprKind::Tuple(items) => items.iter().all(is_name),
            ExprKind::Conditional(choice) => is_plain(&choice.then) && is_plain(&choice.otherwise),
            _ => is_name(value),
        }
    }
    path.alternatives().into_iter().all(|router| match router {
        Value::Lambda(_, lambda) => is_plain(&lambda.body),
        Value::Function(closure) => {
            let mut plain = true;
            Stmt::each_own(&closure.function.body, &mut |stmt| {
                if let StmtKind::Return(value) = &stmt.kind {
                    plain &= value.as_ref().is_some_and(is_plain);
                }
            });
            plain
        }
        _ => false,
    })
}

/// What a router returns.
struct Returned {
    /// The names, of nodes or of a path map.
    names: Vec<String>,
    /// These, and what a path map calls the ways.
    asked: Vec<String>,
    /// Whether it returns nothing else.
    is_known: bool,
}
