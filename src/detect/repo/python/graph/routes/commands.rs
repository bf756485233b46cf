//! Nodes that say themselves where they go.

use super::super::follow::built::wiring::unresolved;
use super::super::follow::interpreter::run::Interpreter;
use super::super::follow::values::value::{Closure, END, Frame, Routes, Value, Wiring};
use super::for_errors::errors::{Asked, judged};
use super::outcomes::Outcomes;
use super::starved::Starved;
use crate::detect::repo::python::repository::{At, Origin};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Span, Stmt, StmtKind};
use crate::domain::facts::GapAbout;

const GAP: &str = "where a node's `Command` goes could not be followed";

impl<'r> Interpreter<'r, '_> {
    /// A node whose function says where it goes: by its annotation `Command[Literal["next"]]`, or
    /// by the commands that it returns.
    pub(in super::super) fn commands(
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
        let runs = match value {
            Value::Object(..) | Value::Record(_) => self.attribute(value, "__call__"),
            _ => value.clone(),
        };
        let announced = match &runs {
            Value::Function(closure) => self.announced(closure),
            _ => None,
        };
        let commanded = self.commanded(value, &runs, frame);
        let mut routes = Routes::default();
        if let Some((seen, sure, silent)) = &commanded {
            routes.silent = *silent && announced.is_none();
            routes.parallel = seen.parallel;
            routes.alone = seen.alone().into_iter().collect();
            routes.always = seen.only().filter(|_| *sure);
        }
        routes.targets = match (announced, commanded) {
            (Some(targets), _) => targets,
            (None, None) => return None,
            (None, Some((seen, ..))) if seen.open || seen.targets.is_empty() => {
                return Some(Err(GAP));
            }
            (None, Some((seen, ..))) => seen.targets,
        };
        routes.targets.sort();
        routes.targets.dedup();
        routes.alone.retain(|target| routes.targets.contains(target));
        let asked = Asked {
            keys: &[],
            deferred: &[],
            starved: &Starved::default(),
            followed: true,
            repository: None,
        };
        Some(Ok(judged(routes, &runs, asked)))
    }

    fn announced(&mut self, closure: &Closure<'r>) -> Option<Vec<String>> {
        self.commands_in(closure.function.returns.as_ref()?, closure.at)
    }

    /// Where the `Command` of an annotation goes, be it one of several types, or in quotes.
    fn commands_in(&mut self, annotation: &'r Expr<'r>, at: At) -> Option<Vec<String>> {
        match &annotation.kind {
            ExprKind::Subscript(outer, indices) => match &outer.kind {
                ExprKind::Name("Command") | ExprKind::Attribute(_, "Command") => {
                    self.literals(indices.first()?, at)
                }
                ExprKind::Name("Union" | "Optional")
                | ExprKind::Attribute(_, "Union" | "Optional") => {
                    indices.iter().find_map(|index| self.commands_in(index, at))
                }
                _ => None,
            },
            ExprKind::Tuple(items) => items.iter().find_map(|item| self.commands_in(item, at)),
            ExprKind::Binary("|", sides) => {
                self.commands_in(&sides.0, at).or_else(|| self.commands_in(&sides.1, at))
            }
            ExprKind::Str(_) => quoted(&annotation.text()?),
            _ => None,
        }
    }

    /// Where the commands go that a node returns, whether it returns nothing but commands that go somewhere, and whether
    /// one of them goes nowhere; `None` when its source has no command that goes somewhere.
    fn commanded(
        &mut self,
        value: &Value<'r>,
        runs: &Value<'r>,
        frame: &Frame<'r>,
    ) -> Option<(Outcomes, bool, bool)> {
        let speaks = match runs {
            Value::Function(closure) => self.speaks_of_commands(closure),
            Value::Lambda(at, lambda) => self.is_commanding(at.module, lambda.body.span),
            _ => false,
        };
        if !speaks {
            return None;
        }
        self.falls_off = false;
        let mut around = self.copy(frame);
        let returned = self.outcomes(value, &mut around);
        let (mut seen, mut sure) = (Outcomes::default(), self.fuel > 0 && !self.falls_off);
        let goes_nowhere = |value: &Value<'r>| matches!(value, Value::Command(goto) if matches!(**goto, Value::None));
        let silent = returned.iter().any(goes_nowhere);
        for value in &returned {
            match value {
                Value::Command(goto) if !matches!(**goto, Value::None) => seen.take(goto, false),
                // Several commands are done at once.
                Value::List(items) | Value::Tuple(items) => {
                    let goes = |item: &&Value<'r>| matches!(item, Value::Command(goto) if !matches!(**goto, Value::None));
                    let commands: Vec<_> = items.iter().filter(goes).cloned().collect();
                    sure &= !commands.is_empty();
                    if !commands.is_empty() {
                        seen.take(&Value::List(commands), false);
                    }
                }
                _ => sure = false,
            }
        }
        Some((seen, sure, silent))
    }

    /// Whether the source of a function has a command that goes somewhere, or of one whose result it returns.
    fn speaks_of_commands(&self, closure: &Closure<'r>) -> bool {
        if self.is_commanding(closure.at.module, closure.function.span) {
            return true;
        }
        let inside = self.repository.inside(closure.at, closure.function.id);
        let mut found = false;
        Stmt::each_own(&closure.function.body, &mut |stmt| {
            let StmtKind::Return(Some(value)) = &stmt.kind else { return };
            let value = match &value.kind {
                ExprKind::Await(inner) => inner,
                _ => value,
            };
            let ExprKind::Call(call) = &value.kind else { return };
            let origins = self.repository.origins(&call.callee, inside);
            found |= origins.iter().any(|origin| {
                matches!(origin, Origin::Function(at, other) if self.is_commanding(at.module, other.span))
            });
            if let (ExprKind::Attribute(this, name), Some(owner)) =
                (&call.callee.kind, closure.owner)
                && this.is_name("self")
            {
                let is_it = |stmt: &&Stmt<'r>| matches!(&stmt.kind, StmtKind::Function(method) if method.name == *name);
                let method = owner.body.iter().find(is_it);
                found |= method.is_some_and(|it| self.is_commanding(closure.at.module, it.span));
            }
        });
        found
    }

    fn is_commanding(&self, module: usize, span: Span) -> bool {
        let text = self.repository.modules[module].text_of(span);
        text.is_some_and(|text| text.contains("Command(") && text.contains("goto"))
    }
}

/// The texts in `Literal[…]` of a `Command` in an annotation that is written as a text.
fn quoted(annotation: &str) -> Option<Vec<String>> {
    let (_, rest) = annotation.split_once("Command[")?;
    let (_, rest) = rest.split_once("Literal[")?;
    let (inner, _) = rest.split_once(']')?;
    let item = |item: &str| match item.trim() {
        "END" => Some(END.to_owned()),
        text => {
            let bare = text.trim_matches(['"', '\'']);
            (bare.len() + 2 == text.len()).then(|| bare.to_owned())
        }
    };
    inner.split(',').filter(|part| !part.trim().is_empty()).map(item).collect()
}
