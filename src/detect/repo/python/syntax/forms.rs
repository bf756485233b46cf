//! The forms of expressions and statements that are asked for most.

use super::{
    Arg, Call, Class, Clause, Comprehension, Expr, ExprKind, Function, Lambda, Param, Passing,
    Stmt, StmtKind,
};
use std::str::FromStr;

impl<'a> Expr<'a> {
    /// The name that it is, where it is nothing else.
    pub(in crate::detect::repo::python) fn name(&self) -> Option<&'a str> {
        match self.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }

    /// Whether it is this name and nothing else.
    pub(in crate::detect::repo::python) fn is_name(&self, name: &str) -> bool {
        self.name() == Some(name)
    }

    /// Whether it is the object, or the class, whose method this stands in.
    pub(in crate::detect::repo::python) fn is_self(&self) -> bool {
        matches!(self.kind, ExprKind::Name("self" | "cls"))
    }

    /// The last part of a name or of what is asked of something: `b` of `b` and of `a.b`.
    pub(in crate::detect::repo::python) fn last_name(&self) -> Option<&'a str> {
        match self.kind {
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => Some(name),
            _ => None,
        }
    }

    /// The last part of the name of what it calls, where it is a call; empty when that has none.
    pub(in crate::detect::repo::python) fn called(&self) -> Option<&'a str> {
        match &self.kind {
            ExprKind::Call(call) => Some(call.callee_name()),
            _ => None,
        }
    }

    /// Whether it is a call of this name: `len(names)`, `tools.len(names)`.
    pub(in crate::detect::repo::python) fn is_call_of(&self, name: &str) -> bool {
        self.called() == Some(name)
    }

    /// The key under which it reads an item of what holds: `state.get("key")`, `state["key"]`.
    pub(in crate::detect::repo::python) fn item_of(
        &self,
        holds: impl Fn(&Self) -> bool,
    ) -> Option<String> {
        match &self.kind {
            ExprKind::Subscript(object, indices) if holds(object) => match indices.as_slice() {
                [index] => index.text(),
                _ => None,
            },
            _ => match self.method_call()? {
                (object, "get", call) if holds(object) => call.position(0)?.text(),
                _ => None,
            },
        }
    }

    /// What is waited for, where it waits; otherwise the expression itself.
    pub(in crate::detect::repo::python) fn awaited(&self) -> &Self {
        match &self.kind {
            ExprKind::Await(inner) => inner,
            _ => self,
        }
    }

    /// The first of the values that are given together; otherwise the expression itself.
    pub(in crate::detect::repo::python) fn first_part(&self) -> &Self {
        match &self.kind {
            ExprKind::Tuple(items) => items.first().unwrap_or(self),
            _ => self,
        }
    }

    /// Whether it is `True` or `1`, spelled out.
    pub(in crate::detect::repo::python) fn is_true(&self) -> bool {
        matches!(self.kind, ExprKind::Bool(true) | ExprKind::Literal("1"))
    }

    /// Whether it is a list or a dictionary with nothing in it, spelled out.
    pub(in crate::detect::repo::python) fn is_empty(&self) -> bool {
        match &self.kind {
            ExprKind::List(items) => items.is_empty(),
            ExprKind::Dict(pairs) => pairs.is_empty(),
            _ => false,
        }
    }

    /// The number that is written here.
    pub(in crate::detect::repo::python) fn number<T: FromStr>(&self) -> Option<T> {
        match self.kind {
            ExprKind::Literal(number) => number.parse().ok(),
            _ => None,
        }
    }

    /// The two sides of a comparison of no more than two, with the operator between them.
    pub(in crate::detect::repo::python) fn comparison(&self) -> Option<(&Self, &'a str, &Self)> {
        let ExprKind::Compare(sides, operators) = &self.kind else { return None };
        match (sides.as_slice(), operators.as_slice()) {
            ([left, right], [operator]) => Some((left, operator, right)),
            _ => None,
        }
    }

    /// The object, the method's name and the call, where a method of something is called.
    pub(in crate::detect::repo::python) fn method_call(
        &self,
    ) -> Option<(&Self, &'a str, &Call<'a>)> {
        let ExprKind::Call(call) = &self.kind else { return None };
        let ExprKind::Attribute(object, method) = &call.callee.kind else { return None };
        Some((object, method, call))
    }
}

