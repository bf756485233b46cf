//! What a call calls in the end: what it is handed, what a table holds, what a wrapper was given.

use super::{Callee, Search};
use crate::detect::repo::python::repository::{At, Origin};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind};

/// Functions that hand on a call, with the position of the function that they call.
const HANDERS: &[(&str, usize)] = &[
    ("builtins.map", 0),
    ("builtins.filter", 0),
    ("functools.reduce", 0),
    ("asyncio.to_thread", 0),
];

/// Methods of executors and pools that do.
const HANDING: &[(&str, usize)] = &[("submit", 0), ("apply_async", 0), ("run_in_executor", 1)];

/// Classes whose objects call a function that they are given: its position, its keyword, and the position of its
/// arguments.
const RUNNERS: &[(&str, usize, &str, usize)] = &[
    ("threading.Thread", 1, "target", 3),
    ("multiprocessing.Process", 1, "target", 3),
    ("threading.Timer", 1, "function", 2),
];

/// What gives the loop of a program.
const LOOPS: &[&str] =
    &["asyncio.get_running_loop", "asyncio.get_event_loop", "asyncio.new_event_loop"];

impl<'r> Search<'r, '_> {
    /// Everything that a call may call.
    pub(super) fn callees(&self, site: &Site<'r>) -> Vec<Callee<'r>> {
        let origins = self.repository.origins(&site.call.callee, site.at);
        if let [Origin::External(name)] = origins.as_slice()
            && let Some((_, position, keyword, first)) =
                RUNNERS.iter().find(|(runner, ..)| runner == name)
        {
            let function = site.call.argument(*position, keyword);
            return function.map_or_else(Vec::new, |value| self.of(value, site.at, *first));
        }
        let handed = match origins.as_slice() {
            [Origin::External(name)] => HANDERS.iter().find(|(hander, _)| hander == name),
            _ if matches!(site.call.callee.kind, ExprKind::Attribute(..)) => {
                let method = site.call.callee_name();
                HANDING.iter().find(|(hander, _)| *hander == method)
            }
            _ => None,
        };
        if let Some((_, position)) = handed {
            let function = site.call.position(*position);
            return function.map_or_else(Vec::new, |value| self.of(value, site.at, position + 1));
        }
        if let ExprKind::Attribute(object, "subprocess_shell") = &site.call.callee.kind {
            return vec![Callee { origin: self.of_loop(object, site.at), bound: None, first: 1 }];
        }
        if let ExprKind::Subscript(object, keys) = &site.call.callee.kind
            && let ExprKind::Attribute(object, "__dict__") = &object.kind
            && let Some(name) = keys.first().and_then(Expr::text)
            && let Some(module) = self.repository.external(object, site.at)
        {
            let origin = Origin::External(format!("{module}.{name}"));
            return vec![Callee { origin, bound: None, first: 0 }];
        }
        if let Some(held) = self.in_table(&site.call.callee, site.at) {
            return held;
        }
        self.of(&site.call.callee, site.at, 0)
    }

    /// A loop's method that starts a shell: nothing else has a method of this name, as far as the loop is not followed.
    fn of_loop(&self, object: &'r Expr<'r>, at: At) -> Origin<'r> {
        let name = "asyncio.AbstractEventLoop.subprocess_shell".to_owned();
        let gives = |origin: &Origin<'r>| match origin {
            Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) => {
                let called = self.repository.external(&call.callee, *at);
                called.is_some_and(|called| LOOPS.contains(&called.as_str()))
            }
            _ => false,
        };
        let origins = self.repository.origins(object, at);
        let is_own = |origin: &Origin<'r>| match origin {
            Origin::Class(..) | Origin::Module(_) => true,
            Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) => {
                let made = self.repository.origins(&call.callee, *at);
                made.iter().any(|made| matches!(made, Origin::Class(..)))
            }
            _ => false,
        };
        if !origins.is_empty() && origins.iter().all(gives) {
            Origin::External(name)
        } else if origins.iter().any(is_own) {
            Origin::Unknown
        } else {
            Origin::Perhaps(name)
        }
    }

    /// What a value may be that is called, with its arguments from the position `first` on.
    fn of(&self, value: &'r Expr<'r>, at: At, first: usize) -> Vec<Callee<'r>> {
        let mut found = Vec::new();
        for origin in self.repository.origins(value, at) {
            // Whoever gives nothing for a parameter calls what it holds then.
            if let Origin::Param(at, function, index) = origin
                && let Some(default) = function.params.get(index).and_then(|it| it.default.as_ref())
            {
                let outside = At { scope: 0, ..at };
                let defaults = self.repository.origins(default, outside).into_iter();
                found.extend(
                    defaults.map(|origin| self.bound(Callee { origin, bound: None, first })),
                );
            }
            found.push(self.bound(Callee { origin, bound: None, first }));
        }
        found
    }

    /// What a table holds that is written in the sources: `{"run": os.system}[name]`.
    fn in_table(&self, callee: &'r Expr<'r>, at: At) -> Option<Vec<Callee<'r>>> {
        let (table, key, default) = match &callee.kind {
            ExprKind::Subscript(table, keys) => (&**table, keys.first()?, None),
            ExprKind::Call(call) => {
                let ExprKind::Attribute(table, "get") = &call.callee.kind else { return None };
                (&**table, call.position(0)?, call.position(1))
            }
            _ => return None,
        };
        let mut found = Vec::new();
        for origin in self.repository.origins(table, at) {
            let Origin::Value(inside, table) = origin else { return None };
            let text = key.text();
            let held: Vec<&'r Expr<'r>> = match (&table.kind, &key.kind) {
                (ExprKind::Dict(pairs), _) => pairs
                    .iter()
                    .filter(|(written, _)| {
                        let written = written.as_ref().and_then(Expr::text);
                        text.is_none() || written.is_none() || written == text
                    })
                    .map(|(_, value)| value)
                    .collect(),
                (ExprKind::List(items) | ExprKind::Tuple(items), ExprKind::Literal(number)) => {
                    number.parse().ok().and_then(|at: usize| items.get(at)).into_iter().collect()
                }
                (ExprKind::List(items) | ExprKind::Tuple(items), _) => items.iter().collect(),
                _ => return None,
            };
            found.extend(held.into_iter().flat_map(|value| self.of(value, inside, 0)));
        }
        found.extend(default.into_iter().flat_map(|value| self.of(value, at, 0)));
        (!found.is_empty()).then_some(found)
    }

    /// What `partial` was given, where a callee is what it made.
    fn bound(&self, callee: Callee<'r>) -> Callee<'r> {
        if let Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) = callee.origin
            && let Some(wrapper) = self.repository.external(&call.callee, at)
            && let Some(function) = call.position(0)
            && let Some(name) = self.repository.external(function, at)
        {
            let origin = Origin::External(name);
            return match wrapper.as_str() {
                "functools.partial" => Callee { origin, bound: Some((call, at)), ..callee },
                "builtins.staticmethod" => Callee { origin, ..callee },
                _ => callee,
            };
        }
        callee
    }
}
