//! Whether what a clone raises is dropped where it stands, and whether somebody looks for what it leaves behind.

use super::escapes::{Raised, catches};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::running::tracers::ends;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Handler, Span, Stmt, StmtKind};

/// What asks whether a directory or a file is there, or what is in it.
const ASKS: [&str; 11] = [
    "isdir", "isfile", "exists", "listdir", "scandir", "is_dir", "is_file", "iterdir", "glob",
    "rglob", "walk",
];

/// Functions that end the program.
const EXITS: [&str; 4] = ["exit", "quit", "_exit", "abort"];

/// What becomes of an exception in the function in which it is raised.
pub(super) enum Fate {
    /// Something is done about it, or it goes on to whoever calls.
    Kept,
    /// Whoever catches it does nothing, and nothing behind it differs from when all went well.
    Dropped,
    /// It is caught by what does nothing, and what stands behind may tell that something failed.
    Open,
}

/// What becomes of the failure of a clone that raises.
pub(super) fn fate(repository: &Repository<'_>, sites: &Sites<'_>, site: &Site<'_>) -> Fate {
    let Some(body) = body_of(repository, site) else { return Fate::Kept };
    let Some((catcher, block)) = catcher(body, site.expr.span) else { return Fate::Kept };
    // What stands behind a block that returns is run where it failed.
    if ends(block) {
        return Fate::Kept;
    }
    let is_last = matches!(block.last().map(|last| &last.kind), Some(StmtKind::Expr(value))
        if value.span.holds(site.expr.span));
    let has_else =
        matches!(&catcher.kind, StmtKind::Try { otherwise, .. } if !otherwise.is_empty());
    let mut asked = asks_later(repository, sites, site);
    Stmt::each(body, &mut |stmt| {
        let is_behind = stmt.span.start >= catcher.span.end;
        asked |= is_behind && (decides(stmt) || stmt.any(&asks));
    });
    if is_last && !has_else && !asked { Fate::Dropped } else { Fate::Open }
}

/// Whether a branch behind a clone asks for what it leaves behind, and ends the function by what it finds; `None` where
/// one asks for something that may be that.
pub(super) fn is_looked_for(repository: &Repository<'_>, site: &Site<'_>) -> Option<bool> {
    let Some(body) = body_of(repository, site) else { return Some(false) };
    let mut names = Vec::new();
    for arg in &site.call.args {
        arg.value.each(&mut |part| {
            if let ExprKind::Name(name) = part.kind {
                names.push(name);
            }
        });
    }
    let is_named =
        |part: &Expr<'_>| matches!(part.kind, ExprKind::Name(name) if names.contains(&name));
    let (mut found, mut perhaps) = (false, false);
    Stmt::each(body, &mut |stmt| {
        let StmtKind::If { branches, otherwise } = &stmt.kind else { return };
        let Some((test, first)) = branches.first() else { return };
        let is_behind = stmt.span.start >= site.stmt.span.end;
        if is_behind && test.any(&asks) && (leaves(first) || leaves(otherwise)) {
            found |= test.any(&is_named);
            perhaps = true;
        }
    });
    (found || !perhaps).then_some(found)
}

fn body_of<'r>(repository: &Repository<'r>, site: &Site<'r>) -> Option<&'r [Stmt<'r>]> {
    match site.function() {
        Some(function) => Some(&function.body),
        None => Some(&repository.modules.get(site.at.module)?.syntax.body),
    }
}

/// The statement that catches what is raised at a place and does nothing about it, with its block that holds the place;
/// `None` where something is done about it first, or nothing catches it.
fn catcher<'s, 'r>(body: &'s [Stmt<'r>], span: Span) -> Option<(&'s Stmt<'r>, &'s [Stmt<'r>])> {
    let (mut block, mut found) = (body, None);
    while let Some(stmt) = block.iter().find(|stmt| stmt.span.holds(span)) {
        match &stmt.kind {
            StmtKind::Try { body, handlers, .. } if body.iter().any(|it| it.span.holds(span)) => {
                if let Some(first) = handlers.iter().find(|one| catches(one, Raised::Failure)) {
                    let nothing = is_empty(first) && surely_catches(first);
                    found = nothing.then_some((stmt, body.as_slice()));
                }
            }
            StmtKind::With { items, body } if items.iter().any(|(value, _)| suppresses(value)) => {
                found = Some((stmt, body.as_slice()));
            }
            StmtKind::Function(_) | StmtKind::Class(_) => return None,
            _ => {}
        }
        let blocks = stmt.blocks();
        let inner = blocks.into_iter().find(|block| block.iter().any(|it| it.span.holds(span)));
        let Some(inner) = inner else { break };
        block = inner;
    }
    found
}

/// Exceptions of which every failure of a clone is one.
const CATCHING: [&str; 6] = [
    "BaseException",
    "CalledProcessError",
    "Exception",
    "GitCommandError",
    "GitError",
    "SubprocessError",
];

fn is_catching(value: &Expr<'_>) -> bool {
    value.last_name().is_some_and(|name| CATCHING.contains(&name))
}

/// Whether a handler surely takes the failure of a clone, and not only something beside it.
fn surely_catches(handler: &Handler<'_>) -> bool {
    handler.caught.is_empty()
        || handler.caught.iter().any(|caught| match &caught.kind {
            ExprKind::Tuple(items) => items.iter().any(is_catching),
            _ => is_catching(caught),
        })
}

