//! What a router finds where fields of the state surely hold something.

mod never;

pub(super) use never::never;

use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{
    Body, Call, Clause, Comprehension, Expr, ExprKind, Function, Passing, Stmt, StmtKind,
};
use super::entries::Held;
use super::seen::{Seen, compared, full};
use super::untaken::is_as_written;
use std::collections::{BTreeMap, BTreeSet};

/// Functions that are followed inside each other.
const CALLS: usize = 4;

/// The fields by whose entries alone a router decides, so that it always goes one way where `fields` hold what they
/// are said to hold; `None` where it may go several.
pub(super) fn decided_by<'r>(
    repository: &Repository<'r>,
    (at, function): (At, &'r Function<'r>),
    param: &'r str,
    fields: &BTreeMap<String, Held>,
) -> Option<BTreeSet<String>> {
    let mut asking = Asking { repository, fields, asked: BTreeSet::new(), tests: 0 };
    let state = BTreeMap::from([(param, Seen::State)]);
    let way = asking.call(at, function, state, CALLS)?;
    // What is made of the fields' entries without any choice between ways decides on them as well.
    let is_way = matches!(way, Seen::Way) && asking.tests > 0;
    (is_way || matches!(way, Seen::Bool(_)))
        .then_some(asking.asked)
        .filter(|asked| !asked.is_empty())
}

/// What a statement leads to.
enum Step {
    /// The next one.
    On,
    /// The end of the function, with what it gives.
    Gives(Seen),
}

type Variables<'r> = BTreeMap<&'r str, Seen>;

struct Asking<'f, 'r> {
    repository: &'f Repository<'r>,
    fields: &'f BTreeMap<String, Held>,
    /// The fields that were asked for.
    asked: BTreeSet<String>,
    /// The choices that these decided.
    tests: usize,
}

/// Where a function is looked at.
#[derive(Clone, Copy)]
struct Where {
    at: At,
    calls: usize,
}

