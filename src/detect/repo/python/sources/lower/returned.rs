//! What is held in a variable right before it is returned, read as if it were spelled out where it is returned.

use crate::detect::repo::python::syntax::{
    Arg, Body, Expr, ExprKind, Function, Passing, Piece, Span, Stmt, StmtKind,
};

/// Words that say of a variable only that something is in it.
const SILENT: &[&str] = &[
    "result", "results", "res", "ret", "retval", "rv", "out", "output", "outputs", "outcome",
    "value", "val", "update", "updates", "tmp", "new", "returned",
];

/// `result = sum(scores)`, `return result` as `return sum(scores)`; `update = {"report": text}`, `update["errors"] = []`,
/// `return update` as `return {"report": text, "errors": []}`.
///
/// Only where nothing reads the variable once the function is left: no function inside it and no `finally`.
pub(super) fn spelled_out(mut function: Function<'_>) -> Function<'_> {
    let mut open = Vec::new();
    readers(&function.body, &mut open);
    block(&mut function.body, &open);
    function
}

/// The names that may be read or bound elsewhere than where the statements of a function stand.
fn readers<'a>(body: &[Stmt<'a>], open: &mut Vec<&'a str>) {
    for stmt in body {
        let all = |body: &[Stmt<'a>], open: &mut Vec<&'a str>| {
            Stmt::walk_all(body, &mut |part| open.extend(part.name()));
        };
        match &stmt.kind {
            StmtKind::Function(_) | StmtKind::Class(_) => {
                all(std::slice::from_ref(stmt), open);
                continue;
            }
            StmtKind::Try { finally, .. } => all(finally, open),
            // `global update`
            StmtKind::Other(parts) => open.extend(parts.iter().filter_map(Expr::name)),
            _ => {}
        }
        stmt.walk(&mut |part| match &part.kind {
            ExprKind::Lambda(lambda) => lambda.body.each(&mut |part| open.extend(part.name())),
            ExprKind::Comprehension(_) => part.each(&mut |part| open.extend(part.name())),
            _ => {}
        });
        stmt.blocks().into_iter().for_each(|block| readers(block, open));
    }
}

fn block<'a>(body: &mut Body<'a>, open: &[&'a str]) {
    for stmt in body.iter_mut() {
        match &mut stmt.kind {
            StmtKind::Function(_) | StmtKind::Class(_) => {}
            StmtKind::Try { body, handlers, otherwise, finally } => {
                let mut inside = open.to_vec();
                for handler in handlers {
                    block(&mut handler.body, open);
                    // What fails half-way may be read where that is handled.
                    let read = &mut |part: &Expr<'a>| inside.extend(part.name());
                    Stmt::walk_all(&handler.body, read);
                }
                block(body, &inside);
                block(otherwise, open);
                block(finally, open);
            }
            _ => stmt.blocks_mut().into_iter().for_each(|inner| block(inner, open)),
        }
    }
    let mut ends: Vec<usize> =
        (1..body.len()).filter(|at| returned(&body[*at]).is_some()).collect();
    while let Some(end) = ends.pop() {
        let Some(name) = returned(&body[end]).filter(|name| !open.contains(name)) else { continue };
        let Some(start) = begun(&body[..end], name) else { continue };
        let parts: Vec<Stmt<'a>> = body.drain(start..=end).collect();
        body.insert(start, whole(parts));
    }
}

/// The variable that a statement returns.
fn returned<'a>(stmt: &Stmt<'a>) -> Option<&'a str> {
    match &stmt.kind {
        StmtKind::Return(Some(value)) => value.name(),
        _ => None,
    }
}

