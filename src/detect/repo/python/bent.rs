//! Validators of a model that put another whole number in the place of one that lies within a field's own bounds.
//!
//! `if value <= 1: value = round(value * 4 + 1)` takes the worst of five points for the best share of one. A validator is
//! gone through with each number, and nothing is said where a step of it was not understood.

use super::classes::fields;
use super::repository::Repository;
use super::sources::parse::Module;
use super::syntax::{Body, Call, Class, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use crate::domain::facts::BentNumber;
use std::collections::BTreeMap;

/// The most numbers that a field's bounds may hold.
const MOST: i32 = 10;
/// The fields that are looked at.
const FIELDS: &[&str] = &["score"];
/// Decorators of what is run on one field's value.
const OF_FIELD: &[&str] = &["field_validator", "validator"];
/// Decorators of what is run on all that a model is made of.
const OF_MODEL: &[&str] = &["model_validator", "root_validator"];

/// The validators of the program's models that do so, by place.
pub(super) fn bent(repository: &Repository<'_>) -> Vec<BentNumber> {
    let mut found = Vec::new();
    for module in repository.program() {
        if !OF_FIELD.iter().chain(OF_MODEL).any(|name| module.text.contains(name)) {
            continue;
        }
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if let StmtKind::Class(class) = &stmt.kind {
                found.extend(of_class(module, class));
            }
        });
    }
    found
}

fn of_class(module: &Module<'_>, class: &Class<'_>) -> Option<BentNumber> {
    let bounded = fields(class).find_map(|(name, _, stmt)| {
        let StmtKind::Assign { value: Some(value), .. } = &stmt.kind else { return None };
        let ExprKind::Call(call) = &value.kind else { return None };
        if !FIELDS.contains(&name) {
            return None;
        }
        Some((name, whole(call.keyword("ge")?)?, whole(call.keyword("le")?)?))
    });
    let (field, least, most) = bounded?;
    if most <= least || most - least > MOST {
        return None;
    }
    class.body.iter().find_map(|stmt| {
        let StmtKind::Function(function) = &stmt.kind else { return None };
        let on = is_run_on(function, field)?;
        let mut bent = None;
        for number in least..=most {
            let mut run = Run::new(field, on, number);
            let given = run.given(&function.body)?;
            if given.fract() != 0.0 {
                return None;
            }
            if bent.is_none() && (given - f64::from(number)).abs() > 0.5 {
                bent = Some((number, given, run.last));
            }
        }
        let (number, given, at) = bent?;
        Some(BentNumber {
            class: class.name.to_owned(),
            field: field.to_owned(),
            number: number.to_string(),
            given: given.to_string(),
            place: module.place(at.unwrap_or(function.span)),
        })
    })
}

/// What a validator is run on.
#[derive(Clone, Copy)]
enum Given<'r> {
    /// The field's value alone, by this parameter.
    Value(&'r str),
    /// All that the model is made of.
    All,
}

/// What a function is run on before the field is validated.
fn is_run_on<'r>(function: &Function<'r>, field: &str) -> Option<Given<'r>> {
    function.decorators.iter().find_map(|decorator| {
        let ExprKind::Call(call) = &decorator.kind else { return None };
        let is_named = || call.args.iter().any(|arg| arg.value.text().as_deref() == Some(field));
        if OF_FIELD.contains(&call.callee_name()) && is_named() {
            return Some(Given::Value(function.params.get(1)?.name));
        }
        // What is run afterwards is given the model.
        let before = || call.keyword("mode").and_then(Expr::text).as_deref() == Some("before");
        (OF_MODEL.contains(&call.callee_name()) && before()).then_some(Given::All)
    })
}

fn whole(value: &Expr<'_>) -> Option<i32> {
    value.number()
}

/// One run of a validator.
struct Run<'r, 'f> {
    field: &'f str,
    /// Whether it is run on the field's value alone, and returns it.
    by_value: bool,
    names: BTreeMap<&'r str, f64>,
    /// What stands under the field's key.
    held: f64,
    /// The last step that gave another number.
    last: Option<Span>,
    returned: Option<f64>,
}