impl<'r> Asking<'_, 'r> {
    /// What a function gives; `None` where what it does is not known.
    fn call(
        &mut self,
        at: At,
        function: &'r Function<'r>,
        variables: Variables<'r>,
        calls: usize,
    ) -> Option<Seen> {
        let calls = calls.checked_sub(1).filter(|_| is_as_written(self.repository, function))?;
        let inside = Where { at: self.repository.inside(at, function.id), calls };
        let mut variables = variables;
        match self.block(&function.body, &mut variables, inside)? {
            Step::Gives(seen) => Some(seen),
            Step::On => None,
        }
    }

    /// What a block leads to; `None` where that is not known.
    fn block(
        &mut self,
        body: &'r Body<'r>,
        variables: &mut Variables<'r>,
        inside: Where,
    ) -> Option<Step> {
        for stmt in body {
            if let Step::Gives(seen) = self.stmt(stmt, variables, inside)? {
                return Some(Step::Gives(seen));
            }
        }
        Some(Step::On)
    }

    fn stmt(
        &mut self,
        stmt: &'r Stmt<'r>,
        variables: &mut Variables<'r>,
        inside: Where,
    ) -> Option<Step> {
        match &stmt.kind {
            StmtKind::Return(Some(value)) => Some(Step::Gives(self.way(value, variables, inside)?)),
            StmtKind::Expr(value) => {
                // What is done with a variable may change it.
                let bare = |part: &Expr<'_>| {
                    matches!(part.kind, ExprKind::Name(name)
                    if variables.get(name) == Some(&Seen::State))
                };
                let is_given = |part: &Expr<'_>| {
                    matches!(&part.kind, ExprKind::Call(call)
                    if call.args.iter().any(|arg| bare(&arg.value)))
                };
                if value.any(&is_given) {
                    return None;
                }
                if let ExprKind::Call(call) = &value.kind
                    && let ExprKind::Attribute(object, _) = &call.callee.kind
                    && let ExprKind::Name(name) = object.kind
                    && let Some(known) = variables.get_mut(name)
                {
                    *known = Seen::Unknown;
                }
                Some(Step::On)
            }
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let seen = self.value(value, variables, inside);
                for target in targets {
                    match target.kind {
                        ExprKind::Name(name) => {
                            variables.insert(name, seen.clone());
                        }
                        ExprKind::Subscript(..) | ExprKind::Attribute(..) => {
                            let of_ours = self.fields.keys().any(|field| {
                                target.any(&|part| {
                                    part.text().as_ref() == Some(field)
                                        || matches!(part.kind, ExprKind::Attribute(_, name) if name == field)
                                })
                            });
                            if of_ours {
                                return None;
                            }
                        }
                        _ => return None,
                    }
                }
                Some(Step::On)
            }
            StmtKind::If { branches, otherwise } => {
                for (test, body) in branches {
                    if self.test(test, variables, inside)? {
                        return self.block(body, variables, inside);
                    }
                }
                self.block(otherwise, variables, inside)
            }
            StmtKind::Import(_) | StmtKind::Assign { value: None, .. } => Some(Step::On),
            StmtKind::Other(values) => values.is_empty().then_some(Step::On),
            _ => None,
        }
    }

    /// Whether a condition holds; `None` where that is not known.
    fn test(
        &mut self,
        test: &'r Expr<'r>,
        variables: &Variables<'r>,
        inside: Where,
    ) -> Option<bool> {
        let holds = self.value(test, variables, inside).truth()?;
        self.tests += 1;
        Some(holds)
    }

    /// What is returned; `None` where it may be one of several things.
    fn way(
        &mut self,
        value: &'r Expr<'r>,
        variables: &Variables<'r>,
        inside: Where,
    ) -> Option<Seen> {
        match self.value(value, variables, inside) {
            Seen::Unknown | Seen::State => None,
            seen => Some(seen),
        }
    }

    fn value(&mut self, value: &'r Expr<'r>, variables: &Variables<'r>, inside: Where) -> Seen {
        if let Some(field) = self.field(value, variables) {
            let held = self.fields[&field];
            self.asked.insert(field);
            return Seen::Holds(held);
        }
        match &value.kind {
            ExprKind::Name(name) => variables.get(name).cloned().unwrap_or_else(|| {
                // `END` is a way; a variable in capitals is one where it stands for a text.
                let is_constant = !name.contains(char::is_lowercase);
                if is_constant && self.is_way(value, inside) { Seen::Way } else { Seen::Unknown }
            }),
            ExprKind::Str(_) => match value.text() {
                Some(text) if !text.is_empty() => Seen::Way,
                _ => Seen::Unknown,
            },
            ExprKind::Bool(value) => Seen::Bool(*value),
            ExprKind::List(items) | ExprKind::Tuple(items) if !items.is_empty() => {
                let is_way =
                    items.iter().all(|item| self.value(item, variables, inside) == Seen::Way);
                if is_way { Seen::Way } else { Seen::Unknown }
            }
            ExprKind::Not(inner) => match self.value(inner, variables, inside).truth() {
                Some(holds) => Seen::Bool(!holds),
                None => Seen::Unknown,
            },
            ExprKind::Logic(operator, sides) => {
                let one = self.value(&sides.0, variables, inside);
                let decides = *operator == "or";
                match one.truth() {
                    Some(holds) if holds == decides => one,
                    Some(_) => self.value(&sides.1, variables, inside),
                    None => match self.value(&sides.1, variables, inside).truth() {
                        Some(holds) if holds == decides => Seen::Bool(holds),
                        _ => Seen::Unknown,
                    },
                }
            }
            ExprKind::Conditional(choice) => match self.test(&choice.test, variables, inside) {
                Some(true) => self.value(&choice.then, variables, inside),
                Some(false) => self.value(&choice.otherwise, variables, inside),
                None => Seen::Unknown,
            },
            ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
                ([one, other], [operator]) => {
                    compared(&self.value(one, variables, inside), operator, other)
                }
                _ => Seen::Unknown,
            },
            ExprKind::Comprehension(comprehension) => {
                match self.element(comprehension, variables, inside) {
                    Some(element) if comprehension.key.is_none() => {
                        Seen::Holds(full(matches!(element, Seen::Holds(_) | Seen::Bool(true))))
                    }
                    _ => Seen::Unknown,
                }
            }
            ExprKind::Call(call) => self.called(call, variables, inside),
            _ => Seen::Unknown,
        }
    }

    /// The field that `state.get("field")`, `state["field"]` or `state.field` reads, if it surely holds something.
    fn field(&self, value: &Expr<'_>, variables: &Variables<'_>) -> Option<String> {
        let is_state = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if variables.get(name) == Some(&Seen::State));
        let name = match &value.kind {
            ExprKind::Attribute(object, name) if is_state(object) => (*name).to_owned(),
            ExprKind::Subscript(object, indices) if is_state(object) => indices.first()?.text()?,
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, "get") if is_state(object) => {
                    call.position(0)?.text()?
                }
                ExprKind::Name("getattr") if call.position(0).is_some_and(is_state) => {
                    call.position(1)?.text()?
                }
                _ => return None,
            },
            _ => return None,
        };
        self.fields.contains_key(&name).then_some(name)
    }

    fn called(&mut self, call: &'r Call<'r>, variables: &Variables<'r>, inside: Where) -> Seen {
        let given = call.args.first().filter(|arg| arg.passing == Passing::Position);
        match (&call.callee.kind, given) {
            (ExprKind::Attribute(object, method), None) => {
                let seen = self.value(object, variables, inside);
                match (*method, seen) {
                    ("values" | "copy", Seen::Holds(held)) => Seen::Holds(held),
                    ("keys", Seen::Holds(_)) => Seen::Holds(Held::Something),
                    ("items", Seen::Holds(held)) => Seen::Pairs(held),
                    (_, Seen::State) => self.method(method, object, inside),
                    _ => Seen::Unknown,
                }
            }
            (ExprKind::Name(name), Some(arg)) if call.args.len() == 1 => {
                let counted = match &arg.value.kind {
                    ExprKind::Comprehension(comprehension) if matches!(*name, "sum" | "any") => {
                        self.element(comprehension, variables, inside)
                    }
                    _ => None,
                };
                if let Some(element) = counted {
                    return match (*name, element) {
                        ("sum", Seen::Positive) => Seen::Positive,
                        ("any", element) if element.truth() == Some(true) => Seen::Bool(true),
                        _ => Seen::Unknown,
                    };
                }
                let seen = self.value(&arg.value, variables, inside);
                match (*name, seen) {
                    ("len", Seen::Holds(_) | Seen::Pairs(_)) => Seen::Positive,
                    ("bool", seen) => seen.truth().map_or(Seen::Unknown, Seen::Bool),
                    ("any", Seen::Holds(Held::Full)) => Seen::Bool(true),
                    ("list" | "dict" | "tuple" | "sorted", Seen::Holds(held)) => Seen::Holds(held),
                    (_, seen) => self.helper(call, seen, inside),
                }
            }
            _ => Seen::Unknown,
        }
    }

    /// What a function of the sources gives that takes one thing.
    fn helper(&mut self, call: &'r Call<'r>, given: Seen, inside: Where) -> Seen {
        match self.repository.origins(&call.callee, inside.at).as_slice() {
            [Origin::Function(at, function)] if function.params.len() == 1 => {
                let variables = BTreeMap::from([(function.params[0].name, given)]);
                self.call(*at, function, variables, inside.calls).unwrap_or(Seen::Unknown)
            }
            _ => Seen::Unknown,
        }
    }

    /// What a method of the state's class gives, by the annotation of the parameter that is the state.
    fn method(&mut self, name: &str, state: &'r Expr<'r>, inside: Where) -> Seen {
        let origins = self.repository.origins(state, inside.at);
        let [Origin::Param(at, function, index)] = origins.as_slice() else { return Seen::Unknown };
        let annotation = function.params.get(*index).and_then(|param| param.annotation.as_ref());
        let Some(annotation) = annotation else { return Seen::Unknown };
        let origins = self.repository.origins(annotation, *at);
        let [Origin::Class(at, class)] = origins.as_slice() else { return Seen::Unknown };
        let mut methods = class.body.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Function(method) if method.name == name => Some(&**method),
            _ => None,
        });
        let (Some(method), None) = (methods.next(), methods.next()) else { return Seen::Unknown };
        let Some(own) = method.params.first() else { return Seen::Unknown };
        let variables = BTreeMap::from([(own.name, Seen::State)]);
        let at = self.repository.inside(*at, class.id);
        self.call(at, method, variables, inside.calls).unwrap_or(Seen::Unknown)
    }

    /// An element that a comprehension surely has; `None` where it may have none.
    fn element(
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
                    holds.filter(|holds| *holds)?;
                }
            }
        }
        Some(match &comprehension.element.kind {
            ExprKind::Literal("1") => Seen::Positive,
            _ => self.value(&comprehension.element, &variables, inside),
        })
    }

    /// Whether a name in capitals stands for a text, or for what a library calls an end.
    fn is_way(&self, value: &'r Expr<'r>, inside: Where) -> bool {
        match self.repository.origins(value, inside.at).as_slice() {
            [Origin::External(name)] => name.rsplit('.').next() == Some("END"),
            [Origin::Value(_, value)] => match &value.kind {
                ExprKind::Str(_) => value.text().is_some_and(|text| !text.is_empty()),
                _ => false,
            },
            _ => false,
        }
    }
}