/// Whether a handler does nothing at all.
fn is_empty(handler: &Handler<'_>) -> bool {
    handler.body.iter().all(|stmt| match &stmt.kind {
        StmtKind::Other(inner) => inner.is_empty(),
        StmtKind::Expr(value) => matches!(value.kind, ExprKind::Str(_) | ExprKind::Literal(_)),
        _ => false,
    })
}

/// `contextlib.suppress(Exception)`
fn suppresses(value: &Expr<'_>) -> bool {
    let ExprKind::Call(call) = &value.kind else { return false };
    call.callee_name() == "suppress" && call.args.iter().any(|arg| is_catching(&arg.value))
}

fn asks(part: &Expr<'_>) -> bool {
    part.called().is_some_and(|name| ASKS.contains(&name))
}

/// Whether a statement goes one way or another.
fn decides(stmt: &Stmt<'_>) -> bool {
    match &stmt.kind {
        StmtKind::If { .. }
        | StmtKind::While { .. }
        | StmtKind::Match { .. }
        | StmtKind::Raise(_) => true,
        StmtKind::Other(inner) => !inner.is_empty(),
        _ => false,
    }
}

/// Whether whoever calls the function of a clone looks for anything on the disk.
fn asks_later(repository: &Repository<'_>, sites: &Sites<'_>, site: &Site<'_>) -> bool {
    let Some(function) = site.function() else { return false };
    let callers = sites.callers(site.at.module, function);
    callers.iter().filter(|caller| !caller.module(repository).in_tests).any(|caller| {
        let Some(body) = body_of(repository, caller) else { return true };
        let mut asked = false;
        Stmt::each(body, &mut |stmt| {
            asked |= stmt.any(&asks);
        });
        asked
    })
}

/// Whether a block ends the function or the program, or raises anywhere in it.
fn leaves(block: &[Stmt<'_>]) -> bool {
    let mut leaves = false;
    Stmt::each(block, &mut |stmt| {
        leaves |= match &stmt.kind {
            StmtKind::Raise(_) | StmtKind::Return(_) => true,
            StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
                EXITS.contains(&call.callee_name())
            }
            _ => false,
        };
    });
    leaves
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::tests::facts;

    /// Checks whether the only clone in a function notices a failure; `None` where that is open.
    #[track_caller]
    fn check(body: &str, noticed: Option<bool>) {
        let body = body.replace('\n', "\n    ");
        let text = format!(
            "import contextlib, os, subprocess\nfrom pathlib import Path\ndef fetch(u, d):\n    {body}\n"
        );
        let clones = facts(&[("src/a.py", &text)]).clone;
        assert_eq!(clones[0].handles_errors, noticed, "{body}");
    }

    const RUN: &str = "subprocess.run(['git', 'clone', u, d], check=True)";

    #[test]
    fn a_failure_that_is_dropped_is_not_noticed() {
        let suppressed = format!("with contextlib.suppress(Exception):\n    {RUN}\n");
        check(&format!("{suppressed}return d"), Some(false));
        check(&format!("try:\n    {RUN}\nexcept Exception:\n    pass\nreturn d"), Some(false));
        check(&format!("with contextlib.suppress(OSError):\n    {RUN}\nreturn d"), Some(true));
        check(
            &format!("try:\n    {RUN}\nexcept FileNotFoundError:\n    pass\nreturn d"),
            Some(true),
        );
        // Somebody says so, or goes another way.
        check(
            &format!("try:\n    {RUN}\nexcept Exception as e:\n    print(e)\nreturn d"),
            Some(true),
        );
        check(
            &format!("try:\n    {RUN}\n    return d\nexcept Exception:\n    pass\nreturn None"),
            Some(true),
        );
        check(
            &format!(
                "ok = False\ntry:\n    {RUN}\n    ok = True\nexcept Exception:\n    pass\nreturn ok"
            ),
            None,
        );
        check(
            &format!("{suppressed}if not os.listdir(d):\n    raise ValueError(u)\nreturn d"),
            Some(true),
        );
        check(&format!("{suppressed}return os.path.isdir(d)"), None);
        check(
            &format!(
                "try:\n    try:\n        {RUN}\n    except Exception as e:\n        raise ValueError(u) from e\nexcept KeyError:\n    pass"
            ),
            Some(true),
        );
    }

    #[test]
    fn whoever_looks_for_what_was_cloned_notices_that_it_is_not_there() {
        let run = "subprocess.run(['git', 'clone', u, d])";
        check(run, Some(false));
        let found =
            "if not os.path.isdir(os.path.join(d, '.git')):\n    raise RuntimeError(u)\nreturn d";
        check(&format!("{run}\n{found}"), Some(true));
        check(
            &format!("{run}\nif not any(Path(d).iterdir()):\n    return None\nreturn d"),
            Some(true),
        );
        // It is looked for before, or nothing is done about it.
        check(&format!("if os.path.exists(d):\n    return d\n{run}\nreturn d"), Some(false));
        check(&format!("{run}\nif os.path.isdir(d):\n    print(d)\nreturn d"), Some(false));
        // What is looked for may be something else.
        check(&format!("{run}\nif not os.path.isdir(other):\n    raise ValueError(u)"), None);
    }

    #[test]
    fn a_number_that_is_asked_for_is_looked_at() {
        let call = "code = subprocess.call(['git', 'clone', u, d])";
        check(&format!("{call}\nif code != 0:\n    raise ValueError(u)"), Some(true));
        check(&format!("{call}\nreturn d"), Some(false));
    }
}
