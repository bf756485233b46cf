//! Replies that a function keeps as they came, or as the text that they are parses.

use super::super::super::syntax::{Body, Expr, ExprKind, Function, Stmt, StmtKind};
use crate::detect::repo::python::running::sites::Site;
use std::collections::BTreeSet;

/// Functions and methods that read or cut a text, parse it, show it or keep it: none of them knows a class.
const READS: &[&str] = &[
    "append",
    "dict",
    "dumps",
    "endswith",
    "extend",
    "find",
    "findall",
    "float",
    "get",
    "getattr",
    "group",
    "hasattr",
    "index",
    "int",
    "isinstance",
    "items",
    "join",
    "keys",
    "len",
    "list",
    "loads",
    "lower",
    "lstrip",
    "match",
    "max",
    "min",
    "print",
    "removeprefix",
    "removesuffix",
    "replace",
    "rfind",
    "rsplit",
    "rstrip",
    "search",
    "split",
    "splitlines",
    "startswith",
    "str",
    "strip",
    "sub",
    "update",
    "upper",
    "values",
];

/// Whether the reply that `site` brings goes nowhere in `function` but into such calls, and leaves it, if at all, in a
/// dictionary that is written there: whoever is handed the reply itself might check it.
pub(super) fn keeps<'r>(site: &Site<'r>, function: &'r Function<'r>) -> bool {
    let mut reply = Reply { asked: site.expr, names: BTreeSet::new(), may_be_checked: false };
    // Each round follows what is bound one step further, also against the order of the lines.
    loop {
        let known = reply.names.len();
        reply.body(&function.body);
        if reply.may_be_checked || reply.names.len() == known {
            return !reply.may_be_checked && known > 0;
        }
    }
}

/// What is known of a reply.
struct Reply<'r> {
    /// The call that brings it.
    asked: &'r Expr<'r>,
    /// The names that hold it, or parts of it.
    names: BTreeSet<&'r str>,
    may_be_checked: bool,
}

impl<'r> Reply<'r> {
    fn body(&mut self, body: &'r Body<'r>) {
        for stmt in body {
            self.may_be_checked |= stmt.any(&|part| self.may_check(part));
            self.stmt(stmt);
            for block in stmt.blocks() {
                self.body(block);
            }
        }
    }

    fn stmt(&mut self, stmt: &'r Stmt<'r>) {
        match &stmt.kind {
            StmtKind::Assign { targets, annotation, value: Some(value) } if self.is_in(value) => {
                // What is annotated with a class may be checked by it.
                self.may_be_checked |= annotation.is_some();
                for target in targets {
                    self.bind(target);
                }
            }
            StmtKind::Augment { target, value } if self.is_in(value) => self.bind(target),
            StmtKind::For { target, iterable, .. } if self.is_in(iterable) => self.bind(target),
            StmtKind::Return(Some(value)) if self.is_in(value) => {
                self.may_be_checked |= !matches!(value.kind, ExprKind::Dict(_));
            }
            StmtKind::With { items, .. } => {
                self.may_be_checked |= items.iter().any(|(item, _)| self.is_in(item));
            }
            StmtKind::Match { subject, .. } => self.may_be_checked |= self.is_in(subject),
            // What is defined inside may take the names from here.
            StmtKind::Function(_) | StmtKind::Class(_) => self.may_be_checked = true,
            _ => {}
        }
    }

    fn bind(&mut self, target: &'r Expr<'r>) {
        match &target.kind {
            ExprKind::Name(name) => drop(self.names.insert(name)),
            // A key of a dictionary that a name holds, such as what the function returns.
            ExprKind::Subscript(object, _) => self.bind(object),
            ExprKind::Tuple(parts) | ExprKind::List(parts) => {
                for part in parts {
                    self.bind(part);
                }
            }
            _ => self.may_be_checked = true,
        }
    }

    /// Whether the reply, or a part of it, may be in a value.
    fn is_in(&self, value: &Expr<'_>) -> bool {
        value.any(&|part| {
            part.span == self.asked.span
                || matches!(part.kind, ExprKind::Name(name) if self.names.contains(name))
        })
    }

    /// Whether this hands the reply on to what is not known.
    fn may_check(&self, part: &Expr<'_>) -> bool {
        match &part.kind {
            ExprKind::Call(call) => {
                part.span != self.asked.span
                    && !READS.contains(&call.callee_name())
                    && call.args.iter().any(|arg| self.is_in(&arg.value))
            }
            ExprKind::Lambda(_) => true,
            _ => false,
        }
    }
}
