//! The fields, methods and comprehensions that a router looks at.

use super::super::seen::Seen;
use super::{Asking, Fields, Variables, Where};
use crate::detect::repo::python::graph::follow::values::value::END;
use crate::detect::repo::python::graph::state::updates::entries::Held;
use crate::detect::repo::python::graph::state::updates::writes::{Constant, constants};
use crate::detect::repo::python::repository::Origin;
use crate::detect::repo::python::syntax::{Clause, Comprehension, Expr, ExprKind, Stmt};
use std::collections::{BTreeMap, BTreeSet};

impl<'r> Asking<'_, 'r> {
    /// The field that `state.get("field")`, `state["field"]` or `state.field` reads, if what is in it is known, and what
    /// comes where there is none.
    pub(super) fn field<'v>(
        &self,
        value: &'v Expr<'r>,
        variables: &Variables<'r>,
    ) -> Option<(String, Option<&'v Expr<'r>>)> {
        let is_state = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if variables.get(name) == Some(&Seen::State));
        let (name, default) = match &value.kind {
            ExprKind::Attribute(object, name) if is_state(object) => ((*name).to_owned(), None),
            ExprKind::Subscript(object, indices) if is_state(object) => {
                (indices.first()?.text()?, None)
            }
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, "get") if is_state(object) => {
                    (call.position(0)?.text()?, call.position(1))
                }
                ExprKind::Name("getattr") if call.position(0).is_some_and(is_state) => {
                    (call.position(1)?.text()?, call.position(2))
                }
                _ => return None,
            },
            _ => return None,
        };
        let Fields { held, given } = self.fields;
        (held.contains_key(&name) || given.contains_key(&name)).then_some((name, default))
    }

    /// What is known of what a field holds.
    pub(super) fn known(&self, field: &str, default: Option<&Expr<'r>>) -> Seen {
        let held = self.fields.held.get(field).copied();
        let Some(given) = self.fields.given.get(field) else {
            return held.map_or(Seen::Unknown, Seen::Holds);
        };
        let mut among = given.clone();
        if held.is_some() {
            among.remove(&Constant::Nothing);
            return Seen::Among(among);
        }
        let nothing = BTreeSet::from([Constant::Nothing]);
        match default.map_or(Some(nothing), constants) {
            Some(default) => among.extend(default),
            None => return Seen::Unknown,
        }
        Seen::Among(among)
    }

    /// What a method of the state's class gives, by the annotation of the parameter that is the state.
    pub(super) fn method(&mut self, name: &str, state: &'r Expr<'r>, inside: Where) -> Seen {
        let origins = self.repository.origins(state, inside.at);
        let [Origin::Param(at, function, index)] = origins.as_slice() else { return Seen::Unknown };
        let annotation = function.params.get(*index).and_then(|param| param.annotation.as_ref());
        let Some(annotation) = annotation else { return Seen::Unknown };
        let origins = self.repository.origins(annotation, *at);
        let [Origin::Class(at, class)] = origins.as_slice() else { return Seen::Unknown };
        let mut methods = Stmt::functions(&class.body).filter(|method| method.name == name);
        let (Some(method), None) = (methods.next(), methods.next()) else { return Seen::Unknown };
        let Some(own) = method.params.first() else { return Seen::Unknown };
        let variables = BTreeMap::from([(own.name, Seen::State)]);
        let at = self.repository.inside(*at, class.id);
        self.call(at, method, variables, inside.calls).unwrap_or(Seen::Unknown)
    }

    /// An element that a comprehension surely has; `None` where it may have none.
    pub(super) fn element(
        &mut self,
        comprehension: &'r Comprehension<'r>,
        variables: &Variables<'r>,
        inside: Where,
    ) -> Option<Seen> {
        let mut variables = variables.clone();
        for clause in &comprehension.clauses {
            match clause {
                Clause::For { target, iterable } => {
                    let seen = self.value(iterable, &variables, inside);
                    let entry = |held: Held| match held {
                        Held::Full => Seen::Holds(Held::Something),
                        Held::Something => Seen::Unknown,
                    };
                    match (&target.kind, seen) {
                        (ExprKind::Name(name), Seen::Holds(held)) => {
                            variables.insert(name, entry(held));
                        }
                        (ExprKind::Tuple(parts), Seen::Pairs(held)) => {
                            let [key, value] = parts.as_slice() else { return None };
                            let (ExprKind::Name(key), ExprKind::Name(value)) =
                                (&key.kind, &value.kind)
                            else {
                                return None;
                            };
                            variables.insert(key, Seen::Unknown);
                            variables.insert(value, entry(held));
                        }
                        _ => return None,
                    }
                }
                Clause::If(test) => {
                    let holds = self.value(test, &variables, inside).truth();
                    holds.filter(|holds| *holds).or_else(|| self.is_list(test, &variables))?;
                }
            }
        }
        Some(match &comprehension.element.kind {
            ExprKind::Literal("1") => Seen::Positive,
            _ => self.value(&comprehension.element, &variables, inside),
        })
    }

    /// `isinstance(entry, list)`, where the fields that were asked for are declared to hold lists.
    fn is_list(&self, test: &Expr<'r>, variables: &Variables<'r>) -> Option<bool> {
        let ExprKind::Call(call) = &test.kind else { return None };
        let (ExprKind::Name("isinstance"), Some(one), Some(class)) =
            (&call.callee.kind, call.position(0), call.position(1))
        else {
            return None;
        };
        let is_entry = matches!(one.kind, ExprKind::Name(name)
            if matches!(variables.get(name), Some(Seen::Holds(_))));
        let is_list = matches!(class.kind, ExprKind::Name("list" | "List"));
        let declares = |field: &String| {
            let mut lines = self.repository.modules.iter().flat_map(|module| module.text.lines());
            lines.any(|line| {
                let declared = line.trim_start().strip_prefix(field.as_str());
                declared
                    .is_some_and(|it| it.starts_with(':') && it.to_lowercase().contains("list["))
            })
        };
        let mut held = self.asked.iter().filter(|it| self.fields.held.contains_key(*it)).peekable();
        (is_entry && is_list && held.peek().is_some() && held.all(declares)).then_some(true)
    }

    /// Whether a comprehension goes through what is empty, so that there is nothing in it.
    pub(super) fn is_vain(
        &mut self,
        comprehension: &'r Comprehension<'r>,
        variables: &Variables<'r>,
        inside: Where,
    ) -> bool {
        match comprehension.clauses.first() {
            Some(Clause::For { iterable, .. }) => {
                self.value(iterable, variables, inside).is_nothing()
            }
            _ => false,
        }
    }

    /// What a name in capitals stands for, where it is a text, or what a library calls an end.
    pub(super) fn constant_way(&self, value: &'r Expr<'r>, inside: Where) -> Option<String> {
        match self.repository.origins(value, inside.at).as_slice() {
            [Origin::External(name)] if name.rsplit('.').next() == Some("END") => {
                Some(END.to_owned())
            }
            [Origin::Value(_, value)] => value.text().filter(|text| !text.is_empty()),
            _ => None,
        }
    }
}
