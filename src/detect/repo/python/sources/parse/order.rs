//! What Python's compiler refuses in a source that its grammar takes.

use super::refused::Refusal;
use crate::detect::repo::python::syntax::{
    Arg, Body, Expr, ExprKind, Function, Passing, Stmt, StmtKind, Taking,
};
use std::collections::BTreeSet;

/// The first statement, as they are nested, that no compiler of Python takes.
pub(super) fn refusal(text: &str, body: &Body<'_>) -> Option<Refusal> {
    late_future(body).or_else(|| in_body(text, body, Around::default()))
}

/// What a statement stands in.
#[derive(Clone, Copy, Default)]
struct Around {
    function: bool,
    /// Whether that surely takes no `await`.
    plain: bool,
    looping: bool,
}

fn in_body(text: &str, body: &Body<'_>, around: Around) -> Option<Refusal> {
    body.iter().find_map(|stmt| {
        let refuse = |why| Some(Refusal { line: stmt.span.first, why });
        if let Some(why) = statement(text, stmt, around) {
            return refuse(why);
        }
        for value in stmt.expressions() {
            if around.plain && awaits(value) {
                return refuse("'await' outside async function");
            }
            let mut why = None;
            value.each(&mut |part| {
                if let ExprKind::Call(call) = &part.kind {
                    why = why.or_else(|| order(&call.args));
                }
            });
            if let Some(why) = why {
                return refuse(why);
            }
        }
        match &stmt.kind {
            StmtKind::Function(function) => {
                let plain = text.get(stmt.span.start..).is_some_and(|text| text.starts_with("def"))
                    || text.get(function.span.start..).is_some_and(|it| it.starts_with("def"));
                in_body(text, &function.body, Around { function: true, plain, looping: false })
            }
            StmtKind::Class(class) => in_body(text, &class.body, Around::default()),
            StmtKind::For { body, otherwise, .. } | StmtKind::While { body, otherwise, .. } => {
                in_body(text, body, Around { looping: true, ..around })
                    .or_else(|| in_body(text, otherwise, around))
            }
            _ => stmt.blocks().into_iter().find_map(|block| in_body(text, block, around)),
        }
    })
}

fn statement(text: &str, stmt: &Stmt<'_>, around: Around) -> Option<&'static str> {
    match &stmt.kind {
        StmtKind::Return(_) if !around.function => Some("'return' outside function"),
        StmtKind::Break if !around.looping => Some("'break' outside loop"),
        StmtKind::Continue if !around.looping => Some("'continue' not properly in loop"),
        StmtKind::Try { handlers, finally, .. } if handlers.is_empty() && finally.is_empty() => {
            Some("expected 'except' or 'finally' block")
        }
        StmtKind::Import(imports) if around.function => {
            let all = imports.iter().any(|import| import.name == Some("*"));
            all.then_some("import * only allowed at module level")
        }
        StmtKind::Augment { target, .. } => match target.kind {
            ExprKind::Tuple(_) | ExprKind::List(_) | ExprKind::Call(_) => {
                Some("illegal expression for augmented assignment")
            }
            _ => None,
        },
        StmtKind::Function(function) => parameters(text, function),
        StmtKind::Class(class) => order(&class.bases),
        _ => None,
    }
}

fn parameters(text: &str, function: &Function<'_>) -> Option<&'static str> {
    let mut names = BTreeSet::new();
    let given = function.params.iter().map(|param| param.name);
    if given.filter(|name| !name.is_empty()).any(|name| !names.insert(name)) {
        return Some("duplicate argument in function definition");
    }
    // Behind a star any order will do.
    let end = function.body.first().map_or(function.span.start, |first| first.span.start);
    let head = text.get(function.span.start..end)?;
    let ones = function.params.iter().filter(|param| param.taking == Taking::One);
    let mut ones = ones.skip_while(|param| param.default.is_none());
    (!head.contains('*') && ones.any(|param| param.default.is_none()))
        .then_some("parameter without a default follows parameter with a default")
}

/// What is wrong with the order of arguments.
fn order(args: &[Arg<'_>]) -> Option<&'static str> {
    let mut names = BTreeSet::new();
    let (mut keyword, mut unpacked) = (false, false);
    for arg in args {
        match arg.passing {
            Passing::Keyword(name) => {
                keyword = true;
                if !name.is_empty() && !names.insert(name) {
                    return Some("keyword argument repeated");
                }
            }
            Passing::Named => unpacked = true,
            Passing::Position if keyword => {
                return Some("positional argument follows keyword argument");
            }
            Passing::Position if unpacked => {
                return Some("positional argument follows keyword argument unpacking");
            }
            Passing::Position | Passing::Rest => {}
        }
    }
    None
}

/// Whether something is awaited right there.
fn awaits(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Await(_) => true,
        // A generator may await, whatever stands around it, and a lambda is another function.
        ExprKind::Comprehension(_) | ExprKind::Lambda(_) => false,
        _ => value.parts().into_iter().any(awaits),
    }
}

/// An import from the future that comes too late.
fn late_future(body: &Body<'_>) -> Option<Refusal> {
    let of_future = |stmt: &&Stmt<'_>| match &stmt.kind {
        StmtKind::Import(imports) => {
            imports.iter().any(|one| one.module == "__future__" && one.name.is_some())
        }
        _ => false,
    };
    let is_text = |stmt: &Stmt<'_>| matches!(&stmt.kind, StmtKind::Expr(value) if matches!(value.kind, ExprKind::Str(_)));
    let mut rest = body
        .iter()
        .enumerate()
        .skip_while(|(at, stmt)| of_future(stmt) || (*at == 0 && is_text(stmt)));
    let late = rest.find(|(_, stmt)| of_future(stmt))?.1;
    let why = "from __future__ imports must occur at the beginning of the file";
    Some(Refusal { line: late.span.first, why })
}