impl<'a> Comprehension<'a> {
    /// The conditions that hold for what it goes through.
    pub(in crate::detect::repo::python) fn tests(&self) -> impl Iterator<Item = &Expr<'a>> {
        self.clauses.iter().filter_map(|clause| match clause {
            Clause::If(test) => Some(test),
            Clause::For { .. } => None,
        })
    }
}

impl Param<'_> {
    /// Whether it is called as what takes the object, or the class, is.
    pub(in crate::detect::repo::python) fn is_self(&self) -> bool {
        matches!(self.name, "self" | "cls")
    }
}

impl<'a> Function<'a> {
    /// The name of the parameter that takes an argument of a call, the `index`-th; a keyword is taken by what has its name.
    pub(in crate::detect::repo::python) fn taker_name(
        &self,
        arg: &Arg<'a>,
        index: usize,
    ) -> Option<&'a str> {
        match arg.passing {
            Passing::Position => self.params.get(index).map(|param| param.name),
            Passing::Keyword(name) => Some(name),
            Passing::Rest | Passing::Named => None,
        }
    }

    /// The parameter of this name.
    pub(in crate::detect::repo::python) fn param(&self, name: &str) -> Option<&Param<'a>> {
        self.params.iter().find(|param| param.name == name)
    }

    /// Whether its first parameter takes the object or the class.
    pub(in crate::detect::repo::python) fn takes_self(&self) -> bool {
        self.params.first().is_some_and(Param::is_self)
    }
}

impl<'a> Lambda<'a> {
    /// The parameter of this name.
    pub(in crate::detect::repo::python) fn param(&self, name: &str) -> Option<&Param<'a>> {
        self.params.iter().find(|param| param.name == name)
    }
}

impl<'a> Class<'a> {
    /// The method of this name.
    pub(in crate::detect::repo::python) fn method(&self, name: &str) -> Option<&Function<'a>> {
        Stmt::functions(&self.body).find(|method| method.name == name)
    }
}

impl<'a> Stmt<'a> {
    /// Whether nothing behind it in its block is come to by it: it leaves the function or the round of the loop.
    pub(in crate::detect::repo::python) fn leaves(&self) -> bool {
        self.ends_function() || matches!(self.kind, StmtKind::Break | StmtKind::Continue)
    }

    /// Whether it returns or raises something.
    pub(in crate::detect::repo::python) fn ends_function(&self) -> bool {
        matches!(self.kind, StmtKind::Return(_) | StmtKind::Raise(_))
    }

    /// The name that it gives a value, and the value, where it gives one to this name alone.
    pub(in crate::detect::repo::python) fn assigned(&self) -> Option<(&'a str, &Expr<'a>)> {
        let StmtKind::Assign { targets, value: Some(value), .. } = &self.kind else { return None };
        match targets.as_slice() {
            [target] => Some((target.name()?, value)),
            _ => None,
        }
    }

    /// What it gives this name, where it gives it to this name alone.
    pub(in crate::detect::repo::python) fn given(&self, name: &str) -> Option<&Expr<'a>> {
        self.assigned().filter(|(given, _)| *given == name).map(|(_, value)| value)
    }

    /// What an assignment, a plain one or one that adds, and a loop give a value.
    pub(in crate::detect::repo::python) fn targets(&self) -> &[Expr<'a>] {
        match &self.kind {
            StmtKind::Assign { targets, .. } => targets,
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
                std::slice::from_ref(target)
            }
            _ => &[],
        }
    }

    /// The functions that are defined in a block itself.
    pub(in crate::detect::repo::python) fn functions<'e>(
        body: &'e [Self],
    ) -> impl Iterator<Item = &'e Function<'a>> {
        body.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Function(function) => Some(&**function),
            _ => None,
        })
    }

    /// Shows what a function's block returns, and nothing that the functions within it return.
    pub(in crate::detect::repo::python) fn each_returned<'e>(
        body: &'e [Self],
        see: &mut dyn FnMut(&'e Expr<'a>),
    ) {
        Self::each_own(body, &mut |stmt| {
            if let StmtKind::Return(Some(value)) = &stmt.kind {
                see(value);
            }
        });
    }
}
