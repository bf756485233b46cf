//! Rules that are objects: a list of them is gone through, and each is asked by a method that all have.

use super::super::variables::terms::statements;
use super::court::{Court, Key, method};
use crate::detect::repo::python::classes::{Ancestor, ancestors};
use crate::detect::repo::python::repository::{At, Origin};
use crate::detect::repo::python::syntax::{Call, Class, Expr, ExprKind, Function, StmtKind};

/// Lists that stand in each other and are looked through.
const LISTS: usize = 3;

impl<'r> Court<'r, '_> {
    /// The methods that `rule.apply` can be inside the function `from`, where `rule` stands for each of a list.
    pub(in super::super) fn of_each(&self, value: &'r Expr<'r>, from: Key) -> Vec<Key> {
        let Some(part) = self.parts.get(&from) else { return Vec::new() };
        let ExprKind::Attribute(object, name) = &value.kind else { return Vec::new() };
        let ExprKind::Name(each) = object.kind else { return Vec::new() };
        let mut tables = Vec::new();
        statements(&part.function.body, &mut |stmt| {
            if let StmtKind::For { target, iterable, .. } = &stmt.kind
                && target.any(&|part| part.is_name(each))
            {
                tables.push(gone_through(iterable));
            }
        });
        let mut keys = Vec::new();
        for table in tables {
            for (at, held) in self.held(table, part.inside, part.class) {
                let given = self.handed(held, at, part.class);
                for (at, held) in given {
                    self.objects(held, at, &mut |at, class| {
                        keys.extend(self.method(at, class, name));
                    });
                }
                self.objects(held, at, &mut |at, class| keys.extend(self.method(at, class, name)));
            }
        }
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// What a list that is gone through is written as: a variable's value, or what methods give to `self.rules`.
    fn held(
        &self,
        table: &'r Expr<'r>,
        at: At,
        class: Option<&'r Class<'r>>,
    ) -> Vec<(At, &'r Expr<'r>)> {
        if let (ExprKind::Attribute(owner, field), Some(class)) = (&table.kind, class)
            && owner.is_self()
        {
            return self.given(At::top(at.module), class, field);
        }
        let origins = self.repository.origins(table, at).into_iter();
        let mut held = Vec::new();
        for origin in origins {
            match origin {
                Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) => {
                    held.extend(self.returned(call, at));
                }
                Origin::Value(at, value) => held.push((at, value)),
                _ => {}
            }
        }
        held
    }

    /// What the class itself and its methods give to a field, be it at once or one by one.
    fn given(&self, module: At, class: &'r Class<'r>, field: &str) -> Vec<(At, &'r Expr<'r>)> {
        let mut held = Vec::new();
        let is_field = |target: &Expr<'_>| {
            matches!(&target.kind, ExprKind::Attribute(owner, name)
                if *name == field && owner.is_self())
        };
        for stmt in &class.body {
            match &stmt.kind {
                StmtKind::Assign { targets, value: Some(value), .. } => {
                    let is_own = |one: &Expr<'_>| one.is_name(field);
                    held.extend(targets.iter().any(is_own).then_some((module, value)));
                }
                StmtKind::Function(own) => {
                    let inside = self.repository.inside(module, own.id);
                    statements(&own.body, &mut |stmt| match &stmt.kind {
                        StmtKind::Assign { targets, value: Some(value), .. }
                            if targets.iter().any(is_field) =>
                        {
                            held.push((inside, value));
                        }
                        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
                            if let ExprKind::Attribute(list, "append" | "extend") =
                                &call.callee.kind
                                && is_field(list)
                            {
                                held.extend(call.position(0).map(|value| (inside, value)));
                            }
                        }
                        _ => {}
                    });
                }
                _ => {}
            }
        }
        held
    }

    /// What whoever makes an object of the class hands to the parameter that a field is given.
    fn handed(
        &self,
        held: &'r Expr<'r>,
        at: At,
        class: Option<&'r Class<'r>>,
    ) -> Vec<(At, &'r Expr<'r>)> {
        let (ExprKind::Name(param), Some(class)) = (&held.kind, class) else { return Vec::new() };
        let origins = self.repository.origins(held, at);
        let [Origin::Param(_, function, index)] = origins.as_slice() else { return Vec::new() };
        // The object itself is handed by nobody.
        let Some(index) = index.checked_sub(1).filter(|_| function.name == "__init__") else {
            return Vec::new();
        };
        let made = format!("{}(", class.name);
        let modules = self.repository.modules.iter().enumerate();
        let mut found = Vec::new();
        for (module, it) in modules.filter(|(_, it)| !it.in_tests && it.text.contains(&made)) {
            let at = At::top(module);
            statements(&it.syntax.body, &mut |stmt| {
                stmt.walk(&mut |part| {
                    if let ExprKind::Call(call) = &part.kind
                        && call.callee_name() == class.name
                    {
                        found.extend(call.argument(index, param).map(|given| (at, given)));
                    }
                });
            });
        }
        found
    }

    /// What a function of the repository returns, such as a list of rules.
    fn returned(&self, call: &'r Call<'r>, at: At) -> Vec<(At, &'r Expr<'r>)> {
        let mut held = Vec::new();
        for origin in self.repository.origins(&call.callee, at) {
            let Origin::Function(at, function) = origin else { continue };
            let function: &'r Function<'r> = function;
            let inside = self.repository.inside(at, function.id);
            statements(&function.body, &mut |stmt| {
                if let StmtKind::Return(Some(value)) = &stmt.kind {
                    held.push((inside, value));
                }
            });
        }
        held
    }

    /// Shows the classes of the repository whose objects, or which themselves, stand in a list.
    fn objects(&self, table: &'r Expr<'r>, at: At, see: &mut dyn FnMut(At, &'r Class<'r>)) {
        self.listed_in(table, at, LISTS, see);
    }

    fn listed_in(
        &self,
        table: &'r Expr<'r>,
        at: At,
        lists: usize,
        see: &mut dyn FnMut(At, &'r Class<'r>),
    ) {
        let Some(lists) = lists.checked_sub(1) else { return };
        table.each(&mut |item| {
            let callee = match &item.kind {
                ExprKind::Call(call) => &call.callee,
                ExprKind::Name(_) => item,
                _ => return,
            };
            for origin in self.repository.origins(callee, at) {
                match origin {
                    Origin::Class(at, class) => see(at, class),
                    Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) => {
                        if let Some(made) = self.made(call, at) {
                            see(made.at, made.class);
                        }
                    }
                    // `[rule() for rule in RULES]`
                    Origin::Value(at, list)
                        if matches!(
                            list.kind,
                            ExprKind::List(_) | ExprKind::Tuple(_) | ExprKind::Dict(_)
                        ) =>
                    {
                        self.listed_in(list, at, lists, see);
                    }
                    _ => {}
                }
            }
        });
    }

    /// The methods of this name of classes that are derived from one: what the class asks of itself may be theirs.
    pub(in super::super) fn overriding(&self, class: &'r Class<'r>, name: &str) -> Vec<Key> {
        let all = self.derived.get(name).into_iter().flatten();
        let is_of = |(key, other): &&(Key, &'r Class<'r>)| {
            let module = At::top(key.0);
            !std::ptr::eq(*other, class)
                && ancestors(self.repository, module, other).into_iter().any(
                    |base| matches!(base, Ancestor::Class(_, base) if std::ptr::eq(base, class)),
                )
        };
        all.filter(is_of).map(|(key, _)| *key).collect()
    }

    /// The method of a class, or of the nearest of its bases that has it.
    pub(in super::super) fn method(&self, at: At, class: &'r Class<'r>, name: &str) -> Option<Key> {
        let inherited = || {
            let bases = ancestors(self.repository, at, class).into_iter();
            bases.filter_map(|base| match base {
                Ancestor::Class(at, base) => method(at.module, base, name),
                Ancestor::Made(_) | Ancestor::Messages(_) => None,
            })
        };
        method(at.module, class, name).or_else(|| inherited().next())
    }
}

/// What is gone through by `for … in`, without what only puts it in order or numbers it.
fn gone_through<'e, 'r>(iterable: &'e Expr<'r>) -> &'e Expr<'r> {
    let ExprKind::Call(call) = &iterable.kind else { return iterable };
    match &call.callee.kind {
        ExprKind::Name("enumerate" | "list" | "reversed" | "sorted" | "tuple") => {
            call.position(0).map_or(iterable, gone_through)
        }
        ExprKind::Attribute(table, "items" | "values") => gone_through(table),
        _ => iterable,
    }
}
