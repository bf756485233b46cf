//! The numbers that fields are given, where nothing is computed for them.

use super::super::repository::Repository;
use super::super::sources::parse::Module;
use super::super::syntax::{Call, Expr, ExprKind, Passing, Piece, Span, Stmt, StmtKind};
use crate::domain::facts::{ClassFact, FieldNumbers};
use std::collections::{BTreeMap, BTreeSet};

/// Most fields that are listed.
const FIELDS: usize = 200;

/// What one field is given.
#[derive(Default)]
struct Given<'r> {
    numbers: BTreeSet<&'r str>,
    first: Option<(usize, Span)>,
    /// Whether it is given something that is neither a number nor passed on to it.
    open: bool,
}

/// Lists the fields of the classes outside the tests that are given a number, and nothing that is computed.
pub(super) fn read<'r>(repository: &Repository<'r>, classes: &[ClassFact]) -> Vec<FieldNumbers> {
    let ours = classes.iter().filter(|class| !class.in_tests);
    let fields: BTreeSet<&str> =
        ours.flat_map(|class| class.fields.iter().map(String::as_str)).collect();
    let mut all: BTreeMap<&str, Given<'r>> = BTreeMap::new();
    for (index, module) in repository.program_numbered() {
        let mut see = |name: &'r str, value: Option<&'r Expr<'r>>| {
            if let Some(field) = fields.get(name) {
                let given = all.entry(*field).or_default();
                match value {
                    Some(value) => take(name, value, index, given),
                    None => given.open = true,
                }
            }
        };
        Stmt::each(&module.syntax.body, &mut |stmt| statement(stmt, &mut see));
    }
    let closed = all.into_iter().filter(|(_, given)| !given.open);
    let listed = closed.filter_map(|(field, given)| {
        let (module, span) = given.first?;
        let module: &Module<'_> = &repository.modules[module];
        let numbers = given.numbers.into_iter().map(ToOwned::to_owned).collect();
        Some(FieldNumbers { field: field.to_owned(), numbers, place: module.place(span) })
    });
    listed.take(FIELDS).collect()
}

/// Shows every name that a statement gives something, with what it gives.
fn statement<'r>(stmt: &'r Stmt<'r>, see: &mut dyn FnMut(&'r str, Option<&'r Expr<'r>>)) {
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            for target in targets {
                target.each(&mut |part| named(part, value, see));
            }
        }
        StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
            target.each(&mut |part| {
                if let Some(name) = part.last_name() {
                    see(name, None);
                }
            });
        }
        // What a caller hands over by its position is not followed.
        StmtKind::Function(function) => {
            for param in &function.params {
                see(param.name, None);
            }
        }
        _ => {}
    }
    stmt.walk(&mut |part| expression(part, see));
}

/// Shows every name that an expression gives something: as a keyword, a key, or on the way.
fn expression<'r>(part: &'r Expr<'r>, see: &mut dyn FnMut(&'r str, Option<&'r Expr<'r>>)) {
    match &part.kind {
        ExprKind::Call(call) => {
            for arg in &call.args {
                if let Passing::Keyword(name) = arg.passing {
                    see(name, Some(&arg.value));
                }
            }
        }
        ExprKind::Dict(pairs) => {
            for (key, value) in pairs {
                if let Some(name) = key.as_ref().and_then(plain) {
                    see(name, Some(value));
                }
            }
        }
        ExprKind::Named(name, value) => see(name, Some(value)),
        _ => {}
    }
}

/// A target by its last name: `x`, `a.x`, `a["x"]`.
fn named<'r>(
    target: &'r Expr<'r>,
    value: &'r Expr<'r>,
    see: &mut dyn FnMut(&'r str, Option<&'r Expr<'r>>),
) {
    match &target.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => see(name, Some(value)),
        ExprKind::Subscript(_, keys) => {
            if let [key] = keys.as_slice()
                && let Some(name) = plain(key)
            {
                see(name, Some(value));
            }
        }
        _ => {}
    }
}

/// The text of a key without interpolations.
fn plain<'r>(key: &'r Expr<'r>) -> Option<&'r str> {
    match &key.kind {
        ExprKind::Str(pieces) => match pieces.as_slice() {
            [Piece::Literal(text)] => Some(text),
            _ => None,
        },
        _ => None,
    }
}

/// Adds what `value` gives the field of this name.
fn take<'r>(name: &str, value: &'r Expr<'r>, module: usize, given: &mut Given<'r>) {
    match &value.kind {
        ExprKind::Literal(number) if number.parse::<f64>().is_ok() => {
            given.numbers.insert(number);
            given.first.get_or_insert((module, value.span));
        }
        ExprKind::Conditional(choice) => {
            take(name, &choice.then, module, given);
            take(name, &choice.otherwise, module, given);
        }
        ExprKind::Logic(_, sides) => {
            take(name, &sides.0, module, given);
            take(name, &sides.1, module, given);
        }
        ExprKind::Name(from) | ExprKind::Attribute(_, from) if *from == name => {}
        ExprKind::Subscript(_, keys) if keys.iter().any(|key| plain(key) == Some(name)) => {}
        ExprKind::Call(call) => called(name, call, module, given),
        ExprKind::Str(_) | ExprKind::None | ExprKind::Bool(_) => {}
        _ => given.open = true,
    }
}

/// Adds what a call gives: what it fetches under the field's own name, or the default of a model's field.
fn called<'r>(name: &str, call: &'r Call<'r>, module: usize, given: &mut Given<'r>) {
    let first = call.position(0);
    match call.callee_name() {
        "float" | "int" | "round" => match first {
            Some(value) => take(name, value, module, given),
            None => given.open = true,
        },
        "get" | "pop" if first.and_then(plain) == Some(name) => {
            if let Some(value) = call.position(1) {
                take(name, value, module, given);
            }
        }
        "getattr" if call.position(1).and_then(plain) == Some(name) => {
            if let Some(value) = call.position(2) {
                take(name, value, module, given);
            }
        }
        "Field" | "field" => {
            let default = call.keyword("default").or(first);
            // `...` asks for a value.
            if let Some(value) = default.filter(|one| !matches!(one.kind, ExprKind::Literal("...")))
            {
                take(name, value, module, given);
            }
            given.open |= call.keyword("default_factory").is_some();
        }
        _ => given.open = true,
    }
}