/// Whether a step was understood, and whether the function goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    On,
    Left,
}

impl<'r, 'f> Run<'r, 'f> {
    fn new(field: &'f str, on: Given<'r>, number: i32) -> Self {
        let held = f64::from(number);
        let names = match on {
            Given::Value(name) => BTreeMap::from([(name, held)]),
            Given::All => BTreeMap::new(),
        };
        let by_value = matches!(on, Given::Value(_));
        Self { field, by_value, names, held, last: None, returned: None }
    }

    /// The number that the field is given in the end.
    fn given(&mut self, body: &Body<'r>) -> Option<f64> {
        self.block(body)?;
        if self.by_value { self.returned } else { Some(self.held) }
    }

    fn block(&mut self, body: &Body<'r>) -> Option<Step> {
        for stmt in body {
            if self.step(stmt)? == Step::Left {
                return Some(Step::Left);
            }
        }
        Some(Step::On)
    }

    fn step(&mut self, stmt: &Stmt<'r>) -> Option<Step> {
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let [target] = targets.as_slice() else { return self.unknown(stmt) };
                let number = self.number(value);
                match &target.kind {
                    ExprKind::Name(name) => match number {
                        Some(number) => {
                            self.names.insert(name, number);
                        }
                        None if self.names.contains_key(name) => return None,
                        None => {}
                    },
                    ExprKind::Subscript(_, indices) if self.is_key(indices.first()) => {
                        let number = number?;
                        if (number - self.held).abs() > 0.0 {
                            self.last = Some(stmt.span);
                        }
                        self.held = number;
                    }
                    _ => {}
                }
                Some(Step::On)
            }
            StmtKind::Return(value) => {
                let value = value.as_ref()?;
                if !self.by_value && self.names_field(value) {
                    return None;
                }
                let number = self.number(value);
                if number.is_some_and(|number| (number - self.held).abs() > 0.0) {
                    self.last = self.last.or(Some(stmt.span));
                }
                self.returned = number;
                Some(Step::Left)
            }
            StmtKind::If { branches, otherwise } => {
                for (test, body) in branches {
                    match self.holds(test) {
                        Some(true) => return self.block(body),
                        Some(false) => {}
                        None => return self.unknown(stmt),
                    }
                }
                self.block(otherwise)
            }
            StmtKind::Try { body, otherwise, finally, .. } => {
                if self.block(body)? == Step::Left || self.block(otherwise)? == Step::Left {
                    return Some(Step::Left);
                }
                self.block(finally)
            }
            StmtKind::Raise(_) => None,
            StmtKind::Import(_) => Some(Step::On),
            _ => self.unknown(stmt),
        }
    }

    /// Passes over a statement that was not understood, where it can change nothing that is followed.
    fn unknown(&self, stmt: &Stmt<'r>) -> Option<Step> {
        let mut changes = false;
        Stmt::each(std::slice::from_ref(stmt), &mut |stmt| match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                changes |= targets.iter().any(|target| self.is_followed(target));
            }
            StmtKind::Augment { target, .. } => changes |= self.is_followed(target),
            StmtKind::Return(Some(value)) => {
                changes |= self.by_value || self.names_field(value);
            }
            _ => {}
        });
        (!changes).then_some(Step::On)
    }

    fn names_field(&self, value: &Expr<'_>) -> bool {
        value.any(&|part| part.text().as_deref() == Some(self.field))
    }

    fn is_followed(&self, target: &Expr<'_>) -> bool {
        match &target.kind {
            ExprKind::Name(name) => self.names.contains_key(name),
            ExprKind::Subscript(_, indices) => self.is_key(indices.first()),
            _ => false,
        }
    }

    fn is_key(&self, index: Option<&Expr<'_>>) -> bool {
        index.and_then(Expr::text).as_deref() == Some(self.field)
    }

    fn number(&self, value: &Expr<'r>) -> Option<f64> {
        match &value.kind {
            ExprKind::Literal(number) => number.parse().ok(),
            ExprKind::Name(name) => self.names.get(name).copied(),
            ExprKind::Subscript(_, indices) if self.is_key(indices.first()) => Some(self.held),
            ExprKind::Binary(operator, sides) => {
                let (one, other) = (self.number(&sides.0)?, self.number(&sides.1)?);
                match *operator {
                    "+" => Some(one + other),
                    "-" => Some(one - other),
                    "*" => Some(one * other),
                    "/" => Some(one / other),
                    "//" => Some((one / other).floor()),
                    _ => None,
                }
            }
            ExprKind::Conditional(choice) => {
                if self.holds(&choice.test)? {
                    self.number(&choice.then)
                } else {
                    self.number(&choice.otherwise)
                }
            }
            ExprKind::Call(call) => self.called(call),
            _ => None,
        }
    }

    fn called(&self, call: &Call<'r>) -> Option<f64> {
        if let ExprKind::Attribute(_, "get") = call.callee.kind {
            return self.is_key(call.position(0)).then_some(self.held);
        }
        let ExprKind::Name(name) = call.callee.kind else { return None };
        let numbers: Option<Vec<f64>> =
            call.args.iter().map(|arg| self.number(&arg.value)).collect();
        let numbers = numbers?;
        match (name, numbers.as_slice()) {
            ("int", [one]) => Some(one.trunc()),
            ("float", [one]) => Some(*one),
            ("abs", [one]) => Some(one.abs()),
            ("round", [one]) => Some(one.round_ties_even()),
            ("min", [one, rest @ ..]) => Some(rest.iter().fold(*one, |least, it| least.min(*it))),
            ("max", [one, rest @ ..]) => Some(rest.iter().fold(*one, |most, it| most.max(*it))),
            _ => None,
        }
    }

    fn holds(&self, test: &Expr<'r>) -> Option<bool> {
        match &test.kind {
            ExprKind::Bool(known) => Some(*known),
            ExprKind::Not(inner) => self.holds(inner).map(|holds| !holds),
            ExprKind::Logic(word, sides) => {
                let first = self.holds(&sides.0)?;
                if first == (*word == "or") { Some(first) } else { self.holds(&sides.1) }
            }
            // The field is there, and a whole number.
            ExprKind::Compare(sides, operators) if operators.as_slice() == ["in"] => {
                self.is_key(sides.first()).then_some(true)
            }
            ExprKind::Compare(sides, operators) => {
                let is_none = |side: &Expr<'_>| matches!(side.kind, ExprKind::None);
                if let ([one, other], ["is" | "is not"]) = (sides.as_slice(), operators.as_slice())
                {
                    return self
                        .number(one)
                        .filter(|_| is_none(other))
                        .map(|_| operators[0] == "is not");
                }
                let numbers: Option<Vec<f64>> =
                    sides.iter().map(|side| self.number(side)).collect();
                let numbers = numbers?;
                let mut all = true;
                for (pair, operator) in numbers.windows(2).zip(operators) {
                    all &= match *operator {
                        "<" => pair[0] < pair[1],
                        "<=" => pair[0] <= pair[1],
                        ">" => pair[0] > pair[1],
                        ">=" => pair[0] >= pair[1],
                        "==" => (pair[0] - pair[1]).abs() == 0.0,
                        "!=" => (pair[0] - pair[1]).abs() != 0.0,
                        _ => return None,
                    };
                }
                Some(all)
            }
            ExprKind::Call(call) if call.callee.is_name("isinstance") => {
                self.number(call.position(0)?)?;
                let names = |wanted: &str| {
                    call.position(1).is_some_and(|kinds| kinds.any(&|part| part.is_name(wanted)))
                };
                // Whether a number is a float was not followed.
                if names("int") {
                    Some(true)
                } else if names("float") {
                    None
                } else {
                    Some(false)
                }
            }
            _ => None,
        }
    }
}