/// Where the variable is given what is returned: a dictionary that the statements behind it fill, or anything that none
/// of them changes.
fn begun(body: &[Stmt<'_>], name: &str) -> Option<usize> {
    let filling = body.iter().rev().take_while(|stmt| fills(stmt, name)).count();
    let start = body.len().checked_sub(filling + 1)?;
    let StmtKind::Assign { targets, annotation, value: Some(value) } = &body[start].kind else {
        return None;
    };
    // What a variable is said to hold, and what it is called, may tell more than what it is given.
    let is_silent = || filling == 0 && annotation.is_none() && tells_nothing(name);
    let is_made = matches!(value.kind, ExprKind::Dict(_)) || is_silent();
    (is_made && matches!(targets.as_slice(), [one] if one.is_name(name))).then_some(start)
}

/// Whether a variable is called by words alone that tell nothing of what it holds.
fn tells_nothing(name: &str) -> bool {
    let words =
        || name.split('_').map(|word| word.trim_end_matches(|it: char| it.is_ascii_digit()));
    words().all(|word| word.is_empty() || SILENT.contains(&word))
        && words().any(|word| !word.is_empty())
}

/// Whether a statement puts something into the dictionary that does not speak of it: `update["errors"] = []`,
/// `update.update({"errors": []})`.
fn fills(stmt: &Stmt<'_>, name: &str) -> bool {
    let apart = |value: &Expr<'_>| !value.any(&|part| part.is_name(name));
    match &stmt.kind {
        StmtKind::Assign { targets, annotation: None, value: Some(value) } => {
            let [Expr { kind: ExprKind::Subscript(object, keys), .. }] = targets.as_slice() else {
                return false;
            };
            object.is_name(name) && keys.len() == 1 && keys.iter().chain([value]).all(apart)
        }
        StmtKind::Expr(value) => match value.method_call() {
            Some((object, "update", call)) if object.is_name(name) => {
                let in_order = call.args.iter().enumerate().all(|(index, arg)| match arg.passing {
                    Passing::Position => index == 0 && matches!(arg.value.kind, ExprKind::Dict(_)),
                    Passing::Keyword(_) => true,
                    Passing::Rest | Passing::Named => false,
                });
                in_order && call.args.iter().all(|arg| apart(&arg.value))
            }
            _ => false,
        },
        _ => false,
    }
}

/// The one statement that does what these do.
fn whole(parts: Vec<Stmt<'_>>) -> Stmt<'_> {
    let span = |parts: &[Stmt<'_>]| {
        let (first, last) = (parts.first().map(|it| it.span), parts.last().map(|it| it.span));
        let (first, last) = (first.unwrap_or_default(), last.unwrap_or_default());
        Span { end: last.end, last: last.last, ..first }
    };
    let all = span(&parts);
    let (mut pairs, mut whole) = (Vec::new(), None);
    for part in parts {
        match part.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let target = targets.into_iter().next().map(|target| target.kind);
                match (target, value.kind) {
                    (Some(ExprKind::Subscript(_, keys)), kind) => {
                        pairs.push((keys.into_iter().next(), Expr { kind, span: value.span }));
                    }
                    (_, ExprKind::Dict(given)) => pairs.extend(given),
                    (_, kind) => whole = Some(Expr { kind, span: value.span }),
                }
            }
            StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
                pairs.extend(given(call.args));
            }
            _ => {}
        }
    }
    let value = whole.unwrap_or(Expr { kind: ExprKind::Dict(pairs), span: all });
    Stmt { kind: StmtKind::Return(Some(value)), span: all }
}

/// What `dict(…)` makes of its arguments, where all are dictionaries that are spelled out, or named: `dict(errors=[])`.
pub(super) fn given(args: Vec<Arg<'_>>) -> Vec<(Option<Expr<'_>>, Expr<'_>)> {
    let mut pairs = Vec::new();
    for Arg { passing, value } in args {
        match (passing, value.kind) {
            (Passing::Keyword(key), kind) => {
                let pieces = vec![Piece::Literal(key.to_owned())];
                // The key stands right before its value.
                let start = value.span.start.saturating_sub(key.len() + 1);
                let span = Span { start, end: start + key.len(), ..value.span };
                let key = Expr { kind: ExprKind::Str(pieces), span };
                pairs.push((Some(key), Expr { kind, span: value.span }));
            }
            (Passing::Position, ExprKind::Dict(inner)) => pairs.extend(inner),
            (_, kind) => pairs.push((None, Expr { kind, span: value.span })),
        }
    }
    pairs
}
