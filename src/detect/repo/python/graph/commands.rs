//! Nodes that say themselves where they go.

use super::super::syntax::ExprKind;
use super::call::Args;
use super::errors::{Asked, judged};
use super::outcomes::Outcomes;
use super::run::Interpreter;
use super::starved::Starved;
use super::value::{Closure, Frame, Routes, Value, Wiring};
use super::wiring::unresolved;
use crate::domain::facts::GapAbout;

const GAP: &str = "where a node's `Command` goes could not be followed";

impl<'r> Interpreter<'r, '_> {
    /// A node whose function says where it goes: by its annotation `Command[Literal["next"]]`, or
    /// by the commands that it returns.
    pub(super) fn commands(
        &mut self,
        name: &str,
        action: Option<&str>,
        value: &Value<'r>,
        frame: &Frame<'r>,
    ) -> Option<Wiring> {
        let each = value.alternatives().into_iter();
        let mut all = each.filter_map(|value| self.commands_of(value, frame));
        let mut routes = match all.next()? {
            Ok(routes) => routes,
            Err(gap) => return Some(unresolved(GapAbout::Conditional, gap)),
        };
        for other in all {
            let Ok(other) = other else {
                return Some(unresolved(GapAbout::Conditional, GAP));
            };
            // One of them runs there, and goes where it goes.
            routes.alone.retain(|to| other.alone.contains(to) || !other.targets.contains(to));
            let more = other.alone.into_iter().filter(|to| !routes.targets.contains(to));
            let more: Vec<_> = more.collect();
            routes.alone.extend(more);
            routes.targets.extend(other.targets);
            routes.targets.sort();
            routes.targets.dedup();
            routes.parallel |= other.parallel;
            routes.always = routes.always.filter(|to| other.always.as_ref() == Some(to));
            routes.handles_errors = routes.handles_errors.max(other.handles_errors);
        }
        let action = action.unwrap_or_default().to_owned();
        Some(Wiring::Conditional { from: name.into(), router: action, routes })
    }

    fn commands_of(
        &mut self,
        value: &Value<'r>,
        frame: &Frame<'r>,
    ) -> Option<Result<Routes, &'static str>> {
        let Value::Function(closure) = value else { return None };
        let announced = self.announced(closure);
        let commanded = self.commanded(closure, frame);
        let mut routes = Routes::default();
        if let Some((seen, sure)) = &commanded {
            routes.parallel = seen.parallel;
            routes.alone = seen.alone().into_iter().collect();
            routes.always = seen.only().filter(|_| *sure);
        }
        routes.targets = match (announced, commanded) {
            (Some(targets), _) => targets,
            (None, None) => return None,
            (None, Some((seen, _))) if seen.open || seen.targets.is_empty() => {
                return Some(Err(GAP));
            }
            (None, Some((seen, _))) => seen.targets,
        };
        routes.targets.sort();
        routes.targets.dedup();
        routes.alone.retain(|target| routes.targets.contains(target));
        let asked =
            Asked { keys: &[], deferred: &[], starved: &Starved::default(), followed: true };
        Some(Ok(judged(routes, value, asked)))
    }

    fn announced(&mut self, closure: &Closure<'r>) -> Option<Vec<String>> {
        let ExprKind::Subscript(command, indices) = &closure.function.returns.as_ref()?.kind else {
            return None;
        };
        let is_command = match &command.kind {
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => *name == "Command",
            _ => false,
        };
        self.literals(indices.first().filter(|_| is_command)?, closure.at)
    }

    /// Where the commands go that a node's function returns, and whether it returns nothing but commands that
    /// go somewhere; `None` when its source has no such command.
    fn commanded(&mut self, closure: &Closure<'r>, frame: &Frame<'r>) -> Option<(Outcomes, bool)> {
        let span = closure.function.span;
        let text = self.repository.modules[closure.at.module].text.get(span.start..span.end)?;
        if !text.contains("Command(") || !text.contains("goto") {
            return None;
        }
        let routing = std::mem::replace(&mut self.routing, true);
        let returned = self.run(closure, None, &Args::default(), frame);
        self.routing = routing;
        let (mut seen, mut sure) = (Outcomes::default(), self.fuel > 0 && !self.falls_off);
        for value in returned.alternatives() {
            match value {
                Value::Command(goto) if !matches!(**goto, Value::None) => seen.take(goto, false),
                _ => sure = false,
            }
        }
        Some((seen, sure))
    }
}
